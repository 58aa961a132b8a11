// phasor bias: the package's biases, and the shapes of their files.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  alibiBias,
  alibiSlopes,
  swinBias,
  swinLogCoordinates,
  swinRelativePositionIndex,
  t5Bias,
  t5Bucket,
} from "phasor";
import { describe, expect, it } from "vitest";
import { readNpy, writeTable } from "../../web/formats/index.js";
import { phasor, refused, scratch } from "./run.js";

const folder = scratch();

function bias(/** @type {string} */ words) {
  const { code, bytes, error } = phasor(["bias", ...words.split(" "), "-f", "npy"]);
  expect({ code, error }).toEqual({ code: 0, error: "" });
  return readNpy(bytes);
}

/** A learned table in a file. @param {number} rows @param {number} heads */
function table(rows, heads) {
  const data = Float32Array.from({ length: rows * heads }, (_, i) => Math.sin(i));
  const path = join(folder, `${rows}.csv`);
  writeFileSync(path, writeTable("csv", data, [rows, heads]));
  return { path, data };
}

describe("phasor bias alibi", () => {
  it("writes slopes", () => {
    expect(bias("alibi --heads 6")).toEqual({ data: alibiSlopes(6), shape: [6] });
  });

  it("writes biases", () => {
    expect(bias("alibi --heads 3 --queries 4 --keys 9 --offset 5")).toEqual({
      data: alibiBias(3, 4, 9, { offset: 5 }),
      shape: [3, 4, 9],
    });
    expect(bias("alibi --heads 2 --queries 4 --symmetric --dtype float64").data).toEqual(
      alibiBias(2, 4, 4, { causal: false, dtype: "float64" }),
    );
    expect(bias("alibi --heads 2 --queries 4 --form key-index").data).toEqual(
      alibiBias(2, 4, 4, { form: "key-index" }),
    );
  });
});

describe("phasor bias t5", () => {
  it("writes buckets", () => {
    const options = { bidirectional: false, buckets: 16, maxDistance: 50 };
    const { data, shape } = bias(
      "t5 --queries 70 --keys 60 --buckets 16 --max-distance 50 --one-way",
    );
    expect(shape).toEqual([70, 60]);
    data.forEach((bucket, i) => {
      expect(bucket).toBe(t5Bucket((i % 60) - Math.floor(i / 60), options));
    });
    expect(bias("t5 --queries 3").data[1]).toBe(t5Bucket(1));
  });

  it("writes the biases of a table", () => {
    const { path, data } = table(32, 4);
    expect(bias(`t5 --queries 5 --keys 7 --offset 2 --table ${path}`)).toEqual({
      data: t5Bias(data, [32, 4], 5, 7, { offset: 2 }),
      shape: [4, 5, 7],
    });
  });
});

describe("phasor bias swin", () => {
  it("writes indices, as integers", () => {
    const { data, shape } = bias("swin --window 3x4");
    expect(shape).toEqual([12, 12]);
    expect(Int32Array.from(data)).toEqual(swinRelativePositionIndex(3, 4));
    expect(phasor(["bias", "swin", "--window", "2x2", "-f", "npy"]).out).toContain("<i4");
  });

  it("writes coordinates and biases", () => {
    expect(bias("swin --window 3x4 --coordinates --dtype float64")).toEqual({
      data: swinLogCoordinates(3, 4, { dtype: "float64" }),
      shape: [35, 2],
    });
    const { path, data } = table(35, 2);
    expect(bias(`swin --window 3x4 --table ${path}`)).toEqual({
      data: swinBias(data, 2, 3, 4),
      shape: [2, 12, 12],
    });
  });
});

it("phasor bias nests JSON, and joins the leading axes in CSV", () => {
  const words = ["bias", "alibi", "--heads", "2", "--queries", "2"];
  expect(JSON.parse(phasor([...words, "-f", "json"]).out)).toEqual([
    [
      [0, "-Infinity"],
      [-0.0625, 0],
    ],
    [
      [0, "-Infinity"],
      [-0.00390625, 0],
    ],
  ]);
  expect(phasor(words).out).toBe("0,-inf\n-0.0625,0\n0,-inf\n-0.00390625,0\n");
});

describe("phasor bias refuses", () => {
  it.each([
    ["alibi", "--heads is required"],
    ["alibi --heads 0", "heads must be an integer from 1 to 65536, got 0"],
    ["alibi --heads 2 --keys 3", "--keys needs --queries"],
    ["alibi --heads 2 --buckets 3", "--buckets does not apply to alibi"],
    ["t5 --queries 2 --buckets 7", "buckets must be even, got 7"],
    [
      "t5 --queries 2 --buckets 1e12",
      "buckets must be an integer from 4 to 4096, got 1000000000000",
    ],
    ["t5 --queries 2 --buckets 32 --table x", "--buckets cannot be used with --table"],
    ["t5 --queries 2 --table nothing.npy", "nothing.npy cannot be read"],
    ["swin", "--window is required"],
    ["swin --window 2x2 --dtype float32", "--dtype needs --coordinates"],
    ["swin --window 60000x60000", "the result needs"],
  ])("%s", (words, message) => {
    expect(refused(["bias", ...words.split(" ")], { cwd: folder })).toContain(`phasor: ${message}`);
  });

  it("a table that does not fit the window", () => {
    const { path } = table(35, 2);
    const words = ["bias", "swin", "--window", "3x3", "--table", path];
    expect(phasor(words).error).toContain("a window of 3 × 3 needs 25 rows, not 35");
  });
});
