// Runs before a test file in Node in the mutation check: records what the file reaches.
import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect } from "vitest";
import { nameOf } from "./reach.mjs";

const notes = process.env.PHASOR_NOTES;
if (notes) {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const file = `${notes}/${nameOf(relative(root, expect.getState().testPath ?? ""))}`;
  // Its own processes get the name.
  process.env.PHASOR_REACHED = file;
  afterAll(() => {
    writeFileSync(file, JSON.stringify(/** @type {any} */ (globalThis).reachedParts ?? {}));
  });
}
