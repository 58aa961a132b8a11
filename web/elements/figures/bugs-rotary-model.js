// Rotary embeddings with the mistakes that ports make: the cosines and sines of such a port, and
// the resulting scores of a query with its keys.
import { ropeFrequencies, ropeFromConfig } from "../../phasor/index.js";
import { SLIP_NAMES } from "./bugs-model.js";
import { answerFor } from "./bugs-verdict.js";

/** @import { Layout } from "../../phasor/diagnose_rotary/cache.js" */
/** @import { RopeOptions } from "../../phasor/rope/scaling.js" */
/** @import { DataOf, Table } from "../core/types.js" */
/** @import { P } from "./bugs.js" */
/** @import { RotaryQuestion } from "./bugs-answer.js" */

/** Which features form pairs. @typedef {{ layout: Layout, rotaryStart: number }} Pairing */
/** The expected rotation. A file may give no layout, and a list of frequencies instead of a base. @typedef {RopeOptions & { dHead: number, rotaryDim: number, rotaryStart: number, layout?: Layout, direction: 1 | -1 }} Expected */
/** @typedef {Expected & Pairing & { base: number }} Rope */
/** @typedef {typeof SLIP_NAMES[number]} Slip */

/** @type {Record<Slip, string>} */
const WORDS = {
  layout: "pairs of the other layout",
  base: "another base",
  start: "counted from 1",
  restart: "the cache's offset forgotten",
  scaling: "scaling left out",
  factor: "attention factor left out",
  sign: "sines with the wrong sign",
  part: "another part of the head turned",
  swapped: "sine and cosine swapped",
  bfloat16: "angles in bfloat16",
};
export const SLIPS = SLIP_NAMES.map((name) => ({ name, words: WORDS[name] }));

/** Most rows, most entries of a table of vectors, and the widest head of the example. */
const MAX_ROWS = 256;
const MAX_ENTRIES = 2 ** 14;
const MAX_HEAD_WIDTH = 256;

/** The expected rotation without a configuration: made up so that every mistake applies to it. @param {number} dModel @returns {Rope} */
function example(dModel) {
  const dHead = Math.max(Math.min(dModel, MAX_HEAD_WIDTH), 8);
  return {
    ...{ dHead, rotaryDim: dHead, rotaryStart: 0, layout: "half", direction: 1, base: 500000 },
    scaling: { type: "yarn", factor: 4, original_max_position_embeddings: 8192 },
  };
}

/** @typedef {{ rope: Rope, fromConfig: boolean, problem: string }} Model */

/** The expected rotation. @param {string} config the text of a config.json @param {number} dModel @returns {Model} */
export function modelOf(config, dModel) {
  const unconfigured = { rope: example(dModel), fromConfig: false, problem: "" };
  if (!config.trim()) return unconfigured;
  try {
    const { rotates, positions, ...rope } = ropeFromConfig(config);
    if (rotates) return { rope, fromConfig: true, problem: "" };
    return { ...unconfigured, problem: `no rotary embedding; positions: ${positions}` };
  } catch (error) {
    return { ...unconfigured, problem: /** @type {Error} */ (error).message };
  }
}

/** @param {Expected} rope */
function frequenciesOf({ dHead, rotaryDim, base, scaling, length, frequencies, attentionFactor }) {
  const rule = base === undefined ? { frequencies, attentionFactor } : { base, scaling, length };
  return ropeFrequencies(dHead, { rotaryDim, ...rule });
}

/** Whether a slip would change the rotation. @param {Slip} slip @param {Rope} rope */
function applies(slip, rope) {
  if (slip === "scaling") return (rope.scaling?.type ?? "default") !== "default";
  return slip !== "factor" || frequenciesOf(rope).attentionFactor !== 1;
}

/** The base that a port uses by mistake. @param {Expected} rope */
export const otherBase = ({ base }) => (base === 10000 ? 500000 : 10000);
/** How many features turn by mistake: all if only some should, otherwise half. @param {Expected} rope */
export const otherDim = ({ dHead, rotaryDim }) =>
  rotaryDim < dHead ? dHead : 2 * Math.floor(rotaryDim / 4);

/** A port's rotation; cos, sin: (rows, pairs). @typedef {Pairing & { cos: Float64Array, sin: Float64Array }} Port */

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);
/** Rounds to bfloat16, ties to even. @param {number} x */
function toBfloat16(x) {
  float[0] = x;
  bits[0] = (bits[0] + 0x7fff + ((bits[0] >>> 16) & 1)) & 0xffff0000;
  return float[0];
}

