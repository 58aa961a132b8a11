// The sizes of what users of the package download, in bytes: the module, the package in a bundle,
// and a figure as one file. Prints the sizes and compares them with limits.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it, test, vi } from "vitest";
import { pack } from "../../.ci/carry.mjs";
import { elementBuild, elements, seconds } from "../../vite.config.js";
import { ALPHABET, unpack } from "../../web/phasor/unpack.js";

vi.setConfig({ testTimeout: 180_000 });

const root = new URL("../../", import.meta.url);
const library = fileURLToPath(new URL("web/phasor/index.js", root));
const core = fileURLToPath(new URL("dist/core/index.js", root));
const lab = fileURLToPath(new URL("web/phasor/lab.js", root));
const module = readFileSync(new URL("web/phasor/phasor.wasm", root));

/** Limits in kilobytes (1000 bytes), gzipped; 0.05 of a figure is the line with the licence. */
const LARGEST = {
  "phasor.wasm": 24.3,
  "every function": 129.8,
  "`phasor/lab`": 43.5,
  "`sinusoidal` alone": 12,
  "`RotaryEmbedding` alone": 26,
  "`ropeFromConfig` with it": 41.3,
  "phasor-order.js": 41.4,
  "phasor-ladder.js": 33.8,
  "phasor-heatmap.js": 37.9,
  "phasor-waves.js": 35.2,
  "phasor-clocks.js": 32.3,
  "phasor-wavelengths.js": 29.3,
  "phasor-shift.js": 35.6,
  "phasor-similarity.js": 37.1,
  "phasor-adding.js": 35.2,
  "phasor-learned.js": 40.9,
  "phasor-grid.js": 42.9,
  "phasor-comparison.js": 39.4,
  "phasor-bugs.js": 44.9,
  "phasor-bugs-diagnosis.js": 93.7,
  "phasor-precision.js": 38.2,
  "phasor-bias.js": 38.6,
  "phasor-rope.js": 39.4,
  "phasor-length-lab.js": 44.5,
  "phasor-length-lab-training.js": 21.3,
  "phasor-scaling.js": 41,
  "phasor-scaling-config.js": 24.5,
};

const folder = new URL("build/kernels/", root);
/** The modules of kernels. @type {[name: string, bytes: Buffer][]} */
const kernels = readdirSync(folder)
  .filter((file) => file.endsWith(".wasm"))
  .map((file) => [file.replace(".wasm", ""), readFileSync(new URL(file, folder))]);

/** @param {Buffer} bytes */
const exportsOf = (bytes) =>
  WebAssembly.Module.exports(new WebAssembly.Module(new Uint8Array(bytes))).map(({ name }) => name);

/** @param {string | Uint8Array} bytes */
const zipped = (bytes) => gzipSync(bytes, { level: 9 }).length / 1000;

/** @type {string[]} */
const lines = [];
afterAll(() => console.log(`Sizes, gzipped:\n${lines.join("\n")}`));

/** @param {string} what @param {string | Uint8Array} bytes */
function held(what, bytes) {
  const kilobytes = zipped(bytes);
  lines.push(`${what.padEnd(24)} ${kilobytes.toFixed(1)} KB`);
  expect(kilobytes, what).toBeLessThan(LARGEST[/** @type {keyof typeof LARGEST} */ (what)]);
}

/** The chunks and assets of a build that is not written to disk.
 * @param {import("vite").UserConfig} config */
async function outputs(config) {
  const result = await build({
    ...config,
    configFile: false,
    logLevel: "silent",
    build: { ...config.build, write: false },
  });
  const [{ output }] = /** @type {any[]} */ ([result].flat());
  return output;
}

/** A minified bundle of a module with this code. @param {string} code @returns {Promise<string>} */
async function bundle(code) {
  const entry = "virtual:entry";
  const output = await outputs({
    root: fileURLToPath(root),
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === entry ? `\0${entry}` : undefined),
        load: (id) => (id === `\0${entry}` ? code : undefined),
      },
    ],
    build: {
      minify: "oxc",
      target: "es2022",
      rolldownOptions: { input: entry, preserveEntrySignatures: "strict" },
      modulePreload: { polyfill: false },
    },
  });
  expect(output).toHaveLength(1);
  return output[0].code;
}

const everything = () => bundle(`export * from ${JSON.stringify(library)};`);
const theLab = () => bundle(`export * from ${JSON.stringify(lab)};`);

/** @param {string} names @param {string} [from] */
const only = (names, from = library) => bundle(`export { ${names} } from ${JSON.stringify(from)};`);

