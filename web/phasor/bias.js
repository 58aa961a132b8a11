// bias.js: biases of attention scores, straight in their layout (heads, queries, keys).
import { check } from "./check.js";
import { Stage, suffix } from "./stage.js";

/** @import { ArrayOf, FloatArray } from "./check.js" */
/** @import { Tensor } from "./stage.js" */

const LARGEST_HEADS = 65536;
const LARGEST_WINDOW = 65536;
const LARGEST_DISTANCE = 2 ** 31 - 1;
const LARGEST_BUCKETS = 4096;
/** Rows and columns whose distances are laid out at a time. */
const BLOCK = 8192;
/** Elements of which any number of bytes is a multiple of 64. */
const ALIGNED = 16;

/**
 * A matrix of biases that are functions of key − query: so many of them, and where query 0 stands
 * among the keys.
 * @typedef {{ heads: number, queries: number, keys: number, offset: number }} Layout
 */

/**
 * @param {string} where @param {unknown} heads @param {unknown} queries @param {unknown} keys
 * @param {unknown} offset
 * @returns {Layout}
 */
function layout(where, heads, queries, keys, offset) {
  return {
    heads: check.integer(where, "heads", heads, 1, LARGEST_HEADS),
    queries: check.count(where, "queryLength", queries),
    keys: check.count(where, "keyLength", keys),
    offset: check.integer(where, "offset", offset, -LARGEST_DISTANCE, LARGEST_DISTANCE),
  };
}

/**
 * Calls `body` with blocks that cover the matrix: the distances key − query in one are `count`, from
 * `first` on.
 * @param {Layout} layout
 * @param {(block: { row: number, rows: number, column: number, columns: number, first: number,
 *   count: number }) => void} body
 */
function eachBlock({ queries, keys, offset }, body) {
  if (queries === 0 || keys === 0) return;
  for (let row = 0; row < queries; row += BLOCK) {
    for (let column = 0; column < keys; column += BLOCK) {
      const rows = Math.min(BLOCK, queries - row);
      const columns = Math.min(BLOCK, keys - column);
      const first = column - (offset + row + rows - 1);
      body({ row, rows, column, columns, first, count: rows + columns - 1 });
    }
  }
}

// ---- ALiBi ----

/**
 * The slopes of ALiBi (Press et al. 2022): 2^(−8(j+1)/n) for head j of n, n a power of two. For other
 * n the slopes of the power of two below, then those of odd number of the one above.
 *
 * @param {number} heads 1 … 65536
 * @returns {Float64Array<ArrayBuffer>} (heads), the nearest doubles
 * @throws {TypeError | RangeError} naming the argument
 *
 * @example
 * alibiSlopes(4); // Float64Array [0.25, 0.0625, 0.015625, 0.00390625]
 */
export function alibiSlopes(heads) {
  const where = "phasor.alibiSlopes";
  check.integer(where, "heads", heads, 1, LARGEST_HEADS);
  const power = 2 ** (31 - Math.clz32(heads));
  const slopes = powers(power, power + 1).slice(1);
  if (heads === power) return slopes;
  const between = powers(2 * power, 2 * (heads - power)).filter((_, i) => i % 2 === 1);
  return Float64Array.of(...slopes, ...between);
}

/** 256^(−i/denominator) for i < count. @param {number} denominator @param {number} count */
function powers(denominator, count) {
  const out = new Float64Array(count);
  const stage = new Stage(out);
  stage.kernels.phasor_frequencies(stage.output(out, 0, count), count, 256, 1, denominator);
  stage.flush();
  return out;
}

/**
 * The biases of ALiBi, to be added to the scores. Query i stands at position offset + i, and j is the
 * position of a key:
 *
 *     "distance"     −slope·(offset + i − j), the paper's; without `causal` −slope·|offset + i − j|
 *     "key-index"    slope·j, as the authors' code has it: it differs from the paper's by a constant
 *                    in each row, which a causal softmax does not see
 *
 * With `causal` the entries of later keys, j > offset + i, are −Infinity, so that adding the bias
 * masks too. An entry is the product in double, rounded to the type.
 *
 * @template {"float32" | "float64"} [D="float32"]
 * @overload
 * @param {number} heads 1 … 65536
 * @param {number} queryLength
 * @param {number} keyLength
 * @param {AlibiOptions & { dtype?: D, out?: undefined }} [options] dtype: "float32" by default
 * @returns {ArrayOf<D>} (heads, queryLength, keyLength)
 */
