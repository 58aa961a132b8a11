// otherwise.js: recognises maps that are almost rotations: the two features of a pair turn by
// different angles, a minus is missing, or lengths change.
import { problem } from "../diagnose/messages.js";
import { square } from "../elementary.js";
import { floorOf, PART, roundoffOf } from "./cache.js";
import { extents, turnedFeatures } from "./vectors.js";

/** @import { FloatArray } from "../check.js" */
/** @import { Finding } from "../diagnose/messages.js" */
/** @import { Layout, Read } from "./cache.js" */

/** Share of the vectors that may remain unexplained. */
const LEFT = 0.05;
/** Number of rows that are tried before all rows. */
const LOOKED = 64;
/** Factor of the roundoff of fine formats: two unknowns from few equations lose precision. */
const LESS = 64;
/** Spread of lengths above which they differ. */
const UNEVEN = 0.02;

/**
 * How a feature is computed: itself times a cosine plus or minus another feature times a sine.
 * @typedef {object} Design
 * @property {Layout} layout of the pairs
 * @property {Layout} doubled layout by which two features share a cosine and a sine
 * @property {boolean} minus whether the first feature of a pair subtracts the other
 * @property {boolean} even whether lengths stay the same
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
 * The design that explains the vectors best, for the likeliest range of features; undefined if none
 * does.
 * @param {FloatArray} input (blocks, rows, width) @param {FloatArray} output
 * @param {number} blocks @param {number} rows @param {number} width
 * @param {{ start: number, size: number }} [also] features that are expected to turn
 * @returns {{ read: Read, finding: Finding | undefined } | undefined} finding: undefined if only
 *   lengths change
 */
export function otherwiseOf(input, output, blocks, rows, width, also) {
  const [first, last] = turnedFeatures(input, output, width);
  /** @type {(ReturnType<typeof solved> & { design: Design, start: number }) | undefined} */
  let best;
  for (const [start, size] of last < 0 ? [] : extents(first, last + 1, width, also)) {
    // Larger ranges, with features that do not turn, would fit as well.
    if (best) break;
    for (const design of designs) {
      // A single block can be turned and stretched into any other.
      if (!design.even && blocks < 2) continue;
      /** @param {number} count of blocks @param {number} every */
      const at = (count, every) =>
        solved(input, output, count, rows, width, start, size, design, every);
      const some = Math.min(blocks, LOOKED);
      const every = rows > 4 * LOOKED ? Math.floor(rows / LOOKED) : 1;
      if ((every > 1 || some < blocks) && !(at(some, every).score <= 4 * LEFT)) continue;
      const found = at(blocks, 1);
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
    // In coarse formats the errors are visible anyway.
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
 * Cosines and sines of each row and pair of features by least squares. The score is the unexplained
 * share of the vectors plus, unless lengths may change, the spread of the arrows' lengths.
 * @param {FloatArray} input @param {FloatArray} output @param {number} blocks @param {number} all rows
 * @param {number} width @param {number} start @param {number} size @param {Design} design
 * @param {number} every reads one of so many rows
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
      // The smaller eigenvalue: the precision of the less certain unknown.
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
