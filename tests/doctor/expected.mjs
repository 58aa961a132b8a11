// Tests diagnoseRotary with thousands of right and wrong rotations of vectors, with `expect` and
// positions: `make doctor`.
//
//   node tests/doctor/expected.mjs [--cases 10000] [--seed 1]
//
// A wrong rotation needs a problem, a right one must have none. Prints each miss and false alarm,
// then counts by kind. Exit code 1 if there is any.
import { parseArgs } from "node:util";
import { verdictOn } from "./verdict.js";

const { values } = parseArgs({
  options: { cases: { type: "string", default: "10000" }, seed: { type: "string", default: "1" } },
});
const [cases, seed] = [Number(values.cases), Number(values.seed)];
/** @type {Map<string, { cases: number, failed: number, codes: Map<string, number> }>} */
const kinds = new Map();
let failed = 0;
for (let n = 0; n < cases; n++) {
  const { sample, failure, codes } = verdictOn(n, seed);
  if (sample.skipped) continue;
  const kind = kinds.get(sample.name) ?? { cases: 0, failed: 0, codes: new Map() };
  kinds.set(sample.name, kind);
  kind.cases++;
  for (const code of codes) kind.codes.set(code, (kind.codes.get(code) ?? 0) + 1);
  if (failure === undefined) continue;
  failed++;
  kind.failed++;
  console.log(failure);
}
let all = 0;
for (const [name, kind] of [...kinds].sort(([a], [b]) => (a < b ? -1 : 1))) {
  all += kind.cases;
  const commonCodes = [...kind.codes]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 4)
    .map(([code, count]) => `${code} ${count}`);
  const what = name === "right" ? "false alarms" : "missed";
  console.log(`${name}: ${kind.cases} cases, ${kind.failed} ${what}; ${commonCodes.join(", ")}`);
}
console.log(`${all} cases, ${failed} missed or false`);
process.exitCode = failed > 0 ? 1 : 0;
