// What the built page loads before anybody scrolls, compressed as servers do.

import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { expect, test } from "vitest";

/** @import { Rolldown } from "vite" */

/** In bytes. */
const BUDGET = 150 * 1024;

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

test("the first view fits into its budget", () => {
  const first = new Set(["index.html"]);
  const follow = (/** @type {string} */ name) => {
    if (first.has(name)) return;
    first.add(name);
    const file = output.find(({ fileName }) => fileName === name);
    if (file?.type === "chunk") for (const other of file.imports) follow(other);
  };
  for (const [, name] of page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)) follow(name);
  const sizes = [...first].map((name) => ({ name, bytes: compressed(contentOf(name)) }));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(sizes.length).toBeGreaterThan(2);
  expect(total, JSON.stringify(sizes)).toBeLessThanOrEqual(BUDGET);
  expect([...first].filter((name) => name.includes("phasor-"))).toEqual([]);
});

test("nothing comes from elsewhere, and nothing is in line", () => {
  expect(page).not.toMatch(/(?:src|data|srcset)="(?:https?:)?\/\//);
  expect(page).not.toMatch(/<link[^>]+href="(?:https?:)?\/\//);
  expect(page).not.toMatch(/<(?:style|script)(?![^>]*\bsrc=)[^>]*>/);
  expect(page).not.toMatch(/\s(?:style|on\w+)="/);
  expect(page).not.toContain('="/'); // works under any path
});
