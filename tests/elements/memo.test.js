// Values that are computed when they are read, and long work in slices.
import { expect, test } from "vitest";
import { Data, tracked } from "../../web/elements/core/memo.js";

test("long work restarts when anything that it read changes, even for two works of one name", () => {
  /** @type {Record<string, number>} */
  const settings = { length: 3, offset: 100 };
  let reads = 0;
  const p = tracked(Object.keys(settings), (name) => {
    reads++;
    return settings[name];
  });
  const data = new Data(
    {
      // The data also depend on a length.
      length: ({ offset }) => offset + 1,
      *sums(p, d) {
        let sum = 0;
        for (let n = 0; n < 500; n++) {
          sum += p.length * d.length;
          yield sum;
        }
      },
    },
    p,
    () => {},
  );
  const result = () => {
    expect(data.values.sums).toBeGreaterThan(0);
    while (data.work(1000));
    return data.values.sums;
  };
  expect(result()).toBe(500 * 3 * 101);
  settings.length = 4;
  expect(result()).toBe(500 * 4 * 101);
  settings.offset = 10;
  expect(result()).toBe(500 * 4 * 11);
  // Each is compared once, however often the loop has read it.
  reads = 0;
  expect(data.values.sums).toBe(500 * 4 * 11);
  expect(reads).toBeLessThan(10);
});
