// node .ci/lab.mjs [--seeds 10] [--jobs 1] [--write]: trains the models of docs/lab.md and prints its tables;
// with --write, puts them into the file. Results are kept in build/lab/, so that a stopped run can
// continue; they are computed again when the lab changes.
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { experiment } from "../web/phasor/lab.js";

/** @typedef {import("../web/phasor/lab/experiment.js").Result} Result */
/** @typedef {{ task: "recent" | "lookup" | "threeBack", encoding: import("../web/phasor/lab/network.js").Encoding, layers: number, seed: number }} Job */

const document = new URL("../docs/lab.md", import.meta.url);
const kept = new URL("../build/lab/", import.meta.url);
const sources = new URL("../web/phasor/lab/", import.meta.url);
const encodings = /** @type {const} */ (["none", "sinusoidal", "learned", "rope", "alibi", "t5"]);
const labels = {
  ...{ none: "none", sinusoidal: "sinusoidal", learned: "learned", rope: "RoPE" },
  ...{ interpolated: "RoPE, interpolated", tuned: "the same, after 60 steps at 128" },
  ...{ alibi: "ALiBi", t5: "T5", two: "none, two layers" },
};

if (isMainThread) await main();
else parentPort?.on("message", (job) => parentPort?.postMessage(train(job)));

/** @param {Job} job */
function train(job) {
  const run = experiment(job);
  let next = run.next();
  while (!next.done) next = run.next();
  return next.value;
}

async function main() {
  const { values } = parseArgs({
    options: {
      seeds: { type: "string", default: "10" },
      jobs: { type: "string", default: "1" },
      write: { type: "boolean", default: false },
    },
  });
  /** @type {Job[]} */
  const jobs = [];
  for (let seed = 1; seed <= Number(values.seeds); seed++) {
    for (const task of /** @type {const} */ (["recent", "lookup", "threeBack"])) {
      for (const encoding of encodings) jobs.push({ task, encoding, layers: 1, seed });
    }
    jobs.push({ task: "recent", encoding: "none", layers: 2, seed });
  }
  const results = await trainAll(jobs, Number(values.jobs));
  const text = ["recent", "lookup", "threeBack"]
    .map((task) =>
      tableOf(
        task,
        results.filter((result) => result.task === task),
      ),
    )
    .join("\n\n");
  console.log(text);
  if (values.write) {
    const old = readFileSync(document, "utf8");
    const marks = /(<!-- tables: made by .*? -->\n)[\s\S]*?(\n<!-- end of tables -->)/;
    if (!marks.test(old)) throw new Error("docs/lab.md has no place for the tables");
    writeFileSync(
      document,
      old.replace(marks, (_, before, after) => `${before}\n${text}\n${after}`),
    );
  }
}

/** @param {Job[]} jobs @param {number} count of workers @returns {Promise<Result[]>} */
async function trainAll(jobs, count) {
  const hash = createHash("sha256");
  hash.update(readFileSync(new URL("../build/kernels/lab.wasm", import.meta.url)));
  for (const name of readdirSync(sources).sort()) hash.update(readFileSync(new URL(name, sources)));
  const file = new URL(`${hash.digest("hex").slice(0, 12)}.json`, kept);
  mkdirSync(kept, { recursive: true });
  /** @type {Record<string, Result>} */
  const done = readIfThere(file);
  /** @param {Job} job */
  const keyOf = ({ task, encoding, layers, seed }) => `${task} ${encoding} ${layers} ${seed}`;
  const left = jobs.filter((job) => !done[keyOf(job)]);
  await Promise.all(
    Array.from({ length: Math.min(count, left.length) }, async () => {
      const worker = new Worker(new URL(import.meta.url));
      for (let job = left.shift(); job; job = left.shift()) {
        worker.postMessage(job);
        [done[keyOf(job)]] = await once(worker, "message"); // or throws its error
        writeFileSync(file, JSON.stringify(done));
        process.stderr.write(`\r${keyOf(job)}: ${left.length} to go      `);
      }
      await worker.terminate();
    }),
  );
  return jobs.map((job) => done[keyOf(job)]);
}

/** @param {URL} file */
function readIfThere(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}

/** @param {string} task @param {Result[]} results */
function tableOf(task, results) {
  const rows = Object.entries(labels).flatMap(([key, label]) => {
    const lists = accuracies(key, results);
    return lists.length === 0 ? [] : [`| ${label} | ${cells(lists).join(" | ")} |`];
  });
  return [`| ${task} | 1× | 2× | 4× | 8× |`, "| --- | --- | --- | --- | --- |", ...rows].join("\n");
}

/** Each seed's accuracies of a row of the table. @param {string} key @param {Result[]} results */
function accuracies(key, results) {
  if (key === "interpolated" || key === "tuned") {
    return results.flatMap((result) => (result[key] ? [result[key]] : []));
  }
  const layers = key === "two" ? 2 : 1;
  const encoding = key === "two" ? "none" : key;
  return results
    .filter((result) => result.encoding === encoding && result.layers === layers)
    .map(({ accuracy }) => accuracy);
}

/** Mean [minimum – maximum] of each column. @param {number[][]} lists */
function cells(lists) {
  return lists[0].map((_, column) => {
    const values = lists.map((list) => list[column]);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const [least, greatest] = [Math.min(...values), Math.max(...values)].map(short);
    return least === greatest ? short(mean) : `${short(mean)} [${least}–${greatest}]`;
  });
}

/** @param {number} value */
function short(value) {
  return value >= 0.995 ? "1.00" : value.toFixed(2).slice(1);
}
