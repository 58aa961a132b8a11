// One computation must give the same bytes in this Node, natively, in three browsers, and in other
// runtimes and versions. The page must show all its figures in those browsers. ENGINES=all (make
// test-engines) requires all of them, and npm fetches the runtimes; otherwise the installed ones
// run.
import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import puppeteer from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { figures as elements } from "../../rolldown.config.js";
import * as phasor from "../../web/phasor/index.js";
import * as lab from "../../web/phasor/lab.js";
import * as story from "../../web/phasor/story.js";
import { pages } from "../../web/site/build/chapters.js";
import { parseExamples } from "../../web/site/examples.js";
import { LONG, some } from "../long.js";
import { launch } from "../serving.js";
import { compute } from "./computation.js";
import { firefox, installed } from "./installed.js";
import { CONSULT, landingsOf, servePage, VISIT } from "./page.js";
import { SCRIPT, serve } from "./server.js";
import { inWebKit, miniBrowser } from "./webkit.js";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });

const all = process.env.ENGINES === "all";
const run = promisify(execFile);
/** @param {string} file */
const here = (file) => fileURLToPath(new URL(file, import.meta.url));
const program = here("run.mjs");
const native = here("../../build/native/engines");
const raw = here("../../build/native/raw-module");

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
/** @type {Record<string, string>} */
let expected;
beforeAll(async () => {
  server = await serve();
  const weights = readFileSync(here("../../web/story/weights/rope.safetensors"));
  expected = await compute(phasor, lab, story, weights);
});
afterAll(() => server.close());

/** @param {string} address @param {string} script @returns {Promise<any>} */
async function inChromium(address, script) {
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(address);
    return await page.evaluate(script);
  } finally {
    await browser.close();
  }
}

/** @param {string} address @param {string} script @returns {Promise<any>} */
async function inFirefox(address, script) {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: firefox,
    protocolTimeout: 0,
  });
  try {
    const page = await browser.newPage();
    await page.goto(address);
    return await page.evaluate(script);
  } finally {
    await browser.close();
  }
}

/** The output of run.mjs in a runtime. @param {string} command @param {string[]} parameters */
async function inRuntime(command, parameters) {
  const { stdout } = await run(command, [...parameters, program]);
  return JSON.parse(stdout);
}

/** @param {string} name @param {string} version @param {string[]} [parameters] */
const fetched = (name, version, parameters = []) =>
  inRuntime("npx", ["--yes", "--package", `${name}@${version}`, name, ...parameters]);

/** @type {[browser: string, there: unknown, run: (address: string, script: string) => Promise<any>][]} */
const browsers = [
  ["Chromium", true, inChromium],
  ["Firefox", firefox, inFirefox],
  ["WebKitGTK", installed("WebKitWebDriver") && installed("Xvfb") && miniBrowser(), inWebKit],
];

/** @type {[engine: string, there: unknown, hashes: () => Promise<any>][]} */
const engines = [
  ["this Node", true, () => inRuntime(process.execPath, [])],
  ...browsers.map(
    ([browser, there, runIn]) =>
      /** @type {[string, unknown, () => Promise<any>]} */ ([
        browser,
        there,
        () => runIn(server.address, SCRIPT),
      ]),
  ),
  ["Node 20", false, () => fetched("node", "20")],
  ["Node 22", false, () => fetched("node", "22")],
  ["Node 24", false, () => fetched("node", "24")],
  ["Node 26", false, () => fetched("node", "26")],
  ["Bun", installed("bun"), () => (all ? fetched("bun", "1") : inRuntime("bun", []))],
  [
    "Deno",
    installed("deno"),
    () =>
      all
        ? fetched("deno", "2", ["run", "--allow-read"])
        : inRuntime("deno", ["run", "--allow-read"]),
  ],
];

const missing = engines.filter(([, there]) => !there && !all).map(([engine]) => engine);
if (!existsSync(native) && !all) missing.push("native");
if (!existsSync(raw) && !all) missing.push("WABT");
if (missing.length > 0) console.log(`Not installed: ${missing.join(", ")}`);

