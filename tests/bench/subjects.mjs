// subjects.mjs: what bench.mjs measures. A subject is one line of `subjects`.

import {
  alibiBias,
  attention,
  attentionWeights,
  diagnose,
  diagnoseBias,
  diagnoseRotary,
  dotProducts,
  LearnedPositionalEncoding,
  RotaryEmbedding,
  relativeBias,
  SinusoidalPositionalEncoding,
  sinusoidal,
  t5Bias,
} from "../../web/phasor/index.js";
import { ropeKernels } from "../../web/phasor/kernels/rope.js";
import { memoryOf } from "../../web/phasor/memory.js";
import { labSubjects } from "./lab.mjs";
import { scatteredOver } from "./peers/work.mjs";

/** @import { Limit, Place } from "./limits.mjs" */
/** What to run, the limit that it is compared with, and optionally a second limit.
 * @typedef {{ run: () => unknown, limit: Limit, ideal?: Limit }} Contest */
/**
 * @typedef {object} Subject
 * @property {string} name
 * @property {(place: Place) => Contest} at makes its arrays in a place
 * @property {number[]} [bars] ratios to stay below: in an arena, among ordinary arrays
 * @property {boolean} [arenaOnly] measured only there
 * @property {"cold" | "hot"} [judged] the calls that the bars apply to, "cold" by default
 */

/** A table into `out`, against writing as many bytes. @param {"float32" | "float64"} dtype
 * @param {number} length @param {number} d @returns {Subject["at"]} */
function table(dtype, length, d) {
  return (place) => {
    const out = place[dtype](length * d);
    return {
      run: () => sinusoidal(length, d, { out }),
      limit: place.write(out),
      ideal: place.fill(out),
    };
  };
}

/** A float16 or bfloat16 table, which is rounded in scratch memory, against writing as many bytes.
 * @param {"float16" | "bfloat16"} dtype @param {number} length @param {number} d
 * @returns {Subject["at"]} */
function narrowTable(dtype, length, d) {
  return (place) => {
    const room = place.float32((length * d) / 2);
    const out = new Uint16Array(room.buffer, room.byteOffset, length * d);
    return { run: () => sinusoidal(length, d, { out, dtype }), limit: place.write(room) };
  };
}

/** x + PE into `out`, against copying x there. @param {number} batch @param {number} length
 * @param {number} d @returns {Subject["at"]} */
function forward(batch, length, d) {
  return (place) => {
    const x = place.float32(batch * length * d).fill(1);
    const out = place.float32(x.length);
    const encoding = new SinusoidalPositionalEncoding(length, d);
    return {
      run: () => encoding.forward(x, [batch, length, d], { out }),
      limit: place.copy(out, x),
    };
  };
}

/** All dot products of a table's rows, against the multiplications and additions of L²·d terms.
 * @param {number} length @param {number} d @returns {Subject["at"]} */
function dots(length, d) {
  return (place) => {
    const pe = place.float32(length * d);
    const out = place.float32(length * length);
    sinusoidal(length, d, { out: pe });
    return {
      run: () => dotProducts(pe, [length, d], { out }),
      limit: place.multiply("float32", length * length * d),
    };
  };
}

/** Weights of one head, against the multiplications and additions of its scores alone.
 * @param {number} length @param {number} d @returns {Subject["at"]} */
function weights(length, d) {
  return (place) => {
    const q = place.float32(length * d);
    const k = place.float32(length * d);
    const out = place.float32(length * length);
    sinusoidal(length, d, { out: q });
    sinusoidal(length, d, { out: k, start: length });
    return {
      run: () => attentionWeights(q, k, [length, d], { out }),
      limit: place.multiply("float32", length * length * d),
    };
  };
}

/** Outputs of several heads, against the multiplications and additions of their scores and sums.
 * @param {number} heads @param {number} queries @param {number} keys @param {number} d
 * @returns {Subject["at"]} */
function outputs(heads, queries, keys, d) {
  return (place) => {
    const [q, out] = [0, 1].map(() => place.float32(heads * queries * d));
    const [k, v] = [0, 1].map(() => place.float32(heads * keys * d));
    sinusoidal(heads * queries, d, { out: q });
    sinusoidal(heads * keys, d, { out: k, start: queries });
    sinusoidal(heads * keys, d, { out: v });
    return {
      run: () => attention(q, k, v, [heads, queries, keys, d], { out }),
      limit: place.multiply("float32", 2 * heads * queries * keys * d),
    };
  };
}

