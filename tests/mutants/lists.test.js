// The lists of mutants name lines that exist, so that `make mutants` does not fail after a refactoring.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { explained } from "./equivalent.mjs";
import { mutants } from "./kernels-list.mjs";

/** @param {string} file */
const textOf = (file) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");

it.each(mutants)("csrc/$file contains this once: $find", ({ file, find }) => {
  expect(textOf(`csrc/${file}`).split(find)).toHaveLength(2);
});

it.each(
  Object.entries(explained).flatMap(([file, entries]) =>
    entries.map(([line]) => /** @type {[string, string]} */ ([file, line])),
  ),
)("%s contains the line of an explanation: %s", (file, line) => {
  expect(textOf(file)).toContain(line);
});
