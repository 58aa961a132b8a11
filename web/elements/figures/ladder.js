// <phasor-ladder>: from counting to many sines, one code of positions per step, and how each fails.
import {
  byRow,
  cell,
  cells,
  choice,
  decimal,
  dot,
  dots,
  figure,
  fixed,
  label,
  line,
  path,
  positionPill,
  rule,
  scientific,
  slider,
  times,
  wavelength,
  whole,
} from "../core/index.js";
import { codesAt, codesOf, MAX_LENGTH, measure, namesOf, STEPS, shapeOf } from "./ladder-model.js";
import { ladderCode } from "./ladder-programs.js";

/** @import { Measures, Of, Step } from "./ladder-model.js" */
/** @import { DataOf, Panel, Params, Room } from "../core/types.js" */

/** @typedef {Params<{ step: Step, bend: number }>} P */

/**
 * @typedef {object} D
 * @property {Of} of
 * @property {Float64Array} codes
 * @property {Measures} measures
 * @property {Float64Array} places where the curves are sampled
 * @property {Float64Array[]} curves each entry, scaled to its lane from −1 to 1; bits bend into sines
 * @property {string} verdict
 */

const CURVE_SAMPLES = 900;
const LANES_HEIGHT = 300;
/** Half the height that values fill, as a fraction of a lane. */
const LANE_FILL = 0.4;

/** @type {Record<string, string>} */
const WORDS = {
  integer: "count",
  fraction: "fraction of the text",
  binary: "bits",
  sine: "one sine",
  many: "many sines",
};
const NUMBERED = Object.fromEntries(STEPS.map((step, n) => [step, `${n + 1} ${WORDS[step]}`]));

/** The arguments for ladder-model.js. @param {P} p @param {number} [morph] */
const ofCodes = ({ step, length, dModel, base, pair }, morph = step === "many" ? 1 : 0) => ({
  step,
  morph,
  length: Math.min(length, MAX_LENGTH),
  dModel,
  base,
  pair,
});

/** Scales a value to its lane, from −1 to 1. @param {Of} of @param {number} value */
function partOf({ step, length }, value) {
  if (step === "integer") return (2 * value) / Math.max(length - 1, 1) - 1;
  return step === "fraction" ? 2 * value - 1 : value;
}

/** @type {DataOf<P, D>} */
const data = {
  of: (p) => ofCodes(p),
  codes: (_, { of }) => codesOf(of),
  measures: (_, { of, codes }) => measure(codes, of.length),
  places({ length }) {
    const count = Math.min(length, MAX_LENGTH);
    const samples = Math.max(2, Math.ceil(CURVE_SAMPLES / count));
    return Float64Array.from(times(count * samples + 1, (n) => n / samples));
  },
  curves(p, { places, of }) {
    const values = codesAt(ofCodes(p, p.bend), places);
    const width = values.length / places.length;
    return times(width, (c) => places.map((_, n) => partOf(of, values[n * width + c])));
  },
  verdict: (_, { of, measures }) => verdictOf(of, measures),
};

/** Which requirement a code fails, with the number that shows it. @param {Of} of @param {Measures} measures */
function verdictOf({ step, length }, { largest, nearest, nearestDistance, neighbourDistance }) {
  if (step === "integer")
    return `**Not bounded.** The number grows with the text, here up to ${whole(largest)}.`;
  if (step === "fraction")
    return `**Not the same step everywhere.** A step is worth ${fixed(1 / Math.max(length - 1, 1), 4)} here, and ${fixed(1 / Math.max(2 * length - 1, 1), 4)} in a text twice as long.`;
  if (step === "binary")
    return `**Not smooth.** From one position to the next it jumps by up to ${fixed(neighbourDistance, 1)}, and nothing is defined in between.`;
  if (step === "sine")
    return `**Not all different.** Positions ${nearest[0]} and ${nearest[1]} get ${nearestDistance < 1e-6 ? "the same" : "nearly the same"} number, ${scientific(nearestDistance, 1)} apart.`;
  return `**Meets all:** bounded, smooth, every step is ${fixed(neighbourDistance, 2)} long, and no two of these ${whole(length)} vectors are nearer.`;
}

