// doubled.js: cosines or sines with one value per feature, as many implementations store them.

/** @import { Elements } from "../formats/write.js" */

export const layouts = /** @type {const} */ (["half", "interleaved"]);

/**
 * The pair whose value is in a column.
 * @param {number} column @param {number} pairs @param {typeof layouts[number] | undefined} layout
 */
export function pairOf(column, pairs, layout) {
  return layout === "interleaved" ? column >> 1 : column % pairs;
}

/** The number of values to make at a time. */
const PIECE = 1 << 16;

/**
 * Yields the rows of a cache unchanged, or in pieces with each value twice. The pieces share
 * memory.
 * @template {Elements} T
 * @param {T} cache (rows, pairs) @param {number} pairs
 * @param {typeof layouts[number] | undefined} layout which features share a value; undefined for one
 *   value per pair
 * @returns {Generator<T>}
 */
export function* doubled(cache, pairs, layout) {
  if (layout === undefined) return yield cache;
  const columns = 2 * pairs;
  const rows = cache.length / pairs;
  const maxRows = Math.min(rows, Math.max(1, Math.floor(PIECE / columns)));
  const Type =
    /** @type {new (length: number) => T & { [i: number]: number, subarray: Function }} */ (
      cache.constructor
    );
  const table = new Type(maxRows * columns);
  for (let first = 0; first < rows; first += maxRows) {
    const count = Math.min(maxRows, rows - first);
    for (let r = 0; r < count; r++) {
      for (let c = 0; c < columns; c++) {
        table[r * columns + c] = cache[(first + r) * pairs + pairOf(c, pairs, layout)];
      }
    }
    yield table.subarray(0, count * columns);
  }
}
