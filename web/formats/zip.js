// zip.js: reads ZIP archives, such as .npz files, through the directory at their end.
import { FormatError, quote } from "./error.js";
import { inflate, MAX_INFLATED } from "./inflate.js";

/** @import { Source } from "./source.js" */

/**
 * @typedef {object} Entry
 * @property {string} name
 * @property {number} method 0: not compressed, 8: deflated
 * @property {number} packed compressed size in bytes
 * @property {number} size uncompressed size in bytes
 * @property {number} at offset of the entry's own header
 */

const END_SIGNATURE = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const FILE_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
/** Maximum size of the end record: 22 bytes and a comment. */
const MAX_END_BYTES = 22 + 65535;
const MAX_DIRECTORY_BYTES = 1 << 26;
const MAX_32 = 0xffffffff;
/** The most bytes that deflate makes of one: 258 of every two bits. */
const MOST_DEFLATED = 1032;

/** Whether bytes begin like a ZIP archive. @param {Uint8Array} bytes */
export const isZip = (bytes) => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] <= 6;

/** @param {Uint8Array} bytes */
const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** @param {DataView} view @param {number} at */
const long = (view, at) => Number(view.getBigUint64(at, true));

/** @param {Source} source @returns {Promise<Entry[]>} @throws {FormatError} */
export async function readZip(source) {
  const { count, size, at } = await directoryOf(source);
  if (size > MAX_DIRECTORY_BYTES || at + size > source.size) {
    throw new FormatError("the archive's directory is not in the file");
  }
  const bytes = await source.read(at, at + size);
  const view = viewOf(bytes);
  const text = new TextDecoder();
  /** @type {Entry[]} */
  const entries = [];
  let place = 0;
  for (let i = 0; i < count; i++) {
    if (place + 46 > size || view.getUint32(place, true) !== FILE_SIGNATURE) {
      throw new FormatError(`byte ${at + place}: the archive's directory is damaged`);
    }
    const lengths = [28, 30, 32].map((at) => view.getUint16(place + at, true));
    const [nameLength, extraLength, commentLength] = lengths;
    const end = place + 46 + nameLength + extraLength + commentLength;
    if (end > size) throw new FormatError(`byte ${at + place}: the archive's directory is damaged`);
    const entry = {
      name: text.decode(bytes.subarray(place + 46, place + 46 + nameLength)),
      method: view.getUint16(place + 10, true),
      packed: view.getUint32(place + 20, true),
      size: view.getUint32(place + 24, true),
      at: view.getUint32(place + 42, true),
    };
    readZip64(entry, view, place + 46 + nameLength, extraLength);
    entries.push(entry);
    place = end;
  }
  return entries;
}

/** Replaces sizes by 64-bit sizes from an extra field. @param {Entry} entry @param {DataView} view
 * @param {number} start @param {number} length */
function readZip64(entry, view, start, length) {
  for (let at = start; at + 4 <= start + length; ) {
    const [id, size] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    at += 4;
    if (id === 1) {
      let from = at;
      for (const key of /** @type {const} */ (["size", "packed", "at"])) {
        if (entry[key] !== MAX_32 || from + 8 > Math.min(at + size, start + length)) continue;
        entry[key] = long(view, from);
        from += 8;
      }
    }
    at += size;
  }
}

/** @param {Source} source */
async function directoryOf(source) {
  const start = Math.max(0, source.size - MAX_END_BYTES);
  const view = viewOf(await source.read(start, source.size));
  for (let at = view.byteLength - 22; at >= 0; at--) {
    if (view.getUint32(at, true) !== END_SIGNATURE) continue;
    const directory = {
      count: view.getUint16(at + 10, true),
      size: view.getUint32(at + 12, true),
      at: view.getUint32(at + 16, true),
    };
    const wide = at >= 20 && view.getUint32(at - 20, true) === LOCATOR_64;
    if (!wide) return directory;
    const place = long(view, at - 20 + 8);
    if (!(place + 56 <= source.size)) break;
    const record64 = viewOf(await source.read(place, place + 56));
    if (record64.getUint32(0, true) !== END_64) break;
    return { count: long(record64, 32), size: long(record64, 40), at: long(record64, 48) };
  }
  throw new FormatError("the archive has no directory: the file is damaged or cut off");
}

/** The contents of a file in the archive. @param {Source} source @param {Entry} entry
 * @returns {Promise<Uint8Array>} */
export async function unzip(source, { name, method, packed, size, at }) {
  const fail = (/** @type {string} */ why) => new FormatError(`${quote(name)}: ${why}`);
  if (!(at + 30 <= source.size)) throw fail("it is not in the archive");
  const header = viewOf(await source.read(at, at + 30));
  if (header.getUint32(0, true) !== LOCAL_SIGNATURE) throw fail("its header is damaged");
  const start = at + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  if (!(start + packed <= source.size)) throw fail("it is not in the archive");
  // The sizes are the archive's own statements.
  if (!(size <= MAX_INFLATED)) throw fail(`it has ${size} bytes; the limit is 2 GiB`);
  if (size > MOST_DEFLATED * packed) throw fail(`${packed} bytes cannot become ${size}`);
  const bytes = await source.read(start, start + packed);
  if (method !== 0 && method !== 8) {
    throw fail(`it is compressed with method ${method}, not with deflate`);
  }
  const contents = method === 0 ? bytes : await inflate(bytes, "deflate-raw", size);
  if (contents.length !== size) throw fail(`it should have ${size} bytes, got ${contents.length}`);
  return contents;
}
