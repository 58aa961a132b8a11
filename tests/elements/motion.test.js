import { afterEach, expect, it, vi } from "vitest";
import { Motion } from "../../web/elements/core/motion.js";

afterEach(() => vi.unstubAllGlobals());

it.each([
  { from: 0, to: 80 },
  { from: 80, to: 0 },
  { from: 0, to: 1e6 },
  { from: 10000, to: 500000 },
  { from: -3, to: 5 },
])("a value that moves from $from to $to is always between the two", ({ from, to }) => {
  const motion = new Motion();
  motion.begin("position", from, 0);
  let before = from;
  for (let time = 0; time <= 600; time += 20) {
    const now = motion.at("position", to, time);
    expect(now).toBeGreaterThanOrEqual(Math.min(before, to));
    expect(now).toBeLessThanOrEqual(Math.max(before, to));
    before = now;
  }
  expect(motion.at("position", to, 600)).toBe(to);
});

it.each([
  ["eases to the whole number", false],
  ["is at the whole number at once where motion is not wanted", true],
])("what was dragged %s", (_, isReduced) => {
  vi.stubGlobal("matchMedia", () => ({ matches: isReduced }));
  const motion = new Motion();
  motion.hold("position", 3.4);
  expect(motion.at("position", 3, 0)).toBe(3.4);
  motion.release(0);
  const soon = motion.at("position", 3, 20);
  if (isReduced) expect(soon).toBe(3);
  else expect(soon > 3 && soon < 3.4).toBe(true);
  expect(motion.at("position", 3, 600)).toBe(3);
});