/**
 * @template {FloatArray} T
 * @overload
 * @param {number} heads
 * @param {number} queryLength
 * @param {number} keyLength
 * @param {AlibiOptions & { out: T }} options out: (heads, queryLength, keyLength), filled and returned
 * @returns {T}
 */
/**
 * @param {number} heads @param {number} queryLength @param {number} keyLength
 * @param {AlibiOptions & { dtype?: "float32" | "float64", out?: FloatArray }} [options]
 * @returns {FloatArray}
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export function alibiBias(heads, queryLength, keyLength, options) {
  const where = "phasor.alibiBias";
  const {
    causal = true,
    form = "distance",
    offset = 0,
    dtype,
    out,
  } = check.options(where, options);
  const matrix = layout(where, heads, queryLength, keyLength, offset);
  check.boolean(where, "causal", causal);
  check.oneOf(where, "form", form, ["distance", "key-index"]);
  const result = check.result(where, heads * queryLength * keyLength, dtype, out);
  const slopes = alibiSlopes(heads);
  const stage = new Stage(result);
  const alibi = stage.kernels[`phasor_alibi${suffix(result)}`];
  const top = stage.top;
  eachBlock(matrix, (block) => {
    const { column, columns, first, count } = block;
    for (let head = 0; head < heads; head++) {
      const slope = slopes[head];
      stage.top = top;
      const line = stage.reserve(count * result.BYTES_PER_ELEMENT);
      if (form === "key-index") {
        alibi(line, column, columns, slope, slope);
        repeat(stage, result, matrix, head, block, line, causal);
      } else {
        alibi(line, first, count, slope, causal ? Number.NEGATIVE_INFINITY : -slope);
        slide(stage, result, matrix, head, block, line);
      }
    }
  });
  return result;
}

/**
 * @typedef {object} AlibiOptions
 * @property {boolean} [causal] whether later keys are masked; true by default
 * @property {"distance" | "key-index"} [form] "distance" by default
 * @property {number} [offset] the position of query 0: how many keys a cache held before; an integer,
 *   0 by default
 */

/**
 * Lays a line of values out in a block of one head's matrix: see phasor_slide.
 * @param {Stage} stage @param {Tensor} out @param {Layout} layout @param {number} head
 * @param {{ row: number, rows: number, column: number, columns: number }} block
 * @param {number} line pointer
 */
function slide(stage, out, { queries, keys }, head, { row, rows, column, columns }, line) {
  const size = out.BYTES_PER_ELEMENT;
  const kernel = stage.kernels[`phasor_slide${suffix(out)}`];
  const start = (head * queries + row) * keys + column;
  const shift = Math.min(stage.tileRows(rows, 2 * columns * size, ALIGNED), multiple(columns / 8));
  if (stage.inPlace || shift < ALIGNED) {
    stage.eachTile(rows, columns * size, false, (first, count) => {
      const to = stage.outputBlock(out, start + first * keys, count, columns, keys);
      const from = line + (rows - first - count) * size;
      kernel(to, stage.inPlace ? keys : columns, from, 1, count, columns);
      stage.flush();
    });
    return;
  }
  // `shift` rows further down the same values stand `shift` columns to the right. So a strip of rows
  // becomes the next one by starting `shift` elements earlier, where only the first columns are new.
  const strips = Math.ceil(rows / shift);
  const room = stage.reserve((shift * columns + (strips - 1) * shift) * size);
  for (let first = 0; first < rows; first += shift) {
    const count = Math.min(shift, rows - first);
    const strip = room + (strips * shift - shift - first) * size;
    const from = line + (rows - first - count) * size;
    kernel(strip, columns, from, 1, count, first === 0 ? columns : shift);
    stage.scratchBlock(out, start + first * keys, count, columns, keys, strip);
    stage.flush();
  }
}

/** The greatest multiple of ALIGNED up to x. @param {number} x */
function multiple(x) {
  return ALIGNED * Math.floor(x / ALIGNED);
}

