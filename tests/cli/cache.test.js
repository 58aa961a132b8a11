// phasor cache: the caches for a model's configuration, as RotaryEmbedding makes it.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { RotaryEmbedding, ropeFromConfig } from "phasor";
import { describe, expect, it } from "vitest";
import { numpy } from "../formats/numpy.js";
import { arraysOf, elements } from "./arrays.js";
import { configuration, phasor, refused, scratch } from "./run.js";

const folder = scratch();
/** @param {string} name of a model */
const config = (name) => configuration(folder, name);

/** @param {object} object @param {number} length @param {string | number} [layer] */
function embedding(object, length, layer) {
  const rope = ropeFromConfig(object, { length, layer });
  return new RotaryEmbedding(rope.dHead, { ...rope, maxLength: length });
}

describe("phasor cache makes", () => {
  it.each([
    "meta-llama/Llama-3.1-8B",
    "Qwen/Qwen2.5-7B-Instruct",
    "microsoft/Phi-3.5-mini-instruct",
    "zai-org/GLM-4-9B-0414",
    "openai/gpt-oss-20b",
  ])("the caches of %s", async (name) => {
    const { path, object } = config(name);
    const { arrays, about } = await arraysOf(`cache ${path} 40`);
    const rotary = embedding(object, 40);
    const { attentionFactor, rotaryDim, layout } = ropeFromConfig(object, { length: 40 });
    expect(arrays.map((array) => [array.name, array.shape])).toEqual([
      ["cos", [40, rotaryDim / 2]],
      ["sin", [40, rotaryDim / 2]],
    ]);
    expect(arrays.map(elements)).toEqual([[...rotary.cos], [...rotary.sin]]);
    expect(about).toMatchObject({ rotaryDim, layout, attentionFactor, columns: "pairs" });
  });

  it("the cache of each layer type that differs", async () => {
    const { path, object } = config("google/gemma-3-1b-it");
    const { arrays } = await arraysOf(`cache ${path} 9`);
    expect(arrays.map(({ name }) => name)).toEqual([
      ...["cos", "sin", "cos_sliding_attention", "sin_sliding_attention"],
    ]);
    const sliding = embedding(object, 9, "sliding_attention");
    expect(elements(arrays[0])).toEqual([...embedding(object, 9).cos]);
    expect(elements(arrays[3])).toEqual([...sliding.sin]);
    expect(elements(arrays[3])).not.toEqual(elements(arrays[1]));
    const [one, ...moreArrays] = (await arraysOf(`cache ${path} 9 --layer 0 --values sin`)).arrays;
    expect([one.name, moreArrays]).toEqual(["sin", []]);
    expect(elements(one)).toEqual([...sliding.sin]);
  });

  it("the cache of the length, for rules that depend on it", async () => {
    const { path, object } = config("microsoft/Phi-3.5-mini-instruct");
    const [cos] = (await arraysOf(`cache ${path} 5000`)).arrays;
    // Not compared as arrays, because printing their difference would take minutes.
    const expected = embedding(object, 5000).cos;
    expect(elements(cos).findIndex((value, i) => value !== expected[i])).toBe(-1);
    expect(expected.subarray(0, 480)).not.toEqual(embedding(object, 10).cos);
  });

  it("the cache of the options", async () => {
    const scaling = {
      type: /** @type {const} */ ("yarn"),
      factor: 8,
      original_max_position_embeddings: 512,
    };
    for (const dtype of /** @type {const} */ (["float32", "float64"])) {
      const rotary = new RotaryEmbedding(80, { rotaryDim: 48, scaling, maxLength: 900, dtype });
      const flags = `--d-head 80 --rotary-dim 48 --scaling ${JSON.stringify(scaling)} --dtype ${dtype}`;
      const { arrays } = await arraysOf(`cache 900 ${flags}`);
      expect(arrays.map(({ shape }) => shape)).toEqual([
        [900, 24],
        [900, 24],
      ]);
      const expected = [...rotary.cos, ...rotary.sin];
      const actual = arrays.flatMap(elements);
      expect(expected.findIndex((value, i) => value !== actual[i])).toBe(-1);
    }
  });

  it.each(/** @type {const} */ (["half", "interleaved"]))(
    "each value twice: %s",
    async (layout) => {
      const { path, object } = config("zai-org/GLM-4-9B-0414");
      const { cos } = embedding(object, 2100);
      const [made2] = (await arraysOf(`cache ${path} 2100 --layout ${layout}`)).arrays;
      const pairs = cos.length / 2100;
      expect(made2.shape).toEqual([2100, 2 * pairs]);
      const expected = Array.from({ length: 4200 * pairs }, (_, i) => {
        const [row, column] = [Math.floor(i / (2 * pairs)), i % (2 * pairs)];
        return cos[row * pairs + (layout === "half" ? column % pairs : Math.floor(column / 2))];
      });
      // Not compared as arrays, because printing their difference would take minutes.
      const actual = elements(made2);
      expect(actual).toHaveLength(expected.length);
      expect(expected.findIndex((value, i) => value !== actual[i])).toBe(-1);
    },
  );

  it("a file that NumPy reads, rounded once", () => {
    const { path, object } = config("meta-llama/Llama-3.1-8B");
    const out = join(folder, "c.npz");
    const words = ["cache", path, "300", "--dtype", "float16", "-o", out];
    expect(phasor(words)).toMatchObject({ code: 0, out: "", error: "" });
    const rope = ropeFromConfig(object, { length: 300 });
    const exact = new RotaryEmbedding(rope.dHead, { ...rope, maxLength: 300, dtype: "float64" });
    const file = join(folder, "c.f64");
    writeFileSync(file, new Uint8Array(Float64Array.of(...exact.cos, ...exact.sin).buffer));
    const output = numpy(
      `z = np.load(sys.argv[1])
both = np.fromfile(sys.argv[2]).reshape(2, 300, 64).astype(np.float16)
print(z.files, z["cos"].dtype, np.array_equal(z["cos"], both[0]), np.array_equal(z["sin"], both[1]))`,
      [out, file],
    );
    expect(output).toBe("['cos', 'sin'] float16 True True\n");
  });
});

