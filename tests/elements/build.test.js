// One file per element, for a script tag: that it is one file, and how large it is.
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { describe, expect, test, vi } from "vitest";
import { elementBuild, elements } from "../../vite.config.js";
import wasm from "../../web/phasor/wasm.js";

vi.setConfig({ testTimeout: 60_000 });

/** Kilobytes of an element's own code, gzipped, without the WebAssembly module that it carries. */
const LARGEST = 28;
const LARGEST_WITH_LINES = 52;

/** @param {string} name */
async function built(name) {
  const config = elementBuild(name);
  const result = await build({
    ...config,
    configFile: false,
    logLevel: "silent",
    build: { ...config.build, write: false },
  });
  const [{ output }] = /** @type {any[]} */ ([result].flat());
  return output;
}

/** @param {string} text */
const kilobytes = (text) => gzipSync(text, { level: 9 }).length / 1000;

describe.each(elements)("phasor-%s.js", (name) => {
  test("is one file, without a development build in it, and no larger than need be", async () => {
    const output = await built(name);
    expect(output.map((/** @type {any} */ file) => file.fileName)).toEqual([`phasor-${name}.js`]);
    const { code, imports, dynamicImports } = output[0];
    expect([...imports, ...dynamicImports]).toEqual([]);
    expect(code).not.toContain("lit.dev/msg");
    expect(code.split(wasm)).toHaveLength(2);
    const most = name === "waves" ? LARGEST_WITH_LINES : LARGEST;
    expect(kilobytes(code.replace(wasm, ""))).toBeLessThan(most);
  });
});
