// What the built page loads before any scrolling, compressed as by servers.

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
 * @param {string} name @param {Set<string>} files */
function follow(name, files) {
  if (files.has(name) || name.endsWith(".woff2")) return;
  files.add(name);
  const file = output.find(({ fileName }) => fileName === name);
  if (file?.type === "chunk") for (const other of file.imports) follow(other, files);
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

test("the fonts of the first screen are fetched with the page, and published with their licences", () => {
  const fonts = [...page.matchAll(/<link\s+rel="preload"\s+as="font"[^>]*href="\.\/([^"]+)"/g)];
  expect(fonts.map(([, name]) => name.replace(/-[\w-]{8}\.woff2$/, ""))).toEqual([
    "assets/stix-two-text-latin-wght-normal",
    "assets/source-sans-3-latin-wght-normal",
  ]);
  const sheets = output.filter(({ fileName }) => fileName.endsWith(".css"));
  const styles = sheets.map(({ fileName }) => contentOf(fileName)).join("");
  // The files that are preloaded are those that the styles use.
  for (const [, name] of fonts) expect(styles).toContain(name.replace("assets/", "./"));
  expect(contentOf("assets/fonts-OFL.txt")).toContain("SIL OPEN FONT LICENSE");
});

test("nothing is loaded from another origin, and no script is inline", () => {
  expect(page).not.toMatch(/(?:src|data|srcset)="(?:https?:)?\/\//);
  expect(page).not.toMatch(/<link[^>]+href="(?:https?:)?\/\//);
  expect(page).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/);
  expect(page).not.toMatch(/<style|\s(?:style|on\w+)="/);
  expect(page).not.toContain('="/'); // works under any path
});
