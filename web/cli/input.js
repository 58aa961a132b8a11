// input.js: reads files and standard input.
import { readFile } from "node:fs/promises";
import { FormatError } from "../formats/error.js";
import { readArray, readTable } from "../formats/read.js";
import { wholeText } from "../formats/text.js";
import { spoken } from "./say.js";

/** @import { ShapedArray, Table } from "../formats/shape.js" */

/** Maximum number of bytes to read from standard input. Node.js has the same limit for files. */
const MAX_BYTES = 2 ** 31 - 1;

/**
 * @param {string} path "-" for standard input
 * @returns {Promise<Table>}
 * @throws {FormatError} naming the file
 */
export async function readInput(path) {
  return readTable(await bytesOf(path), nameOf(path));
}

/**
 * The same, with all axes.
 * @param {string} path @returns {Promise<ShapedArray>} @throws {FormatError}
 */
export async function readInputArray(path) {
  return readArray(await bytesOf(path), nameOf(path));
}

/** @param {string} path @returns {Promise<string>} @throws {FormatError} */
export async function readText(path) {
  const bytes = await bytesOf(path);
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

/** @param {string} path */
async function bytesOf(path) {
  try {
    return path === "-" ? await standardInput() : await readFile(path);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new FormatError(`${nameOf(path)} cannot be read: ${why}`, { cause: error });
  }
}

async function standardInput() {
  const pieces = [];
  let length = 0;
  for await (const piece of process.stdin) {
    pieces.push(piece);
    length += piece.length;
    if (length > MAX_BYTES) throw new RangeError("it is longer than 2 GiB");
  }
  return Buffer.concat(pieces);
}
