// comparison.js: subtracts the expected rotation and explains what remains.
import { few, note, plural, problem } from "../diagnose/messages.js";
import { arcTangent, logarithm } from "../elementary.js";
import { attentionFinding } from "./attention.js";
import { cellsOf } from "./cells.js";
import { differences } from "./compare.js";
import { typeOf } from "./describe.js";
import { axesExpected, expectedRule, sizesOf } from "./expected.js";
import { notRotated } from "./findings.js";
import { movesFindings } from "./moves.js";
import { pairingOf } from "./pairing.js";
import { meansOf, positionsUsed } from "./used.js";
import { pairings, ranges, roundings, rulesBeside } from "./variants.js";
import { inWords, largeIn, leftFinding, nameOf } from "./where.js";

/** @import { Finding } from "../diagnose/messages.js" */
/** @import { Residual } from "../doctor/residual.js" */
/** @import { ExpectedRotary, RotaryDiagnosis } from "../diagnose_rotary.js" */
/** @import { Layout } from "./cache.js" */
/** @import { Places } from "./cells.js" */
/** @import { Shape } from "./pairing.js" */
/** @import { Rule } from "./rules.js" */
/** @import { Model, Subject, Vector } from "./subject.js" */
/** @import { Variant } from "./variants.js" */

/** Number of groups and vectors of each on which hypotheses are tried first. */
const GROUPS = 40;
const VECTORS = 3;
/** Number of groups whose positions are looked for. */
const PLACED = 4096;
/** Share of the entries above the limits, or of the root mean square, that a hypothesis may leave. */
const FEWER = 0.25;
const SMALLER = 0.05;
/** Share of the entries that rounding twice may leave above their limits. */
const FLIPPED = 0.05;
/** Largest error of an angle, in radians, that float32 may explain in a hypothesis. */
const UNCERTAIN = 0.05;
/** Number of rows that show a constant phase. */
const PHASED = 3;
/** Coherence from which on a pair follows an axis, or has a constant phase. */
const COHERENT = 0.98;
/** Radians that count as a phase. */
const PHASE = 1e-3;

/**
 * What is expected, ready to be subtracted.
 * @typedef {object} Expected
 * @property {ExpectedRotary} expect @property {Rule} rule
 * @property {Model} model @property {Shape} shape
 * @property {boolean} given whether positions were given
 * @property {number} unit of which positions are multiples, 0 if they are any numbers
 */
/**
 * The vectors in which the residual is large.
 * @typedef {object} Scope
 * @property {number[]} groups @property {Vector[]} vectors
 * @property {number[]} batches @property {number[]} rows
 * @property {((at: number) => boolean) | undefined} [skip] vectors that are left out
 * @property {string} words empty if they are all
 */
/**
 * @typedef {object} Compared
 * @property {Residual} residual after subtracting what is expected
 * @property {Residual} left after subtracting `model`
 * @property {Finding[]} findings
 * @property {Model} model what explains the vectors best
 * @property {Rule} rule @property {Shape} shape
 * @property {RotaryDiagnosis} [found] if the model was read from the entries
 * @property {boolean} explained
 * @property {boolean} complete whether nothing is left
 * @property {Places} expected positions
 * @property {number} unit of which positions are multiples
 */

/**
 * The models of what is expected: one, or several if roles or the layout are not given.
 * @param {string} where @param {ExpectedRotary} expect @param {Subject} subject
 * @param {Places} places @param {boolean} given @param {number} unit
 * @returns {Expected[]}
 */
export function expectedModels(where, expect, subject, places, given, unit) {
  const { width, cache } = subject;
  const { rotaryDim } = sizesOf(expect);
  const pairs = rotaryDim / 2;
  const start = cache ? 0 : (expect.rotaryStart ?? 0);
  if (start + rotaryDim > width) return [];
  const rule = /** @type {Rule} */ (expectedRule(expect, pairs));
  const axes = expect.sections && pairs > 0 ? axesExpected(where, expect, pairs) : null;
  const { xpos, queryScaling } = expect;
  const factors = !cache && (xpos || queryScaling) ? { xpos, queryScaling } : undefined;
  const roles = factors ? /** @type {const} */ (["query", "key"]) : [undefined];
  /** @type {Layout[]} */
  const layouts = cache
    ? ["interleaved"]
    : expect.layout
      ? [expect.layout]
      : ["half", "interleaved"];
  return layouts.flatMap((layout) =>
    roles.map((role) => {
      const shape = { width, start, pairs, layout };
      const { frequencies, attentionFactor } = rule;
      const direction = expect.direction ?? 1;
      const turns = { frequencies, axes, attentionFactor, direction, factors, role };
      const model = { pairing: pairingOf(shape), turns, places };
      return { expect, rule, model, shape, given, unit };
    }),
  );
}

