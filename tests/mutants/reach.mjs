// reach.mjs: finds which tests reach which parts of the sources. In a copy, each part records that
// it ran; the tests of a mutant are those that reach its part.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "./copy.mjs";
import { parse, walk } from "./operators.mjs";
import { sourcesIn } from "./sample.mjs";

/** @import { Mutant, Node } from "./operators.mjs" */

/** @typedef {{ start: number, end: number }} Part */
/** @typedef {{ parts: Record<string, Part[]>, tests: Record<string, { hash: string, milliseconds: number, reached: Record<string, number[]> }> }} Reach */

/** The folder of the tests' records, which the processes that run them also get. */
export const notes = join(scratch, "reached");

/** Files of tests that run before what they reached is written down. */
const BATCH = 8;

/** The parts of a file that run or do not: functions, branches, and as the first all of it. @param {string} text */
function partsOf(text) {
  const tree = parse(text);
  /** @type {{ start: number, end: number, insert: "block" | "statement" | "expression" }[]} */
  const parts = [];
  /** @param {Node | null | undefined} node @param {"statement" | "expression"} kind */
  const add = (node, kind) => {
    if (!node) return;
    const insert = node.type === "BlockStatement" ? "block" : kind;
    parts.push({ start: node.start, end: node.end, insert });
  };
  walk(tree, (node) => {
    if (/Function/.test(node.type)) add(node.body, "expression");
    else if (node.type === "IfStatement") {
      add(node.consequent, "statement");
      add(node.alternate, "statement");
    } else if (/^(For|While|DoWhile)/.test(node.type)) add(node.body, "statement");
    else if (node.type === "ConditionalExpression") {
      add(node.consequent, "expression");
      add(node.alternate, "expression");
    }
  });
  return parts;
}

/** The file with a note in each part. Part 0 is the file. @param {string} file @param {string} text
 */
