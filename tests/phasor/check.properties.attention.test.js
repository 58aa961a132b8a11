// Any arguments whatever to what has to do with attention: see any.js.
import fc from "fast-check";
import * as phasor from "phasor";
import { expect } from "vitest";
import { doubles, filled, floats, mostly, optionsOf, size, tensor, testAnything } from "./any.js";

/** @typedef {import("./any.js").Subject} Subject */

/** The package without its types. */
const {
  alibiBias,
  alibiSlopes,
  attention,
  attentionWeights,
  permutationError,
  relativeBias,
  relativeBiasBackward,
  softmax,
  swinBias,
  swinBiasBackward,
  swinLogCoordinates,
  swinRelativePositionIndex,
  t5Bias,
  t5BiasBackward,
  t5Bucket,
} = /** @type {any} */ (phasor);

/** @param {number} least @param {number} most */
const whole = (least, most) => fc.integer({ min: least, max: most });
/** @param {...unknown} values */
const one = (...values) => fc.constantFrom(...values);
const flag = fc.boolean();
const small = size(whole(0, 5));
const positive = size(whole(1, 5));
const free = { dtype: one("float32", "float64"), out: floats };
const offset = whole(-9, 9);
const t5 = { bidirectional: flag, maxDistance: one(9, 128), offset, out: floats };

/** Queries, keys and biases of a length. */
const sequence = fc.tuple(whole(0, 4), whole(1, 4), flag).chain(([length, d, wide]) =>
  fc.tuple(
    filled(length * d, wide),
    filled(length * d, wide),
    mostly(fc.tuple(mostly(fc.constant(length)), mostly(fc.constant(d)))),
    optionsOf({
      bias: filled(length * length, wide),
      pe: filled(length * d, wide),
      causal: flag,
      scale: one(0, 1, -2, 1e300),
      out: floats,
    }),
    mostly(fc.shuffledSubarray([...Array(length).keys()], { minLength: length })),
  ),
);

/** Heads of queries, keys, values and what goes with them. */
const heads = fc
  .tuple(whole(0, 3), whole(0, 3), whole(0, 4), whole(1, 3), flag)
  .chain(([heads, queries, keys, d, wide]) =>
    fc.tuple(
      filled(heads * queries * d, wide),
      filled(heads * keys * d, wide),
      filled(heads * keys * d, wide),
      mostly(fc.tuple(...[heads, queries, keys, d].map((each) => mostly(fc.constant(each))))),
      optionsOf({
        bias: filled(heads * queries * keys, wide),
        causal: flag,
        offset,
        scale: one(0, 1, -2, 1e300),
        weights: filled(heads * queries * keys, wide),
        out: floats,
      }),
    ),
  );

/** @type {Subject[]} */
const weights = [
  {
    name: "softmax",
    call: ([x, _, shape, options]) => softmax(x, shape, options),
    list: fc.tuple(sequence),
    shaped: (result, [[x]]) => tensor(result, x.length),
  },
  {
    name: "attentionWeights",
    call: ([q, k, shape, options]) => attentionWeights(q, k, shape, options),
    list: fc.tuple(sequence),
    shaped: (result, [[_, __, [length]]]) => tensor(result, length * length),
  },
  {
    name: "attention",
    // In a list of one, as `weights` is written to: what is given there is a copy.
    call: ([[q, k, v, shape, options]]) => {
      const own = ArrayBuffer.isView(options?.weights) && "slice" in options.weights;
      const weights = own ? /** @type {any} */ (options.weights).slice() : options?.weights;
      return attention(q, k, v, shape, own ? { ...options, weights } : options);
    },
    list: fc.tuple(fc.tuple(heads)),
    shaped: (result, [[[q]]]) => tensor(result, q.length),
  },
  {
    name: "permutationError",
    call: ([x, _, shape, options, order]) => permutationError(x, shape, order, options),
    list: fc.tuple(sequence),
    shaped: (result) => expect(result).toBeTypeOf("number"),
  },
];