/**
 * The residual, and findings that say where it is large and why.
 * @param {Subject} subject @param {Expected[]} all
 * @param {(expected: Expected) => Iterable<Variant>} otherwise further hypotheses
 * @returns {Compared}
 */
export function compared(subject, all, otherwise) {
  const tried = all.map((expected) => ({ expected, residual: subject.residual(expected.model) }));
  const { expected, residual } = tried.reduce((a, b) =>
    b.residual.above < a.residual.above ? b : a,
  );
  const { model, rule, shape } = expected;
  const { unit } = expected;
  const own = { model, rule, shape, explained: true, complete: true, expected: model.places, unit };
  if (!residual.isLarge) return { ...own, residual, left: residual, findings: [] };
  const equal = asGood(subject, expected);
  if (equal) return { ...own, ...equal, expected: equal.model.places, left: equal.residual };
  const left = untouched(subject, expected);
  const rest = left?.residual ?? residual;
  if (left && !rest.isLarge) return { ...own, residual, left: residual, findings: left.findings };
  if (left) {
    // Rows at position 0 are copies too if positions restart.
    const scope = scopeOf(residual, subject);
    const whole = explanationOf(subject, expected, scope, residual, otherwise);
    if (whole.complete) return { ...own, residual, ...whole };
  }
  const scope = { ...scopeOf(rest, subject), skip: left?.skip };
  const found = explanationOf(subject, expected, scope, rest, otherwise);
  const findings = [...(left?.findings ?? []), ...found.findings];
  return { ...own, residual, ...found, findings };
}

/**
 * Vectors that are copies of their input, or zeros, and what remains in the others.
 * @param {Subject} subject @param {Expected} expected
 */
function untouched(subject, { model }) {
  if (subject.cache) return undefined;
  const { lists, each } = model.places;
  // Vectors at position 0 do not change in a right rotation either.
  const still = (/** @type {number} */ group) =>
    lists.every((list) => list[each ? group : group % subject.rows] === 0);
  for (const [name, test] of [
    ["copies", (/** @type {number} */ at) => subject.isCopy(at) && !still(subject.groupOf(at))],
    ["zeros", (/** @type {number} */ at) => subject.isZero(at)],
  ]) {
    const skip = /** @type {(at: number) => boolean} */ (test);
    if (!subject.some(skip)) continue;
    const own = subject.residual(model, { skip: (at) => !skip(at) });
    if (!own.isLarge) continue;
    const places = largeIn(own, subject, model.pairing);
    const where = inWords(places, subject, model.pairing, false);
    if (name === "zeros") {
      const message = `${where === "" ? "All vectors" : `In ${where}: vectors`} are zeros: look for memory that is never written, or a copy that is not used.`;
      return {
        residual: subject.residual(model, { skip }),
        skip,
        findings: [problem("zeros", message)],
      };
    }
    const rest = subject.residual(model, { skip });
    const all = places.axes.every((indices, axis) =>
      axis === subject.axis
        ? [...Array(subject.rows).keys()].every((row) => indices.includes(row) || still(row))
        : indices.length === subject.sizes[axis],
    );
    if (all) return { residual: rest, skip, findings: [notRotated(true)] };
    const others = places.axes.some((indices, axis) => {
      return axis !== subject.axis && indices.length < subject.sizes[axis];
    });
    const advice = others
      ? "index or reshape so that the rotation reaches them"
      : "a loop, a chunk or a kernel leaves them out";
    const message = `In ${where}: vectors are copies of the input, they are not rotated: ${advice}.`;
    const code = others ? "not-rotated" : "rows-not-rotated";
    return { residual: rest, skip, findings: [problem(code, message)] };
  }
  return undefined;
}

/**
 * A rotation that is as good as the expected one: reordered features, or, if no positions were
 * given, rows from another position on.
 * @param {Subject} subject @param {Expected} expected
 * @returns {Pick<Compared, "residual" | "findings" | "model"> | undefined}
 */
