// Code that a figure loads on demand: once, again after a failure, and how figures learn of it.
import { expect, test, vi } from "vitest";
import { Later } from "../../web/elements/core/later.js";
import { until } from "../until.js";

/** A module that loads after some failures, and how often it was asked for. @param {number} failures */
function loader(failures) {
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= failures) throw new Error("404");
    return { word: "there" };
  });
  return load;
}

/** A stand-in for a figure, and the values that its state `later` took. */
function figureOf() {
  /** @type {string[]} */
  const values = [];
  const figure = {
    p: { later: "" },
    values,
    setParameter(/** @type {string} */ name, /** @type {unknown} */ value) {
      expect(name).toBe("later");
      figure.p.later = String(value);
      values.push(String(value));
    },
  };
  return figure;
}

test("the code is loaded once for all figures, and only when a figure needs it", async () => {
  const load = loader(0);
  const later = new Later(load);
  const [one, other, third] = [figureOf(), figureOf(), figureOf()];
  later.need(one, false);
  expect(load).not.toHaveBeenCalled();
  later.need(other, "this");
  later.need(one, "that");
  expect(later.module).toBe(undefined);
  await until(() => expect(one.p.later).toBe("ready"));
  expect(load).toHaveBeenCalledTimes(1);
  expect(later.module).toEqual({ word: "there" });
  expect(other.values).toEqual(["loading", "ready"]);
  later.need(third, false);
  later.need(third, false);
  expect(third.values).toEqual(["ready"]);
});

test("a failure is reported, and loading is retried for another need but not in each frame", async () => {
  const load = loader(2);
  const later = new Later(load);
  const figure = figureOf();
  later.need(figure, "first");
  await until(() => expect(figure.p.later).toBe("missing"));
  for (let frame = 0; frame < 3; frame++) later.need(figure, "first");
  expect(load).toHaveBeenCalledTimes(1);
  later.need(figure, "second");
  await until(() => expect(figure.values).toHaveLength(4));
  await later.button.press(figure);
  await until(() => expect(figure.p.later).toBe("ready"));
  expect(load).toHaveBeenCalledTimes(3);
  expect(figure.values).toEqual(["loading", "missing", "loading", "missing", "loading", "ready"]);
});

test("loading is retried if a figure stops needing the code and then needs it again", async () => {
  const later = new Later(loader(1));
  const figure = figureOf();
  later.need(figure, "tab");
  await until(() => expect(figure.p.later).toBe("missing"));
  later.need(figure, false);
  later.need(figure, "tab");
  await until(() => expect(figure.p.later).toBe("ready"));
});

test("a caller learns why the code is missing", async () => {
  const later = new Later(loader(1));
  await expect(later.load()).rejects.toThrow(later.problem);
  await expect(later.load()).resolves.toEqual({ word: "there" });
});
