// A few tokens' embeddings and their positions, put together, and what the score of two of them is
// made of.
import {
  dotProducts,
  encodingStatistics,
  LearnedPositionalEncoding,
  SinusoidalPositionalEncoding,
  sinusoidal,
} from "../../phasor/index.js";

export const TOKENS = 6;
/** The widest encoding that is shown: a projection costs the square of its width. */
export const WIDEST = 256;
/** Seeds of the embeddings, of the projection, and of the one that positions have of their own. */
export const SEEDS = { embedding: 1, projection: 2, position: 3 };

export const SCALES = /** @type {const} */ (["none", "sqrt"]);
export const COMBINES = /** @type {const} */ (["add", "concatenate"]);
export const PLACES = /** @type {const} */ (["before", "after"]);

/**
 * @typedef {object} Of
 * @property {typeof SCALES[number]} scale of the embeddings: 1 or √d
 * @property {typeof COMBINES[number]} combine
 * @property {typeof PLACES[number]} where positions come in, before the projection or after it
 * @property {number} dModel
 * @property {number} base
 */

/**
 * What a score consists of: the products of two tokens' contents and positions.
 * @typedef {{ contents: number, contentPosition: number, positionContent: number,
 *   positions: number, score: number }} Terms
 */

/**
 * @typedef {object} AddingModel
 * @property {Of} of
 * @property {number} width of a result
 * @property {Float64Array} embeddings (TOKENS, dModel), scaled
 * @property {Float64Array} encodings (TOKENS, dModel)
 * @property {Float64Array} results (TOKENS, width)
 * @property {[embeddings: Float64Array, encodings: Float64Array, results: Float64Array]} norms
 * @property {(query: number, key: number) => Terms} terms
 */

/** Independent normal numbers of variance 1/d. @param {number} rows @param {number} d @param {number} seed */
const normal = (rows, d, seed) =>
  new LearnedPositionalEncoding(rows, d, { seed, std: 1 / Math.sqrt(d), dtype: "float64" }).table;

/** The matrix of a projection: of such numbers, so that it nearly keeps lengths and angles. @param {number} d @param {number} seed */
const projection = (d, seed) => normal(d, d, seed);

/** Each row x as W·x. @param {Float64Array} matrix (d, d) @param {Float64Array} rows (…, d) @param {number} d */
function projected(matrix, rows, d) {
  const out = new Float64Array(rows.length);
  for (let n = 0; n < out.length; n++) {
    const [row, entry] = [n - (n % d), n % d];
    for (let c = 0; c < d; c++) out[n] += matrix[entry * d + c] * rows[row + c];
  }
  return out;
}

/** @param {Of} of @returns {AddingModel} */
export function combine(of) {
  const { scale, where, dModel: d, base } = of;
  const factor = scale === "sqrt" ? "sqrt" : 1;
  /** @type {[number, number, number]} */
  const shape = [1, TOKENS, d];
  const table = normal(TOKENS, d, SEEDS.embedding);
  const embeddings = table.map((value) => (scale === "sqrt" ? Math.sqrt(d) : 1) * value);
  const encodings = sinusoidal(TOKENS, d, { base, dtype: "float64" });
  const encoding = new SinusoidalPositionalEncoding(TOKENS, d, { base });
  const weights = projection(d, SEEDS.projection);
  const adds = of.combine === "add";
  const content = projected(weights, embeddings, d);
  let position = encodings;
  if (where === "before") {
    position = projected(adds ? weights : projection(d, SEEDS.position), encodings, d);
  }
  let results;
  if (!adds && where === "after") results = beside(content, encodings, d);
  else if (!adds) results = content.map((value, n) => value + position[n]);
  else if (where === "after") {
    const bare = projected(weights, table, d);
    results = encoding.forward(bare, shape, { scale: factor });
  } else {
    const ids = Array.from({ length: TOKENS }, (_, token) => token);
    const sums = encoding.embed(ids, table, [1, TOKENS], { scale: factor });
    results = projected(weights, sums, d);
  }
  const width = results.length / TOKENS;
  // Side by side, contents and positions never meet.
  const apart = width > d;
  const parts = new Float64Array(2 * TOKENS * width);
  for (let token = 0; token < TOKENS; token++) {
    const row = token * d;
    parts.set(content.subarray(row, row + d), token * width);
    const second = (TOKENS + token) * width + (apart ? d : 0);
    parts.set(position.subarray(row, row + d), second);
  }
  const products = dotProducts(parts, [2 * TOKENS, width]);
  const scores = dotProducts(results, [TOKENS, width]);
  const product = (/** @type {number} */ row, /** @type {number} */ column) =>
    products[row * 2 * TOKENS + column];
  return {
    of,
    width,
    embeddings,
    encodings,
    results,
    norms: [
      encodingStatistics(embeddings, [TOKENS, d]).norms,
      encodingStatistics(encodings, [TOKENS, d]).norms,
      encodingStatistics(results, [TOKENS, width]).norms,
    ],
    terms: (query, key) => ({
      contents: product(query, key),
      contentPosition: product(query, TOKENS + key),
      positionContent: product(TOKENS + query, key),
      positions: product(TOKENS + query, TOKENS + key),
      score: scores[query * TOKENS + key],
    }),
  };
}

/** Rows [x, p]. @param {Float64Array} left (…, d) @param {Float64Array} right (…, d) @param {number} d */
function beside(left, right, d) {
  const out = new Float64Array(left.length + right.length);
  for (let row = 0; row < left.length; row += d) {
    out.set(left.subarray(row, row + d), 2 * row);
    out.set(right.subarray(row, row + d), 2 * row + d);
  }
  return out;
}

/** How the result is written, with x for the scaled embedding. @param {Of} of */
export function formulaOf({ combine: how, where }) {
  if (how === "add") return where === "before" ? "W(x + p)" : "Wx + p";
  return where === "before" ? "Wx + Vp" : "[Wx, p]";
}
