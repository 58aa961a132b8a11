// node --expose-gc tests/soak/soak.mjs --calls N --seconds S: N small calls, then mixed work for S
// seconds. Results must stay the same and memory constant; otherwise ends with status 1.
import { parseArgs } from "node:util";
import { digest, mixed, small } from "./work.mjs";

const { values } = parseArgs({
  options: { calls: { type: "string" }, seconds: { type: "string" } },
});
const calls = Number(values.calls ?? 1e7);
const seconds = Number(values.seconds ?? 3600);
const MIB = 2 ** 20;

/** The allowed growth of memory from the middle to the end, MiB. */
const ALLOWED = { heap: 2, buffers: 2, resident: 48 };

const collect = globalThis.gc;
if (!collect) throw new Error("run with node --expose-gc");

/** MiB, after a full collection. */
async function memory() {
  // Twice, with a pause, because the second collection frees what the first one finalizes.
  for (let n = 0; n < 2; n++) {
    collect?.();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
  return { heap: heapUsed / MIB, buffers: arrayBuffers / MIB, resident: rss / MIB };
}

/** @typedef {Awaited<ReturnType<typeof memory>>} Sample */

/** @param {string} what @param {Sample[]} samples after warm-up */
function judge(what, samples) {
  const [begin, end] = [samples[Math.floor(samples.length / 2)], samples[samples.length - 1]];
  const names = /** @type {(keyof Sample)[]} */ (Object.keys(ALLOWED));
  const grown = names.filter((name) => end[name] - begin[name] > ALLOWED[name]);
  const growth = names.map((name) => `${name} ${begin[name].toFixed(1)} → ${end[name].toFixed(1)}`);
  console.log(`${what}: ${growth.join(", ")} MiB${grown.length > 0 ? `: ${grown} grew` : ""}`);
  if (grown.length > 0) process.exitCode = 1;
}

/** @param {string} what @param {number} actual @param {number} expected */
function checkSame(what, actual, expected) {
  if (Object.is(actual, expected)) return;
  console.log(`${what}: ${actual} where it was ${expected}`);
  process.exit(1);
}

const SAMPLES = 8;

async function manySmallCalls() {
  const samples = [];
  const first = small.map((call) => digest(call(0)));
  for (let sample = 0; sample < SAMPLES; sample++) {
    for (let n = 0; n < calls / SAMPLES; n++) small[n % small.length](n);
    small.forEach((call, n) => {
      checkSame(`small call ${n}`, digest(call(0)), first[n]);
    });
    samples.push(await memory());
  }
  judge(`${calls} small calls`, samples);
}

async function mixedWork() {
  const samples = [];
  /** @type {Record<string, number>} */
  const first = {};
  let rounds = 0;
  const begin = performance.now();
  for (let sample = 1; sample <= SAMPLES; sample++) {
    do {
      for (const [name, work] of Object.entries(mixed)) {
        const result = digest(work());
        first[name] ??= result;
        checkSame(name, result, first[name]);
      }
      rounds++;
    } while (performance.now() - begin < (1000 * seconds * sample) / SAMPLES);
    samples.push(await memory());
    if (process.stdout.isTTY) console.log(`${sample} of ${SAMPLES}: ${rounds} rounds`);
  }
  judge(`${rounds} rounds of mixed work`, samples);
}

await manySmallCalls();
await mixedWork();
