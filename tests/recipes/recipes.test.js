// Runs the recipes of docs/recipes.md for Node and the shell. browser.test.js runs those for
// browsers, tests/environments those that need large packages.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as ort from "onnxruntime-web";
import { attention, RotaryEmbedding, ropeFromConfig } from "phasor";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { shell } from "../cli/run.js";
import { models } from "../phasor/config.support.js";
import { noise } from "../phasor/helpers.js";
import { modelOf } from "../phasor/onnx.js";
import { recipes } from "./recipe.js";

vi.setConfig({ testTimeout: 60_000 });

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "phasor-recipes-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Exact values have been rounded once, and the operators sum in another order. */
const BOUNDS = { float32: 2e-6, float16: 4e-3 };

/** The modules that recipes import, where this project has them. @param {string} code */
const located = (code) =>
  code
    .replace(
      /from "phasor"/g,
      `from ${JSON.stringify(pathToFileURL(`${root}web/phasor/index.js`).href)}`,
    )
    .replace(
      /from "onnxruntime-web"/g,
      `from ${JSON.stringify(import.meta.resolve("onnxruntime-web"))}`,
    );

/** Runs a recipe as a module: the variables named. @param {string} code @param {string[]} variables */
async function run(code, variables) {
  const file = join(folder, `recipe-${variables.join("-")}-${code.length}.mjs`);
  writeFileSync(file, `${located(code)}\nexport { ${variables.join(", ")} };\n`);
  return import(/* @vite-ignore */ pathToFileURL(file).href);
}

describe("the recipe for caches from a configuration", () => {
  it("gives the caches in three lines", async () => {
    const config = models["meta-llama/Llama-3.1-8B"];
    writeFileSync(join(folder, "config.json"), JSON.stringify(config));
    const [code] = recipes("Caches from a configuration", "js");
    const path = JSON.stringify(join(folder, "config.json"));
    const { rope, cos, sin } = await run(code.replace('"config.json"', path), [
      "rope",
      "cos",
      "sin",
    ]);
    expect([cos.length, sin.length]).toEqual([8192 * 64, 8192 * 64]);
    expect(rope.layout).toBe("half");
    const exact = ropeFromConfig(config).frequencies;
    const half = new RotaryEmbedding(128, {
      frequencies: exact,
      maxLength: 8192,
      dtype: "float16",
    });
    expect(Buffer.compare(Buffer.from(cos.buffer), Buffer.from(half.cos.buffer))).toBe(0);
    const [entry] = new RotaryEmbedding(128, { frequencies: exact, maxLength: 9 }).cos.subarray(
      8 * 64,
    );
    expect(entry).toBeCloseTo(Math.cos(8), 6);
  });
});

/** A float16 tensor's numbers. @param {Uint16Array} bits */
const widened = (bits) =>
  Float32Array.from(bits, (h) => {
    const [sign, exponent, fraction] = [h & 0x8000 ? -1 : 1, (h >> 10) & 31, h & 1023];
    if (exponent === 0) return sign * fraction * 2 ** -24;
    return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
  });

/** The float16 bits of multiples of 1/64 up to 8. @param {Float32Array} x */
const narrowed = (x) =>
  Uint16Array.from(x, (value) => {
    if (value === 0) return 0;
    const exponent = Math.floor(Math.log2(Math.abs(value)));
    const fraction = (Math.abs(value) / 2 ** exponent - 1) * 1024;
    return (value < 0 ? 0x8000 : 0) | ((exponent + 15) << 10) | fraction;
  });

const HEADS = 4;
const KEY_HEADS = 2;
const D = 16;

