// javascript.mjs: makes random mutants of the JavaScript in copies of the project, one at a time,
// and runs the tests that reach the mutant until one fails.
import { fork } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { copyProject, root, scratch } from "./copy.mjs";
import { reasonFor, staleEntries } from "./equivalent.mjs";
import { notes, reachOf, testsOf } from "./reach.mjs";
import { areaOf, everyMutant, sampled } from "./sample.mjs";

/** @import { ChildProcess } from "node:child_process" */
/** @import { Mutant } from "./operators.mjs" */
/** @import { Reach } from "./reach.mjs" */

/** The beginnings of the names of each area's own tests. @type {Record<string, string[]>} */
const OWN = {
  package: ["tests/phasor/", "tests/models-page."],
  formats: ["tests/formats/", "tests/cli/"],
  command: ["tests/cli/"],
  figures: ["tests/elements/"],
  core: ["tests/elements/"],
};
/** @param {string} test @param {string} file */
const isOwn = (test, file) => OWN[areaOf(file)].some((begin) => test.startsWith(begin));
/** Tests of something else: of figures in frames, whose notes nobody reads. */
const ELSEWHERE = /elements\/(manners|embedding)\./;
/** Milliseconds of tests that a mutant gets beside those that are called like its file. They run from
 * the fastest on until one fails: only a mutant that is not noticed takes so long. */
const PATIENCE = 120_000;
/** The same for a quick look, and then for those called like its file too: what it passes is a suspect. */
const QUICK = 25_000;

/** A failure that only says that something took too long. */
const LATE = /^does not end$|timed out|timeout/i;

/** Vitest in a process of its own, over one copy. */
class Runner {
  /** @type {ChildProcess | undefined} */
  #process;

  /** @param {string} copy */
  constructor(copy) {
    this.copy = copy;
  }

