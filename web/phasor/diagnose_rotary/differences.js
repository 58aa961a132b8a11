// differences.js: the findings about differences between a rotation and the expected rotation.
import { formatNumber, problem } from "../diagnose/messages.js";
import { expectedAxes, expectedRule, isFrequencyList, sizesOf } from "./expected.js";
import * as say from "./findings.js";
import { roundBase, rulesInWords, scalingInWords, typeOf } from "./rules.js";

/** @import { Finding } from "../diagnose/messages.js" */
/** @import { ExpectedRotary, RotaryDiagnosis } from "../diagnose_rotary.js" */
/** @import { Rule } from "./rules.js" */

/**
 * @param {RotaryDiagnosis} diagnosis @param {Rule[]} rules that fit
 * @param {ExpectedRotary} expect @param {number} step from row to row, expected
 * @returns {Finding[]}
 */
export function compare(diagnosis, rules, expect, step) {
  const { layout, rotaryStart = 0, direction = 1 } = expect;
  const { rotaryDim } = sizesOf(expect);
  /** @type {Finding[]} */
  const list = [];
  const { pairs, vectors, attentionFactor: actual } = diagnosis;
  const turns = 2 * pairs;
  if (layout && diagnosis.layout && diagnosis.layout !== layout) {
    list.push(say.differsLayout(diagnosis.layout, pairs, layout, rotaryDim / 2, !vectors));
  }
  if (diagnosis.direction !== direction) list.push(say.turnedBackwards());
  if (vectors && rotaryDim > 0 && diagnosis.rotaryStart !== rotaryStart) {
    list.push(say.otherStart(diagnosis.rotaryStart ?? 0, rotaryStart));
  }
  if (turns !== rotaryDim) {
    const finding = say.otherDim(turns, rotaryDim, sizesOf(expect).dHead);
    if (rotaryDim === 0) return [finding];
    list.push(finding);
  } else if (diagnosis.axes) {
    list.push(...say.axesFindings(diagnosis.axes, expectedAxes(expect, pairs)));
  }
  const expected = expectedRule(expect, pairs);
  if (!expected) return list;
  list.push(...compareRules(diagnosis, rules, { ...expected, step }, expect));
  if (actual !== null && say.differsBy(diagnosis, actual, expected.attentionFactor)) {
    list.push(say.attentionFinding(actual, expected.attentionFactor, expected.scaling));
  }
  return list;
}

/**
 * @param {RotaryDiagnosis} diagnosis @param {Rule[]} rules @param {Rule} expected
 * @param {ExpectedRotary} expect
 * @returns {Finding[]}
 */
function compareRules(diagnosis, rules, expected, expect) {
  const match = rules.find(({ as }) => as === "expected");
  const others = rules.filter((rule) => rule !== match);
  if (match) {
    // A base read from a few rows is not round, so only usual ones count.
    const steps = match.step === expected.step ? [] : [stepFinding(match.step, expected)];
    const words = rulesInWords([match]);
    const distinct = others.filter(
      (rule) => (rule.as !== undefined || rule.scaling !== null) && rulesInWords([rule]) !== words,
    );
    return distinct.length === 0 ? steps : [...steps, say.undecided([match, ...distinct])];
  }
  if (rules.length === 0 || isFrequencyList(expect)) {
    const { frequencies, tolerances } = diagnosis;
    const wrong = [...frequencies.keys()].filter(
      (i) =>
        Math.abs(frequencies[i] - expected.frequencies[i]) >
        2 * tolerances[i] + 1e-9 * expected.frequencies[i],
    );
    if (wrong.length === 0) return [];
    const description = isFrequencyList(expect) ? "expected" : `of ${rulesInWords([expected])}`;
    const message = `The frequencies of ${wrong.length} of ${frequencies.length} pairs are not those ${description}.`;
    return [problem("differs-frequencies", message, wrong)];
  }
  const lists = rules.map((rule) => differences(rule, expected, expect));
  const texts = lists.map((list) => list.map(({ message }) => message).join(" "));
  return new Set(texts).size === 1 ? lists[0] : [...lists[0], say.undecided(rules)];
}

/** @param {number} step @param {Rule} expected */
function stepFinding(step, { scaling, step: expected }) {
  const factor = typeOf(scaling) === "linear" ? (scaling?.factor ?? 1) : 1;
  if (factor > 1 && Math.abs(step / expected - factor * factor) < 1e-6 * step) {
    const message = `Positions are multiplied by the factor ${formatNumber(factor)} of "linear", not divided by it.`;
    return problem("inverted-scaling", message);
  }
  return problem(
    "other-step",
    `Positions advance by ${formatNumber(step)} from row to row, not by 1.`,
  );
}

