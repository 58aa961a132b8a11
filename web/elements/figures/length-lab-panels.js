// The panels of <phasor-length-lab>: an example, the losses, the accuracies, and what the heads attend to.
import {
  cell,
  cells,
  label,
  line,
  linear,
  log,
  path,
  raster,
  rule,
  shade,
  tags,
} from "../core/index.js";
import {
  between,
  EDGES,
  ENCODINGS,
  LONGEST,
  MIDDLES,
  meanOf,
  POINT,
  SCHEMES,
  STEPS,
  sourceOf,
  TRAINED,
} from "./length-lab-model.js";

/** @import { Panel, Room } from "../core/types.js" */
/** @import { D, P } from "./length-lab.js" */
/** @import { Encoding, Scheme } from "./length-lab-model.js" */

/** The accuracies of an encoding; `all` has those of each run. @typedef {Scheme & { encoding: Encoding, all: number[][], mean: number[] }} Curve */

const OCTAVES = [TRAINED, 64, 128, LONGEST];

/** @param {P} p @param {Encoding} encoding */
const isShown = ({ only }, encoding) => only === "all" || only === encoding;

/** A share as a percentage. @param {number} value */
export const percent = (value) => `${Math.round(100 * value)} %`;

/** The task's sequence, with the marked question and its answer. @param {P} p @param {D} d @param {Room} room @returns {Panel<P, D>} */
export function examplePanel(p, d, { narrow, width, measure }) {
  const { task, sequence, symbols, answers } = d;
  const count = narrow ? 16 : TRAINED;
  const questions = questionsIn(d, count);
  const query = askedAt(p, questions);
  const source = query < 0 ? -1 : sourceOf(task, sequence, query);
  const predictions = d.reading?.answers;
  const added = (/** @type {number} */ at) =>
    sequence.added[at] < 0 ? "" : symbols[sequence.added[at]];
  const words = Array.from({ length: count }, (_, at) => symbols[sequence.tokens[at]] + added(at));
  const cellWidth = (width - 70) / count;
  const large = width < 1080 ? 15 : 17;
  // Values stand below their keys if there is no room beside them.
  const isStacked = narrow || words.some((word) => 1.1 * measure(word, large) > cellWidth - 2);
  return {
    name: "example",
    height: 64,
    heading: narrow ? undefined : d.about,
    margin: { top: 34, bottom: 30, left: measure("asked:", 14) + 10, right: 12 },
    x: cells(0, count, { axis: "none" }),
    y: linear(0, 1, { axis: "none" }),
    marks: () => [
      Array.from({ length: count }, (_, at) => {
        const isAsked = sequence.targets[at] >= 0;
        const symbol = symbols[sequence.tokens[at]];
        const isMarked = at === query || at === source;
        const colour = at === query ? "position" : at === source ? "key" : "ink";
        return [
          (isStacked ? [symbol, added(at)] : [words[at]]).map(
            (text, line) =>
              text !== "" &&
              label(
                isMarked ? `**${text}**` : text,
                at,
                isStacked && added(at) ? 0.84 - 0.3 * line : 0.75,
                {
                  align: "center",
                  colour,
                  strong: colour,
                  size: isStacked ? 15 - 2 * line : large,
                },
              ),
          ),
          isAsked &&
            label(answers[sequence.targets[at]], at, 0.28, {
              align: "center",
              colour: "muted",
              size: 14,
            }),
          predictions &&
            isAsked &&
            predictions[at] !== sequence.targets[at] &&
            cell({ x: [at, at], y: [0.1, 0.46] }, { colour: "position", width: 1.5 }),
        ];
      }),
      query >= 0 && [
        path([source, source, query, query], [1, 1.2, 1.2, 1], { colour: "key", width: 1.5 }),
        label("the answer is here", source, 0.5, {
          dx: 0,
          dy: 44,
          align: source > count / 2 ? "right" : "left",
          colour: "key",
        }),
      ],
      label("asked:", -0.5, 0.28, { dx: -8, align: "right", colour: "muted", size: 14 }),
    ],
    press: "question",
    handles:
      query < 0
        ? []
        : [
            {
              name: "question",
              look: "none",
              x: query,
              y: 0.55,
              width: 30,
              height: 56,
              value: questions.indexOf(query),
              min: 0,
              max: questions.length - 1,
              words: questionWords(d, query, source),
              set: (value) => ({ asked: questions[value] }),
              drag: ({ x }) => ({ asked: Math.min(Math.max(Math.round(x), 0), count - 1) }),
            },
          ],
  };
}

