// rules.js: rules that explain measured frequencies, likeliest first, and rules as parts of sentences.
import { formatNumber } from "../diagnose/messages.js";
import { Line } from "../doctor/line.js";
import { exponential, logarithm, power } from "../elementary.js";
import { ropeFrequencies, yarnAttention } from "../rope/scaling.js";

/** @import { RopeScaling } from "../rope/scaling.js" */

/**
 * @typedef {object} Rule
 * @property {number} base
 * @property {RopeScaling | null} scaling null: none
 * @property {Float64Array<ArrayBuffer>} frequencies computed by the rule, radians per position
 * @property {number} attentionFactor attention factor of the rule
 * @property {number} step positions from one row to the next
 * @property {boolean} [isMeasured] whether base or factor are the measured values, not round numbers
 * @property {"expected" | "missing" | "twice" | "other-length" | "inverted"} [as] relation to the
 *   expected rule
 */
/**
 * Frequencies of the pairs in radians per row, without their sign.
 * @typedef {object} Measured
 * @property {number[]} frequencies
 * @property {number[]} errors Infinity if the frequency is unknown
 * @property {number[]} gaps least distances between the rows of each pair
 * @property {number | undefined} step positions from one row to the next, if that is known
 */

/** Usual factors and bases, likeliest first. */
export const FACTORS = [2, 4, 8, 16, 32, 40, 64];
const KNOWN_FACTORS = [...FACTORS, 1.5, 2.5, 3, 5, 6, 10, 12, 20, 24, 48, 128];
export const BASES = [
  10000, 500000, 1e6, 5e6, 1e7, 8e6, 160000, 150000, 100000, 50000, 1000, 100, 2e6,
];
const STEPS = [2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32, 48, 64];
/** Values of partial_rotary_factor for proportional scaling, where only some pairs turn. */
const PARTIAL_FACTORS = [0.25, 0.5, 0.75];
const ORIGINAL_LENGTHS = [8192, 4096, 2048, 32768, 16384, 1024, 65536, 131072, 512, 262144];

/** Whether current models use this base. @param {number} base */
export const isUsual = (base) => BASES.includes(base) && base >= 10000;

/** Absolute slack for frequencies: with coarse angles, the distance between the smallest
 * numbers of float16, which slow pairs reach. @param {number} slack */
const floorOf = (slack) => (slack > 1e-3 ? 2 ** -24 : 1e-12);

/** Whether frequencies agree with the measured ones. @param {Measured} measured
 * @param {number} slack relative slack */
function agreementWith({ frequencies, errors }, slack) {
  return (/** @type {ArrayLike<number>} */ expected) =>
    frequencies.every(
      (w, i) => Math.abs(w - expected[i]) <= 8 * errors[i] + slack * expected[i] + floorOf(slack),
    );
}

/**
 * Fits ln ω = a − b·i; with `through`, a is 0.
 * @param {Measured} measured @param {boolean} through @param {number} slack
 * @param {number} [first] pair @param {number} [end]
 */
function fitLine({ frequencies, errors }, through, slack, first = 0, end = frequencies.length) {
  const line = new Line();
  if (through) line.add(1e40, 0, 0);
  for (let i = first; i < end; i++) {
    if (!(frequencies[i] > 20 * errors[i])) continue;
    const relative = (errors[i] + floorOf(slack) / 4) / frequencies[i] + 0.3 * slack + 1e-9;
    line.add(1 / (relative * relative), i, logarithm(frequencies[i]));
  }
  if (!line.isDetermined) return undefined;
  return { a: line.intercept, b: -line.slope, error: line.slopeError, level: line.interceptError };
}

/** Round numbers near a value, likeliest first, then the value. @param {number} value
 * @param {number} slack relative slack @param {number[]} known */
function roundNear(value, slack, known) {
  // A value known to few digits is near many round numbers: only the known ones are considered.
  const digits = slack > 1e-3 ? [] : [1, 2, 3, 4, 6];
  const cut = digits.map((count) => Number(value.toPrecision(count)));
  const list = [...known, ...cut].filter((number) => Math.abs(number / value - 1) <= slack);
  return [...new Set(list), value];
}