  async #start() {
    const started = fork(join(this.copy, "tests/mutants/worker.mjs"), {
      cwd: this.copy,
      detached: true, // a group of its own, which ends as one
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      env: { ...process.env, PHASOR_NOTES: notes, NODE_ENV: "test", VITEST: "true" },
    });
    this.#process = started;
    let errors = "";
    started.stderr?.on("data", (data) => {
      errors = (errors + data).slice(-4000);
    });
    await new Promise((resolve, reject) => {
      started.once("message", resolve);
      started.once("exit", () => reject(new Error(`Vitest does not start:\n${errors}`)));
    });
    started.removeAllListeners("exit");
  }

  /** @param {{ changed: string[], tests: string[], bail: boolean }} order
   * @param {number} limit milliseconds for a file of tests
   * @returns {Promise<{ failed: string[], milliseconds: Record<string, number> }>} */
  async run(order, limit) {
    if (!this.#process) await this.#start();
    const running = /** @type {ChildProcess} */ (this.#process);
    const answer = await new Promise((resolve) => {
      const timer = setTimeout(
        () => resolve({ failed: ["does not end"], milliseconds: {} }),
        limit,
      );
      running.once("exit", () => resolve({ failed: ["ends the process"], milliseconds: {} }));
      running.on("message", (/** @type {any} */ message) => {
        if (message.alive) timer.refresh();
        else {
          clearTimeout(timer);
          resolve(message);
        }
      });
      running.send(order);
    });
    running.removeAllListeners();
    if (!("failed" in answer) || /^(does not end|ends the process)$/.test(answer.failed[0]))
      this.stop();
    if (answer.error) throw new Error(answer.error);
    return answer;
  }

  stop() {
    try {
      if (this.#process?.pid) process.kill(-this.#process.pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
    this.#process = undefined;
  }
}

/** Files that no test of their area reaches, so that all their mutants would survive.
 * @param {Reach} reach @param {Mutant[]} mutants */
function unreached({ tests }, mutants) {
  const files = [...new Set(mutants.map(({ file }) => file))];
  return files.filter(
    (file) =>
      !Object.entries(tests).some(([test, { reached }]) => reached[file] && isOwn(test, file)),
  );
}

/** @param {Reach} reach @param {Mutant} mutant @param {boolean} quick the tests to run, one after the other */
function chosenTests(reach, mutant, quick) {
  let left = quick ? QUICK : PATIENCE;
  return testsOf(reach, mutant).filter(({ test, near, milliseconds }) => {
    if (!isOwn(test, mutant.file)) return false;
    if (near && (!quick || milliseconds < QUICK)) return true;
    if (milliseconds > left) return false;
    left -= milliseconds;
    return true;
  });
}

const describe = (/** @type {Mutant} */ { file, line, change, nth, text }) =>
  `${file}:${line}  ${change}${nth > 1 ? ` (${nth})` : ""}  in  ${text}`;

/** @param {Runner} runner @param {Mutant} mutant @param {Reach} reach @param {boolean} quick
 * @returns {Promise<string | undefined>} what failed */
async function noticed(runner, mutant, reach, quick) {
  const { copy } = runner;
  const path = join(copy, mutant.file);
  const text = readFileSync(path, "utf8");
  const tests = chosenTests(reach, mutant, quick);
  writeFileSync(path, text.slice(0, mutant.start) + mutant.replacement + text.slice(mutant.end));
  try {
    const longest = tests.reduce((max, { milliseconds }) => Math.max(max, milliseconds), 0);
    const order = { changed: [mutant.file], tests: tests.map(({ test }) => test), bail: true };
    const limit = 60_000 + 4 * longest;
    const { failed } = await runner.run(order, limit);
    if (!failed.length || !failed.every((message) => LATE.test(message))) return failed[0];
    return (await runner.run(order, limit)).failed[0]; // again, because the machine may have been busy
  } finally {
    writeFileSync(path, text);
    await runner.run({ changed: [mutant.file], tests: [], bail: true }, 60_000);
  }
}

/** @param {{ seed: number, count: number, only: string, jobs: number, all: boolean, quick: boolean }} options
 * @returns {Promise<{ tried: number, survivors: number, stale: number }>} */
export async function breakJavaScript({ seed, count, only, jobs, all, quick }) {
  const stale = staleEntries(everyMutant(root, only), only);
  for (const entry of stale)
    console.log(`EXPLAINS NOTHING (tests/mutants/equivalent.mjs)  ${entry}`);
  const chosen = sampled(root, { seed, count, only, all });
  if (chosen.length === 0) return { tried: 0, survivors: 0, stale: stale.length };
  const runners = Array.from({ length: jobs }, (_, n) => new Runner(copyProject(n + 1)));
  const stopAll = () => {
    for (const runner of runners) runner.stop();
  };
  const interrupted = () => {
    stopAll();
    process.exit(130);
  };
  process.once("SIGINT", interrupted).once("SIGTERM", interrupted);
  /** @type {Mutant[]} */
  const survivors = [];
  let explained = 0;
  try {
    const files = [...new Set(chosen.map(({ file }) => file))];
    const tests = readdirSync(join(root, "tests"), { recursive: true, encoding: "utf8" })
      .map((name) => `tests/${name}`)
      .filter((name) => name.endsWith(".test.js") && !ELSEWHERE.test(name))
      .filter((test) => files.some((file) => isOwn(test, file)));
    console.log(`which of ${tests.length} files of tests reach what`);
    const reach = await reachOf(runners[0].copy, tests, async (files) =>
      runners[0].run({ changed: [], tests: files, bail: false }, 3_600_000),
    );
    const unseen = unreached(reach, chosen);
    if (unseen.length > 0) throw new Error(`no test reaches:\n${unseen.join("\n")}`);
    runners[0].stop(); // it has seen sources that take notes
    const waiting = [...chosen];
    let finished = 0;
    await Promise.all(
      runners.map(async (runner) => {
        for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
          const reason = reasonFor(mutant);
          const failed = reason ? undefined : await noticed(runner, mutant, reach, quick);
          if (reason) explained++;
          else if (!failed) survivors.push(mutant);
          const outcome = reason ? "equivalent" : failed ? "noticed" : "NOT NOTICED";
          console.log(`${++finished}/${chosen.length} ${outcome}  ${describe(mutant)}`);
          console.log(`    ${reason ?? failed ?? "no test fails"}`);
        }
      }),
    );
  } finally {
    stopAll();
    process.off("SIGINT", interrupted).off("SIGTERM", interrupted);
  }
  for (const mutant of survivors) console.log(`NOT NOTICED  ${describe(mutant)}`);
  for (const area of new Set(chosen.map(({ file }) => areaOf(file)))) {
    const [tried, missed] = [chosen, survivors].map(
      (list) => list.filter(({ file }) => areaOf(file) === area).length,
    );
    console.log(`${area}: ${tried - missed} of ${tried} noticed or explained`);
  }
  console.log(`${explained} of them explained as equivalent (tests/mutants/equivalent.mjs)`);
  writeFileSync(join(scratch, "survivors.json"), JSON.stringify(survivors, null, 1));
  return { tried: chosen.length, survivors: survivors.length, stale: stale.length };
}