/**
 * Lays the same line out in every row, and masks what is later than row 0 plus `seen` keys.
 * @param {Stage} stage @param {Tensor} out @param {Layout} layout @param {number} head
 * @param {{ row: number, rows: number, column: number, columns: number }} block
 * @param {number} line pointer @param {boolean} causal
 */
function repeat(stage, out, { queries, keys, offset }, head, block, line, causal) {
  const { row, rows, column, columns } = block;
  const size = out.BYTES_PER_ELEMENT;
  const slideAll = stage.kernels[`phasor_slide${suffix(out)}`];
  const mask = stage.kernels[`phasor_mask${suffix(out)}`];
  const start = (head * queries + row) * keys + column;
  stage.eachTile(rows, columns * size, true, (first, count) => {
    const to = stage.outputBlock(out, start + first * keys, count, columns, keys);
    const stride = stage.inPlace ? keys : columns;
    const seen = offset + row + first + 1 - column;
    slideAll(to, stride, line, 0, count, columns);
    if (causal) mask(to, stride, Math.max(-count, Math.min(columns, seen)), count, columns);
    stage.flush();
  });
}

// ---- T5 ----

/**
 * @typedef {object} T5Options
 * @property {boolean} [bidirectional] whether later keys have buckets of their own, the second half;
 *   true by default. Otherwise they all share bucket 0.
 * @property {number} [maxDistance] the distance from which on all share the last bucket; above
 *   ⌊n/2⌋, n the buckets of a direction; 128 by default
 */

/**
 * How distances fall into buckets.
 * @typedef {{ bidirectional: boolean, each: number, exact: number, thresholds: number[] }} Scheme
 *   each: buckets of a direction; exact: those of one distance each; thresholds: the least distances
 *   of the buckets after the first shared one
 */

/** @param {string} where @param {unknown} buckets @param {T5Options} options @returns {Scheme} */
function scheme(where, buckets, { bidirectional = true, maxDistance = 128 }) {
  check.boolean(where, "bidirectional", bidirectional);
  const all = bidirectional
    ? evenFrom4(where, buckets)
    : check.integer(where, "buckets", buckets, 2, LARGEST_BUCKETS);
  const each = bidirectional ? all / 2 : all;
  const exact = Math.floor(each / 2);
  const distance = check.integer(where, "maxDistance", maxDistance, exact + 1, LARGEST_DISTANCE);
  return { bidirectional, each, exact, thresholds: thresholdsOf(each, exact, distance) };
}

/** @param {string} where @param {unknown} buckets */
function evenFrom4(where, buckets) {
  const most = check.integer(where, "buckets", buckets, 4, LARGEST_BUCKETS);
  return most % 2 === 0 ? most : check.fail(RangeError, where, "buckets", "even", buckets);
}

/**
 * The least n of each bucket exact + m, m = 1 … each − exact − 1. It has, with K = each − exact,
 *
 *     ln(n/exact)/ln(distance/exact)·K ≥ m,  that is  n^K ≥ distance^m·exact^(K − m)
 *
 * and is decided in integers wherever a rounded logarithm might not be right.
 * @param {number} each @param {number} exact @param {number} distance
 */
function thresholdsOf(each, exact, distance) {
  const shared = each - exact;
  const thresholds = [];
  for (let m = 1; m < shared; m++) {
    const about = exact * (distance / exact) ** (m / shared);
    let least = Math.ceil(about);
    const nearest = Math.round(about);
    if (Math.abs(about - nearest) < 1e-12 * about) {
      const power = BigInt(distance) ** BigInt(m) * BigInt(exact) ** BigInt(shared - m);
      least = BigInt(nearest) ** BigInt(shared) >= power ? nearest : nearest + 1;
    }
    thresholds.push(least);
  }
  return thresholds;
}

/** @param {Scheme} scheme @param {number} relative key − query */
function bucketOf({ bidirectional, each, exact, thresholds }, relative) {
  const start = bidirectional && relative > 0 ? each : 0;
  const distance = bidirectional ? Math.abs(relative) : Math.max(-relative, 0);
  if (distance < exact) return start + distance;
  let low = 0;
  let high = thresholds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (thresholds[middle] <= distance) low = middle + 1;
    else high = middle;
  }
  return start + exact + low;
}

