// Each figure as one file, beside the same figure from its sources: the file carries kernels that are linked
// for it, and the package without what the figure does not use. It must say and compute the same.
import { afterEach, expect, test, vi } from "vitest";
import { inked, tags } from "./support.js";

/** @type {HTMLIFrameElement[]} */
const frames = [];
afterEach(() => {
  for (const frame of frames.splice(0)) frame.remove();
});

/** A page with one figure, from this address. @param {string} tag @param {string} source */
async function pageWith(tag, source) {
  const frame = document.createElement("iframe");
  frame.style.cssText =
    "position: fixed; inset: 0 auto auto 0; width: 900px; height: 700px; border: 0";
  frame.srcdoc = `<!doctype html><script>
      window.faults = [];
      addEventListener("error", (event) => faults.push(event.message));
      addEventListener("unhandledrejection", (event) => faults.push(String(event.reason)));
    </script><script type="module" src="${source}"></script><${tag}></${tag}>`;
  document.body.append(frame);
  frames.push(frame);
  return vi.waitFor(
    () => {
      const page = /** @type {any} */ (frame.contentWindow);
      const figure = page.document.querySelector(tag);
      expect(page.customElements.get(tag)).toBeDefined();
      expect(figure.failure).toBe(undefined);
      expect(figure.drawNow()).toBe(true);
      expect([...figure.shadowRoot.querySelectorAll("canvas")].some(inked)).toBe(true);
      return { figure, faults: /** @type {string[]} */ (page.faults) };
    },
    { timeout: 20_000 },
  );
}

/** Parameters that change which functions are called. */
const OTHERS = [{ dModel: 6, base: 50, length: 40, position: 21.25 }, { length: 600 }];

/** Every word and switch that the figure has, alone. @param {any} spec @returns {Record<string, unknown>[]} */
const settings = ({ attributes = {} }) =>
  Object.entries(attributes).flatMap(([name, declared]) => {
    if (Array.isArray(declared)) return declared.slice(1).map((word) => ({ [name]: word }));
    return typeof declared === "boolean" ? [{ [name]: !declared }] : [];
  });

test.each(tags)("%s says and computes what its sources do", async (tag) => {
  const [own, file] = await Promise.all([
    pageWith(tag, `/web/elements/${tag}.js`),
    pageWith(tag, `/dist/${tag}.js`),
  ]);
  for (const change of [{}, ...OTHERS, ...settings(own.figure.spec)]) {
    const [wanted, found] = [own, file].map(({ figure }) => {
      figure.reset();
      figure.set(change, { ease: false });
      figure.drawNow();
      const { p, d, spec } = figure;
      return [spec.say(p, d.values), figure.toCSV(), figure.code];
    });
    expect(found, JSON.stringify(change)).toEqual(wanted);
  }
  expect(file.faults).toEqual([]);
});

test("phasor-length-lab trains the same model", async () => {
  const tag = "phasor-length-lab";
  /** @type {number[][]} */
  const losses = [];
  for (const source of [`/web/elements/${tag}.js`, `/dist/${tag}.js`]) {
    const { figure, faults } = await pageWith(tag, source);
    const buttons = [...figure.shadowRoot.querySelectorAll("button")];
    buttons.find((each) => each.textContent === "train").click();
    const own = await vi.waitFor(
      () => {
        const [run] = figure.p.results.recent.rope;
        expect(run.losses.length).toBeGreaterThan(1);
        return run.losses.slice(0, 2);
      },
      { timeout: 12_000 },
    );
    losses.push(own);
    expect(faults).toEqual([]);
    for (const frame of frames.splice(0)) frame.remove();
  }
  expect(losses[1]).toEqual(losses[0]);
});
