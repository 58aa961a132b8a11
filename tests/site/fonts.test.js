// The page's fonts: their size and their licences.
import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
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
