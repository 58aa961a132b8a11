// Every text that names the package's version names that of package.json.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const read = (/** @type {string} */ name) =>
  readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");
const manifest = JSON.parse(read("package.json"));

describe("the version of the package", () => {
  it("is that of the addresses in the documents, which also have the package's name", () => {
    const { name, version } = manifest;
    for (const document of ["README.md", "docs/embedding.md"]) {
      const addresses = [...read(document).matchAll(/cdn\.jsdelivr\.net\/npm\/([^/]+)\//g)];
      expect(addresses.length, document).toBeGreaterThan(0);
      for (const [, named] of addresses) expect(named).toBe(`${name}@${version}`);
    }
  });

  it("equals that in CITATION.cff", () => {
    expect(read("CITATION.cff")).toMatch(new RegExp(`^version: ${manifest.version}$`, "m"));
  });
});