/**
 * The bucket of a distance in T5's relative position bias (Raffel et al. 2020). Distances below half
 * the buckets of a direction have one each; the others share the rest logarithmically. Decided in
 * exact arithmetic; with the usual 32 buckets and distance 128 that is what float32 code gives too.
 *
 * @param {number} relativePosition key − query, an integer
 * @param {T5Options & { buckets?: number }} [options] buckets: in all, 2 … 4096, 4 or more and even
 *   if bidirectional; 32 by default
 * @returns {number} 0 … buckets − 1
 * @throws {TypeError | RangeError} naming the argument
 */
export function t5Bucket(relativePosition, options) {
  const where = "phasor.t5Bucket";
  const { MIN_SAFE_INTEGER, MAX_SAFE_INTEGER } = Number;
  check.finite(where, "relativePosition", relativePosition);
  const given = check.options(where, options);
  const { buckets = 32 } = given;
  check.integer(where, "relativePosition", relativePosition, MIN_SAFE_INTEGER, MAX_SAFE_INTEGER);
  return bucketOf(scheme(where, buckets, given), relativePosition);
}

/**
 * @param {string} where @param {unknown} shape @param {unknown[]} lengths of queries and keys
 * @param {T5Options & { offset?: number }} options
 */
function t5Arguments(where, shape, [queries, keys], options) {
  const [buckets, heads] = check.shape(where, "shape", shape, ["buckets", "heads"]);
  const { offset = 0 } = options;
  return {
    rules: scheme(where, buckets, options),
    matrix: layout(where, heads, queries, keys, offset),
    buckets,
    heads,
  };
}

/** The buckets of distances. @param {Scheme} scheme @param {number} first @param {number} count */
function bucketsFrom(scheme, first, count) {
  const buckets = new Int32Array(count);
  for (let i = 0; i < count; i++) buckets[i] = bucketOf(scheme, first + i);
  return buckets;
}

/**
 * T5's relative position bias, to be added to the scores (which T5 does not scale by 1/√d).
 *
 * @template {FloatArray} T
 * @param {T} table (buckets, heads), learned
 * @param {[buckets: number, heads: number]} shape
 * @param {number} queryLength
 * @param {number} keyLength
 * @param {T5Options & { offset?: number, out?: T }} [options] offset: the position of query 0 among
 *   the keys, an integer, 0 by default; out: (heads, queryLength, keyLength), apart from the table
 * @returns {T} (heads, queryLength, keyLength)
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export function t5Bias(table, shape, queryLength, keyLength, options) {
  const where = "phasor.t5Bias";
  const given = check.options(where, options);
  const lengths = [queryLength, keyLength];
  const { rules, matrix, buckets, heads } = t5Arguments(where, shape, lengths, given);
  check.floats(where, "table", table, buckets * heads, ` for shape [${buckets}, ${heads}]`);
  const result = output(where, given.out, heads * queryLength * keyLength, table);
  const stage = new Stage(result);
  const top = stage.top;
  eachBlock(matrix, (block) => {
    const { first, count } = block;
    const found = bucketsFrom(rules, first, count);
    for (let head = 0; head < heads; head++) {
      stage.top = top;
      const line = stage.reserve(count * table.BYTES_PER_ELEMENT);
      const values = stage.view(table, line, count);
      for (let i = 0; i < count; i++) values[i] = table[found[i] * heads + head];
      slide(stage, result, matrix, head, block, line);
    }
  });
  return /** @type {T} */ (result);
}

