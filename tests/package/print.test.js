// What is printed of a page of figures that nobody has scrolled: everything that the screen shows.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { figures } from "../../rolldown.config.js";
import { inChromium } from "../chromium.js";
import { some } from "../long.js";
import { openPage } from "./figure.js";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const chromium = inChromium();

const folder = mkdtempSync(join(tmpdir(), "phasor-print-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The pixels of a side of the squares that are compared. */
const SQUARE = 12;

/** The squares with ink on the screen that have none on paper, nor next to them. Uses only what is
 * in this function, because its text is sent to the browser.
 * @param {{ screen: string, paper: string, square: number }} pictures as data: addresses */
async function lost({ screen, paper, square }) {
  const squaresOf = async (/** @type {string} */ address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    /** @type {Set<string>} */
    const squares = new Set();
    for (let at = 0; at < data.length; at += 4) {
      if (Math.min(data[at], data[at + 1], data[at + 2]) > 215) continue;
      const [x, y] = [(at / 4) % image.width, Math.floor(at / 4 / image.width)];
      squares.add(`${Math.floor(x / square)} ${Math.floor(y / square)}`);
    }
    return squares;
  };
  const [onScreen, onPaper] = [await squaresOf(screen), await squaresOf(paper)];
  const isNear = (/** @type {string} */ place) => {
    const [x, y] = place.split(" ").map(Number);
    return [-1, 0, 1].some((dx) => [-1, 0, 1].some((dy) => onPaper.has(`${x + dx} ${y + dy}`)));
  };
  return { seen: onScreen.size, lost: [...onScreen].filter((place) => !isNear(place)) };
}

/** @param {Buffer} bytes */
const address = (bytes) => `data:image/png;base64,${bytes.toString("base64")}`;

/** @type {[width: number, scheme: "light" | "dark"][]} */
const columns = [
  [300, "light"],
  [400, "dark"],
  [500, "light"],
  [600, "dark"],
  [700, "light"],
  [800, "dark"],
];

test.each(some(columns, 2))(
  "columns of %i pixels are printed whole, in a page that is %s",
  async (width, scheme) => {
    const list = figures.map((name) => `<phasor-${name}></phasor-${name}>`).join("");
    const { page } = await openPage(
      chromium(),
      `<meta name="color-scheme" content="light dark"><script src="/dist/figures.js"></script>
     <style>body { margin: 0; width: ${width}px } :not(:defined) { display: none }</style>${list}`,
    );
    await page.setViewportSize({ width, height: 1000 });
    await page.locator(`phasor-${figures[0]} canvas`).first().waitFor();
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await page.emulateMedia({ media: "print", colorScheme: "light" });
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    const screen = await page.screenshot({ fullPage: true, clip: { x: 0, y: 0, width, height } });
    await page.emulateMedia({ media: null, colorScheme: scheme });
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    const file = join(folder, `${width}`);
    const sheet = { width: `${width}px`, height: `${height + 1}px` };
    writeFileSync(`${file}.pdf`, await page.pdf({ ...sheet, printBackground: true }));
    const pdftoppm = process.env.PDFTOPPM || "pdftoppm";
    execFileSync(pdftoppm, ["-r", "96", "-png", "-singlefile", `${file}.pdf`, file]);
    const paper = address(readFileSync(`${file}.png`));
    const result = await page.evaluate(lost, { screen: address(screen), paper, square: SQUARE });
    await page.close();
    expect(result.seen).toBeGreaterThan(4000);
    expect(result.lost).toEqual([]);
  },
);
