// The recipes of docs/recipes.md for browsers, in Chromium, with dist/ in place of the CDN.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { RotaryEmbedding, sinusoidal } from "../../web/phasor/index.js";
import { launch } from "../serving.js";
import { recipes } from "./recipe.js";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const dist = fileURLToPath(new URL("../../dist/", import.meta.url));
const { version } = JSON.parse(readFileSync(`${dist}../package.json`, "utf8"));

/** @type {import("playwright").Browser} */
let browser;
/** @type {import("playwright").Page} */
let page;
/** @type {string[]} */
let errors;

beforeAll(async () => {
  // A GPU in software.
  browser = await launch("--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader");
  const context = await browser.newContext();
  const [cdn, secure] = [
    `https://cdn.jsdelivr.net/npm/phasor@${version}/dist/`,
    "https://recipes.test/",
  ];
  await context.route(`${cdn}**`, (route) =>
    route.fulfill({
      ...{ contentType: "text/javascript", headers: { "access-control-allow-origin": "*" } },
      path: dist + route.request().url().slice(cdn.length),
    }),
  );
  await context.route(`${secure}**`, (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<!doctype html><link rel="icon" href="data:,">`,
    }),
  );
  page = await context.newPage();
  errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.goto(secure);
});
afterAll(async () => {
  expect(errors).toEqual([]);
  await browser?.close();
});

const library = `https://cdn.jsdelivr.net/npm/phasor@${version}/dist/phasor.js`;

describe("the WebGPU recipe", () => {
  const [first, second] = recipes("WebGPU", "js");

  /** Runs a recipe on a device, and reads its buffer. @param {string} code @returns {Promise<number[]>} */
  const bytesOf = (code) =>
    page.evaluate(`(async () => {
      const adapter = await navigator.gpu?.requestAdapter();
      if (!adapter) throw new Error("no WebGPU");
      const device = await adapter.requestDevice();
      ${code.replace(/^import (\{.*\}) from "phasor";$/m, `const $1 = await import("${library}");`)}
      const { size } = buffer;
      const copy = device.createBuffer({ size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
      const commands = device.createCommandEncoder();
      commands.copyBufferToBuffer(buffer, 0, copy, 0, size);
      device.queue.submit([commands.finish()]);
      await copy.mapAsync(GPUMapMode.READ);
      const bytes = [...new Uint8Array(copy.getMappedRange())];
      device.destroy();
      return bytes;
    })()`);

  it("works with float16 cosines", async () => {
    const { cos } = new RotaryEmbedding(64, { maxLength: 4096, dtype: "float16" });
    const bytes = new Uint8Array(cos.buffer, cos.byteOffset, cos.byteLength);
    expect(Buffer.compare(Buffer.from(await bytesOf(first)), bytes)).toBe(0);
  });

  it("lets a table be written to its memory", async () => {
    const bytes = new Uint8Array(sinusoidal(128, 64).buffer);
    expect(Buffer.compare(Buffer.from(await bytesOf(second)), bytes)).toBe(0);
  });
});

it("a notebook's widget and Python share the position", async () => {
  const [code] = recipes("Notebooks", "python");
  const module = /_esm = """(.*?)"""/s.exec(code)?.[1] ?? "";
  /** @type {any} */
  const answer = await page.evaluate(`(async () => {
    const url = URL.createObjectURL(new Blob([${JSON.stringify(module)}], { type: "text/javascript" }));
    const { default: widget } = await import(url);
    const values = { position: 5 };
    let [changed, save] = [() => {}, () => {}];
    const saved = new Promise((resolve) => { save = resolve; });
    const model = {
      get: (name) => values[name],
      set: (name, value) => { values[name] = value; },
      save_changes: () => { if (values.position === 10) save({ ...values }); },
      on: (name, listener) => { if (name === "change:position") changed = listener; },
    };
    const el = document.body.appendChild(document.createElement("div"));
    await widget.render({ model, el });
    const figure = el.querySelector("phasor-clocks");
    const first = figure.position;
    values.position = 9;
    changed();
    const second = figure.position;
    figure.near = true;
    while (!figure.shadowRoot.querySelector(".handle")) await new Promise(requestAnimationFrame);
    const press = new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, composed: true });
    figure.shadowRoot.querySelector(".handle").dispatchEvent(press);
    return { first, second, saved: await saved };
  })()`);
  expect(answer.first).toBe(5);
  expect(answer.second).toBe(9);
  expect(answer.saved).toEqual({ position: 10 });
});

it("the recipe for Observable's cells works", async () => {
  const [module, table, figure] = recipes("Observable", "js");
  /** @param {string} cell */
  const value = (cell) => cell.slice(cell.indexOf("=") + 1).trim();
  /** @type {any} */
  const answer = await page.evaluate(`(async () => {
    const phasor = await ${value(module)};
    const table = ${value(table)};
    const figure = await (async () => ${value(figure)})();
    document.body.append(figure);
    return { length: table.length, second: table[64], tag: figure.localName, position: figure.position };
  })()`);
  expect(answer).toEqual({
    ...{ length: 128 * 64, second: sinusoidal(2, 64)[64], tag: "phasor-clocks", position: 5 },
  });
});
