// Code that a figure loads on demand: once, again after a failure, and how figures learn of it.
import { afterEach, expect, test, vi } from "vitest";
import { Later } from "../../web/elements/core/later.js";
import { secondFile } from "../../web/elements/core/second-file.js";

afterEach(() => vi.unstubAllGlobals());

/** A loader that fails `failures` times, and the requests that it got. @param {number} failures */
function sourceOf(failures) {
  /** @type {number[]} */
  const attempts = [];
  return {
    attempts,
    name: "second.js",
    beside: "first.js",
    async load(/** @type {number} */ attempt) {
      attempts.push(attempt);
      if (attempts.length <= failures) throw new Error("404");
      return { word: "there" };
    },
  };
}

/** A stand-in for a figure, and what it was told. */
function figureOf() {
  /** @type {{ p: { later: string }, told: string[], isConnected: boolean, setParameter: (name: string, value: unknown) => void }} */
  const figure = {
    p: { later: "" },
    told: [],
    isConnected: true,
    setParameter(name, value) {
      expect(name).toBe("later");
      figure.p.later = String(value);
      figure.told.push(String(value));
    },
  };
  return figure;
}

test("the code is loaded once for all figures, and only when a figure needs it", async () => {
  const source = sourceOf(0);
  const later = new Later(source);
  const [one, other] = [figureOf(), figureOf()];
  later.need(one, false);
  expect(source.attempts).toEqual([]);
  later.need(other, "this");
  later.need(one, "that");
  expect(later.module).toBe(undefined);
  await later.load();
  expect(source.attempts).toEqual([0]);
  expect(later.module).toEqual({ word: "there" });
  expect(other.told).toEqual(["loading", "ready"]);
  expect(one.p.later).toBe("ready");
  const late = figureOf();
  later.need(late, false);
  later.need(late, false);
  expect(late.told).toEqual(["ready"]);
});

test("a failure is reported, and loading is retried for another need but not in each frame", async () => {
  const source = sourceOf(2);
  const later = new Later(source);
  const figure = figureOf();
  later.need(figure, "first");
  await vi.waitFor(() => expect(figure.p.later).toBe("missing"));
  expect(later.problem).toBe("second.js could not be loaded. It belongs beside first.js.");
  for (let frame = 0; frame < 3; frame++) later.need(figure, "first");
  expect(source.attempts).toEqual([0]);
  later.need(figure, "second");
  await vi.waitFor(() => expect(source.attempts).toEqual([0, 1]));
  await vi.waitFor(() => expect(figure.p.later).toBe("missing"));
  await expect(later.load()).resolves.toEqual({ word: "there" });
  expect(source.attempts).toEqual([0, 1, 2]);
  expect(figure.told).toEqual(["loading", "missing", "loading", "missing", "loading", "ready"]);
});

test("loading is retried if a figure stops needing the code and then needs it again", async () => {
  const source = sourceOf(1);
  const later = new Later(source);
  const figure = figureOf();
  later.need(figure, "tab");
  await vi.waitFor(() => expect(figure.p.later).toBe("missing"));
  later.need(figure, false);
  expect(source.attempts).toHaveLength(1);
  later.need(figure, "tab");
  await vi.waitFor(() => expect(figure.p.later).toBe("ready"));
});

test("nothing is loaded while offline; loading starts when there is a connection", async () => {
  const online = new EventTarget();
  vi.stubGlobal("addEventListener", online.addEventListener.bind(online));
  vi.stubGlobal("navigator", { onLine: false });
  const source = sourceOf(0);
  const later = new Later(source);
  const figure = figureOf();
  later.need(figure, "tab");
  await vi.waitFor(() => expect(figure.p.later).toBe("missing"));
  expect(source.attempts).toEqual([]);
  vi.stubGlobal("navigator", { onLine: true });
  online.dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(figure.p.later).toBe("ready"));
});

test("a figure that has left the page is not told", async () => {
  const later = new Later(sourceOf(0));
  const figure = figureOf();
  later.need(figure, false);
  figure.isConnected = false;
  await later.load();
  expect(figure.told).toEqual([]);
});

test("the address of a second file is next to the first file's", () => {
  const source = secondFile("https://cdn.test/npm/phasor@1.2.3/dist/phasor-bugs.js?v=4#x", "b.js");
  expect([source.name, source.beside]).toEqual(["b.js", "phasor-bugs.js"]);
});
