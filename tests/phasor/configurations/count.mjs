// count.mjs: prints how many configurations ropeFromConfig reads as the models' own code does, by
// source: node tests/phasor/configurations/count.mjs
import { readFileSync } from "node:fs";
import { ggufReader } from "../../../web/checkpoints/gguf.js";
import * as phasor from "../../../web/phasor/index.js";
import { judge, judgeGguf, judgeRotated, judgeSeries, judgeVariant, mutated } from "./judge.js";

const table = (/** @type {string} */ name) =>
  JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), "utf8")).configurations;

const published = new Map(
  table("published").map((/** @type {any} */ { name, config }) => [name, config]),
);

/** @type {[name: string, verdicts: import("./judge.js").Verdict[]][]} */
const sources = [
  ...["published", "others", "defaults", "unrotated"].map(
    (name) =>
      /** @type {any} */ ([name, table(name).map((/** @type {any} */ row) => judge(phasor, row))]),
  ),
  ...["towers", "pipelines"].map(
    (name) =>
      /** @type {any} */ ([
        name,
        table(name).map((/** @type {any} */ row) => judgeRotated(phasor, row)),
      ]),
  ),
  [
    "variants",
    table("variants").flatMap((/** @type {any} */ row) =>
      Object.keys(row.expected).map((variant) => judgeVariant(phasor, row, variant)),
    ),
  ],
  [
    "mutations",
    table("mutations").map((/** @type {any} */ [name, mutation, expected]) =>
      judgeSeries(phasor, mutated(published.get(name), mutation), expected),
    ),
  ],
  [
    ".gguf",
    await Promise.all(
      table("gguf").map((/** @type {any} */ [model, pairs]) =>
        judgeGguf(phasor, ggufReader, model, pairs),
      ),
    ),
  ],
];
console.log("source        all  agree  differ with a warning  silently");
/** @type {import("./judge.js").Verdict[]} */
const all = sources.flatMap(([, verdicts]) => verdicts);
for (const [name, verdicts] of [...sources, /** @type {const} */ (["all", all])]) {
  const agree = verdicts.filter(({ list }) => list.length === 0).length;
  const silent = verdicts.filter((verdict) => verdict.silent).length;
  const numbers = [verdicts.length, agree, verdicts.length - agree - silent, silent];
  const widths = [5, 7, 23, 10];
  console.log(
    name.padEnd(11) + numbers.map((number, i) => String(number).padStart(widths[i])).join(""),
  );
}