describe("the recipe for ONNX Runtime Web:", () => {
  beforeAll(() => {
    ort.env.wasm.numThreads = 1;
    ort.env.logLevel = "error";
  });

  const [single, half] = recipes("ONNX Runtime Web", "js");
  /** @type {["float32" | "float16", string][]} */
  const cases = [
    ["float32", single],
    ["float16", half],
  ];
  const rotary = new RotaryEmbedding(D, { layout: "half" });

  /** Numbers that both types have. @param {number} length @param {number} seed */
  const numbers = (length, seed) =>
    Float32Array.from(noise("float32", length, seed), (x) => Math.round(x * 64) / 64);

  /** @param {"float32" | "float16"} type @param {Float32Array} x @param {number[]} shape */
  const tensor = (type, x, shape) => {
    if (type === "float32") return new ort.Tensor("float32", x, shape);
    const bits = narrowed(x);
    const data =
      "Float16Array" in globalThis
        ? Reflect.construct(Reflect.get(globalThis, "Float16Array"), [bits.buffer])
        : bits;
    return new ort.Tensor("float16", data, shape);
  };

  /** @param {ort.Tensor} result */
  const numbersOf = ({ data, type }) => {
    if (type === "float32") return /** @type {Float32Array} */ (data);
    const bits = /** @type {any} */ (data);
    return widened(new Uint16Array(bits.buffer, bits.byteOffset, bits.length));
  };

  /** @param {Float32Array} actual @param {Float32Array} expected @param {"float32" | "float16"} type */
  function close(actual, expected, type) {
    expect(actual).toHaveLength(expected.length);
    let worst = 0;
    actual.forEach((value, i) => {
      worst = Math.max(worst, Math.abs(value - expected[i]) / Math.max(1, Math.abs(expected[i])));
    });
    expect(worst).toBeLessThan(BOUNDS[type]);
  }

  it.each(cases)("RotaryEmbedding in %s matches phasor", async (type, code) => {
    const { caches } = await run(code, ["caches"]);
    /** @type {"float" | "float16"} */
    const element = type === "float32" ? "float" : "float16";
    const model = modelOf({
      ...{ name: "RotaryEmbedding", domain: "com.microsoft", opset: 1 },
      inputs: [
        { name: "x", type: element, axes: 4 },
        { name: "ids", type: "int64", axes: 2 },
        { name: "cos_cache", type: element, axes: 2 },
        { name: "sin_cache", type: element, axes: 2 },
      ],
      outputs: [{ name: "y", type: element, axes: 4 }],
      attributes: { interleaved: 0 },
    });
    const session = await ort.InferenceSession.create(model, { executionProviders: ["wasm"] });
    const positions = BigInt64Array.of(3n, 60n, 7n);
    const shape = [1, HEADS, 3, D];
    const x = numbers(HEADS * 3 * D, 1);
    const ids = new ort.Tensor("int64", positions, [1, 3]);
    const { y } = await session.run({ ...caches, ids, x: tensor(type, x, shape) });
    close(numbersOf(y), rotary.apply(x, shape, { positions }), type);
    await session.release();
  });

  it.each(cases)(
    "GroupQueryAttention in %s matches phasor for a prompt and for the next token",
    async (type, code) => {
      const { caches } = await run(code, ["caches"]);
      /** @type {"float" | "float16"} */
      const element = type === "float32" ? "float" : "float16";
      const model = modelOf({
        ...{ name: "GroupQueryAttention", domain: "com.microsoft", opset: 1 },
        inputs: [
          ...["query", "key", "value"].map((name) => ({
            name,
            type: element,
            axes: 3,
          })),
          { name: "past_key", type: element, axes: 4 },
          { name: "past_value", type: element, axes: 4 },
          { name: "seqlens_k", type: "int32", axes: 1 },
          { name: "total_sequence_length", type: "int32", axes: 0 },
          { name: "cos_cache", type: element, axes: 2 },
          { name: "sin_cache", type: element, axes: 2 },
        ],
        outputs: [
          { name: "output", type: element, axes: 3 },
          { name: "present_key", type: element, axes: 4 },
          { name: "present_value", type: element, axes: 4 },
        ],
        attributes: {
          num_heads: HEADS,
          kv_num_heads: KEY_HEADS,
          do_rotary: 1,
          rotary_interleaved: 0,
        },
      });
      const session = await ort.InferenceSession.create(model, { executionProviders: ["wasm"] });
      const total = 6;
      const [q, k, v] = [HEADS, KEY_HEADS, KEY_HEADS].map((heads, i) =>
        numbers(total * heads * D, i + 2),
      );

      /** Tokens from one position to another, after those before. @param {number} from @param {number} to
       * @param {Record<string, ort.Tensor>} past */
      const step = (from, to, past) => {
        const rows = (/** @type {Float32Array} */ x, /** @type {number} */ heads) =>
          tensor(type, x.slice(from * heads * D, to * heads * D), [1, to - from, heads * D]);
        return session.run({
          ...caches,
          ...past,
          query: rows(q, HEADS),
          key: rows(k, KEY_HEADS),
          value: rows(v, KEY_HEADS),
          seqlens_k: new ort.Tensor("int32", Int32Array.of(to - 1), [1]),
          total_sequence_length: new ort.Tensor("int32", Int32Array.of(to), []),
        });
      };
      const none = tensor(type, new Float32Array(0), [1, KEY_HEADS, 0, D]);
      const prompt = await step(0, total - 1, { past_key: none, past_value: none });
      const next = await step(total - 1, total, {
        past_key: prompt.present_key,
        past_value: prompt.present_value,
      });

      // The same with phasor: (T, heads, d) to (heads, T, d), each key head for two heads.
      const rotated = rotary.forward(q, k, [total, HEADS, D], {
        keyShape: [total, KEY_HEADS, D],
        tokenAxis: 0,
      });
      const byHead = (/** @type {Float32Array} */ x, /** @type {number} */ heads) => {
        const moved = new Float32Array(HEADS * total * D);
        for (let head = 0; head < HEADS; head++) {
          const source = Math.floor((head * heads) / HEADS);
          for (let t = 0; t < total; t++) {
            const from = (t * heads + source) * D;
            moved.set(x.subarray(from, from + D), (head * total + t) * D);
          }
        }
        return moved;
      };
      /** @type {[number, number, number, number]} */
      const shape = [HEADS, total, total, D];
      const out = attention(
        byHead(rotated.q, HEADS),
        byHead(rotated.k, KEY_HEADS),
        byHead(v, KEY_HEADS),
        shape,
        {
          causal: true,
        },
      );
      const expected = new Float32Array(total * HEADS * D);
      for (let head = 0; head < HEADS; head++) {
        for (let t = 0; t < total; t++) {
          const row = (head * total + t) * D;
          expected.set(out.subarray(row, row + D), (t * HEADS + head) * D);
        }
      }
      const cut = (total - 1) * HEADS * D;
      close(numbersOf(prompt.output), expected.slice(0, cut), type);
      close(numbersOf(next.output), expected.slice(cut), type);
      await session.release();
    },
  );
});