describe("size", () => {
  /** @type {[what: string, bytes: () => Promise<string | Uint8Array>][]} */
  const parts = [
    ["every function", everything],
    ["`sinusoidal` alone", () => only("sinusoidal")],
    ["`RotaryEmbedding` alone", () => only("RotaryEmbedding")],
    ["`ropeFromConfig` with it", () => only("RotaryEmbedding, ropeFromConfig")],
    ["`phasor/lab`", theLab],
    ["phasor.wasm", async () => module],
  ];
  it.each(parts)(
    "%s: is within its limit, and about as large as the README says",
    async (what, make) => {
      const bytes = await make();
      held(what, bytes);
      const readme = readFileSync(new URL("README.md", root), "utf8");
      const row =
        readme.split("\n").find((line) => new RegExp(`^\\| .*${what}.* KB`).test(line)) ?? "";
      const [plain, small] = (row.match(/\d+(?= KB)/g) ?? []).map(Number);
      expect(Math.abs(bytes.length / 1000 / plain - 1), `${bytes.length} bytes`).toBeLessThan(0.1);
      expect(Math.abs(zipped(bytes) / small - 1), `${zipped(bytes)} KB`).toBeLessThan(0.1);
    },
  );
});

describe("a bundle", () => {
  it("contains each module of kernels once, hardly larger than as a file", async () => {
    const [code, labCode] = await Promise.all([everything(), theLab()]);
    for (const [name, bytes] of kernels) {
      const text = pack(bytes);
      expect((name === "lab" ? labCode : code).split(text), name).toHaveLength(2);
      expect(zipped(text), name).toBeLessThan(zipped(bytes) * 1.06);
    }
  });

  it("contains only the modules of kernels that it calls", async () => {
    const code = await bundle(`export { softmax } from ${JSON.stringify(library)};`);
    const carried = kernels.flatMap(([name, bytes]) => (code.includes(pack(bytes)) ? name : []));
    expect(carried).toEqual(["attention"]);
  });

  it("contains what it calls of phasor/core, and no kernels", async () => {
    const whole = await only("sinusoidal");
    const texts = kernels.map(([, bytes]) => pack(bytes));
    const without = texts.reduce((code, text) => code.replace(text, ""), whole);
    expect(without.length).toBeLessThan(whole.length / 1.5);
    expect((await only("sinusoidal", core)).length).toBeLessThan(without.length * 1.02);
  });

  it("contains the lab's kernels, 8 KB at most, only with phasor/lab", async () => {
    const bytes = kernels.find(([name]) => name === "lab")?.[1] ?? new Uint8Array();
    expect(zipped(bytes)).toBeLessThan(8);
    expect(await everything()).not.toContain(pack(bytes));
  });

  it("omits unused code", async () => {
    const code = await bundle(`import ${JSON.stringify(library)};`);
    expect(code.length).toBeLessThan(100);
  });
});

