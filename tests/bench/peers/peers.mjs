// peers.mjs: other libraries and ways to compute the same, measured in the same rounds as phasor.
//
//   node tests/bench/peers/peers.mjs [--only NAME] [--rounds N] [--json]
//
// Every contestant is a separate process with one thread, which gets one measurement at a time over
// a pipe, because libraries that grow their WebAssembly memory slow down all typed arrays of their
// process. Results that a contestant keeps in its own memory stay there; copying them out is not
// part of the times.
//
// Errors are the largest differences from phasor's float64 tables, which are within 2^-51 of the
// exact values.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { sinusoidal } from "../../../web/phasor/index.js";
import {
  commandLine,
  describeMachine,
  machine,
  markdown,
  median,
  milliseconds,
  race,
} from "../measure.mjs";

/** @import { Work } from "./work.mjs" */

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const SCRATCH = here("../../../build/bench/values.bin");

const THREADS = { OMP_NUM_THREADS: "1", OPENBLAS_NUM_THREADS: "1", MKL_NUM_THREADS: "1" };
const PYTHONS = [process.env.PYTHON, "python3", "/usr/bin/python3"].filter((python) => python);

/** @param {string} file */
const inNode = (file) => [[process.execPath, "--expose-gc", here("child.mjs"), file]];
/** @param {string} library */
const inPython = (library) => PYTHONS.map((python) => [python ?? "", here("child.py"), library]);

/** Name, and the commands that may start it; the first command that works is used. */
const CONTESTANTS = [
  { name: "phasor", commands: inNode("phasor") },
  { name: "phasor, in an arena", commands: inNode("phasor-arena") },
  { name: "plain JavaScript", commands: inNode("plain") },
  { name: "good JavaScript", commands: inNode("good") },
  { name: "TensorFlow.js wasm", commands: inNode("tensorflow") },
  { name: "ONNX Runtime Web", commands: inNode("onnx") },
  { name: "jax-js", commands: inNode("jax") },
  { name: "NumPy", commands: inPython("numpy") },
  { name: "PyTorch", commands: inPython("torch") },
];

/** @type {(Work & { name: string })[]} */
const WORKS = [
  { name: "table float32 64×64", kind: "table", dtype: "float32", length: 64, d: 64 },
  { name: "table float32 512×512", kind: "table", dtype: "float32", length: 512, d: 512 },
  { name: "table float32 4096×1024", kind: "table", dtype: "float32", length: 4096, d: 1024 },
  { name: "table float32 8192×4096", kind: "table", dtype: "float32", length: 8192, d: 4096 },
  { name: "table float64 4096×1024", kind: "table", dtype: "float64", length: 4096, d: 1024 },
  { name: "forward (4, 2048, 1024)", kind: "forward", dtype: "float32", length: 2048, d: 1024 },
  { name: "dotProducts (1024, 512)", kind: "dots", dtype: "float32", length: 1024, d: 512 },
  { name: "attentionWeights (512, 64)", kind: "attention", dtype: "float32", length: 512, d: 64 },
  {
    name: "learned backward (8, 2048, 1024)",
    kind: "gradient",
    dtype: "float32",
    length: 2048,
    d: 1024,
  },
  {
    name: "learned backwardAt (16384 to 2048, 1024)",
    kind: "scatter",
    dtype: "float32",
    length: 2048,
    d: 1024,
  },
  { name: "RoPE (32, 2048, 128)", kind: "rope", dtype: "float32", length: 2048, d: 128 },
  { name: "RoPE step (32, 1, 128)", kind: "rope", dtype: "float32", length: 1, d: 128 },
];

/** Rows whose float32 errors are measured: from `start` on, 512 columns. */
const ERRORS = [
  { name: "0 … 4095", start: 0, length: 4096 },
  { name: "near 10^5", start: 1e5, length: 64 },
  { name: "near 10^6", start: 1e6, length: 64 },
  { name: "near 10^7", start: 1e7, length: 64 },
];
const ERROR_WIDTH = 512;

/** A contestant's process. */
class Child {
  #process;
  /** @type {((line: string) => void) | undefined} */
  #listener;
  #complaints = "";

  /** @param {string[]} command */
  constructor([program, ...rest]) {
    this.#process = spawn(program, rest, {
      env: { ...process.env, ...THREADS },
      stdio: ["pipe", "pipe", "pipe"],
    });
    this.ended = new Promise((resolve) => {
      this.#process.on("error", (error) => resolve(error.message));
      this.#process.on("close", () =>
        resolve(this.#complaints.trim().split("\n").at(-1) || "it ended"),
      );
    });
    this.#process.stderr.on("data", (data) => {
      this.#complaints = (this.#complaints + data).slice(-4000);
    });
    this.#process.stdin.on("error", () => {});
    createInterface({ input: this.#process.stdout }).on("line", (line) => {
      if (line.startsWith("{")) this.#listener?.(line); // the output of libraries is not an answer
    });
  }

  /** One question and its answer. @param {Record<string, unknown>} question
   * @returns {Promise<{ ms: number, version: string, unsupported?: string }>} */
  async ask(question) {
    const answer = new Promise((resolve) => {
      this.#listener = resolve;
    });
    this.#process.stdin.write(`${JSON.stringify(question)}\n`);
    const line = await Promise.race([answer, this.ended.then((why) => ({ why }))]);
    if (typeof line !== "string") throw new Error(line.why);
    const parsed = JSON.parse(line);
    if (parsed.error) throw new Error(parsed.error);
    return parsed;
  }

  end() {
    this.#process.stdin.end();
  }
}

