// The table of docs/environments.md: a row for each environment in which the last run succeeded.
import { readFileSync, writeFileSync } from "node:fs";
import { environments, packagesOf } from "./environments.js";

const document = new URL("../../docs/environments.md", import.meta.url);
const HEADER = "| environment | versions | what was tried |\n| --- | --- | --- |\n";

export function row(/** @type {string} */ name) {
  const { title, tried } = environments[name];
  const versions = Object.entries(packagesOf(environments[name])).map((entry) => entry.join(" "));
  return `| ${title} | ${versions.join(", ") || "–"} | ${tried} |`;
}

/** The rows that the document has. */
export function rows() {
  const [, after = ""] = readFileSync(document, "utf8").split(HEADER);
  return after
    .split("\n\n")[0]
    .split("\n")
    .filter((line) => line.startsWith("|"));
}

/** Writes a row if its environment succeeded, and removes it if it did not. @param {string} name @param {boolean} good */
export function record(name, good) {
  const text = readFileSync(document, "utf8");
  const old = rows();
  const lines = Object.keys(environments).flatMap((key) => {
    if (key === name) return good ? row(name) : [];
    return old.filter((line) => line.startsWith(`| ${environments[key].title} |`));
  });
  const before = HEADER + old.map((line) => `${line}\n`).join("");
  writeFileSync(document, text.replace(before, HEADER + lines.map((line) => `${line}\n`).join("")));
}
