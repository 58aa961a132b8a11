// positional.js: recognises the tensors about position in a checkpoint by their names.

/** @typedef {"table" | "frequencies" | "divisors" | "cache" | "vectors" | "buckets" | "window"} Kind */

/** Endings of tensor names in checkpoints of Hugging Face, PyTorch, timm, Meta and GGUF.
 * @type {readonly [Kind, RegExp][]} */
const endings = [
  ["buckets", /(^|[._])(relative_attention_bias|attn_rel_b)(\.weight)?$/],
  ["window", /(^|[._])relative_position_bias_table$/],
  ["frequencies", /(^|[._])inv_freq$/],
  ["divisors", /(^|[._])(rope_freqs|rope_factors_(long|short))\.weight$/],
  ["cache", /(^|[._])(cos|sin)(_cached?)?$/],
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
const COUPLED = /(^|[._])(cos|sin|input|output|before|after)((?:_cached?)?)$/;

/** Whether a tensor is the second of a pair. @param {string} name */
export function isSecond(name) {
  const word = COUPLED.exec(name)?.[2];
  return couples.some(([, second]) => second === word);
}

/** The name of the other tensor of a pair; undefined for a single tensor. @param {string} name */
export function partnerOf(name) {
  const word = COUPLED.exec(name)?.[2];
  const couple = couples.find((each) => each.some((one) => one === word));
  const other = couple?.find((one) => one !== word);
  return other && name.replace(COUPLED, `$1${other}$3`);
}

/** The number of positions in a cache made from frequencies. */
const ROWS = 256;

/**
 * The cosines and sines of the first positions for given frequencies.
 * @param {ArrayLike<number>} frequencies radians per position
 * @returns {{ cos: Float64Array, sin: Float64Array, shape: [rows: number, pairs: number] }}
 */
export function cacheOf(frequencies) {
  const pairs = frequencies.length;
  const [cos, sin] = [new Float64Array(ROWS * pairs), new Float64Array(ROWS * pairs)];
  for (let at = 0; at < cos.length; at++) {
    const angle = Math.floor(at / pairs) * frequencies[at % pairs];
    cos[at] = Math.cos(angle);
    sin[at] = Math.sin(angle);
  }
  return { cos, sin, shape: [ROWS, pairs] };
}