/** The rotation with these slips. @param {Expected & Pairing} rope @param {readonly Slip[]} slips @param {number} rows @returns {Port} */
export function portOf(rope, slips, rows) {
  const has = (/** @type {Slip} */ slip) => slips.includes(slip);
  const otherLayout = rope.layout === "half" ? "interleaved" : "half";
  const { frequencies, attentionFactor } = portFrequencies(rope, has);
  const pairs = frequencies.length;
  const [cos, sin] = [new Float64Array(rows * pairs), new Float64Array(rows * pairs)];
  const [start, restarts] = [has("start") ? 1 : 0, has("restart")];
  const round = has("bfloat16") ? toBfloat16 : (/** @type {number} */ x) => x;
  const sign = has("sign") ? -rope.direction : rope.direction;
  const middle = restartOf(rows);
  const rounded = frequencies.map(round);
  for (let row = 0, at = 0; row < rows; row++) {
    const position = round((restarts && row >= middle ? row - middle : row) + start);
    for (let i = 0; i < pairs; i++, at++) {
      const angle = round(position * rounded[i]);
      cos[at] = attentionFactor * Math.cos(angle);
      sin[at] = sign * attentionFactor * Math.sin(angle);
    }
  }
  const layout = has("layout") ? otherLayout : rope.layout;
  const [c, s] = has("swapped") ? [sin, cos] : [cos, sin];
  return { rotaryStart: rope.rotaryStart, layout, cos: c, sin: s };
}

/** The row at which a port that forgets its cache's offset starts again from position 0. @param {number} rows */
export const restartOf = (rows) => rows >> 1;

/** @param {Expected} rope @param {(slip: Slip) => boolean} has */
function portFrequencies(rope, has) {
  const base = has("base") ? otherBase(rope) : rope.base;
  const rotaryDim = has("part") ? otherDim(rope) : rope.rotaryDim;
  const scaling = has("scaling") ? undefined : rope.scaling;
  const rule = ruleOf({ ...rope, base, rotaryDim, scaling });
  return has("factor") ? { ...rule, attentionFactor: 1 } : rule;
}

/** The frequencies; a scaling rule whose lists do not fit rotaryDim is left out. @param {Expected} rope */
function ruleOf(rope) {
  try {
    return frequenciesOf(rope);
  } catch {
    return frequenciesOf({ ...rope, scaling: undefined });
  }
}

/** The two features of a pair. @param {Pairing} port @param {number} pairs @param {number} pair @returns {[number, number]} */
export const featuresOf = ({ layout, rotaryStart }, pairs, pair) =>
  layout === "half"
    ? [rotaryStart + pair, rotaryStart + pair + pairs]
    : [rotaryStart + 2 * pair, rotaryStart + 2 * pair + 1];

/** Vectors, rotated as the port does. @param {Float64Array} x (rows, width) @param {number} width @param {Port} port */
export function rotate(x, width, port) {
  const result = x.slice();
  const rows = x.length / width;
  const pairs = port.cos.length / rows;
  const [first, second] = [0, 1].map((which) =>
    Int32Array.from({ length: pairs }, (_, i) => featuresOf(port, pairs, i)[which]),
  );
  for (let row = 0, at = 0; row < rows; row++) {
    for (let i = 0; i < pairs; i++, at++) {
      const a = row * width + first[i];
      const z = row * width + second[i];
      result[a] = x[a] * port.cos[at] - x[z] * port.sin[at];
      result[z] = x[a] * port.sin[at] + x[z] * port.cos[at];
    }
  }
  return result;
}

/** A made-up vector, repeated in each row; a key's features are slightly larger than the query's, so that near keys have high scores. @param {number} width @param {number} rows @param {number} middle */
const repeated = (width, rows, middle) =>
  Float64Array.from(
    { length: rows * width },
    (_, at) => (((7 * (at % width) + 3) % 12) - middle) / 6,
  );

/** Pseudo-random numbers from −1 to 1. @param {number} count */
function pseudoRandom(count) {
  const numbers = new Float64Array(count);
  let state = 1;
  for (let at = 0; at < count; at++) {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    const mixed = Math.imul(state ^ (state >>> 13), 0x297a2d39);
    numbers[at] = (mixed ^ (mixed >>> 16)) / 2 ** 31;
  }
  return numbers;
}

/** @param {Float64Array} one @param {number} at @param {Float64Array} other @param {number} from @param {number} width */
function dot(one, at, other, from, width) {
  let sum = 0;
  for (let f = 0; f < width; f++) sum += one[at + f] * other[from + f];
  return sum;
}

/**
 * The data of the tab.
 * @typedef {object} RotaryD
 * @property {Model} model
 * @property {Slip[]} usable slips that apply to this model @property {Slip[]} slips those that are on
 * @property {number} steps number of rows shown
 * @property {Expected | undefined} expected the expected rotation; undefined for a file without one
 * @property {Port | undefined} port undefined until a file's rotation is known
 * @property {Pairing} layout of the dials' pairs: the expected one, or else the actual one
 * @property {number} pairs @property {number} width of a vector
 * @property {Float64Array} queries @property {Float64Array} keys
 * @property {Rotated | undefined} actual @property {Rotated | undefined} correct
 * @property {number} at the query's position
 * @property {{ offsets: Float64Array, actual?: Float64Array, correct?: Float64Array }} scores
 * @property {number[]} dialPairs a fast, the chosen and the slowest pair
 * @property {{ is?: Trail, should?: Trail, longest: number }[]} trails the query's features in these pairs, at each position
 * @property {RotaryQuestion | undefined} rotaryQuestion the question for the package
 */
