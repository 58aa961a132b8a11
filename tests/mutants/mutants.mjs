// node tests/mutants/mutants.mjs [--only EXPRESSION] [--seed 1] [--count 320] [--jobs 2] [--all] [--quick]
//
// Breaks a copy of the project, one mutant at a time, and runs the tests of the broken part, which
// must fail. The mutants of the kernels are listed in kernels-list.mjs; those of the JavaScript are
// random (operators.mjs), the same for the same seed. --only takes the files whose names match an
// expression;
// --quick omits slow tests, so that a mutant that it lists may still be noticed by them. Ends with
// status 1 and a list if a mutant was not noticed, or if an explanation in equivalent.mjs no longer
// matches a line.
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { breakJavaScript } from "./javascript.mjs";
import { breakKernels } from "./kernels.mjs";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    seed: { type: "string", default: process.env.SEED || "1" },
    count: { type: "string", default: "320" },
    jobs: { type: "string", default: String(Math.min(availableParallelism(), 4)) },
    all: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
  },
});
const [seed, count, jobs] = [values.seed, values.count, values.jobs].map(Number);
const kernels = breakKernels(values.only);
const javascript = await breakJavaScript({ ...values, seed, count, jobs });
const [tried, survivors] = /** @type {const} */ (["tried", "survivors"]).map(
  (key) => kernels[key] + javascript[key],
);
console.log(`${tried - survivors} of ${tried} mutants noticed or explained`);
if (javascript.stale > 0) console.log(`${javascript.stale} explanations explain nothing any more`);
process.exitCode = survivors + javascript.stale > 0 ? 1 : 0;
