// node tests/dev/edits.mjs: edits files in a copy of the project while `make dev` serves it and a page is open in
// Chromium, and prints how long each edit takes to reach the page: 6 s at most for C, 2 s for the rest. Then a
// compiler error must appear in the page and go away. Exits with 1 if an edit is late or never seen.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../engines/webkit.js";
import { launch } from "../serving.js";

/** The longest that an edit may take to reach the page, and after which it counts as lost, in ms. */
const LIMIT = { c: 6000, other: 2000 };
const LOST = 60_000;

const root = fileURLToPath(new URL("../../", import.meta.url));
const copy = mkdtempSync(join(tmpdir(), "phasor-dev-"));

/** Copies what git tracks, the packages (as links) and what is built. */
function copyProject() {
  const files = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" }).split(
    "\0",
  );
  for (const file of files.filter(Boolean)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file), { preserveTimestamps: true });
  }
  execFileSync("cp", ["-al", join(root, "node_modules"), copy]);
  for (const folder of [
    "build/setup",
    "build/wasm",
    "build/kernels",
    "build/fonts",
    "web/phasor/kernels",
  ]) {
    cpSync(join(root, folder), join(copy, folder), { recursive: true, preserveTimestamps: true });
  }
  for (const file of ["build/flags", "web/phasor/phasor.wasm"]) {
    cpSync(join(root, file), join(copy, file), { preserveTimestamps: true });
  }
}

/** @param {string} file @param {string | RegExp} from @param {string} to */
function edit(file, from, to) {
  const text = readFileSync(join(copy, file), "utf8");
  const edited = text.replace(from, to);
  if (edited === text) throw new Error(`${file} has no ${from} to edit`);
  writeFileSync(join(copy, file), edited);
}

copyProject();
const port = await freePort();
const server = spawn("make", ["dev", `PORT=${port}`, "HOST=127.0.0.1"], {
  ...{ cwd: copy, detached: true, stdio: ["ignore", "pipe", "inherit"] },
});
const address = await new Promise((resolve, reject) => {
  server.stdout.on("data", (text) => {
    const [url] = /http:\S+/.exec(String(text)) ?? [];
    if (url) resolve(url);
  });
  server.once("exit", (code) => reject(new Error(`make dev ended with ${code}`)));
});
const browser = await launch();
const page = await browser.newPage();
let failures = 0;

/** What an expression gives in the page; undefined while the page is loading. @param {string} expression */
const ask = (expression) => page.evaluate(expression).catch(() => undefined);

/**
 * Waits until an expression is true in the page.
 * @param {string} what @param {string} condition @param {number} limit
 */
async function until(what, condition, limit) {
  const begin = performance.now();
  while (!(await ask(condition)) && performance.now() - begin < LOST) {
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  const ms = performance.now() - begin;
  if (ms > limit) failures++;
  const verdict = ms >= LOST ? "never seen" : `${(ms / 1000).toFixed(2)} s`;
  console.log(
    `${what.padEnd(34)} ${verdict.padStart(10)}  (${limit / 1000} s)${ms > limit ? "  LATE" : ""}`,
  );
}

const library = `import("/@fs${copy}/web/phasor/index.js")`;
const softmax = `${library}.then(({ softmax }) => softmax(Float32Array.of(1, 2), [1, 2])[0])`;
const product = `${library}.then(({ dotProducts }) => dotProducts(new Float32Array(8), [1, 8])[0])`;
const hint = `document.querySelector("phasor-clocks").shadowRoot.textContent`;
const resets = `[...document.querySelectorAll("*")].some((one) => one.shadowRoot?.textContent.includes("WORD"))`;

/** @typedef {[what: string, file: string, from: string | RegExp, to: string, seen: string]} Edit */
/** @param {number} n @returns {Edit[]} */
const round = (n) => [
  [
    "a kernel",
    "csrc/attention.c",
    n === 1 ? /(void NAME\(phasor_softmax\)[^}]*)\}/ : "out[0] = 1;",
    n === 1 ? "$1  out[0] = 1;\n}" : `out[0] = ${n};`,
    `${softmax}.then((value) => value === ${n})`,
  ],
  [
    "a common header",
    "csrc/simd.h",
    n === 1 ? /(float f32x4_sum\(f32x4 a\) \{\s*return )/ : "return 1 + ",
    n === 1 ? "$11 + " : `return ${n} + `,
    `${product}.then((value) => value === ${n})`,
  ],
  [
    "a figure",
    "web/elements/figures/clocks.js",
    n === 1 ? /(?<=hint: ["`])/ : "EDITED1 ",
    `EDITED${n} `,
    `${hint}.includes("EDITED${n} ")`,
  ],
  [
    "the figures' core",
    "web/elements/core/view.js",
    n === 1 ? 'button("reset"' : 'button("reset1"',
    `button("reset${n}"`,
    resets.replace("WORD", `reset${n}`),
  ],
  [
    "a chapter",
    "web/site/chapters/clocks.html",
    n === 1 ? /<p>/ : "EDITED1 ",
    n === 1 ? "<p>EDITED1 " : `EDITED${n} `,
    `document.body.textContent.includes("EDITED${n} ")`,
  ],
  [
    "a style sheet",
    "web/site/page.css",
    n === 1 ? /$/ : "--edited: 1;",
    n === 1 ? "\n:root {\n  --edited: 1;\n}\n" : `--edited: ${n};`,
    `getComputedStyle(document.documentElement).getPropertyValue("--edited").trim() === "${n}"`,
  ],
];

try {
  await page.goto(address);
  // All figures, so that an edit of any is seen.
  await page.waitForFunction(`document.querySelector("phasor-clocks")`);
  await page.evaluate(`document.querySelector("phasor-clocks").scrollIntoView()`);
  await until("(the page)", `${hint}.length > 0`, LOST);
  // A C edit follows another before the page has it, too: nothing waits for the last one.
  for (const n of [1, 2]) {
    for (const [what, file, from, to, condition] of round(n)) {
      // A page that is still loading misses what Vite says of a style sheet.
      await page.waitForLoadState("networkidle");
      edit(file, from, to);
      await until(what, condition, file.startsWith("csrc/") ? LIMIT.c : LIMIT.other);
    }
  }
  const overlay = `document.querySelector("vite-error-overlay")?.shadowRoot.textContent.includes("undeclared")`;
  edit("csrc/attention.c", "out[0] = 2;", "out[0] = undeclared;");
  await until("a compiler error appears", overlay, LIMIT.c);
  edit("csrc/attention.c", "out[0] = undeclared;", "out[0] = 3;");
  await until("and goes away", `!document.querySelector("vite-error-overlay")`, LIMIT.c);
  await until("with the repaired kernel", `${softmax}.then((value) => value === 3)`, LIMIT.c);
} finally {
  await browser.close();
  if (server.pid) process.kill(-server.pid, "SIGTERM");
  rmSync(copy, { recursive: true, force: true, maxRetries: 5 });
}
console.log(failures === 0 ? "All edits were seen in time." : `${failures} late or lost.`);
process.exit(failures === 0 ? 0 : 1);
