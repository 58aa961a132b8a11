// The sizes of what users of the package download, gzipped, in KB (1000 bytes): functions in a bundle, and the files
// that pages with figures load. Prints them and compares them with limits.
import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { afterAll, describe, expect, it, vi } from "vitest";
import { figures } from "../../rolldown.config.js";
import { unpack } from "../../web/phasor/unpack.js";

vi.setConfig({ testTimeout: 60_000 });

const root = new URL("../../", import.meta.url);
const library = fileURLToPath(new URL("web/phasor/index.js", root));
const lab = fileURLToPath(new URL("web/phasor/lab.js", root));
const dist = new URL("dist/", root);
const readDist = (/** @type {string} */ file) => readFileSync(new URL(file, dist), "utf8");
const readme = readFileSync(new URL("README.md", root), "utf8");

/** @param {string | Uint8Array} bytes */
const zipped = (bytes) => gzipSync(bytes, { level: 9 }).length / 1000;
/** @type {string[]} */
const lines = [];
afterAll(() => console.log(`Sizes, gzipped:\n${lines.join("\n")}`));

/** @param {string} what @param {number} kilobytes @param {number} max */
function checkLimit(what, kilobytes, max) {
  lines.push(`${what.padEnd(32)} ${kilobytes.toFixed(1).padStart(6)} of ${max} KB`);
  expect(kilobytes, what).toBeLessThanOrEqual(max);
}

/** A minified bundle of what the code exports or calls. @param {string} code */
async function bundle(code) {
  const entry = "\0entry";
  const built = await rolldown({
    input: entry,
    platform: "browser",
    preserveEntrySignatures: "strict",
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? code : undefined),
      },
    ],
  });
  const { output } = await built.generate({ format: "es", minify: true });
  expect(output).toHaveLength(1);
  return output[0].code;
}

/** @param {string} names @param {string} [from] */
const only = (names, from = library) => bundle(`export { ${names} } from ${JSON.stringify(from)};`);
const everything = () => bundle(`export * from ${JSON.stringify(library)};`);
const story = fileURLToPath(new URL("web/phasor/story.js", root));
const theLab = () => bundle(`export * from ${JSON.stringify(lab)};`);

/** The modules of kernels, as text. @type {[name: string, text: string][]} */
const kernels = readdirSync(new URL("web/phasor/kernels/", root)).flatMap((file) => {
  const code = readFileSync(new URL(`web/phasor/kernels/${file}`, root), "utf8");
  const [, text] = /unpack\("(.*)"\)/.exec(code) ?? [];
  return text ? [[basename(file, ".js"), text]] : [];
});
/** @param {string} name */
const wasmOf = (name) => readFileSync(new URL(`build/kernels/${name}.wasm`, root));

describe("functions in a bundle", () => {
  it.each([
    ["`sinusoidal` alone", 13, () => only("sinusoidal")],
    ["`RotaryEmbedding` alone", 28, () => only("RotaryEmbedding")],
    ["`ropeFromConfig` with it", 46, () => only("RotaryEmbedding, ropeFromConfig")],
    ["every function", 160, everything],
    ["`phasor/lab`", 50, theLab],
    ["`phasor/story`", 55, () => bundle(`export * from ${JSON.stringify(story)};`)],
    ["phasor.wasm", 28, async () => readFileSync(new URL("web/phasor/phasor.wasm", root))],
  ])("%s is within its limit, and as large as the README says", async (what, max, make) => {
    const bytes = await make();
    checkLimit(what, zipped(bytes), max);
    const row = readme.split("\n").find((line) => new RegExp(`^\\| .*${what}.* KB`).test(line));
    const [raw, small] = (row?.match(/\d+(?= KB)/g) ?? []).map(Number);
    expect(Math.abs(bytes.length / 1000 / raw - 1), `${bytes.length} bytes`).toBeLessThan(0.1);
    expect(Math.abs(zipped(bytes) / small - 1), `${zipped(bytes)} KB`).toBeLessThan(0.1);
  });

  it("contain only the kernels that they call, each once", async () => {
    const code = await bundle(`export { softmax } from ${JSON.stringify(library)};`);
    expect(kernels.flatMap(([name, text]) => (code.includes(text) ? name : []))).toEqual([
      "attention",
    ]);
    const [all, labs] = await Promise.all([everything(), theLab()]);
    for (const [name, text] of kernels) {
      expect((name === "lab" ? labs : all).split(text), name).toHaveLength(2);
    }
    expect(all).not.toContain(Object.fromEntries(kernels).lab);
  });

  it("contain no unused code", async () => {
    expect((await bundle(`import ${JSON.stringify(library)};`)).length).toBeLessThan(100);
  });
});

it.each(kernels)(
  "kernels as text %s decodes to the module, and compresses almost as well",
  (name, text) => {
    expect(Buffer.from(unpack(text)).equals(wasmOf(name))).toBe(true);
    expect(text).toMatch(/^[ -~]*$/);
    expect(text).not.toMatch(/["'`$\\<]/);
    expect(zipped(text)).toBeLessThan(zipped(wasmOf(name)) * 1.08);
  },
);

describe("figures", () => {
  /** The files that a page loads for these figures. @param {string[]} names */
  function filesOf(names) {
    const files = new Set(names.map((name) => `${name}.js`));
    for (const file of files) {
      const code = readDist(`figures/${file}`);
      for (const [, other] of code.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)) files.add(other);
    }
    return [...files];
  }
  const sizeOf = (/** @type {string[]} */ names) =>
    filesOf(names).reduce((sum, file) => sum + zipped(readDist(`figures/${file}`)), 0);

  it("fit into the limits of a page with one, three and all of them", () => {
    checkLimit("heatmap", sizeOf(["heatmap"]), 56);
    expect(filesOf(["heatmap"]).length).toBeLessThanOrEqual(3);
    checkLimit("heatmap, clocks, rope", sizeOf(["heatmap", "clocks", "rope"]), 66);
    checkLimit("all figures", sizeOf(figures), 200);
    checkLimit("figures.js", zipped(readDist("figures.js")), 300);
  });

  it.each(figures)("%s is no larger than docs/embedding.md says", (name) => {
    const guide = readFileSync(new URL("docs/embedding.md", root), "utf8");
    const [, min, max] = (/A figure takes (\d+) to (\d+) KB/.exec(guide) ?? []).map(Number);
    const size = sizeOf([name]);
    lines.push(
      `  ${name.padEnd(30)} ${size.toFixed(1).padStart(6)} KB in ${filesOf([name]).length} files`,
    );
    const sentence = `docs/embedding.md says ${min} to ${max} KB`;
    expect(size, sentence).toBeGreaterThan(min - 1);
    expect(size, sentence).toBeLessThan(max + 1);
  });
});

it("the file for Node and CDNs is one file with names and line breaks, and has the same functions and bits", async () => {
  const code = readDist("phasor.js");
  expect(code).not.toMatch(/^import /m);
  expect(code).toMatch(/^function sinusoidal\(length, dModel/m);
  const one = await import(/* @vite-ignore */ new URL("phasor.js", dist).href);
  const module = await import("../../web/phasor/index.js");
  expect(Object.keys(one).sort()).toEqual(Object.keys(module).sort());
  for (const [name, value] of Object.entries(module)) {
    if (typeof value === "function") expect(one[name].name, name).toBe(value.name);
  }
  expect(one.sinusoidal(300, 66)).toEqual(module.sinusoidal(300, 66));
});
