// The doctor of <phasor-bugs> without workers: the page diagnoses when the reader pauses.
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { consult, diagnosis } from "../../web/elements/figures/bugs-doctor.js";
import { sinusoidal } from "../../web/phasor/index.js";

beforeAll(async () => {
  await diagnosis.load();
});
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A stand-in for the figure that asks the doctor. */
function figure() {
  /** @type {import("../../web/elements/figures/bugs-doctor.js").DrawnFigure} */
  const options = {
    p: { reply: undefined },
    view: { printing: false, draw: () => {} },
    setParameter: (name, value) => Object.assign(options.p, { [name]: value }),
  };
  return options;
}

/** @param {number} start @returns {any} */
const question = (start) => ({ values: sinusoidal(32, 16, { start }), shape: [32, 16] });
/** @param {any} result */
const codes = (result) => result.answer.findings.map((/** @type {any} */ { code }) => code);

test("only the last of several questions is answered, after a pause", () => {
  const one = figure();
  const [first, last] = [question(0), question(1)];
  consult(one, first);
  vi.advanceTimersByTime(100);
  expect(one.p.reply).toBeUndefined();
  consult(one, last);
  vi.advanceTimersByTime(100);
  expect(one.p.reply).toBeUndefined();
  vi.advanceTimersByTime(100);
  expect(one.p.reply.question).toBe(last);
  expect(codes(one.p.reply)).toEqual(["starts-at-1"]);
});

test("no diagnosis runs while a card is held", () => {
  const one = figure();
  consult(one, question(0));
  consult(one, undefined);
  vi.advanceTimersByTime(1000);
  expect(one.p.reply).toBeUndefined();
});

test("a figure that was reset gets its verdict again without a new diagnosis", () => {
  const one = figure();
  const first = question(1);
  consult(one, first);
  vi.advanceTimersByTime(1000);
  const { answer } = one.p.reply;
  one.p.reply = undefined;
  consult(one, first);
  expect(one.p.reply.answer).toBe(answer);
});

test("printing gets the verdict at once, even if a question is pending", () => {
  const one = figure();
  const first = question(1);
  consult(one, first);
  Object.assign(one.view ?? {}, { printing: true });
  consult(one, first);
  expect(codes(one.p.reply)).toEqual(["starts-at-1"]);
});

test("an input that cannot be diagnosed gives a sentence", () => {
  const one = figure();
  consult(one, /** @type {any} */ ({ values: new Float32Array(3), shape: [2, 2] }));
  vi.advanceTimersByTime(1000);
  expect(one.p.reply.answer.problem).toMatch(/^phasor\.diagnose: /);
});
