import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import "../../web/elements/phasor-adding.js";
import { colourTable, entryOf } from "../../web/elements/colour/maps.js";
import { planAdding } from "../../web/elements/views/adding-view.js";
import { LearnedPositionalEncoding, sinusoidal } from "../../web/phasor/index.js";
import {
  apart,
  faultsOf,
  layer,
  mount,
  onAnEmptyPage,
  pixelAt,
  plotOf,
  pointer,
  press,
  readOutOf,
  settled,
  sizeOf,
  themePixel,
} from "./support.js";

onAnEmptyPage();

const D = 64;

/** @param {ArrayLike<number>} table @returns {number[][]} */
const rowsOf = (table) =>
  Array.from({ length: table.length / D }, (_, n) => Array.from(table).slice(n * D, n * D + D));
/** @param {number} count @param {number} seed */
const normal = (count, seed) =>
  rowsOf(new LearnedPositionalEncoding(count, D, { seed, std: 1 / 8, dtype: "float64" }).table);
/** @param {number[]} a @param {number[]} b */
const dot = (a, b) => a.reduce((sum, value, c) => sum + value * b[c], 0);
/** @param {number[][]} matrix @param {number[]} row */
const times = (matrix, row) => matrix.map((line) => dot(line, row));

const [W, V, X] = [normal(D, 2), normal(D, 3), normal(6, 1)];
const P = rowsOf(sinusoidal(6, D, { dtype: "float64" }));
const ZEROS = Array(D).fill(0);

/** The contents and the positions of results, one number after the other. @param {string} scale @param {string} combine @param {string} where */
function slowParts(scale, combine, where) {
  const x = X.map((row) => row.map((value) => value * (scale === "sqrt" ? 8 : 1)));
  const beside = combine === "concatenate" && where === "after" ? ZEROS : [];
  const matrix = combine === "add" ? W : V;
  const content = x.map((row) => [...times(W, row), ...beside]);
  const position = P.map((row) => [...beside, ...(where === "after" ? row : times(matrix, row))]);
  const result = content.map((row, n) => row.map((value, c) => value + position[n][c]));
  return { x, content, position, result };
}

/** @param {any} figure @returns {number[][]} */
const csvOf = (figure) =>
  figure
    .toCSV()
    .trim()
    .split("\r\n")
    .slice(1)
    .map((/** @type {string} */ row) => row.split(",").map(Number));

const STATES = ["none", "sqrt"].flatMap((scale) =>
  ["add", "concatenate"].flatMap((combine) =>
    ["before", "after"].map((where) => ({ scale, combine, where })),
  ),
);