function asGood(subject, { model, shape, given, unit }) {
  if (shape.layout === "interleaved" && !subject.cache) {
    const moved = { ...model, pairing: pairingOf(shape, { reordered: true }) };
    const residual = subject.residual(moved);
    if (!residual.isLarge) {
      const message = `The pairs (2i, 2i + 1) come out as (i, i + ${shape.pairs}): scores do not change if both queries and keys do so.`;
      return { residual, findings: [note("reordered-output", message)], model: moved };
    }
  }
  if (given || model.places.lists.length > 1) return undefined;
  const [[start]] = positionsUsed(subject, model, [0], subject.vectors, unit);
  if (!(Math.abs(start) < 2 ** 52) || start === 0 || (start === 1 && subject.rows > 1))
    return undefined;
  const lists = [Float64Array.from({ length: subject.rows }, (_, row) => start + row)];
  const shifted = { ...model, places: { lists, each: false } };
  const residual = subject.residual(shifted);
  if (residual.isLarge) return undefined;
  const message = `Row 0 is position ${few(start)}${subject.rows === 1 ? "; give `positions` to have it compared" : ""}.`;
  return { residual, findings: [note("other-start", message)], model: shifted };
}

/** @param {Residual} residual @param {Subject} subject @returns {Scope} */
function scopeOf(residual, subject) {
  const { axis, sizes, rows, batch } = subject;
  const last = sizes.length - 1;
  const batches = axis > 0 ? residual.indices(0) : [0];
  const rowsOff = residual.indices(axis);
  const groups = batches.flatMap((b) => rowsOff.map((t) => b * rows + t));
  /** @param {number} from @param {number} to @param {number} index */
  const within = (from, to, index) => {
    let rest = index;
    for (let a = to - 1; a >= from; a--) {
      if (residual.over[a][rest % sizes[a]] === 0) return false;
      rest = Math.floor(rest / sizes[a]);
    }
    return true;
  };
  const vectors = subject.vectors.filter(
    ([outer, inner]) => within(1, axis, outer) && within(axis + 1, last, inner),
  );
  const parts = sizes.slice(0, last).flatMap((size, a) => {
    const own = residual.indices(a);
    const counts = a === axis || own.length === size || (a === 0 && batch > 1);
    return counts ? [] : [plural(nameOf(subject, a), own)];
  });
  return { groups, vectors, batches, rows: rowsOff, words: parts.join(", ") };
}

/**
 * The hypothesis that leaves least.
 * @param {Subject} subject @param {Expected} expected @param {Scope} scope @param {Residual} residual
 * @param {(expected: Expected) => Iterable<Variant>} otherwise
 * @returns {Pick<Compared, "left" | "findings" | "model" | "explained" | "complete"> & Partial<Compared>}
 */
function explanationOf(subject, expected, scope, residual, otherwise) {
  const { model } = expected;
  const groups = evenly(scope.groups, GROUPS);
  const vectors = evenly(scope.vectors, VECTORS);
  const { skip } = scope;
  const before = subject.residual(model, scope);
  const sampled = subject.residual(model, { groups, vectors, skip });
  // Other positions and frequencies must not leave fast pairs so uncertain that anything passes.
  const uncertain = UNCERTAIN;
  /** @type {Variant & { left: Residual } | undefined} */
  let best;
  /** @param {Iterable<Variant>} variants */
  const among = (variants) => {
    for (const variant of variants) {
      const sample = subject.residual(variant.model, { groups, vectors, skip, uncertain });
      if (!removes(sample, sampled)) continue;
      const left = subject.residual(variant.model, { ...scope, uncertain });
      if (!removes(left, before) || (best && costOf(left) >= costOf(best.left))) continue;
      best = { ...variant, left };
      if (left.above === 0 || (variant.rough && left.share < FLIPPED)) return true;
    }
    return false;
  };

  if (!among(hypotheses(subject, expected, scope, groups, vectors))) among(otherwise(expected));
  if (!best) {
    const finding = leftFinding(residual, subject, model.pairing);
    return {
      findings: [finding],
      model,
      left: residual,
      explained: finding.code === "noise",
      complete: false,
    };
  }
  const { left, findings, rough, ...known } = best;
  // A hypothesis that holds everywhere is not about the places where it shows.
  const whole = subject.residual(best.model, { skip, uncertain });
  const local = whole.above > left.above;
  const list = local ? findings.map((finding) => inScope(finding, scope, subject)) : findings;
  if (left.isLarge && !(rough && left.share < FLIPPED))
    list.push(leftFinding(left, subject, best.model.pairing));
  const complete = !left.isLarge || (rough === true && left.share < FLIPPED);
  if (!complete) list.push(leftFinding(left, subject, best.model.pairing));
  return { ...known, left, findings: list, explained: true, complete };
}