describe("the same bytes come from", () => {
  it.each(engines.filter(([engine]) => !missing.includes(engine)))("%s", async (_, __, hashes) => {
    expect(await hashes()).toEqual(expected);
  });

  if (!missing.includes("native")) {
    it("the same C sources on this machine", () => {
      const bytes = execFileSync(native, { maxBuffer: 2 ** 24 });
      expect(createHash("sha256").update(bytes).digest("hex")).toBe(expected.kernels);
    });
  }

  if (!missing.includes("WABT")) {
    it.each([
      [3, 8, 1e6],
      [70, 66, -(2 ** 52)],
    ])("the module in WABT's interpreter: a table (%i, %i) from %d", (rows, width, start) => {
      const module = here("../../web/phasor/phasor.wasm");
      const printed = execFileSync(raw, [module, ...[rows, width, start].map(String)], {
        encoding: "utf8",
      });
      const table = Float32Array.from(printed.trim().split(/\s/), Number);
      expect(table).toEqual(phasor.sinusoidal(rows, width, { start }));
      const docs = readFileSync(here("../../docs/raw-module.md"), "utf8");
      if (rows === 3) expect(docs).toContain(printed);
    });
  }
});

describe("the pages draw every figure without an error, and links lead to their places,", () => {
  /** @type {Awaited<ReturnType<typeof servePage>>} */
  let page;
  beforeAll(async () => {
    page = await servePage();
  });
  afterAll(() => page.close());

  it.each(browsers.filter(([browser]) => !missing.includes(browser)))(
    "in %s",
    async (_, __, runIn) => {
      const pictures = {};
      for (const file of Object.keys(pages)) {
        const { figures, problems } = await runIn(`${page.address}${file}`, VISIT);
        expect(problems).toEqual([]);
        Object.assign(pictures, figures);
      }
      const tags = elements.map((name) => [`phasor-${name}`, "drawn"]);
      expect(pictures).toEqual(Object.fromEntries(tags));
    },
  );

  // In a mixed order; with LONG=1, in every browser, and in other orders, too. Larger primes than the number of places.
  const strides = LONG ? [101, 103, 107] : [101];
  const links = browsers
    .filter(([browser]) => !missing.includes(browser))
    .flatMap(([browser, , runIn]) =>
      strides.map((stride) => /** @type {const} */ ([browser, stride, runIn])),
    );
  // Only `make test-engines` runs it.
  if (all) {
    it.each(some(links, 1))(
      "links scroll to within 2 px of their places in %s, in steps of %i",
      async (_, stride, runIn) => {
        for (const file of Object.keys(pages))
          expect(await runIn(`${page.address}${file}`, landingsOf(stride))).toEqual([]);
      },
      480_000,
    );
  }
});

describe("the guide's lines, pasted into a page, draw every figure", () => {
  const there = browsers.filter(([browser]) => !missing.includes(browser));
  const dist = here("../../dist/");
  const folder = mkdtempSync(join(tmpdir(), "phasor-pasted-"));
  /** @type {Awaited<ReturnType<typeof servePage>>[]} */
  const pages = [];
  beforeAll(async () => {
    const cdn = await servePage(dist);
    pages.push(cdn, await servePage(folder));
    cpSync(dist, folder, { recursive: true });
    const guide = parseExamples(readFileSync(here("../../docs/embedding.md"), "utf8"));
    const pasted = guide.map(({ html }) => `<figure>\n${html}\n</figure>`).join("\n");
    const scripts = /<script .*?<\/script>/g;
    /** @param {string} name @param {string} html */
    const write = (name, html) =>
      writeFileSync(join(folder, name), `<html><head></head><main>${html}</main></html>`);
    write("beside.html", pasted);
    write("cdn.html", pasted.replaceAll('src="figures/', `src="${cdn.address}figures/`));
    // Without a charset, as in an empty page.
    write("disk.html", `<script src="figures.js"></script>${pasted.replace(scripts, "")}`);
  });
  afterAll(() => {
    for (const { close } of pages) close();
    rmSync(folder, { recursive: true });
  });

  const tags = Object.fromEntries(elements.map((name) => [`phasor-${name}`, "drawn"]));
  /** @type {[where: string, file: string, worker: string[]][]} */
  const places = [
    ["from its own folder", "beside.html", ["http"]],
    ["from another origin, with workers", "cdn.html", ["blob"]],
    ["from a disk", "disk.html", []],
  ];
  const opened = there.flatMap(([browser, , runIn]) =>
    places.map((place) => /** @type {const} */ ([browser, ...place, runIn])),
  );
  it.each(some(opened, there.length))("in %s, %s", async (_, __, file, workers, runIn) => {
    const address =
      file === "disk.html" ? pathToFileURL(join(folder, file)).href : pages[1].address + file;
    const rendered = await runIn(
      address,
      `${VISIT}.then(async (visit) => ({ ...visit, ...(await ${CONSULT}) }))`,
    );
    expect(rendered.problems ?? []).toEqual([]);
    expect(rendered.figures).toEqual(tags);
    expect(rendered.codes).toContain("starts-at-1");
    expect(rendered.workers).toEqual(workers);
  });
});