describe("the recipe for checking an implementation in CI", () => {
  const [code] = recipes("Check your implementation in CI", "js");
  const right = "(p, i, d) => (i % 2 ? Math.cos : Math.sin)(p / 10000 ** ((i - (i % 2)) / d))";

  /** The test of the recipe for an implementation. @param {string} entry */
  function test(entry) {
    writeFileSync(
      join(folder, "encoding.js"),
      `const entry = ${entry};
export const positionalEncoding = (length, d) =>
  Float32Array.from({ length: length * d }, (_, k) => entry(Math.floor(k / d), k % d, d));
`,
    );
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    writeFileSync(join(folder, "encoding.test.js"), located(code));
    // Not a child of this test runner.
    const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
    return execFileSync(process.execPath, ["encoding.test.js"], {
      cwd: folder,
      env,
      encoding: "utf8",
      stdio: "pipe",
    });
  }

  it("passes a right implementation and fails a wrong one", () => {
    expect(test(right)).toMatch(/pass 1\b/);
    expect(() => test(right.replace("10000", "1000"))).toThrow("Command failed");
    expect(() => test(right.replace("p /", "(p + 1) /"))).toThrow("Command failed");
  });

  it("works with the command", () => {
    const [steps] = recipes("Check your implementation in CI", "yaml");
    const [make, judge] = steps
      .trim()
      .split("\n")
      .map((line) => line.replace("- run: ", ""));
    writeFileSync(
      join(folder, "encoding.py"),
      `import numpy, sys, os
def table(length, d):
    p, i = numpy.arange(length)[:, None], numpy.arange(0, d, 2)
    angle = p / 10000 ** (i / d)
    swap = "SWAP" in os.environ
    pair = (numpy.cos(angle), numpy.sin(angle)) if swap else (numpy.sin(angle), numpy.cos(angle))
    return numpy.stack(pair, -1).reshape(length, d)
`,
    );
    const line = [make, judge.replace(/^npx --yes phasor@\S+/, "phasor")].join(" && ");
    expect(line).toContain("&& phasor diagnose");
    expect(shell(line, {}, folder)).toContain("nothing wrong");
    expect(() => shell(line, { SWAP: "1" }, folder)).toThrow("Command failed");
  });
});

