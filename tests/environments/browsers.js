// Browsers without a bundler: a page, a worker or an extension loads the package's own files.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright";
import { ANSWER, checkEqual, page } from "./programs.js";
import { look } from "./project.js";

/** @typedef {import("./environments.js").Environment} Environment */

const DIST = "/node_modules/phasor/dist";

const HEAD = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title><link rel="icon" href="data:,">`;

/** @type {Record<string, Environment>} */
export const browsers = {
  "script-tag": {
    title: "script tags",
    packages: [],
    tried: "`dist/phasor.js` and two figures from a plain file server",
    async attempt({ write, serve }) {
      write(
        "main.js",
        `import { sinusoidal } from "${DIST}/phasor.js";\nglobalThis.answer = ${ANSWER};\n`,
      );
      const scripts = ["clocks", "heatmap"].map(
        (name) => `<script type="module" src="${DIST}/figures/${name}.js"></script>`,
      );
      write(
        "index.html",
        page(
          "main.js",
          `${scripts.join("")}<phasor-clocks></phasor-clocks><phasor-heatmap></phasor-heatmap>`,
        ),
      );
      checkEqual(await look(await serve("."), { figures: ["phasor-clocks", "phasor-heatmap"] }));
    },
  },
  "import-map": {
    title: "import map",
    packages: [],
    tried: "`phasor` and `phasor/formats` by an import map, from a plain file server",
    async attempt({ write, serve }) {
      const map = {
        phasor: "/node_modules/phasor/web/phasor/index.js",
        "phasor/formats": `${DIST}/formats.js`,
        "phasor/clocks": `${DIST}/figures/clocks.js`,
      };
      write(
        "main.js",
        `import { sinusoidal } from "phasor";
import { readNpy } from "phasor/formats";
import "phasor/clocks";
if (typeof readNpy !== "function") throw new Error("no readNpy");
globalThis.answer = ${ANSWER};
`,
      );
      const head = `<script type="importmap">${JSON.stringify({ imports: map })}</script>`;
      write("index.html", page("main.js", `${head}<phasor-clocks></phasor-clocks>`));
      checkEqual(await look(await serve("."), { figures: ["phasor-clocks"] }));
    },
  },
  workers: {
    title: "workers",
    packages: [],
    tried: "dedicated, shared and service workers, as modules",
    async attempt({ write, serve }) {
      const code = `import { sinusoidal } from "${DIST}/phasor.js";\nconst answer = ${ANSWER};\n`;
      write("dedicated.js", `${code}postMessage(answer);\n`);
      write("shared.js", `${code}onconnect = ({ ports: [port] }) => port.postMessage(answer);\n`);
      write("service.js", `${code}onmessage = ({ source }) => source.postMessage(answer);\n`);
      write(
        "main.js",
        `const from = (target) => new Promise((resolve, reject) => {
  target.onmessage = ({ data }) => resolve(data);
  target.onerror = ({ message }) => reject(new Error(message));
});
const all = [
  from(new Worker("dedicated.js", { type: "module" })),
  from(new SharedWorker("shared.js", { type: "module" }).port),
];
await navigator.serviceWorker.register("service.js", { type: "module" });
const { active } = await navigator.serviceWorker.ready;
all.push(from(navigator.serviceWorker));
navigator.serviceWorker.startMessages();
active.postMessage("");
const answers = new Set(await Promise.all(all));
globalThis.answer = answers.size === 1 ? [...answers][0] : JSON.stringify([...answers]);
`,
      );
      write("index.html", page("main.js", ""));
      checkEqual(await look(await serve(".")));
    },
  },
  "trusted-types": {
    title: "Trusted Types and a strict policy",
    packages: [],
    tried:
      "two figures under `trusted-types 'none'`, `script-src 'self' 'wasm-unsafe-eval'` and no inline styles",
    async attempt({ write, serve }) {
      write(
        "index.html",
        `${HEAD}<script type="module" src="${DIST}/figures/clocks.js"></script>
<script type="module" src="${DIST}/figures/heatmap.js"></script>
<phasor-clocks></phasor-clocks><phasor-heatmap></phasor-heatmap>`,
      );
      const policy =
        "default-src 'none'; img-src data:; script-src 'self' 'wasm-unsafe-eval'; require-trusted-types-for 'script'; trusted-types 'none'";
      const address = await serve(".", { "content-security-policy": policy });
      await look(address, { figures: ["phasor-clocks", "phasor-heatmap"], answer: false });
    },
  },
  layouts: {
    title: "narrow places",
    packages: [],
    tried: "figures in flex and grid parents that centre them, in a table cell, and on a dark page",
    async attempt({ write, serve }) {
      const figure = "<phasor-clocks></phasor-clocks>";
      const places = {
        flex: `<div style="display:flex;justify-content:center">${figure}</div>`,
        column: `<div style="display:flex;flex-direction:column;align-items:center">${figure}</div>`,
        grid: `<div style="display:grid;place-items:center">${figure}</div>`,
        cell: `<table style="width:100%"><tr><td>${figure}</td></tr></table>`,
        dark: `<style>body{background:#111;color:#eee}</style>${figure}`,
      };
      for (const [name, body] of Object.entries(places)) {
        write(
          `${name}/index.html`,
          `${HEAD}<script type="module" src="${DIST}/figures/clocks.js"></script>${body}<p>after</p>`,
        );
      }
      const address = await serve(".");
      for (const name of Object.keys(places)) {
        try {
          await look(`${address}${name}/`, { figures: ["phasor-clocks"], answer: false });
        } catch (error) {
          throw new Error(`${name}: ${error}`);
        }
      }
    },
  },
  extension: {
    title: "browser extension",
    packages: [],
    tried: "Manifest V3: the background worker and a page with a figure",
    async attempt({ folder, write, run }) {
      await run("mkdir extension");
      await run(
        "cp -R node_modules/phasor/dist/phasor.js node_modules/phasor/dist/figures extension/",
      );
      write("extension/manifest.json", {
        manifest_version: 3,
        name: "phasor",
        version: "1.0",
        background: { service_worker: "background.js", type: "module" },
        content_security_policy: {
          extension_pages: "script-src 'self' 'wasm-unsafe-eval'; object-src 'self'",
        },
      });
      const code = `import { sinusoidal } from "./phasor.js";\nglobalThis.answer = ${ANSWER};\n`;
      write("extension/background.js", code);
      write("extension/main.js", `import "./figures/clocks.js";\n${code}`);
      write("extension/page.html", page("main.js"));
      const profile = mkdtempSync(join(tmpdir(), "phasor-profile-"));
      const extension = join(folder, "extension");
      const context = await chromium.launchPersistentContext(profile, {
        executablePath: process.env.CHROME || "/usr/bin/chromium",
        headless: false,
        args: [
          ...["--no-sandbox", "--headless=new"],
          ...[`--disable-extensions-except=${extension}`, `--load-extension=${extension}`],
        ],
      });
      try {
        const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
        checkEqual(String(await worker.evaluate("globalThis.answer")));
        const opened = await context.newPage();
        await opened.goto(new URL("page.html", worker.url()).href);
        await opened.waitForFunction(
          `globalThis.answer && [...document.querySelector("phasor-clocks").shadowRoot.querySelectorAll("canvas")].length > 1`,
        );
        checkEqual(String(await opened.evaluate("globalThis.answer")));
      } finally {
        await context.close();
        rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
      }
    },
  },
};