/** @param {Residual} left */
const costOf = (left) => (left.above === 0 ? 0 : left.rms);

/** Whether a hypothesis removes most of a residual. @param {Residual} left
 * @param {Residual} before */
const removes = (left, before) =>
  left.above <= FEWER * before.above || left.rms <= SMALLER * before.rms;

/** Some of a list, evenly. @template T @param {T[]} list @param {number} most @returns {T[]} */
function evenly(list, most) {
  if (list.length <= most) return list;
  return Array.from(
    { length: most },
    (_, k) => list[Math.floor((k * (list.length - 1)) / (most - 1))],
  );
}

/** Says where a finding holds, if not everywhere. @param {Finding} finding @param {Scope} scope
 * @param {Subject} subject @returns {Finding} */
function inScope(finding, { words, batches, rows }, subject) {
  if (finding.severity === "note" || finding.message.startsWith("In ")) return finding;
  const parts = [
    ...(batches.length < subject.batch ? [plural("batch element", batches)] : []),
    ...(words ? [words] : []),
    ...(rows.length < subject.rows - 1 && !OF_ROWS.has(finding.code) ? [plural("row", rows)] : []),
  ];
  if (parts.length === 0) return finding;
  return { ...finding, message: `In ${parts.join(", ")}: ${finding.message}` };
}

/** Findings that name the rows themselves. */
const OF_ROWS = new Set([
  ...["rows-not-rotated", "held-positions", "restarting-positions", "jumping-positions"],
  ...["other-positions", "rounded-positions", "other-step", "ignored-positions", "not-rotated"],
  ...["starts-at-1", "other-start", "low-precision-angles", "turned-backwards", "differs-base"],
]);

/**
 * What may explain the residual, likeliest first.
 * @param {Subject} subject @param {Expected} expected @param {Scope} scope
 * @param {number[]} some groups @param {Vector[]} vectors
 * @returns {Generator<Variant, void, void>}
 */
function* hypotheses(subject, expected, scope, some, vectors) {
  const { expect, model, rule, shape } = expected;
  if (shape.pairs === 0) {
    yield* ranges(model, shape, { ...expect, rotates: undefined, rotaryDim: undefined });
    return;
  }
  yield* byOtherAxes(subject, expected, some, vectors);
  yield* roundings(model);
  const linear = typeOf(rule.scaling) === "linear";
  const factors = factorsOf(subject, model, rule, some, vectors);
  // Frequencies that are not divided look like positions that are multiplied.
  if (linear) yield* byRules(expected, factors);
  for (const variant of moved(subject, expected, scope)) {
    if (!linear || !variant.findings.some(({ code }) => code === "other-step")) yield variant;
  }
  yield* pairwise(subject, expected, some, vectors);
  yield* pairings(model, shape, expect, subject.cache);
  for (const attentionFactor of factors) {
    if (attentionFactor === rule.attentionFactor) continue;
    const turns = { ...model.turns, attentionFactor };
    const finding = attentionFinding(attentionFactor, rule.attentionFactor, rule.scaling);
    yield { model: { ...model, turns }, findings: [finding] };
  }
  const gains = gainsOf(subject, model);
  if (gains) yield gains;
  yield* byRules(expected, factors);
  if (!subject.cache) yield* ranges(model, shape, expect);
}

/**
 * Other rules.
 * @param {Expected} expected @param {number[]} factors attention factors that lengths allow
 * @returns {Generator<Variant, void, void>}
 */
