// Each figure as one file, compared with the same figure from its sources. The file has kernels
// that are linked for it, and omits what it does not use of the package. It must say and compute
// the same.
import { afterEach, expect, test, vi } from "vitest";
import { inked, tags } from "./support.js";

/** @type {HTMLIFrameElement[]} */
const frames = [];
afterEach(() => {
  for (const frame of frames.splice(0)) frame.remove();
});

/** A page with one figure, whose module is at `source`.
 * @param {string} tag @param {string} source */
async function pageWith(tag, source) {
  const frame = document.createElement("iframe");
  frame.style.cssText =
    "position: fixed; inset: 0 auto auto 0; width: 900px; height: 700px; border: 0";
  frame.srcdoc = `<!doctype html><script>
      window.faults = [];
      // Vitest redirects imports through the page that it opens.
      window.__vitest_browser_runner__ = { wrapDynamicImport: (load) => load() };
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
      const requested = () => page.performance.getEntriesByType("resource").map(fileOf);
      return { figure, requested, faults: /** @type {string[]} */ (page.faults) };
    },
    { timeout: 20_000 },
  );
}

/** @param {PerformanceEntry} entry */
const fileOf = ({ name }) => new URL(name).pathname.replace(/^.*\//, "");

/** Parameters that change which functions are called. */
const OTHERS = [{ dModel: 6, base: 50, length: 40, position: 21.25 }, { length: 600 }];

/** Settings that use the second files. @type {Record<string, Record<string, unknown>[]>} */
const MORE = {
  "phasor-bugs": [
    { bugs: "exponent spacing" },
    { bugs: "spacing concatenated swapped bfloat16", dModel: 4 },
    { kind: "rotary", bugs: "layout base start" },
    { kind: "rotary", config: '{"model_type": "llama", "head_dim": 64, "rope_theta": 250000}' },
    { kind: "rotary", config: "no configuration" },
  ],
  "phasor-scaling": [
    { config: '{"model_type": "llama", "head_dim": 32, "rope_scaling": {"type": "linear"}}' },
    { config: '{"model_type": "gpt_neox", "hidden_size": 512, "num_attention_heads": 8}' },
    { config: '{"model_type": "llama", "head_dim": 4096}' },
  ],
};

/** Settings with one attribute each: every keyword and boolean attribute of the figure.
 * @param {any} spec @returns {Record<string, unknown>[]} */
const settings = ({ attributes = {} }) =>
  Object.entries(attributes).flatMap(([name, declared]) => {
    if (Array.isArray(declared)) return declared.slice(1).map((word) => ({ [name]: word }));
    return typeof declared === "boolean" ? [{ [name]: !declared }] : [];
  });

test.each(tags)("%s says and computes the same as its sources", async (tag) => {
  const [own, file] = await Promise.all([
    pageWith(tag, `/web/elements/${tag}.js`),
    pageWith(tag, `/dist/${tag}.js`),
  ]);
  expect(file.requested().filter((/** @type {string} */ each) => each.startsWith(tag))).toEqual([
    `${tag}.js`,
  ]);
  await Promise.all([own, file].map(({ figure }) => figure.spec.later?.load()));
  const more = MORE[tag] ?? [];
  for (const change of [{}, ...OTHERS, ...settings(own.figure.spec), ...more]) {
    const [wanted, found] = [own, file].map(({ figure }) => {
      figure.reset();
      figure.set(change, { ease: false });
      figure.drawNow();
      const { p, d, spec } = figure;
      const extra = figure.shadowRoot.querySelector(".extra").textContent;
      return [spec.say(p, d.values), figure.toCSV(), figure.code, extra];
    });
    expect(found, JSON.stringify(change)).toEqual(wanted);
  }
  expect(file.faults).toEqual([]);
});

/** @param {any} figure */
const told = (figure) =>
  vi.waitFor(
    () => {
      expect(figure.p.told?.answer).toBeDefined();
      return figure.p.told.answer;
    },
    { timeout: 12_000 },
  );

test("phasor-bugs as one file gives the same verdicts on tables and rotations", async () => {
  const tag = "phasor-bugs";
  const pages = await Promise.all([
    pageWith(tag, `/web/elements/${tag}.js`),
    pageWith(tag, `/dist/${tag}.js`),
  ]);
  for (const change of [{ bugs: "floor" }, { bugs: "start" }, { kind: "rotary", bugs: "sign" }]) {
    const [wanted, found] = await Promise.all(
      pages.map(({ figure }) => {
        figure.reset();
        figure.set(change);
        return told(figure);
      }),
    );
    expect(found).toEqual(wanted);
    expect(found.findings.length).toBeGreaterThan(0);
  }
  expect(pages[1].faults).toEqual([]);
});

test("phasor-length-lab as one file trains the same model", async () => {
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
