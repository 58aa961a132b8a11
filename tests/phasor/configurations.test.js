// The configurations of models, published and default, against what the models' own code does.
//
// How the expectations were made: the configuration classes and modelling code of transformers
// 5.16 (recurrent_gemma: 4.57) ran in doubles on PyTorch 1.13, whole models of them, with linear
// layers that return one fixed vector for each token. A default that a model cannot run with, such
// as a size left open, got one for that run alone. What reaches attention as a query at the
// positions 0, 1, 2, 3, 5, 8, 13, 50, 300, 1100 and 2000 then differs by the rotation alone, which
// says which features make a pair, which turn, at what frequency and in which direction (the
// differences to the model's own frequencies were below 1e-12); the attention factor is that of the
// model's rotary class. Of each configuration the table keeps the keys about positions and sizes,
// and of the frequencies five, or nine where a rule scales them. Sources are repositories of GitHub.
import { ropeFromConfig } from "phasor";
import { describe, expect, it } from "vitest";

/**
 * @typedef {object} Expected
 * @property {boolean} rotates
 * @property {number[]} [layers] indices that this is true of; left out if it is of all
 * @property {number} head features of a head
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

/** The frequencies come from the models' own formulas in doubles, kept to 13 digits. */
const TOLERANCE = 1e-11;
/** @param {number} a @param {number} b */
const close = (a, b) => Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b));

/**
 * What ropeFromConfig says otherwise than the model does, in words.
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
    // A part of the head that is kept apart for positions may be told as a head of its own.
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
      // Turning backwards is turning at negative frequencies.
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
  it("has the types of models that rotate, and published ones", () => {
    const types = new Set(table("defaults").map(({ name }) => name.split(" ")[0]));
    expect(types.size).toBeGreaterThanOrEqual(200);
    expect(table("published").length + table("others").length).toBeGreaterThanOrEqual(120);
    for (const { name, source } of [...table("published"), ...table("others")]) {
      expect(source, name).toMatch(/^[\w.-]+\/[\w.-]+: |^transformers: /);
    }
  });

  it("agrees in 97 of 100 at least, and is never wrong without a warning", () => {
    let agreeing = 0;
    for (const configuration of rotary) {
      const { list, silent } = judge(configuration);
      if (list.length === 0) agreeing++;
      expect(silent, configuration.name).toBe(false);
    }
    expect(agreeing / rotary.length).toBeGreaterThanOrEqual(0.97);
  });
});

it("a base that is left out is the one that the model's class has", () => {
  let count = 0;
  for (const { name, config, expected } of table("defaults")) {
    const parameters = /** @type {Record<string, unknown> | undefined} */ (config.rope_parameters);
    // Persimmon's was 25000 before transformers 5, and its checkpoints have that: config.models.test.js.
    const plain = parameters?.rope_theta && !config.text_config && expected.length === 1;
    if (!plain || /^persimmon /.test(name)) continue;
    const { rope_theta: _, ...others } = parameters;
    const rope = (/** @type {unknown} */ rope_parameters) => {
      try {
        return ropeFromConfig({ ...config, rope_parameters }).base;
      } catch (error) {
        return String(error);
      }
    };
    const got = rope(others);
    // Where no base is known it has to be given.
    if (typeof got === "string") expect(got, name).toContain("config.rope_theta must be a number");
    else expect(got, name).toBe(rope(parameters));
    if (typeof got === "number") count++;
  }
  expect(count).toBeGreaterThan(200);
});
