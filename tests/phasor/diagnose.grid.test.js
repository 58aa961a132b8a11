// diagnose: tables of the cells of a grid, with noise and a class token, are recognized, and
// nothing false is reported.
import { diagnose } from "phasor";
import { expect, it } from "vitest";
import { problemsOf } from "./findings.js";
import { random } from "./helpers.js";

/** @typedef {{ noise: number, token: boolean, detr: boolean, swap: boolean }} Kind */

/** @param {number} height @param {number} width @param {number} half of the columns @param {Kind} kind */
function grid(height, width, half, { noise, token, detr, swap }) {
  const next = random(height + width + half);
  const rows = height * width + (token ? 1 : 0);
  const table = new Float32Array(rows * 2 * half);
  for (let at = token ? 2 * half : 0; at < table.length; at++) {
    const cell = Math.floor(at / (2 * half)) - (token ? 1 : 0);
    const [y, x] = [Math.floor(cell / width), cell % width];
    const column = at % (2 * half);
    const k = column % half;
    const first = column < half;
    if (detr) {
      const angle = ((first ? y : x) + 1) * 10000 ** ((-2 * Math.floor(k / 2)) / half);
      table[at] = k % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
    } else {
      const quarter = half / 2;
      const angle = (first !== swap ? x : y) * 10000 ** (-(k % quarter) / quarter);
      table[at] = k < quarter ? Math.sin(angle) : Math.cos(angle);
    }
    table[at] += 2 * noise * next();
  }
  return diagnose(table, [rows, 2 * half]);
}

const kinds = [0, 1e-3].flatMap((noise) =>
  [false, true].flatMap((token) => [
    { noise, token, detr: false, swap: false },
    { noise, token, detr: false, swap: true },
    { noise, token, detr: true, swap: false },
  ]),
);

it.each(kinds)(
  "diagnose recognizes a grid: noise $noise, token $token, DETR $detr, y first $swap",
  (kind) => {
    for (const [height, width] of [
      [14, 14],
      [7, 12],
      [16, 4],
    ]) {
      for (const half of [16, 64]) {
        const { findings } = grid(height, width, half, kind);
        const finding = findings.find(({ code }) => code === "two-dimensional");
        const [first, second] = kind.detr || kind.swap ? "yx" : "xy";
        const preset = kind.detr ? ", as in DETR" : kind.swap ? "" : ", as in MAE";
        expect(finding?.message).toContain(`a grid of ${height} × ${width}`);
        expect(finding?.message).toContain(
          `the first half of the columns encodes ${first}, the second ${second}${preset}`,
        );
        expect(problemsOf({ findings })).toEqual([]);
      }
    }
  },
);
