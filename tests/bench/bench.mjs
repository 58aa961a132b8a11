// bench.mjs: compares phasor with what the machine can do, on data from memory (cold) and on data
// that is in the caches as far as it fits (hot); see measure.mjs. The bars apply to cold calls,
// whose ratios do not depend on the size of this machine's caches. Bars of small calls that are
// made again and again apply to hot calls, and say so.
//
//   node tests/bench/bench.mjs [--only NAME] [--rounds N] [--json] [--growth]
//
// --only      rows whose name contains NAME
// --rounds    measurements of each row, 15 by default; medians are printed
// --json      prints JSON
// --growth    measures how cost and memory grow with length and width instead
//
// PHASOR_BENCH_CLOCK=cpu in the environment measures processor time: see clock.mjs.
import { coldStart } from "./cold.mjs";
import { describeGrowth, growth } from "./growth.mjs";
import { inArena, largeArena, ordinary } from "./limits.mjs";
import {
  commandLine,
  describeMachine,
  machine,
  markdown,
  median,
  milliseconds,
  race,
  ratio,
  runner,
} from "./measure.mjs";
import { subjects } from "./subjects.mjs";

/** @import { Place } from "./limits.mjs" */
/** @import { Subject } from "./subjects.mjs" */

const COLD = "cold start to table (512, 64)";
const COLD_BAR = 5;
const COLD_ROUNDS = 4; // processes for each round of the other measurements

/** @param {Subject} subject @param {Place} place @param {number} rounds */
async function measure({ name, at, bars, judged = "cold" }, place, rounds) {
  const { run, limit, ideal } = at(place);
  const bounds = ideal ? [limit, ideal] : [limit];
  const runners = [runner(name, run), ...bounds.map((bound) => runner(bound.name, bound.run))];
  const [subject, ...theirs] = await race(runners, rounds);
  const inState = (/** @type {"cold" | "hot"} */ state) => ({
    ms: median(subject[state]),
    limits: bounds.map((bound, i) => ({
      name: bound.name,
      ms: median(theirs[i][state]),
      ratio: ratio(subject[state], theirs[i][state]),
    })),
  });
  return {
    name,
    where: place.name,
    bar: bars?.[place.name === "arena" ? 0 : 1],
    judged,
    cold: inState("cold"),
    hot: inState("hot"),
  };
}

/** @typedef {Awaited<ReturnType<typeof measure>>} Result */

function cells(/** @type {Result} */ { name, where, bar, judged, cold, hot }) {
  const [limit, ideal] = cold.limits;
  const met = bar !== undefined && { cold, hot }[judged].limits[0].ratio <= bar;
  return [
    name,
    where,
    limit.name,
    milliseconds(cold.ms),
    milliseconds(limit.ms),
    limit.ratio.toFixed(2),
    bar === undefined ? "" : `≤ ${bar}${judged === "hot" ? ", hot" : ""}`,
    bar === undefined ? "" : met ? "met" : "missed",
    milliseconds(hot.ms),
    milliseconds(hot.limits[0].ms),
    hot.limits[0].ratio.toFixed(2),
    ideal ? `${ideal.ratio.toFixed(2)} × ${ideal.name}` : "",
  ];
}

const HEADER = [
  ...["work", "where", "limit", "cold, ms", "limit", "ratio", "bar", ""],
  ...["hot, ms", "limit", "ratio", "further, cold"],
];

const options = commandLine(["json", "growth"], 15);
const on = machine();
if (!options.json) console.log(`${describeMachine(on)} · ${options.rounds} rounds\n`);

if (options.growth) {
  const grown = await growth(options.rounds);
  console.log(
    options.json ? JSON.stringify({ machine: on, growth: grown }) : describeGrowth(grown),
  );
} else {
  const selected = subjects.filter(({ name }) => name.includes(options.only));
  /** @type {Result[]} */
  const results = [];
  const arena = largeArena();
  for (const subject of selected) {
    arena.reset();
    results.push(await measure(subject, inArena(arena), options.rounds));
    if (!subject.arenaOnly) results.push(await measure(subject, ordinary, options.rounds));
  }
  const cold = COLD.includes(options.only) ? coldStart(COLD_ROUNDS * options.rounds) : undefined;
  if (options.json) {
    console.log(JSON.stringify({ machine: on, rounds: options.rounds, results, cold }));
  } else {
    if (results.length > 0) console.log(markdown(HEADER, results.map(cells)));
    if (cold) {
      const { ms, empty, extra } = cold;
      console.log(
        `\n${COLD}: ${extra.toFixed(1)} ms more than an empty process ` +
          `(${ms.toFixed(1)} against ${empty.toFixed(1)}); bar ≤ ${COLD_BAR}: ` +
          `${extra <= COLD_BAR ? "met" : "missed"}`,
      );
    }
  }
}
