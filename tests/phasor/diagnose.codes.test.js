// The codes of findings: docs/api.md has a row for each, and the doctors use them all.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findings } from "./finding_codes.js";

const root = new URL("../../", import.meta.url);
const read = (/** @type {string} */ path) => readFileSync(new URL(path, root), "utf8");
const api = read("docs/api.md");

/** The rows of a table of codes in docs/api.md. @param {string} name of the function that it belongs to */
function documented(name) {
  const head = "| code | what was found |\n| --- | --- |\n";
  const sections = api.split("\n### ").filter((each) => each.startsWith(`\`${name}(`));
  const [, table = ""] = sections.find((each) => each.includes(head))?.split(head) ?? [];
  const lines = table.split("\n\n")[0].trim().split("\n");
  return lines.map((line) => {
    const [codes, ...says] = line.slice(2, -2).split(" | ");
    return [codes.replaceAll("`", "").replaceAll(",", ""), says.join(" | ")];
  });
}

describe.each(Object.entries(findings))("the findings of %s", (name, rows) => {
  it("are documented", () => {
    expect(documented(name)).toEqual(Object.entries(rows));
  });

  it("are all used", () => {
    const sources = {
      diagnose: ["diagnose"],
      diagnoseRotary: ["diagnose_rotary"],
      diagnoseBias: ["diagnose_bias"],
    }[name];
    const text = sources
      ?.flatMap((folder) =>
        readdirSync(new URL(`web/phasor/${folder}/`, root)).map((file) =>
          read(`web/phasor/${folder}/${file}`),
        ),
      )
      .join("");
    for (const code of Object.keys(rows).flatMap((codes) => codes.split(" "))) {
      const [, option] = /^differs-(\w+)$/.exec(code) ?? [];
      const used = text?.includes(`"${code}"`) || (option && text?.includes(`"${option}"`));
      expect(used || /^negated-(co)?sines$/.test(code), code).toBeTruthy();
    }
  });
});
