// npz_write.js: writes NumPy's archives of several arrays: ZIP files without compression, in which
// each entry is an .npy file. Sizes and checksums come before the data, so that the simplest readers
// understand the files too.
import { crc32 } from "./crc32.js";
import { FormatError } from "./error.js";
import { npyElements, npyHeader } from "./npy.js";
import { sizeOf } from "./shape.js";

/** @import { Elements, WrittenType } from "./write.js" */
/**
 * An array to write.
 * @typedef {object} NamedArray
 * @property {string} name letters, digits and underscores
 * @property {readonly number[]} shape
 * @property {WrittenType} dtype
 * @property {() => Iterable<Elements>} pieces the elements, in order; called twice, because the
 *   checksum comes first. Pieces can share memory
 */

const MAX_UINT32 = 0xffffffff;
const VERSION = 20;
/** The earliest date of the format. It is constant, so that the same arrays give the same bytes. */
const DATE = (1 << 5) | 1;
const bytesOf = { float16: 2, bfloat16: 2, float32: 4, float64: 8, int32: 4 };

/**
 * The bytes of an archive, in pieces that can share memory.
 * @param {readonly NamedArray[]} arrays
 * @returns {Generator<Uint8Array>}
 * @throws {FormatError} for bfloat16, which NumPy does not have, and from 4 GiB, before the first piece
 */
export function* npzPieces(arrays) {
  const entries = arrays.map(({ name, shape, dtype, pieces }) => {
    const header = npyHeader(shape, dtype);
    return {
      ...{ name: new TextEncoder().encode(`${name}.npy`), header, pieces },
      size: header.length + sizeOf(shape) * bytesOf[dtype],
    };
  });
  const total = entries.reduce((sum, { name, size }) => sum + size + 2 * name.length + 76, 22);
  if (total > MAX_UINT32) {
    throw new FormatError(
      `.npz files must be below 4 GiB, this one needs ${total} bytes; use .npy`,
    );
  }
  const directory = [];
  let at = 0;
  for (const { name, header, pieces, size } of entries) {
    let checksum = crc32(header);
    for (const piece of pieces()) checksum = crc32(npyElements(piece), checksum);
    const local = record(0x04034b50, [...fields(name, size, checksum)], name);
    const tail = [0, 0, 0, 0, 0, ...words(at)];
    directory.push(record(0x02014b50, [VERSION, ...fields(name, size, checksum), ...tail], name));
    yield local;
    yield header;
    for (const piece of pieces()) yield npyElements(piece);
    at += local.length + size;
  }
  for (const part of directory) yield part;
  const length = directory.reduce((sum, part) => sum + part.length, 0);
  const count = entries.length;
  yield record(0x06054b50, [0, 0, count, count, ...words(length), ...words(at), 0]);
}

/** The fields that both headers of an entry share. @param {Uint8Array} name @param {number} size
 * @param {number} checksum */
function fields(name, size, checksum) {
  const [stored, time] = [0, 0];
  const sizes = [...words(checksum), ...words(size), ...words(size)];
  return [VERSION, 0, stored, time, DATE, ...sizes, name.length, 0];
}

/** The two halves of a number of 32 bits. @param {number} x */
const words = (x) => [x & 0xffff, x >>> 16];

/** @param {number} signature @param {number[]} halves numbers of 16 bits @param {Uint8Array} [text] */
function record(signature, halves, text = new Uint8Array(0)) {
  const all = [...words(signature), ...halves];
  const bytes = new Uint8Array(2 * all.length + text.length);
  all.forEach((half, i) => {
    bytes[2 * i] = half & 255;
    bytes[2 * i + 1] = half >> 8;
  });
  bytes.set(text, 2 * all.length);
  return bytes;
}
