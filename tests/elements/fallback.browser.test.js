import { afterEach, expect, test, vi } from "vitest";
import { until } from "../until.js";
import { put, tags } from "./support.js";

import.meta.glob("../../web/elements/phasor-*.js", { eager: true });

// Makes this engine refuse the module, like an engine without SIMD.
const { CompileError, Memory } = WebAssembly;
vi.stubGlobal("WebAssembly", {
  Memory,
  validate: () => false,
  Module: class {
    constructor() {
      throw new CompileError("no SIMD here");
    }
  },
});
const spies = [vi.spyOn(console, "error"), vi.spyOn(console, "warn").mockReturnValue()];

afterEach(() => document.querySelector(".mounted")?.remove());

/** @param {string} html @returns {Promise<any>} */
async function failed(html) {
  const figure = put(html).firstElementChild;
  await until(() => expect(figure.failure).toBeDefined());
  await figure.updateComplete;
  return figure;
}

test.each(tags)("without WebAssembly, <%s> shows the content inside the element", async (tag) => {
  const figure = await failed(`<${tag}><p>These words.</p></${tag}>`);
  const words = figure.querySelector("p");
  expect(words.getBoundingClientRect().height).toBeGreaterThan(0);
  expect(figure.shadowRoot.querySelector("canvas, input, .plot")).toBeNull();
  figure.length = 32;
  await figure.updateComplete;
  expect(words.getBoundingClientRect().height).toBeGreaterThan(0);
});

test("without WebAssembly, the console has the reason once, whatever the number of figures", async () => {
  await failed("<phasor-heatmap></phasor-heatmap>");
  const all = spies.flatMap(({ mock }) => mock.calls.map(String));
  expect(all).toEqual([expect.stringMatching(/no SIMD128.*show their content instead/)]);
});

test("without WebAssembly, a figure shows its caption", async () => {
  const figure = await failed(`<phasor-heatmap><p slot="caption">Fig. 1</p></phasor-heatmap>`);
  expect(figure.querySelector("p").getBoundingClientRect().height).toBeGreaterThan(0);
});

test("without WebAssembly and content, a figure shows the reason", async () => {
  const figure = await failed("<phasor-heatmap></phasor-heatmap>");
  expect(figure.shadowRoot.textContent).toContain("SIMD");
});
