// rotary_verdicts.js: generated rotations, and what diagnoseRotary misses or reports falsely.
import { diagnoseRotary } from "phasor";
import { codesOf, problemsOf } from "./findings.js";
import { kinds, rotaryCase, slips } from "./rotary_cases.js";

/** @typedef {import("../../web/phasor/diagnose_rotary.js").RotaryDiagnosis} RotaryDiagnosis */
/** @typedef {ReturnType<typeof rotaryCase>} Case */

const names = Object.keys(slips);
const together = (/** @type {string} */ a, /** @type {string} */ b) =>
  !kinds.some((kind) => kind.includes(a) && kind.includes(b));
const pairs = names.flatMap((a, i) =>
  names
    .slice(i + 1)
    .filter((b) => together(a, b))
    .map((b) => [a, b]),
);
/** No mistake, each mistake alone, and all pairs of mistakes that can occur together. */
export const wrongs = [...names.map((name) => [name]), ...pairs];
export const formats = ["float64", "float32", "bfloat16", "float16"];

/** Findings about rules: if several rules fit, any may be reported, and all are named. */
const OF_RULES = [
  ...["differs-base", "missing-scaling", "scaled-twice", "differs-scaling", "differs-length"],
  ...["differs-frequencies", "other-step"],
];
const OF_FACTORS = [
  "missing-attention-factor",
  "squared-attention-factor",
  "other-attention-factor",
];

/** One case in this many has 4,096 rows, because these take long to make. */
const LONG = 160;

/** The n-th of the cases: one in eight is right. @param {number} n @param {number} seed */
export function caseAt(n, seed) {
  const noise = (n >> 1) % 3 === 2 ? 1e-3 : 0;
  const kind = { noise, format: formats[(n >> 3) % 4], vectors: n % 2 === 1 };
  const wrong = n % 8 === 0 ? [] : wrongs[(n * 7 + seed) % wrongs.length];
  // At a different place in each block, so that noise, formats and mistakes vary.
  const long = n % LONG === (53 * Math.floor(n / LONG)) % LONG;
  const rows = long ? 4096 : undefined;
  return { sample: rotaryCase(1000 * seed + n, wrong, { ...kind, rows }), wrong, kind };
}

/** What is reported falsely or missed, with expect. @param {Case} sample @param {string[]} wrong
 * @param {{ noise: number, format: string }} kind @returns {string[]} */
export function failuresOf(sample, wrong, kind) {
  const { data, shape, expect, name, recipe, list } = sample;
  const options = /** @type {any} */ ({ expect });
  const diagnosis = diagnoseRotary(/** @type {any} */ (data), shape, options);
  const problems = problemsOf(diagnosis);
  const codes = codesOf(diagnosis);
  const undecided = codes.includes("undecided");
  const ofRules = wrong.filter((code) => OF_RULES.includes(code));
  const failures = [];
  for (const code of problems) {
    // What rounding does not explain is a problem, noise too.
    if (kind.noise > 0 && (code === "noise" || code === "differs-from-expected")) continue;
    if (wrong.includes(code) || OF_RULES.includes(code)) continue;
    // The factor belongs to another rule than the expected one.
    if ((undecided || ofRules.length > 0) && OF_FACTORS.includes(code)) continue;
    failures.push(`false ${code}`);
  }
  const saidOfRules = problems.filter((code) => OF_RULES.includes(code));
  if (ofRules.length === 0 && saidOfRules.length > 0) {
    failures.push(`false ${saidOfRules}`);
  }
  for (const code of wrong) {
    if (codes.includes(code)) continue;
    // Positions in bfloat16 are multiples of 2 from 256 on, of 4 from 512 on.
    const { arithmetic, jump, to } = recipe;
    if (code === "jumping-positions" && arithmetic === "bfloat16" && to - jump < to / 64) continue;
    if (OF_RULES.includes(code)) {
      if (!undecided || !isNamed(diagnosis, recipe, list)) failures.push(`missed ${code}`);
    } else if (code !== "low-precision-angles" || !hidesAngles(sample, kind))
      failures.push(`missed ${code}`);
  }
  return failures.map((failure) => `${failure} in ${name}`);
}

/** Whether the rule that was used is among those named. @param {RotaryDiagnosis} diagnosis
 * @param {{ step: number }} recipe @param {number[]} list */
function isNamed(diagnosis, { step }, list) {
  return diagnosis.alternatives.some(
    (rule) =>
      rule.step === step &&
      rule.frequencies.length === list.length &&
      rule.frequencies.every((w, i) => Math.abs(w - list[i]) <= 1e-5 * w),
  );
}

/** Whether rounding or noise hides the angles' arithmetic, because they change more than it does.
 * @param {Case} sample @param {{ noise: number, format: string }} kind */
export function hidesAngles({ bent, recipe }, { noise, format }) {
  const unit = { bfloat16: 2 ** -8, float16: 2 ** -11 }[format] ?? 2 ** -24;
  const variance = noise * noise + (0.5 * unit) ** 2;
  return bent < (noise > 0 ? 3 * recipe.rows + 40 : 60) * variance;
}