/** A diagnosis of ALiBi's bias, against copying the bias.
 * @param {[heads: number, queries: number, keys: number]} shape @returns {Subject["at"]} */
function biasDiagnosis(...shape) {
  return (place) => {
    const bias = place.float32(shape[0] * shape[1] * shape[2]);
    alibiBias(...shape, { out: bias });
    const limit = place.copy(place.float32(bias.length), bias);
    return { run: () => diagnoseBias(bias, shape, { expect: { type: "alibi" } }), limit };
  };
}

/** A diagnosis of a table, against copying the table. @param {number} length @param {number} d
 * @returns {Subject["at"]} */
function diagnosis(length, d) {
  return (place) => {
    const pe = place.float32(length * d);
    sinusoidal(length, d, { out: pe });
    return {
      run: () => diagnose(pe, [length, d]),
      limit: place.copy(place.float32(pe.length), pe),
    };
  };
}

/** A diagnosis of rotated vectors whose pairs are (i, i + d/2), or none that is known, against
 * copying both. @param {boolean} options
 * @param {[...heads: number[], length: number, d: number]} shape @returns {Subject["at"]} */
function rotaryDiagnosis(options, ...shape) {
  return (place) => {
    const d = shape[shape.length - 1];
    const size = shape.reduce((a, b) => a * b, 1);
    const [input, output] = [place.float32(size), place.float32(size)];
    for (let i = 0; i < size; i++) input[i] = Math.sin(i * i);
    new RotaryEmbedding(d).apply(input, shape, { out: output });
    if (!options) {
      for (let at = 0; at < size; at += d) output.subarray(at, at + d).reverse();
    }
    return {
      run: () => diagnoseRotary({ input, output }, shape),
      limit: place.copy(place.float32(size), output),
    };
  };
}

/** The gradient of a learned table, which stays an ordinary array, against reading the gradients
 * that are summed and filling the result. @param {number} batch @param {number} length
 * @param {number} d @returns {Subject["at"]} */
function gradient(batch, length, d) {
  return (place) => {
    const upstream = place.float32(batch * length * d).fill(1);
    const encoding = new LearnedPositionalEncoding(length, d);
    return {
      run: () => encoding.backward(upstream, [batch, length, d], { out: upstream }),
      limit: readAndFill(place, upstream, encoding.gradient),
    };
  };
}

/** The same for rows that are added to those of any positions. @param {number} batch
 * @param {number} length @param {number} d @returns {Subject["at"]} */
function gradientAt(batch, length, d) {
  return (place) => {
    const positions = scatteredOver(batch * length, length);
    const upstream = place.float32(batch * length * d).fill(1);
    const encoding = new LearnedPositionalEncoding(length, d);
    return {
      run: () => encoding.backwardAt(positions, upstream),
      limit: readAndFill(place, upstream, encoding.gradient),
    };
  };
}

/** @param {Place} place @param {Float32Array} x @param {Float32Array} out @returns {Limit} */
function readAndFill(place, x, out) {
  const read = place.read(x);
  return {
    name: `${read.name}, fill`,
    run() {
      read.run();
      out.fill(1);
    },
  };
}

/** A bias of many heads, against writing as many bytes.
 * @param {(options: { out: Float32Array }) => unknown} bias @param {number} count of its entries
 * @returns {Subject["at"]} */
function bias(bias, count) {
  return (place) => {
    const out = place.float32(count);
    return { run: () => bias({ out }), limit: place.write(out), ideal: place.fill(out) };
  };
}

const HEADS = 32;
const HEAD = 128;
/** @typedef {"half" | "interleaved"} Layout */

/** Queries and keys of 32 heads, turned in place. @param {Place} place @param {Layout} layout
 * @param {number} length */