/** Starts a contestant, or returns why it cannot be started. @param {string[][]} commands */
async function start(commands) {
  let why = "";
  for (const command of commands) {
    const child = new Child(command);
    try {
      const { version } = await child.ask({ do: "start" });
      return { child, version };
    } catch (error) {
      child.end();
      why = /** @type {Error} */ (error).message;
    }
  }
  return { why };
}

/** The largest error of a contestant's rows. @param {Child} child @param {typeof ERRORS[number]} at */
async function largestError(child, { start: first, length }) {
  const work = { kind: "table", dtype: "float32", length, d: ERROR_WIDTH, start: first };
  const { unsupported } = await child.ask({ do: "prepare", work });
  if (unsupported) return undefined;
  await child.ask({ do: "values", path: SCRATCH });
  const bytes = readFileSync(SCRATCH);
  const actual = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  const exact = sinusoidal(length, ERROR_WIDTH, { start: first, dtype: "float64" });
  if (actual.length !== exact.length)
    throw new Error(`${actual.length} values, not ${exact.length}`);
  let largest = 0;
  for (let i = 0; i < actual.length; i++) {
    const error = Math.abs(actual[i] - exact[i]);
    if (!(error <= largest)) largest = error;
  }
  return largest;
}

const options = commandLine(["json"], 9);
const on = machine();
if (!options.json) console.log(`${describeMachine(on)} · ${options.rounds} rounds\n`);
mkdirSync(here("../../../build/bench"), { recursive: true });

/** @type {{ name: string, version: string, child: Child }[]} */
const present = [];
/** @type {{ name: string, why: string }[]} */
const missing = [];
for (const { name, commands } of CONTESTANTS) {
  const { child, version, why } = await start(commands);
  if (child) present.push({ name, version: version ?? "", child });
  else missing.push({ name, why: why ?? "" });
}

/** @type {{ name: string, hot: Record<string, number>, cold: Record<string, number> }[]} */
const times = [];
/** @type {string[]} */
const failed = [];
for (const { name, ...work } of WORKS.filter((work) => work.name.includes(options.only))) {
  /** @type {typeof present} */
  const able = [];
  for (const contestant of present) {
    try {
      const { unsupported } = await contestant.child.ask({ do: "prepare", work });
      if (unsupported) continue;
      await contestant.child.ask({ do: "run", times: 1 });
      able.push(contestant);
    } catch (error) {
      failed.push(`${contestant.name}, ${name}: ${/** @type {Error} */ (error).message}`);
    }
  }
  const results = await race(
    able.map(({ name: who, child }) => ({
      name: who,
      time: async (times) => (await child.ask({ do: "run", times })).ms,
    })),
    options.rounds,
  );
  const medians = (/** @type {"hot" | "cold"} */ state) =>
    Object.fromEntries(able.map((contestant, i) => [contestant.name, median(results[i][state])]));
  times.push({ name, hot: medians("hot"), cold: medians("cold") });
}

/** @type {{ name: string, errors: (number | undefined)[] }[]} */
const errors = [];
for (const { name, child } of present) {
  const row = [];
  for (const at of ERRORS) row.push(await largestError(child, at));
  errors.push({ name, errors: row });
}
rmSync(SCRATCH, { force: true });
for (const { child } of present) child.end();

if (options.json) {
  const versions = Object.fromEntries(present.map(({ name, version }) => [name, version]));
  console.log(
    JSON.stringify({
      machine: on,
      rounds: options.rounds,
      versions,
      missing,
      failed,
      times,
      errors,
    }),
  );
} else {
  const names = present.map(({ name }) => name);
  const ahead = (/** @type {typeof times[number]} */ { hot }) => {
    const rivals = Object.entries(hot).filter(([name]) => !name.startsWith("phasor"));
    const [name, ms] = rivals.reduce((best, other) => (other[1] < best[1] ? other : best));
    return `${(ms / hot.phasor).toFixed(1)} × ${name}`;
  };
  console.log("Times, ms per call, many calls in a row:\n");
  console.log(
    markdown(
      ["", ...times.map(({ name }) => name)],
      [
        ...names.map((name) => [
          name,
          ...times.map(({ hot }) => (name in hot ? milliseconds(hot[name]) : "–")),
        ]),
        ["the best of the others", ...times.map(ahead)],
      ],
    ),
  );
  console.log(`\nLargest error of float32 tables of ${ERROR_WIDTH} columns, at positions\n`);
  console.log(
    markdown(
      ["", ...ERRORS.map(({ name }) => name)],
      errors.map(({ name, errors: row }) => [
        name,
        ...row.map((error) => (error === undefined ? "–" : error.toPrecision(2))),
      ]),
    ),
  );
  console.log("\nVersions:", present.map(({ name, version }) => `${name} ${version}`).join(", "));
  for (const { name, why } of missing) console.log(`Missing: ${name}: ${why}`);
  for (const what of failed) console.log(`Failed: ${what}`);
}
