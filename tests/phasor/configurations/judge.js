// judge.js: compares what ropeFromConfig returns with what a model's own code does, for the tables in
// this folder. Each function returns the disagreements, in words.

/** @typedef {typeof import("../../../web/phasor/index.js")} Package */
/**
 * @typedef {object} Expected
 * @property {boolean} rotates
 * @property {number[]} [layers] the layers that this is true of; all if left out
 * @property {number} head number of features of a head
 * @property {number} rotaryDim
 * @property {number} rotaryStart
 * @property {"half" | "interleaved"} layout
 * @property {1 | -1} direction
 * @property {[pair: number, radians: number][]} frequencies
 * @property {number} attentionFactor
 */
/**
 * @typedef {{ name: string, source?: string, note?: string, length?: number,
 *   config: Record<string, unknown>, expected: Expected[] }} Configuration
 */
/**
 * @typedef {{ name: string, source: string, part?: "vision" | "audio", positions: number[][],
 *   config: Record<string, unknown>, rotated: number[] }} Rotated
 */
/**
 * For each variant and type of layer: the number of pairs, the frequencies of pair 1, of the middle
 * pair and of the last one, and the attention factor.
 * @typedef {{ name: string, source: string, sizes: Record<string, unknown>,
 *   expected: Record<string, Record<string, number[]>> }} Variants
 */
/** @typedef {{ list: string[], silent: boolean }} Verdict silent: nothing warns of the disagreement */

/** @param {number} a @param {number} b @param {number} tolerance */
const close = (a, b, tolerance) =>
  Math.abs(a - b) <= tolerance * Math.max(Math.abs(a), Math.abs(b));

/** The expected frequencies of whole configurations have 13 digits. */
const DIGITS = 1e-11;
/** Those of variants come from float32 and have six digits. */
const SINGLE = 1e-5;
/** The vectors have ten digits. */
const ROTATED = 1e-9;

/** @param {Package} phasor @param {Configuration} configuration @returns {Verdict} */
export function judge({ ropeFromConfig }, { config, length, expected }) {
  const all = expected.flatMap((expectation) =>
    (expectation.layers ?? [undefined]).map((layer) => {
      /** @type {any} */
      let rope;
      try {
        rope = ropeFromConfig(config, { length, layer });
      } catch (error) {
        return { list: [String(error)], silent: false };
      }
      const list = unlike(rope, expectation, JSON.stringify(config));
      return { list, silent: list.length > 0 && rope.warnings.length === 0 };
    }),
  );
  return { list: all.flatMap(({ list }) => list), silent: all.some(({ silent }) => silent) };
}

/** @param {any} rope @param {Expected} expected @param {string} text of the configuration */
function unlike(rope, expected, text) {
  /** @type {string[]} */
  const list = [];
  /** @param {string} what @param {unknown} actual @param {unknown} wanted */
  const differs = (what, actual, wanted) => list.push(`${what} is ${actual} instead of ${wanted}`);
  if (rope.rotates !== expected.rotates) differs("rotates", rope.rotates, expected.rotates);
  if (!rope.rotates || !expected.rotates) return list;
  const isWholeHead = rope.dHead === expected.head && rope.rotaryStart === expected.rotaryStart;
  // A separate part of the head for positions may be described as a separate head.
  const isSeparate = rope.dHead === expected.rotaryDim && rope.rotaryStart === 0;
  if (!isWholeHead && !(isSeparate && text.includes('"qk_rope_head_dim"'))) {
    differs(
      "the head",
      `${rope.dHead} from ${rope.rotaryStart}`,
      `${expected.head} from ${expected.rotaryStart}`,
    );
  }
  for (const name of /** @type {const} */ (["rotaryDim", "layout"])) {
    if (rope[name] !== expected[name]) differs(name, rope[name], expected[name]);
  }
  if (rope.frequencies.length !== expected.rotaryDim / 2) {
    differs("the number of pairs", rope.frequencies.length, expected.rotaryDim / 2);
  }
  for (const [pair, radians] of expected.frequencies) {
    // Direction -1 equals negative frequencies.
    const rotation = rope.frequencies[pair] * rope.direction;
    const wanted = radians * expected.direction;
    if (!close(rotation, wanted, DIGITS)) differs(`frequency ${pair}`, rotation, wanted);
  }
  if (!close(rope.attentionFactor, expected.attentionFactor, DIGITS)) {
    differs("attentionFactor", rope.attentionFactor, expected.attentionFactor);
  }
  return list;
}

/** @param {Package} phasor @param {Rotated} row @returns {Verdict} */
export function judgeRotated(phasor, { config, part, positions, rotated }) {
  try {
    const rope = phasor.ropeFromConfig(config, { part });
    const x = Float64Array.from({ length: rope.dHead }, (_, i) => Math.sin(i + 1));
    const at = positions.length === 1 ? positions[0] : positions;
    const rotary = new phasor.RotaryEmbedding(rope.dHead, rope);
    const actual = rotary.apply(x, [1, rope.dHead], { positions: at });
    const error = Math.max(...rotated.map((value, i) => Math.abs(value - actual[i])));
    const isSame = actual.length === rotated.length && error < ROTATED;
    return { list: isSame ? [] : [`the vector is ${error} away`], silent: !isSame };
  } catch (error) {
    return { list: [String(error)], silent: false };
  }
}

