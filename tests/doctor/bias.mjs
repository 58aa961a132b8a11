// Tests diagnoseBias with thousands of right and wrong generated biases and what is expected of them: `make doctor`.
//
//   node tests/doctor/bias.mjs [--cases 20000] [--seed 1] [--verbose]
//
// Prints each case with a missed or false finding, then the counts by kind. Exit code 1 if there is any.
import { parseArgs } from "node:util";
import { biasExpectation, verdictOf } from "../phasor/bias_verdicts.js";

const { values } = parseArgs({
  options: {
    cases: { type: "string", default: "20000" },
    seed: { type: "string", default: "1" },
    verbose: { type: "boolean" },
  },
});
const [cases, seed] = [Number(values.cases), Number(values.seed)];
const counts = new Map();
let failed = 0;
for (let n = 0; n < cases; n++) {
  const made = biasExpectation(n, seed);
  if (!made) continue;
  const kind = `${made.made.type}, ${made.wrong ?? "right"}`;
  const { name, failures, named, problems } = verdictOf(made);
  const count = counts.get(kind) ?? { cases: 0, failed: 0, unnamed: 0 };
  count.cases++;
  if (!named) count.unnamed++;
  if (!named && values.verbose) console.log(`not named: ${name}: ${problems}`);
  if (failures.length > 0) {
    failed++;
    count.failed++;
    console.log(`${name}: ${failures.join("; ")}`);
  }
  counts.set(kind, count);
}
for (const [kind, count] of [...counts].sort()) {
  console.log(
    `${kind}: ${count.cases} cases, ${count.failed} with something missed or false, ` +
      `${count.unnamed} found but not named`,
  );
}
process.exitCode = failed > 0 ? 1 : 0;
