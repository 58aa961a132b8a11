// input.js: reads files and standard input.
import { readFile } from "node:fs/promises";
import { FormatError } from "../formats/error.js";
import { readArray, readTable } from "../formats/read.js";
import { wholeText } from "../formats/text.js";
import { spoken } from "./say.js";

/** @import { ShapedArray, Table } from "../formats/shape.js" */
/** @import { Host } from "./host.js" */

/** Maximum number of bytes to read from standard input. Node.js has the same limit for files. */
const MAX_BYTES = 2 ** 31 - 1;

/**
 * @param {Host} host @param {string} path "-" for standard input
 * @returns {Promise<Table>}
 * @throws {FormatError} naming the file
 */
export async function readInput(host, path) {
  return readTable(await bytesOf(host, path), nameOf(path));
}

/**
 * The same, with all axes.
 * @param {Host} host @param {string} path @returns {Promise<ShapedArray>} @throws {FormatError}
 */
export async function readInputArray(host, path) {
  return readArray(await bytesOf(host, path), nameOf(path));
}

/** @param {Host} host @param {string} path @returns {Promise<string>} @throws {FormatError} */
export async function readText(host, path) {
  const bytes = await bytesOf(host, path);
  return about(path, () => wholeText(bytes, "it is not text"));
}

/** @param {string} path */
export function nameOf(path) {
  return path === "-" ? "standard input" : path;
}

/**
 * Calls a function that processes a file's contents, and adds the file's name to its errors.
 * @template T
 * @param {string | undefined} path undefined if no file is involved
 * @param {() => T} make
 * @returns {T}
 * @throws {FormatError}
 */
export function about(path, make) {
  if (path === undefined) return make();
  try {
    return make();
  } catch (error) {
    const why = error instanceof FormatError ? error.message : spoken(error);
    if (why === undefined) throw error;
    throw new FormatError(`${nameOf(path)}: ${why}`, { cause: error });
  }
}

/** @param {Host} host @param {string} path */
async function bytesOf(host, path) {
  try {
    return path === "-" ? await joined(host.stdin) : await readFile(path);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new FormatError(`${nameOf(path)} cannot be read: ${why}`, { cause: error });
  }
}

/** @param {AsyncIterable<Uint8Array>} stream */
async function joined(stream) {
  const pieces = [];
  let length = 0;
  for await (const piece of stream) {
    pieces.push(piece);
    length += piece.length;
    if (length > MAX_BYTES) throw new RangeError("it is longer than 2 GiB");
  }
  return Buffer.concat(pieces);
}
