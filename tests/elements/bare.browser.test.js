// In an environment with a document but little else, such as jsdom, figures can be imported, put
// into the page, set and asked for their numbers. They show the content inside the element instead.
import { afterEach, describe, expect, test } from "vitest";
import { until } from "../until.js";
import { tags } from "./support.js";

/** The globals that jsdom does not have. */
const MISSING = ["IntersectionObserver", "ResizeObserver", "matchMedia", "visualViewport"];

afterEach(() => document.querySelector("iframe")?.remove());

/** A window without these globals. @returns {Promise<any>} */
async function bareWindow() {
  const frame = document.createElement("iframe");
  document.body.append(frame);
  const bare = /** @type {any} */ (frame.contentWindow);
  for (const name of MISSING) Reflect.deleteProperty(bare, name);
  for (const name of MISSING) expect(name in bare).toBe(false);
  Reflect.deleteProperty(bare.CSSStyleSheet.prototype, "replaceSync");
  bare.HTMLCanvasElement.prototype.getContext = () => null;
  bare.problems = [];
  bare.addEventListener("error", (/** @type {ErrorEvent} */ { message }) =>
    bare.problems.push(message),
  );
  bare.addEventListener("unhandledrejection", (/** @type {any} */ { reason }) =>
    bare.problems.push(String(reason)),
  );
  return bare;
}

/** @param {any} bare @param {string} tag */
async function imported(bare, tag) {
  const address = `/figures/${tag.replace("phasor-", "")}.js`;
  const script = bare.document.createElement("script");
  script.type = "module";
  script.textContent = `import ${JSON.stringify(address)}; globalThis.done = true;`;
  bare.document.head.append(script);
  await until(() => expect(bare.done).toBe(true));
}

describe.each(tags)("<%s>", (tag) => {
  test("works with a document and nothing else", async () => {
    const bare = await bareWindow();
    await imported(bare, tag);
    const { document: bareDocument } = bare;
    bareDocument.body.innerHTML = `<${tag} length="40" position="3"><p>These words.</p></${tag}>`;
    const figure = bareDocument.body.firstElementChild;
    expect([figure.length, figure.position]).toEqual([40, 3]);
    figure.set({ position: 5 });
    expect(figure.position).toBe(5);
    expect(figure.toCSV().split("\n").length).toBeGreaterThan(2);
    expect(new URL(figure.toURL("https://example.com/")).hash).toContain("show=");
    figure.near = true;
    await figure.updateComplete;
    expect(bareDocument.querySelector("p").getBoundingClientRect().height).toBeGreaterThan(0);
    figure.reset();
    figure.remove();
    expect(bare.problems).toEqual([]);
  });
});