function* byRules({ expect, model, rule, shape }, factors) {
  for (const other of rulesBeside(expect, shape.pairs, rule)) {
    for (const attentionFactor of new Set([...factors, other.attentionFactor])) {
      const { frequencies, finding } = other;
      const turns = { ...model.turns, frequencies, attentionFactor };
      const findings = finding ? [finding] : differences(other, rule, expect);
      if (Math.abs(attentionFactor - rule.attentionFactor) > 1e-6) {
        findings.push(attentionFinding(attentionFactor, rule.attentionFactor, rule.scaling));
      }
      yield { model: { ...model, turns }, rule: { ...rule, ...other, frequencies }, findings };
    }
  }
}

/**
 * Rows whose lengths change.
 * @param {Subject} subject @param {Model} model @returns {Variant | undefined}
 */
function gainsOf(subject, model) {
  const { rows, vectors } = subject;
  const { attentionFactor } = model.turns;
  const gains = Float64Array.from({ length: rows }, (_, row) => {
    return lengthOf(subject, model, [row], vectors) / attentionFactor;
  });
  if (rows < 2 || !gains.every((gain) => gain > 0 && gain < Infinity)) return undefined;
  const log = gains.map((gain) => logarithm(gain));
  const slope = (log[rows - 1] - log[0]) / (rows - 1);
  const even = log.every(
    (each, row) => Math.abs(each - log[0] - slope * row) < 1e-3 + 0.01 * Math.abs(log[rows - 1]),
  );
  const message = even
    ? "Lengths grow or shrink evenly from row to row, as xPos scales queries and keys; the configuration has no xPos."
    : "Lengths change from row to row, which a rotation does not do: look for a norm or a scaling between input and output.";
  const turns = { ...model.turns, gains };
  return { model: { ...model, turns }, findings: [problem("changing-lengths", message)] };
}

/**
 * By how much the lengths of rotated features grow.
 * @param {Subject} subject @param {Model} model @param {number[]} groups @param {readonly Vector[]} vectors
 */
function lengthOf(subject, { pairing }, groups, vectors) {
  let [before, after] = [0, 0];
  for (const group of groups) {
    for (const [outer, inner] of vectors) {
      const at = subject.startOf(group, outer, inner);
      for (const c of pairing.target) {
        before += subject.input[at + c] ** 2;
        after += subject.output[at + c] ** 2;
      }
    }
  }
  return Math.sqrt(after / Math.max(before, 1e-300));
}

/**
 * The attention factors that lengths allow.
 * @param {Subject} subject @param {Model} model @param {Rule} rule
 * @param {number[]} groups @param {Vector[]} vectors
 */
export function factorsOf(subject, model, { attentionFactor }, groups, vectors) {
  const measured = lengthOf(subject, model, groups, vectors);
  const within = 2 * subject.format.roundoff + 1e-5;
  const known = [attentionFactor, 1, attentionFactor ** 2];
  const near = known.filter((each) => Math.abs(measured / each - 1) <= within);
  const usable = measured > 1e-6 && measured < 1e6;
  return near.length > 0 ? [...new Set(near)] : usable ? [measured] : [attentionFactor];
}

/**
 * For each pair, how well it follows a model with other angles: (pairs, 2).
 * @param {Subject} subject @param {Model} model @param {number[]} groups @param {Vector[]} vectors
 * @param {Partial<Model["turns"]>} other
 */
function meansWith(subject, model, groups, vectors, other) {
  const own = { ...model, turns: { ...model.turns, ...other } };
  const cells = cellsOf(own.turns, own.places, subject.rows, groups);
  return meansOf(subject, own, cells, groups, vectors);
}

/**
 * Pairs that follow another axis.
 * @param {Subject} subject @param {Expected} expected @param {number[]} groups @param {Vector[]} vectors
 * @returns {Generator<Variant, void, void>}
 */
function* byOtherAxes(subject, { model }, groups, vectors) {
  const { turns, places } = model;
  const { axes } = turns;
  const pairs = turns.frequencies.length;
  if (!axes || places.lists.length === 1) return;
  const plain = meansWith(subject, model, groups, vectors, {});
  const is = Int32Array.from(axes);
  const best = Float64Array.from({ length: pairs }, (_, i) => plain[2 * i]);
  for (let axis = 0; axis < places.lists.length; axis++) {
    const other = { axes: new Int32Array(pairs).fill(axis) };
    const own = meansWith(subject, model, groups, vectors, other);
    for (let i = 0; i < pairs; i++) {
      // Slow pairs fit several axes almost equally well.
      if (!(own[2 * i] > best[i] + 1e-12)) continue;
      best[i] = own[2 * i];
      is[i] = axis;
    }
  }
  const finding = axesFinding(is, axes, places.lists.length);
  if (finding) yield { model: { ...model, turns: { ...turns, axes: is } }, findings: [finding] };
}

