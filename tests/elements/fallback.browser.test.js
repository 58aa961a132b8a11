import { afterEach, expect, test, vi } from "vitest";
import "../../web/elements/phasor-clocks.js";
import "../../web/elements/phasor-heatmap.js";
import "../../web/elements/phasor-shift.js";
import "../../web/elements/phasor-similarity.js";
import "../../web/elements/phasor-wavelengths.js";
import "../../web/elements/phasor-waves.js";

// An engine without SIMD refuses the module, as this one is made to do before it has seen it.
const { CompileError } = WebAssembly;
vi.stubGlobal("WebAssembly", {
  validate: () => false,
  Module: class {
    constructor() {
      throw new CompileError("no SIMD here");
    }
  },
});
const said = [vi.spyOn(console, "error"), vi.spyOn(console, "warn")];

afterEach(() => document.querySelector(".mounted")?.remove());

/** @param {string} html @returns {Promise<any>} */
async function put(html) {
  const place = document.createElement("div");
  place.className = "mounted";
  place.innerHTML = html;
  document.body.append(place);
  const figure = /** @type {any} */ (place.firstElementChild);
  await vi.waitFor(() => expect(figure.failure).toBeDefined());
  await figure.updateComplete;
  return figure;
}

test.each(["heatmap", "waves", "similarity", "wavelengths", "clocks", "shift"])(
  "without WebAssembly, <phasor-%s> leaves its place to the words inside it",
  async (name) => {
    const figure = await put(`<phasor-${name}><p>These words.</p></phasor-${name}>`);
    const words = figure.querySelector("p");
    expect(words.getBoundingClientRect().height).toBeGreaterThan(0);
    expect(figure.shadowRoot.querySelector("canvas, input, .plot")).toBeNull();
    figure.length = 32;
    await figure.updateComplete;
    expect(words.getBoundingClientRect().height).toBeGreaterThan(0);
    for (const spy of said) expect(spy).not.toHaveBeenCalled();
  },
);

test("without words inside, it says why", async () => {
  const figure = await put("<phasor-heatmap></phasor-heatmap>");
  expect(figure.shadowRoot.textContent).toContain("SIMD");
});
