// The examples of docs/embedding.md, each pasted into an empty page.
import { afterEach, expect, test } from "vitest";
import guide from "../../docs/embedding.md?raw";
import { until } from "../until.js";
import { inked, watchConsole } from "./support.js";

const examples = [...guide.matchAll(/```html\n([\s\S]*?)```/g)].map(([, html]) => html);

/** @type {HTMLIFrameElement | undefined} */
let frame;
/** @type {() => void} */
let consoleIsSilent = () => {};
afterEach(() => {
  frame?.remove();
  consoleIsSilent();
});

test.each(examples.map((html) => [html.split("\n").at(-2), html]))(
  "the example shows its figure: %s",
  async (_, html) => {
    consoleIsSilent = watchConsole();
    frame = document.createElement("iframe");
    frame.style.cssText = "width: 700px; height: 1600px; border: 0";
    frame.srcdoc = `<!doctype html>${html.replaceAll('src="figures/', 'src="/figures/')}`;
    document.body.prepend(frame);
    await until(() => {
      const page = /** @type {Document} */ (frame?.contentDocument);
      const figures = [...page.querySelectorAll("*")].filter((element) =>
        element.localName.includes("-"),
      );
      expect(figures.length).toBeGreaterThan(0);
      for (const figure of figures) {
        const canvases = [...(figure.shadowRoot?.querySelectorAll("canvas") ?? [])];
        expect(canvases.length).toBeGreaterThan(1);
        expect(canvases.some(inked)).toBe(true);
      }
    });
  },
);
