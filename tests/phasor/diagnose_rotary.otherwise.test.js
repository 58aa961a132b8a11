// diagnoseRotary: vectors from code that pairs features in two ways at once, omits the minus, or rotates in place.
import { diagnoseRotary } from "phasor";
import { describe, expect, it } from "vitest";
import { codesOf } from "./findings.js";
import { noise } from "./helpers.js";
import { brain, nearest } from "./rounded.js";

const BASE = 10000;
/** Pairs features by `layout`, but doubles cosines and sines by `doubled`, with a given sign.
 * @param {object} how @param {"half" | "interleaved"} how.layout
 * @param {"half" | "interleaved"} how.doubled
 * @param {number} how.sign of the sine in the first feature of a pair @param {number} how.rows
 * @param {number} how.heads @param {number} how.r @param {number} how.dHead
 * @param {(x: number) => number} how.store @param {boolean} [how.inPlace] */
function rotation({ layout, doubled, sign, rows, heads, r, dHead, store, inPlace = false }) {
  const input = Float64Array.from(noise("float64", heads * rows * dHead, 11), store);
  const output = input.slice();
  for (let at = 0; at < input.length; at++) {
    const [c, p] = [at % dHead, Math.floor(at / dHead) % rows];
    if (c >= r) continue;
    const first = layout === "half" ? c < r / 2 : c % 2 === 0;
    const other = layout === "half" ? (c + r / 2) % r : c ^ 1;
    const i = doubled === "half" ? c % (r / 2) : c >> 1;
    const angle = p * BASE ** ((-2 * i) / r);
    const from = inPlace ? output : input;
    const partner = from[at - c + other] * (first ? sign : 1);
    output[at] = store(input[at] * Math.cos(angle) + partner * Math.sin(angle));
  }
  return { data: { input, output }, shape: [heads, rows, dHead] };
}

const smallCase = { rows: 16, heads: 2, r: 32, dHead: 32, store: Math.fround };
const sizes = {
  "16 rows": smallCase,
  "600 rows": { ...smallCase, rows: 600 },
  "part of a head": { ...smallCase, rows: 40, dHead: 128 },
  "one head": { ...smallCase, rows: 40, heads: 1, store: (/** @type {number} */ x) => x },
  "many heads": { ...smallCase, rows: 40, heads: 16 },
};
const [half, interleaved] = /** @type {const} */ (["half", "interleaved"]);
const mistakes = /** @type {const} */ ([
  [{ layout: half, doubled: interleaved, sign: -1 }, "mixed-doubling", /as cat does, instead of/],
  [{ layout: interleaved, doubled: half, sign: -1 }, "mixed-doubling", /repeat each, as/],
  [{ layout: half, doubled: half, sign: 1 }, "missing-minus", /with a minus/],
  [{ layout: interleaved, doubled: interleaved, sign: 1 }, "missing-minus", /with a minus/],
]);

describe.each(Object.entries(sizes))("diagnoseRotary finds the mistake in %s:", (_, size) => {
  it.each(mistakes)("%j", (how, code, message) => {
    const { data, shape } = rotation({ ...how, ...size });
    const options = { dHead: size.dHead, rotaryDim: size.r, base: BASE, layout: how.layout };
    const diagnosis = diagnoseRotary(data, shape, { expect: options });
    expect(diagnosis).toMatchObject({ kind: "rotary", layout: how.layout, rotaryDim: size.r });
    expect(diagnosis).toMatchObject({ base: BASE, start: 0 });
    expect(codesOf(diagnosis)).toEqual([code]);
    expect(diagnosis.findings[0].message).toMatch(message);
    // Without expect, too.
    const unaided = diagnoseRotary(data, shape);
    expect(unaided.findings[0]).toMatchObject({ code, severity: "problem" });
  });
});

const half16 = (/** @type {number} */ x) => nearest(x, "float16");
const inPlace = { ...sizes, float16: { ...smallCase, rows: 600, store: half16 } };
it.each(
  Object.entries(inPlace).flatMap(([name, size]) =>
    [half, interleaved].map((layout) => /** @type {const} */ ([name, layout, size])),
  ),
)(
  "diagnoseRotary finds first features overwritten before they are read, in %s, %s",
  (_, layout, size) => {
    const how = { ...size, layout, doubled: layout, sign: -1, inPlace: true };
    const { data, shape } = rotation(how);
    for (const other of [half, interleaved]) {
      const options = { dHead: size.dHead, rotaryDim: size.r, base: BASE, layout: other };
      const codes = codesOf(diagnoseRotary(data, shape, { expect: options }));
      const also = other === layout ? [] : ["differs-layout"];
      expect(codes).toEqual(["overwritten-features", ...also]);
    }
    // The second feature of pair 3 in the last vector.
    data.output[data.output.length - size.dHead + (layout === half ? 3 + size.r / 2 : 7)] += 1;
    const options = { dHead: size.dHead, rotaryDim: size.r, base: BASE, layout };
    const { findings } = diagnoseRotary(data, shape, { expect: options });
    expect(findings[1].message).toMatch(/pair 3 /);
  },
);

it("diagnoseRotary finds mixed doubling in bfloat16", () => {
  const how = { layout: interleaved, doubled: half, sign: -1 };
  const { data, shape } = rotation({
    ...smallCase,
    ...how,
    rows: 64,
    heads: 4,
    store: brain,
  });
  const diagnosis = diagnoseRotary(data, shape, { expect: { dHead: 32, base: BASE } });
  expect([diagnosis.base, diagnosis.findings[0].code]).toEqual([BASE, "mixed-doubling"]);
  expect(diagnosis.findings.filter(({ severity }) => severity === "problem")).toHaveLength(1);
});

it("diagnoseRotary finds no rotation if every feature has another one added", () => {
  const { data, shape } = rotation({
    ...smallCase,
    layout: half,
    doubled: interleaved,
    sign: -1,
  });
  // Features with another feature added show no pairs at all.
  const other = data.output.map((x, at) => x + data.input[(at * 7 + 3) % data.input.length]);
  const diagnosis = diagnoseRotary({ ...data, output: other }, shape);
  expect([diagnosis.kind, codesOf(diagnosis)]).toEqual(["unknown", ["no-rotation"]]);
});