function rotated(place, layout, length) {
  const size = HEADS * length * HEAD;
  const both = place.float32(2 * size).fill(0.5);
  const q = both.subarray(0, size);
  const k = both.subarray(size);
  const rotary = new RotaryEmbedding(HEAD, { layout });
  const shape = [1, HEADS, length, HEAD];
  /** @param {number} offset */
  const run = (offset) => rotary.forward(q, k, shape, { offset, out: { q, k } });
  return { both, q, k, run };
}

/** A sequence, against copying as many bytes. @param {Layout} layout @param {number} length
 * @returns {Subject["at"]} */
function rope(layout, length) {
  return (place) => {
    const { both, run } = rotated(place, layout, length);
    return { run: () => run(0), limit: place.copy(place.float32(both.length), both) };
  };
}

/** A sequence whose heads lie within its tokens, (1, T, heads, d), in place, against copying as
 * many bytes: as it is (apply), or by caches that are at hand (applyAngles). @param {Layout} layout
 * @param {number} length @param {"apply" | "applyAngles"} placement @returns {Subject["at"]} */
function ropeOfTokens(layout, length, placement) {
  return (place) => {
    const x = place.float32(HEADS * length * HEAD).fill(0.5);
    const rotary = new RotaryEmbedding(HEAD, { layout, maxLength: length });
    const shape = [1, length, HEADS, HEAD];
    const options = { tokenAxis: 1, out: x };
    const cos = place.float32((length * HEAD) / 2);
    const sin = place.float32(cos.length);
    cos.set(rotary.cos);
    sin.set(rotary.sin);
    const run =
      placement === "apply"
        ? () => rotary.apply(x, shape, options)
        : () => rotary.applyAngles(x, shape, cos, sin, options);
    return { run, limit: place.copy(place.float32(x.length), x) };
  };
}

/** The last 64 features of heads of 512, in place, against copying as many bytes as are turned.
 * @param {number} length @returns {Subject["at"]} */
function ropeOfLastFeatures(length) {
  return (place) => {
    const x = place.float32(8 * length * 512).fill(0.5);
    const rotary = new RotaryEmbedding(512, { rotaryDim: 64, rotaryStart: 448 });
    const part = x.subarray(0, 8 * length * 64);
    return {
      run: () => rotary.apply(x, [8, length, 512], { out: x }),
      limit: place.copy(place.float32(part.length), part),
    };
  };
}

/** A sequence, against the same kernel with a table of all angles at hand; among ordinary arrays,
 * against copying. @param {Layout} layout @param {number} length @returns {Subject["at"]} */
function ropeWithoutTable(layout, length) {
  return (place) => {
    const { both, q, k, run } = rotated(place, layout, length);
    const memory = memoryOf([both]);
    if (!memory.isArena) return rope(layout, length)(place);
    const kernels = memory.use(ropeKernels);
    const pairs = HEAD / 2;
    const table = place.float32(length * HEAD);
    sinusoidal(length, HEAD, { out: table });
    const sizes = [HEADS, length * HEAD, length, 1, HEAD, 0, pairs, layout === "half" ? 1 : 0];
    const rotate = kernels.phasor_rope_rotate_f32;
    const limit = {
      name: "with a table",
      run() {
        for (const x of [q, k]) rotate(x.byteOffset, x.byteOffset, table.byteOffset, 0, ...sizes);
      },
    };
    return { run: () => run(0), limit };
  };
}

/** The next token's row, against a loop in JavaScript. @param {Layout} layout
 * @returns {Subject["at"]} */
function ropeStep(layout) {
  return (place) => {
    const { q, k, run } = rotated(place, layout, 1);
    const position = 2047;
    const { cos, sin } = new RotaryEmbedding(HEAD, { maxLength: position + 1 });
    const pairs = HEAD / 2;
    const [next, step] = layout === "half" ? [pairs, 1] : [1, 2];
    const loop = (/** @type {Float32Array} */ x) => {
      for (let head = 0; head < x.length; head += HEAD) {
        for (let i = 0, a = head; i < pairs; i++, a += step) {
          const c = cos[position * pairs + i];
          const s = sin[position * pairs + i];
          const first = x[a];
          const second = x[a + next];
          x[a] = first * c - second * s;
          x[a + next] = first * s + second * c;
        }
      }
    };
    const limit = {
      name: "JavaScript",
      run() {
        loop(q);
        loop(k);
      },
    };
    return { run: () => run(position), limit };
  };
}

