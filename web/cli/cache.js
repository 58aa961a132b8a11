// cache.js: the subcommand `phasor cache`.
import { RotaryEmbedding } from "phasor";
import { optionsOf } from "../checkpoints/gguf.js";
import { parsed } from "./arguments.js";
import { configReader, layerOf, titleOf, warn, withoutRotary } from "./config.js";
import { doubled, layouts } from "./doubled.js";
import { POSITIONS } from "./made.js";
import { destinationOf, outputOptions, wantsNumbers, writeMade } from "./output.js";
import { few, say } from "./say.js";

/** @import { NamedArray } from "../formats/npz_write.js" */
/** @import { Arguments, Command } from "./arguments.js" */
/** @import { FromConfig } from "./config.js" */
/** @import { Made } from "./made.js" */

const dtypes = /** @type {const} */ (["float32", "float64", "float16", "bfloat16"]);
const values = /** @type {const} */ (["cos", "sin"]);
const bytes = { float32: 4, float64: 8, float16: 2, bfloat16: 2 };

/** @type {Command} */
export const command = {
  name: "cache",
  usage: "[CONFIG] LENGTH [OPTIONS]",
  about:
    "Writes the cosines and sines of a model's rotary embedding for the positions below LENGTH, times\n" +
    "the attention factor: two arrays, cos and sin, (LENGTH, pairs). CONFIG is the model's\n" +
    "config.json or .gguf; without CONFIG, it is read from standard input. Layer types whose values\n" +
    "differ get their own arrays, such as cos_sliding_attention. Without -o, says what it would write.",
  operands: ["CONFIG", "LENGTH"],
  options: {
    dtype: {
      value: "TYPE",
      choices: dtypes,
      help: "float32 (default), float64, float16 or bfloat16",
    },
    layout: {
      ...{ value: "LAYOUT", choices: layouts },
      help: "half or interleaved: one value per feature;\nby default one per pair",
    },
    layer: { value: "LAYER", help: "only the layer with this index or type" },
    values: { value: "WHAT", choices: values, help: "cos or sin: only that array" },
    length: {
      value: "N",
      help: "the length of the sequence, for rules that depend on it,\nLENGTH by default",
    },
    ...outputOptions,
  },
  examples: [
    "phasor cache config.json 8192 -o cache.npz --dtype float16",
    "phasor cache config.json 4096 --values cos --layout half -o cos.npy",
    "phasor cache 8192 -o cache.npz < config.json",
    "phasor plot cache config.json 512",
  ],

  async make(args) {
    return made(args, await layersOf(args));
  },

  async run(args) {
    const writes = args.flag("json") || wantsNumbers(args);
    const destination = writes ? destinationOf(args) : undefined;
    const layers = await layersOf(args);
    warn(args, layers[0].rope.warnings);
    const result = made(args, layers);
    if (destination) await writeMade(destination, result);
    else say(args.host, described(result, layers[0].rope));
  },
};

/** The operands: the file of the configuration, and the number of positions. @param {Arguments} args */
function operandsOf(args) {
  const first = args.inputOperand(0);
  // `phasor cache 8192` reads the configuration from standard input.
  if (args.operands === 1 && parsed(first) !== undefined) {
    return { file: args.inputOperand(1), length: args.operandCount(0) };
  }
  return { file: first, length: args.operandCount(1) };
}

/**
 * The layers that need their own caches. The first is the layer given by --layer, or the model's
 * usual layer.
 * @param {Arguments} args @returns {Promise<{ suffix: string, rope: FromConfig, length: number }[]>}
 */
async function layersOf(args) {
  const { file, length } = operandsOf(args);
  const read = await configReader(args.host, file, args.count("length") ?? length);
  const rope = read(layerOf(args));
  if (rope.rotaryDim === 0) args.fail(withoutRotary(rope.positions));
  const layers = [{ suffix: "", rope, length }];
  const others = args.has("layer") ? [] : rope.layerTypes;
  for (const type of others.filter((each) => each !== rope.layer.type)) {
    const other = read(type);
    const known = layers.some((each) => sameCaches(each.rope, other));
    if (other.rotates && !known) layers.push({ suffix: `_${type}`, rope: other, length });
  }
  return layers;
}

/** @param {FromConfig} a @param {FromConfig} b */
function sameCaches(a, b) {
  const same = a.frequencies.every((each, i) => each === b.frequencies[i]);
  return (
    same && a.frequencies.length === b.frequencies.length && a.attentionFactor === b.attentionFactor
  );
}

/**
 * @param {Arguments} args
 * @param {Awaited<ReturnType<typeof layersOf>>} layers
 * @returns {Made}
 */
function made(args, layers) {
  const dtype = args.choice("dtype", dtypes) ?? "float32";
  const layout = args.choice("layout", layouts);
  const only = args.choice("values", values);
  const arrays = layers.flatMap(({ suffix, rope, length }) => {
    const rotary = new RotaryEmbedding(rope.dHead, {
      ...{ ...optionsOf(rope), maxLength: length, dtype },
    });
    const pairs = rope.rotaryDim / 2;
    const shape = [length, layout === undefined ? pairs : rope.rotaryDim];
    return values
      .filter((name) => only === undefined || name === only)
      .map((name) => {
        /** @type {NamedArray} */
        const array = {
          ...{ name: `${name}${suffix}`, shape, dtype },
          pieces: () => doubled(rotary[name], pairs, layout),
        };
        return array;
      });
  });
  const [{ rope }] = layers;
  const { model, layer, dHead, rotaryDim, rotaryStart, base, scaling, sections } = rope;
  const { direction, attentionFactor, warnings } = rope;
  return {
    title: `${only ?? "cos"} of ${titleOf(rope)}`,
    about: {
      ...{ model, layer: layer.type, dHead, rotaryDim, rotaryStart, base, scaling, sections },
      ...{ layout: rope.layout, columns: layout ?? "pairs", direction, attentionFactor, warnings },
    },
    arrays,
    axes: { ...POSITIONS, columns: layout === undefined ? "pairs" : "features" },
  };
}

/** @param {Made} made @param {FromConfig} rope */
function described({ arrays }, rope) {
  const lines = arrays.map(({ name, shape: [rows, columns], dtype }) => {
    const size = few((rows * columns * bytes[/** @type {keyof typeof bytes} */ (dtype)]) / 1e6);
    return `  ${name}: ${rows} × ${columns}, ${dtype}, ${size} MB`;
  });
  return [
    titleOf(rope),
    ...lines,
    `the model pairs features as in layout "${rope.layout}"; attention factor ${rope.attentionFactor}`,
    "add -o FILE to write them: .npz or .json, or .npy with --values",
  ];
}
