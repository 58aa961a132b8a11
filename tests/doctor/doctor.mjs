// Tests diagnoseRotary with thousands of right and wrong generated rotations: `make doctor`.
//
//   node tests/doctor/doctor.mjs [--cases 4000] [--seed 1]
//
// Prints each case with a missed or false finding, then the counts. Exit code 1 if there is any.
import { parseArgs } from "node:util";
import { caseAt, failuresOf } from "../phasor/rotary_verdicts.js";

const { values } = parseArgs({
  options: { cases: { type: "string", default: "4000" }, seed: { type: "string", default: "1" } },
});
const [cases, seed] = [Number(values.cases), Number(values.seed)];
const counts = new Map();
let failed = 0;
for (let n = 0; n < cases; n++) {
  const { sample, wrong, kind } = caseAt(n, seed);
  const failures = failuresOf(sample, wrong, kind);
  const count = counts.get(wrong.length) ?? { cases: 0, failed: 0 };
  count.cases++;
  if (failures.length > 0) {
    failed++;
    count.failed++;
    console.log(`${JSON.stringify(kind)} ${failures.join("; ")}`);
  }
  counts.set(wrong.length, count);
}
for (const [wrong, count] of [...counts].sort(([a], [b]) => a - b)) {
  console.log(
    `${wrong} wrong: ${count.cases} cases, ${count.failed} with something missed or false`,
  );
}
process.exitCode = failed > 0 ? 1 : 0;
