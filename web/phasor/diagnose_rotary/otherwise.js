// otherwise.js: vectors before and after a map that is almost a rotation: the features of a pair turn by two angles,
// a minus is missing, or lengths change.
import { problem } from "../diagnose/messages.js";
import { square } from "../elementary.js";
import { floorOf, PART, roundoffOf } from "./cache.js";
import { extents } from "./vectors.js";

/** @import { FloatArray } from "../check.js" */
/** @import { Finding } from "../diagnose/messages.js" */
/** @import { Layout, Read } from "./cache.js" */

/** The part of the vectors that may remain unexplained. */
const LEFT = 0.05;
/** Rows that are tried before all of them. */
const LOOKED = 64;
/** For fine formats: two unknowns from few equations are less exact than the numbers are. */
const LESS = 64;
/** Above this, lengths differ. */
const UNEVEN = 0.02;

/**
 * What a feature becomes: itself times a cosine, and another times a sine.
 * @typedef {object} Design
 * @property {Layout} layout of the pairs
 * @property {Layout} doubled whose features have one cosine and one sine
 * @property {boolean} minus whether the first of a pair subtracts
 * @property {boolean} even whether lengths do not change
 */
/** @type {Design[]} */
const designs = [
  { layout: "half", doubled: "interleaved", minus: true, even: true },
  { layout: "interleaved", doubled: "half", minus: true, even: true },
  { layout: "half", doubled: "half", minus: false, even: true },
  { layout: "interleaved", doubled: "interleaved", minus: false, even: true },
  { layout: "half", doubled: "half", minus: true, even: false },
  { layout: "interleaved", doubled: "interleaved", minus: true, even: false },
];

/**
 * The design that explains the vectors best, of the likeliest features; undefined if none does.
 * @param {FloatArray} input (blocks, rows, width) @param {FloatArray} output
 * @param {number} blocks @param {number} rows @param {number} width
 * @param {{ start: number, size: number }} [also] features that are expected to turn
 * @returns {{ read: Read, finding: Finding | undefined } | undefined} finding: none if lengths alone change
 */
export function otherwiseOf(input, output, blocks, rows, width, also) {
  let [first, last] = [width, -1];
  for (let at = 0; at < input.length; at++) {
    if (output[at] === input[at]) continue;
    first = Math.min(first, at % width);
    last = Math.max(last, at % width);
  }
  /** @type {(ReturnType<typeof solved> & { design: Design, start: number }) | undefined} */
  let best;
  for (const [start, size] of last < 0 ? [] : extents(first, last + 1, width, also)) {
    // Features that stay would fit as well.
    if (best) break;
    for (const design of designs) {
      // A block alone can be turned and stretched into any other.
      if (!design.even && blocks < 2) continue;
      /** @param {number} every */
      const at = (every) => solved(input, output, blocks, rows, width, start, size, design, every);
      if (rows > 4 * LOOKED && !(at(Math.floor(rows / LOOKED)).score <= 4 * LEFT)) continue;
      const found = at(1);
      if (found.score <= LEFT && !(best && best.score <= found.score)) {
        best = { ...found, design, start };
      }
    }
  }
  if (!best) return undefined;
  const { design, start, pairs, cos, sin, weights } = best;
  const finding = design.even ? described(design, pairs) : undefined;
  const roundoff = roundoffOf(output);
  /** @type {Read} */
  const read = {
    ...{ rows, pairs, cos, sin, weights, vectors: true, part: PART, noise: 0, shared: 0 },
    // Of coarse formats, what is left shows by itself.
    ...{ unit: roundoff > 1e-4 ? roundoff : LESS * roundoff, floor: floorOf(roundoff) },
    ...{ layout: design.layout, rotaryStart: start, reordered: false, present: undefined },
  };
  return { read, finding };
}

/** @param {Design} design @param {number} pairs */
function described({ layout, doubled, minus }, pairs) {
  if (!minus) {
    const message = `The features of a pair each add the other times the sine, so this is not a rotation: rotate_half of the halves x₁ and x₂ is (−x₂, x₁), with a minus; for neighbours likewise.`;
    return problem("missing-minus", message);
  }
  const words = { half: `(i, i + ${pairs})`, interleaved: "(2i, 2i + 1)" };
  const how =
    layout === "half"
      ? "put them side by side twice, as cat does, instead of repeating each, as repeat_interleave does"
      : "repeat each, as repeat_interleave does, instead of putting them side by side twice, as cat does";
  const message = `The pairs are ${words[layout]}, but cosines and sines are doubled for ${words[doubled]}, so the two features of a pair turn by different angles, which is not a rotation: ${how}.`;
  return problem("mixed-doubling", message);
}

/**
 * Cosines and sines of each row and group of features by least squares. The score is what is left of the vectors and,
 * unless lengths may change, how much the lengths of the arrows do.
 * @param {FloatArray} input @param {FloatArray} output @param {number} blocks @param {number} all rows
 * @param {number} width @param {number} start @param {number} size @param {Design} design
 * @param {number} every of so many rows, one is read
 */
function solved(input, output, blocks, all, width, start, size, design, every) {
  const { layout, doubled, minus, even } = design;
  const pairs = size / 2;
  const rows = Math.ceil(all / every);
  const [cos, sin, weights] = Array.from({ length: 3 }, () => new Float64Array(pairs * rows));
  let [left, whole, uneven] = [0, 0, 0];
  for (let i = 0; i < pairs; i++) {
    const features = doubled === "half" ? [i, i + pairs] : [2 * i, 2 * i + 1];
    let [n, mean, squares] = [0, 0, 0];
    for (let p = 0; p < rows; p++) {
      let [aa, ab, bb, au, bu, uu] = [0, 0, 0, 0, 0, 0];
      for (const c of features) {
        const first = layout === "half" ? c < pairs : c % 2 === 0;
        const other = layout === "half" ? (c + pairs) % size : c + (first ? 1 : -1);
        for (let block = 0; block < blocks; block++) {
          const at = (block * all + p * every) * width + start;
          const a = input[at + c];
          const b = minus && first ? -input[at + other] : input[at + other];
          const u = output[at + c];
          aa += a * a;
          ab += a * b;
          bb += b * b;
          au += a * u;
          bu += b * u;
          uu += u * u;
        }
      }
      const determinant = Math.max(aa * bb - ab * ab, 1e-300);
      const to = i * rows + p;
      cos[to] = (bb * au - ab * bu) / determinant;
      sin[to] = (aa * bu - ab * au) / determinant;
      const middle = (aa + bb) / 2;
      // The smaller eigenvalue: how well the worse of both unknowns is known.
      weights[to] = determinant / (middle + Math.sqrt(Math.max(0, square(middle) - determinant)));
      left += Math.max(0, uu - cos[to] * au - sin[to] * bu);
      whole += uu;
      const length = Math.sqrt(square(cos[to]) + square(sin[to]));
      n += weights[to];
      mean += weights[to] * length;
      squares += weights[to] * square(length);
    }
    uneven += Math.max(0, squares / n / square(mean / n) - 1) / pairs;
  }
  const off = Math.sqrt(left / Math.max(whole, 1e-300));
  const spread = Math.sqrt(uneven);
  const score = even ? off + spread : spread > UNEVEN ? off : Infinity;
  return { pairs, cos, sin, weights, score };
}
