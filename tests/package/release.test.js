// The release workflow: what it changes in package.json, and what it refuses.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { addressed, notesOf, obstacles } from "../../.ci/release.mjs";

const read = (/** @type {string} */ name) =>
  readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");
const manifest = JSON.parse(read("package.json"));
const CHANGELOG = `# Changes

## Unreleased

## 1.2.0 (2026-11-22)

### Added

- a thing

## 1.1.0

- another
`;
const forge = { GITHUB_SERVER_URL: "https://forge.test", GITHUB_REPOSITORY: "some-one/phasor" };

describe("the addresses in package.json", () => {
  it("come from the environment, and are missing before", () => {
    for (const key of ["repository", "homepage", "bugs"]) expect(manifest).not.toHaveProperty(key);
    expect(addressed(manifest, forge)).toEqual({
      ...manifest,
      repository: { type: "git", url: "git+https://forge.test/some-one/phasor.git" },
      homepage: "https://forge.test/some-one/phasor#readme",
      bugs: { url: "https://forge.test/some-one/phasor/issues" },
    });
    const { homepage } = addressed(manifest, { ...forge, SITE_URL: "https://page.test/" });
    expect(homepage).toBe("https://page.test/");
  });

  it.each([
    ["GITHUB_SERVER_URL", undefined],
    ["GITHUB_SERVER_URL", "forge.test"],
    ["GITHUB_REPOSITORY", ""],
    ["GITHUB_REPOSITORY", 'a/b"'],
  ])("are refused: %s %j", (name, value) => {
    expect(() => addressed(manifest, { ...forge, [name]: value })).toThrow(name);
  });
});

describe("the version of the package", () => {
  const ready = { version: "1.2.0", tag: "v1.2.0", changelog: CHANGELOG, readme: "Install" };

  it("can be released when its tag and its texts are ready", () => {
    expect(obstacles(ready)).toEqual([]);
    expect(notesOf(CHANGELOG, "1.2.0")).toBe("### Added\n\n- a thing");
    expect(notesOf(CHANGELOG, "1.2")).toBeUndefined();
  });

  it.each([
    ["the tag must be v1.2.0, got v1.2.1", { tag: "v1.2.1" }],
    ["the tag must be v1.2.0, got undefined", { tag: undefined }],
    ['CHANGELOG.md has nothing under "## 1.3.0"', { version: "1.3.0", tag: "v1.3.0" }],
    [
      'CHANGELOG.md still has changes under "Unreleased"',
      { changelog: CHANGELOG.replace("Unreleased\n", "Unreleased\n\n- news\n") },
    ],
    ['README.md still says "not on npm yet"', { readme: "It is not on npm yet." }],
  ])("cannot be released: %s", (message, change) => {
    expect(obstacles({ ...ready, ...change })).toEqual([message]);
  });

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
