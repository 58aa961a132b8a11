// rotary_images.js: rotary embeddings of several axes, for images and videos, as the named projects
// compute them, and mistakes of ports.
import {
  anglesAt,
  byComplex,
  byHalves,
  byTwos,
  concatenated,
  cosOf,
  each2,
  inverse,
  sinOf,
} from "./rotary_formulas.js";

/** @import { Project, Turn, Vector } from "./rotary_formulas.js" */

const f = Math.fround;
const frequencies = inverse(10000, 64);

/** Positions of a grid's patches, row by row; axes: height, width.
 * @param {number} height @param {number} width */
const grid = (height, width) => {
  const all = Array.from({ length: height * width }, (_, p) => p);
  return [all.map((p) => Math.floor(p / width)), all.map((p) => p % width)];
};
/** As in transformers' image models: the angles of all axes, twice.
 * @param {(p: number[]) => Vector} angles @returns {Turn} */
const halvesOf = (angles) => (x, p) => {
  const columns = concatenated(angles(p));
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
/** Text, then an image of 6 × 8 patches with a single time position. */
const mixed = [0, 1, 2].map((axis) =>
  Array.from({ length: 64 }, (_, p) => {
    if (p < 16) return p;
    return 16 + [0, (p - 16) >> 3, (p - 16) & 7][axis];
  }),
);
/** 32 tokens of text at 0, and an image of 12 × 12 latents along two of three axes. */
const flux = [0, 1, 2].map((axis) =>
  Array.from({ length: 176 }, (_, p) => {
    if (p < 32 || axis === 0) return 0;
    return axis === 1 ? Math.floor((p - 32) / 12) : (p - 32) % 12;
  }),
);

/** @type {Project[]} */
export const images = [
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
        says: /ignored: pairs .* by axis 0/,
      },
    ],
  },
  {
    name: "EVA-02",
    source: "https://github.com/baaivision/EVA/blob/master/EVA-02/asuka/rope.py",
    axes: "BHTD",
    dHead: 64,
    expect: { layout: "interleaved", base: 10000, sections: { sizes: [16, 16], axial: true } },
    // 12 patches on a grid trained with 8.
    positions: grid(12, 12).map((list) => list.map((p) => (p / 12) * 8)),
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
        p.flatMap((/** @type {number} */ position) => anglesAt(quarters, position)),
      ),
    wrong: [
      {
        what: "frequencies of one series over both axes",
        turn: (x, [a, b]) =>
          byComplex(x, [
            ...anglesAt(frequencies.slice(0, 16), a),
            ...anglesAt(frequencies.slice(16), b),
          ]),
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
        ...pixtral.filter((_, i) => i % 2 === 0).map((frequency) => f(h * frequency)),
        ...pixtral.filter((_, i) => i % 2 === 1).map((frequency) => f(w * frequency)),
      ]),
    wrong: [
      {
        what: "the first half of the frequencies for height",
        turn: (x, [h, w]) =>
          byComplex(x, [...anglesAt(pixtral.slice(0, 16), h), ...anglesAt(pixtral.slice(16), w)]),
        codes: ["differs-frequencies"],
        says: /the configuration lists others/,
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
    // Its authors call this expansion a mistake, but the weights were trained with it.
    turn: (x, p) => {
      const angles = concatenated(anglesAt(inverse(10000, 20), p));
      return byTwos(x, cosOf(angles), sinOf(angles));
    },
    codes: ["mixed-doubling"],
    wrong: [
      {
        what: "a base of 100",
        turn: (x, p) => {
          const angles = concatenated(anglesAt(inverse(100, 20), p));
          return byTwos(x, cosOf(angles), sinOf(angles));
        },
        codes: ["mixed-doubling", "differs-base"],
        says: /The base is 100; the configuration says 10000/,
      },
    ],
  },
];
