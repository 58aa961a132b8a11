// What the built page loads before any scrolling, compressed as by servers.

import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { expect, test } from "vitest";

/** @import { Rolldown } from "vite" */

/** Limits in bytes: everything before any scrolling, without fonts; and only the first screen. */
const BUDGET = 150 * 1024;
const FIRST = 60 * 1024;

const configFile = fileURLToPath(new URL("../../vite.config.js", import.meta.url));
const { output } = /** @type {Rolldown.RolldownOutput} */ (
  await build({ configFile, logLevel: "silent", build: { write: false } })
);

/** @param {string | Uint8Array} content */
const compressed = (content) => gzipSync(content, { level: 6 }).length;

/** The text of a file of the site. @param {string} name */
function contentOf(name) {
  const file = output.find(({ fileName }) => fileName === name);
  if (!file) throw new Error(`the site has no ${name}`);
  return file.type === "chunk" ? file.code : file.source;
}

const page = String(contentOf("index.html"));

/** The files that a file imports, directly or indirectly.
 * @param {string} name @param {Set<string>} found */
function follow(name, found) {
  if (found.has(name) || name.endsWith(".woff2")) return;
  found.add(name);
  const file = output.find(({ fileName }) => fileName === name);
  if (file?.type === "chunk") for (const other of file.imports) follow(other, found);
}

const [script] = /(?<=<script [^>]*src="\.\/)assets\/[^"]+/.exec(page) ?? [];
const linked = [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.(?:css|js|svg))"/g)];

/** @param {Set<string>} files */
const sizesOf = (files) => [...files].map((name) => ({ name, bytes: compressed(contentOf(name)) }));
/** @param {{ bytes: number }[]} sizes */
const total = (sizes) => sizes.reduce((sum, { bytes }) => sum + bytes, 0);

test("the scripts of the first screen fit into their budget", () => {
  /** @type {Set<string>} */
  const files = new Set();
  follow(String(script), files);
  const sizes = sizesOf(files);
  expect(sizes.length).toBeGreaterThan(2);
  expect(total(sizes), JSON.stringify(sizes)).toBeLessThanOrEqual(FIRST);
});

test("the first view fits into its budget", () => {
  const files = new Set(["index.html"]);
  for (const [, name] of linked) follow(name, files);
  const entry = output.find(({ fileName }) => fileName === script);
  if (entry?.type !== "chunk") throw new Error("the page has no script");
  // The rest of the page, which the first screen requests.
  expect(entry.dynamicImports).toHaveLength(1);
  follow(entry.dynamicImports[0], files);
  const sizes = sizesOf(files);
  expect(sizes.length).toBeGreaterThan(4);
  expect(total(sizes), JSON.stringify(sizes)).toBeLessThanOrEqual(BUDGET);
  expect([...files].filter((name) => name.includes("phasor-"))).toEqual([]);
});

test("the fonts of the first screen are fetched with the page", () => {
  const fonts = [...page.matchAll(/<link rel="preload" as="font"[^>]* href="\.\/([^"]+)"/g)];
  expect(fonts.map(([, name]) => name.replace(/-[\w-]{8}\.woff2$/, ""))).toEqual([
    "assets/interface",
    "assets/text",
  ]);
  // Chromium delays painting by up to 100 ms while fonts that the head names are loading.
  expect(fonts[0].index).toBeGreaterThan(page.indexOf('class="hook-said"'));
  expect(contentOf("card.png").length).toBeLessThan(300_000);
  expect(contentOf("assets/fonts-OFL.txt")).toContain("SIL OPEN FONT LICENSE");
});

test("nothing is painted before the first screen, and the part right below it loads afterwards", () => {
  const [waits, id] = /<link rel="expect" href="#(\w+)" blocking="render"/.exec(page) ?? [""];
  expect(page.indexOf(waits)).toBeLessThan(page.indexOf("<style>"));
  expect(page).toContain(`<div class="hook" id="${id}">`);
  const [, animation] = /#symbols\{animation:\S+ ([\w-]+)\}/.exec(page) ?? [];
  expect(page).toMatch(new RegExp(`@keyframes ${animation}\\{[^}]*content-visibility:hidden`));
});

test("styles are inline, those below the first screen come after it, and the policy names them", () => {
  const styles = [...page.matchAll(/<style>([\s\S]*?)<\/style>/g)];
  const [, policy] = /style-src 'self' ([^;]*);/.exec(page) ?? [""];
  const hashes = styles.map(([, style]) => createHash("sha256").update(style).digest("base64"));
  expect(policy.split(" ")).toEqual(hashes.map((hash) => `'sha256-${hash}'`));
  expect(page).not.toContain('rel="stylesheet"');
  const screen = page.indexOf('class="hook-said"');
  const head = styles
    .filter(({ index }) => index < screen)
    .map(([, style]) => style)
    .join("");
  const below = styles
    .filter(({ index }) => index > screen)
    .map(([, style]) => style)
    .join("");
  expect(head).toContain(".hook-words");
  expect(below).toContain("phasor-order");
  expect(below.length).toBeGreaterThan(head.length);
  const files = [...head.matchAll(/url\(([^)]+)\)/g)].map(([, file]) => file);
  expect(files.length).toBeGreaterThan(4);
  for (const file of files) expect(contentOf(file.replace("./", "")).length).toBeGreaterThan(0);
  expect(below).not.toContain("url(");
});

test("nothing is loaded from another origin, and no script is inline", () => {
  expect(page).not.toMatch(/(?:src|data|srcset)="(?:https?:)?\/\//);
  expect(page).not.toMatch(/<link[^>]+href="(?:https?:)?\/\//);
  expect(page).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/);
  expect(page).not.toMatch(/\s(?:style|on\w+)="/);
  expect(page).not.toContain('="/'); // works under any path
});