/**
 * The rules whose frequencies agree with the measured ones.
 * @param {Measured} measured @param {number} slack relative slack
 * @param {Memory} memory
 * @returns {Generator<Rule, void, void>}
 */
export function* rulesOf(measured, slack, memory) {
  const pairs = measured.frequencies.length;
  if (pairs < 2) return;
  for (const { step, perPosition } of stepsOf(measured, slack)) {
    const agrees = agreementWith(perPosition, slack);
    /** @type {Attempt} */
    const attempt = (base, scaling) => {
      if (!(base > 1 && base <= 1e18)) return undefined;
      const { frequencies, attentionFactor } = ropeFrequencies(2 * pairs, { base, scaling });
      return agrees(frequencies)
        ? { base, scaling, frequencies, attentionFactor, step }
        : undefined;
    };
    yield* geometricRules(perPosition, slack, attempt);
    yield* partialRules(perPosition, slack, attempt);
    yield* rampRules(perPosition, slack, agrees, step, memory);
  }
}

/** @typedef {(base: number, scaling: RopeScaling | null) => Rule | undefined} Attempt */

/**
 * The possible steps between rows, and the frequencies per position for each. Where rows are farther
 * apart, fast pairs turn by more than half a turn from one to the next.
 * @param {Measured} measured @param {number} slack
 * @returns {{ step: number, perPosition: Measured }[]}
 */
function stepsOf(measured, slack) {
  const { frequencies, gaps } = measured;
  const pairs = frequencies.length;
  const isOpen = measured.step === undefined;
  const sparse = gaps.some((gap) => gap > 1);
  const slow =
    sparse || measured.step !== 1 ? fitLine(measured, false, slack, pairs >> 1) : undefined;
  const errors = measured.errors.map((error, i) =>
    slow && gaps[i] * exponential(slow.a - slow.b * i) > 2.5 ? Infinity : error,
  );
  const consecutive = sparse ? { ...measured, errors } : measured;
  const list = isOpen || measured.step === 1 ? [{ step: 1, perPosition: consecutive }] : [];
  if (measured.step === 1 || !slow) return list;
  for (const step of measured.step === undefined ? STEPS : [measured.step]) {
    if (isOpen && Math.abs(slow.a - logarithm(step)) > 6 * slow.level + 0.01) continue;
    const perPosition = {
      ...measured,
      frequencies: frequencies.map((w) => w / step),
      errors: errors.map((error) => error / step),
      step,
    };
    list.push({ step, perPosition });
  }
  return list;
}

/** Rules whose frequencies form a geometric series. @param {Measured} measured
 * @param {number} slack
 * @param {Attempt} attempt @returns {Generator<Rule, void, void>} */
function* geometricRules(measured, slack, attempt) {
  const pairs = measured.frequencies.length;
  const { b, error } = fitLine(measured, true, slack) ?? { b: 0, error: Infinity };
  const value = exponential(b * pairs);
  const within = 8 * error * pairs + slack * 4;
  const bases = roundNear(value, within, BASES);
  const short = bases.filter((base) => Number(base.toPrecision(2)) === base);
  for (const base of short) {
    const rule = attempt(base, null);
    if (rule) yield rule;
  }
  yield* ntkRules(value, within, pairs, attempt);
  for (const base of bases) {
    const rule = short.includes(base) ? undefined : attempt(base, null);
    if (rule) yield { ...rule, isMeasured: base === value };
  }
  const freeSeries = fitLine(measured, false, slack);
  if (!freeSeries) return;
  const freeTolerance = 8 * freeSeries.error * pairs + slack * 4;
  const [divisor, stretch] = [exponential(-freeSeries.a), exponential(freeSeries.b * pairs)];
  for (const factor of roundNear(divisor, freeTolerance, KNOWN_FACTORS)) {
    if (!(factor > 1.02)) continue;
    for (const base of roundNear(stretch, freeTolerance, BASES)) {
      const scaled = attempt(base, { type: "linear", factor });
      if (scaled) yield { ...scaled, isMeasured: base === stretch || factor === divisor };
    }
  }
}