/**
 * Pairs that do not turn, turn the other way, or begin at another angle.
 * @param {Subject} subject @param {Expected} expected @param {number[]} groups @param {Vector[]} vectors
 * @returns {Generator<Variant, void, void>}
 */
function* pairwise(subject, { model }, groups, vectors) {
  const { turns } = model;
  const { frequencies } = turns;
  const pairs = frequencies.length;
  /** @param {Partial<Model["turns"]>} other */
  const means = (other) => meansWith(subject, model, groups, vectors, other);
  const plain = means({});
  const wrong = [...Array(pairs).keys()].filter((i) => !(plain[2 * i] > 1 - PHASE ** 2 / 2));
  if (wrong.length === 0) return;
  const still = means({ frequencies: new Float64Array(pairs) });
  const back = means({ frequencies: frequencies.map((w) => -w) });
  const own = Float64Array.from(frequencies);
  /** @type {number[][]} */
  const [stopped, reversed] = [[], []];
  for (const i of wrong) {
    const most = Math.max(plain[2 * i], still[2 * i], back[2 * i]);
    if (most === plain[2 * i]) continue;
    const stays = most === still[2 * i];
    own[i] = stays ? 0 : -frequencies[i];
    (stays ? stopped : reversed).push(i);
  }
  const findings = [];
  if (stopped.length > 0) {
    const message = `${plural("Pair", stopped)} ${stopped.length === 1 ? "does" : "do"} not turn; ${stopped.length === 1 ? "it" : "they"} should.`;
    findings.push(problem("pairs-not-rotated", message, stopped));
  }
  if (reversed.length > 0) {
    const message = `${plural("Pair", reversed)} ${reversed.length === 1 ? "turns" : "turn"} backwards: change the sign of the sines.`;
    findings.push(problem("pairs-turned-backwards", message, reversed));
  }
  if (findings.length > 0 && stopped.length + reversed.length < pairs) {
    yield { model: { ...model, turns: { ...turns, frequencies: own } }, findings };
  }
  const phases = new Float64Array(pairs);
  const late = [];
  for (const i of wrong) {
    const [re, im] = [plain[2 * i], plain[2 * i + 1]];
    if (re * re + im * im < COHERENT) continue;
    phases[i] = arcTangent(im, re);
    late.push(i);
  }
  const rows = new Set(groups.map((group) => group % subject.rows)).size;
  if (late.length === 0 || rows < PHASED) return;
  const all = late.length === pairs;
  const message = `${all ? "Each pair is" : plural("Pair", late) + (late.length === 1 ? " is" : " are")} turned by a constant angle more, in every row: look for a phase or an offset that is added to the angles.`;
  const finding = problem("constant-phase", message, all ? [] : late);
  yield { model: { ...model, turns: { ...turns, phases } }, findings: [finding] };
}

/** @param {Int32Array} is @param {ArrayLike<number>} should @param {number} axes */
function axesFinding(is, should, axes) {
  const off = [...is.keys()].filter((i) => is[i] !== should[i]);
  if (off.length === 0) return undefined;
  const ignored = Array.from({ length: axes }, (_, axis) => axis).filter((axis) => {
    const own = [...is.keys()].filter((i) => should[i] === axis);
    return own.length > 0 && own.every((i) => is[i] !== axis) && !is.includes(axis);
  });
  if (ignored.length > 0) {
    const message = `${plural("Axis", ignored).replace("Axiss", "Axes")} of the positions ${ignored.length === 1 ? "is" : "are"} ignored: ${plural("pair", off)} turn${off.length === 1 ? "s" : ""} by axis ${[...new Set(off.map((i) => is[i]))].join(" and ")}.`;
    return problem("differs-sections", message, off);
  }
  /** @type {string[]} */
  const parts = [];
  for (const axis of new Set(off.map((i) => is[i]))) {
    for (const wanted of new Set(off.map((i) => should[i]))) {
      const some = off.filter((i) => is[i] === axis && should[i] === wanted);
      if (some.length > 0) parts.push(`${plural("pair", some)} by axis ${axis}, not ${wanted}`);
    }
  }
  const message = `The sections are in another order: ${parts.join("; ")} turn${off.length === 1 ? "s" : ""}.`;
  return problem("differs-sections", message, off);
}

