// node .ci/lab.mjs [--seeds 10] [--write]: trains the models of docs/lab.md and prints its tables, in six minutes. With
// --write, puts them into the file, and writes to web/elements/figures/length-lab-results.js what
// <phasor-length-lab> shows at first, with losses as differences. A test repeats some of the training.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import * as figure from "../web/elements/figures/length-lab-model.js";
import { experiment, TinyModel } from "../web/phasor/lab.js";

/** @import { Encoding, Task } from "../web/elements/figures/length-lab-model.js" */
/** @import { Result } from "../web/phasor/lab/experiment.js" */

const tasks = Object.values(figure.TASKS);
const { values } = parseArgs({
  options: { seeds: { type: "string", default: "10" }, write: { type: "boolean", default: false } },
});
const seeds = Array.from({ length: Number(values.seeds) }, (_, n) => n + 1);
/** The seeds that the figure shows. */
const SHOWN_SEEDS = [1, 2, 3];

const formatScore = (/** @type {number} */ value) =>
  value >= 0.995 ? "1.00" : value.toFixed(2).slice(1);

const tables = tasks.map(tableOf).join("\n\n");
console.log(tables);
if (values.write) {
  const pattern = /(?<=<!-- tables: made by .*? -->\n)[\s\S]*?(?=\n<!-- end of tables -->)/;
  replaceSection("docs/lab.md", pattern, `\n${tables}\n`);
  const models = tasks.map((task) => `  ${task}: {\n${modelsOf(task)}  },\n`).join("");
  const resultsFile = "web/elements/figures/length-lab-results.js";
  replaceSection(resultsFile, /(?<=unfolded\(\{\n)[\s\S]*(?=\}\);\n)/, models);
}

/** Replaces what is between two marks of a file. @param {string} file @param {RegExp} pattern @param {string} text */
function replaceSection(file, pattern, text) {
  const place = new URL(`../${file}`, import.meta.url);
  const old = readFileSync(place, "utf8");
  if (!pattern.test(old)) throw new Error(`${file} has no place for the results`);
  writeFileSync(place, old.replace(pattern, text));
}

/** @param {Task} task @param {Encoding} encoding @param {number} [layers] */
function train(task, encoding, layers = 1) {
  return seeds.map((seed) => {
    process.stderr.write(`\r${task}, ${encoding}, seed ${seed}        `);
    const run = experiment({ task, encoding, layers, seed });
    let next = run.next();
    while (!next.done) next = run.next();
    return next.value;
  });
}

/** @param {Task} task */
function tableOf(task) {
  const rows = figure.ENCODINGS.flatMap((encoding) => {
    const results = train(task, encoding);
    const first = row(figure.SCHEMES[encoding].words, results);
    if (encoding !== "rope") return first;
    const tuned = row("the same, after 60 steps at 128", results, "tuned");
    return [first, row("RoPE, interpolated", results, "interpolated"), tuned];
  });
  if (task === "recent") rows.push(row("none, two layers", train(task, "none", 2)));
  return [`| ${task} | 1× | 2× | 4× | 8× |`, "| --- | --- | --- | --- | --- |", ...rows].join("\n");
}

// A row of a table: mean [minimum – maximum] of each column.
/** @param {string} label @param {Result[]} results @param {"accuracy" | "interpolated" | "tuned"} [key] */
function row(label, results, key = "accuracy") {
  const lists = results.map((result) => result[key] ?? []);
  const cells = lists[0].map((_, column) => {
    const numbers = lists.map((list) => list[column]);
    const mean = numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
    const [least, greatest] = [Math.min(...numbers), Math.max(...numbers)].map(formatScore);
    return least === greatest ? formatScore(mean) : `${formatScore(mean)} [${least}–${greatest}]`;
  });
  return `| ${label} | ${cells.join(" | ")} |`;
}

/** The models of a task that the figure shows. @param {Task} task */
function modelsOf(task) {
  return figure.ENCODINGS.map((encoding) => {
    const models = SHOWN_SEEDS.map((seed) => `      ${modelOf(task, encoding, seed)},\n`);
    return `    ${encoding}: [\n${models.join("")}    ],\n`;
  }).join("");
}

/** @param {Task} task @param {Encoding} encoding @param {number} seed */
function modelOf(task, encoding, seed) {
  const model = new TinyModel({ task, encoding, seed, steps: figure.STEPS });
  /** @type {number[]} */
  const losses = [];
  while (!model.done) {
    let sum = 0;
    for (let step = 0; step < figure.POINT; step++) sum += model.step().loss;
    losses.push(sum / figure.POINT);
  }
  const round = (/** @type {number[]} */ bins) => bins.map((value) => +value.toFixed(3));
  const bins = round(figure.accuracies(model));
  const interpolated = encoding === "rope" ? round(figure.interpolate(model)) : undefined;
  const run = { seed, losses: figure.stepsOf(losses), bins, interpolated, hash: model.hash };
  return JSON.stringify(run).replaceAll("null", "NaN");
}
