// Firefox prints of a page of figures what Chromium prints, which tests/package/print.test.js compares with the screen.
// WebKitGTK's driver has no command that prints.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";
import { afterAll, expect, test, vi } from "vitest";
import { figures } from "../../rolldown.config.js";
import { some } from "../long.js";
import { executablePath as chromium } from "../serving.js";
import { firefox } from "./installed.js";

vi.setConfig({ testTimeout: 300_000 });

const folder = mkdtempSync(join(tmpdir(), "phasor-print-"));
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * The number of pixels with ink on each sheet, one for a figure.
 * @param {"firefox" | "chrome"} browser @param {string} address @param {number} width of the column
 * @param {string} scheme that Firefox prefers; Chromium prefers light
 */
async function inkOn(browser, address, width, scheme) {
  const isDark = scheme === "dark";
  const preference = { "layout.css.prefers-color-scheme.content-override": isDark ? 0 : 1 };
  const executablePath = browser === "firefox" ? firefox : chromium;
  const args = browser === "chrome" ? ["--no-sandbox"] : [];
  const running = await puppeteer.launch({
    browser,
    executablePath,
    args,
    protocolTimeout: 0,
    extraPrefsFirefox: preference,
  });
  const file = join(folder, `${browser}-${width}`);
  try {
    const page = await running.newPage();
    await page.setViewport({ width, height: 1000 });
    await page.goto(address);
    if (browser === "firefox") {
      const seen = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
      expect(seen).toBe(isDark);
    }
    await page.waitForSelector(`phasor-${figures[0]} >>> canvas`);
    const size = { width: `${width}px`, height: "2000px" };
    writeFileSync(`${file}.pdf`, await page.pdf({ ...size, printBackground: true }));
  } finally {
    await running.close();
  }
  execFileSync(process.env.PDFTOPPM || "pdftoppm", ["-r", "48", "-gray", `${file}.pdf`, file]);
  const sheets = readdirSync(folder).filter(
    (name) => name.startsWith(`${browser}-${width}-`) && name.endsWith(".pgm"),
  );
  return sheets.sort().map((name) => {
    const bytes = readFileSync(join(folder, name));
    const header = 16; // P5, the sizes and 255
    return bytes.subarray(header).filter((grey) => grey < 200).length;
  });
}

/** @type {[width: number, scheme: string][]} */
const columns = [
  [300, "dark"],
  [700, "light"],
];

test.runIf(firefox || process.env.ENGINES === "all").each(some(columns, 1))(
  "columns of %i pixels are printed whole in Firefox, in a page that is %s",
  async (width, scheme) => {
    const list = figures.map((name) => `<div><phasor-${name}></phasor-${name}></div>`).join("");
    const script = pathToFileURL(join(import.meta.dirname, "../../dist/figures.js"));
    const file = join(folder, "figures.html");
    writeFileSync(
      file,
      `<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="light dark"><script src="${script}"></script>
     <style>body { margin: 0 } div + div { break-before: page }</style>${list}`,
    );
    const address = pathToFileURL(file).href;
    const [expected, seen] = [
      await inkOn("chrome", address, width, "light"),
      await inkOn("firefox", address, width, scheme),
    ];
    expect([expected.length, seen.length]).toEqual([figures.length, figures.length]);
    for (const [index, ink] of seen.entries()) {
      expect(ink / expected[index], figures[index]).toBeGreaterThan(0.6);
      expect(ink / expected[index], figures[index]).toBeLessThan(1.6);
    }
  },
);
