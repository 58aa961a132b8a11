// docs/environments.md has the results of `make test-environments` for the current versions.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { environments, packagesOf } from "./environments.js";
import { row, rows } from "./table.js";

const { engines } = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
);

describe("docs/environments.md", () => {
  it.each(Object.keys(environments))("has a row for %s that is up to date", (name) => {
    expect(rows()).toContain(row(name));
  });

  it("has no other rows", () => {
    expect(rows()).toEqual(Object.keys(environments).map(row));
  });

  it("names exact versions, among them the oldest Node.js that package.json allows", () => {
    const versions = Object.values(environments).map(packagesOf).flatMap(Object.values);
    for (const version of versions) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    const oldest = packagesOf(environments["node-oldest"]).node;
    expect(oldest.startsWith(`${engines.node.replace(">=", "")}.0`)).toBe(true);
  });
});