describe("a module as text", () => {
  it("decodes to the same bytes, whatever they are", () => {
    const all = Uint8Array.from({ length: 65536 }, (_, i) => (i >> 8) ^ (i * 167));
    for (const bytes of [module, all, all.subarray(0, 1), new Uint8Array(0)]) {
      expect(Buffer.from(unpack(pack(bytes))).equals(bytes)).toBe(true);
    }
  });

  it("is ASCII without characters that are special in string literals or script elements", () => {
    expect(ALPHABET).toHaveLength(89);
    expect(ALPHABET).toMatch(/^[ -~]*$/);
    expect(ALPHABET).not.toMatch(/["'`$\\<]/);
  });
});

describe("the file that Node loads", () => {
  const folder = new URL("web/phasor/", root);
  const path = fileURLToPath(new URL("phasor.node.js", folder));
  const code = readFileSync(path, "utf8");
  /** @type {any} */
  let one;
  beforeAll(async () => {
    one = await import(/* @vite-ignore */ path);
  });

  it("is one file with the same functions and the same bits", async () => {
    const many = await import("../../web/phasor/index.js");
    expect(Object.keys(one).sort()).toEqual(Object.keys(many).sort());
    for (const [name, each] of Object.entries(many)) {
      const { name: itsName, length } = one[name];
      expect({ itsName, length }, name).toEqual({
        itsName: /** @type {any} */ (each).name,
        length: /** @type {any} */ (each).length,
      });
    }
    expect(one.sinusoidal(300, 66)).toEqual(many.sinusoidal(300, 66));
    expect(inspect(new one.RotaryEmbedding(4))).toMatch(/^RotaryEmbedding /);
    expect(code.match(/(?<=^import .* from ").*(?=")/gm)).toEqual(["node:module", "node:url"]);
    const { exports } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
    // Bundlers for Node use the modules.
    const forBundlers = exports["."].default;
    expect(Object.entries(exports["."].node)).toEqual([
      ["module", forBundlers],
      ["default", "./web/phasor/phasor.node.js"],
    ]);
  });

  it("loads parts for what fewer programs call, with the same results and messages", async () => {
    const parts = readdirSync(folder).filter((file) => /^phasor\.node\..*\.cjs$/.test(file));
    /** @type {Record<string, string>} */
    const texts = Object.fromEntries(
      parts.map((file) => [file.split(".")[2], readFileSync(new URL(file, folder), "utf8")]),
    );
    expect(Object.keys(texts)).toEqual([
      ...["analysis", "attention", "common", "config", "diagnosis", "learned", "rotary", "tables"],
    ]);
    for (const [part, text] of [
      ["analysis", '"phasor.dotProducts"'],
      ["attention", '"phasor.alibiBias"'],
      ["config", '"phasor.ropeFromConfig'],
      ["diagnosis", '"phasor.diagnose"'],
      ["diagnosis", '"phasor.diagnoseRotary"'],
      ["diagnosis", '"phasor.diagnoseBias"'],
      ["learned", '"phasor.LearnedPositionalEncoding"'],
      ["rotary", '"phasor.RotaryEmbedding"'],
      ["tables", '"phasor.sinusoidal2d"'],
    ]) {
      expect(texts[part]).toContain(text);
      expect(code).not.toContain(text);
    }
    // V8 reads about 25 KB in a millisecond.
    lines.push(`phasor.node.js, not gzipped  ${(code.length / 1000).toFixed(1)} KB`);
    expect(code.length).toBeLessThan(70_000);

    const many = await import("../../web/phasor/index.js");
    const table = many.sinusoidal(64, 32, { start: 1 });
    expect(one.diagnose(table, [64, 32])).toEqual(many.diagnose(table, [64, 32]));
    const model = { model_type: "llama", hidden_size: 64, num_attention_heads: 4 };
    expect(one.ropeFromConfig(model)).toEqual(many.ropeFromConfig(model));
    expect(() => one.diagnose(table)).toThrow("phasor.diagnose: shape must be");
  });

  /** @type {[name: string, given: number[], method: string][]} */
  const classes = [
    ["RotaryEmbedding", [8], "apply"],
    ["LearnedPositionalEncoding", [4, 8], "forward"],
    ["SinusoidalPositionalEncoding", [4, 8], "forward"],
  ];
  it.each(classes)(
    "loads the class %s from a part, and has a class that behaves like it",
    (name, given, method) => {
      const Late = one[name];
      class Own extends Late {
        more = 1;
      }
      const [plain, own] = [new Late(...given), Reflect.construct(Own, given)];
      expect(plain).toBeInstanceOf(Late);
      expect(plain.constructor).toBe(Late);
      expect(own).toBeInstanceOf(Late);
      expect(own.more).toBe(1);
      expect(own[method]).toBe(Late.prototype[method]);
      expect(Object.getOwnPropertyDescriptor(Late, "prototype")).toEqual({
        ...{ value: Object.getPrototypeOf(plain), writable: false },
        ...{ enumerable: false, configurable: false },
      });
      expect(Reflect.ownKeys(Late).sort()).toEqual(["length", "name", "prototype"]);
      expect([inspect(Late), inspect(plain)]).toEqual([
        `[Function: ${name}]`,
        expect.stringMatching(`^${name} `),
      ]);
      expect(() => Late.call(null, 8)).toThrow(TypeError);
      expect(() => new Late(0)).toThrow(`phasor.${name}: `);
    },
  );
});

it("no figure's first file is larger than 45 KB", () => {
  const firsts = Object.entries(LARGEST).filter(([file]) =>
    elements.some((name) => file === `phasor-${name}.js`),
  );
  expect(firsts).toHaveLength(elements.length);
  for (const [file, most] of firsts) expect(most, file).toBeLessThanOrEqual(45);
});

/** The beginning of every module as text. */
const magic = pack(Buffer.from("\0asm"));

describe.each([...elements, ...seconds])("phasor-%s.js", (name) => {
  test("is one file without development code, and calls only functions that it contains", async () => {
    const output = await outputs(elementBuild(name));
    expect(output.map((/** @type {any} */ file) => file.fileName)).toEqual([`phasor-${name}.js`]);
    const { code, imports, dynamicImports } = output[0];
    expect([...imports, ...dynamicImports]).toEqual([]);
    held(`phasor-${name}.js`, code);

    // One module, with just the kernels that the code names. The C programs that a figure writes
    // name kernels, too, after a space.
    const texts = code.split(/[`"]/).filter((/** @type {string} */ text) => text.startsWith(magic));
    expect(texts).toHaveLength(1);
    const has = exportsOf(Buffer.from(unpack(texts[0])));
    const called = new Set(code.match(/(?<=[[("]`|`|\.)phasor_\w+(?=[$`(,;}])/g));
    expect(called.size).toBeGreaterThan(0);
    for (const each of called) {
      expect(
        [`${each}_f32`, `${each}_f64`, each].some((name) => has.includes(name)),
        each,
      ).toBe(true);
    }
  });
});
