// Tests diagnoseBias and diagnose with thousands of right and wrong generated biases and tables, and what is expected
// of them: `make doctor`.
//
//   node tests/doctor/bias.mjs [--cases 10000] [--seed 1] [--verbose]
//
// Prints each case with a missed or false finding, then the counts by kind. Exit code 1 if there is any.
import { parseArgs } from "node:util";
import { biasExpectation, verdictOf } from "../phasor/bias_verdicts.js";
import { tableExpectation, tableVerdict } from "../phasor/table_verdicts.js";

const { values } = parseArgs({
  options: {
    cases: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
    verbose: { type: "boolean" },
  },
});
const [cases, seed] = [Number(values.cases), Number(values.seed)];
const counts = new Map();
let failed = 0;

/** @param {string} kind @param {{ name: string, failures: string[], named: boolean, problems: string[] }} verdict */
function count(kind, { name, failures, named, problems }) {
  const sum = counts.get(kind) ?? { cases: 0, failed: 0, unnamed: 0 };
  counts.set(kind, sum);
  sum.cases++;
  if (!named) sum.unnamed++;
  if (!named && values.verbose) console.log(`not named: ${name}: ${problems}`);
  if (failures.length === 0) return;
  failed++;
  sum.failed++;
  console.log(`${name}: ${failures.join("; ")}`);
}

for (let n = 0; n < cases; n++) {
  const bias = biasExpectation(n, seed);
  if (bias) count(`${bias.sample.type}, ${bias.wrong ?? "right"}`, verdictOf(bias));
  const table = tableExpectation(n, seed);
  if (table) count(`table of ${table.sample.kind}, ${table.wrong ?? "right"}`, tableVerdict(table));
}
for (const [kind, sum] of [...counts].sort()) {
  console.log(
    `${kind}: ${sum.cases} cases, ${sum.failed} with something missed or false, ${sum.unnamed} found but not named`,
  );
}
process.exitCode = failed > 0 ? 1 : 0;
