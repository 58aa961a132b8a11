// cold.mjs: the cost of the first table in a program that has just started.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { cpuTime } from "./clock.mjs";
import { median } from "./measure.mjs";

/** @param {string} file */
const here = (file) => fileURLToPath(new URL(`cold/${file}`, import.meta.url));

/** How long Node.js takes to run a file, ms. @param {string} file */
function timeOf(file) {
  const preload = cpuTime ? ["--require", here("clock.cjs")] : [];
  const begin = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [...preload, here(file)]);
  const took = performance.now() - begin;
  if (status !== 0) throw new Error(`${file}: ${stderr}`);
  return cpuTime ? Number(stdout) : took;
}

/** From import to the first table (512, 64): the times of a process that computes it and of an
 * empty process, and their difference, each the median over processes that run in turns.
 * @param {number} rounds */
export function coldStart(rounds) {
  timeOf("empty.mjs");
  timeOf("table.mjs");
  /** @type {number[]} */
  const empty = [];
  /** @type {number[]} */
  const table = [];
  for (let round = 0; round < rounds; round++) {
    empty.push(timeOf("empty.mjs"));
    table.push(timeOf("table.mjs"));
  }
  return {
    ms: median(table),
    empty: median(empty),
    extra: median(table.map((ms, round) => ms - empty[round])),
  };
}