/** Explains a base that is not round as a usual base stretched by NTK scaling. @param {number} base
 * @param {number} slack @param {number} pairs @param {Attempt} attempt
 * @returns {Generator<Rule, void, void>} */
function* ntkRules(base, slack, pairs, attempt) {
  if (pairs < 2) return;
  // Lower bases have a factor near many bases that are not round.
  for (const usual of BASES.filter(isUsual)) {
    const factor = power(base / usual, (pairs - 1) / pairs);
    const whole = Math.round(2 * factor) / 2;
    if (whole <= 1 || whole > 128 || Math.abs(factor / whole - 1) > slack + 1e-9) continue;
    const rule = attempt(usual, { type: "ntk", factor: whole });
    if (rule) yield rule;
  }
}

/** Rules whose slowest pairs have frequency 0. @param {Measured} measured @param {number} slack
 * @param {Attempt} attempt @returns {Generator<Rule, void, void>} */
function* partialRules(measured, slack, attempt) {
  const { frequencies, errors } = measured;
  const pairs = frequencies.length;
  let count = pairs;
  while (count > 0 && frequencies[count - 1] <= 8 * errors[count - 1]) count--;
  if (count < 2 || count === pairs) return;
  const { b, error } = fitLine(measured, true, slack, 0, count) ?? { b: 0, error: Infinity };
  const parts = [...PARTIAL_FACTORS, count / pairs].filter((part) => part * pairs >= count);
  for (const base of roundNear(exponential(b * pairs), 8 * error * pairs + slack * 4, BASES)) {
    for (const part of new Set(parts)) {
      const rule = attempt(base, { type: "proportional", partial_rotary_factor: part });
      if (rule) yield rule;
    }
  }
}

/**
 * Rules that divide the frequencies of slow pairs and leave those of fast pairs (YaRN, Llama 3).
 * @param {Measured} measured @param {number} slack
 * @param {(expected: ArrayLike<number>) => boolean} agrees @param {number} step
 * @param {Memory} memory
 * @returns {Generator<Rule, void, void>}
 */
function* rampRules(measured, slack, agrees, step, memory) {
  const { frequencies, errors } = measured;
  const pairs = frequencies.length;
  const count = Math.max(2, Math.floor(pairs / 8));
  const { b, error } = fitLine(measured, true, slack, 0, count) ?? { b: 0, error: Infinity };
  const within = 8 * error * pairs + slack * 4 * pairs;
  const value = exponential(b * pairs);
  for (const base of roundNear(value, within, BASES).slice(0, 5)) {
    if (!(base > 1 && base <= 1e18)) continue;
    let last = pairs - 1;
    while (last > 0 && !(frequencies[last] > 20 * errors[last])) last--;
    const plainLast = power(base, -last / pairs);
    const rough = plainLast / frequencies[last];
    if (last === 0 || rough < 0.98) continue;
    const spread = 8 * (errors[last] / frequencies[last]) + slack + 1e-6;
    const resolved = rough > 1.02 ? roundNear(rough, spread, KNOWN_FACTORS) : [];
    const factors = new Set([...resolved, ...FACTORS.filter((factor) => factor > 0.98 * rough)]);
    for (const profile of profilesOf(base, pairs, memory)) {
      for (const factor of factors) {
        // Every frequency is a mixture of ω and ω/F.
        const list = profile.plain.map((w, i) => w * (1 - profile.part[i] * (1 - 1 / factor)));
        if (!agrees(list)) continue;
        const scaling = { ...profile.scaling, factor };
        const attentionFactor = scaling.type === "yarn" ? yarnAttention(factor, 1) : 1;
        const isMeasured = base === value || factor === rough;
        yield { base, scaling, frequencies: list, attentionFactor, step, isMeasured };
      }
    }
  }
}