/** @param {D} d @param {number} asked @param {number} source */
const questionWords = ({ answers, sequence }, asked, source) =>
  `position ${asked}: the answer is ${answers[sequence.targets[asked]]}, which is at ${source}`;

/** The positions of the questions among the symbols shown. @param {D} d @param {number} shown */
const questionsIn = ({ sequence }, shown) =>
  Array.from({ length: shown }, (_, at) => at).filter((at) => sequence.targets[at] >= 0);

/** The question nearest to the marked position; the last one if none is marked. @param {P} p @param {number[]} questions */
function askedAt({ asked }, questions) {
  const wanted = asked < 0 ? Number.POSITIVE_INFINITY : asked;
  return questions.reduce(
    (best, at) => (Math.abs(at - wanted) <= Math.abs(best - wanted) ? at : best),
    questions[questions.length - 1] ?? -1,
  );
}

/** @param {Room} room @returns {Panel<P, D>} */
export function lossPanel({ narrow }) {
  const x = (/** @type {number} */ n) => POINT * (n + 0.5);
  return {
    name: "loss",
    ...(narrow ? {} : { width: 330 }),
    height: narrow ? 200 : 300,
    heading: "loss while training on 32 tokens",
    margin: { right: 16 },
    x: linear(0, STEPS, { name: "steps of training", ticks: [0, 200, 400, 600] }),
    y: log(0.001, 4, { grid: true, ticks: [0.001, 0.01, 0.1, 1] }),
    still: (p, d) =>
      ENCODINGS.map((encoding) => {
        const { colour, pen } = SCHEMES[encoding];
        const opacity = isShown(p, encoding) ? 1 : 0.18;
        const curves = d.runs[encoding].map(({ losses }) => losses);
        const mean = meanOf(curves.filter((values) => values.length > 0));
        return [
          curves.length > 1 &&
            curves.map((values) =>
              line(
                values.map((_, n) => x(n)),
                values,
                { colour, width: 1, opacity: 0.35 * opacity },
              ),
            ),
          mean &&
            line(
              mean.map((_, n) => x(n)),
              mean,
              { colour, width: 2, opacity, ...pen },
            ),
        ];
      }),
    marks: () => [],
  };
}

/** The accuracy curves of each encoding, and RoPE's with interpolated positions. @param {P} p @param {D} d */
export function curvesOf({ interpolate }, { runs }) {
  /** @param {Encoding} encoding @param {"bins" | "interpolated" | "tuned"} name @param {Scheme} scheme @returns {Curve[]} */
  const curve = (encoding, name, scheme) => {
    const all = runs[encoding].map((run) => run[name]).filter((bins) => bins !== undefined);
    const mean = meanOf(all);
    return mean ? [{ ...scheme, encoding, all, mean }] : [];
  };
  const panels = ENCODINGS.flatMap((encoding) => curve(encoding, "bins", SCHEMES[encoding]));
  if (!interpolate) return panels;
  const { rope } = SCHEMES;
  return [
    ...panels,
    ...curve("rope", "interpolated", {
      ...rope,
      words: "RoPE, interpolated",
      pen: { dash: [8, 4] },
    }),
    ...curve("rope", "tuned", { ...rope, words: "RoPE, fine-tuned", pen: { dash: [2.5, 3] } }),
  ];
}