/**
 * The gradient of `t5Bias` with regard to its table: each bucket's sum over the entries that it
 * filled, added up in double.
 *
 * @template {FloatArray} T
 * @param {T} gradBias (heads, queryLength, keyLength)
 * @param {[buckets: number, heads: number]} shape of the table
 * @param {number} queryLength
 * @param {number} keyLength
 * @param {T5Options & { offset?: number, out?: T }} [options] as they were for `t5Bias`; out:
 *   (buckets, heads), apart from gradBias; what it held is lost
 * @returns {T} (buckets, heads)
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export function t5BiasBackward(gradBias, shape, queryLength, keyLength, options) {
  const where = "phasor.t5BiasBackward";
  const given = check.options(where, options);
  const lengths = [queryLength, keyLength];
  const { rules, matrix, buckets, heads } = t5Arguments(where, shape, lengths, given);
  const because = ` for ${heads} heads of ${queryLength} × ${keyLength}`;
  check.floats(where, "gradBias", gradBias, heads * queryLength * keyLength, because);
  const result = output(where, given.out, buckets * heads, gradBias);
  const totals = check.allocate(where, "float64", buckets * heads);
  const stage = new Stage(gradBias);
  const sum = stage.kernels[`phasor_slide_sums${suffix(gradBias)}`];
  const top = stage.top;
  eachBlock(matrix, ({ row, rows, column, columns, first, count }) => {
    const found = bucketsFrom(rules, first, count);
    for (let head = 0; head < heads; head++) {
      stage.top = top;
      const sums = stage.reserve(8 * count);
      const ofDistances = stage.doubles(sums, count).fill(0);
      stage.eachTile(rows, columns * gradBias.BYTES_PER_ELEMENT, false, (r, some) => {
        const from = (head * queryLength + row + r) * keyLength + column;
        const x = stage.inputBlock(gradBias, from, some, columns, keyLength);
        const stride = stage.inPlace ? keyLength : columns;
        sum(sums + 8 * (rows - r - some), x, stride, some, columns);
      });
      for (let i = 0; i < count; i++) totals[found[i] * heads + head] += ofDistances[i];
    }
  });
  result.set(totals);
  return /** @type {T} */ (result);
}

/** @param {string} where @param {unknown} out @param {number} size @param {FloatArray} like */
function output(where, out, size, like) {
  const given = check.output(where, out, size, undefined, [like]);
  if (given) check.sameType(where, "out", given, like);
  return given ?? check.allocate(where, check.dtypeOf(like), size);
}

// ---- Swin ----

/** @param {string} where @param {unknown} height @param {unknown} width */
function window(where, height, width) {
  check.integer(where, "height", height, 1, LARGEST_WINDOW);
  check.integer(where, "width", width, 1, LARGEST_WINDOW);
}

/**
 * Fills (heads, h·w, h·w), entry (head, q, k) depending on the index of Δ = q − k in the table. The
 * rows of queries in one column of the window are pieces of one line, `width` elements apart.
 * @param {Tensor} out @param {number} heads @param {number} height @param {number} width
 * @param {(index: number, head: number) => number} value
 */
function fillWindow(out, heads, height, width, value) {
  const stage = new Stage(out);
  const size = out.BYTES_PER_ELEMENT;
  const kernel = stage.kernels[`phasor_slide_f${8 * size}`]; // copies, so integers are fine too
  const positions = height * width;
  const tall = 2 * height - 1;
  const indices = new Int32Array(tall * width);
  const line = stage.reserve(indices.length * size);
  const values = stage.view(out, line, indices.length);
  for (let x = 0; x < width; x++) {
    for (let i = 0; i < indices.length; i++) {
      const down = tall - 1 - Math.floor(i / width); // Δh + height − 1
      indices[i] = down * (2 * width - 1) + x - (i % width) + width - 1;
    }
    for (let head = 0; head < heads; head++) {
      for (let i = 0; i < indices.length; i++) values[i] = value(indices[i], head);
      stage.eachTile(height, positions * size, false, (y, rows) => {
        const from = (head * positions + y * width + x) * positions;
        const to = stage.outputBlock(out, from, rows, positions, width * positions);
        const stride = stage.inPlace ? width * positions : positions;
        kernel(to, stride, line + (height - y - rows) * width * size, width, rows, positions);
        stage.flush();
      });
    }
  }
}

/**
 * Which row of its bias table Swin Transformer (Liu et al. 2021) uses for each pair of positions in a
 * window, positions counted row by row:
 *
 *     (Δh + height − 1)·(2·width − 1) + Δw + width − 1,  Δ = query − key
 *
 * @param {number} height 1 … 65536
 * @param {number} width 1 … 65536
 * @returns {Int32Array<ArrayBuffer>} (height·width, height·width)
 * @throws {TypeError | RangeError} naming the argument
 *
 * @example
 * swinRelativePositionIndex(2, 2).slice(0, 4); // Int32Array [4, 3, 1, 0]
 */
