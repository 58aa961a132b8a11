import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import "../../web/elements/phasor-bias.js";
import { toPixel } from "../../web/elements/canvas/axes.js";
import { colourTable, entryOf } from "../../web/elements/colour/maps.js";
import { planBias } from "../../web/elements/views/bias-view.js";
import {
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
  slide,
} from "./support.js";

onAnEmptyPage();

/** @param {any} figure @returns {number[][]} */
const rowsOf = (figure) =>
  figure
    .toCSV()
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((/** @type {string} */ row) => row.split(",").map(Number));
/** An entry of the table that stands for a learned one. @param {number} row @param {number} head */
const learned = (row, head) => (((5 * row + 4 * head) % 11) - 5) / 5;
/** @param {any} figure @param {number} side @param {object} [more] */
const planOf = (figure, side, more) =>
  planBias(sizeOf(layer(figure, "data")), /** @type {any} */ ({ matrix: { side }, ...more }));
/** @param {any} figure @param {number} side @param {number} query @param {number} key */
function colourAt(figure, side, query, key) {
  const { across, down } = planOf(figure, side);
  return pixelAt(layer(figure, "data"), toPixel(across, key + 0.5), toPixel(down, query + 0.5));
}
/** @param {any} figure @param {string} kind */
async function choose(figure, kind) {
  figure.shadowRoot.querySelector(`input[value="${kind}"]`).click();
  await settled(figure);
}
/** T5's published rule. @param {number} relative @param {boolean} both */
function bucketOf(relative, both) {
  const each = both ? 16 : 32;
  const start = both && relative > 0 ? 16 : 0;
  const distance = both ? Math.abs(relative) : Math.max(-relative, 0);
  if (distance < each / 2) return start + distance;
  const part = Math.log(distance / (each / 2)) / Math.log(128 / (each / 2));
  return start + Math.min(each / 2 + Math.floor((part * each) / 2 + 1e-12), each - 1);
}

test("ALiBi: slopes, windows and the matrix of a head", async () => {
  const [figure] = await mount('<phasor-bias position="60" second="44"></phasor-bias>');
  rowsOf(figure).forEach(([head, slope, end], n) => {
    expect([head, slope]).toEqual([n, 2 ** -(n + 1)]);
    expect(end).toBe(Math.ceil(Math.log(100) / slope));
  });
  expect(readOutOf(figure)).toBe(
    "query 60, key 44, key − query = −16, head 2, bias −2.0000, slope 0.125",
  );
  const table = colourTable("sequential", "light");
  expect(colourAt(figure, 128, 120, 20)).toBe(table[entryOf(-100 / 8, -127 / 8, 0)]);
  expect(colourAt(figure, 128, 90, 89)).toBe(table[entryOf(-1 / 8, -127 / 8, 0)]);
  expect(colourAt(figure, 128, 20, 120)).toBe(table[0]);
  slide(figure, "head", 0);
  await settled(figure);
  expect(readOutOf(figure)).toContain("bias −8.0000, slope 0.5");
});

test("ALiBi: the cursor is never in the masked half, the pointer may be there", async () => {
  const [figure, other] = await mount(
    '<phasor-bias group="g"></phasor-bias><phasor-bias kind="t5" group="g"></phasor-bias>',
  );
  expect([figure.position, figure.second]).toEqual([37, 47]);
  expect(readOutOf(figure)).toContain("query 47, key 37, key − query = −10, head 2, bias −1.2500");
  expect(readOutOf(other)).toContain("query 37, key 47, key − query = 10");
  plotOf(figure).focus();
  await userEvent.keyboard("{ArrowUp}{End}");
  await settled(figure);
  expect(readOutOf(figure)).toContain("query 46, key 46, key − query = 0, head 2, bias 0.0000");
  const { across, down } = planOf(figure, 128);
  pointer(figure, "pointermove", toPixel(across, 80.5), toPixel(down, 20.5));
  await settled(figure);
  expect(readOutOf(figure)).toContain("query 20, key 80, key − query = 60, head 2, bias −∞");
});

test("T5: buckets of both directions, and causal", async () => {
  const [figure] = await mount('<phasor-bias position="60" second="44" head="3"></phasor-bias>');
  await choose(figure, "t5");
  expect(figure.kind).toBe("t5");
  const check = (/** @type {boolean} */ both) => {
    for (const [relative, bucket, bias] of rowsOf(figure)) {
      expect(bucket, `${relative}`).toBe(bucketOf(relative, both));
      expect(bias).toBe(learned(bucket, 3));
    }
  };
  check(true);
  const table = colourTable("diverging", "light");
  expect(colourAt(figure, 128, 100, 20)).toBe(
    table[entryOf(learned(bucketOf(-80, true), 3), -1, 1)],
  );
  await choose(figure, "causal");
  expect(figure.direction).toBe("causal");
  check(false);
});

test("Swin: the index of two patches and the bias of one over the window", async () => {
  const [figure] = await mount('<phasor-bias kind="swin" position="8" second="3"></phasor-bias>');
  slide(figure, "window", 4);
  await settled(figure);
  expect(figure.window).toBe(4);
  const rows = rowsOf(figure);
  expect(rows).toHaveLength(16);
  for (const [key, index, bias] of rows) {
    const [down, across] = [2 - Math.floor(key / 4), 0 - (key % 4)];
    expect(index).toBe((down + 3) * 7 + across + 3);
    expect(bias).toBe(learned(index, 2));
  }
  const { right } = planOf(figure, 16, { patches: { side: 4 } });
  pointer(figure, "pointermove", right.left + 0.6 * right.width, right.top + 0.9 * right.height);
  expect(figure.shared.marked.second).toBe(14);
});

describe("reader", () => {
  test("the pointer on the windows marks a distance, a click chooses the head", async () => {
    const [figure] = await mount('<phasor-bias position="60"></phasor-bias>');
    const { right, place } = planOf(figure, 128, { windows: new Float64Array(8) });
    const [x, y] = [toPixel(place, Math.log10(20)), right.top + (5.5 / 8) * right.height];
    pointer(figure, "pointermove", x, y);
    expect(figure.shared.marked.second).toBe(40);
    pointer(figure, "pointerdown", x, y);
    pointer(figure, "pointerup", x, y);
    expect([figure.head, figure.second]).toEqual([5, 40]);
  });

  test("keys, a link and reset", async () => {
    const [figure, copy] = await mount(
      '<phasor-bias kind="t5" head="6" direction="causal"></phasor-bias><phasor-bias></phasor-bias>',
    );
    plotOf(figure).focus();
    await userEvent.keyboard("{ArrowDown}{End}{ArrowLeft}");
    expect([figure.position, figure.second]).toEqual([48, 47]);
    copy.fromURL(figure.toURL());
    await settled(copy);
    expect([copy.kind, copy.head, copy.direction, copy.second]).toEqual(["t5", 6, "causal", 47]);
    expect(copy.toCSV()).toBe(figure.toCSV());
    press(copy, "reset");
    expect([copy.head, copy.second]).toEqual([2, 47]);
  });

  test.each([320, 768])("fits in %i px", async (width) => {
    const [figure] = await mount(
      `<div style="width: ${width}px"><phasor-bias kind="swin"></phasor-bias></div>`,
    );
    const { left, right, curve } = planOf(figure, 49, { patches: { side: 7 } });
    const size = sizeOf(layer(figure, "data"));
    for (const frame of [left, right, curve]) {
      expect(frame.left + frame.width).toBeLessThanOrEqual(size.width);
      expect(frame.top + frame.height + 20).toBeLessThanOrEqual(size.height);
    }
  });
});