describe("the numbers", () => {
  test("are those of plain loops, in all eight ways, and the terms make up the score", async () => {
    const [figure] = await mount("<phasor-adding></phasor-adding>");
    for (const { scale, combine, where } of STATES) {
      for (const value of [scale, combine, where]) {
        figure.shadowRoot.querySelector(`input[value="${value}"]`).click();
        await settled(figure);
      }
      const { x, content, position, result } = slowParts(scale, combine, where);
      csvOf(figure).forEach(([token, ...numbers]) => {
        const rows = [x[token], P[token], result[token]];
        const wanted = [
          ...rows.map((row) => Math.sqrt(dot(row, row))),
          dot(content[1], content[token]),
          dot(content[1], position[token]),
          dot(position[1], content[token]),
          dot(position[1], position[token]),
          dot(result[1], result[token]),
          ...rows.flat(),
        ];
        expect(numbers).toHaveLength(wanted.length);
        numbers.forEach((number, n) => {
          expect(number, `${scale} ${combine} ${where} ${n}`).toBeCloseTo(wanted[n], 10);
        });
        const [, , , ...terms] = numbers.slice(0, 7);
        expect(terms.reduce((a, b) => a + b)).toBeCloseTo(numbers[7], 10);
        expect(numbers[1]).toBeCloseTo(Math.sqrt(D / 2), 14);
      });
    }
    // Side by side and untouched, contents and positions do not meet.
    expect(figure.toCSV().split("\r\n")[3].split(",").slice(5, 7)).toEqual(["0", "0"]);
  });

  test("are what is drawn and told", async () => {
    const [figure] = await mount('<phasor-adding where="after"></phasor-adding>');
    const { x, content, position, result } = slowParts("none", "add", "after");
    const { strips, bars } = planAdding(sizeOf(layer(figure, "data")), {
      ...{ scale: "none", combine: "add", where: "after", dModel: D, base: 10000 },
    });
    const high = Math.max(...[x, P, result].flat(2).map(Math.abs));
    const table = colourTable("diverging", "light");
    [x, P, result].forEach((rows, n) => {
      const { left, top, width, height } = strips[n];
      for (const [token, c] of [
        [0, 0],
        [2, 17],
        [5, 63],
      ]) {
        const at = [left + ((c + 0.5) * width) / D, top + ((token + 0.5) * height) / 6];
        expect(pixelAt(layer(figure, "data"), at[0], at[1]), `${n} ${token} ${c}`).toBe(
          table[entryOf(rows[token][c], -high, high)],
        );
      }
    });
    const total = dot(result[1], result[4]);
    const share = (100 * dot(P[1], P[1])) / dot(result[1], result[1]);
    expect(readOutOf(figure)).toBe(
      `token 1: ‖x‖ = ${Math.sqrt(dot(x[1], x[1])).toFixed(3)}, ‖p‖ = √(d/2) = 5.657, ` +
        `‖Wx + p‖ = ${Math.sqrt(dot(result[1], result[1])).toFixed(3)}; ` +
        `p·p is ${share.toFixed(1)} % of its square; ` +
        `with token 4, p·p′ is ${dot(position[1], position[4]).toFixed(4)} of ${total.toFixed(4)}`,
    );
    expect(dot(content[1], content[1])).toBeLessThan(5);
    const canvas = layer(figure, "crosshair");
    const middle = bars[0].top + bars[0].height / 2;
    const end = pixelAt(canvas, bars[0].left + bars[0].width - 4, middle);
    expect(apart(end, themePixel(figure, "position"))).toBeLessThan(20);
  });
});

describe("reader", () => {
  test("pointer, clicks and keys choose tokens, in the whole group", async () => {
    const [figure, other] = await mount(
      '<phasor-adding group="adding"></phasor-adding><phasor-adding group="adding"></phasor-adding>',
    );
    const { strips } = planAdding(sizeOf(layer(figure, "data")), figure);
    const y = (/** @type {number} */ token) =>
      strips[1].top + ((token + 0.5) * strips[1].height) / 6;
    pointer(figure, "pointermove", 60, y(3));
    await settled(other);
    expect(readOutOf(other)).toContain("token 3:");
    for (const token of [2, 5]) {
      pointer(figure, "pointerdown", 60, y(token));
      pointer(figure, "pointerup", 60, y(token));
    }
    expect([other.position, other.second]).toEqual([5, 2]);
    plotOf(figure).focus();
    await userEvent.keyboard("{ArrowUp}{ArrowRight}");
    expect([other.position, other.second]).toEqual([4, 3]);
    await userEvent.keyboard("{Home}");
    expect(other.second).toBe(0);
  });

  test("a link holds the choices, reset undoes them", async () => {
    const [one, other] = await mount(`
      <phasor-adding scale="sqrt" combine="concatenate" where="after" position="2"></phasor-adding>
      <phasor-adding></phasor-adding>
    `);
    const plain = other.toCSV();
    other.fromURL(one.toURL());
    await settled(other);
    expect(other.toCSV()).toBe(one.toCSV());
    press(other, "reset");
    await settled(other);
    expect(other.toCSV()).toBe(plain);
  });

  test.each([320, 900])("axe finds nothing, and all fits, in %i px", async (width) => {
    const [figure] = await mount(
      `<div style="width: ${width}px"><phasor-adding></phasor-adding></div>`,
    );
    expect(await faultsOf(figure)).toEqual([]);
    const size = sizeOf(layer(figure, "data"));
    const { norms, bars } = planAdding(size, figure);
    expect(norms.left + norms.width).toBeLessThanOrEqual(size.width + 0.5);
    expect(bars[1].top + bars[1].height).toBeLessThan(size.height);
  });
});
