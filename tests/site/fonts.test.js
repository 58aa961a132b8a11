// The page's fonts: their size and their licences.
import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";
import { expect, test } from "vitest";
import { fontLicences, MATH_FONT, makeMathFont } from "../../web/site/build/fonts.js";

test("all fonts together have at most 180 KB", async () => {
  await makeMathFont();
  const sheet = readFileSync(new URL("../../web/site/fonts.css", import.meta.url), "utf8");
  const names = new Set([...sheet.matchAll(/url\("([^"]+\.woff2)"\)/g)].map(([, name]) => name));
  const { resolve } = createRequire(import.meta.url);
  const sizes = [...names].map(
    (name) => statSync(name.startsWith("@") ? resolve(name) : MATH_FONT).size,
  );
  expect(sizes.length).toBeGreaterThan(4);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(180 * 1024);
});

test("each font has its licence", () => {
  const text = fontLicences();
  expect(text.match(/SIL OPEN FONT LICENSE Version 1\.1/gi)?.length).toBe(3);
  for (const name of ["stix-two-text", "stix-two-math", "source-sans-3"])
    expect(text).toContain(name);
});

test("the development server has the fonts where the page preloads them", async () => {
  const configFile = fileURLToPath(new URL("../../vite.config.js", import.meta.url));
  const server = await createServer({ configFile, server: { middlewareMode: true, ws: false } });
  try {
    const source = readFileSync(new URL("../../web/site/index.html", import.meta.url), "utf8");
    const html = await server.transformIndexHtml("/index.html", source);
    const preloaded = [...html.matchAll(/as="font"[^>]*href="([^"]+)"/g)].map(([, url]) => url);
    expect(preloaded).toHaveLength(2);
    const sheet = await server.transformRequest("/fonts.css");
    for (const url of preloaded) expect(sheet?.code).toContain(url);
  } finally {
    await server.close();
  }
});
