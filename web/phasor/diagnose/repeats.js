// repeats.js: finds rows that repeat earlier rows in noisy tables, where no two rows are equal.
import { explain } from "./explain.js";
import { problem } from "./messages.js";
import { statisticsOf } from "./statistics.js";

/** @import { Hidden } from "./altered.js" */
/** @import { Statistics } from "./statistics.js" */

/** Maximum rms difference of equal rows, in units of the largest entry. */
const APART = 4e-3;
/** Minimum number of rows of a table. */
const FEWEST = 4;

/** @param {Statistics} statistics @returns {Hidden | undefined} */
export function comingAgain(statistics) {
  const { pe, length, width, size } = statistics;
  /** @param {number} p @param {number} q rows */
  const same = (p, q) => {
    let [squares, count] = [0, 0];
    for (let c = 0; c < width; c++) {
      const off = pe[p * width + c] - pe[q * width + c];
      if (off - off !== 0) continue;
      squares += off * off;
      count++;
    }
    return squares <= count * (APART * size * (APART * size));
  };
  /** @param {number} rows @param {string} code @param {string} message @returns {Hidden | undefined} */
  const first = (rows, code, message) => {
    const head = {
      ...statisticsOf(pe.slice(0, rows * width), rows, width),
      format: statistics.format,
    };
    const explanation = explain(head, false);
    const columns = Array.from({ length: width }, (_, c) => c);
    const findings = [problem(code, message)];
    return explanation && { statistics: head, explanation, columns, implied: [], findings };
  };
  let last = length - 1;
  while (last > 0 && same(last - 1, length - 1)) last--;
  if (length - last > 2 && last >= FEWEST) {
    return first(
      last + 1,
      "duplicate-rows",
      `The rows from ${last} on are all the same except for noise: positions were clipped at ${last}. ` +
        "Make the table as long as the longest sequence.",
    );
  }
  for (let period = FEWEST; 2 * period <= length; period++) {
    if (length % period !== 0 || !same(0, period) || !same(1, period + 1)) continue;
    let all = true;
    for (let row = 2; row + period < length && all; row++) all = same(row, row + period);
    if (!all) continue;
    return first(
      period,
      "restarting-rows",
      `The rows repeat every ${period} rows, except for noise: this is a stack of tables, or a table ` +
        `that was repeated. Diagnose one of them: the first ${period} rows, shape [${period}, ${width}].`,
    );
  }
  return undefined;
}