export function swinRelativePositionIndex(height, width) {
  const where = "phasor.swinRelativePositionIndex";
  window(where, height, width);
  const bytes = check.allocate(where, "float32", (height * width) ** 2);
  const result = new Int32Array(bytes.buffer);
  fillWindow(result, 1, height, width, (index) => index);
  return result;
}

/**
 * The bias of Swin Transformer for windows of any shape, to be added to the scores. For Swin V2 the
 * table is 16·sigmoid of what the small network makes of `swinLogCoordinates`.
 *
 * @template {FloatArray} T
 * @param {T} table ((2·height − 1)·(2·width − 1), heads), learned
 * @param {number} heads 1 … 65536
 * @param {number} height 1 … 65536
 * @param {number} width 1 … 65536
 * @param {{ out?: T }} [options] out: (heads, height·width, height·width), apart from the table
 * @returns {T} (heads, height·width, height·width)
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export function swinBias(table, heads, height, width, options) {
  const where = "phasor.swinBias";
  check.integer(where, "heads", heads, 1, LARGEST_HEADS);
  window(where, height, width);
  const rows = (2 * height - 1) * (2 * width - 1);
  check.floats(where, "table", table, rows * heads, ` for ${heads} heads of ${height} × ${width}`);
  const { out } = check.options(where, options);
  const result = output(where, out, heads * (height * width) ** 2, table);
  fillWindow(result, heads, height, width, (index, head) => table[index * heads + head]);
  return /** @type {T} */ (result);
}

/**
 * The log-spaced coordinates of Swin Transformer V2 (Liu et al. 2022), which its small network makes
 * the bias table of: for each distance (Δh, Δw) of a window, in the order of the table's rows,
 *
 *     sign(Δ)·log2(1 + 8|Δ|/(size − 1))/log2 8        and 0 for Δ = 0
 *
 * with `size` the window's height or width, or that of the window it was trained with.
 *
 * @template {"float32" | "float64"} [D="float32"]
 * @overload
 * @param {number} height 1 … 65536
 * @param {number} width 1 … 65536
 * @param {{ pretrained?: [height: number, width: number], dtype?: D, out?: undefined }} [options]
 *   pretrained: the window trained with, at least 2 × 2; dtype: "float32" by default
 * @returns {ArrayOf<D>} ((2·height − 1)·(2·width − 1), 2), each the nearest number
 */
/**
 * @template {FloatArray} T
 * @overload
 * @param {number} height
 * @param {number} width
 * @param {{ pretrained?: [height: number, width: number], out: T }} options
 * @returns {T}
 */
/**
 * @param {number} height @param {number} width
 * @param {{ pretrained?: [number, number], dtype?: "float32" | "float64", out?: FloatArray }} [options]
 * @returns {FloatArray}
 * @throws {TypeError | RangeError} naming the argument; nothing is written then
 */
export function swinLogCoordinates(height, width, options) {
  const where = "phasor.swinLogCoordinates";
  window(where, height, width);
  const { pretrained, dtype, out } = check.options(where, options);
  const sizes = [height, width];
  if (pretrained !== undefined) {
    const given = check.shape(where, "pretrained", pretrained, ["height", "width"], 2);
    sizes.forEach((_, i) => {
      sizes[i] = check.integer(where, `pretrained[${i}]`, given[i], 2, LARGEST_WINDOW);
    });
  }
  const tall = 2 * height - 1;
  const wide = 2 * width - 1;
  const result = check.result(where, 2 * tall * wide, dtype, out);
  const down = logCoordinates(height, sizes[0]);
  const across = logCoordinates(width, sizes[1]);
  for (let y = 0, at = 0; y < tall; y++) {
    for (let x = 0; x < wide; x++, at += 2) {
      result[at] = down[y];
      result[at + 1] = across[x];
    }
  }
  return result;
}

/** Along one axis, from 1 − count to count − 1. @param {number} count @param {number} size */
function logCoordinates(count, size) {
  const half = new Float64Array(count);
  const stage = new Stage(half);
  stage.kernels.phasor_log_coordinates(stage.output(half, 0, count), count, size - 1);
  stage.flush();
  const both = new Float64Array(2 * count - 1);
  for (let i = 0; i < count; i++) {
    both[count - 1 - i] = i > 0 ? -half[i] : 0;
    both[count - 1 + i] = half[i];
  }
  return both;
}
