// implementations_right.js: right implementations of sinusoidal encodings, as people write them,
// each with the expected diagnosis.
import { wide } from "./implementations.js";
import {
  divTerm,
  divTerm32,
  fairseqWeights,
  halves,
  paper,
  timesteps,
  timingSignal,
  withClassToken,
} from "./implementations_formulas.js";

/** @import { Implementation } from "./implementations.js" */

/** @type {Implementation[]} */
export const rightOnes = [
  { name: "the paper's loop", make: (L, d) => paper(L, d), report: {} },
  { name: "div_term", make: (L, d) => divTerm(L, d), report: {} },
  { name: "div_term in float32", make: divTerm32, report: {} },
  ...[500000, 1e6, 20000, 100000, 3000, 16384].map((base) => ({
    name: `base ${base}`,
    make: (/** @type {number} */ L, /** @type {number} */ d) => divTerm(L, d, base),
    report: { base, notes: ["other-base"] },
  })),
  ...[2, 100, 4000, -7].map((start) => ({
    name: `from position ${start}`,
    make: (/** @type {number} */ L, /** @type {number} */ d) => paper(L, d, 10000, start),
    report: { start, notes: ["other-start"] },
    // After some turns, few pairs look the same again.
    quiet: start === 4000,
  })),
  {
    name: "tensor2tensor",
    make: (L, d) => timingSignal(L, d),
    report: {
      convention: "tensor2tensor",
      notes: ["concatenated-layout", "spacing-d-minus-2"],
    },
  },
  {
    name: "tensor2tensor, odd width",
    make: (L, d) => timingSignal(L, d + 1),
    report: { convention: "tensor2tensor", notes: ["zero-column"] },
  },
  {
    name: "fairseq",
    make: (L, d) => timingSignal(L, d, 2),
    report: { convention: "fairseq", start: 2, notes: ["other-start"] },
  },
  {
    name: "fairseq's weights",
    make: fairseqWeights,
    report: { convention: "tensor2tensor", notes: ["zero-rows"] },
  },
  {
    name: "gpt-neox",
    make: (L, d) => halves(L, d),
    report: { convention: "gpt-neox", notes: ["concatenated-layout"] },
  },
  {
    name: "gpt-neox, base 50000",
    make: (L, d) => halves(L, d, 50000),
    report: {
      convention: "gpt-neox",
      base: 50000,
      notes: ["concatenated-layout", "other-base"],
    },
  },
  {
    name: "mae with a class token",
    make: withClassToken,
    report: { convention: "gpt-neox", start: -1, notes: ["zero-rows"] },
  },
  {
    name: "diffusers",
    make: (L, d) => timesteps(L, d, false, 1),
    report: { convention: "tensor2tensor" },
  },
  {
    name: "diffusers, flipped",
    make: (L, d) => timesteps(L, d, true, 1),
    report: { convention: null, notes: ["swapped-sine-cosine"] },
  },
  {
    name: "diffusers, flipped, shift 0",
    make: (L, d) => timesteps(L, d, true, 0),
    report: { convention: null, notes: ["swapped-sine-cosine"] },
  },
  {
    name: "diffusers, odd width",
    make: (L, d) => timesteps(L, d + 1, true, 1),
    report: { convention: null, notes: ["zero-column"] },
  },
  { name: "odd width, interleaved", make: (L, d) => paper(L, d + 1), report: {}, sizes: wide },
];