/** @param {Rule} rule @param {Rule} expected @param {ExpectedRotary} expect @returns {Finding[]} */
export function differences(rule, expected, expect) {
  /** @type {Finding[]} */
  const list = [];
  if (rule.as === "inverted") return [say.invertedFrequencies()];
  if (Math.abs(rule.base / expected.base - 1) > 1e-6) {
    const message = `The base is ${roundBase(rule.base)}; the configuration says ${roundBase(expected.base)}${layersOf(expect)}.`;
    list.push(problem("differs-base", message));
  }
  if (rule.step !== expected.step) {
    list.push(stepFinding(rule.step, { ...expected, scaling: null }));
  }
  const [actualWords, expectedWords] = [
    scalingInWords(rule.scaling),
    scalingInWords(expected.scaling),
  ];
  if (rule.as === "twice") {
    list.push(problem("scaled-twice", `The scaling, ${expectedWords}, is applied twice.`));
  } else if (rule.as === "other-length") {
    list.push(problem("differs-length", lengthInWords(expected, expect)));
  } else if (typeOf(rule.scaling) === "default" && typeOf(expected.scaling) !== "default") {
    const message = `The scaling is missing: frequencies are those of base ${roundBase(rule.base)} unscaled; the configuration says ${expectedWords}.`;
    list.push(problem("missing-scaling", message));
  } else if (typeOf(rule.scaling) !== typeOf(expected.scaling)) {
    const message = `Frequencies are scaled by ${actualWords}; the configuration says ${expectedWords}.`;
    list.push(problem("differs-scaling", message));
  } else if (rule.as !== undefined || list.length === 0 || rule.scaling) {
    list.push(...parameters(rule, expected));
  }
  return list;
}

/** @param {Rule} expected @param {ExpectedRotary} expect */
function lengthInWords({ scaling }, { length }) {
  const original = scaling?.original_max_position_embeddings ?? 0;
  if (typeOf(scaling) === "longrope") {
    const long = (length ?? original) > original;
    const [actual, expected] = long ? ["short", "long"] : ["long", "short"];
    return `Frequencies are divided by the ${actual}_factor; at length ${length ?? original} the configuration says the ${expected}_factor.`;
  }
  return `Frequencies are for a sequence length other than ${length ?? original}.`;
}

/**
 * The scaling parameters, with YaRN's defaults for missing ones.
 * @param {Rule["scaling"]} scaling
 * @returns {Record<string, unknown>}
 */
function withDefaults(scaling) {
  const usual = typeOf(scaling) === "yarn" ? { beta_fast: 32, beta_slow: 1, truncate: true } : {};
  const stated = Object.entries(scaling ?? {}).filter(([, value]) => value != null);
  return { ...usual, ...Object.fromEntries(stated) };
}

/** Differences between scalings of the same type. @param {Rule} rule @param {Rule} expected
 * @returns {Finding[]} */
function parameters(rule, expected) {
  /** @type {string[]} */
  const parts = [];
  const others = withDefaults(expected.scaling);
  for (const [name, value] of Object.entries(withDefaults(rule.scaling))) {
    const other = others[name];
    if (typeof value !== typeof other || other === value) continue;
    if (typeof value !== "number" && typeof value !== "boolean") continue;
    const [actualValue, expectedValue] = [value, other].map((x) =>
      typeof x === "number" ? roundBase(x) : x,
    );
    parts.push(`${name} is ${actualValue}; the configuration says ${expectedValue}`);
  }
  if (parts.length > 0) return [problem("differs-scaling", `In the scaling, ${parts.join(", ")}.`)];
  if (Math.abs(rule.base / expected.base - 1) > 1e-6 || rule.step !== expected.step) return [];
  if (typeOf(rule.scaling) === "default") {
    const several = expected.frequencies.filter((w) => w === 1).length > 1;
    const message = several
      ? "All pairs have the frequencies of one series; the configuration has a series for each axis."
      : `The frequencies are those of ${rulesInWords([rule])}; the configuration lists others.`;
    return [problem("differs-frequencies", message)];
  }
  const words = scalingInWords(rule.scaling);
  return [problem("differs-scaling", `The scaling is ${words} with other parameters.`)];
}

/** @param {ExpectedRotary} expect */
function layersOf(expect) {
  const { layerTypes, layer } = /** @type {{ layerTypes?: string[], layer?: { type: string } }} */ (
    expect
  );
  if (!layerTypes || layerTypes.length < 2) return "";
  const which = layer === undefined ? "these layers" : `layers of type ${layer.type}`;
  return ` for ${which}; its layers differ (${layerTypes.join(", ")})`;
}
