// input.js: reads files, pipes and standard input, in every format.
import { open } from "node:fs/promises";
import { openContainer } from "../formats/container.js";
import { FormatError } from "../formats/error.js";
import { asTable } from "../formats/shape.js";
import { sourceOf } from "../formats/source.js";
import { wholeText } from "../formats/text.js";
import { arg } from "./arguments.js";
import { host } from "./host.js";
import { packageMessage } from "./say.js";

/** @import { FileHandle } from "node:fs/promises" */
/** @import { Container } from "../formats/container.js" */
/** @import { ShapedArray, Table } from "../formats/shape.js" */
/** @import { Source } from "../formats/source.js" */
/** @import { Argument } from "./arguments.js" */

/** Maximum number of bytes to read from a pipe. Node.js has the same limit for files. */
const MAX_BYTES = 2 ** 31 - 1;
/** Number of tensors to list in a message. */
const NAMES_SHOWN = 6;
const STANDARD_INPUT = /^(-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/;

/** The option of commands that read one array. @type {Argument} */
export const tensorOption = arg.text("the array to read in a file with several", {
  value: "TENSOR",
});

/** @param {string} path */
export function nameOf(path) {
  return path === "-" ? "standard input" : path;
}

/**
 * Opens a file, passes it to a function, and closes it afterwards. Regular files are read in
 * parts; pipes and devices are read as a whole.
 * @template T
 * @param {string} path "-" for standard input
 * @param {(source: Source) => Promise<T>} use
 * @returns {Promise<T>}
 * @throws {FormatError} if the file cannot be read
 */
export async function withSource(path, use) {
  const fail = (/** @type {unknown} */ cause) => {
    throw new FormatError(`${nameOf(path)} cannot be read: ${reasonOf(cause)}`, { cause });
  };
  // Looking at a closed standard input throws.
  const readInput = async () => readAll(host.stdin);
  if (STANDARD_INPUT.test(path)) return use(sourceOf(await readInput().catch(fail)));
  const handle = await open(path).catch(fail);
  try {
    const status = await handle.stat().catch(fail);
    if (status.isDirectory()) throw new FormatError(`${path} is a folder: name a file in it`);
    if (!status.isFile() || status.size === 0) {
      const stream = handle.createReadStream({ autoClose: false });
      return await use(sourceOf(await readAll(stream).catch(fail)));
    }
    const read = (/** @type {number} */ from, /** @type {number} */ to) =>
      readBytes(handle, from, to).catch(fail);
    return await use({ size: status.size, read });
  } finally {
    await handle.close();
  }
}

/** @param {FileHandle} handle @param {number} from @param {number} to */
async function readBytes(handle, from, to) {
  const bytes = new Uint8Array(to - from);
  for (let at = 0; at < bytes.length; ) {
    const { bytesRead } = await handle.read(bytes, at, bytes.length - at, from + at);
    if (bytesRead === 0) throw new Error("it was truncated while being read");
    at += bytesRead;
  }
  return bytes;
}

/** @param {AsyncIterable<Uint8Array>} stream */
async function readAll(stream) {
  const pieces = [];
  let length = 0;
  for await (const piece of stream) {
    pieces.push(piece);
    length += piece.length;
    if (length > MAX_BYTES) throw new RangeError("it is longer than 2 GiB");
  }
  return Buffer.concat(pieces);
}

/** Reasons for the most common errors of the system, in words. @type {Record<string, string>} */
const reasons = {
  ENOENT: "no such file",
  ENOTDIR: "no such file",
  EACCES: "permission denied",
  EPERM: "permission denied",
  ELOOP: "too many symbolic links",
  ENAMETOOLONG: "the name is too long",
};

/** @param {unknown} error */
export function reasonOf(error) {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : "";
  return Object.hasOwn(reasons, code) ? reasons[code] : error.message;
}

/**
 * Opens a file of one or many arrays, also from a pipe.
 * @template T
 * @param {string} path @param {(container: Container) => Promise<T>} use
 * @returns {Promise<T>}
 */
export function withContainer(path, use) {
  return withSource(path, async (source) => use(await openContainer(source, nameOf(path))));
}

/**
 * One array of a file, with all axes.
 * @param {Container} container @param {string} path
 * @param {string} [tensor] its name, needed in a file with several
 * @returns {Promise<ShapedArray>}
 * @throws {FormatError} naming the file
 */
export async function arrayIn(container, path, tensor) {
  const names = container.tensors.map(({ name }) => name);
  if (tensor === undefined && names.length === 1) return container.load(names[0]);
  if (tensor !== undefined && names.includes(tensor)) return container.load(tensor);
  if (container.format === "array") {
    throw new FormatError(`${nameOf(path)} has one array without a name: leave out --tensor`);
  }
  const listed = names.slice(0, NAMES_SHOWN).join(", ");
  const more = names.length > NAMES_SHOWN ? `, and ${names.length - NAMES_SHOWN} more` : "";
  const why = tensor === undefined ? "select an array with --tensor" : `it has no "${tensor}"`;
  throw new FormatError(`${nameOf(path)}: ${why}; it has ${listed || "no arrays"}${more}`);
}

/**
 * One of several arrays of a file.
 * @param {Container} container @param {string} name
 * @param {string[]} unread takes what is wrong with an array that cannot be read, such as one of text
 * @returns {Promise<ShapedArray | undefined>} undefined for such an array
 */
export async function loadOneOf(container, name, unread) {
  try {
    return await container.load(name);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    unread.push(error.message);
    return undefined;
  }
}

/** One array, as a table. @param {string} path @param {string} [tensor] @returns {Promise<Table>} */
export function readTable(path, tensor) {
  return withContainer(path, async (container) => asTable(await arrayIn(container, path, tensor)));
}

/** @param {string} path @param {Source} source @throws {FormatError} */
export async function textOf(path, source) {
  const bytes = await source.read(0, source.size);
  return prefixErrors(path, () => wholeText(bytes, "it is not text"));
}

/**
 * Calls a function that processes a file's contents, and adds the file's name to its errors.
 * @template T
 * @param {string | undefined} path undefined if no file is involved
 * @param {() => T} make
 * @returns {T}
 * @throws {FormatError}
 */
export function prefixErrors(path, make) {
  if (path === undefined) return make();
  try {
    return make();
  } catch (error) {
    const why = error instanceof FormatError ? error.message : packageMessage(error);
    if (why === undefined) throw error;
    const start = `${nameOf(path)}: `;
    throw new FormatError(why.startsWith(start) ? why : start + why, { cause: error });
  }
}
