// Error messages: short descriptions of any value that was passed, and suggestions.
import { inspect } from "node:util";
import { expect, it } from "vitest";
import {
  Arena,
  diagnose,
  diagnoseBias,
  diagnoseRotary,
  dotProducts,
  LearnedPositionalEncoding,
  RotaryEmbedding,
  SinusoidalPositionalEncoding,
  sinusoidal,
} from "../../web/phasor/index.js";

it.each([
  ["a text of 60 letters", "x".repeat(60), `"${"x".repeat(60)}"`],
  ["a longer text", "x".repeat(61), "a string of length 61"],
  ["a list of 60 letters", [`${"x".repeat(58)}`], `["${"x".repeat(58)}"]`],
  ["a longer list", ["x".repeat(60)], "an array of length 1"],
])("an error describes the value it got: %s", (_, value, description) => {
  expect(() => sinusoidal(4, /** @type {any} */ (value))).toThrow(
    new RegExp(
      `^phasor\\.sinusoidal: dModel must be .*, got ${description.replace(/[[\]"]/g, "\\$&")}$`,
    ),
  );
});

/** Methods without their object, as `const { apply } = rotary` leaves them. */
const classes = /** @type {[kind: string, object: any, methods: string[]][]} */ ([
  [
    "a RotaryEmbedding",
    new RotaryEmbedding(4, { maxLength: 4 }),
    ["apply", "applyAngles", "forward", "move"],
  ],
  [
    "a SinusoidalPositionalEncoding",
    new SinusoidalPositionalEncoding(4, 4),
    ["encoding", "forward", "embed"],
  ],
  [
    "a LearnedPositionalEncoding",
    new LearnedPositionalEncoding(4, 4),
    ["lookup", "forward", "backward", "backwardAt", "step", "zeroGradient"],
  ],
  ["an Arena", new Arena(1 << 16), ["float32", "float64", "int32", "reset"]],
]);

it.each(classes)(
  "a method that is called without its object says that this must be %s",
  (kind, object, methods) => {
    const members = Object.getOwnPropertyDescriptors(object.constructor.prototype);
    const all = Object.keys(members).filter((name) => members[name].value);
    expect(all.sort()).toEqual(["constructor", ...methods].sort());
    for (const name of methods) {
      const where = `phasor.${object.constructor.name}.${name}: this must be ${kind} (call it as a method), got`;
      const phrase = object[name];
      for (const [other, description] of [
        [undefined, "undefined"],
        [{}, "an object"],
        [5, "5"],
      ]) {
        expect(() => phrase.call(other, new Float32Array(4), [1, 4])).toThrow(TypeError);
        expect(() => phrase.call(other, new Float32Array(4), [1, 4])).toThrow(
          `${where} ${description}`,
        );
      }
    }
  },
);

it("errors name the limit of a count, and whether arrays overlap in part or entirely", () => {
  expect(() => sinusoidal(2 ** 53, 2)).toThrow(
    "phasor.sinusoidal: length must be an integer of at most 2^53 − 1, got 9007199254740992",
  );
  const x = new Float32Array(16);
  const out = (/** @type {number} */ at) => ({ out: x.subarray(at, at + 4) });
  expect(() => dotProducts(x.subarray(0, 4), [2, 2], out(0))).toThrow(
    "phasor.dotProducts: out must not overlap pe, but is the same memory",
  );
  expect(() => dotProducts(x.subarray(0, 4), [2, 2], out(2))).toThrow(
    "phasor.dotProducts: out must not overlap pe, but overlaps it in part",
  );
});

it.each([
  ["theta", "base"],
  ["thetta", "base"],
  ["rope_thteta", "base"],
  ["temprature", "base"],
  ["tpye", "dtype"],
  ["dytep", "dtype"],
  ["baze", "base"],
])("an error about the option %s suggests %s", (wrong, right) => {
  expect(() => sinusoidal(2, 2, { [wrong]: 5 })).toThrow(
    `unknown option "${wrong}" (did you mean "${right}"?)`,
  );
});

it.each(["zzz", "hate", "gamma"])("an error about the option %s lists all options", (wrong) => {
  expect(() => sinusoidal(2, 2, { [wrong]: 5 })).toThrow(
    `unknown option "${wrong}" (known: "base", "convention", `,
  );
});

it.each([
  ["diagnose", (/** @type {any} */ expect) => diagnose(new Float32Array(16), [4, 4], { expect })],
  [
    "diagnoseBias",
    (/** @type {any} */ expect) => diagnoseBias(new Float32Array(16), [1, 4, 4], { expect }),
  ],
  [
    "diagnoseRotary",
    (/** @type {any} */ expect) => {
      const cache = { cos: new Float32Array(16), sin: new Float32Array(16) };
      return diagnoseRotary(cache, [8, 2], { expect });
    },
  ],
])("an error of %s lists what can be expected, each option once", (_, call) => {
  expect(() => call([])).toThrow("expect must be an object, got []");
  expect(() => call({ zzz: 1 })).toThrow('unknown option "expect.zzz" (known: ');
  let messages = [""];
  try {
    call({ zzz: 1 });
  } catch (error) {
    messages = /known: (.*)\)/.exec(String(error))?.[1].split(", ") ?? [];
  }
  expect(messages.length).toBeGreaterThan(4);
  expect(new Set(messages).size).toBe(messages.length);
});

it("what console.log shows of an object says what it is", () => {
  expect(inspect(new RotaryEmbedding(8, { layout: "half", maxLength: 4 }))).toBe(
    'RotaryEmbedding { dHead: 8, rotaryDim: 8, rotaryStart: 0, layout: "half", direction: 1, maxLength: 4, attentionFactor: 1 }',
  );
  expect(inspect([new SinusoidalPositionalEncoding(8, 16)])).toContain(
    "SinusoidalPositionalEncoding { maxLength: 8, dModel: 16 }",
  );
  expect(inspect(new LearnedPositionalEncoding(3, 4))).toBe(
    "LearnedPositionalEncoding { maxLength: 3, dModel: 4 }",
  );
  expect(inspect(new Arena(1000))).toBe("Arena { bytes: 65536, free: 65536 }");
});

it("the length of a k with fewer heads than q leads to keyShape", () => {
  const rotary = new RotaryEmbedding(8);
  const [q, k] = [new Float32Array(64), new Float32Array(32)];
  expect(() => rotary.forward(q, k, [2, 4, 8])).toThrow(
    "phasor.RotaryEmbedding.forward: k.length must be 64 for shape [2, 4, 8] (keyShape is the shape of a k with other heads), got 32",
  );
  expect(rotary.forward(q, k, [2, 4, 8], { keyShape: [1, 4, 8] }).k).toHaveLength(32);
});
