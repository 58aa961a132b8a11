// phasor compare: differences, where they are, and exit codes.
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { npy, safetensors } from "../formats/writers.js";
import { phasor, scratch, writerIn } from "./run.js";

const folder = scratch();
const file = writerIn(folder);
/** @param {string[]} words */
const run = (...words) => phasor(["compare", ...words], { cwd: folder });

const values = Float32Array.of(1, 2, 3, 4, 5, 0.1);
const a = file("a.npy", npy("<f4", [2, 3], values));
/** The next float32 above 4, two steps above 0.1, and nothing else. */
const changed = values.slice();
changed[3] = 4 + 2 ** -21;
changed[5] = Math.fround(0.1) + 2 * 2 ** -27;
const b = file("b.npy", npy("<f4", [2, 3], changed));

describe("phasor compare", () => {
  it("says that files are equal, in any format", () => {
    const text = file("a.csv.gz", gzipSync("1,2,3\n4,5,0.1\n"));
    expect(run(a, text)).toMatchObject({
      code: 0,
      error: "",
      out: expect.stringMatching(/2 × 3, float32, equal\n$/),
    });
    expect(run(a, a).code).toBe(0);
  });

  it("says how large the differences are, and where", () => {
    const { code, out } = run(a, b, "--json");
    expect(code).toBe(1);
    const rms = Math.sqrt(((2 ** -21) ** 2 + (2 ** -26) ** 2) / 6);
    expect(JSON.parse(out)).toEqual([
      {
        ...{
          name: "",
          shapes: [
            [2, 3],
            [2, 3],
          ],
          dtype: "float32",
          count: 6,
          different: 2,
        },
        largest: { size: 2 ** -21, index: [1, 0], values: [4, 4 + 2 ** -21] },
        units: { size: 2, index: [1, 2], values: [values[5], changed[5]] },
        rms: expect.closeTo(rms, 15),
      },
    ]);
    expect(run(a, b).out).toContain("largest difference  4.77e-7 at [1,0], 4 and 4\n");
  });

  it("accepts differences up to the tolerance", () => {
    expect(run(a, b, "--tolerance", "5e-7").code).toBe(0);
    expect(run(a, b, "--tolerance", "4e-7").code).toBe(1);
    expect(run(a, b, "--tolerance", "-1").error).toContain(
      "--tolerance must be a number of at least 0",
    );
    expect(run(a, b, "--quiet")).toMatchObject({ code: 1, out: "", error: "" });
  });

  it("takes NaN as equal to NaN, and as infinitely far from numbers", () => {
    const nan = file("nan.csv", "1,nan,inf\n4,5,0.1\n");
    expect(run(nan, nan).code).toBe(0);
    const { code, out } = run(nan, a, "--json", "--tolerance", "1e9");
    expect(code).toBe(1);
    expect(JSON.parse(out)[0]).toMatchObject({
      different: 2,
      largest: { size: "Infinity", index: [0, 1] },
    });
  });

  it("counts whole numbers as integers", () => {
    const [one, other] = ["1,2\n3,40000\n", "1,2\n3,40001\n"].map((text, n) =>
      file(`${n}.csv`, text),
    );
    expect(run(one, one).out).toContain("2 × 2, integers, equal\n");
    expect(run(one, other).out).toContain("units in last place 1 at [1,1], 40000 and 40001\n");
  });

  it("refuses no shapes: they differ", () => {
    const other = file("other.npy", npy("<f4", [3, 2], values));
    const { code, out } = run(a, other, "--tolerance", "10");
    expect([code, out]).toEqual([1, "a.npy and other.npy: the shapes differ, 2 × 3 and 3 × 2\n"]);
  });

  it("compares arrays by name", () => {
    const [x, y] = [values, changed].map((data) => ({ shape: [6], data }));
    const one = file("0.safetensors", safetensors({ x, y: x }));
    const two = file("1.safetensors", safetensors({ x: y, z: x }));
    const { code, out } = run(one, two);
    expect(code).toBe(1);
    expect(out).toMatch(/^x: 6, float32, 2 of 6 entries differ\n/);
    expect(out).toContain("\ny: only in 0.safetensors\nz: only in 1.safetensors\n");
    expect(run(one, two, "--tensor", "x", "--tolerance", "1").code).toBe(0);
    expect(run(one, two, "--tensor", "y").error).toContain(
      '1.safetensors: it has no "y"; it has x, z',
    );
    const only = file("2.safetensors", safetensors({ y: x }));
    expect(run(one, only).out).toBe("x: only in 0.safetensors\ny: 6, float32, equal\n");
    expect(run(one, a).error).toContain(
      "0.safetensors: select an array with --tensor; it has x, y",
    );
  });

  it.each([
    [["a.npy"], "B is missing"],
    [["-", "-"], "only one of the two files can be standard input"],
    [["a.npy", "nothing"], "nothing cannot be read: no such file"],
  ])("refuses %j", (words, message) => {
    expect(run(...words)).toMatchObject({
      code: 2,
      out: "",
      error: expect.stringContaining(message),
    });
  });
});
