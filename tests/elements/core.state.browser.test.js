// How figures get their values: from attributes, properties, links, taps, reset and set().
import { describe, expect, test } from "vitest";
import { dot } from "../../web/elements/core/index.js";
import { pass } from "./clock.js";
import { handleOf, point, press, rested, textsOf } from "./grab.js";
import { press as click, mount, onAnEmptyPage, plotOf, settled } from "./support.js";
import { declare, one } from "./test-line.js";

onAnEmptyPage();

describe("attributes", () => {
  test("become valid values, and have equal properties", async () => {
    const line = await one('factor="99" colour="red" bold length="zwei"');
    expect([line.factor, line.colour, line.bold, line.length]).toEqual([9, "ink", true, 128]);
    line.factor = "nonsense";
    expect(line.factor).toBe(2);
    line.setAttribute("bold", "false");
    expect(line.bold).toBe(false);
    line.group = null;
    expect(line.group).toBe("");
  });

  test("keep properties that were set before the element was defined", async () => {
    const early = /** @type {any} */ (document.createElement("test-early"));
    early.position = 11;
    early.factor = 7;
    declare("test-early", {
      shared: ["position"],
      attributes: { factor: { value: 1, min: 0, max: 9 } },
      panels: () => [{ height: 10 }],
    });
    document.body.append(early);
    expect([early.position, early.factor]).toEqual([11, 7]);
    early.remove();
  });
});

test("a link names the figure that it is for, and other figures ignore it", async () => {
  const line = await one('position="4" factor="5" length="64"');
  const address = line.toURL("https://example.org/a?b=1#c");
  expect(address).toBe("https://example.org/a?b=1#show=test-line&position=4&length=64&factor=5");
  expect(line.toURL("/post")).toBe(line.toURL(`${location.origin}/post`));
  const other = await one();
  for (const none of [address.replace("test-line", "other"), "https://example.org/a#chapter"])
    other.fromURL(none);
  expect(other.factor).toBe(2);
  other.fromURL(address);
  expect([other.position, other.length, other.factor]).toEqual([4, 64, 5]);
  other.fromURL("https://example.org/#test-line.factor=3&colour=offset");
  expect([other.factor, other.colour]).toEqual([3, "offset"]);
});

test("a tap changes the figure's own state, and reset restores everything", async () => {
  const line = await one('colour="offset" position="9"');
  const box = plotOf(line).getBoundingClientRect();
  const at = { x: box.left + 30, y: box.bottom - 20 };
  for (const type of ["pointerdown", "pointerup"]) point(line, type, at);
  line.change({ position: 3, colour: "ink" });
  await rested();
  expect(textsOf(line)).toContain("twice 6, 1 taps");
  click(line, "reset");
  await rested();
  expect([line.position, line.colour]).toEqual([9, "offset"]);
  expect(textsOf(line)).toContain("twice 18, 0 taps");
});

describe("set()", () => {
  const shownAt = (/** @type {any} */ line) =>
    Number(handleOf(line, "position").getAttribute("aria-valuenow"));

  test("eases numbers to the given values in all figures of the group, without an event", async () => {
    const [one, other] = await mount(
      '<test-line group="led" length="101" position="10"></test-line><test-line group="led"></test-line>',
    );
    let count = 0;
    one.addEventListener("phasor-change", () => count++);
    one.set({ position: 90, factor: 5, taps: 3 });
    expect([one.position, other.position, one.factor, one.p.taps]).toEqual([90, 90, 5, 3]);
    // The state changes at once; what is shown moves there gradually, in both figures.
    expect(one.p.position).toBeCloseTo(10, 5);
    expect(other.p.position).toBeCloseTo(10, 5);
    const values = /** @type {number[]} */ ([]);
    for (let n = 0; n < 42; n++) {
      pass(1000 / 60);
      values.push(one.p.position);
      expect(other.p.position).toBeCloseTo(one.p.position, 0);
    }
    expect(values).toEqual([...values].sort((a, b) => a - b));
    expect(values.filter((at) => at > 10 && at < 90).length).toBeGreaterThan(0);
    expect(values.at(-1)).toBe(90);
    expect(shownAt(other)).toBe(90);
    expect(count).toBe(0);
  });

  test("eases values that may be fractions, and does not restart a motion that is under way", async () => {
    declare("test-fraction", {
      shared: ["position", "base"],
      attributes: {
        part: { value: 1, min: 0.5, max: 9, step: 0.5 },
        count: { value: 1, min: 0, max: 9 },
      },
      panels: ({ part }) => [{ height: 40, marks: () => dot(20 * part, 20) }],
    });
    const [figured] = await mount('<test-fraction base="10000"></test-fraction>');
    figured.set({ part: 9, base: 100, count: 9 });
    const start = performance.now();
    expect(figured.p.part).toBeCloseTo(1, 5);
    expect(figured.p.base).toBeCloseTo(10000, 0);
    expect(figured.p.count).toBe(9);
    pass(200);
    figured.set({ count: 3 });
    expect(figured.motion.at("part", 9, start + 501)).toBe(9);
    pass(500);
    await settled();
    expect([figured.p.part, figured.p.base, figured.p.count]).toEqual([9, 100, 3]);
  });

  test("is interrupted by a drag, and jumps if asked to", async () => {
    const line = await one('length="101" position="10"');
    line.set({ position: 90 });
    await settled();
    press(handleOf(line, "position"), "Home");
    await settled();
    expect([line.position, line.p.position]).toEqual([0, 0]);
    line.set({ position: 50 });
    expect(line.p.position).toBeCloseTo(0, 5);
    line.set({ position: 60, span: "40 80" }, { ease: false });
    expect([line.p.position, line.span]).toEqual([60, "40 80"]);
    line.set({ span: { start: 10, end: 30.5 } });
    expect(line.span).toBe("10 30.5");
    line.set({ span: "" });
    expect(line.span).toBe("");
  });

  test("throws for an unknown name, and then changes nothing", async () => {
    const line = await one('position="10"');
    expect(() => line.set({ position: 20, positon: 30 })).toThrow(
      new TypeError('phasor: <test-line> has no parameter "positon"'),
    );
    for (const nothing of /** @type {any[]} */ ([null, "position"]))
      expect(() => line.set(nothing)).toThrow(`takes an object, got ${nothing}`);
    expect(line.position).toBe(10);
    const early = /** @type {any} */ (document.createElement("test-line"));
    early.set({ position: 7, factor: 3, span: "5 9" });
    expect([early.factor, early.span]).toEqual([3, "5 9"]);
    document.body.append(early);
    expect(early.position).toBe(7);
    early.remove();
  });
});
