import { describe, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import "../../web/elements/phasor-bugs.js";
import "../../web/elements/phasor-clocks.js";
import { toMiddle, toPixel } from "../../web/elements/canvas/axes.js";
import { colourTable, entryOf } from "../../web/elements/colour/maps.js";
import { across, down, planBugs } from "../../web/elements/views/bugs-plan.js";
import { dotProducts, sinusoidal } from "../../web/phasor/index.js";
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
  slide,
  themePixel,
} from "./support.js";

onAnEmptyPage();

const $ = (/** @type {any} */ figure, /** @type {string} */ selector) =>
  figure.shadowRoot.querySelector(selector);
const all = (/** @type {any} */ figure, /** @type {string} */ selector) => [
  ...figure.shadowRoot.querySelectorAll(selector),
];
const codes = (/** @type {any} */ figure) =>
  all(figure, ".findings code").map((code) => code.textContent);

/** Waits for the diagnosis of what is shown. @param {any} figure */
async function diagnosed(figure) {
  await settled(figure);
  await vi.waitFor(() => expect($(figure, ".diagnosis").ariaBusy).toBe("false"), 5000);
  await settled(figure);
}

/** The pixel of a cell of a map. @param {any} figure @param {"own" | "beside" | "gram"} name @param {number} row @param {number} column @param {[number, number]} shape */
function cell(figure, name, row, column, [rows, columns]) {
  const canvas = layer(figure, "data");
  const { frame } = planBugs(sizeOf(canvas))[name];
  const x = toMiddle(across(frame, 0, columns), column);
  return pixelAt(canvas, x, toMiddle(down(frame, 0, rows), row));
}

/** @param {number} value @param {number} most */
const diverging = (value, most) => colourTable("diverging", "light")[entryOf(value, -most, most)];

const html = (/** @type {string} */ more = "") =>
  `<phasor-bugs d-model="8" length="24" pair="1" position="5" ${more}></phasor-bugs>`;

describe("drawing", () => {
  test("the table with its bugs, the right one, and the difference", async () => {
    const [figure] = await mount(html('bugs="swapped"'));
    const right = sinusoidal(24, 8);
    for (const [row, column] of [
      [0, 0],
      [7, 3],
      [20, 4],
    ]) {
      const [is, should] = [right[row * 8 + (column ^ 1)], right[row * 8 + column]];
      expect(apart(cell(figure, "own", row, column, [24, 8]), diverging(is, 1))).toBeLessThan(3);
      const beside = cell(figure, "beside", row, column, [24, 8]);
      expect(apart(beside, diverging(should, 1))).toBeLessThan(3);
    }
    $(figure, 'input[value="difference"]').click();
    await settled(figure);
    const off = right.map((value, at) => right[at ^ 1] - value);
    const most = Math.max(...off.map(Math.abs));
    expect(
      apart(cell(figure, "beside", 7, 3, [24, 8]), diverging(off[7 * 8 + 3], most)),
    ).toBeLessThan(3);
  });

  test("the dot products, and a pair's curve with the position on it", async () => {
    const [figure] = await mount(html('bugs="start"'));
    const table = sinusoidal(24, 8, { start: 1 });
    const gram = dotProducts(table, [24, 8]);
    const low = Math.min(...gram);
    const [row, column] = [3, 9];
    const colour =
      low < 0
        ? diverging(gram[row * 24 + column], 4)
        : colourTable("sequential", "light")[entryOf(gram[row * 24 + column], 0, 4)];
    expect(apart(cell(figure, "gram", row, column, [24, 24]), colour)).toBeLessThan(4);
    const canvas = layer(figure, "crosshair");
    const { frame } = planBugs(sizeOf(canvas)).curve;
    const x = toPixel(across(frame, -1.08, 1.08), table[5 * 8 + 2]);
    const y = toPixel(down(frame, 1.08, -1.08), table[5 * 8 + 3]);
    expect(apart(pixelAt(canvas, x, y), themePixel(figure, "position"))).toBeLessThan(20);
  });
});

