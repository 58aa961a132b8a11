// lab.js: the subcommand `phasor lab`.
import { encodings, experiment, tasks } from "phasor/lab";
import { Progress } from "./progress.js";
import { complain, jsonLines, say } from "./say.js";

/** @import { Command } from "./arguments.js" */
/** @import { Output } from "./host.js" */
/** @typedef {import("../phasor/lab/experiment.js").Result} Result */
/** @typedef {(typeof encodings)[number]} Encoding */

const taskNames = /** @type {(keyof typeof tasks)[]} */ (Object.keys(tasks));
const INTERRUPTED = 130;
/** Number of steps between checks for Ctrl-C. */
const SLICE = 5;
/** Width of a column of the table, in characters. */
const COLUMN = 12;

/** @type {Command} */
export const command = {
  name: "lab",
  usage: `${taskNames.join("|")} [OPTIONS]`,
  about:
    "Trains transformers of about 5,000 parameters, one for each encoding and seed, on a task with\n" +
    "sequences of 32, and tests them at 1, 2, 4 and 8 times that length. Prints the mean accuracy,\n" +
    "and its range over the seeds. A seed gives the same result on every machine.\n" +
    taskNames
      .map((name) => `  ${name.padEnd(10)} ${tasks[name].about.replace("; ", ";\n             ")}`)
      .join("\n"),
  operands: ["TASK"],
  choices: { TASK: taskNames },
  options: {
    encodings: {
      value: "LIST",
      help: `a comma-separated list of ${encodings.join(", ")};\nall by default`,
    },
    seeds: { value: "N", help: "the number of models of each encoding, 1 by default" },
    seed: { value: "N", help: "the first seed, 1 by default" },
    layers: { value: "N", help: "1 (default) to 4" },
    steps: { value: "N", help: "the number of training steps, 600 by default" },
    json: { help: "print each model's results and hash as JSON" },
  },
  examples: [
    "phasor lab recent --encodings rope,alibi --seeds 5",
    "phasor lab lookup --encodings alibi --seeds 10 --json",
    "phasor lab recent --encodings none --layers 2",
  ],

  async run(args) {
    const task = args.neededChoice(0, taskNames);
    const list = args.choiceList("encodings", encodings) ?? [...encodings];
    const seeds = args.count("seeds") ?? 1;
    const first = args.count("seed") ?? 1;
    const layers = args.count("layers") ?? 1;
    const steps = args.count("steps") ?? 600;
    if (seeds < 1 || seeds > 1000) args.fail("--seeds must be from 1 to 1000");
    if (layers < 1 || layers > 4) args.fail("--layers must be from 1 to 4");
    if (steps < 100 || steps > 1e6) args.fail("--steps must be from 100 to 1000000");
    const jobs = list.flatMap((encoding) =>
      Array.from({ length: seeds }, (_, i) => ({ task, encoding, layers, steps, seed: first + i })),
    );
    const { results, interrupted } = await trainAll(args.host.stderr, jobs);
    if (args.flag("json")) say(args.host, jsonLines({ task, layers, steps, interrupted, results }));
    else say(args.host, tableOf(task, list, results));
    if (interrupted)
      complain(args.host, `interrupted: ${results.length} of ${jobs.length} models are complete`);
    return interrupted ? INTERRUPTED : 0;
  },
};

/**
 * Trains models one after the other, until all are complete or Ctrl-C is pressed.
 * @param {Output} stderr
 * @param {(import("../phasor/lab/model.js").ModelOptions & { steps: number })[]} jobs
 */
async function trainAll(stderr, jobs) {
  let interrupted = false;
  const stop = () => {
    interrupted = true;
  };
  process.once("SIGINT", stop);
  const total = jobs.reduce((sum, { steps }) => sum + steps, 0);
  const progress = new Progress(total, stderr.isTTY === true, stderr, "steps");
  /** @type {Result[]} */
  const results = [];
  let before = 0;
  for (const job of jobs) {
    const run = experiment(job);
    let next = run.next();
    while (!next.done && !interrupted) {
      const { step, phase } = next.value;
      if (step % SLICE === 0) await new Promise((resolve) => setImmediate(resolve));
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
    const own = results.filter((result) => result.encoding === encoding);
    if (own.length === 0) continue;
    lines.push(row(encoding, cells(own.map(({ accuracy }) => accuracy))));
    if (encoding !== "rope") continue;
    lines.push(
      row("  interpolated", cells(own.flatMap(({ interpolated = [] }) => [interpolated]))),
    );
    lines.push(row("  fine-tuned", cells(own.flatMap(({ tuned = [] }) => [tuned]))));
  }
  return lines;
}

/** @param {string} name @param {string[]} columns */
const row = (name, columns) =>
  [name.padEnd(15), ...columns.map((cell) => cell.padEnd(COLUMN))].join("").trimEnd();

/** The mean and range of each column, in per cent. @param {number[][]} lists */
const cells = (lists) =>
  lists[0].map((_, column) => {
    const values = lists.map((list) => Math.round(100 * list[column]));
    const mean = lists.reduce((sum, list) => sum + list[column], 0) / lists.length;
    const range = `${Math.min(...values)}–${Math.max(...values)}`;
    return `${Math.round(100 * mean)}%${lists.length > 1 ? ` ${range}` : ""}`;
  });
