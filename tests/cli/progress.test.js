// The progress line, and the default sizes of pictures.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Progress, progressLine } from "../../web/cli/progress.js";
import { phasor } from "./run.js";

const CLEAR = "\r\x1b[K";

describe("progress", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["performance"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** @param {number} total @param {number | undefined} columns */
  function started(total, columns) {
    /** @type {string[]} */
    const writes = [];
    const write = (/** @type {string} */ text) => writes.push(text);
    return { progress: new Progress(total, "rows", true, { columns, write }), writes };
  }

  it("shows the given rows and seconds", () => {
    const { progress, writes } = started(4000, 200);
    vi.advanceTimersByTime(2000);
    progress.update(1000);
    expect(writes).toEqual([`${CLEAR}██████░░░░░░░░░░░░░░░░░░ 25%  1,000 of 4,000 rows  6 s left`]);
  });

  it.each([undefined, 0])("is 79 characters long if the width is not known: %s", (columns) => {
    const { progress, writes } = started(1e15, columns);
    vi.advanceTimersByTime(700);
    progress.update(123456789);
    expect(writes[0]).toHaveLength(CLEAR.length + 79);
  });

  it("is erased once, and shown again by later work", () => {
    const { progress, writes } = started(10, 80);
    progress.end();
    expect(writes).toEqual([]);
    vi.advanceTimersByTime(600);
    progress.update(5);
    progress.end();
    progress.end();
    expect(writes.slice(1)).toEqual([CLEAR]);
    vi.advanceTimersByTime(600);
    progress.update(6);
    progress.end();
    expect(writes).toHaveLength(4);
  });

  it("shows hours and minutes from one hour on, rounded up", () => {
    /** @param {number} seconds that are left */
    const left = (seconds) => progressLine(1, 2, "rows", seconds).split("  ").at(-1);
    expect([0, 1, 59, 60, 61, 3540, 3541, 3600, 3661, 90000].map(left)).toEqual([
      ...["0 s left", "1 s left", "59 s left", "1 min left", "2 min left", "59 min left"],
      ...["1 h 0 min left", "1 h 0 min left", "1 h 2 min left", "25 h 0 min left"],
    ]);
  });

  it("says how long the rest takes once something is done", () => {
    expect(progressLine(0, 48, "rows", 1)).toMatch(/ 0 of 48 rows$/);
  });

  it("fills its cells from left to right", () => {
    /** @param {number} done of 48 */
    const bar = (done) => progressLine(done, 48, "rows", 1).slice(0, 29);
    expect(bar(0)).toBe(`${"░".repeat(24)}   0%`.replace("   0%", " 0%  "));
    expect(bar(25)).toBe(`${"█".repeat(12)}${"░".repeat(12)} 52% `);
    expect(bar(48)).toBe(`${"█".repeat(24)} 100%`);
  });
});

describe("phasor plot without sizes", () => {
  /** @param {string[]} words @returns {string[]} */
  const linesOf = (...words) =>
    phasor(["plot", ...words])
      .out.split("\n")
      .slice(0, -2);

  it("fills a screen of 80 by 24 except three lines", () => {
    const lines = linesOf("200", "64");
    expect(lines).toHaveLength(24 - 3);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(Math.max(...lines.map((line) => line.length))).toBeGreaterThan(70);
  });

  it("gives a small table a character and a line for each entry", () => {
    expect(linesOf("7", "6")).toHaveLength(6);
    expect(linesOf("7", "6", "--down")).toHaveLength(7);
  });

  it("puts two rows of pixels into a line with colours", () => {
    const { out } = phasor(["plot", "200", "64"], { env: { FORCE_COLOR: "3" } });
    expect(out.split("\n").slice(0, -2)).toHaveLength(24 - 3);
  });
});