/**
 * Groups at other positions.
 * @param {Subject} subject @param {Expected} expected @param {Scope} scope
 * @returns {Generator<Variant, void, void>}
 */
function* moved(subject, { model, given, unit }, scope) {
  const { rows, batch } = subject;
  const { lists, each } = model.places;
  const groups = evenly(scope.groups, PLACED);
  // Unless some rows are explained, all of them would take long.
  const looked = evenly(groups, GROUPS);
  const near = positionsUsed(subject, model, looked, evenly(scope.vectors, VECTORS), unit);
  if (near.every((list) => list.every(Number.isNaN))) return;
  const used = positionsUsed(subject, model, groups, evenly(scope.vectors, 16), unit);
  const whole = lists.map((list) =>
    Float64Array.from({ length: batch * rows }, (_, group) => list[each ? group : group % rows]),
  );
  const should = whole.map((list) => list.slice());
  let any = false;
  used.forEach((list, axis) => {
    list.forEach((position, k) => {
      if (Number.isNaN(position) || position === whole[axis][groups[k]]) return;
      whole[axis][groups[k]] = position;
      any = true;
    });
  });
  if (!any) return;
  const places = { lists: whole, each: true };
  const own = { ...model, places };
  // Positions that do not explain their group are not believed.
  const left = subject.residual(own, scope);
  if (left.isLarge) {
    for (const group of groups) {
      const one = subject.residual(own, { ...scope, groups: [group] });
      if (!one.isLarge) continue;
      for (let axis = 0; axis < lists.length; axis++) whole[axis][group] = should[axis][group];
    }
  }
  // Turned backwards, and by other positions.
  const below = whole.every((list) => list.every((p) => p <= 0));
  const back = below && should.every((list) => list.every((p) => p >= 0));
  const simply = whole.every((list, axis) => list.every((p, group) => p === -should[axis][group]));
  const sense = back && !simply ? -1 : 1;
  /** @type {Finding[]} */
  const findings = [];
  for (let axis = 0; axis < lists.length; axis++) {
    if (whole[axis].every((p, group) => sense * p === should[axis][group])) continue;
    const batches = scope.batches.length < batch ? scope.batches : [...Array(batch).keys()];
    const named = axisFinding(whole, should, axis, rows);
    const own = named
      ? [named]
      : movesFindings({
          ...{ rows, batches, given },
          should: (b, t) => should[axis][b * rows + t],
          is: (b, t) => sense * whole[axis][b * rows + t],
        });
    for (const { message, ...finding } of own) {
      findings.push({
        ...finding,
        message: lists.length > 1 ? `Axis ${axis}: ${message}` : message,
      });
    }
  }
  if (back) {
    const message = "Vectors are turned backwards: change the sign of the sines.";
    if (simply) findings.length = 0;
    if (!findings.some(({ code }) => code === "turned-backwards")) {
      findings.push(problem("turned-backwards", message));
    }
  }
  if (findings.length > 0) yield { model: own, findings };
}

/**
 * An axis that is ignored, or another order of the rows.
 * @param {Float64Array[]} is @param {Float64Array[]} should @param {number} axis @param {number} rows
 * @returns {Finding | undefined}
 */
function axisFinding(is, should, axis, rows) {
  if (is.length < 2) return undefined;
  if (is[axis].every((p) => p === 0)) {
    return problem("ignored-axis", "its positions are ignored, and its pairs do not turn.");
  }
  const other = should.findIndex(
    (list, a) => a !== axis && list.every((p, group) => p === is[axis][group]),
  );
  if (other >= 0) {
    const message = `its positions are ignored: its pairs turn by those of axis ${other}.`;
    return problem("ignored-axis", message);
  }
  const last = is[is.length - 1];
  const size = Math.max(...last) + 1;
  const raster = is.slice(-2).every((list, k) =>
    list.every((p, group) => {
      const t = group % rows;
      return p === (k === 0 ? Math.floor(t / size) % (Math.max(...list) + 1) : t % size);
    }),
  );
  if (!raster) return undefined;
  const message = `rows turn by positions in raster order, 0 to ${size - 1} in each line; the given positions are in another order, as of merged patches.`;
  return problem("raster-order", message);
}
