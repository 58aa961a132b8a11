// The layout of panels in rows and columns, in a box of their preferred height, higher or lower.
import { describe, expect, test } from "vitest";
import { cells, linear } from "../../web/elements/core/index.js";
import { column, measure, place, row } from "../../web/elements/core/layout.js";

/** @import { Pen, Tree } from "../../web/elements/core/types.js" */

/** A pen whose letters are half as wide as they are high. @param {number} [unit] */
const penOf = (unit = 1) =>
  /** @type {Pen} */ (
    /** @type {unknown} */ ({
      context: {
        font: "",
        measureText(/** @type {string} */ text) {
          return { width: 0.5 * Number(/([\d.]+)px/.exec(this.font)?.[1]) * text.length };
        },
      },
      theme: { font: `test${unit}`, math: `test${unit}` },
      unit,
      ratio: 1,
    })
  );

/** The frames of the panels, in their order.
 * @param {Tree} tree @param {number} width @param {number} [extra] than the preferred height */
function framesOf(tree, width, extra = 0, unit = 1) {
  const pen = penOf(unit);
  const measured = measure(tree, width, pen);
  const box = { left: 0, top: 0, width, height: measured.height + extra };
  return place(measured, box, pen).map(({ plot }) => plot.frame);
}

const fixed = (/** @type {number} */ height) => ({ height, fixed: true });

describe("space beyond the preferred heights", () => {
  test.each([60, -30])("is distributed to the panels by their heights: %i", (extra) => {
    const [one, other] = framesOf(
      { ...column({ height: 100 }, { height: 200 }), gap: 10 },
      300,
      extra,
    );
    expect([one.height, other.height]).toEqual([100 + extra / 3, 200 + (2 * extra) / 3]);
    expect(other.top).toBe(one.height + 10);
  });

  test("is not given to fixed panels, nor to a row of them", () => {
    const tree = column(row(fixed(50), fixed(30)), fixed(20));
    expect(framesOf(tree, 300, 90)).toEqual(framesOf(tree, 300));
    const [, , free, last] = framesOf(
      column(row(fixed(50), fixed(30)), { height: 40 }, fixed(20)),
      300,
      90,
    );
    expect([free.top, free.height, last.top]).toEqual([74, 130, 228]);
    const sideBySide = framesOf(row(fixed(50), { height: 40 }), 300, 90);
    expect(sideBySide.map(({ height }) => height)).toEqual([50, 140]);
  });

  test("is not taken from fixed panels beside others", () => {
    const tree = column(row(fixed(100), { height: 120 }), { height: 100 });
    expect(framesOf(tree, 300, -75).map(({ height }) => height)).toEqual([100, 100, 45]);
  });
});

test.each([
  [0.5, 400, 200],
  [2, 400, 800],
])("a frame with aspect %d is no higher than its panel", (aspect, width, height) => {
  expect(framesOf({ aspect }, width)).toEqual([{ left: 0, top: 0, width, height }]);
  expect(framesOf({ aspect }, width, -height / 2)).toEqual([
    { left: 0, top: 0, width: width / 2, height: height / 2 },
  ]);
  expect(framesOf({ aspect, align: "center" }, width, -height / 2)[0].left).toBe(width / 4);
  expect(framesOf({ aspect, maxHeight: height / 4 }, width)[0].width).toBe(width / 4);
});

test("panels of a row share the width that panels of fixed width leave", () => {
  const frames = framesOf(
    { ...row({ height: 9, width: 100 }, { height: 9 }, { height: 9, grow: 2 }), gap: 30 },
    460,
  );
  expect(frames.map(({ left, width }) => [left, width])).toEqual([
    [0, 100],
    [130, 100],
    [260, 200],
  ]);
});

test("the layout is twice as large with letters twice as large", () => {
  const tree = column(
    { height: 60, x: cells(0, 40, { name: "position" }), y: linear(0, 1, { name: "y" }) },
    row({ aspect: 1, heading: "heading" }, { text: "a paragraph of some words", grow: 0.25 }),
  );
  const scale1 = framesOf(tree, 300);
  const scale2 = framesOf(tree, 600, 0, 2);
  for (const [n, frame] of scale1.entries())
    for (const side of /** @type {const} */ (["left", "top", "width", "height"]))
      expect(Math.abs(scale2[n][side] - 2 * frame[side]), `${n} ${side}`).toBeLessThanOrEqual(1);
});
