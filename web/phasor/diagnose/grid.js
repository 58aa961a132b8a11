// grid.js: recognises tables whose rows are the cells of a grid, row by row: one half of the
// columns encodes one coordinate, the other half the other.
import { explain } from "./explain.js";
import { note } from "./messages.js";
import { statisticsOf } from "./observe.js";

/** @import { Hidden } from "./altered.js" */
/** @import { Statistics } from "./observe.js" */

/** Tolerances for equal entries: without noise, and with noise or rounding to 16 bits. */
const SAME = [1e-6, 1e-2];

/** @param {Statistics} statistics @returns {Hidden | undefined} */
export function gridOf(statistics) {
  for (const limit of SAME) {
    const halves = gridWithin(statistics, limit);
    if (halves) return halves;
  }
  return undefined;
}

/** @param {Statistics} statistics @param {number} limit @returns {Hidden | undefined} */
function gridWithin(statistics, limit) {
  const { pe, length, width, zeroRows } = statistics;
  const first = zeroRows.length === 1 && zeroRows[0] === 0 ? 1 : 0;
  const count = length - first;
  if (width % 4 !== 0 || count < 8) return undefined;
  const half = width / 2;
  /** @param {number} p @param {number} q rows @param {number} column the first of a half */
  const same = (p, q, column) => {
    for (let c = column; c < column + half; c++) {
      if (!(Math.abs(pe[p * width + c] - pe[q * width + c]) <= limit)) return false;
    }
    return true;
  };
  /** Explains one coordinate as a table of its own. @param {number} column @param {number} rows
   * @param {number} step */
  const axis = (column, rows, step) => {
    const table = new Float64Array(rows * half);
    for (let r = 0; r < rows; r++) {
      const at = (first + r * step) * width + column;
      table.set(pe.subarray(at, at + half), r * half);
    }
    const other = { ...statisticsOf(table, rows, half), format: statistics.format };
    const explanation = explain(other, false);
    return explanation && { statistics: other, explanation };
  };
  for (const slow of [0, half]) {
    let across = 1;
    while (across < count && same(first, first + across, slow)) across++;
    if (across === 1 || across === count || count % across !== 0) continue;
    let whole = true;
    for (let r = across; r < count && whole; r++) {
      const line = r - (r % across);
      whole =
        same(first + line, first + r, slow) && same(first + r - across, first + r, half - slow);
    }
    if (!whole) continue;
    const down = count / across;
    const x = axis(half - slow, across, 1);
    const y = axis(slow, down, across);
    const coordinate = x ?? y;
    if (!coordinate || (across >= 4 && !x) || (down >= 4 && !y)) continue;
    const detr = slow === 0 && coordinate.explanation.identified.model.layout === "interleaved";
    const names = slow === 0 ? ["y", "x"] : ["x", "y"];
    const like = detr ? ", as in DETR" : slow === 0 ? "" : ", as in MAE";
    return {
      ...coordinate,
      columns: undefined,
      // DETR counts from 1.
      implied: ["concatenated-layout", ...(detr ? ["starts-at-1"] : [])],
      findings: [
        note(
          "two-dimensional",
          `Rows are the cells of a grid of ${down} × ${across}, row by row${first ? ", after a class token" : ""}: ` +
            `the first half of the columns encodes ${names[0]}, the second ${names[1]}${like}. Base ` +
            `and start are those of ${x ? "x" : "y"}, whose table has width ${half}.`,
        ),
      ],
    };
  }
  return undefined;
}