/**
 * The share of each frequency that a rule divides by its factor.
 * @typedef {{ scaling: RopeScaling, plain: Float64Array, part: Float64Array }} Profile
 */
/** @typedef {Map<number, Profile[]>} Memory by base */

/** @param {number} base @param {number} pairs @param {Memory} memory */
function profilesOf(base, pairs, memory) {
  const cached = memory.get(base);
  if (cached) return cached;
  const { frequencies: plain } = ropeFrequencies(2 * pairs, { base });
  /** @type {Profile[]} */
  const list = [];
  for (const original_max_position_embeddings of ORIGINAL_LENGTHS) {
    const length = { factor: 2, original_max_position_embeddings };
    /** @type {RopeScaling[]} */
    const scalings = [
      { type: "llama3", ...length, low_freq_factor: 1, high_freq_factor: 4 },
      { type: "yarn", ...length },
      { type: "yarn", ...length, truncate: false },
    ];
    for (const scaling of scalings) {
      const { frequencies } = ropeFrequencies(2 * pairs, { base, scaling });
      list.push({ scaling, plain, part: frequencies.map((w, i) => 2 * (1 - w / plain[i])) });
    }
  }
  memory.set(base, list);
  return list;
}

/** @param {RopeScaling | null | undefined} scaling */
export const typeOf = (scaling) => scaling?.type ?? scaling?.rope_type ?? "default";

const RULE_NAMES = /** @type {Record<string, string>} */ ({
  yarn: "YaRN",
  llama3: "Llama 3's rule",
});
/** @param {string} type */
const nameOf = (type) => RULE_NAMES[type] ?? `"${type}"`;

/** @param {RopeScaling | null | undefined} scaling */
export function scalingInWords(scaling) {
  const type = typeOf(scaling);
  if (!scaling || type === "default") return "no scaling";
  const { factor, original_max_position_embeddings: length, truncate } = scaling;
  const part = scaling.partial_rotary_factor;
  return [
    nameOf(type),
    ...(factor == null ? [] : [`by ${formatNumber(factor)}`]),
    ...(length == null ? [] : [`from ${length}`]),
    ...(part == null ? [] : [`of ${formatNumber(part)} of the head`]),
    ...(truncate === false ? ["without rounding of the ramp's ends"] : []),
  ].join(" ");
}

/** @param {Rule} rule */
function ruleInWords({ base, scaling, as, step }) {
  const words =
    as === "twice" ? `${scalingInWords(scaling)} applied twice` : scalingInWords(scaling);
  const steps = step === 1 ? "" : `, ${formatNumber(step)} positions a row`;
  return `base ${roundBase(base)} with ${words}${steps}`;
}

/** A base as text: integers with all their digits. @param {number} base */
export const roundBase = (base) => (Number.isInteger(base) ? String(base) : formatNumber(base));

const MAX_RULES_LISTED = 4;

/** Describes several rules; three or more with the same base and type are merged into one.
 * @param {Rule[]} rules */
export function rulesInWords(rules) {
  const words = [
    ...new Set(
      rules.map((rule) => {
        const { scaling } = rule;
        const same = rules.filter(
          (other) => other.base === rule.base && typeOf(other.scaling) === typeOf(scaling),
        );
        if (!scaling || same.length < 3) return ruleInWords(rule);
        const factors = [...new Set(same.map((rule) => rule.scaling?.factor))].filter(
          (factor) => factor != null,
        );
        const sorted = factors.sort((a, b) => a - b).map(formatNumber);
        const by = sorted.length > 0 ? ` by ${sorted.join(" or ")}` : "";
        return `base ${roundBase(rule.base)} with ${nameOf(typeOf(scaling))}${by}`;
      }),
    ),
  ];
  const rest = words.length - MAX_RULES_LISTED;
  const shown = rest > 0 ? [...words.slice(0, MAX_RULES_LISTED), `${rest} more`] : words;
  return shown.join("; ");
}