describe("phasor cache", () => {
  it("describes what it would write", () => {
    const { path } = config("meta-llama/Llama-3.1-8B");
    expect(phasor(["cache", path, "1e6", "--dtype", "bfloat16"])).toMatchObject({
      code: 0,
      error: "",
      out:
        "llama, full_attention\n  cos: 1000000 × 64, bfloat16, 128 MB\n" +
        "  sin: 1000000 × 64, bfloat16, 128 MB\n" +
        'the model pairs features as in layout "half"; attention factor 1\n' +
        "add -o FILE.npz or --json to write them, or select one with --values\n",
    });
  });

  it.each([
    ["cache x.json", "LENGTH is missing"],
    ["cache nothing.json 5", "nothing.json cannot be read"],
    ["cache BERT 5", "no rotary embedding; positions: learned"],
    ["cache LLAMA 5 -o c.npy", "npy holds one array, and there are cos and sin: use npz or --json"],
    ["cache LLAMA 5 -o c.npz --dtype bfloat16", ".npy does not support bfloat16"],
    ["cache LLAMA 5 -o c.npz -f npy", '--format npy contradicts the extension of "c.npz"'],
    ["cache LLAMA 5 --layer 99", "layer must be"],
    ["cache LLAMA -- -5", "LENGTH must be an integer from 0 to 2^53 - 1, got -5"],
  ])("refuses %s", (line, message) => {
    const bert = { model_type: "bert", hidden_size: 768, num_attention_heads: 12 };
    writeFileSync(join(folder, "BERT"), JSON.stringify(bert));
    const llama = { model_type: "llama", head_dim: 8, rope_theta: 10000, num_hidden_layers: 2 };
    writeFileSync(join(folder, "LLAMA"), JSON.stringify(llama));
    expect(refused(line.split(" "), { cwd: folder })).toContain(message);
  });
});
