// phasor table: the same bits as the package, in pieces of any size.
import { conventions, sinusoidal } from "phasor";
import { describe, expect, it } from "vitest";
import { tablePieces } from "../../web/cli/tables.js";
import { same } from "../phasor/helpers.js";
import { onTerminal, phasor, refused, tableFrom } from "./run.js";

const names = /** @type {(keyof typeof conventions)[]} */ (Object.keys(conventions));

describe("phasor table writes", () => {
  it("CSV to standard output", () => {
    expect(phasor(["table", "2", "4"])).toMatchObject({
      code: 0,
      out: "0,1,0,1\n0.84147096,0.5403023,0.009999833,0.99995\n",
      error: "",
    });
  });

  it.each(["npy", "csv", "json"])("%s", (format) => {
    const { data, rows, columns } = tableFrom(["table", "9", "10", "-f", format]);
    expect([rows, columns]).toEqual([9, 10]);
    expect(data).toEqual(sinusoidal(9, 10));
  });

  it.each(names)("the convention %s", (convention) => {
    const { data } = tableFrom(["table", "5", "8", "-f", "npy", "-c", convention]);
    expect(data).toEqual(sinusoidal(5, 8, { convention }));
  });

  it("other bases, starts, types and arithmetics", () => {
    const options = "--base 500 --start 1e6 --dtype float64 --arithmetic bfloat16 -f npy";
    const { data } = tableFrom(["table", "5", "8", ...options.split(" ")]);
    const arithmetic = "bfloat16";
    expect(data).toEqual(sinusoidal(5, 8, { base: 500, start: 1e6, dtype: "float64", arithmetic }));
  });

  it("no bfloat16 as .npy, which has none", () => {
    const error = refused(["table", "2", "4", "--dtype", "bfloat16", "-f", "npy"]);
    expect(error).toBe(
      "phasor: .npy does not support bfloat16; use CSV or JSON, or float16 or float32\n",
    );
  });

  it("tables without rows", () => {
    expect(phasor(["table", "0", "8"])).toMatchObject({ code: 0, out: "" });
    expect(phasor(["table", "0", "8", "-f", "npy"]).out).toContain("'shape': (0, 8)");
  });

  it("nothing past the last position", () => {
    for (const [rows, start] of [
      ["3", "2^53"],
      ["2", "2^53"],
      ["1", "-2^54"],
    ])
      expect(refused(["table", rows, "8", `--start=${start}`])).toMatch(
        /start \+ length - 1,? must be within ±2\^53/i,
      );
    for (const start of [2 ** 53, -(2 ** 53)])
      expect(tableFrom(["table", "1", "8", `--start=${start}`]).data).toEqual(
        sinusoidal(1, 8, { start }),
      );
  });

  it("no .npy to a terminal", () => {
    expect(onTerminal(["table", "2", "4", "-f", "npy"])).toContain("--output is required");
    expect(onTerminal(["table", "2", "4"])).toContain("0.84147096");
  });
});

it.each([0, -77, 0.1, 2 ** 40 + 0.5])(
  "the pieces of phasor table are the whole table's rows, from position %s",
  (start) => {
    const [length, width] = [1500, 256];
    const table = sinusoidal(length, width, { start, dtype: "float64" });
    let at = 0;
    let pieces = 0;
    for (const piece of tablePieces(length, width, start, { dtype: "float64" })) {
      same(/** @type {Float64Array} */ (piece), table.subarray(at, at + piece.length));
      at += piece.length;
      pieces++;
    }
    expect(at).toBe(length * width);
    expect(pieces).toBeGreaterThan(2);
  },
);
