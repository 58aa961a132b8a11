// docs/models.md is made from the rows of the table of models: `npx vitest run
// tests/models-page.test.js -u` writes it.
import { describe, expect, it } from "vitest";
import { pipelines, towers, unrotated } from "../web/phasor/config/models/others.js";
import { text } from "../web/phasor/config/models/text.js";
import { allRows, rowOfType } from "../web/phasor/config/models.js";
import { isObject } from "../web/phasor/config/reader.js";

/** @import { Row } from "../web/phasor/config/models.js" */

/** The values of `positions` of models without a rotary embedding, in words. */
const kinds = {
  learned: "a learned table",
  sinusoidal: "a sinusoidal table",
  alibi: "ALiBi",
  "t5-buckets": "learned biases for distance buckets, as in T5",
  "relative-bias": "learned biases for relative positions, as in Swin",
  relative: "learned vectors by distance",
  convolution: "a convolution",
  none: "no positional encoding (order comes only from masks, recurrence or convolutions)",
};

/** @param {string} names */
const inCode = (names) =>
  names
    .split(/\s+/)
    .map((name) => `\`${name}\``)
    .join(" ");
/** @param {readonly unknown[]} list */
const joined = (list) => list.filter(Boolean).join("; ");

/** What a row says about sizes and frequencies. @param {Row} row */
function sizesOf({
  sizes,
  headDim,
  globalHeadDim,
  ropeHeadDim,
  part,
  base,
  localBase,
  axes,
  whole,
}) {
  return joined([
    sizes && `${sizes[0]} features, ${sizes[1]} head${sizes[1] === 1 ? "" : "s"}`,
    headDim && `heads of ${headDim}${globalHeadDim ? ` (full attention: ${globalHeadDim})` : ""}`,
    ropeHeadDim && `a separate rotary part of ${ropeHeadDim} features`,
    axes && `${axes.join(" + ")} features`,
    part && `${part} of a head rotates`,
    whole && "before the split into heads",
    base && `base ${base}`,
    localBase && `sliding: base ${localBase}`,
  ]);
}