/** @type {Subject[]} */
const biases = [
  {
    name: "alibiSlopes",
    call: alibiSlopes,
    list: fc.tuple(positive),
    shaped: (result, [heads]) => doubles(result, heads),
  },
  {
    name: "alibiBias",
    call: alibiBias,
    list: fc.tuple(
      positive,
      small,
      small,
      optionsOf({
        causal: flag,
        form: one("distance", "key-index"),
        maxBias: one(8, 1),
        offset,
        ...free,
      }),
    ),
    shaped: (result, [heads, queries, keys]) => tensor(result, heads * queries * keys),
  },
  {
    name: "t5Bucket",
    call: t5Bucket,
    list: fc.tuple(
      mostly(whole(-1e6, 1e6)),
      optionsOf({ bidirectional: flag, maxDistance: one(9, 128), buckets: one(8, 32) }),
    ),
    shaped: (result) => expect(result).toBeGreaterThanOrEqual(0),
  },
  ...[t5Bias, t5BiasBackward].map((call) => ({
    name: call.name,
    call: (/** @type {any} */ [table, ...list]) => call(table, ...list),
    list: fc
      .tuple(whole(1, 3), whole(0, 4), whole(0, 4))
      .chain(([heads, queries, keys]) =>
        fc.tuple(
          fc.tuple(
            filled(call === t5Bias ? 8 * heads : heads * queries * keys),
            mostly(fc.tuple(mostly(fc.constant(8)), size(fc.constant(heads)))),
            size(fc.constant(queries)),
            size(fc.constant(keys)),
            optionsOf(t5),
          ),
        ),
      ),
    shaped: (/** @type {any} */ result, /** @type {any[]} */ [[_, [buckets, heads], q, k]]) =>
      tensor(result, call === t5Bias ? heads * q * k : buckets * heads),
  })),
  ...[relativeBias, relativeBiasBackward].map((call) => ({
    name: call.name,
    call: (/** @type {any} */ [table, ...list]) => call(table, ...list),
    list: fc
      .tuple(whole(1, 3), whole(0, 4), whole(0, 4))
      .chain(([heads, queries, keys]) =>
        fc.tuple(
          fc.tuple(
            filled(call === relativeBias ? 5 * heads : heads * queries * keys),
            mostly(fc.tuple(mostly(fc.constant(5)), size(fc.constant(heads)))),
            size(fc.constant(queries)),
            size(fc.constant(keys)),
            optionsOf({ offset, out: floats }),
          ),
        ),
      ),
    shaped: (/** @type {any} */ result, /** @type {any[]} */ [[_, [rows, heads], q, k]]) =>
      tensor(result, call === relativeBias ? heads * q * k : rows * heads),
  })),
  {
    name: "swinBiasBackward",
    call: ([...list]) => swinBiasBackward(...list),
    list: fc
      .tuple(whole(1, 3), whole(1, 3), whole(1, 3))
      .chain(([heads, height, width]) =>
        fc.tuple(
          fc.tuple(
            filled(heads * (height * width) ** 2),
            size(fc.constant(heads)),
            size(fc.constant(height)),
            size(fc.constant(width)),
            optionsOf({ out: floats }),
          ),
        ),
      ),
    shaped: (result, [[_, heads, height, width]]) =>
      tensor(result, heads * (2 * height - 1) * (2 * width - 1)),
  },
  {
    name: "swinRelativePositionIndex",
    call: swinRelativePositionIndex,
    list: fc.tuple(positive, positive),
    shaped: (result, [height, width]) => expect(result).toHaveLength((height * width) ** 2),
  },
  {
    name: "swinBias",
    call: ([...list]) => swinBias(...list),
    list: fc
      .tuple(whole(1, 3), whole(1, 3), whole(1, 3))
      .chain(([heads, height, width]) =>
        fc.tuple(
          fc.tuple(
            filled(heads * (2 * height - 1) * (2 * width - 1)),
            size(fc.constant(heads)),
            size(fc.constant(height)),
            size(fc.constant(width)),
            optionsOf({ out: floats }),
          ),
        ),
      ),
    shaped: (result, [[_, heads, height, width]]) => tensor(result, heads * (height * width) ** 2),
  },
  {
    name: "swinLogCoordinates",
    call: swinLogCoordinates,
    list: fc.tuple(positive, positive, optionsOf({ pretrained: one([2, 2], [8, 8]), ...free })),
    shaped: (result, [height, width]) => tensor(result, (2 * height - 1) * (2 * width - 1) * 2),
  },
];

testAnything([...weights, ...biases]);