const t5Table = Float32Array.from({ length: 32 * 32 }, (_, i) => i / 1024);
const relativeTable = new Float32Array(65 * 32).fill(0.25);

const layouts = /** @type {const} */ (["half", "interleaved"]);

/** @type {Subject[]} */
export const subjects = [
  { name: "table float32 512×512", at: table("float32", 512, 512) },
  { name: "table float32 4096×1024", at: table("float32", 4096, 1024), bars: [1.5, 2] },
  { name: "table float32 8192×4096", at: table("float32", 8192, 4096), bars: [1.5, 2] },
  { name: "table float64 512×512", at: table("float64", 512, 512) },
  { name: "table float64 4096×1024", at: table("float64", 4096, 1024), bars: [1.25, 1.75] },
  { name: "table float64 8192×4096", at: table("float64", 8192, 4096), bars: [1.25, 1.75] },
  { name: "table float16 4096×1024", at: narrowTable("float16", 4096, 1024) },
  { name: "table bfloat16 4096×1024", at: narrowTable("bfloat16", 4096, 1024) },
  { name: "forward (4, 2048, 1024)", at: forward(4, 2048, 1024), bars: [1.2, 2] },
  { name: "dotProducts (1024, 512)", at: dots(1024, 512), bars: [0.75, 0.8] },
  ...layouts.flatMap((layout) => [
    { name: `RoPE q, k (1, 32, 2048, 128) ${layout}`, at: rope(layout, 2048), bars: [1.1, 2] },
    {
      name: `RoPE q, k (1, 32, 2048, 128) ${layout}, angles too`,
      at: ropeWithoutTable(layout, 2048),
      bars: [1.5, 2],
    },
    {
      name: `RoPE x (1, 2048, 32, 128) ${layout}, tokens first`,
      at: ropeOfTokens(layout, 2048, "apply"),
      bars: [1.75, 2.25],
    },
    {
      name: `RoPE x (1, 2048, 32, 128) ${layout}, given angles`,
      at: ropeOfTokens(layout, 2048, "applyAngles"),
      bars: [1.25, 2.25],
    },
    {
      name: `RoPE step ${layout}`,
      at: ropeStep(layout),
      bars: [0.5, 1],
      judged: /** @type {const} */ ("hot"),
    },
  ]),
  { name: "RoPE x (8, 2048, 512), the last 64", at: ropeOfLastFeatures(2048) },
  { name: "attentionWeights (512, 64)", at: weights(512, 64), bars: [2.25, 2.25] },
  { name: "attention (8, 512, 512, 64)", at: outputs(8, 512, 512, 64), bars: [2, 2] },
  { name: "attention (8, 1, 4096, 64)", at: outputs(8, 1, 4096, 64) },
  { name: "diagnose (4096, 512)", at: diagnosis(4096, 512) },
  { name: "diagnoseRotary (4096, 128)", at: rotaryDiagnosis(true, 4096, 128) },
  { name: "diagnoseRotary (8, 4096, 128), unknown", at: rotaryDiagnosis(false, 8, 4096, 128) },
  { name: "diagnoseBias (16, 1024, 1024)", at: biasDiagnosis(16, 1024, 1024) },
  { name: "learned backward (8, 2048, 1024)", at: gradient(8, 2048, 1024), bars: [1.5, 2] },
  {
    name: "learned backwardAt (16384 to 2048, 1024)",
    at: gradientAt(8, 2048, 1024),
    bars: [1.5, 2],
  },
  {
    name: "alibiBias (32, 1024, 1024)",
    at: bias((options) => alibiBias(32, 1024, 1024, options), 2 ** 25),
    bars: [1.25, 2],
  },
  {
    name: "t5Bias (32, 1024, 1024)",
    at: bias((options) => t5Bias(t5Table, [32, 32], 1024, 1024, options), 2 ** 25),
    bars: [1.25, 2],
  },
  {
    name: "relativeBias (32, 1024, 1024)",
    at: bias((options) => relativeBias(relativeTable, [65, 32], 1024, 1024, options), 2 ** 25),
    bars: [1.25, 2],
  },
  ...labSubjects,
];
