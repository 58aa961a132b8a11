import { describe, expect, test, vi } from "vitest";
import { Group, groupNamed } from "../../web/elements/state/group.js";
import { fromFragment } from "../../web/elements/state/link.js";
import { DEFAULTS, normalise } from "../../web/elements/state/parameters.js";
import { spanOf } from "../../web/elements/state/span.js";

describe("parameters of figures:", () => {
  test("values out of range are clamped, values that are not numbers are ignored", () => {
    expect(normalise({})).toEqual(DEFAULTS);
    expect(normalise({ dModel: "7", length: 1e17, base: 0, position: "x" })).toMatchObject({
      dModel: 8,
      length: 2 ** 53,
      base: 10000,
      position: 37,
    });
    // What frameworks write for a value that is missing.
    for (const value of [null, undefined, ""]) {
      const missing = Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, value]));
      expect(normalise(missing)).toEqual(DEFAULTS);
    }
    const below = { position: -1, second: -1, pair: -1 };
    expect(normalise(below)).toMatchObject({ position: 0, second: 0, pair: 0 });
    expect(normalise({ dModel: 2000, base: 1e13 })).toMatchObject({ dModel: 1024, base: 1e12 });
    const least = { dModel: 0, length: 0, base: 0.1 };
    expect(normalise(least)).toMatchObject({ dModel: 2, length: 1, base: 1.1 });
    expect(normalise({ length: 10 })).toMatchObject({ position: 9, second: 9 });
    expect(normalise({ dModel: 8, pair: 100, wave: "tan" })).toMatchObject({
      pair: 3,
      wave: "sin",
    });
  });
});

describe("links to figures:", () => {
  test("parameters are read as they are written", () => {
    const state = fromFragment("#d-model=32&position=0&wave=cos") ?? {};
    expect(normalise(state)).toEqual({ ...DEFAULTS, dModel: 32, position: 0, wave: "cos" });
  });

  test("the name of a section is not state", () => {
    expect(fromFragment("#waves")).toBeUndefined();
    expect(fromFragment("")).toEqual({});
    expect(fromFragment("#other=1&length=9")).toEqual({ length: "9" });
  });
});

test("a span is two numbers with the smaller one first", () => {
  expect(spanOf("16 48.5")).toEqual({ start: 16, end: 48.5 });
  expect(spanOf(" 16, 48 ")).toEqual({ start: 16, end: 48 });
  for (const text of ["", null, 5, {}, "16", "16 48 50", "48 16", "16 16", "a b"])
    expect(spanOf(text), `${text}`).toBeUndefined();
});

describe("groups of figures:", () => {
  test("groups of one name are the same group; without a name each figure is alone", () => {
    expect(groupNamed("one")).toBe(groupNamed("one"));
    expect(groupNamed("one")).not.toBe(groupNamed("two"));
    expect(groupNamed("")).not.toBe(groupNamed(""));
  });

  test("listeners get what changed and which figure changed it", () => {
    const group = new Group();
    const listener = vi.fn();
    const end = group.subscribe(listener);
    const me = {};
    group.set({ length: 64 }, me);
    expect(listener).toHaveBeenLastCalledWith({
      encoding: true,
      mark: true,
      span: true,
      source: me,
    });
    group.set({ position: 3 });
    expect(listener.mock.lastCall?.[0]).toMatchObject({ encoding: false, mark: true, span: false });
    group.set({ position: 3 });
    group.point({ position: 5, pair: 2 }, me);
    expect(listener).toHaveBeenLastCalledWith({
      encoding: false,
      mark: true,
      span: false,
      source: me,
    });
    group.point({ position: 5, pair: 2 });
    expect(listener).toHaveBeenCalledTimes(3);
    expect(group.hover).toEqual({ position: 5, pair: 2 });
    group.point(undefined);
    expect(group.hover).toBeUndefined();
    group.point({ position: 5, pair: 2 });
    group.set({ length: 32 });
    expect(group.hover).toBeUndefined();
    const calls = listener.mock.calls.length;
    for (const end of [20, 21, 21]) group.view({ start: 3, end }, me);
    const change = { encoding: false, mark: false, span: true, source: me };
    expect(listener.mock.calls.slice(calls)).toEqual([[change], [change]]);
    end();
    group.set({ position: 4 });
    expect(listener).toHaveBeenCalledTimes(calls + 2);
  });

  test("a group is deserted when none of its figures is there", () => {
    const group = new Group();
    group.subscribe(vi.fn(), () => false);
    expect(group.deserted).toBe(true);
    group.subscribe(vi.fn());
    expect(group.deserted).toBe(false);
  });

  test("an offered value applies only if none was given", () => {
    const group = new Group();
    group.offer({ length: 64 });
    group.offer({ length: 32, dModel: 8 });
    expect(group.state).toMatchObject({ length: 64, dModel: 8 });
    group.set({ length: 16 });
    expect(group.state.length).toBe(16);
  });

  test("an offered span applies only if there is none", () => {
    const group = new Group();
    group.offer({ length: 64 }, { start: 10, end: 30 });
    group.offer({}, { start: 20, end: 40 });
    expect(group.span).toEqual({ start: 10, end: 30 });
    group.view({ start: 0, end: 64 }); // all: none
    group.offer({}, { start: 20, end: 40 });
    expect(group.span).toEqual({ start: 20, end: 40 });
  });

  test("files that each contain this module share the groups", async () => {
    vi.resetModules();
    const other = await import("../../web/elements/state/group.js");
    expect(other.Group).not.toBe(Group);
    expect(other.groupNamed("common")).toBe(groupNamed("common"));
  });

  test("the positions in view stay within the encoding", () => {
    const group = new Group();
    expect(group.span).toEqual({ start: 0, end: 128 });
    group.view({ start: -10, end: 20 });
    expect(group.span).toEqual({ start: 0, end: 30 });
    group.view({ start: 120, end: 140 });
    expect(group.span).toEqual({ start: 108, end: 128 });
    group.view({ start: 50, end: 51 });
    expect(group.span.end - group.span.start).toBe(8);
    group.view({ start: -100, end: 400 });
    expect(group.span).toEqual({ start: 0, end: 128 });
    group.view({ start: 10, end: 40 });
    group.set({ length: 64 });
    expect(group.span).toEqual({ start: 0, end: 64 });
  });
});