/** @param {P} p @param {D} d @param {Room} room @returns {Panel<P, D>} */
function lanes(p, d, { narrow, measure }) {
  const { of, places, curves, codes } = d;
  const { lanes: count, waves } = shapeOf(of);
  const at = Math.min(p.position, of.length - 1);
  const hasLanes = count > 1;
  const y = (/** @type {number} */ lane) => (/** @type {number} */ value) =>
    lane - LANE_FILL * value;
  const names = namesOf(of);
  const value = (/** @type {number} */ c) => codes[Math.round(at) * names.length + c];
  const valueText = (/** @type {number} */ c) =>
    of.step === "binary"
      ? String((value(c) + 1) / 2)
      : of.step === "integer"
        ? whole(value(c))
        : decimal(value(c));
  const code = codesAt(ofCodes(p, p.bend), [Math.min(at + 0.5, of.length)]);
  const lanePart = (/** @type {number} */ c) => partOf(of, code[c]);
  const xs = places.map((place) => place - 0.5);
  // The pill stays below the values of the last lane.
  const below = (Math.max(0, 28 - LANES_HEIGHT / count / 2) * count) / LANES_HEIGHT;
  // Labels for the lower and upper ends of a single curve.
  const ends =
    of.step === "integer"
      ? ["0", whole(of.length - 1)]
      : [of.step === "fraction" ? "0" : "\u22121", "1"];
  return {
    name: "lanes",
    height: LANES_HEIGHT,
    margin: {
      top: 46,
      left: narrow ? 8 : Math.max(152, measure(WORDS[of.step], 14) + 16),
      right: narrow ? 52 : 106,
    },
    x: cells(0, of.length, { axis: "ruler" }),
    y: cells(0, count + below, { axis: "none" }),
    press: "position *p*",
    point: (x) => ({ position: Math.round(x) }),
    marks: () => [
      hasLanes && times(count - 1, (n) => rule({ y: n + 0.5 }, { colour: "line", width: 1 })),
      curves.map((curve, c) => {
        const cosine = waves === 2 && c % 2 === 1;
        return line(
          xs,
          curve.map(y(Math.floor(c / waves))),
          cosine
            ? { colour: "dimension", dash: [4, 3], width: 1.25, opacity: p.bend }
            : { width: 1.75 },
        );
      }),
      cell({ x: [at, at] }, { colour: "position", width: 1.75 }),
      names.map(
        (_, c) =>
          (waves === 1 || c % 2 === 0 || p.bend > 0.9) &&
          dot(at, y(Math.floor(c / waves))(lanePart(c)), {
            colour: c % waves === 1 ? "dimension" : "position",
            radius: 4,
          }),
      ),
      times(count, (n) => [
        !narrow &&
          label(
            hasLanes
              ? of.step === "many"
                ? `pair ${n}: ${wavelength(2 * Math.PI * 2 ** n)} words`
                : `bit ${n}: ${2 ** (n + 1)} words`
              : WORDS[of.step],
            -0.5,
            n,
            { dx: -12, colour: "dimension", size: 14 },
          ),
        // In low lanes, only every second or third of these fits.
        hasLanes &&
          label(
            times(narrow ? 1 : waves, (wave) => valueText(n * waves + wave)).join("  "),
            of.length - 0.5,
            n,
            { dx: 8, colour: "position", size: narrow && waves > 1 ? 13 : 15, optional: true },
          ),
      ]),
      !hasLanes &&
        ends.map((text, n) => label(text, of.length - 0.5, y(0)(2 * n - 1), { dx: 8, size: 14 })),
      equalArc(p, d),
      !hasLanes &&
        label(`**${valueText(0)}**`, at, y(0)(lanePart(0)), {
          ...{ dx: 12, dy: 14, colour: "position", halo: true },
          or: [...[-12, 14, 0].map((dy) => ({ dx: -12, dy })), { dy: -14, keep: true }],
        }),
    ],
    handles: [
      positionPill({ position: at, length: of.length }, narrow, {
        y: count + below - 0.5,
        words: `${whole(at)}: ${names.map((name, c) => `${name} ${valueText(c)}`).join(", ")}`,
      }),
    ],
  };
}

/** For one sine: an arc between two positions with the same value. @param {P} p @param {D} d */
function equalArc({ step }, { measures, codes }) {
  if (step !== "sine") return [];
  const [from, to] = measures.nearest;
  const height = -LANE_FILL * codes[from];
  const steps = times(25, (n) => n / 24);
  const top = height - 0.14;
  return [
    path(
      steps.map((part) => from + part * (to - from)),
      steps.map((part) => height + (top - height) * 4 * part * (1 - part)),
      { colour: "offset", width: 2 },
    ),
    dots([from, to], [height, height], { colour: "offset", radius: 5, ring: true }),
    label(`${from} and ${to}: nearly equal`, (from + to) / 2, top, {
      dy: -12,
      align: "center",
      colour: "offset",
      halo: true,
      or: [{ align: "right" }, { align: "left" }, { keep: true }],
    }),
  ];
}

export const PhasorLadder = figure("phasor-ladder", {
  title: "From counting to many sines",
  hint: "**Drag the position,** and climb: each code repairs the fault of the one before.",
  shared: ["length", "position", "dModel", "base", "pair"],
  attributes: { step: STEPS },
  glide: ["position"],
  ease: { bend: ({ step }) => (step === "many" ? 1 : 0) },
  data,
  panels: (p, d, room) => [lanes(p, d, room), { text: d.verdict, textColour: "ink" }],
  controls: (p) => [choice(p, "step", "step", NUMBERED)],
  more: (p) => [slider.length(p, MAX_LENGTH)],
  say: (p, d) =>
    `${WORDS[p.step]}, position ${whole(Math.min(Math.round(p.position), d.of.length - 1))}. ${d.verdict.replaceAll("**", "")}`,
  table(_, { of, codes }) {
    const names = namesOf(of);
    return byRow("position", codes, names.length, (n) => names[n]);
  },
  programs: (_, { of }) => ladderCode(of),
});