describe("the recipe for testing a rotary embedding in PyTorch", () => {
  const [code] = recipes("Test a rotary embedding in PyTorch", "python");
  const command = `${process.execPath} ${root}web/cli/phasor.js`;
  /** Enough of PyTorch where it is not installed. */
  const STUB = `
try: import torch
except ImportError:
    import sys, types, numpy
    class Tensor(numpy.ndarray):
        def float(self): return self.astype(numpy.float32)
        def numpy(self): return numpy.asarray(self)
        def bfloat16(self):
            bits = self.astype(numpy.float32).view(numpy.uint32)
            return ((bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000).view(numpy.float32)
    torch = sys.modules["torch"] = types.ModuleType("torch")
    tensor = lambda a: numpy.asarray(a, numpy.float32).view(Tensor)
    torch.randn = lambda *shape: tensor(numpy.random.default_rng(1).standard_normal(shape))
    torch.arange = lambda n: tensor(numpy.arange(n))
    torch.cat = lambda parts, dim: tensor(numpy.concatenate(parts, dim))
    torch.cos, torch.sin = numpy.cos, numpy.sin
`;

  /** The recipe's test of a port. @param {string} positions @param {string} dtype */
  function test(positions, dtype) {
    const model = `
import torch
def apply_rotary(q, positions):
    angles = (${positions})[:, None] * 10000 ** (-torch.arange(64) / 64)
    cos, sin = torch.cos(angles), torch.sin(angles)
    a, b = q[..., :64], q[..., 64:]
    return torch.cat((a * cos - b * sin, b * cos + a * sin), -1).${dtype}()
`;
    writeFileSync(join(folder, "model.py"), STUB + model);
    writeFileSync(
      join(folder, "config.json"),
      '{"model_type": "llama", "head_dim": 128, "rope_theta": 10000}',
    );
    const located = code.replace(/npx --yes phasor@\S+/, command);
    expect(located).toContain(`${command} diagnose rotary.npz`);
    writeFileSync(join(folder, "torch_test.py"), `${STUB}${located}\ntest_rotary_embedding()\n`);
    return shell("python3 torch_test.py 2>&1 || true", {}, folder);
  }

  it.each(["float", "bfloat16"])("passes a right implementation in %s", (dtype) => {
    expect(test("positions", dtype)).toBe("");
  });

  it("fails a wrong implementation, and says why", () => {
    expect(test("positions + 1", "float")).toContain(
      "AssertionError: input: 2 × 64 × 128, rotary, 64 pairs, default, base 10000\n" +
        "problem starts-at-1: Row 0 is position 1",
    );
  });
});

it("the versions in the recipes are the package's", () => {
  const { version } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
  const versions = [
    ...readFileSync(`${root}docs/recipes.md`, "utf8").matchAll(/phasor@([\d.]+\d)/g),
  ];
  expect(versions.length).toBeGreaterThan(3);
  for (const [, cited] of versions) expect(cited).toBe(version);
});
