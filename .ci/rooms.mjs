// node .ci/rooms.mjs: writes web/site/rooms.css, the height of every figure at some widths of the window,
// measured in Chromium ($CHROMIUM). The page reserves this room, so that nothing jumps when a figure
// is loaded. Run it (`make rooms`) after a change to figures or the page's layout.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright";
import { createServer } from "vite";

/** The widths of the window; a height applies from its width up to the next. */
const WIDTHS = [
  320, 360, 375, 390, 412, 430, 480, 560, 640, 700, 768, 820, 900, 940, 980, 1000, 1024, 1080, 1130,
  1180, 1230, 1280, 1366, 1440,
];
const HEIGHT = 900;

/** Scrolls to each figure until it has drawn; returns the heights by name. Runs in the page. */
async function heights() {
  /** @type {Record<string, number>} */
  const found = {};
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (const figure of document.querySelectorAll("main figure > *")) {
    if (!figure.localName.startsWith("phasor-")) continue;
    figure.scrollIntoView();
    const start = performance.now();
    while (!figure.shadowRoot?.querySelector("canvas")) {
      if (performance.now() - start > 60_000) throw new Error(`${figure.localName} does not draw`);
      await frame();
    }
    await /** @type {any} */ (figure).updateComplete;
    // Labels and canvases settle within a few frames.
    for (let n = 0; n < 10; n++) await frame();
    const height = Math.round(figure.getBoundingClientRect().height);
    found[figure.localName] = Math.max(found[figure.localName] ?? 0, height);
  }
  return found;
}

/** @param {Record<string, number>} rooms @param {string} indent */
const rules = (rooms, indent) =>
  Object.entries(rooms).map(([name, height]) => `${indent}${name} { --room: ${height}px; }\n`);

const server = await createServer({ server: { port: 0 }, logLevel: "error" });
await server.listen();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || undefined,
  args: ["--no-sandbox"],
});
try {
  let text = "/* Written by `make rooms`: the room that each figure takes before it is there. */\n";
  /** @type {Record<string, number>} */
  let before = {};
  for (const width of WIDTHS) {
    const page = await browser.newPage({ viewport: { width, height: HEIGHT } });
    await page.goto(/** @type {string} */ (server.resolvedUrls?.local[0]), { timeout: 120_000 });
    await page.evaluate(() => document.fonts.ready);
    const rooms = await page.evaluate(heights);
    await page.close();
    const changed = Object.fromEntries(
      Object.entries(rooms).filter(([name, height]) => before[name] !== height),
    );
    const lines = rules(changed, width === WIDTHS[0] ? "" : "  ").join("");
    if (width === WIDTHS[0]) text += lines;
    else if (lines) text += `@media (min-width: ${width}px) {\n${lines}}\n`;
    before = rooms;
    console.log(
      `${width} px: ${Object.keys(changed).length} of ${Object.keys(rooms).length} change`,
    );
  }
  writeFileSync(fileURLToPath(new URL("../web/site/rooms.css", import.meta.url)), text);
} finally {
  await browser.close();
  await server.close();
}
