// positional.js: recognises the tensors about position in a checkpoint by their names.

/** @typedef {"table" | "frequencies" | "divisors" | "cache" | "vectors" | "buckets" | "window"} Kind */

/** Endings of tensor names in checkpoints of Hugging Face, PyTorch, timm, Meta and GGUF.
 * @type {readonly [Kind, RegExp][]} */
const endings = [
  ["buckets", /(^|[._])(relative_attention_bias|attn_rel_b)(\.weight)?$/],
  ["window", /(^|[._])relative_position_bias_table$/],
  ["frequencies", /(^|[._])inv_freq$/],
  ["divisors", /(^|[._])(rope_freqs|rope_factors_(long|short))\.weight$/],
  ["cache", /(^|[._])(cos|sin|cos_sin)(_cached?)?$/],
  ["cache", /(^|[._])(freqs_cis|pos_cis|freqs_complex|rope\.cache)$/],
  ["vectors", /(^|[._])(input|output|before|after)$/],
  [
    "table",
    /(^|[._])(wpe|embed_positions|position_embeddings?|position_embd|pos_embed(ding|s)?|pos_emb|positional_embeddings?|positional_encoding|pos_encoder\.pe|pos_encoding\.pe|pe)(\.weight|\.embedding)?$/,
  ],
];

/** @param {string} name of a tensor @returns {Kind | undefined} */
export function kindOf(name) {
  return endings.find(([, ending]) => ending.test(name))?.[0];
}

/** Tensors that come in pairs; the first is reported for both.
 * @type {readonly [string, string][]} */
const couples = [
  ["cos", "sin"],
  ["input", "output"],
  ["before", "after"],
];
const COUPLED = /(^|(?<!cos)[._])(cos|sin|input|output|before|after)((?:_cached?)?)$/;

/** Whether a tensor is the second of a pair. @param {string} name */
export function isSecond(name) {
  const word = COUPLED.exec(name)?.[2];
  return couples.some(([, second]) => second === word);
}

/** The name of the other tensor of a pair; undefined for a single tensor. @param {string} name */
export function partnerOf(name) {
  const word = COUPLED.exec(name)?.[2];
  const couple = couples.find((couple) => couple.some((one) => one === word));
  const other = couple?.find((one) => one !== word);
  return other && name.replace(COUPLED, `$1${other}$3`);
}

/**
 * The cosines and sines in one array: complex numbers, (T, r/2) or (T, r/2, 2), or in each row the
 * cosines, then the sines, (T, r), as vLLM stores them. Axes of size 1 are ignored.
 * @param {ArrayLike<number>} data @param {readonly number[]} shape
 * @returns {{ cos: Float64Array, sin: Float64Array, shape: [rows: number, pairs: number] } | undefined}
 *   undefined for other shapes
 */
export function cacheIn(data, shape) {
  const sizes = shape.filter((size, axis) => size > 1 || axis === shape.length - 1);
  const last = sizes.at(-1) ?? 0;
  const adjacent = sizes.length === 3 && last === 2;
  if (!adjacent && (sizes.length !== 2 || last % 2 !== 0)) return undefined;
  const [rows] = sizes;
  const pairs = data.length / rows / 2;
  const [cos, sin] = [new Float64Array(rows * pairs), new Float64Array(rows * pairs)];
  for (let at = 0; at < cos.length; at++) {
    const row = Math.floor(at / pairs);
    const from = adjacent ? 2 * at : at + row * pairs;
    cos[at] = data[from];
    sin[at] = data[adjacent ? from + 1 : from + pairs];
  }
  return { cos, sin, shape: [rows, pairs] };
}

/** The number of positions in a cache made from frequencies. */
const CACHE_ROWS = 256;

/**
 * The cosines and sines of the first positions for given frequencies.
 * @param {ArrayLike<number>} frequencies radians per position
 * @returns {{ cos: Float64Array, sin: Float64Array, shape: [rows: number, pairs: number] }}
 */
export function cacheOf(frequencies) {
  const pairs = frequencies.length;
  const [cos, sin] = [new Float64Array(CACHE_ROWS * pairs), new Float64Array(CACHE_ROWS * pairs)];
  for (let at = 0; at < cos.length; at++) {
    const angle = Math.floor(at / pairs) * frequencies[at % pairs];
    cos[at] = Math.cos(angle);
    sin[at] = Math.sin(angle);
  }
  return { cos, sin, shape: [CACHE_ROWS, pairs] };
}
