// What <phasor-models> shows of a model: its kinds of layers, and the wavelengths of their pairs.
import { ropeFrequencies } from "../../phasor/index.js";
import { wavelength, whole } from "../core/index.js";

/** @import { RopeScaling } from "../../phasor/rope/scaling.js" */

/**
 * Layers that are alike.
 * @typedef {object} Kind
 * @property {number} layers how many
 * @property {string} type such as "full_attention", as `ropeFromConfig` names it
 * @property {number} head features of a head, those included that never rotate
 * @property {number} dHead of the part of a head that the rotation counts its features in
 * @property {number} rotaryDim @property {number} base @property {RopeScaling | undefined} scaling
 * @property {Float64Array} [frequencies] where they do not follow from the above
 */

/** @typedef {{ name: string, kinds: Kind[], context: number | undefined }} Model context: the longest text, in tokens */

/** A kind of layers with the positions in a turn of each pair; Infinity: the pair stands still. @typedef {Kind & { turns: Float64Array, attends: "all" | "window" | "none" }} Layers */

const WINDOWED = /sliding|chunked|local/;
const NOT_ATTENTION = /linear|mamba|conv|recurrent|kda|delta/;

/** @param {Model} model @returns {Layers[]} */
export const layersOf = ({ kinds, context }) =>
  kinds.map((kind) => ({
    ...kind,
    turns: turnsOf(kind, context),
    attends: WINDOWED.test(kind.type) ? "window" : NOT_ATTENTION.test(kind.type) ? "none" : "all",
  }));

/** @param {Kind} kind @param {number | undefined} length of the text, for rules that depend on it */
function turnsOf({ head, dHead, rotaryDim, base, scaling, frequencies }, length) {
  const turns = new Float64Array(head >> 1).fill(Infinity);
  if (rotaryDim === 0) return turns;
  const rotating =
    frequencies ?? ropeFrequencies(dHead, { rotaryDim, base, scaling, length }).frequencies;
  turns.set(rotating.map((frequency) => (2 * Math.PI) / frequency));
  return turns;
}

/** How many pairs turn. @param {Layers} layers */
const countTurning = ({ turns }) => turns.filter(Number.isFinite).length;

/** What its layers do, in sentences. @param {Model} model @param {Layers[]} groups */
export function sentenceOf({ name, context }, groups) {
  const total = groups.reduce((sum, { layers }) => sum + layers, 0);
  const clauses = groups.map((group, n) => {
    const { layers, turns, attends } = group;
    const count =
      n === 0 ? (layers === total ? `all ${total}` : `${layers} of ${total}`) : `${layers}`;
    const subject = `${count} layers`;
    if (attends === "none") return `${subject} have no attention`;
    const clause = `${subject} see ${attends === "window" ? "a window" : "the whole text"}`;
    const live = countTurning(group);
    if (live === 0) return `${clause} and turn nothing`;
    const part = live === turns.length ? `all ${live}` : `${live} of ${turns.length}`;
    return `${clause} and turn ${part} pairs, the slowest once in ${slowest(turns)} tokens`;
  });
  const text = context === undefined ? "" : ` Longest text: ${whole(context)} tokens.`;
  return `**${name}:** ${clauses.join("; ")}.${text}`;
}

/** @param {Float64Array} turns */
function slowest(turns) {
  const longest = Math.max(...turns.filter(Number.isFinite));
  return wavelength(Number(longest.toPrecision(3)));
}
