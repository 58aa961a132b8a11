// rotary_libraries.js: rotary embeddings of libraries, of proteins and of images, as the projects that are named
// compute them, and mistakes that ports of them have had.
import {
  anglesAt,
  brain,
  byComplex,
  byHalves,
  byTwos,
  cacheOf,
  cosOf,
  each2,
  inTwos,
  inverse,
  sideBySide,
  sinOf,
  twice,
} from "./rotary_formulas.js";

/** @import { Project, Turn, Vector } from "./rotary_formulas.js" */

const f = Math.fround;
const usual = inverse(10000, 64);
const stretched = inverse(10000 * 8 ** (64 / 62), 64);

/** Patches of a grid, row by row: the axes are height and width. @param {number} height @param {number} width */
const grid = (height, width) => {
  const all = Array.from({ length: height * width }, (_, p) => p);
  return [all.map((p) => Math.floor(p / width)), all.map((p) => p % width)];
};
/** As transformers' image models: the angles of all axes, twice. @param {(p: number[]) => Vector} angles @returns {Turn} */
const halvesOf = (angles) => (x, p) => {
  const columns = twice(angles(p));
  return byHalves(x, cosOf(columns), sinOf(columns));
};

const quarters = inverse(10000, 32);
const [flux16, flux56] = [inverse(10000, 16), inverse(10000, 56)];
const pixtral = inverse(10000, 64);
const qwen = inverse(1e6, 128);
/** @param {Vector} sizes @param {number[]} p */
const sectioned = (sizes, p) => {
  const axes = sizes.flatMap((size, axis) => new Array(size).fill(axis));
  return qwen.map((w, i) => f(p[axes[i]] * w));
};
/** A 2×2 matrix for each pair. @param {Vector} x @param {Vector} angles */
function byMatrices(x, angles) {
  const out = [...x];
  angles.forEach((angle, i) => {
    const [c, s] = [f(Math.cos(angle)), f(Math.sin(angle))];
    const matrix = [c, -s, s, c];
    out[2 * i] = f(matrix[0] * x[2 * i] + matrix[1] * x[2 * i + 1]);
    out[2 * i + 1] = f(matrix[2] * x[2 * i] + matrix[3] * x[2 * i + 1]);
  });
  return out;
}
/** Text, then an image of 6 × 8 patches at one time. */
const mixed = [0, 1, 2].map((axis) =>
  Array.from({ length: 64 }, (_, p) => {
    if (p < 16) return p;
    return 16 + [0, (p - 16) >> 3, (p - 16) & 7][axis];
  }),
);
/** Flux counts text at 0 and the image along two of three axes. */
const flux = [0, 1, 2].map((axis) =>
  Array.from({ length: 96 }, (_, p) => (axis === 0 ? p % 4 : axis === 1 ? p >> 3 : p & 7)),
);
/** xPos: the lengths of pair i grow by its scale, to the power of position / 512. @param {number} sign @returns {Turn} */
const xpos = (sign) => (x, p) => {
  const turned = inTwos(usual)(x, p);
  const scale = usual.map((_, i) => (2 * i + 0.4 * 64) / (1.4 * 64));
  return turned.map((each, c) => f(each * scale[c >> 1] ** ((sign * (p - 48)) / 512)));
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
        codes: ["differs-base", "missing-scaling"],
        says: /base is 80000/,
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
          const plain = inTwos(usual)(new Array(64).fill(1), p);
          return inTwos(inverse(500000, 64))(x, p).map((each, c) => (each * scale[c]) / plain[c]);
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
      const row = [...cosOf(anglesAt(usual, p)), ...sinOf(anglesAt(usual, p))];
      return byHalves(x, twice(row.slice(0, 32)), twice(row.slice(32)));
    },
    wrong: [
      {
        what: "is_neox_style=False",
        turn: inTwos(usual),
        codes: ["differs-layout"],
        says: /Pairs are \(2i, 2i \+ 1\); the configuration says \(i, i \+ 32\)/,
      },
      {
        what: "the row taken for sines, then cosines",
        turn: (x, p) => {
          const row = [...cosOf(anglesAt(usual, p)), ...sinOf(anglesAt(usual, p))];
          return byHalves(x, twice(row.slice(32)), twice(row.slice(0, 32)));
        },
        codes: ["swapped-sine-cosine"],
        says: /exchange/,
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
      const angles = twice(anglesAt(usual, p));
      return byHalves(x, cosOf(angles).map(brain), sinOf(angles).map(brain));
    },
    store: brain,
    cache: (rows) => cacheOf(rows, usual, (angles) => angles, [rows, 32], brain),
    wrong: [
      {
        what: "seqlen_offset counted twice",
        turn: (x, p) => sideBySide(usual)(x, p < 48 ? p : p + 48),
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
      const cache = usual.map((w) => [f(Math.cos(f(p * w))), f(Math.sin(f(p * w)))]);
      return x.map((_, c) => {
        const [[cos, sin], a, b] = [cache[c >> 1], x[c & ~1], x[c | 1]];
        return c % 2 === 0 ? f(a * cos - b * sin) : f(b * cos + a * sin);
      });
    },
    wrong: [
      {
        what: "one stack of cosines and sines, that of heads taken for that of positions",
        turn: (x, p) => inTwos(usual)(x, 2 * p),
        codes: ["other-step"],
        says: /advance by 2/,
      },
    ],
  },
  {
    name: "KerasHub",
    source:
      "https://github.com/keras-team/keras-hub/blob/master/keras_hub/src/layers/modeling/rotary_embedding.py",
    axes: "BTHD",
    dHead: 64,
    expect: { layout: "half", base: 10000, scaling: { type: "linear", factor: 4 } },
    // Positions are divided; angles are stacked before the last axis, which makes halves.
    turn: (x, p) => sideBySide(usual)(x, p / 4),
    wrong: [
      {
        what: "positions multiplied by scaling_factor",
        turn: (x, p) => sideBySide(usual)(x, p * 4),
        codes: ["inverted-scaling"],
        says: /multiplied by the factor 4 of "linear", not divided by it/,
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
    name: "ESM-2",
    source: "https://github.com/facebookresearch/esm/blob/main/esm/rotary_embedding.py",
    axes: "BTD",
    dHead: 64,
    expect: { layout: "half", base: 10000 },
    turn: sideBySide(usual),
    cache: (rows) => cacheOf(rows, usual, twice, [1, rows, 64]),
    wrong: [
      {
        what: "exponents i/d",
        turn: sideBySide(inverse(10000, 64, 128)),
        codes: ["differs-base"],
        says: /exponents were 2i\/128, not 2i\/64/,
      },
    ],
  },
  {
    name: "Qwen2-VL",
    source:
      "https://github.com/huggingface/transformers/blob/main/src/transformers/models/qwen2_vl/modeling_qwen2_vl.py",
    axes: "BHTD",
    dHead: 128,
    expect: { layout: "half", base: 1e6, sections: [16, 24, 24] },
    positions: mixed,
    turn: halvesOf((p) => sectioned([16, 24, 24], p)),
    wrong: [
      {
        what: "height and width exchanged",
        turn: halvesOf(([t, h, w]) => sectioned([16, 24, 24], [t, w, h])),
        codes: ["differs-sections"],
        says: /by axis 2, not 1/,
      },
      {
        what: "time alone",
        turn: halvesOf(([t]) => sectioned([16, 24, 24], [t, t, t])),
        codes: ["differs-sections"],
        says: /by axis 0, not 1/,
      },
    ],
  },
  {
    name: "EVA-02",
    source: "https://github.com/baaivision/EVA/blob/master/EVA-02/asuka/rope.py",
    axes: "BHTD",
    dHead: 64,
    expect: { layout: "interleaved", base: 10000, sections: { sizes: [16, 16], axial: true } },
    positions: grid(12, 12),
    turn: (x, [h, w]) => {
      const angles = each2([...anglesAt(quarters, h), ...anglesAt(quarters, w)]);
      return byTwos(x, cosOf(angles), sinOf(angles));
    },
    wrong: [
      {
        what: "columns before rows",
        turn: (x, [h, w]) => {
          const angles = each2([...anglesAt(quarters, w), ...anglesAt(quarters, h)]);
          return byTwos(x, cosOf(angles), sinOf(angles));
        },
        codes: ["differs-sections"],
        says: /by axis 1, not 0/,
      },
    ],
  },
  {
    name: "SAM 2",
    source: "https://github.com/facebookresearch/sam2/blob/main/sam2/modeling/position_encoding.py",
    axes: "BHTD",
    dHead: 64,
    // Columns come first.
    expect: { layout: "interleaved", base: 10000, sections: { sizes: [16, 16], axial: true } },
    positions: grid(10, 12).reverse(),
    turn: (x, p) =>
      byComplex(
        x,
        p.flatMap((/** @type {number} */ each) => anglesAt(quarters, each)),
      ),
    wrong: [
      {
        what: "frequencies of one series over both axes",
        turn: (x, [a, b]) =>
          byComplex(x, [...anglesAt(usual.slice(0, 16), a), ...anglesAt(usual.slice(16), b)]),
        codes: ["differs-frequencies"],
        says: /a series for each axis/,
      },
    ],
  },
  {
    name: "Pixtral",
    source:
      "https://github.com/mistralai/mistral-inference/blob/main/src/mistral_inference/rope.py",
    axes: "THD",
    dHead: 64,
    expect: {
      layout: "interleaved",
      frequencies: [...pixtral.filter((_, i) => i % 2 === 0), ...pixtral.filter((_, i) => i % 2)],
      sections: [16, 16],
    },
    positions: grid(10, 12),
    turn: (x, [h, w]) =>
      byComplex(x, [
        ...pixtral.filter((_, i) => i % 2 === 0).map((each) => f(h * each)),
        ...pixtral.filter((_, i) => i % 2 === 1).map((each) => f(w * each)),
      ]),
    wrong: [
      {
        what: "the first half of the frequencies for height",
        turn: (x, [h, w]) =>
          byComplex(x, [...anglesAt(pixtral.slice(0, 16), h), ...anglesAt(pixtral.slice(16), w)]),
        codes: ["differs-frequencies"],
        says: /of 32 pairs are not those expected/,
      },
    ],
  },
  {
    name: "Flux",
    source: "https://github.com/black-forest-labs/flux/blob/main/src/flux/math.py",
    axes: "BHTD",
    dHead: 128,
    expect: { layout: "interleaved", base: 10000, sections: { sizes: [8, 28, 28], axial: true } },
    positions: flux,
    turn: (x, [a, b, c]) =>
      byMatrices(x, [...anglesAt(flux16, a), ...anglesAt(flux56, b), ...anglesAt(flux56, c)]),
    wrong: [
      {
        what: "transposed matrices",
        turn: (x, [a, b, c]) =>
          byMatrices(x, [
            ...anglesAt(flux16, -a),
            ...anglesAt(flux56, -b),
            ...anglesAt(flux56, -c),
          ]),
        codes: ["turned-backwards"],
        says: /backwards/,
      },
    ],
  },
  {
    name: "V-JEPA 2, one axis",
    source: "https://github.com/facebookresearch/vjepa2/blob/main/src/models/utils/modules.py",
    axes: "BHTD",
    dHead: 20,
    expect: { layout: "interleaved", base: 10000 },
    // Its authors say of this expansion that it is a mistake; the weights were trained with it.
    turn: (x, p) => {
      const angles = twice(anglesAt(inverse(10000, 20), p));
      return byTwos(x, cosOf(angles), sinOf(angles));
    },
    codes: ["mixed-doubling"],
    wrong: [
      {
        what: "a base of 100",
        turn: (x, p) => {
          const angles = twice(anglesAt(inverse(100, 20), p));
          return byTwos(x, cosOf(angles), sinOf(angles));
        },
        codes: ["mixed-doubling", "differs-base"],
        says: /The base is 100; the configuration says 10000/,
      },
    ],
  },
  {
    name: "ChatGLM-6B, half of a head",
    source: "https://huggingface.co/zai-org/chatglm-6b/blob/main/modeling_chatglm.py",
    axes: "TBHD",
    dHead: 64,
    expect: { layout: "half", base: 10000 },
    turn: sideBySide(usual),
    cache: (rows) => cacheOf(rows, usual, twice, [rows, 1, 64]),
    wrong: [
      {
        what: "the position of the last token for all of an answer",
        turn: (x, p) => sideBySide(usual)(x, Math.min(p, 50)),
        codes: ["held-positions"],
        says: /Rows 51 to 95 are all at position 50/,
      },
    ],
  },
];
