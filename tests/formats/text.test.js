// CSV and JSON: reading, errors with their places, and writing.
import { describe, expect, it } from "vitest";
import { CsvReader, readCsv, readJson, readTable, writeTable } from "../../web/formats/index.js";
import { numpy } from "./numpy.js";

const bytes = (/** @type {string} */ text) => new TextEncoder().encode(text);
const text = (/** @type {Uint8Array} */ written) => new TextDecoder().decode(written);

describe("readCsv", () => {
  /** @type {[what: string, text: string, rows: number[][]][]} */
  const right = [
    [
      "commas",
      "1,2\n3,4\n",
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      "semicolons and decimal commas",
      "1,5;2\n3;-4,25e1",
      [
        [1.5, 2],
        [3, -42.5],
      ],
    ],
    [
      "tabs",
      "1\t2\r\n3\t4\r\n",
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      "blanks",
      "  1   2 \n 3 4",
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      "carriage returns alone",
      "1,2\r3,4\r",
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ["a header", "sin,cos\n1,2\n", [[1, 2]]],
    [
      "comments and empty lines",
      "# made by hand\n\n1 2\n  \n# more\n3 4\n",
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ["quotes", '"a";"b"\n"1";"2"\n', [[1, 2]]],
    ["names with other separators", "sin;x,cos\n1,2\n", [[1, 2]]],
    ["names in quotes with separators", '"sin, 0","cos, 0"\n1,2\n', [[1, 2]]],
    ["names between tabs, and decimal commas", "a\tb\r\n1,5\t2,5\r\n", [[1.5, 2.5]]],
    ["one column", "1\n2\n", [[1], [2]]],
    ["what is not finite", "nan,inf,-Infinity,NaN\n", [[NaN, Infinity, -Infinity, NaN]]],
    ["all ways of writing a number", "1. .5 +2 1e3 1E-3 -0", [[1, 0.5, 2, 1000, 0.001, -0]]],
  ];

  it.each(right)("reads %s", (_, csv, rows) => {
    const table = readCsv(csv);
    expect(table).toEqual({
      data: Float64Array.from(rows.flat()),
      rows: rows.length,
      columns: rows[0].length,
    });
    // The same result in pieces of any size.
    for (const size of [1, 2, 3, 5]) {
      const reader = new CsvReader();
      for (let i = 0; i < csv.length; i += size) reader.push(csv.slice(i, i + size));
      expect(reader.end()).toEqual(table);
    }
  });

  /** @type {[what: string, text: string, message: string][]} */
  const wrong = [
    ["a word", "1,2\n3,x\n", 'line 2, column 2: "x" is not a number'],
    ["a word in the first line", "1,x\n", "line 1, column 2"],
    ["two headers", "a,b\nc,d\n", "line 2, column 1"],
    ["an empty field", "1,,2\n", "line 1, column 2: an empty field"],
    ["an empty last field", "1\t2\t\n", "line 1, column 3: an empty field"],
    ["a short line", "# 3\n1,2,3\n4,5\n", "line 3, column 3: 2 numbers, but line 2 has 3"],
    ["a long line", "1,2\n3,4,5\n", "line 2, column 3: 3 numbers, but line 1 has 2"],
    ["hexadecimal", "0x10,1\n1,0x10", "line 1, column 1"],
    ["nothing", "", "no line of numbers"],
    ["a header alone", "a,b\n", "no line of numbers"],
    ["a name for two numbers", "a\n1,5\n", "line 2, column 2: the line has 2 fields, the header 1"],
    [
      "names without numbers",
      "a,b,c\n1,5\n",
      "line 2, column 3: the line has 2 fields, the header 3",
    ],
    ["separators of thousands", "1,234,567;1\n", 'line 1, column 1: "1,234,567" is not a number'],
    [
      "orders for a terminal",
      "1\n\x1b\x7f\x9b\n",
      'line 2, column 1: "\\u001b\\u007f\\u009b" is not',
    ],
    ["a long word, shortened", `1\n${"y".repeat(1000)}`, `"${"y".repeat(40)}…"`],
  ];

  it.each(wrong)("refuses %s", (_, csv, message) => {
    expect(() => readCsv(csv)).toThrow(message);
    expect(() => readCsv(csv)).toThrow(expect.objectContaining({ name: "FormatError" }));
  });

  it("refuses an endless line before it is complete", () => {
    const reader = new CsvReader();
    const piece = "1,".repeat(2 ** 20);
    expect(() => {
      for (let i = 0; i < 100; i++) reader.push(piece);
    }).toThrow("line 1: it is longer");
  });
});

describe("readJson", () => {
  /** @type {[text: string, shape: number[], data: number[]][]} */
  const right = [
    ["[[1, 2], [3, 4], [5, 6]]", [3, 2], [1, 2, 3, 4, 5, 6]],
    ["[1, 2]", [2], [1, 2]],
    ["[[[1], [2]]]", [1, 2, 1], [1, 2]],
    ['{"data": [1, 2, 3, 4], "shape": [2, 2]}', [2, 2], [1, 2, 3, 4]],
    ['{"data": [[1], [2]]}', [2, 1], [1, 2]],
    ['[[null, "-Infinity", "inf"]]', [1, 3], [NaN, -Infinity, Infinity]],
    ["[[NaN, -Infinity], [Infinity,1]]", [2, 2], [NaN, -Infinity, Infinity, 1]],
    ["[[], []]", [2, 0], []],
    ['{"of": "x, NaN, \\", -Infinity", "data": [NaN, 1]}', [2], [NaN, 1]],
    [" \n[ -Infinity ,NaN]", [2], [-Infinity, NaN]],
  ];

  it.each(right)("reads %s", (json, shape, data) => {
    expect(readJson(json)).toEqual({ data: Float64Array.from(data), shape });
  });

  /** @type {[text: string, message: string][]} */
  const wrong = [
    ["[[1, 2], [3]]", "[1]: 1 elements, but the first such array has 2"],
    ["[[1], 2]", "[1]: it is not an array"],
    ["[1, [2]]", "[1]: an array is not a number"],
    ['[[1, "x"]]', '[0][1]: "x" is not a number'],
    ["[true]", "[0]: true is not a number"],
    ['{"data": [1, 2], "shape": [3]}', "shape: [3] does not fit 2 numbers"],
    ['{"data": [1, 2], "shape": [1e12, 1e12]}', "does not fit 2 numbers"],
    ['{"data": [1], "shape": [-1]}', "shape: it is not an array of sizes"],
    ['{"data": 1}', "data: it is not an array"],
    ['{"rows": 1}', '"data" and "shape"'],
    ["3", "an array of arrays"],
    ["[1, 2", "it is not JSON"],
    ["[xNaN]", "it is not JSON"],
    ["[1.NaN]", "it is not JSON"],
    ["[--Infinity]", "it is not JSON"],
    ['[{"a": 1}]', "[0]: an object is not a number"],
    ['["\x7f\x9b\u2028"]', '[0]: "\\u007f\\u009b\\u2028" is not a number'],
    ["[\x9b\u2028]", "'\\u009b'"],
    [`${"[".repeat(65)}1${"]".repeat(65)}`, "more than 64 axes"],
  ];

  it.each(wrong)("refuses %s", (json, message) => {
    expect(() => readJson(json)).toThrow(message);
    expect(() => readJson(json)).toThrow(expect.objectContaining({ name: "FormatError" }));
  });
});

it("readJson refuses a million brackets", () => {
  expect(() => readJson("[".repeat(1e6))).toThrow("it is not JSON");
  expect(() => readJson(`${"[".repeat(1e6)}${"]".repeat(1e6)}`)).toThrow("more than 64 axes");
});

describe("readTable", () => {
  it("finds the format by the content, then by the name", () => {
    const data = Float32Array.of(1, 2, 3, 4, 5, 6);
    for (const format of /** @type {const} */ (["npy", "csv", "json"])) {
      const table = readTable(writeTable(format, data, [3, 2]), "any.name");
      expect(table).toEqual({ data, rows: 3, columns: 2 });
    }
    expect(() => readTable(bytes("1,2"), "x.npy")).toThrow("x.npy: byte 0");
    expect(() => readTable(bytes("1,2"), "x.json")).toThrow("x.json: it is not JSON");
    expect(() => readTable(bytes("PK\x03\x04"), "x.npz")).toThrow("ZIP");
  });

  it("takes leading axes as rows, and a list as a column", () => {
    const data = Float32Array.from({ length: 24 }, (_, i) => i);
    const read = (/** @type {number[]} */ shape) => readTable(writeTable("npy", data, shape), "t");
    expect(read([2, 3, 4])).toEqual({ data, rows: 6, columns: 4, stack: 2 });
    expect(read([24])).toEqual({ data, rows: 24, columns: 1 });
    expect(readTable(writeTable("csv", data, [24]), "t")).toEqual({ data, rows: 24, columns: 1 });
  });

  it("returns float32 for text that was written from float32", () => {
    const single = Float32Array.of(0.1, Math.fround(Math.PI), 1e-40, 3e38);
    const double = Float64Array.of(0.1, Math.PI, 1e-40, 3e38);
    for (const format of /** @type {const} */ (["csv", "json"])) {
      expect(readTable(writeTable(format, single, [2, 2]), "t").data).toEqual(single);
      expect(readTable(writeTable(format, double, [2, 2]), "t").data).toEqual(double);
    }
  });

  it("reads UTF-16 and skips byte order marks", () => {
    const utf16 = new Uint8Array(Uint16Array.from("\ufeff1,2", (c) => c.charCodeAt(0)).buffer);
    expect(readTable(utf16, "t").columns).toBe(2);
    expect(readTable(bytes("\ufeff1;2"), "t").columns).toBe(2);
  });

  it("reads CSV longer than the engine's longest string", () => {
    // Blanks make it long, and few numbers keep it fast.
    const row = Buffer.alloc(1 << 20, " ");
    row.write("1,2");
    row[row.length - 1] = 10;
    const large = Buffer.alloc(520 * row.length, row);
    expect(large.length).toBeGreaterThan(2 ** 29);
    expect(readTable(large, "large.csv")).toMatchObject({ rows: 520, columns: 2 });
    expect(() => readTable(large, "large.json")).toThrow(
      "large.json: JSON must have at most 134 MB, got 545; .npy and CSV may be larger",
    );
  }, 300_000);

  it("reads characters of several bytes that are split anywhere", () => {
    for (const blanks of [2 ** 20 - 3, 2 ** 20 - 2, 2 ** 20 - 1]) {
      const text = `${" ".repeat(blanks)}# \u00b5\u2264\u{1f600}\n1;2\n`;
      expect(readTable(bytes(text), "t").data).toEqual(Float32Array.of(1, 2));
      const utf16 = Buffer.from(`\ufeff${text.slice(2 ** 19)}`, "utf16le");
      expect(readTable(utf16, "t").columns).toBe(2);
    }
  });

  it("refuses empty input and input that is not text, and names the file", () => {
    expect(() => readTable(new Uint8Array(0), "none.csv")).toThrow("none.csv: the file is empty");
    expect(() => readTable(Uint8Array.of(49, 0xff, 50), "t")).toThrow("t: it is neither");
    const cut = Buffer.concat([Buffer.alloc(1 << 20, " "), Buffer.from("1 \u00b5").subarray(0, 3)]);
    expect(() => readTable(cut, "t")).toThrow("t: it is neither");
    expect(() => readTable(bytes("x"), "a\x9b\n")).toThrow("a\\u009b\\u000a: there is no line");
    const empty = writeTable("npy", new Float32Array(0), [0, 8]);
    expect(() => readTable(empty, "t.npy")).toThrow("t.npy: its shape (0, 8) has no element");
  });
});

describe("16-bit numbers", () => {
  // 0.1, -0, the smallest, the largest, infinity and NaN.
  const bits = Uint16Array.of(0x2e66, 0x8000, 0x0001, 0x7bff, 0xfc00, 0x7e00);
  const values = [0.0999755859375, -0, 2 ** -24, 65504, -Infinity, NaN];

  it("are written as text that is read back as the same numbers", () => {
    for (const format of /** @type {const} */ (["csv", "json"])) {
      const read = readTable(writeTable(format, bits, [6], "float16"), "t").data;
      expect([...read]).toEqual(values);
      const brain = Uint16Array.of(0x3dcd, 0x8000, 0x0001, 0x7f7f, 0xff80, 0x7fc0);
      const wide = new Float32Array(Uint32Array.from(brain, (x) => x << 16).buffer);
      expect(readTable(writeTable(format, brain, [6], "bfloat16"), "t").data).toEqual(wide);
    }
    expect(text(writeTable("csv", bits.slice(0, 1), [1], "float16"))).toBe("0.099975586\n");
  });

  it("may be in a Float16Array, if the engine has it", () => {
    // A stand-in for Float16Array, which not every engine has: its bytes are bits, its elements
    // numbers.
    const halves = Object.assign(new DataView(bits.buffer), values, {
      length: 6,
      BYTES_PER_ELEMENT: 2,
      [Symbol.iterator]: () => values[Symbol.iterator](),
    });
    for (const format of /** @type {const} */ (["npy", "csv", "json"])) {
      const written = writeTable(format, /** @type {any} */ (halves), [2, 3]);
      expect(written).toEqual(writeTable(format, bits, [2, 3], "float16"));
    }
  });

  it("have no .npy file if they are bfloat16", () => {
    expect(() => writeTable("npy", bits, [6], "bfloat16")).toThrow(
      ".npy does not support bfloat16",
    );
  });
});

describe("writeTable", () => {
  it("writes CSV with the fewest digits", () => {
    const data = [0.1, 1 / 3, -0, 1e-45, 3.4028235e38, 16777216, 1.17549435e-38, NaN, -Infinity];
    expect(text(writeTable("csv", Float32Array.from(data), [3, 3]))).toBe(
      "0.1,0.33333334,-0\n1e-45,3.4028235e+38,16777216\n1.1754944e-38,nan,-inf\n",
    );
    expect(text(writeTable("csv", Float64Array.of(1 / 3, 1e21), [1, 2]))).toBe(
      "0.3333333333333333,1e+21\n",
    );
  });

  it("writes no more digits than NumPy for float32 of every size", () => {
    const data = new Float32Array(4000);
    const bits = new Uint32Array(data.buffer);
    for (let i = 0; i < bits.length; i++) bits[i] = Math.imul(i + 1, 0x9e3779b1) & 0x7f7fffff;
    // As many numbers of the sizes in tables, and short decimals.
    for (let i = 0; i < bits.length; i += 2)
      data[i] = 10 ** (1.2 - 6 * (i / bits.length)) * Math.PI;
    for (let i = 0; i < bits.length; i += 20) data[i] = i / 10 ** ((i / 20) % 7);
    const ours = text(writeTable("csv", data, [data.length]))
      .trim()
      .split("\n");
    const hex = Buffer.from(data.buffer).toString("hex");
    const theirs = numpy(
      "a = np.frombuffer(bytes.fromhex(sys.argv[1]), '<f4')\n" +
        "print('\\n'.join(np.format_float_scientific(x, unique=True, trim='-') for x in a))",
      [hex],
    );
    const digits = (/** @type {string} */ decimal) =>
      decimal
        .replace(/e.*/, "")
        .replace(/\D/g, "")
        .replace(/^0+|0+$/g, "").length;
    const expected = theirs.trim().split("\n");
    ours.forEach((decimal, i) => {
      expect(Math.fround(Number(decimal))).toBe(data[i]);
      if (Number.isInteger(data[i]) && data[i] <= 2 ** 24) return;
      expect(digits(decimal), `${decimal} and ${expected[i]}`).toBe(digits(expected[i]));
    });
  });

  it("writes CSV with a line for each row of the last axis", () => {
    const data = Float64Array.from({ length: 12 }, (_, i) => i);
    const lines = text(writeTable("csv", data, [2, 2, 3]))
      .trim()
      .split("\n");
    expect(lines).toEqual(["0,1,2", "3,4,5", "6,7,8", "9,10,11"]);
  });

  it("writes JSON of any number of axes", () => {
    const data = Float64Array.of(1, -Infinity, 3, NaN, 5, 6, 7, 8);
    const nested = JSON.parse(text(writeTable("json", data, [2, 2, 2])));
    expect(nested).toEqual([
      [
        [1, "-Infinity"],
        [3, "NaN"],
      ],
      [
        [5, 6],
        [7, 8],
      ],
    ]);
    expect(JSON.parse(text(writeTable("json", data, [8])))).toHaveLength(8);
    expect(text(writeTable("json", new Float32Array(0), [0, 4]))).toBe("[]\n");
  });
});

describe("a million characters that are no table are refused at once:", () => {
  const count = 1e6;
  // Each took time that grows with the square of its length with a pattern that tries every place.

  it.each([
    ["an open string of escaped quotation marks", `["${'\\"'.repeat(count)}`],
    ["the same with half an escape at its end", `["${'\\"'.repeat(count)}\\`],
    ["digits and a letter, as JSON", `["${"1".repeat(count)}x"]`],
    ["digits and a letter, as CSV", `${"1".repeat(count)}x\n`],
    ["digits after a point and a letter", `1.${"1".repeat(count)}x\n`],
    ["bare words", `[${"NaN.".repeat(count)}`],
    ["blanks", `1${" ".repeat(count)}x`],
  ])("%s", (_, text) => {
    expect(() => readTable(bytes(text), "t")).toThrow(/^t: /);
  });
});
