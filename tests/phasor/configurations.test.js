// Compares ropeFromConfig with the models' own code, for published and default configurations.
//
// How the expectations were made: the configuration classes and modelling code of transformers 5.16
// (recurrent_gemma: 4.57) ran in doubles on PyTorch 1.13, as whole models, with linear layers that
// return one fixed vector for each token. A default that a model cannot run with, such as a size
// that is left open, was replaced for that run only. The queries that reach attention at the
// positions 0, 1, 2, 3, 5, 8, 13, 50, 300, 1100 and 2000 then differ only by the rotation, which
// shows which features make a pair, which features turn, at what frequency and in which direction
// (the differences from the model's own frequencies were below 1e-12). The attention factor is that
// of the model's rotary class. The table keeps the keys about positions and sizes of each
// configuration, and five frequencies, or nine if a rule scales them. Sources are GitHub
// repositories.
import * as phasor from "phasor";
import { describe, expect, it } from "vitest";
import { judge, judgeSeries, judgeVariant, mutated } from "./configurations/judge.js";

/** @import { Configuration, Variants } from "./configurations/judge.js" */

const { ropeFromConfig } = phasor;
const files = /** @type {Record<string, { about: string, configurations: any[] }>} */ (
  import.meta.glob("./configurations/*.json", { eager: true, import: "default" })
);
/** @param {string} name @returns {Configuration[]} */
const table = (name) => files[`./configurations/${name}.json`].configurations;

const rotary = [...table("defaults"), ...table("published"), ...table("others")];

describe.each(["defaults", "published", "others", "unrotated"])("%s", (name) => {
  it.each(table(name).map((row) => /** @type {const} */ ([row.name, row])))("%s", (_, row) => {
    expect(judge(phasor, row).list).toEqual([]);
  });
});

describe("the table", () => {
  it("has enough model types that rotate, and enough published models", () => {
    const types = new Set(table("defaults").map(({ name }) => name));
    expect(types.size).toBeGreaterThanOrEqual(200);
    expect(table("published").length + table("others").length).toBeGreaterThanOrEqual(120);
    for (const { name, source } of [...table("published"), ...table("others")]) {
      expect(source, name).toMatch(/^[\w.-]+\/[\w.-]+: |^transformers: /);
    }
  });

  it("agrees with ropeFromConfig in at least 99%, and every difference has a warning", () => {
    let agreeing = 0;
    for (const configuration of rotary) {
      const { list, silent } = judge(phasor, configuration);
      if (list.length === 0) agreeing++;
      expect(silent, configuration.name).toBe(false);
    }
    expect(agreeing / rotary.length).toBeGreaterThanOrEqual(0.99);
  });
});

it("a base that is left out is the default of the model's class", () => {
  let count = 0;
  for (const { name, config, expected } of table("defaults")) {
    const parameters = /** @type {Record<string, unknown> | undefined} */ (config.rope_parameters);
    // Persimmon's was 25000 before transformers 5; see config.models.test.js. In these others, the
    // class's own base is not the one in its dictionary.
    const isSimple = parameters?.rope_theta && !config.text_config && expected.length === 1;
    if (!isSimple || /^(persimmon|higgs_audio_v2|ministral3|pe_\w+)$/.test(name)) continue;
    const { rope_theta: _, ...otherParameters } = parameters;
    const rope = (/** @type {unknown} */ rope_parameters) => {
      try {
        return ropeFromConfig({ ...config, rope_parameters }).base;
      } catch (error) {
        return String(error);
      }
    };
    const actual = rope(otherParameters);
    // If no default is known, the base must be given.
    if (typeof actual === "string")
      expect(actual, name).toContain("config.rope_theta must be a number");
    else expect(actual, name).toBe(rope(parameters));
    if (typeof actual === "number") count++;
  }
  expect(count).toBeGreaterThan(100);
});

describe("files that leave out sizes or dictionaries", () => {
  const rows = /** @type {Variants[]} */ (files["./configurations/variants.json"].configurations);
  it.each(rows.map((row) => /** @type {const} */ ([row.name, row])))("of %s", (_, row) => {
    for (const variant of Object.keys(row.expected)) {
      const { list, silent } = judgeVariant(phasor, row, variant);
      // Where the classes ignore a key, the differences or warnings say so.
      expect(silent, `${variant}: ${list}`).toBe(false);
    }
  });

  it("agree in at least 97%", () => {
    const all = rows.flatMap((row) =>
      Object.keys(row.expected).map((variant) => judgeVariant(phasor, row, variant)),
    );
    expect(all.length).toBeGreaterThan(900);
    const agreeing = all.filter(({ list }) => list.length === 0).length;
    expect(agreeing / all.length).toBeGreaterThanOrEqual(0.97);
  });
});

it("no key that is deleted, null, renamed or turned into text changes an answer silently", () => {
  /** @type {[name: string, mutation: string, expected: Record<string, number[]>][]} */
  const mutations = files["./configurations/mutations.json"].configurations;
  const published = new Map(table("published").map(({ name, config }) => [name, config]));
  let agreeing = 0;
  for (const [name, mutation, expected] of mutations) {
    const config = mutated(/** @type {any} */ (published.get(name)), mutation);
    const { list, silent } = judgeSeries(phasor, config, expected);
    expect(silent, `${name}, ${mutation}: ${list}`).toBe(false);
    if (list.length === 0) agreeing++;
  }
  expect(mutations.length).toBeGreaterThan(500);
  expect(agreeing / mutations.length).toBeGreaterThan(0.99);
});
