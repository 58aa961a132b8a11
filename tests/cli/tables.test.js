// The commands that make tables and matrices: their results equal the package's.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  cosineSimilarity,
  dotProducts,
  encodingStatistics,
  nerf,
  similarityByDistance,
  sinusoidal,
  sinusoidal2d,
} from "phasor";
import { describe, expect, it } from "vitest";
import { readTable, writeTable } from "../../web/formats/index.js";
import { arraysOf, elements } from "./arrays.js";
import { phasor, scratch } from "./run.js";

const folder = scratch();
const data = Float32Array.from({ length: 15 }, (_, i) => Math.sin(i * i));
const file = join(folder, "t.npy");
writeFileSync(file, writeTable("npy", data, [5, 3]));

describe("phasor dot, similarity and statistics", () => {
  const options = { start: 7, base: 500, convention: /** @type {const} */ ("mae") };
  const flags = "--start 7 --base 500 -c mae --dtype float64";
  const pe = sinusoidal(6, 8, { ...options, dtype: "float64" });

  it("work on a sinusoidal table", async () => {
    const dot = await arraysOf(`dot 6 8 ${flags}`);
    expect(dot.about).toEqual({ length: 6, dModel: 8, ...options });
    expect(dot.arrays[0]).toMatchObject({ name: "dot", shape: [6, 6], dtype: "float64" });
    expect(elements(dot.arrays[0])).toEqual([...dotProducts(pe, [6, 8])]);
    const [cosine] = (await arraysOf(`similarity 6 8 ${flags}`)).arrays;
    expect(elements(cosine)).toEqual([...cosineSimilarity(pe, [6, 8])]);
    const [mean] = (await arraysOf(`similarity 6 8 --by-distance ${flags}`)).arrays;
    expect(mean).toMatchObject({ shape: [6], dtype: "float64" });
    expect(elements(mean)).toEqual([...similarityByDistance(pe, [6, 8])]);
  });

  it("work on a file", async () => {
    const [dot] = (await arraysOf(`dot ${file}`)).arrays;
    expect(dot).toMatchObject({ shape: [5, 5], dtype: "float32" });
    expect(elements(dot)).toEqual([...dotProducts(data, [5, 3])]);
    const [cosine] = (await arraysOf(`similarity ${file}`)).arrays;
    expect(elements(cosine)).toEqual([...cosineSimilarity(data, [5, 3])]);
  });

  it("measure norms, means and variances", async () => {
    const { min, max, norms, mean, variance } = encodingStatistics(data, [5, 3]);
    const { arrays, about } = await arraysOf(`statistics ${file}`);
    expect(about).toEqual({ rows: 5, columns: 3, min, max });
    expect(arrays.map(({ name }) => name)).toEqual(["norms", "mean", "variance"]);
    expect(arrays.map(elements)).toEqual([[...norms], [...mean], [...variance]]);
    const [only, ...none] = (await arraysOf(`statistics ${file} --values variance`)).arrays;
    expect([only.name, none]).toEqual(["variance", []]);
  });

  it("print statistics in words, or write them", () => {
    const { out } = phasor(["statistics", "-"], { input: "1,2\n3,-4\n" });
    expect(out).toBe(
      "standard input: 2 × 2\n  entries   -4 to 3\n  norms     2.23607 to 5\n" +
        "  mean      -1 to 2 by column\n  variance  1 to 9 by column\n",
    );
    const json = JSON.parse(phasor(["statistics", "--json"], { input: "1,2\n3,-4\n" }).out);
    expect(json).toMatchObject({ min: -4, max: 3, mean: [2, -1], variance: [1, 9] });
    expect(json.norms[1]).toBe(5);
    expect(phasor(["statistics", "--values", "mean"], { input: "1,2\n3,-4\n" }).out).toBe(
      "2\n-1\n",
    );
    const several = phasor(["statistics", "-f", "csv"], { input: "1,2\n3,-4\n" });
    expect(several).toMatchObject({ code: 2, out: "" });
    expect(several.error).toContain(
      "csv holds one array, and there are norms and mean and variance",
    );
  });

  it("refuse a stack of tables", async () => {
    const path = join(folder, "stack.npy");
    writeFileSync(path, writeTable("npy", data.subarray(0, 12), [2, 2, 3]));
    await expect(arraysOf(`dot ${path}`)).rejects.toThrow("this is a stack of 2 tables");
    const thin = join(folder, "thin.npy");
    writeFileSync(thin, writeTable("npy", data, [5, 1, 3]));
    expect((await arraysOf(`dot ${thin}`)).arrays[0].shape).toEqual([5, 5]);
  });

  it.each([
    [`dot ${file} --base 5`, "--base does not apply to a file"],
    ["dot 0 8", "LENGTH must be an integer from 1 to 2^53 - 1, got 0"],
    ["dot 5 7", "dModel must be an even integer of at least 2, got 7"],
    ["similarity 64", "D_MODEL is missing"],
    ["dot 4 8 --dtype float16", "--dtype must be one of float32, float64"],
    ["dot nothing.npy", "nothing.npy cannot be read"],
  ])("refuse %s", async (line, message) => {
    await expect(arraysOf(line)).rejects.toThrow(message);
  });
});