const theta = { rope_theta: 12345 };
/** What each variant adds to the sizes. @type {Record<string, Record<string, unknown>>} */
const variants = {
  "no-head": {},
  theta,
  "params-default": { rope_parameters: { rope_type: "default", rope_theta: 12345 } },
  "params-notheta": { rope_parameters: { rope_type: "default" } },
  linear: { ...theta, rope_scaling: { type: "linear", factor: 2 } },
  yarn: {
    ...theta,
    rope_scaling: { type: "yarn", factor: 4, original_max_position_embeddings: 2048 },
  },
  wide: { ...theta, hidden_size: 6144, num_attention_heads: 64 },
};

/** The configuration of a variant. @param {Variants} row @param {string} variant */
export function variantOf({ name, sizes }, variant) {
  if (variant === "empty") return { model_type: name };
  return { model_type: name, ...sizes, ...variants[variant] };
}

/** A published configuration with one key deleted, null, renamed or turned into text.
 * @param {Record<string, any>} isWholeHead @param {string} mutation such as "delete rope_scaling.factor"
 */
export function mutated(isWholeHead, mutation) {
  const { text_config: inner } = isWholeHead;
  const config = structuredClone(
    inner ? { model_type: isWholeHead.model_type, ...inner } : isWholeHead,
  );
  const [what, path] = mutation.split(" ");
  const names = path.split(".");
  const key = /** @type {string} */ (names.pop());
  const place = names.length > 0 ? config[names[0]] : config;
  const { [key]: value } = place;
  delete place[key];
  if (what === "rename") place[`x_${key}`] = value;
  if (what === "null") place[key] = null;
  if (what === "retype") place[key] = String(value);
  return config;
}

/** @param {Package} phasor @param {Variants} row @param {string} variant @returns {Verdict} */
export function judgeVariant(phasor, row, variant) {
  return judgeSeries(phasor, variantOf(row, variant), row.expected[variant]);
}

/** @param {Package} phasor @param {Record<string, unknown>} config
 * @param {Record<string, number[]>} expected for each type of layer @returns {Verdict} */
export function judgeSeries({ ropeFromConfig }, config, expected) {
  /** @type {Verdict} */
  const verdict = { list: [], silent: false };
  for (const [type, wanted] of Object.entries(expected)) {
    const [pairs, second, middle, last, factor] = wanted;
    try {
      const rope = ropeFromConfig(config, { layer: type === "" ? undefined : type });
      const { frequencies: w, attentionFactor } = rope;
      const actual = [w[w.length > 1 ? 1 : 0], w[w.length >> 1], w[w.length - 1], attentionFactor];
      const alike = [second, middle, last, factor].every((x, i) => close(x, actual[i], SINGLE));
      if (w.length === pairs && alike) continue;
      verdict.list.push(`${type}: ${w.length} pairs, ${actual} instead of ${wanted}`);
      verdict.silent ||= rope.warnings.length + rope.differences.length === 0;
    } catch (error) {
      verdict.list.push(String(error));
    }
  }
  return verdict;
}

/**
 * What a .gguf file of an architecture is read as, against the pairs that llama.cpp has for it.
 * @param {Package} phasor @param {typeof import("../../../web/checkpoints/gguf.js").ggufReader} ggufReader
 * @param {string} model @param {string} pairs "half", "interleaved" or "none" @returns {Promise<Verdict>}
 */
export async function judgeGguf({ ropeFrequencies }, ggufReader, model, pairs) {
  /** @type {[string, unknown][]} */
  const metadata = [
    ["general.architecture", model],
    // Files of Granite 4 say by this key whether their layers rotate.
    [`${model}.rope.scaling.finetuned`, pairs !== "none"],
    [`${model}.rope.freq_base`, 10000],
    [`${model}.embedding_length`, 4096],
    [`${model}.attention.head_count`, 32],
    [`${model}.rope.dimension_count`, 128],
    [`${model}.attention.sliding_window`, 1024],
  ];
  const container = /** @type {any} */ ({ metadata: new Map(metadata), tensors: [] });
  const read = await ggufReader(container, ropeFrequencies);
  const types = read(undefined, undefined).layerTypes;
  const ropes = types.map((type) => read(type, undefined));
  const turning = ropes.find(({ rotates }) => rotates);
  const actual = turning ? turning.layout : "none";
  const warned = ropes.some(({ warnings }) => warnings.length > 0);
  return {
    list: actual === pairs ? [] : [`${actual} instead of ${pairs}`],
    silent: actual !== pairs && !warned,
  };
}