/** @param {P} p @param {D} d @param {Room} room @returns {Panel<P, D>} */
export function accuracyPanel(p, d, { narrow, measure }) {
  const named = d.curves
    .filter(({ encoding }) => isShown(p, encoding))
    .map(({ words, colour, mean }) => ({
      y: mean[mean.length - 1],
      text: narrow
        ? words.replace("RoPE, ", "")
        : `${words} **${percent(between(mean, 128, LONGEST))}**`,
      colour,
    }));
  // The names are bold, which is wider than the font that `measure` uses.
  const widths = named.map(({ text }) => 1.14 * measure(text.replaceAll("*", "")) + 26);
  const rightMargin = Math.max(narrow ? 118 : 215, ...widths);
  return {
    name: "accuracy",
    height: narrow ? 280 : 300,
    heading: "right answers, by position in the text",
    margin: { right: rightMargin, top: 12 },
    x: log(2, LONGEST, {
      name: "position *p*",
      colour: "position",
      ticks: narrow ? [4, 32, 64, 256] : [4, 8, 16, 32, 64, 128, 256],
      label: String,
      strong: [TRAINED],
    }),
    y: linear(0, 1, { grid: true, ticks: [0, 0.25, 0.5, 0.75, 1], label: percent }),
    still: (p, d) => [
      shade(TRAINED, LONGEST),
      d.curves.map(({ encoding, colour, pen, all, mean }) => {
        const opacity = isShown(p, encoding) ? 1 : 0.18;
        return [
          all.length > 1 &&
            all.map((values) =>
              line(MIDDLES, values, { colour, width: 1, opacity: 0.4 * opacity }),
            ),
          line(MIDDLES, mean, { colour, width: 2.25, opacity, ...pen }),
        ];
      }),
      rule({ y: d.chance }, { colour: "edge", dash: [2, 3] }),
      label("guessing", 2, d.chance, { dx: 6, dy: -11, colour: "muted", halo: true }),
    ],
    marks: () => [
      tags(MIDDLES[MIDDLES.length - 1], named, { side: "right", dx: 22 }),
      label("longer than in training", TRAINED, 0.03, {
        ...{ dx: 8, dy: -4, halo: true, optional: true },
        or: ["beyond training", "untrained"].map((text) => ({ text })),
      }),
    ],
    tap(x, y) {
      const nearest = d.curves
        .map(({ encoding, mean }) => {
          const bin = EDGES.findIndex((edge) => edge > x) - 1;
          return { encoding, far: Math.abs(mean[Math.min(Math.max(bin, 0), mean.length - 1)] - y) };
        })
        .sort((a, b) => a.far - b.far)[0];
      if (!nearest || nearest.far > 0.08) return { only: "all" };
      return { only: nearest.encoding === p.only ? "all" : nearest.encoding };
    },
  };
}

/** What a head attends to. @param {D} d @param {number} head @param {Room} room @returns {Panel<P, D>} */
export function headPanel(d, head, { narrow }) {
  const { size } = d.maps;
  const ticks = size > TRAINED ? OCTAVES.filter((octave) => octave < size) : [0, 16];
  return {
    name: `head${head}`,
    aspect: 1,
    maxHeight: narrow ? 150 : 240,
    heading: `head ${head + 1}`,
    align: "center",
    margin: { right: 12 },
    x: cells(0, size, { name: "key at *n*", colour: "position", ticks }),
    y: cells(0, size, { name: "query at *m*", colour: "position", ticks }),
    still: (_, { maps }) =>
      raster({
        values: maps.weights.subarray(head * size * size, (head + 1) * size * size),
        columns: size,
        rows: size,
        // Keeps 0 in the middle of the colour scale, as in the other figures.
        low: -1,
        high: 1,
      }),
    marks: () => [
      size > TRAINED && [
        rule({ x: TRAINED - 0.5 }, { colour: "dimension", dash: [4, 4], width: 1 }),
        rule({ y: TRAINED - 0.5 }, { colour: "dimension", dash: [4, 4], width: 1 }),
      ],
    ],
  };
}
