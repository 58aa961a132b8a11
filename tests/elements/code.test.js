// The programs that a figure offers print the numbers that it offers as CSV, in each language. This
// file tests every figure with programs; MORE has additional settings for single figures.
import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { defaultOf, valueFor } from "../../web/elements/core/attributes.js";
import { Data, tracked } from "../../web/elements/core/memo.js";
import { toCSV } from "../../web/elements/core/share.js";
import { Group } from "../../web/elements/state/group.js";
import { spanOf } from "../../web/elements/state/span.js";
import { languages, outputs, parse } from "./programs.js";

/** @typedef {Record<string, unknown>} Settings parameters and the figure's own attributes */

/** The settings that every figure is tested with. @type {Settings[]} */
const EVERY = [{}, { dModel: 12, length: 20, base: 500, position: 5, second: 17, pair: 3 }];

/** @type {Record<string, Settings[]>} */
const MORE = {
  bias: [
    { query: 20 },
    { kind: "t5" },
    { kind: "t5", biases: "20:-1.5 3:0.25", bucket: 3 },
    { kind: "swin" },
    { kind: "swin", row: 6, column: 0 },
  ],
  scaling: [
    { rules: "dynamic llama3 linear", factor: 16 },
    { preset: "qwen2.5", rules: "yarn ntk", factor: 2 },
    { preset: "llama-2", rules: "dynamic", factor: 1 },
  ],
  models: [
    ..."gpt-neox deepseek-v3 gemma-4 gpt-oss smollm3 llama-4 qwen3.5"
      .split(" ")
      .map((model) => ({ model })),
    // A fraction of the head that is not a whole number of pairs.
    {
      config: JSON.stringify({
        head_dim: 64,
        hidden_size: 512,
        num_attention_heads: 8,
        num_hidden_layers: 3,
        max_position_embeddings: 4096,
        rope_parameters: { partial_rotary_factor: 0.3, rope_theta: 1e4, rope_type: "proportional" },
      }),
    },
    // LongRoPE's lists depend on the length.
    {
      config: JSON.stringify({
        ...{ model_type: "phi3", hidden_size: 64, num_attention_heads: 8, num_hidden_layers: 2 },
        ...{ max_position_embeddings: 8192, original_max_position_embeddings: 4096 },
        rope_scaling: {
          type: "longrope",
          long_factor: [1, 2, 30, 64],
          short_factor: [1, 1.5, 2, 2.5],
        },
      }),
    },
  ],
  order: [{ sentence: "the cat and the dog", order: "4 0 1 2 3", base: 500 }],
  ladder: [
    { step: "integer" },
    { step: "fraction", length: 20 },
    { step: "sine", dModel: 12, pair: 3 },
    { step: "many", length: 20 },
  ],
  adding: [{ factor: 1, position: 100 }, { factor: 12.34 }],
  heatmap: [{ length: 50000, dModel: 8, span: "4000 44000.5" }, { layout: "concatenated" }],
  waves: [{ pairs: "0 7 9", span: "20 40.5" }],
  similarity: [
    { measure: "cosine", length: 40 },
    { pairs: 5, length: 40 },
    { length: 2000, position: 1500, dModel: 32 },
  ],
  shift: [{ dModel: 8, position: 60, second: 3 }],
  rope: [
    { layout: "half", position: 3, second: 90 },
    { show: "five", layout: "half", dModel: 8 },
    { show: "cache", position: 30 },
    { show: "forgotten", length: 2000, position: 600, dModel: 12 },
  ],
  grid: [{ kind: "detr" }, { kind: "axial" }, { kind: "mrope" }],
  comparison: [{ heads: 12, head: 10 }, { length: 300 }],
  bugs: [
    { bugs: "exponent spacing start swapped" },
    { bugs: "multiplied floor concatenated float16" },
    { bugs: "bfloat16 nan" },
    { kind: "rotary" },
    { kind: "rotary", bugs: "layout base start restart", position: 90 },
    { kind: "rotary", bugs: "scaling sign part swapped", dModel: 12, length: 20, position: 5 },
    { kind: "rotary", bugs: "factor bfloat16 part layout", dModel: 512 },
  ],
  precision: [{ width: 12, base: 500 }],
};

const elements = fileURLToPath(new URL("../../web/elements/", import.meta.url));
const names = readdirSync(`${elements}figures`)
  .map((file) => file.replace(/\.js$/, ""))
  .filter((name) => existsSync(`${elements}phasor-${name}.js`));
/** The classes of the figures that have programs. @type {Map<string, any>} */
const figures = new Map();
for (const name of names) {
  const [Figure] = Object.values(await import(`../../web/elements/phasor-${name}.js`));
  const { spec } = /** @type {any} */ (Figure);
  await spec.later?.load();
  if (spec.programs) figures.set(name, Figure);
}

/**
 * The state of a figure of the core with the given settings, without a document.
 * @param {any} Figure @param {Settings} settings
 */
function shownWith({ spec }, settings) {
  const { attributes = {} } = spec;
  const group = new Group();
  /** @type {Settings} */
  const values = {};
  for (const [name, declared] of Object.entries(attributes)) {
    values[name] = name in settings ? valueFor(declared, settings[name]) : defaultOf(declared);
  }
  group.set(settings);
  group.view(spanOf(/** @type {any} */ (settings.span ?? "")));
  const { start, end } = group.span;
  const p = { ...group.state, ...spec.state, ...values, start, end };
  const d = new Data(
    spec.data ?? {},
    tracked(Object.keys(p), (name) => Reflect.get(p, name)),
    () => {},
  );
  while (d.work(1000));
  return {
    toCSV: () => toCSV(spec.table(p, d.values)),
    toCode: (/** @type {string} */ language) => spec.programs(p, d.values)[language],
  };
}

const cases = [...figures.keys()].flatMap((name) =>
  [...EVERY, ...(MORE[name] ?? [])].map((settings, n) => ({
    title: `${name} ${JSON.stringify(settings)}`,
    name: `${name}-${n}`,
    figure: shownWith(figures.get(name), settings),
  })),
);

describe.each(languages)("the program in %s", (language) => {
  /** @type {Map<string, string>} */
  const printed = new Map();
  beforeAll(() => {
    const programs = cases.map(({ name, figure }) => ({ name, text: figure.toCode(language) }));
    for (const [n, output] of outputs(language, programs).entries())
      printed.set(cases[n].name, output);
  });

  test.each(cases)("of $title prints the numbers of the CSV", ({ name, figure }) => {
    const expected = parse(figure.toCSV());
    const { head, rows } = parse(/** @type {string} */ (printed.get(name)));
    expect(head).toBe(expected.head);
    expect(rows).toHaveLength(expected.rows.length);
    expect(worst(rows, expected.rows)).toBeLessThan(1e-6);
  });
});

/** The largest difference, relative to the value or to 1.
 * @param {number[][]} rows @param {number[][]} expected */
function worst(rows, expected) {
  let max = 0;
  rows.forEach((row, r) => {
    if (row.length !== expected[r].length) max = Infinity;
    row.forEach((value, c) => {
      const right = expected[r][c];
      if (Object.is(value, right)) return;
      const difference = Math.abs(value - right) / Math.max(1, Math.abs(right));
      max = difference <= max ? max : Number.isNaN(difference) ? Infinity : difference;
    });
  });
  return max;
}
