// Any arguments whatever to the functions that check.properties.test.js leaves out: see any.js.
import fc from "fast-check";
import * as phasor from "phasor";
import { expect } from "vitest";
import {
  doubles,
  filled,
  floats,
  lists,
  made,
  matrix,
  mostly,
  numbers,
  optionsOf as options,
  size,
  tensor,
  testAnything,
} from "./any.js";

/** @typedef {import("./any.js").Subject} Subject */

/** The package without its types. */
const {
  LearnedPositionalEncoding,
  RotaryEmbedding,
  convertConvention,
  convertLayout,
  heatmap,
  mropePositions,
  nerf,
  relativeScores,
  ropeFrequencies,
  ropeFromConfig,
  sinusoidal2d,
  sinusoidalDotProducts,
  sinusoidalSimilarity,
} = /** @type {any} */ (phasor);

/** One of these. @param {...unknown} values */
const one = (...values) => fc.constantFrom(...values);
/** @param {number} least @param {number} most */
const whole = (least, most) => fc.integer({ min: least, max: most });
const flag = fc.boolean();
const free = { dtype: one("float32", "float64"), out: floats };
const base = fc.double({ min: 1.1, max: 1e6, noNaN: true });
const small = size(whole(0, 5));
const positive = size(whole(1, 5));
const even = size(one(2, 4, 8));

const learned = new LearnedPositionalEncoding(5, 4);
const rotary = new RotaryEmbedding(4, { maxLength: 50 });
const conventions = one("vaswani", "mae", "diffusers", { order: "cos-sin" }, { layout: "half" });

/** [batch, length] and a tensor of it, 4 wide. */
const batches = fc
  .tuple(whole(0, 3), whole(0, 5))
  .chain(([batch, length]) =>
    fc.tuple(filled(4 * batch * length), mostly(fc.constant([batch, length, 4]))),
  );

/** @type {Subject[]} */
const tables = [
  {
    name: "convertConvention",
    call: ([pe, shape], given) => convertConvention(pe, shape, given),
    list: fc.tuple(
      matrix,
      mostly(
        fc.record(
          { from: mostly(conventions), to: mostly(conventions), out: floats },
          { requiredKeys: ["from", "to"] },
        ),
      ),
    ),
    shaped: (result, [[pe]]) => tensor(result, pe.length),
  },
  {
    name: "sinusoidal2d",
    call: sinusoidal2d,
    list: fc.tuple(
      small,
      small,
      size(one(4, 8)),
      options({ convention: one("mae", "detr"), base, classToken: flag, normalize: flag, ...free }),
    ),
    shaped: (result, [height, width, d, given]) =>
      tensor(result, (height * width + (given?.classToken ? 1 : 0)) * d),
  },
  {
    name: "nerf",
    call: nerf,
    list: fc.tuple(
      lists,
      small,
      options({ includeInput: flag, pi: flag, components: one(1, 2), ...free }),
    ),
    shaped: (result, [x, levels, given]) =>
      tensor(result, x.length * (2 * levels + ((given?.includeInput ?? true) ? 1 : 0))),
  },
  {
    name: "sinusoidalSimilarity",
    call: sinusoidalSimilarity,
    list: fc.tuple(small, even, options({ base })),
    shaped: (result, [length]) => doubles(result, length),
  },
  {
    name: "sinusoidalDotProducts",
    call: sinusoidalDotProducts,
    list: fc.tuple(small, even, options({ base, ...free })),
    shaped: (result, [length]) => tensor(result, length * length),
  },
  {
    name: "heatmap",
    call: heatmap,
    list: fc.tuple(
      mostly(
        fc.record(
          {
            dModel: even,
            width: small,
            height: small,
            base: mostly(base),
            position: mostly(numbers),
            positionsPerPixel: mostly(one(0.3, 1, 1000)),
            column: mostly(numbers),
            columnsPerPixel: mostly(one(0.3, 1, 3)),
            layout: mostly(one("interleaved", "concatenated")),
            positions: mostly(one("down", "across")),
          },
          { requiredKeys: ["dModel", "width", "height"] },
        ),
      ),
      options({ out: made(() => new Uint8Array(9)) }),
    ),
    shaped: (result, [{ width, height }]) => expect(result).toHaveLength(width * height),
  },
];

/** @type {Subject[]} */
const layers = [
  {
    name: "LearnedPositionalEncoding",
    call: (...list) => new LearnedPositionalEncoding(...list).table,
    list: fc.tuple(
      positive,
      positive,
      options({
        seed: whole(0, 9),
        std: one(0, 1),
        init: one("normal", "sinusoidal"),
        dtype: free.dtype,
      }),
    ),
    shaped: (result, [length, d]) => tensor(result, length * d),
  },
  {
    name: "LearnedPositionalEncoding.lookup",
    call: (...list) => learned.lookup(...list),
    list: fc.tuple(lists, options({ out: floats })),
    shaped: (result, [positions]) => tensor(result, 4 * positions.length),
  },
  ...["forward", "backward"].map((method) => ({
    name: `LearnedPositionalEncoding.${method}`,
    call: (/** @type {any} */ [x, shape], /** @type {any} */ given) =>
      learned[method](x, shape, given),
    list: fc.tuple(batches, options({ out: floats })),
    shaped: (/** @type {any} */ result, /** @type {any[]} */ [[x]]) => tensor(result, x.length),
  })),
  {
    name: "LearnedPositionalEncoding.backwardAt",
    call: (...list) => learned.backwardAt(...list) ?? 0,
    list: fc.tuple(mostly(fc.array(whole(0, 4), { minLength: 2, maxLength: 2 })), filled(8)),
    shaped: () => {},
  },
  {
    name: "LearnedPositionalEncoding.step",
    call: (...list) => learned.step(...list) ?? 0,
    list: fc.tuple(mostly(one(0.1, -1, 0))),
    shaped: () => {},
  },
];

