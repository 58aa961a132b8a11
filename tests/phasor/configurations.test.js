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
import { ropeFromConfig } from "phasor";
import { describe, expect, it } from "vitest";

/**
 * @typedef {object} Expected
 * @property {boolean} rotates
 * @property {number[]} [layers] the layers that this is true of; all if left out
 * @property {number} head number of features of a head
 * @property {number} rotaryDim
 * @property {number} rotaryStart
 * @property {"half" | "interleaved"} layout
 * @property {1 | -1} direction
 * @property {[pair: number, radians: number][]} frequencies
 * @property {number} attentionFactor
 */
/**
 * @typedef {{ name: string, source?: string, note?: string, length?: number,
 *   config: Record<string, unknown>, expected: Expected[] }} Configuration
 */

const files = /** @type {Record<string, { about: string, configurations: Configuration[] }>} */ (
  import.meta.glob("./configurations/*.json", { eager: true, import: "default" })
);
/** @param {string} name */
const table = (name) => files[`./configurations/${name}.json`].configurations;

/** Relative tolerance: the expected frequencies have 13 digits. */
const TOLERANCE = 1e-11;
/** @param {number} a @param {number} b */
const close = (a, b) => Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b));

/**
 * The differences between ropeFromConfig's result and what the model does, in words.
 * @param {Configuration} configuration @param {Expected} expected @param {number} [layer]
 */
function disagreements({ config, length }, expected, layer) {
  /** @type {string[]} */
  const list = [];
  /** @type {any} */
  let rope;
  try {
    rope = ropeFromConfig(config, { length, layer });
  } catch (error) {
    return { list: [`${error}`], warnings: [`${error}`] };
  }
  /** @param {string} what @param {unknown} got @param {unknown} wanted */
  const differs = (what, got, wanted) => list.push(`${what} is ${got} instead of ${wanted}`);
  if (rope.rotates !== expected.rotates) differs("rotates", rope.rotates, expected.rotates);
  else if (expected.rotates) {
    const start = rope.rotaryStart ?? 0;
    const whole = rope.dHead === expected.head && start === expected.rotaryStart;
    // A separate part of the head for positions may be described as a separate head.
    const apart = rope.dHead === expected.rotaryDim && start === 0;
    const given = JSON.stringify(config).includes('"qk_rope_head_dim"');
    if (!whole && !(apart && given)) {
      differs(
        "the head",
        `${rope.dHead} from ${start}`,
        `${expected.head} from ${expected.rotaryStart}`,
      );
    }
    if (rope.rotaryDim !== expected.rotaryDim)
      differs("rotaryDim", rope.rotaryDim, expected.rotaryDim);
    if (rope.layout !== expected.layout) differs("layout", rope.layout, expected.layout);
    if (rope.frequencies.length !== expected.rotaryDim / 2) {
      differs("the number of pairs", rope.frequencies.length, expected.rotaryDim / 2);
    }
    for (const [pair, radians] of expected.frequencies) {
      // Direction -1 equals negative frequencies.
      const turned = rope.frequencies[pair] * (rope.direction ?? 1);
      const wanted = radians * expected.direction;
      if (!close(turned, wanted)) differs(`frequency ${pair}`, turned, wanted);
    }
    if (!close(rope.attentionFactor, expected.attentionFactor)) {
      differs("attentionFactor", rope.attentionFactor, expected.attentionFactor);
    }
  }
  return { list, warnings: /** @type {string[]} */ (rope.warnings) };
}

/** @param {Configuration} configuration */
function judge(configuration) {
  const all = configuration.expected.flatMap((expected) =>
    (expected.layers ?? [undefined]).map((layer) => disagreements(configuration, expected, layer)),
  );
  return {
    list: all.flatMap(({ list }) => list),
    silent: all.some(({ list, warnings }) => list.length > 0 && warnings.length === 0),
  };
}

const rotary = [...table("defaults"), ...table("published"), ...table("others")];

describe.each(["defaults", "published", "others", "unrotated"])("%s", (name) => {
  it.each(table(name).map((each) => /** @type {const} */ ([each.name, each])))("%s", (_, each) => {
    expect(judge(each).list).toEqual([]);
  });
});

describe("the table", () => {
  it("has enough model types that rotate, and enough published models", () => {
    const types = new Set(table("defaults").map(({ name }) => name.split(" ")[0]));
    expect(types.size).toBeGreaterThanOrEqual(200);
    expect(table("published").length + table("others").length).toBeGreaterThanOrEqual(120);
    for (const { name, source } of [...table("published"), ...table("others")]) {
      expect(source, name).toMatch(/^[\w.-]+\/[\w.-]+: |^transformers: /);
    }
  });

  it("agrees with ropeFromConfig in at least 97%, and every difference has a warning", () => {
    let agreeing = 0;
    for (const configuration of rotary) {
      const { list, silent } = judge(configuration);
      if (list.length === 0) agreeing++;
      expect(silent, configuration.name).toBe(false);
    }
    expect(agreeing / rotary.length).toBeGreaterThanOrEqual(0.97);
  });
});

it("a base that is left out is the default of the model's class", () => {
  let count = 0;
  for (const { name, config, expected } of table("defaults")) {
    const parameters = /** @type {Record<string, unknown> | undefined} */ (config.rope_parameters);
    // Persimmon's was 25000 before transformers 5; see config.models.test.js. In these others, the
    // class's own base is not the one in its dictionary.
    const plain = parameters?.rope_theta && !config.text_config && expected.length === 1;
    if (!plain || /^(persimmon|higgs_audio_v2|ministral3|pe_\w+) /.test(name)) continue;
    const { rope_theta: _, ...others } = parameters;
    const rope = (/** @type {unknown} */ rope_parameters) => {
      try {
        return ropeFromConfig({ ...config, rope_parameters }).base;
      } catch (error) {
        return String(error);
      }
    };
    const got = rope(others);
    // If no default is known, the base must be given.
    if (typeof got === "string") expect(got, name).toContain("config.rope_theta must be a number");
    else expect(got, name).toBe(rope(parameters));
    if (typeof got === "number") count++;
  }
  expect(count).toBeGreaterThan(200);
});
