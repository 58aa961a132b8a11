// rooms.mjs: measures how high each figure of the page and of the gallery is at the widths of windows, and writes
// web/site/rooms.css, so that each has its room before it comes. Run it when figures change.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright";
import { createServer } from "vite";
import { alias } from "../vite.config.js";
import { sitePage } from "../web/site/build/plugin.js";

const root = fileURLToPath(new URL("../", import.meta.url));
const HEAD = `/* The room that each figure takes before it is there: its height at these widths of the window.
   Generated: node .ci/rooms.mjs */
`;
/** Windows up to so wide; the last is for all wider ones. */
const WIDTHS = [320, 360, 375, 390, 414, 480, 560, 640, 768, 900, 1000, 1100, 1280, 1440];
/** A change that nobody sees, in pixels. */
const SAME = 1;

const server = await createServer({
  root,
  configFile: false,
  logLevel: "error",
  plugins: [sitePage()],
  resolve: { alias, conditions: ["module", "browser", "production"] },
  server: { port: 0, watch: null, hmr: false },
  appType: "mpa",
});
await server.listen();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.goto(`${server.resolvedUrls?.local[0]}web/site/index.html`);

/** The figures' heights, once all have drawn. @returns {Promise<[string, number][]>} */
const heights = () =>
  page.evaluate(async () => {
    const figures = [...document.querySelectorAll("main figure > *")].filter(({ localName }) =>
      localName.startsWith("phasor-"),
    );
    for (const figure of figures) {
      await customElements.whenDefined(figure.localName);
      /** @type {any} */ (figure).near = true;
      figure.scrollIntoView();
      await new Promise((resolve) => setTimeout(resolve, 120));
    }
    return figures.map((figure) => [
      figure.localName,
      Math.round(figure.getBoundingClientRect().height),
    ]);
  });

/** @type {Map<string, number>} */
let before = new Map();
let css = HEAD;
for (const width of WIDTHS) {
  await page.setViewportSize({ width, height: 900 });
  const now = new Map(await heights());
  const rules = [...now]
    .filter(([name, height]) => Math.abs(height - (before.get(name) ?? 0)) > SAME)
    .map(([name, height]) => `${name} {\n  --room: ${height}px;\n}\n`);
  if (rules.length > 0) {
    css +=
      width === WIDTHS[0]
        ? rules.join("")
        : `@media (min-width: ${width}px) {\n${rules.join("").replace(/^(?=.)/gm, "  ")}}\n`;
  }
  before = now;
}
writeFileSync(`${root}web/site/rooms.css`, css);
await browser.close();
await server.close();