describe("switches and diagnosis", () => {
  test("a switch changes table, link and diagnosis", async () => {
    const [figure] = await mount(html('bugs="none"'));
    await diagnosed(figure);
    expect($(figure, ".findings").textContent).toContain("Nothing is wrong");
    expect(all(figure, ".invariants .holds")).toHaveLength(6);
    $(figure, 'input[value="start"]').click();
    $(figure, 'input[value="swapped"]').click();
    await figure.updateComplete;
    expect($(figure, ".diagnosis").ariaBusy).toBe("true");
    await diagnosed(figure);
    expect(figure.bugs).toBe("start swapped");
    expect(codes(figure).sort()).toEqual(["starts-at-1", "swapped-sine-cosine"]);
    const [other] = await mount("<phasor-bugs></phasor-bugs>");
    other.fromURL(figure.toURL("https://example.org/"));
    await settled(other);
    expect([other.bugs, other.dModel]).toEqual(["start swapped", 8]);
  });

  test("columns that a finding concerns are marked while it is pointed at", async () => {
    const [figure] = await mount("<phasor-bugs></phasor-bugs>");
    await diagnosed(figure);
    expect(codes(figure)).toEqual(["mismatched-frequencies"]);
    expect(all(figure, ".invariants .fails").length).toBeGreaterThanOrEqual(4);
    const canvas = layer(figure, "crosshair");
    const { frame } = planBugs(sizeOf(canvas)).own;
    const above = (/** @type {number} */ column) =>
      apart(
        pixelAt(canvas, toMiddle(across(frame, 0, 64), column), frame.top - 4),
        themePixel(figure, "dimension"),
      );
    const item = $(figure, ".findings li");
    item.dispatchEvent(new PointerEvent("pointerenter"));
    await settled(figure);
    expect([above(1), above(31)]).toEqual([0, 0]);
    expect(above(2)).toBeGreaterThan(60);
    item.dispatchEvent(new PointerEvent("pointerleave"));
    await settled(figure);
    expect(above(1)).toBeGreaterThan(60);
    $(figure, ".findings button").focus();
    await settled(figure);
    expect(above(1)).toBe(0);
  });
});

describe("reader", () => {
  test("pointer, keys and slider move the shared cursor", async () => {
    const [figure, clocks] = await mount(
      `${html('bugs="swapped" group="lab"')}<phasor-clocks group="lab"></phasor-clocks>`,
    );
    const { frame } = planBugs(sizeOf(layer(figure, "data"))).own;
    const x = toMiddle(across(frame, 0, 8), 5);
    pointer(figure, "pointermove", x, toMiddle(down(frame, 0, 24), 9));
    await settled(figure, clocks);
    const values = sinusoidal(24, 8, { dtype: "float64" });
    const digits = (/** @type {number} */ at) => values[at].toFixed(4).replace("-", "−");
    expect(readOutOf(figure)).toBe(
      `p = 9, column 5, value ${digits(9 * 8 + 4)}, should be ${digits(9 * 8 + 5)}, norm 2.0000`,
    );
    expect(readOutOf(clocks)).toContain("p = 9, pair 2");
    pointer(figure, "pointerleave", 0, 0);
    plotOf(figure).focus();
    await userEvent.keyboard("{ArrowRight}{ArrowDown}");
    expect([figure.position, figure.pair, figure.wave]).toEqual([6, 1, "cos"]);
    await userEvent.keyboard("{End}");
    expect(figure.position).toBe(23);
    slide(figure, "pair", 3);
    expect(clocks.pair).toBe(3);
    press(figure, "reset");
    expect([figure.bugs, figure.dModel]).toEqual(["exponent", 8]);
  });

  test("the CSV is the table with its bugs", async () => {
    const [figure] = await mount(html('bugs="concatenated"'));
    const [head, ...lines] = figure.toCSV().trimEnd().split("\r\n");
    expect(head).toBe(`position,${[0, 1, 2, 3, 4, 5, 6, 7].map((n) => `dim ${n}`)}`);
    expect(lines.map((/** @type {string} */ line) => Number(line.split(",")[5]))).toEqual(
      Array.from({ length: 24 }, (_, row) => sinusoidal(24, 8)[row * 8 + 1]),
    );
  });

  test("nothing stands in the way of a reader without sight", async () => {
    const [figure] = await mount("<phasor-bugs></phasor-bugs>");
    await diagnosed(figure);
    press(figure, "paste numbers");
    await settled(figure);
    expect(await faultsOf(figure)).toEqual([]);
  });
});

