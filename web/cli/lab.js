// lab.js: the subcommand `phasor lab`.
import { encodings, experiment, tasks } from "phasor/lab";
import { arg } from "./arguments.js";
import { host } from "./host.js";
import { Progress } from "./progress.js";
import { complain, jsonLines, say } from "./say.js";

/** @import { Row } from "./arguments.js" */
/** @typedef {import("../phasor/lab/experiment.js").Result} Result */
/** @typedef {(typeof encodings)[number]} Encoding */

const taskNames = /** @type {(keyof typeof tasks)[]} */ (Object.keys(tasks));
const INTERRUPTED = 130;
/** Number of steps between checks for Ctrl-C. */
const STEPS_BETWEEN_CHECKS = 5;
const COLUMN_WIDTH = 12;

/** @type {Record<string, Row>} */
export const rows = {
  lab: {
    about:
      "Trains transformers of about 5,000 parameters, one for each encoding and seed, on a task with\n" +
      "sequences of 32, and tests them at 1, 2, 4 and 8 times that length. Prints the mean accuracy,\n" +
      "and its range over the seeds. A seed gives the same result on every machine.\n" +
      taskNames
        .map(
          (name) => `  ${name.padEnd(10)} ${tasks[name].about.replace("; ", ";\n             ")}`,
        )
        .join("\n"),
    operands: { TASK: { kind: "choice", choices: taskNames } },
    options: {
      encodings: arg.list("some of them, separated by commas", { choices: encodings }),
      seeds: arg.count("the number of models of each encoding", { min: 1, max: 1000, default: 1 }),
      seed: arg.count("the first seed", { default: 1 }),
      layers: arg.count("the number of layers", { min: 1, max: 4, default: 1 }),
      steps: arg.count("the number of training steps", { min: 100, max: 1e6, default: 600 }),
      json: arg.flag("print each model's results and hash as JSON"),
    },
    examples: [
      "phasor lab recent --encodings rope,alibi --seeds 5",
      "phasor lab lookup --encodings alibi --seeds 10 --json",
      "phasor lab recent --encodings none --layers 2",
    ],

    async run({ task, encodings: list = encodings, seeds, seed, layers, steps, ...values }) {
      const common = { task, layers, steps };
      const jobs = list.flatMap((/** @type {Encoding} */ encoding) =>
        Array.from({ length: seeds }, (_, i) => ({ ...common, encoding, seed: seed + i })),
      );
      const { results, interrupted } = await trainAll(jobs, !values.quiet);
      if (values.json) say(jsonLines({ task, layers, steps, interrupted, results }));
      else say(tableOf(task, list, results));
      if (interrupted)
        complain(`interrupted: ${results.length} of ${jobs.length} models are complete`);
      return interrupted ? INTERRUPTED : 0;
    },
  },
};

/**
 * Trains models one after the other, until all are complete or Ctrl-C is pressed.
 * @param {(import("../phasor/lab/model.js").ModelOptions & { steps: number })[]} jobs
 * @param {boolean} showsProgress whether to show the progress
 */
async function trainAll(jobs, showsProgress) {
  let interrupted = false;
  const stop = () => {
    interrupted = true;
  };
  process.once("SIGINT", stop);
  const total = jobs.reduce((sum, { steps }) => sum + steps, 0);
  const progress = new Progress(total, "steps", showsProgress && host.stderr.isTTY === true);
  /** @type {Result[]} */
  const results = [];
  let before = 0;
  for (const job of jobs) {
    const run = experiment(job);
    let next = run.next();
    while (!next.done && !interrupted) {
      const { step, phase } = next.value;
      if (step % STEPS_BETWEEN_CHECKS === 0) await new Promise((resolve) => setImmediate(resolve));
      if (phase === "train") progress.update(before + step);
      next = run.next();
    }
    if (interrupted || !next.done) break;
    results.push(next.value);
    before += job.steps;
  }
  progress.end();
  process.off("SIGINT", stop);
  return { results, interrupted };
}

/** @param {string} task @param {Encoding[]} list @param {Result[]} results */
function tableOf(task, list, results) {
  const lines = [row(task, ["1×", "2×", "4×", "8×"])];
  for (const encoding of list) {
    const matching = results.filter((result) => result.encoding === encoding);
    const names = { accuracy: encoding, interpolated: "  interpolated", tuned: "  fine-tuned" };
    for (const key of /** @type {(keyof typeof names)[]} */ (Object.keys(names))) {
      const columns = matching.flatMap((result) => (result[key] ? [result[key]] : []));
      if (columns.length > 0) lines.push(row(names[key], summaryCells(columns)));
    }
  }
  return lines;
}

/** @param {string} name @param {string[]} columns */
const row = (name, columns) =>
  [name.padEnd(15), ...columns.map((cell) => cell.padEnd(COLUMN_WIDTH))].join("").trimEnd();

/** The mean and range of each column, in per cent. @param {number[][]} lists */
const summaryCells = (lists) =>
  lists[0].map((_, column) => {
    const values = lists.map((list) => Math.round(100 * list[column]));
    const mean = lists.reduce((sum, list) => sum + list[column], 0) / lists.length;
    const range = `${Math.min(...values)}–${Math.max(...values)}`;
    return `${Math.round(100 * mean)}%${lists.length > 1 ? ` ${range}` : ""}`;
  });
