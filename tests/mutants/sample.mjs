// sample.mjs: selects the mutants of the JavaScript that a run tries.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { mutantsOf, parse } from "./operators.mjs";

/** @import { Mutant } from "./operators.mjs" */

/** What is broken, and each area's share of a run. */
const AREAS = [
  { name: "package", folders: ["web/phasor"], share: 0.5 },
  { name: "formats", folders: ["web/formats", "web/checkpoints"], share: 0.1 },
  { name: "command", folders: ["web/cli"], share: 0.1 },
  { name: "figures", folders: ["web/elements/figures"], share: 0.15 },
  {
    name: "core",
    folders: ["web/elements/core", "web/elements/state", "web/elements/colour"],
    share: 0.15,
  },
];

/** How files begin that a program made. */
const GENERATED = /^\/\/ Generated (by|from) /;

export const areaOf = (/** @type {string} */ file) =>
  /** @type {typeof AREAS[number]} */ (
    AREAS.find(({ folders }) => folders.some((folder) => file.startsWith(`${folder}/`)))
  ).name;

/** @param {string} root @returns {string[]} */
export const sourcesIn = (root) =>
  AREAS.flatMap(({ folders }) => folders).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".js"))
      .map((name) => `${folder}/${name}`)
      .filter((file) => !GENERATED.test(readFileSync(join(root, file), "utf8")))
      .sort(),
  );

/** Every mutant of some files. @param {string} root @param {string} only an expression of their names */
export const everyMutant = (root, only) =>
  sourcesIn(root)
    .filter((file) => new RegExp(only).test(file))
    .flatMap((file) => mutantsOf(file, readFileSync(join(root, file), "utf8")));

/**
 * Draws mutants. Each has its place in the order by what it is, not by how many come before it: a
 * changed line leaves the rest of a sample as it was.
 * @param {string} root
 * @param {{ seed: number, count: number, only: string, all?: boolean }} options `only`: an expression of the files' names
 */
export function sampled(root, { seed, count, only, all }) {
  const placeOf = (/** @type {Mutant} */ { file, text, change, nth }) =>
    createHash("sha256")
      .update(JSON.stringify([seed, file, text, change, nth]))
      .digest("hex");
  const mutants = everyMutant(root, only);
  const areas = AREAS.map(({ name, share }) => {
    const candidates = mutants
      .filter(({ file }) => areaOf(file) === name)
      .map((mutant) => ({ mutant, place: placeOf(mutant) }))
      .sort((a, b) => (a.place < b.place ? -1 : 1))
      .map(({ mutant }) => mutant);
    return { candidates, share: candidates.length > 0 ? share : 0 };
  });
  const shares = areas.reduce((sum, { share }) => sum + share, 0) || 1;
  return areas.flatMap(({ candidates, share }) => {
    const sampleSize = all ? candidates.length : Math.ceil((count * share) / shares);
    const sample = [];
    for (const mutant of candidates) {
      if (sample.length === sampleSize) break;
      if (isProgram(root, mutant)) sample.push(mutant);
    }
    return sample;
  });
}

/** Whether a mutant is a syntax error, which any test notices.
 * @param {string} root @param {Mutant} mutant */
function isProgram(root, { file, start, end, replacement }) {
  const text = readFileSync(join(root, file), "utf8");
  try {
    return Boolean(parse(text.slice(0, start) + replacement + text.slice(end)));
  } catch {
    return false;
  }
}
