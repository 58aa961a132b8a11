// Programs that print the wavelengths of rotary embeddings under scaling rules for longer contexts.

/** @import { RopeScaling } from "../../phasor/rope/scaling.js" */
/** @import { Programs } from "../core/types.js" */

/**
 * @typedef {object} ScalingProgram
 * @property {number} dHead
 * @property {number} base
 * @property {number} rotaryDim
 * @property {number} length of the sequence
 * @property {RopeScaling[]} rules with all their parameters
 */

/** @param {ScalingProgram} model @returns {Programs} */
export function scalingPrograms(model) {
  const header = ["pair", "unscaled", ...model.rules.map(({ type }) => type)].join(",");
  return {
    javascript: javascript(model, header),
    python: python(model, header),
  };
}

/** @param {ScalingProgram} model @param {string} header */
const javascript = ({ dHead, base, rotaryDim, length, rules }, header) => `\
import { ropeFrequencies, wavelengths } from "phasor";

const options = { base: ${base}, rotaryDim: ${rotaryDim}, length: ${length} };
const rules = [
${rules.map((rule) => `  ${JSON.stringify(rule)},\n`).join("")}];
const scaled = rules.map((scaling) => ropeFrequencies(${dHead}, { ...options, scaling }).frequencies);
console.log("${header}");
wavelengths(${rotaryDim}, { base: ${base} }).forEach((own, pair) => {
  console.log([pair, own, ...scaled.map((each) => (2 * Math.PI) / each[pair])].join());
});
`;

/**
 * A rule's parameters; missing ones have their usual values.
 * @param {RopeScaling} rule
 */
const parametersOf = (rule) => ({
  factor: rule.factor ?? 1,
  original: rule.original_max_position_embeddings ?? 1,
  fast: rule.beta_fast ?? 32,
  slow: rule.beta_slow ?? 1,
  truncate: rule.truncate ?? true,
  low: rule.low_freq_factor ?? 1,
  high: rule.high_freq_factor ?? 4,
  part: rule.partial_rotary_factor ?? 1,
});

/** LongRoPE's divisors for a length. @param {RopeScaling} rule @param {number} length */
function divisorsOf({ long_factor, short_factor, original_max_position_embeddings }, length) {
  const long = length > Number(original_max_position_embeddings);
  return Array.from((long ? long_factor : short_factor) ?? []).join(", ");
}

/** The Python code that applies a rule to `w`. @param {RopeScaling} rule @param {{ dHead: number, length: number }} model */
export function pythonRule(rule, { dHead, length }) {
  const { factor, original, fast, slow, truncate, low, high, part } = parametersOf(rule);
  switch (rule.type) {
    case "linear":
      return `w / ${factor}`;
    case "ntk":
      return `(base * ${factor} ** (r / (r - 2))) ** (-2 * i / r)`;
    case "dynamic": {
      const stretched = `(${factor} * ${Math.max(length, original)} / ${original} - ${factor - 1})`;
      return `(base * ${stretched} ** (r / (r - 2))) ** (-2 * i / r)`;
    }
    case "yarn":
      return `yarn(${factor}, ${original}, ${fast}, ${slow}, ${truncate ? "True" : "False"})`;
    case "longrope":
      return `w / [${divisorsOf(rule, length)}]`;
    case "llama3":
      return `llama3(${factor}, ${original}, ${low}, ${high})`;
    default:
      return `np.where(i < ${Math.floor((part * dHead) / 2)}, w / ${factor}, 0)`;
  }
}

/** @type {Record<string, string>} */
const PYTHON = {
  yarn: `
def yarn(factor, original, fast, slow, truncate):
    turning = lambda beta: r * np.log(original / (2 * np.pi * beta)) / (2 * np.log(base))
    low, high = turning(fast), turning(slow)
    if truncate:
        low, high = np.floor(low), np.ceil(high)
    low, high = max(low, 0), min(high, r - 1)
    s = np.clip((i - low) / max(high - low, 0.001), 0, 1)
    return w * (1 - s) + w / factor * s

`,
  llama3: `
def llama3(factor, original, low, high):
    turns = original * w / (2 * np.pi)
    s = np.clip((turns - low) / max(high - low, 1e-9), 0, 1)
    return w * s + w / factor * (1 - s)

`,
};

/** The Python functions that rules need. @param {(RopeScaling | undefined)[]} rules */
export const pythonRules = (rules) =>
  [...new Set(rules.map((rule) => rule?.type))]
    .map((type) => (type && PYTHON[type]) || "")
    .join("");

/** @param {ScalingProgram} model @param {string} header */
const python = (model, header) => `\
import numpy as np

base, r = float(${model.base}), ${model.rotaryDim}
i = np.arange(r // 2)
w = base ** (-2 * i / r)
${pythonRules(model.rules)}
rules = [
${["w", ...model.rules.map((rule) => pythonRule(rule, model))].map((rule) => `    ${rule},\n`).join("")}]
print("${header}")
with np.errstate(divide="ignore"):
    table = 2 * np.pi / np.stack(rules, axis=1)
for pair, row in enumerate(table):
    print(pair, *(f"{wavelength:.9g}" for wavelength in row), sep=",")
`;
