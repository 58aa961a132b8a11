// The examples of docs/recipes.md and docs/frameworks.md, as text.
import { readFileSync } from "node:fs";

/** The examples of a section in one language. @param {string} heading @param {string} language @param {string} [page] */
export function recipes(heading, language, page = "recipes") {
  const text = readFileSync(new URL(`../../docs/${page}.md`, import.meta.url), "utf8");
  const section = text.split("\n## ").find((part) => part.startsWith(`${heading}\n`)) ?? "";
  const examples = [...section.matchAll(/^```(\S+)\n(.*?)^```$/gms)]
    .filter(([, fenced]) => fenced === language)
    .map(([, , code]) => code);
  if (examples.length === 0) throw new Error(`no ${language} under "${heading}"`);
  return examples;
}