/** Queries and keys at all positions. @typedef {{ q: Float64Array, k: Float64Array }} Rotated */
/** @typedef {{ xs: Float64Array, ys: Float64Array }} Trail */

/** @type {DataOf<P, RotaryD>} */
export const rotaryData = {
  model: ({ config, dModel }) => modelOf(config, dModel),
  usable: (_, { model }) =>
    SLIPS.map(({ name }) => name).filter((name) => applies(name, model.rope)),
  slips({ bugs }, { usable }) {
    const names = bugs.split(/[\s,]+/);
    return usable.filter((name) => names.includes(name));
  },
  steps({ rotation, length }, { model }) {
    if (rotation) return Math.min(rotation.rows, MAX_ROWS);
    const maxRows = Math.min(MAX_ROWS, Math.floor(MAX_ENTRIES / model.rope.dHead));
    return Math.max(Math.min(length, maxRows), 16);
  },
  expected({ rotation }, { model }) {
    if (!rotation || model.fromConfig) return model.rope;
    return rotation.expect;
  },
  port({ rotation, reply }, { model, slips, steps, rotaryQuestion }) {
    if (!rotation) return portOf(model.rope, slips, steps);
    const answer = answerFor({ reply }, rotaryQuestion);
    return answer && rotation.portOf(answer, steps);
  },
  layout(_, { expected, port }) {
    const { layout = port?.layout ?? "half", rotaryStart = 0 } = expected ?? port ?? {};
    return { layout, rotaryStart };
  },
  pairs: (_, { expected, port, steps }) =>
    expected ? expected.rotaryDim / 2 : port ? port.cos.length / steps : 1,
  width({ rotation }, { port, expected, model, steps }) {
    if (!rotation) return model.rope.dHead;
    const pairs = port ? port.cos.length / steps : 0;
    const minWidth = port && pairs > 0 ? 1 + featuresOf(port, pairs, pairs - 1)[1] : 2;
    return Math.max(expected?.dHead ?? 0, minWidth);
  },
  queries: (_, { steps, width }) => repeated(width, steps, 5.5),
  keys: (_, { steps, width }) => repeated(width, steps, 4.5),
  actual: (_, { port, queries, keys, width }) =>
    port && { q: rotate(queries, width, port), k: rotate(keys, width, port) },
  correct(_, { expected, layout, queries, keys, width, steps }) {
    if (!expected) return undefined;
    const correctPort = portOf({ ...expected, ...layout }, [], steps);
    return { q: rotate(queries, width, correctPort), k: rotate(keys, width, correctPort) };
  },
  at: ({ position }, { steps }) => Math.min(Math.round(position), steps - 1),
  scores(_, { actual, correct, steps, width, at }) {
    const of = (/** @type {Rotated | undefined} */ rotated) =>
      rotated &&
      Float64Array.from({ length: steps }, (_, n) =>
        dot(rotated.q, at * width, rotated.k, n * width, width),
      );
    return {
      offsets: Float64Array.from({ length: steps }, (_, n) => n - at),
      actual: of(actual),
      correct: of(correct),
    };
  },
  dialPairs: ({ pair }, { pairs }) => [0, Math.min(pair, pairs - 1), pairs - 1],
  trails: (_, { dialPairs, actual, correct, layout, pairs, width, steps }) =>
    dialPairs.map((pair) => {
      const [is, should] = [actual, correct].map((rotated) => {
        const [xs, ys] = featuresOf(layout, pairs, pair).map((f) =>
          Float64Array.from({ length: steps }, (_, n) => rotated?.q[n * width + f] ?? 0),
        );
        return rotated && { xs, ys };
      });
      let longest = 1e-9;
      for (const trail of [is, should]) {
        for (let n = 0; trail && n < steps; n++)
          longest = Math.max(longest, Math.hypot(trail.xs[n], trail.ys[n]));
      }
      return { is, should, longest };
    }),
  rotaryQuestion({ rotation, held }, { model, slips, steps, expected }) {
    if (held) return undefined;
    if (rotation) return { ...rotation.question, expect: expected };
    const { dHead } = model.rope;
    const input = pseudoRandom(steps * dHead);
    const output = rotate(input, dHead, portOf(model.rope, slips, steps));
    return { data: { input, output }, shape: [steps, dHead], expect: model.rope };
  },
};

/** @param {RotaryD} d @returns {Table} */
export function rotaryTable({ scores: { offsets, actual, correct } }) {
  const lists = [offsets, ...(correct ? [correct] : []), ...(actual ? [actual] : [])];
  return {
    columns: ["offset", ...(correct ? ["right"] : []), ...(actual ? ["port"] : [])],
    rows: Array.from(offsets, (_, n) => lists.map((list) => list[n])),
  };
}