/** The rule of a dictionary of defaults. @param {Record<string, any>} rope */
function ruleOf(rope) {
  const { rope_type = "default", factor, rope_theta, partial_rotary_factor } = rope;
  return [
    rope_type,
    factor && `factor ${factor}`,
    rope_theta && `base ${rope_theta}`,
    partial_rotary_factor && `${partial_rotary_factor} of a head`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** Ordinals that are not the number with “th”. @type {Record<number, string>} */
const ORDINALS = { 2: "second", 3: "third" };
/** @param {number} n */
const ordinal = (n) => ORDINALS[n] ?? `${n}th`;

/** @param {Row} row */
function layersOf({ pattern, fullFirst, interval, only, unrotated: still, unscaledSliding, rope }) {
  const layered = rope && Object.values(rope).some((rule) => typeof rule === "object");
  return joined([
    pattern &&
      `every ${ordinal(pattern)} has full attention${fullFirst ? ", starting with the first" : ""}`,
    interval && `every ${ordinal(interval)} has full attention, the others linear`,
    only && `only those with ${only.replace("_", " ")} rotate`,
    still && `every ${ordinal(still)} does not rotate`,
    unscaledSliding && "scaling does not apply to those with sliding attention",
    ...(layered
      ? Object.entries(rope).map(([type, rule]) => `${type}: ${ruleOf(/** @type {any} */ (rule))}`)
      : [rope && `without rope_parameters: ${ruleOf(rope)}`]),
  ]);
}

/** @param {Row} row */
function axesOf({ grid, order, split, scales, first, unit, sections, unpaired }) {
  const sizes = sections?.sizes?.join(", ");
  return joined([
    grid && `${grid.split(" ").join(", ")}${order || split ? ` (${joined([order, split])})` : ""}`,
    scales && `stretched by ${scales.join(", ")}`,
    first !== undefined && `positions from ${first}`,
    unit && `${Number(unit.toPrecision(5))} radians per unit`,
    sizes &&
      `sections ${sizes}${sections?.interleaved ? ", interleaved" : ""}${sections?.order ? `, ${sections.order}` : ""}`,
    unpaired,
  ]);
}

/** @param {Row} row */
function restOf(row) {
  return joined([
    row.direction === -1 && "rotates in the opposite direction",
    row.trailing && "the last features rotate",
    row.unread && `transformers 5.16 does not read ${row.unread}`,
    row.foreign && `its code does not read ${row.foreign.join(" and ")}`,
    row.reordered && "llama.cpp: pairs are interleaved",
    row.vision &&
      (row.vision.positions ? "vision: a table" : `vision: ${axesOf(row.vision) || "rotary"}`),
    row.positions && `usually ${kinds[/** @type {keyof typeof kinds} */ (row.positions)]}`,
    row.note,
    row.refused && `refused${row.refusedFor ? " in part" : ""}: ${row.refused}`,
  ]);
}

const files = /** @type {Record<string, { configurations: any[] }>} */ (
  import.meta.glob("./phasor/configurations/*.json", { eager: true, import: "default" })
);
/** @param {string} name */
const cases = (name) => files[`./phasor/configurations/${name}.json`].configurations;

/** Where the facts of each row come from: the code that its test cases were computed by. */
const sources = /** @type {Map<Row | undefined, Set<string>>} */ (new Map());
/** @param {Record<string, any>} config @param {string} source */
function addSource(config, source) {
  const inner = Object.values(config).filter((part) => isObject(part) && part.model_type);
  for (const { model_type, _class_name } of [config, ...inner]) {
    const row = rowOfType(model_type ?? _class_name);
    sources.set(row, (sources.get(row) ?? new Set()).add(source));
  }
}
for (const name of ["defaults", "unrotated", "towers"]) {
  for (const { config } of cases(name)) addSource(config, "transformers");
}
for (const { name } of cases("variants")) addSource({ model_type: name }, "transformers");
for (const { config, source } of cases("pipelines")) {
  addSource(config, source.replace(/(\w+)(?=,|$)/g, "`$1`"));
}
for (const name of ["published", "others"]) {
  for (const { config, name: model } of cases(name)) {
    if (/^[\w.-]+\/[\w.-]+$/.test(model)) addSource(config, model);
  }
}

/**
 * The sources, and two published models of several.
 * @param {Row} row @param {string} otherwise where the code was only read
 */
function sourcesOf(row, otherwise) {
  const all = [...(sources.get(row) ?? [])];
  const models = all.filter((source) => source.includes("/"));
  const code = all.filter((source) => !source.includes("/"));
  return [...code, ...models.slice(0, 2)].join(", ") || `${otherwise} (read)`;
}

/**
 * @param {Record<string, Row>} table @param {(row: Row) => string} middle
 * @param {string} otherwise the source of rows without a case
 */
const lines = (table, middle, otherwise) =>
  Object.entries(table).map(
    ([names, row]) =>
      `| ${inCode(names)} | ${(row.refused && !row.refusedFor) || row.positions ? "" : (row.layout ?? "half")} | ${sizesOf(row)} | ${middle(row)} | ${restOf(row)} | ${sourcesOf(row, otherwise)} |`,
  );

function page() {
  const without = Object.entries(unrotated).map(([names, { positions, note }]) => {
    const kind = kinds[/** @type {keyof typeof kinds} */ (positions)];
    return `| ${inCode(names)} | ${joined([kind, note])} |`;
  });
  const head = (/** @type {string} */ middle) =>
    `| models | pairs | assumed where the file says nothing | ${middle} | more | source |\n| --- | --- | --- | --- | --- | --- |`;
  return `# Models

What [\`ropeFromConfig\`](api.md#ropefromconfigconfig--length-layer-part-) knows about each model type. This page is
generated from the rows of \`web/phasor/config/models/\`, which also apply to the architectures of .gguf files;
[CONTRIBUTING.md](../CONTRIBUTING.md) says how to add one. The rows were taken from the models' own code, most of it
in transformers 5.16 and diffusers, and are tested against it. The last column names the code that computed the test
cases, and up to two of the published models that were compared. Names have underscores in place of hyphens, and omit
endings such as \`_text\`.

Each axis has an equal block of n pairs, with frequencies base^(−j/n) of its own, unless the sizes or a word in brackets
say otherwise. “Alternating”: pairs belong to the axes in turn; “rising”: the same, but the frequencies are
base^(j/(n − 1)); “dealt”: blocks, but the axes get the frequencies of one series in turn; “halves”: each axis has a
block of features, which rotates like a head; “sixths”: of d features height and width have 2⌊d/6⌋ each, time the rest;
“eighths”: height and width have 3d/8 each, time d/4.

## Language models

${head("layers")}
${lines(text, (row) => joined([layersOf(row), axesOf(row)]), "the model's own repository").join("\n")}

## Vision and audio towers

The towers of multimodal models are listed with those models, above.

${head("axes")}
${lines(towers, axesOf, "transformers").join("\n")}

## Transformers of diffusers

By their \`_class_name\`, without its ending, such as \`Transformer2DModel\`.

${head("axes")}
${lines(pipelines, axesOf, "diffusers").join("\n")}

## Models without a rotary embedding

| models | positions |
| --- | --- |
${without.join("\n")}
`;
}

describe("the table of models", () => {
  it("is what docs/models.md shows", async () => {
    await expect(page()).toMatchFileSnapshot("../docs/models.md");
  });

  it("has each model once", () => {
    const names = [text, towers, pipelines, unrotated].flatMap((table) =>
      Object.keys(table).flatMap((key) => key.split(/\s+/)),
    );
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
    expect(allRows().size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^(?:[a-z0-9_]+|[A-Z]\w+)$/);
  });
});