function noting(file, text) {
  const parts = partsOf(text);
  /** @type {{ at: number, text: string }[]} */
  const insertions = [];
  parts.forEach(({ start, end, insert }, n) => {
    const note = `reached_[${n + 1}]=1`;
    if (insert === "block") insertions.push({ at: start + 1, text: `${note};` });
    else if (insert === "statement") {
      insertions.push({ at: start, text: `{${note};` }, { at: end, text: "}" });
    } else insertions.push({ at: start, text: `(${note},` }, { at: end, text: ")" });
  });
  let noted = "";
  let from = 0;
  // Sorting is stable: of those at one place the outer's beginning comes first.
  const closing = insertions.map((insertion, n) => ({ ...insertion, n }));
  closing.sort((a, b) => {
    if (a.at !== b.at) return a.at - b.at;
    const [endA, endB] = [a, b].map(({ text }) => text === "}" || text === ")");
    if (endA !== endB) return endA ? -1 : 1;
    return endA ? b.n - a.n : a.n - b.n;
  });
  for (const { at, text: inserted } of closing) {
    noted += text.slice(from, at) + inserted;
    from = at;
  }
  noted += text.slice(from);
  const [, shebang = "", rest] = /** @type {RegExpExecArray} */ (
    /^(#![^\n]*\n)?(.*)$/s.exec(noted)
  );
  const key = JSON.stringify(file);
  const head = `const reached_ = ((globalThis.reachedParts ??= {})[${key}] ??= []); reached_[0] = 1;`;
  // A command is a process of its own, which notes what it reached when it ends. Its notes are short and
  // a file of their own: some tests let it write small files only.
  const tell = shebang
    ? `import { writeFileSync as write_ } from "node:fs"; process.on("exit", () => {
      if (process.env.PHASOR_REACHED)
        write_(process.env.PHASOR_REACHED + "+" + process.pid,
          JSON.stringify(globalThis.reachedParts, (_, value) => value ?? 0)); });`
    : "";
  return {
    parts: [{ start: 0, end: text.length }, ...parts.map(({ start, end }) => ({ start, end }))],
    noted: `${shebang}${tell}${head}${rest}`,
  };
}

const hashOf = (/** @type {string[]} */ texts) => {
  const hash = createHash("sha256");
  for (const text of texts) hash.update(text);
  return hash.digest("hex").slice(0, 16);
};

/** What a test reached, by its notes. @param {string} test @returns {Record<string, number[]>} */
function notesOf(test) {
  /** @type {Record<string, number[]>} */
  const reached = {};
  // A file for each process: the test's own and those that it started.
  for (const file of readdirSync(notes).filter((name) => name.startsWith(nameOf(test)))) {
    for (const [source, flags] of Object.entries(
      JSON.parse(readFileSync(join(notes, file), "utf8") || "{}"),
    )) {
      const parts = /** @type {(0 | 1 | null)[]} */ (flags).flatMap((flag, n) => (flag ? [n] : []));
      reached[source] = [...new Set([...(reached[source] ?? []), ...parts])];
    }
  }
  return reached;
}

/** Runs the tests over sources that note what is reached, but for tests of which it is known
 * already: while the sources stay, only changed tests run again. @param {string} copy
 * @param {string[]} tests
 * @param {(files: string[]) => Promise<{ failed: string[], milliseconds: Record<string, number> }>} run
 * @returns {Promise<Reach>} */
export async function reachOf(copy, tests, run) {
  const sources = sourcesIn(copy);
  const texts = sources.map((file) => readFileSync(join(copy, file), "utf8"));
  const cacheFile = join(scratch, `reach-${hashOf(texts)}.json`);
  /** @type {Reach} */
  const cached = existsSync(cacheFile)
    ? JSON.parse(readFileSync(cacheFile, "utf8"))
    : { parts: {}, tests: {} };
  /** @type {Reach} */
  const reach = { parts: {}, tests: {} };
  const hashes = new Map(
    tests.map((test) => [test, hashOf([readFileSync(join(copy, test), "utf8")])]),
  );
  const unknown = tests.filter((test) => cached.tests[test]?.hash !== hashes.get(test));
  const { tests: records } = cached;
  rmSync(notes, { recursive: true, force: true });
  mkdirSync(notes, { recursive: true });
  try {
    sources.forEach((file, n) => {
      const { parts, noted } = noting(file, texts[n]);
      reach.parts[file] = parts;
      if (unknown.length > 0) writeFileSync(join(copy, file), noted);
    });
    // A batch at a time, so that a run that is interrupted loses one of them.
    for (let at = 0; at < unknown.length; at += BATCH) {
      const batch = unknown.slice(at, at + BATCH);
      let { failed, milliseconds } = await run(batch);
      // On a loaded machine a test can come too late.
      if (failed.length > 0) ({ failed, milliseconds } = await run(batch));
      if (failed.length > 0) throw new Error(`tests fail, nothing broken:\n${failed.join("\n")}`);
      for (const test of batch) {
        const hash = /** @type {string} */ (hashes.get(test));
        records[test] = { hash, milliseconds: milliseconds[test] ?? 0, reached: notesOf(test) };
      }
      writeFileSync(cacheFile, JSON.stringify({ parts: reach.parts, tests: records }));
      console.log(`${Math.min(at + BATCH, unknown.length)} of ${unknown.length} known`);
    }
    for (const test of tests) reach.tests[test] = records[test];
  } finally {
    sources.forEach((file, n) => {
      writeFileSync(join(copy, file), texts[n]);
    });
  }
  return reach;
}

/** The name of a test's records. @param {string} test */
export const nameOf = (test) => test.replaceAll("/", "+");

/** Files that run in a worker, whose notes nobody reads, and how the names of their tests begin.
 * @type {[RegExp, string][]} */
const IN_WORKERS = [
  [/^web\/(cli|formats|checkpoints)\//, "tests/cli/"],
  [
    /figures\/length-lab-(later|session|training|worker)\.js$/,
    "tests/elements/phasor-length-lab.browser.test.js",
  ],
];

/** Milliseconds of a test that does not wait until faster ones are done. */
const FAST = 15_000;

/** @param {{ first: boolean, near: boolean, milliseconds: number }} test */
const rank = ({ first, near, milliseconds }) =>
  milliseconds > FAST ? 0 : Number(first) + Number(near);

/** The tests that reach a mutant: fast ones named like its file first, then the fastest; `near` are
 * those named like its file or its folder. @param {Reach} reach @param {Mutant} mutant */
export function testsOf({ parts, tests }, { file, start, end }) {
  const part = parts[file].findLastIndex((part) => part.start <= start && end <= part.end);
  const subject = file.replace(/^.*\/|\.js$/g, "");
  const [area, ...inner] = file.split("/").slice(1, -1);
  // phasor-bugs.browser.test.js and models-bugs.test.js: bugs; config.reading.test.js: config, reading
  const namesOf = (/** @type {string} */ test) =>
    test.startsWith(`tests/${area}/`)
      ? test
          .replace(/^.*\/((phasor|models)-)?/, "")
          .replace(/(\.browser)?\.test\.js$/, "")
          .split(".")
      : [];
  // A figure's files begin with its name: bugs.js, bugs-lab.js
  const isLike = (/** @type {string} */ test) =>
    namesOf(test).some((name) => subject === name || subject.startsWith(`${name}-`));
  const isNear = (/** @type {string} */ test) => namesOf(test).some((name) => inner.includes(name));
  return Object.entries(tests)
    .filter(
      ([test, { reached }]) =>
        reached[file]?.includes(part) ||
        IN_WORKERS.some(([files, begin]) => files.test(file) && test.startsWith(begin)),
    )
    .map(([test, { milliseconds }]) => {
      const first = isLike(test);
      return { test, milliseconds, first, near: first || isNear(test) };
    })
    .sort((a, b) => rank(b) - rank(a) || a.milliseconds - b.milliseconds);
}
