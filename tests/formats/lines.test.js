// CSV lines of any length, and nested JSON arrays of unequal lengths.
import { expect, it } from "vitest";
import { CsvReader, readCsv, readJson } from "../../web/formats/index.js";

const LONGEST = 2 ** 24;

it("a CSV line may have at most 2^24 characters, in one piece or in many", () => {
  const comment = `#${" ".repeat(LONGEST - 1)}`;
  expect(readCsv(`${comment}\n1,2\n`).columns).toBe(2);
  expect(() => readCsv(`1,2\n${comment} \n1,2\n`)).toThrow("line 2: it is longer than 16777216");
  const reader = new CsvReader();
  reader.push("1,2\n");
  reader.push(comment);
  expect(() => reader.push(" ")).toThrow("line 2: it is longer than 16777216");
});

it.each([1, 31, 32, 33, 63, 64, 65, 1000])(
  "readCsv keeps all numbers of a table with any number of lines: %s",
  (rows) => {
    const lines = Array.from({ length: rows }, (_, n) => `${n},${n / -2 - 1}\n`);
    const { data, ...shape } = readCsv(lines.join(""));
    expect(shape).toEqual({ rows, columns: 2 });
    expect(data).toEqual(
      Float64Array.from({ length: 2 * rows }, (_, n) => (n % 2 ? (n >> 1) / -2 - 1 : n >> 1)),
    );
  },
);

it.each([
  ["[[[1], [2, 3]], [[4], [5]]]", "[0][1]: 2 elements, but the first such array has 1"],
  ["[[[1], [2]], [[3], [4, 5]]]", "[1][1]: 2 elements, but the first such array has 1"],
  ["[[[1], [2]], [[3]]]", "[1]: 1 elements, but the first such array has 2"],
  ["[[[1], 2], [[3], [4]]]", "[0][1]: it is not an array"],
  ["[[[1], [2]], [[3], [[4]]]]", "[1][1][0]: an array is not a number"],
])("%s is refused with the place of the mistake", (text, message) => {
  expect(() => readJson(text)).toThrow(message);
});
