// child.mjs: one contestant in Node.js. Answers peers.mjs line by line, in JSON:
//
//   { do: "start" }                      → { version }
//   { do: "prepare", work }              → {} or { unsupported }
//   { do: "run", times }                 → { ms } that so many runs took in all
//   { do: "values", path }               → {}, the result of a run written to a file
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { now } from "../clock.mjs";

/** @import { Contestant, Prepared, Work } from "./work.mjs" */

/** @type {Contestant | undefined} */
let contestant;
/** @type {Prepared | undefined} */
let prepared;

async function time(/** @type {number} */ times) {
  const run = prepared?.run;
  if (!run) throw new Error("nothing is prepared");
  const begin = now();
  for (let i = 0; i < times; i++) {
    const pending = run();
    if (pending instanceof Promise) await pending;
  }
  return now() - begin;
}

/** @param {{ do: string, work: Work, times: number, path: string }} question */
async function answer(question) {
  switch (question.do) {
    case "start":
      contestant = /** @type {Contestant} */ (await import(`./${process.argv[2]}.mjs`));
      return { version: await contestant.start() };
    case "prepare":
      prepared = undefined;
      globalThis.gc?.();
      prepared = await contestant?.prepare({ start: 0, ...question.work });
      return prepared ? {} : { unsupported: "it cannot" };
    case "run":
      return { ms: await time(question.times) };
    default: {
      await time(1);
      const values = await prepared?.values();
      if (values) writeFileSync(question.path, values);
      return {};
    }
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  let reply;
  try {
    reply = await answer(JSON.parse(line));
  } catch (error) {
    reply = { error: String(/** @type {Error} */ (error)?.message ?? error).split("\n")[0] };
  }
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}
