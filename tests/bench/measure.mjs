// measure.mjs: fair timing. Everything that is compared runs in the same rounds, one after another,
// so that a disturbance of the machine affects all of it. Results are medians over the rounds; a
// ratio is the median of its values in each round.
//
// Each subject is timed twice in a round: cold, one call after other data has filled the caches, as
// in a larger program; and hot, many calls in a row, whose data stays in the caches as far as it
// fits.
import { execFileSync } from "node:child_process";
import os from "node:os";
import { cpuTime, now } from "./clock.mjs";

/** The least time of many calls in a row, ms. */
const LEAST = 4;
/** The least time of warm-up, ms, in which engines recompile hot code. */
const WARM_UP = 400;
/** Larger than the caches: 128 MiB. */
const displacing = new Float32Array(2 ** 25).fill(1);
/** A call that takes longer than this, in ms, gains nothing from the call before. */
const SLOW = 100;

/** Something to measure: `time(n)` runs it n times and gives the ms that took in all.
 * @typedef {{ name: string, time: (times: number) => number | Promise<number> }} Runner */

/** A runner of a function that works synchronously. @param {string} name @param {() => unknown} run
 * @returns {Runner} */
export function runner(name, run) {
  return {
    name,
    time(times) {
      const begin = now();
      for (let i = 0; i < times; i++) run();
      return now() - begin;
    },
  };
}

/**
 * ms per call, round by round.
 * @typedef {{ cold: number[], hot: number[] }} Times cold: single calls, the caches taken by other
 *   data; hot: the mean of many calls in a row
 */

/** Measures runners in interleaved rounds. @param {Runner[]} runners @param {number} rounds
 * @returns {Promise<Times[]>} one for each runner */
export async function race(runners, rounds) {
  /** @type {number[]} */
  const counts = [];
  for (const { time } of runners) {
    let spent = 0;
    let fastest = Number.POSITIVE_INFINITY;
    for (let times = 1; spent < WARM_UP; times *= 2) {
      const took = await time(times);
      spent += took;
      fastest = Math.min(fastest, took / times);
    }
    counts.push(fastest > SLOW ? 0 : Math.ceil(LEAST / Math.max(fastest, 1e-6)));
  }
  /** @type {Times[]} */
  const times = runners.map(() => ({ cold: [], hot: [] }));
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < runners.length; i++) {
      displacing.fill(round);
      const cold = await runners[i].time(1);
      times[i].cold.push(cold);
      times[i].hot.push(counts[i] ? (await runners[i].time(counts[i])) / counts[i] : cold);
    }
  }
  return times;
}

export function median(/** @type {number[]} */ values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The median of a/b, round by round. @param {number[]} a @param {number[]} b */
export function ratio(a, b) {
  return median(a.map((value, round) => value / b[round]));
}

/** The machine that a result was measured on. */
export function machine() {
  const cpus = os.cpus();
  let flags = "";
  try {
    flags = execFileSync("lscpu", { encoding: "utf8" });
  } catch {
    // not Linux
  }
  const widest = ["avx512f", "avx2", "avx", "sse4_1"].find((flag) => flags.includes(flag));
  return {
    date: new Date().toISOString().slice(0, 10),
    cpu: `${cpus[0]?.model.trim() ?? "unknown"}, ${cpus.length} cores${widest ? `, ${widest}` : ""}`,
    system: `${os.type()} ${os.release()}, ${os.arch()}`,
    engine: `Node.js ${process.versions.node}, V8 ${process.versions.v8}`,
    load: os.loadavg()[0].toFixed(1), // the load by other programs
    clock: cpuTime ? "processor time" : "wall time",
  };
}

/** @param {ReturnType<typeof machine>} of */
export function describeMachine({ date, cpu, system, engine, load, clock }) {
  return `${date} · ${cpu} · ${system} · ${engine} · load ${load}, ${clock}`;
}

/** A time in ms with three digits. @param {number} ms */
export function milliseconds(ms) {
  return Number(ms.toPrecision(3)).toString();
}

/** A table in Markdown, its columns aligned; all but the first to the right.
 * @param {string[]} header @param {string[][]} rows */
export function markdown(header, rows) {
  const widths = header.map((title, i) =>
    Math.max(2, title.length, ...rows.map((r) => r[i].length)),
  );
  const line = (/** @type {string[]} */ cells) =>
    `| ${cells.map((cell, i) => (i ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))).join(" | ")} |`;
  const rule = widths.map((width, i) => (i ? `${"-".repeat(width - 1)}:` : "-".repeat(width)));
  return [line(header), line(rule), ...rows.map(line)].join("\n");
}

/** The options of a benchmark's command line. @param {string[]} flags those without a value
 * @param {number} rounds how many by default */
export function commandLine(flags, rounds) {
  /** @type {{ only: string, rounds: number, [flag: string]: string | number | boolean }} */
  const options = { only: "", rounds };
  const words = process.argv.slice(2);
  for (let i = 0; i < words.length; i++) {
    const name = words[i].replace(/^--/, "");
    if (flags.includes(name)) options[name] = true;
    else if (name === "only") options.only = words[++i] ?? "";
    else if (name === "rounds") options.rounds = Math.max(1, Number(words[++i]) || rounds);
    else {
      const all = [...flags, "only NAME", "rounds N"].map((option) => `[--${option}]`).join(" ");
      console.error(`unknown option ${words[i]}; there are ${all}`);
      process.exit(2);
    }
  }
  return options;
}
