// The examples of docs/interop.md that need a browser: a notebook's cell, and a WebGPU buffer.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { sinusoidal } from "phasor";
import { chromium } from "playwright";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const root = fileURLToPath(new URL("../../", import.meta.url));
const text = readFileSync(`${root}docs/interop.md`, "utf8");
const blocks = [...text.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code);

/** The one example that contains a piece of code. @param {string} piece */
function block(piece) {
  const [found, ...more] = blocks.filter((code) => code.includes(piece));
  expect([typeof found, more.length]).toEqual(["string", 0]);
  return found;
}

/** A script that leaves what the example exports in `recipe`. @param {string} contents */
async function bundled(contents) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    ...{ bundle: true, format: "iife", globalName: "recipe", write: false, logLevel: "error" },
    conditions: ["browser"],
  });
  return outputFiles[0].text;
}

/** @type {import("playwright").Browser} */
let browser;
/** Adapters of WebGPU are there only for pages with an origin. @type {import("node:http").Server} */
let server;
beforeAll(async () => {
  const executablePath = process.env.CHROMIUM || "/usr/bin/chromium";
  const gpu = ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"];
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox", ...gpu] });
  server = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<!doctype html><title>page</title><body></body>");
  });
  await new Promise((resolve) => server.listen(0, "localhost", () => resolve(undefined)));
});
afterAll(async () => {
  await browser?.close();
  server?.close();
});

async function page() {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const made = await browser.newPage();
  /** @type {string[]} */
  const errors = [];
  made.on("pageerror", (error) => errors.push(error.message));
  await made.goto(`http://localhost:${address.port}/`);
  return { made, errors };
}

describe("docs/interop.md", () => {
  it("has a cell for notebooks that draws a figure and follows its model", async () => {
    const code = await bundled(block("render({ model, el })"));
    const { made, errors } = await page();
    await made.addScriptTag({ content: code });
    const seen = await made.evaluate(async () => {
      const cell = /** @type {any} */ (globalThis).recipe.default;
      const values = new Map([["d_model", 32]]);
      /** @type {Map<string, () => void>} */
      const listeners = new Map();
      const model = {
        get: (/** @type {string} */ key) => values.get(key),
        on: (/** @type {string} */ name, /** @type {() => void} */ call) =>
          listeners.set(name, call),
        off: (/** @type {string} */ name) => listeners.delete(name),
      };
      const el = document.createElement("div");
      document.body.append(el);
      const clean = cell.render({ model, el });
      const figure = /** @type {any} */ (el.firstElementChild);
      await new Promise((resolve) => setTimeout(resolve, 500));
      const drawn = { dModel: figure.dModel, height: figure.getBoundingClientRect().height };
      values.set("d_model", 64);
      listeners.get("change:d_model")?.();
      const changed = figure.dModel;
      clean();
      return { ...drawn, changed, shadow: figure.shadowRoot !== null, left: listeners.size };
    });
    expect(errors).toEqual([]);
    expect(seen).toMatchObject({ dModel: 32, changed: 64, shadow: true, left: 0 });
    expect(seen.height).toBeGreaterThan(100);
    await made.close();
  });

  it("has an upload to a WebGPU buffer that arrives", async () => {
    const code = await bundled(`${block("createBuffer")}\nexport { upload, table };`);
    const { made, errors } = await page();
    await made.addScriptTag({ content: code });
    const bytes = await made.evaluate(async () => {
      const adapter = await /** @type {any} */ (navigator).gpu.requestAdapter();
      const device = await adapter.requestDevice();
      const { upload, table } = /** @type {any} */ (globalThis).recipe;
      const copyable = {
        createBuffer: (/** @type {any} */ what) =>
          device.createBuffer({ ...what, usage: what.usage | /* COPY_SRC */ 4 }),
        queue: device.queue,
      };
      const buffer = upload(copyable, table);
      const back = device.createBuffer({ size: buffer.size, usage: /* MAP_READ, COPY_DST */ 9 });
      const encoder = device.createCommandEncoder();
      encoder.copyBufferToBuffer(buffer, 0, back, 0, buffer.size);
      device.queue.submit([encoder.finish()]);
      await back.mapAsync(1);
      return [...new Uint8Array(back.getMappedRange())];
    });
    expect(errors).toEqual([]);
    await made.close();
    const table = sinusoidal(512, 64, { dtype: "float16" });
    expect(bytes).toEqual([...new Uint8Array(table.buffer)]);
  });
});
