// input.js: tables that are read from files and from standard input.
import { readFile } from "node:fs/promises";
import { FormatError } from "../formats/error.js";
import { readTable } from "../formats/read.js";

/** @import { Table } from "../formats/shape.js" */

/**
 * @param {string} path "-" for standard input
 * @returns {Promise<Table>}
 * @throws {FormatError} naming the file
 */
export async function readInput(path) {
  return readTable(await bytesOf(path), nameOf(path));
}

/** @param {string} path @returns {Promise<string>} @throws {FormatError} */
export async function readText(path) {
  return new TextDecoder().decode(await bytesOf(path));
}

/** @param {string} path */
export function nameOf(path) {
  return path === "-" ? "standard input" : path;
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
  for await (const piece of process.stdin) pieces.push(piece);
  return Buffer.concat(pieces);
}
