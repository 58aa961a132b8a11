// implementations_published.js: positional encodings from published repositories, right and wrong,
// rewritten in JavaScript, each with the expected diagnosis. The names say where they stand.
import { every, wide } from "./implementations.js";
import { changed, fill } from "./implementations_formulas.js";

/** @import { Implementation } from "./implementations.js" */

const { sin, cos, exp, floor, log, round } = Math;
const mismatched = "mismatched-frequencies";
const ln = log(10000);

/** Sines in even columns, cosines in odd ones. @param {number} L @param {number} d
 * @param {(c: number) => number} omega of a column */
const interleaved = (L, d, omega) => fill(L, d, (p, c) => (c % 2 ? cos : sin)(p * omega(c)));

/** @type {Implementation[]} */
export const publishedOnes = [
  {
    // The sines' exponents are arange(0, d, 2), the cosines' arange(1, d, 2), and a 0 is missing.
    name: "maxjcohen/transformer, issue 62",
    make: (L, d) => interleaved(L, d, (c) => 1000 ** (-c / d)),
    report: (_, d) => ({
      base: 1000,
      problems: [mismatched],
      notes: ["other-base"],
      columns: every(1, 2, d),
    }),
    sizes: wide,
  },
  {
    // x / d // 2 is floor((x / d) / 2), which is -1: the frequencies are e^-2i.
    name: "zju3dv/LoFTR, issue 41",
    make: (L, d) => interleaved(L, d, (c) => exp(2 * floor(c / 2) * floor(-ln / d / 2))),
    report: (_, d) => ({ base: exp(d), problems: ["other-base"] }),
    sizes: (L, d) => d >= 8 && d <= 30 && L >= 32,
    quiet: true,
  },
  {
    // The index goes in steps of 2 and is doubled; so is i + 1.
    name: "SamLynnEvans/Transformer, issue 25",
    make: (L, d) => interleaved(L, d, (c) => 10000 ** ((-2 * (c % 2 ? c : 2 * floor(c / 2))) / d)),
    report: (_, d) => ({
      base: 1e8,
      problems: [mismatched, "other-base"],
      columns: every(1, 2, d),
    }),
    sizes: (_, d) => d <= 64,
  },
  {
    name: "harvardnlp/annotated-transformer, issue 131",
    make: (L, d) => interleaved(L, d, (c) => 1 / exp(2 * floor(c / 2) * (-ln / d))),
    report: { problems: ["multiplied-frequencies"] },
  },
  {
    // Python 2 divides integers: 2 * i / d is 0 or 1.
    name: "Kyubyong/transformer, pull request 81",
    make: (L, d) => interleaved(L, d, (c) => 1 / 10000 ** floor((2 * c) / d)),
    report: { base: 10000, problems: ["integer-exponents"] },
    sizes: wide,
  },
  {
    name: "Kyubyong/transformer, issue 38",
    make: (L, d) => interleaved(L, d, (c) => 1 / 10000 ** ((2 * c) / d)),
    report: (_, d) => ({
      base: 1e8,
      problems: [mismatched, "other-base"],
      columns: every(1, 2, d),
    }),
  },
  {
    // The fix that was suggested: both columns use the exponent of the even one.
    name: "BrianPulfer/PapersReimplementations, issue 9",
    make: (L, d) => interleaved(L, d, (c) => 1 / 10000 ** ((4 * floor(c / 2)) / d)),
    report: { base: 1e8, problems: ["other-base"] },
  },
  {
    // Position 0 is padding and stays zero; each column has its own exponent.
    name: "jadore801120/attention-is-all-you-need-pytorch, issue 32",
    make: (L, d) =>
      changed(
        interleaved(L, d, (c) => 1 / 10000 ** ((2 * c) / d)),
        (table) => void table.fill(0, 0, d),
      ),
    report: { base: 1e8, problems: [mismatched, "other-base"], notes: ["zero-rows"] },
    sizes: wide,
  },
  {
    // (i // 2) * 2 / d, right, with the same padding row.
    name: "the same, mended",
    make: (L, d) =>
      changed(
        interleaved(L, d, (c) => 1 / 10000 ** ((2 * floor(c / 2)) / d)),
        (table) => void table.fill(0, 0, d),
      ),
    report: { notes: ["zero-rows"] },
    sizes: wide,
  },
  {
    // Only sin and cos of the slice [1:-2] were taken: the last two rows are angles.
    name: "a slice that ends too early",
    make: (L, d) =>
      changed(
        interleaved(L, d, (c) => 1 / 10000 ** ((2 * floor(c / 2)) / d)),
        (table) => {
          for (let i = (L - 2) * d; i < L * d; i++) {
            table[i] = floor(i / d) / 10000 ** ((2 * floor((i % d) / 2)) / d);
          }
        },
      ),
    report: { problems: ["differing-entries"] },
    sizes: (L, d) => L >= 50 && d >= 8,
    quiet: true,
  },
  {
    // Rows are features and columns are positions, because of a missing transposition.
    name: "features first",
    make: (L, d) => {
      const rows = Math.max(L, 32);
      return fill(d, rows, (c, p) => (c % 2 ? cos : sin)(p / 10000 ** ((2 * floor(c / 2)) / d)));
    },
    report: { convention: null, problems: ["transposed"] },
    sizes: (L, d) => L === 50 || (L === 100 && d === 30),
    rows: (_, d) => d,
  },
  {
    // np.round(P, 5), or a CSV file with five digits.
    name: "rounded to five digits",
    make: (L, d) =>
      interleaved(L, d, (c) => 1 / 10000 ** ((2 * floor(c / 2)) / d)).map(
        (x) => round(1e5 * x) / 1e5,
      ),
    report: { notes: ["noisy"] },
    sizes: wide,
    quiet: true,
  },
];
