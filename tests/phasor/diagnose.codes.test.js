// The codes of findings: those in the tables of docs/api.md are those that the doctors use.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const root = new URL("../../", import.meta.url);
const read = (/** @type {string} */ path) => readFileSync(new URL(path, root), "utf8");
const api = read("docs/api.md");

/** The codes in the table of a function in docs/api.md. @param {string} name */
function documented(name) {
  const head = "| code | what was found |\n| --- | --- |\n";
  const sections = api.split("\n### ").filter((section) => section.startsWith(`\`${name}(`));
  const [, table = ""] = sections.find((section) => section.includes(head))?.split(head) ?? [];
  const rows = table
    .split("\n\n")[0]
    .split("\n")
    .map((row) => row.split(" | ")[0]);
  return [...rows.join("").matchAll(/`([^`]+)`/g)].map(([, code]) => code);
}

describe.each([
  ["diagnose", "diagnose"],
  ["diagnoseRotary", "diagnose_rotary"],
  ["diagnoseBias", "diagnose_bias"],
])("the findings of %s", (name, folder) => {
  const files = readdirSync(new URL(`web/phasor/${folder}/`, root));
  const text = files.map((file) => read(`web/phasor/${folder}/${file}`)).join("");
  const codes = documented(name);

  it("are in the table of docs/api.md", () => {
    const made = [...text.matchAll(/\b(?:problem|note)\(\s*"([^"]+)"/g)].map(([, code]) => code);
    expect(made.length).toBeGreaterThan(10);
    expect(made.filter((code) => !codes.includes(code))).toEqual([]);
  });

  it("in that table are all used, and each is there once", () => {
    expect(codes.length).toBeGreaterThan(40);
    expect(codes.filter((code, i) => codes.indexOf(code) !== i)).toEqual([]);
    // Some codes are put together: differs- and an option's name, negated- and the name of a function.
    const parts = (/** @type {string} */ code) => [code, code.replace(/^differs-/, "")];
    const used = (/** @type {string} */ code) =>
      parts(code).some((part) => text.includes(`"${part}"`)) || /^negated-(co)?sines$/.test(code);
    expect(codes.filter((code) => !used(code))).toEqual([]);
  });
});
