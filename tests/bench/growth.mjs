// growth.mjs: how the cost and the memory of a table grow with its length and width.
import { sinusoidal } from "../../web/phasor/index.js";
import { memoryOf } from "../../web/phasor/memory.js";
import { markdown, median, milliseconds, race, runner } from "./measure.mjs";

const VALUES = 2 ** 24;
const LENGTHS = [64, 256, 1024, 4096, 16384, 65536, 262144].map((length) => [length, 64]);
const WIDTHS = [8, 32, 128, 512, 2048, 8192, 32768].map((d) => [512, d]);

/** Bytes of the module, of all arrays, and of the process. */
function memory() {
  const { arrayBuffers, rss } = process.memoryUsage();
  return { module: memoryOf().buffer.byteLength, arrayBuffers, rss };
}

const mebibytes = (/** @type {number} */ bytes) => (bytes / 2 ** 20).toFixed(1);

/** @param {number[][]} sizes @param {number} rounds
 * @param {Float32Array} values space for the largest table */
async function sweep(sizes, rounds, values) {
  const runners = sizes.map(([length, d]) => {
    const out = values.subarray(0, length * d);
    return runner(`${length}×${d}`, () => sinusoidal(length, d, { out }));
  });
  const times = await race(runners, rounds);
  return sizes.map(([length, d], i) => ({
    length,
    d,
    ms: median(times[i].hot),
    nsPerValue: (median(times[i].hot) * 1e6) / (length * d),
  }));
}

export async function growth(/** @type {number} */ rounds) {
  const values = new Float32Array(VALUES).fill(1);
  sinusoidal(1, 2);
  const before = memory();
  const byLength = await sweep(LENGTHS, rounds, values);
  const byWidth = await sweep(WIDTHS, rounds, values);
  return { byLength, byWidth, before, after: memory() };
}

/** @param {Awaited<ReturnType<typeof growth>>} of */
export function describeGrowth({ byLength, byWidth, before, after }) {
  const table = (/** @type {typeof byLength} */ rows) =>
    markdown(
      ["table", "ms", "ns per value"],
      rows.map(({ length, d, ms, nsPerValue }) => [
        `${length}×${d}`,
        milliseconds(ms),
        nsPerValue.toPrecision(3),
      ]),
    );
  return [
    "Length, at dModel 64:\n",
    table(byLength),
    "\nWidth, at length 512:\n",
    table(byWidth),
    "\nMemory, MiB, before all of these and after:\n",
    markdown(
      ["", "before", "after"],
      [
        ["the module's memory", mebibytes(before.module), mebibytes(after.module)],
        ["all array buffers", mebibytes(before.arrayBuffers), mebibytes(after.arrayBuffers)],
        ["resident", mebibytes(before.rss), mebibytes(after.rss)],
      ],
    ),
  ].join("\n");
}