describe("phasor grid", () => {
  it("gives the result of sinusoidal2d", async () => {
    const grid = await arraysOf("grid 3 5 16");
    expect(grid.arrays[0]).toMatchObject({ name: "grid", shape: [15, 16], dtype: "float32" });
    expect(elements(grid.arrays[0])).toEqual([...sinusoidal2d(3, 5, 16)]);
    const flags = "--convention detr --base 20 --class-token --normalize --scale 3 --dtype float64";
    const other = await arraysOf(`grid 3 5 16 ${flags}`);
    const options = { convention: /** @type {const} */ ("detr"), base: 20, scale: 3 };
    const all = { ...options, classToken: true, normalize: true };
    expect(other.about).toEqual({ height: 3, width: 5, dModel: 16, ...all });
    expect(other.arrays[0].shape).toEqual([16, 16]);
    expect(elements(other.arrays[0])).toEqual([
      ...sinusoidal2d(3, 5, 16, { ...all, dtype: "float64" }),
    ]);
    const half = (await arraysOf("grid 3 5 16 --dtype float16")).arrays[0];
    expect(half.dtype).toBe("float16");
    expect(elements(half)).toEqual([...sinusoidal2d(3, 5, 16, { dtype: "float16" })]);
  });

  it("refuses what sinusoidal2d refuses", async () => {
    await expect(arraysOf("grid 3 5 6")).rejects.toThrow("dModel must be a multiple of 4");
    await expect(arraysOf("grid 3 5")).rejects.toThrow("D_MODEL is missing");
  });
});

describe("phasor nerf", () => {
  it("encodes the points of a file", async () => {
    const { arrays, about } = await arraysOf(`nerf 4 ${file} --dtype float64`);
    expect(about).toEqual({ levels: 4, components: 3, pi: false, includeInput: true });
    expect(arrays[0]).toMatchObject({ name: "nerf", shape: [5, 27], dtype: "float64" });
    expect(elements(arrays[0])).toEqual([...nerf(data, 4, { components: 3, dtype: "float64" })]);
    const [bare] = (await arraysOf(`nerf 2 ${file} --pi --no-input`)).arrays;
    expect(bare.shape).toEqual([5, 12]);
    const options = { components: 3, pi: true, includeInput: false };
    expect(elements(bare)).toEqual([...nerf(data, 2, options)]);
  });

  it("encodes evenly spaced points", async () => {
    const [line] = (await arraysOf("nerf 1 --points 5")).arrays;
    expect(elements(line)).toEqual([...nerf([-1, -0.5, 0, 0.5, 1], 1)]);
    const [other] = (await arraysOf("nerf 0 --points 3 --from 2 --to -4")).arrays;
    expect(elements(other)).toEqual([2, -1, -4]);
    expect(elements((await arraysOf("nerf 0 --points 1 --from 3")).arrays[0])).toEqual([3]);
  });

  it.each([
    [`nerf 1 ${file} --points 5`, "--points cannot be used with FILE"],
    [`nerf 1 ${file} --from 5`, "--from needs --points"],
    ["nerf 99 --points 5", "levels must be an integer from 0 to 53, got 99"],
    ["nerf", "LEVELS is missing"],
  ])("refuses %s", async (line, message) => {
    await expect(arraysOf(line)).rejects.toThrow(message);
  });
});

describe("--json", () => {
  it.each([
    ["table 3 4 --dtype bfloat16", [3, 4]],
    ["grid 2 3 4", [6, 4]],
    ["nerf 1 --points 2", [2, 3]],
    ["dot 3 4", [3, 3]],
    ["similarity 3 4", [3, 3]],
    ["bias t5 --queries 3 --one-way", [3, 3]],
    ["cache 2 --d-head 4 --values cos", [2, 2]],
  ])("of %s has the shape and the data of CSV", (line, shape) => {
    const { out } = phasor([...line.split(" "), "--json"]);
    const object = JSON.parse(out);
    expect(object.shape).toEqual(shape);
    const csv = phasor(line.split(" ")).out;
    expect(object.data.map(String).join("\n")).toBe(csv.trimEnd());
    expect(JSON.parse(phasor([...line.split(" "), "-f", "json"]).out)).toEqual(object.data);
  });

  it("writes a table that phasor reads, with its parameters", () => {
    const path = join(folder, "t.json");
    const words = "table 9 10 --start 4 --json -o".split(" ");
    expect(phasor([...words, path])).toMatchObject({ code: 0, out: "", error: "" });
    const { out } = phasor(["table", "9", "10", "--start", "4", "--json"]);
    expect(readTable(Buffer.from(out), "t.json")).toEqual({
      ...{ data: sinusoidal(9, 10, { start: 4 }), rows: 9, columns: 10 },
    });
    expect(JSON.parse(out)).toMatchObject({ start: 4, base: 10000, convention: "vaswani" });
  });

  it("escapes control characters", () => {
    const config = JSON.stringify({ model_type: "x\u009b\u202e", head_dim: 4, rope_theta: 10 });
    const { out } = phasor(["rope", "--json", "-q"], { input: config });
    expect(out).toContain("x\\u009b\\u202e");
    expect(JSON.parse(out)).toMatchObject({ dHead: 4, layout: "half", frequencies: { length: 2 } });
  });

  it("works without rows", () => {
    expect(JSON.parse(phasor(["table", "0", "4", "--json"]).out)).toMatchObject({
      ...{ shape: [0, 4], data: [] },
    });
  });
});