describe("a matrix of one's own", () => {
  const csv = (/** @type {Float32Array} */ values, /** @type {number} */ columns) =>
    Array.from({ length: values.length / columns }, (_, row) =>
      values.subarray(row * columns, (row + 1) * columns).join(","),
    ).join("\n");

  /** @param {any} figure @param {string} type @param {File | string} what */
  function give(figure, type, what) {
    const data = new DataTransfer();
    if (what instanceof File) data.items.add(what);
    else data.setData("text", what);
    const options = { bubbles: true, cancelable: true, composed: true };
    const event =
      type === "drop"
        ? new DragEvent(type, { ...options, dataTransfer: data })
        : new ClipboardEvent(type, { ...options, clipboardData: data });
    plotOf(figure).dispatchEvent(event);
  }

  test("dropped, it is shown and diagnosed, and the switches come back", async () => {
    const [figure] = await mount("<phasor-bugs></phasor-bugs>");
    await diagnosed(figure);
    const text = csv(sinusoidal(30, 6, { base: 500 }), 6);
    give(figure, "drop", new File([text], "mine.csv"));
    await vi.waitFor(() => expect($(figure, ".matrix").textContent).toContain("mine.csv"));
    await diagnosed(figure);
    expect($(figure, ".matrix").textContent).toContain("30 × 6");
    expect(codes(figure)).toEqual(["other-base"]);
    expect([figure.length, figure.dModel]).toEqual([30, 6]);
    expect($(figure, ".switches")).toBeNull();
    press(figure, "back to the switches");
    await diagnosed(figure);
    expect(codes(figure)).toEqual(["mismatched-frequencies"]);
    expect([figure.length, figure.dModel]).toEqual([128, 64]);
  });

  test("pasted, with an odd width and one that is not a number", async () => {
    const [figure] = await mount("<phasor-bugs></phasor-bugs>");
    give(figure, "paste", "0, 1, 2\n3, nan, 5\n6, 7, 8\n9, 10, 11\n");
    await diagnosed(figure);
    expect($(figure, ".verdict").textContent).toContain("4 rows by 3 columns");
    expect(codes(figure)).toContain("not-finite");
    press(figure, "paste numbers");
    await settled(figure);
    const field = $(figure, ".matrix textarea");
    field.value = "[[1], [1], [1], [1]]";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    await diagnosed(figure);
    expect($(figure, ".verdict").textContent).toContain("4 rows by 1 column: constant");
    expect(readOutOf(figure)).toBe("p = 3, column 0, value 1.0000, norm 1.0000");
  });

  test("a file that is none is named with what is wrong, and nothing is lost", async () => {
    const [figure] = await mount(html('bugs="swapped"'));
    await diagnosed(figure);
    give(figure, "drop", new File(["1,2\n3,x\n"], "bad.csv"));
    await vi.waitFor(() =>
      expect($(figure, ".complaint").textContent).toContain("bad.csv: line 2"),
    );
    expect($(figure, ".complaint").textContent).toContain('"x"');
    expect(figure.matrix).toBeUndefined();
    expect(codes(figure)).toEqual(["swapped-sine-cosine"]);
    $(figure, "input[type=file]").files = (() => {
      const data = new DataTransfer();
      data.items.add(new File(["1,2\n"], "short.csv"));
      return data.files;
    })();
    $(figure, "input[type=file]").dispatchEvent(new Event("change"));
    await vi.waitFor(() => expect($(figure, ".matrix").textContent).toContain("short.csv"));
    expect($(figure, ".complaint").textContent).toBe("");
  });
});
