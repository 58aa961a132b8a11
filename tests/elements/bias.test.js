// The numbers of <phasor-bias>, against the formulas of the papers.
import { expect, test } from "vitest";
import {
  alibiMatrix,
  alibiWindows,
  HEADS,
  swinWindow,
  t5Matrix,
  t5Stairs,
  tableOf,
} from "../../web/elements/models/bias.js";

/** An entry of the table that stands for a learned one. @param {number} row @param {number} head */
const learned = (row, head) => (((5 * row + 4 * head) % 11) - 5) / 5;

test("ALiBi falls by its head's slope with the distance and masks what is later", () => {
  for (const head of [0, 3, 7]) {
    const values = alibiMatrix(head, 9);
    const slope = 2 ** (-(head + 1) * (8 / HEADS));
    for (let query = 0; query < 9; query++) {
      for (let key = 0; key < 9; key++) {
        const bias = key > query ? -Infinity : slope * (key - query);
        expect(values[query * 9 + key] + 0).toBe(bias);
      }
    }
  }
});

test("ALiBi's windows end where e^bias is first below one per cent", () => {
  const ends = Array.from({ length: HEADS }, (_, head) =>
    Math.ceil(Math.log(100) * 2 ** (head + 1)),
  );
  expect([...alibiWindows()]).toEqual(ends);
});

test("T5's matrix holds the entries of the buckets of its staircase", () => {
  for (const both of [true, false]) {
    const { first, buckets } = t5Stairs(both);
    const values = t5Matrix(6, 100, both);
    for (const [query, key] of [
      [0, 0],
      [5, 70],
      [70, 5],
      [99, 0],
      [40, 41],
    ]) {
      const bucket = key > query && !both ? 0 : buckets[key - query - first];
      expect(values[query * 100 + key]).toBe(learned(bucket, 6));
    }
    expect(buckets[0]).toBe(both ? 15 : 31);
    // As far to the right as to the left, or up to the query itself.
    expect(first + buckets.length - 1).toBe(both ? -first : 0);
    expect(buckets[buckets.length - 1]).toBe(both ? 31 : 0);
  }
  expect([...tableOf(2)]).toEqual(Array.from({ length: 16 }, (_, n) => learned(n >> 3, n & 7)));
});

test("Swin: an index for each difference of two patches, its bias, and V2's coordinates", () => {
  const [window, query] = [5, 13];
  const { index, biases, logs } = swinWindow(4, window, query);
  for (let key = 0; key < 25; key++) {
    const down = Math.floor(query / 5) - Math.floor(key / 5);
    const across = (query % 5) - (key % 5);
    const row = (down + 4) * 9 + across + 4;
    expect(index[query * 25 + key]).toBe(row);
    expect(biases[key]).toBe(learned(row, 4));
  }
  expect(logs).toHaveLength(9);
  logs.forEach((value, n) => {
    const distance = (8 * (n - 4)) / 4;
    const log = (Math.sign(distance) * Math.log2(Math.abs(distance) + 1)) / Math.log2(8);
    expect(value).toBeCloseTo(log, 14);
  });
});
