// rotary_libraries.js: rotary embeddings of libraries and reference code, as the named projects
// compute them, and mistakes of ports.
import {
  anglesAt,
  byHalves,
  cacheOf,
  concatenated,
  cosOf,
  inTwos,
  inverse,
  running,
  sideBySide,
  sinOf,
} from "./rotary_formulas.js";
import { brain } from "./rounded.js";

/** @import { Project, Turn, Vector } from "./rotary_formulas.js" */

const f = Math.fround;
const frequencies = inverse(10000, 64);
const quarters = inverse(10000, 32);
const stretched = inverse(10000 * 8 ** (64 / 62), 64);

/** xPos: pair i is multiplied by its scale to the power of position / 512.
 * @param {number} sign @returns {Turn} */
const xpos = (sign) => (x, p) => {
  const rotated = inTwos(frequencies)(x, p);
  const scale = frequencies.map((_, i) => (2 * i + 0.4 * 64) / (1.4 * 64));
  return rotated.map((y, c) => f(y * scale[c >> 1] ** ((sign * (p - 48)) / 512)));
};

/** @type {Project[]} */
export const libraries = [
  {
    name: "rotary-embedding-torch",
    source: "https://github.com/lucidrains/rotary-embedding-torch",
    axes: "BHTD",
    dHead: 64,
    expect: { layout: "interleaved", base: 10000, scaling: { type: "ntk", factor: 8 } },
    turn: inTwos(stretched),
    wrong: [
      {
        what: "theta times 8, without the power",
        turn: inTwos(inverse(80000, 64)),
        codes: ["differs-scaling"],
        says: /multiplied by the factor, not by its power/,
      },
      {
        what: "an offset for keys from a cache",
        turn: (x, p) => inTwos(stretched)(x, p + 17),
        codes: ["other-start"],
        says: /Row 0 is position 17/,
      },
    ],
  },
  {
    name: "x-transformers with xPos",
    source: "https://github.com/lucidrains/x-transformers",
    axes: "BHTD",
    dHead: 64,
    expect: { layout: "interleaved", base: 10000 },
    turn: xpos(1),
    codes: ["changing-lengths"],
    wrong: [
      {
        what: "keys at the base of another model",
        turn: (x, p) => {
          const scale = xpos(-1)(new Array(64).fill(1), p);
          const unit = inTwos(frequencies)(new Array(64).fill(1), p);
          return inTwos(inverse(500000, 64))(x, p).map((y, c) => (y * scale[c]) / unit[c]);
        },
        codes: ["differs-base", "changing-lengths"],
        says: /The base is 500000; the configuration says 10000/,
      },
    ],
  },
  {
    name: "vLLM",
    source:
      "https://github.com/vllm-project/vllm/tree/main/vllm/model_executor/layers/rotary_embedding",
    axes: "THD",
    dHead: 128,
    expect: { layout: "half", base: 10000, rotaryDim: 64 },
    turn: (x, p) => {
      // One row of a cache holds cosines, then sines.
      const row = [...cosOf(anglesAt(frequencies, p)), ...sinOf(anglesAt(frequencies, p))];
      return byHalves(x, concatenated(row.slice(0, 32)), concatenated(row.slice(32)));
    },
    wrong: [
      {
        what: "is_neox_style=False",
        turn: inTwos(frequencies),
        codes: ["differs-layout"],
        says: /Pairs are \(2i, 2i \+ 1\); the configuration says \(i, i \+ 32\)/,
      },
      {
        what: "the row taken for sines, then cosines",
        turn: (x, p) => {
          const row = [...cosOf(anglesAt(frequencies, p)), ...sinOf(anglesAt(frequencies, p))];
          return byHalves(x, concatenated(row.slice(32)), concatenated(row.slice(0, 32)));
        },
        codes: ["swapped-sine-cosine"],
        says: /swapped/,
      },
    ],
  },
  {
    name: "flash-attention in bfloat16",
    source: "https://github.com/Dao-AILab/flash-attention/blob/main/flash_attn/layers/rotary.py",
    axes: "BTHD",
    dHead: 64,
    expect: { layout: "half", base: 10000 },
    turn: (x, p) => {
      const angles = concatenated(anglesAt(frequencies, p));
      return byHalves(x, cosOf(angles).map(brain), sinOf(angles).map(brain));
    },
    store: brain,
    cache: (rows) => cacheOf(rows, frequencies, (angles) => angles, [rows, 32], brain),
    wrong: [
      {
        what: "seqlen_offset counted twice",
        turn: (x, p) => sideBySide(frequencies)(x, p < 48 ? p : p + 48),
        codes: ["jumping-positions"],
        says: /row 48 is position 96/,
      },
    ],
  },
  {
    name: "torchtune",
    source:
      "https://github.com/pytorch/torchtune/blob/main/torchtune/modules/position_embeddings.py",
    axes: "BTHD",
    dHead: 64,
    expect: { layout: "interleaved", base: 10000 },
    turn: (x, p) => {
      const cache = frequencies.map((w) => [f(Math.cos(f(p * w))), f(Math.sin(f(p * w)))]);
      return x.map((_, c) => {
        const [[cos, sin], a, b] = [cache[c >> 1], x[c & ~1], x[c | 1]];
        return c % 2 === 0 ? f(a * cos - b * sin) : f(b * cos + a * sin);
      });
    },
    wrong: [
      {
        what: "one stack of cosines and sines, that of heads taken for that of positions",
        turn: (x, p) => inTwos(frequencies)(x, 2 * p),
        codes: ["other-step"],
        says: /advance by 2/,
      },
    ],
  },
  {
    name: "MLX, traditional",
    source:
      "https://github.com/ml-explore/mlx/blob/main/python/mlx/nn/layers/positional_encoding.py",
    axes: "BHTD",
    dHead: 64,
    expect: { layout: "interleaved", base: 10000, rotaryDim: 32 },
    turn: inTwos(quarters),
    wrong: [
      {
        what: "wavelengths for frequencies",
        turn: inTwos(quarters.map((w) => f(1 / w))),
        codes: ["inverted-frequencies"],
        says: /reciprocals/,
      },
      {
        what: "no rotation",
        turn: (x) => x,
        codes: ["not-rotated"],
        says: /output is the input/,
      },
    ],
  },
  {
    name: "llama.cpp, halves, positions in quarters",
    source: "https://github.com/ggml-org/llama.cpp/blob/master/ggml/src/ggml-cpu/ops.cpp",
    axes: "THD",
    dHead: 64,
    expect: { layout: "half", base: 10000, scaling: { type: "linear", factor: 4 } },
    turn: running(10000, 64, { neox: true, scale: 0.25 }),
    wrong: [
      {
        what: "freq_scale 4 in place of 1/4",
        turn: running(10000, 64, { neox: true, scale: 4 }),
        codes: ["inverted-scaling"],
        says: /multiplied by the factor 4/,
      },
    ],
  },
];
