// rotary_projects.js: rotary embeddings of language models, as the named projects compute them, and
// mistakes of ports.
import {
  anglesAt,
  byComplex,
  byHalves,
  byTwos,
  cacheOf,
  concatenated,
  cosOf,
  each2,
  inTwos,
  inverse,
  llama3,
  sideBySide,
  sinOf,
  yarn,
} from "./rotary_formulas.js";
import { brain } from "./rounded.js";

/** @import { Project, Turn, Vector } from "./rotary_formulas.js" */

const f = Math.fround;
const TRANSFORMERS =
  "https://github.com/huggingface/transformers/blob/main/src/transformers/models";
const scaling3 = {
  ...{ type: "llama3", factor: 8, original_max_position_embeddings: 8192 },
  ...{ low_freq_factor: 1, high_freq_factor: 4 },
};
const llama31 = llama3(inverse(500000, 128));
const falcon = inverse(10000, 64);
const neox = inverse(10000, 24);
const gptj = inverse(10000, 64);
const stable = inverse(10000, 20);
const gemma = inverse(1e6, 256).map((w) => f(w / 8));
const cohere = inverse(8e6, 128);
const glm = inverse(10000, 64);
const deepseek = yarn(10000, 64, 40, 4096, true);
const oss = yarn(150000, 64, 32, 4096, false);
const concentration = 0.1 * Math.log(32) + 1;
const bert = inverse(160000, 64);

/** De-interleaves the last 64 features of 192, then rotates halves.
 * @param {boolean} isSplit @returns {Turn} */
const latent = (isSplit) => (x, p) => {
  const rope = x.slice(128);
  const order = rope.map((_, c) => (c < 32 ? 2 * c : 2 * (c - 32) + 1));
  const angles = concatenated(anglesAt(deepseek, p));
  const rotated = byHalves(
    isSplit ? order.map((c) => rope[c]) : rope,
    cosOf(angles),
    sinOf(angles),
  );
  return [...x.slice(0, 128), ...rotated];
};

