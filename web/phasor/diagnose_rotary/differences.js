// differences.js: the findings about differences between a rotation and the expected rotation.
import { formatNumber, problem } from "../diagnose/messages.js";
import { axesExpected, expectedRule, isList, sizesOf } from "./asked.js";
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
  const { pairs, vectors, attentionFactor: is } = diagnosis;
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
    list.push(...say.axesFindings(diagnosis.axes, axesExpected(expect, pairs)));
  }
  const wanted = expectedRule(expect, pairs);
  if (!wanted) return list;
  list.push(...compareRules(diagnosis, rules, { ...wanted, step }, expect));
  if (is !== null && say.differsBy(diagnosis, is, wanted.attentionFactor)) {
    list.push(say.attentionFinding(is, wanted.attentionFactor, wanted.scaling));
  }
  return list;
}

/**
 * @param {RotaryDiagnosis} diagnosis @param {Rule[]} rules @param {Rule} wanted
 * @param {ExpectedRotary} expect
 * @returns {Finding[]}
 */
function compareRules(diagnosis, rules, wanted, expect) {
  const expected = rules.find(({ as }) => as === "expected");
  const others = rules.filter((rule) => rule !== expected);
  if (expected) {
    // A base read from a few rows is not round, so only usual ones count.
    const steps = expected.step === wanted.step ? [] : [stepFinding(expected.step, wanted)];
    const words = rulesInWords([expected]);
    const real = others.filter(
      (rule) => (rule.as !== undefined || rule.scaling !== null) && rulesInWords([rule]) !== words,
    );
    return real.length === 0 ? steps : [...steps, say.undecided([expected, ...real])];
  }
  if (rules.length === 0 || isList(expect)) {
    const { frequencies, tolerances } = diagnosis;
    const wrong = [...frequencies.keys()].filter(
      (i) =>
        Math.abs(frequencies[i] - wanted.frequencies[i]) >
        2 * tolerances[i] + 1e-9 * wanted.frequencies[i],
    );
    if (wrong.length === 0) return [];
    const should = isList(expect) ? "expected" : `of ${rulesInWords([wanted])}`;
    const message = `The frequencies of ${wrong.length} of ${frequencies.length} pairs are not those ${should}.`;
    return [problem("differs-frequencies", message, wrong)];
  }
  const lists = rules.map((rule) => differences(rule, wanted, expect));
  const texts = lists.map((list) => list.map(({ message }) => message).join(" "));
  return new Set(texts).size === 1 ? lists[0] : [...lists[0], say.undecided(rules)];
}

/** @param {number} step @param {Rule} wanted */
function stepFinding(step, { scaling, step: should }) {
  const factor = typeOf(scaling) === "linear" ? (scaling?.factor ?? 1) : 1;
  if (factor > 1 && Math.abs(step / should - factor * factor) < 1e-6 * step) {
    const message = `Positions are multiplied by the factor ${formatNumber(factor)} of "linear", not divided by it.`;
    return problem("inverted-scaling", message);
  }
  return problem(
    "other-step",
    `Positions advance by ${formatNumber(step)} from row to row, not by 1.`,
  );
}

/** @param {Rule} rule @param {Rule} wanted @param {ExpectedRotary} expect @returns {Finding[]} */
export function differences(rule, wanted, expect) {
  /** @type {Finding[]} */
  const list = [];
  if (rule.as === "inverted") return [say.invertedFrequencies()];
  if (Math.abs(rule.base / wanted.base - 1) > 1e-6) {
    const message = `The base is ${roundBase(rule.base)}; the configuration says ${roundBase(wanted.base)}${layersOf(expect)}.`;
    list.push(problem("differs-base", message));
  }
  if (rule.step !== wanted.step) {
    list.push(stepFinding(rule.step, { ...wanted, scaling: null }));
  }
  const [is, should] = [scalingInWords(rule.scaling), scalingInWords(wanted.scaling)];
  if (rule.as === "twice") {
    list.push(problem("scaled-twice", `The scaling, ${should}, is applied twice.`));
  } else if (rule.as === "other-length") {
    list.push(problem("differs-length", lengthInWords(wanted, expect)));
  } else if (typeOf(rule.scaling) === "default" && typeOf(wanted.scaling) !== "default") {
    const message = `The scaling is missing: frequencies are those of base ${roundBase(rule.base)} unscaled; the configuration says ${should}.`;
    list.push(problem("missing-scaling", message));
  } else if (typeOf(rule.scaling) !== typeOf(wanted.scaling)) {
    const message = `Frequencies are scaled by ${is}; the configuration says ${should}.`;
    list.push(problem("differs-scaling", message));
  } else if (rule.as !== undefined || list.length === 0 || rule.scaling) {
    list.push(...parameters(rule, wanted));
  }
  return list;
}

/** @param {Rule} wanted @param {ExpectedRotary} expect */
function lengthInWords({ scaling }, { length }) {
  const original = scaling?.original_max_position_embeddings ?? 0;
  if (typeOf(scaling) === "longrope") {
    const long = (length ?? original) > original;
    const [is, should] = long ? ["short", "long"] : ["long", "short"];
    return `Frequencies are divided by the ${is}_factor; at length ${length ?? original} the configuration says the ${should}_factor.`;
  }
  return `Frequencies are for a sequence length other than ${length ?? original}.`;
}

/**
 * The scaling parameters, with YaRN's defaults for missing ones.
 * @param {Rule["scaling"]} scaling
 * @returns {Record<string, unknown>}
 */
function complete(scaling) {
  const usual = typeOf(scaling) === "yarn" ? { beta_fast: 32, beta_slow: 1, truncate: true } : {};
  const stated = Object.entries(scaling ?? {}).filter(([, value]) => value != null);
  return { ...usual, ...Object.fromEntries(stated) };
}

/** Differences between scalings of the same type. @param {Rule} rule @param {Rule} wanted
 * @returns {Finding[]} */
function parameters(rule, wanted) {
  /** @type {string[]} */
  const parts = [];
  const others = complete(wanted.scaling);
  for (const [name, value] of Object.entries(complete(rule.scaling))) {
    const other = others[name];
    if (typeof value !== typeof other || other === value) continue;
    if (typeof value !== "number" && typeof value !== "boolean") continue;
    const [is, should] = [value, other].map((x) => (typeof x === "number" ? roundBase(x) : x));
    parts.push(`${name} is ${is}; the configuration says ${should}`);
  }
  if (parts.length > 0) return [problem("differs-scaling", `In the scaling, ${parts.join(", ")}.`)];
  if (Math.abs(rule.base / wanted.base - 1) > 1e-6 || rule.step !== wanted.step) return [];
  if (typeOf(rule.scaling) === "default") {
    const several = wanted.frequencies.filter((w) => w === 1).length > 1;
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