const turning = {
  offset: whole(0, 40),
  positions: fc.array(whole(0, 49), { maxLength: 5 }),
  inverse: flag,
  gradient: flag,
  role: one("query", "key"),
};

/** @type {Subject[]} */
const rotations = [
  {
    name: "RotaryEmbedding",
    call: (...list) => new RotaryEmbedding(...list).frequencies,
    list: fc.tuple(
      even,
      options({
        base,
        layout: one("half", "interleaved"),
        rotaryDim: one(2, 4),
        maxLength: whole(0, 9),
        sections: one([1, 1], [2], { sizes: [1, 1], axial: true }),
        xpos: one(true, false, { scaleBase: 100 }),
        scaling: one(
          null,
          { type: "linear", factor: 2 },
          { type: "ntk", factor: 2 },
          { type: "x" },
        ),
        dtype: free.dtype,
      }),
    ),
    shaped: (result, [dHead, given]) => doubles(result, (given?.rotaryDim ?? dHead) / 2),
  },
  {
    name: "RotaryEmbedding.apply",
    call: ([x, shape], given) => rotary.apply(x, shape, given),
    list: fc.tuple(batches, options({ ...turning, out: floats })),
    shaped: (result, [[x]]) => tensor(result, x.length),
  },
  {
    name: "RotaryEmbedding.forward",
    call: ([q, shape], k, given) => rotary.forward(q, k, shape, given).k,
    list: fc
      .tuple(whole(0, 3), whole(0, 3))
      .chain(([batch, length]) =>
        fc.tuple(
          fc.tuple(filled(4 * batch * length), mostly(fc.constant([batch, length, 4]))),
          filled(4 * batch * length),
          options({ ...turning, out: fc.record({ q: floats, k: floats }, { requiredKeys: [] }) }),
        ),
      ),
    shaped: (result, [[q]]) => tensor(result, q.length),
  },
  {
    name: "RotaryEmbedding.move",
    call: ([k, shape], given) => rotary.move(k, shape, given),
    list: fc.tuple(
      batches,
      options({ from: whole(0, 40), to: fc.oneof(whole(0, 40), one(rotary)), out: floats }),
    ),
    shaped: (result, [[k]]) => tensor(result, k.length),
  },
  {
    name: "ropeFrequencies",
    call: (...list) => ropeFrequencies(...list).frequencies,
    list: fc.tuple(
      even,
      options({ base, rotaryDim: one(2, 4), length: whole(0, 99), scaling: one(null, {}) }),
    ),
    shaped: (result, [dHead, given]) => doubles(result, (given?.rotaryDim ?? dHead) / 2),
  },
  {
    name: "ropeFromConfig",
    call: (...list) => ropeFromConfig(...list).frequencies,
    list: fc.tuple(
      mostly(
        fc.record(
          {
            head_dim: mostly(one(2, 64, 128)),
            rope_theta: mostly(base),
            model_type: mostly(one("llama", "gemma3_text", "x")),
            rope_scaling: mostly(one(null, { type: "linear", factor: 2 }, { rope_type: "yarn" })),
          },
          { requiredKeys: ["head_dim", "rope_theta"] },
        ),
      ),
      options({ length: whole(0, 9), layer: one(0, "full_attention") }),
    ),
    shaped: (result) => expect(result).toBeInstanceOf(Float64Array),
  },
  {
    name: "convertLayout",
    call: convertLayout,
    list: fc.tuple(
      filled(24),
      mostly(one([8, 3], [24], [4, 6])),
      mostly(
        fc.record({
          heads: mostly(one(1, 2)),
          from: mostly(one("half", "interleaved")),
          to: mostly(one("half", "interleaved")),
        }),
      ),
    ),
    shaped: (result, [weights]) => tensor(result, weights.length),
  },
  {
    name: "mropePositions",
    call: (...list) => mropePositions(...list).positions[2],
    list: fc.tuple(
      mostly(
        fc.array(size(fc.oneof(whole(0, 4), fc.record({ height: small, width: small }))), {
          maxLength: 4,
        }),
      ),
      options({ start: whole(0, 9) }),
    ),
    shaped: (result) => expect(result).toBeInstanceOf(Float64Array),
  },
  {
    name: "relativeScores",
    call: relativeScores,
    list: fc.tuple(filled(4), filled(4, true), mostly(one(rotary)), size(whole(0, 50))),
    shaped: (result, [, , , length]) => doubles(result, length),
  },
];

testAnything([...tables, ...layers, ...rotations]);