/** @type {Project[]} */
export const projects = [
  {
    name: "Llama 3.1 in transformers",
    source: `${TRANSFORMERS}/llama/modeling_llama.py`,
    axes: "BHTD",
    dHead: 128,
    expect: { layout: "half", base: 500000, scaling: scaling3 },
    turn: sideBySide(llama31),
    cache: (rows) => cacheOf(rows, llama31, concatenated, [1, rows, 128]),
    wrong: [
      {
        what: "rotate_half (x₂, −x₁)",
        turn: (x, p) => {
          const angles = concatenated(anglesAt(llama31, p));
          return byHalves(
            x,
            cosOf(angles),
            sinOf(angles).map((s) => -s),
          );
        },
        codes: ["turned-backwards"],
        says: /change the sign of the sines/,
      },
      {
        what: "without rope_scaling",
        cache: (rows) => cacheOf(rows, inverse(500000, 128), concatenated, [rows, 128]),
        codes: ["missing-scaling"],
        says: /the configuration says Llama 3's rule by 8 from 8192/,
      },
    ],
  },
  {
    name: "Llama 3 as Meta wrote it",
    source: "https://github.com/meta-llama/llama3/blob/main/llama/model.py",
    axes: "BTHD",
    dHead: 128,
    expect: { layout: "interleaved", base: 500000 },
    turn: (x, p) => byComplex(x, anglesAt(inverse(500000, 128), p)),
    // The real and the imaginary part of freqs_cis.
    cache: (rows) => cacheOf(rows, inverse(500000, 128), (angles) => angles, [rows, 64]),
    wrong: [
      {
        what: "halves, with weights that were not permuted",
        turn: sideBySide(inverse(500000, 128)),
        codes: ["differs-layout"],
        says: /\(i, i \+ 64\); the configuration says \(2i, 2i \+ 1\)/,
      },
      {
        what: "Llama 2's theta",
        cache: (rows) => cacheOf(rows, inverse(10000, 128), (angles) => angles, [rows, 64]),
        codes: ["differs-base"],
        says: /The base is 10000; the configuration says 500000/,
      },
    ],
  },
  {
    name: "GPT-NeoX-20B",
    source: `${TRANSFORMERS}/gpt_neox/modeling_gpt_neox.py`,
    axes: "BHTD",
    dHead: 96,
    expect: { layout: "half", base: 10000, rotaryDim: 24 },
    turn: sideBySide(neox),
    cache: (rows) => cacheOf(rows, neox, concatenated, [1, 1, rows, 24]),
    wrong: [
      {
        what: "all of the head turned",
        turn: sideBySide(inverse(10000, 96)),
        codes: ["differs-rotaryDim"],
        says: /96 features turn; the configuration says 24 of 96/,
      },
      {
        what: "exponents over the whole head",
        turn: sideBySide(inverse(10000, 24, 96)),
        codes: ["differs-base"],
        says: /exponents 2i\/96 instead of 2i\/24/,
      },
    ],
  },
  {
    name: "GPT-J-6B",
    source:
      "https://github.com/kingoflolz/mesh-transformer-jax/blob/master/mesh_transformer/layers.py",
    axes: "BTHD",
    dHead: 256,
    expect: { layout: "interleaved", base: 10000, rotaryDim: 64 },
    turn: inTwos(gptj),
    cache: (rows) => cacheOf(rows, gptj, each2, [rows, 1, 64]),
    wrong: [
      {
        what: "(sin, cos) taken for (cos, sin)",
        turn: (x, p) => {
          const angles = each2(anglesAt(gptj, p));
          return byTwos(x, sinOf(angles), cosOf(angles));
        },
        codes: ["swapped-sine-cosine"],
        says: /swap them back/,
      },
    ],
  },
  {
    name: "StableLM 3B",
    source: `${TRANSFORMERS}/stablelm/modeling_stablelm.py`,
    axes: "BHTD",
    dHead: 80,
    expect: { layout: "half", base: 10000, rotaryDim: 20 },
    turn: sideBySide(stable),
    wrong: [
      {
        what: "the last quarter turned",
        turn: (x, p) => [...x.slice(0, 60), ...sideBySide(stable)(x.slice(60), p)],
        codes: ["differs-rotaryStart"],
        says: /Features from 60 on turn; the configuration says from 0 on/,
      },
    ],
  },
  {
    name: "Falcon-7B in bfloat16",
    source: `${TRANSFORMERS}/falcon/modeling_falcon.py`,
    axes: "BHTD",
    dHead: 64,
    expect: { layout: "half", base: 10000 },
    turn: sideBySide(falcon),
    store: brain,
    cache: (rows) => cacheOf(rows, falcon, concatenated, [rows, 64], brain),
    wrong: [
      {
        what: "positions and frequencies in bfloat16",
        cache: (rows) => {
          const angles = Array.from({ length: rows }, (_, p) =>
            concatenated(falcon.map((w) => brain(brain(p) * brain(w)))),
          );
          const store = (/** @type {Vector} */ list) => list.map(brain);
          return {
            cos: angles.flatMap((row) => store(cosOf(row))),
            sin: angles.flatMap((row) => store(sinOf(row))),
            shape: [rows, 64],
          };
        },
        codes: ["low-precision-angles"],
        says: /Angles are in bfloat16/,
      },
    ],
  },
  {
    name: "GLM-4 in transformers",
    source: `${TRANSFORMERS}/glm4/modeling_glm4.py`,
    axes: "BHTD",
    dHead: 128,
    expect: { layout: "interleaved", base: 10000, rotaryDim: 64 },
    // Concatenated with themselves; one half is taken and each entry repeated.
    turn: (x, p) => {
      const angles = each2(concatenated(anglesAt(glm, p)).slice(0, 32));
      return byTwos(x, cosOf(angles), sinOf(angles));
    },
    cache: (rows) => cacheOf(rows, glm, concatenated, [1, rows, 64]),
    cacheCodes: ["differs-layout"],
    wrong: [
      {
        what: "side by side, with neighbours",
        turn: (x, p) => {
          const angles = concatenated(anglesAt(glm, p));
          return byTwos(x, cosOf(angles), sinOf(angles));
        },
        codes: ["mixed-doubling"],
        says: /\(2i, 2i \+ 1\)/,
      },
    ],
  },
  {
    name: "Gemma 3, layers with full attention",
    source: `${TRANSFORMERS}/gemma3/modeling_gemma3.py`,
    axes: "BHTD",
    dHead: 256,
    expect: { layout: "half", base: 1e6, scaling: { type: "linear", factor: 8 } },
    turn: sideBySide(gemma),
    cache: (rows) => cacheOf(rows, gemma, concatenated, [1, rows, 256]),
    wrong: [
      {
        what: "the base of layers with a window",
        turn: sideBySide(inverse(10000, 256)),
        codes: ["differs-base", "missing-scaling"],
        says: /base is 10000; the configuration says 1000000/,
      },
    ],
  },
  {
    name: "Cohere's Command R",
    source: `${TRANSFORMERS}/cohere/modeling_cohere.py`,
    axes: "BHTD",
    dHead: 128,
    expect: { layout: "interleaved", base: 8e6 },
    turn: inTwos(cohere),
    cache: (rows) => cacheOf(rows, cohere, each2, [1, rows, 128]),
    wrong: [
      {
        what: "repeated by neighbours, turned by halves",
        turn: (x, p) => {
          const angles = each2(anglesAt(cohere, p));
          return byHalves(x, cosOf(angles), sinOf(angles));
        },
        codes: ["mixed-doubling", "differs-layout"],
        says: /cat/,
      },
    ],
  },
  {
    name: "DeepSeek-V3",
    source: `${TRANSFORMERS}/deepseek_v3/modeling_deepseek_v3.py`,
    axes: "BHTD",
    dHead: 192,
    expect: {
      ...{
        layout: "interleaved",
        base: 10000,
        rotaryDim: 64,
        rotaryStart: 128,
        attentionFactor: 1,
      },
      scaling: { type: "yarn", factor: 40, original_max_position_embeddings: 4096 },
    },
    turn: latent(true),
    codes: ["reordered-output"],
    wrong: [
      {
        what: "halves of features that were not put apart",
        turn: latent(false),
        codes: ["differs-layout"],
        says: /\(i, i \+ 32\); the configuration says \(2i, 2i \+ 1\)/,
      },
    ],
  },
  {
    name: "gpt-oss",
    source: "https://github.com/openai/gpt-oss/blob/main/gpt_oss/torch/model.py",
    axes: "THD",
    dHead: 64,
    expect: {
      ...{ layout: "half", base: 150000 },
      scaling: {
        ...{ type: "yarn", factor: 32, original_max_position_embeddings: 4096 },
        ...{ beta_fast: 32, beta_slow: 1, truncate: false },
      },
    },
    turn: sideBySide(oss, concentration),
    wrong: [
      {
        what: "without the concentration",
        turn: sideBySide(oss),
        codes: ["missing-attention-factor"],
        says: /1\.347 of YaRN by 32 from 4096/,
      },
    ],
  },
  {
    name: "ModernBERT, global layers",
    source: `${TRANSFORMERS}/modernbert/modeling_modernbert.py`,
    axes: "THD",
    dHead: 64,
    expect: { layout: "half", base: 160000 },
    turn: sideBySide(bert),
    wrong: [
      {
        what: "packed sequences at the positions of one",
        turn: (x, p) => sideBySide(bert)(x, p < 40 ? p : p - 40),
        codes: ["restarting-positions"],
        says: /row 40 is position 0/,
      },
    ],
  },
];
