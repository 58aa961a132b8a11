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
/** @import { Encoding, Run } from "./length-lab-model.js" */

const OCTAVES = [TRAINED, 64, 128, LONGEST];

/** @param {any} p @param {Encoding} encoding */
const isShown = ({ only }, encoding) => only === "all" || only === encoding;

/** Per cent. @param {number} value */
export const percent = (value) => `${Math.round(100 * value)} %`;

/** The task's sequence, with the question that is pointed at and its answer. @param {any} p @param {any} d @param {Room} room @returns {Panel} */
export function examplePanel(p, d, { narrow, width, measure }) {
  const { task, sequence, symbols, answers } = d;
  const shown = narrow ? 16 : TRAINED;
  const questions = questionsIn(d, shown);
  const asked = askedAt(p, questions);
  const source = asked < 0 ? -1 : sourceOf(task, sequence, asked);
  const said = d.reading?.answers;
  const added = (/** @type {number} */ at) =>
    sequence.added[at] < 0 ? "" : symbols[sequence.added[at]];
  const words = Array.from({ length: shown }, (_, at) => symbols[sequence.tokens[at]] + added(at));
  const each = (width - 70) / shown;
  const large = width < 1080 ? 15 : 17;
  // Where there is no room beside it, a value stands below its key.
  const isStacked = narrow || words.some((word) => 1.1 * measure(word, large) > each - 2);
  return {
    name: "example",
    height: 64,
    heading: narrow ? undefined : d.about,
    margin: { top: 34, bottom: 30, left: measure("asked:", 14) + 10, right: 12 },
    x: cells(0, shown, { axis: "none" }),
    y: linear(0, 1, { axis: "none" }),
    marks: () => [
      Array.from({ length: shown }, (_, at) => {
        const isAsked = sequence.targets[at] >= 0;
        const symbol = symbols[sequence.tokens[at]];
        const isMarked = at === asked || at === source;
        const colour = at === asked ? "position" : at === source ? "key" : "ink";
        return [
          (isStacked ? [symbol, added(at)] : [words[at]]).map(
            (text, line) =>
              text &&
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
          said &&
            isAsked &&
            said[at] !== sequence.targets[at] &&
            cell({ x: [at, at], y: [0.1, 0.46] }, { colour: "position", width: 1.5 }),
        ];
      }),
      asked >= 0 && [
        path(
          [
            [source, 1],
            [source, 1.2],
            [asked, 1.2],
            [asked, 1],
          ],
          { colour: "key", width: 1.5 },
        ),
        label("the answer stands here", source, 0.5, {
          dx: 0,
          dy: 44,
          align: source > shown / 2 ? "right" : "left",
          colour: "key",
        }),
      ],
      label("asked:", -0.5, 0.28, { dx: -8, align: "right", colour: "muted", size: 14 }),
    ],
    press: "question",
    handles:
      asked < 0
        ? []
        : [
            {
              name: "question",
              look: "none",
              x: asked,
              y: 0.55,
              width: 30,
              height: 56,
              value: questions.indexOf(asked),
              min: 0,
              max: questions.length - 1,
              words: questionWords(d, asked, source),
              set: (value) => ({ asked: questions[value] }),
              drag: ({ x }) => ({ asked: Math.min(Math.max(Math.round(x), 0), shown - 1) }),
            },
          ],
  };
}

/** @param {any} d @param {number} asked @param {number} source */
const questionWords = ({ answers, sequence }, asked, source) =>
  `position ${asked}: the answer is ${answers[sequence.targets[asked]]}, which stands at ${source}`;

/** The places of the questions among the first symbols. @param {any} d @param {number} shown @returns {number[]} */
const questionsIn = ({ sequence }, shown) =>
  Array.from({ length: shown }, (_, at) => at).filter((at) => sequence.targets[at] >= 0);

/** The question nearest to the one that was asked for; without one, the last. @param {any} p @param {number[]} questions */
function askedAt({ asked }, questions) {
  const wanted = asked < 0 ? Number.POSITIVE_INFINITY : asked;
  return questions.reduce(
    (best, at) => (Math.abs(at - wanted) <= Math.abs(best - wanted) ? at : best),
    questions[questions.length - 1] ?? -1,
  );
}

/** @param {Room} room @returns {Panel} */
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
        const curves = d.runs[encoding].map((/** @type {Run} */ run) => run.losses);
        const mean = meanOf(curves.filter((/** @type {number[]} */ own) => own.length > 0));
        return [
          curves.length > 1 &&
            curves.map((/** @type {number[]} */ own) =>
              line(
                own.map((_, n) => x(n)),
                own,
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

/** The curves of the accuracies: each encoding's, and RoPE's with positions interpolated. @param {any} p @param {any} d */
export function curvesOf(p, d) {
  const own = ENCODINGS.map((encoding) => ({
    encoding,
    words: SCHEMES[encoding].words,
    colour: SCHEMES[encoding].colour,
    pen: SCHEMES[encoding].pen,
    all: d.runs[encoding].map((/** @type {Run} */ run) => run.bins),
  }));
  const rope = d.runs.rope;
  const more = /** @type {const} */ ([
    ["interpolated", "RoPE, interpolated", [8, 4]],
    ["tuned", "RoPE, fine-tuned", [2.5, 3]],
  ]).map(([name, words, dash]) => ({
    encoding: /** @type {Encoding} */ ("rope"),
    words,
    colour: "offset",
    pen: { dash },
    all: p.interpolate ? rope.map((/** @type {Run} */ run) => run[name]) : [],
  }));
  return [...own, ...more]
    .map((curve) => {
      const all = curve.all.filter((/** @type {number[] | undefined} */ bins) => bins);
      return { ...curve, all, mean: meanOf(all) };
    })
    .filter(({ mean }) => mean);
}

/** @param {any} p @param {any} d @param {Room} room @returns {Panel} */
export function accuracyPanel(p, d, { narrow, measure }) {
  const named = d.curves
    .filter((/** @type {any} */ { encoding }) => isShown(p, encoding))
    .map((/** @type {any} */ { words, colour, mean }) => ({
      y: mean[mean.length - 1],
      text: narrow
        ? words.replace("RoPE, ", "")
        : `${words} **${percent(between(mean, 128, LONGEST))}**`,
      colour,
    }));
  // All in bold, which is wider than what measures it.
  const widths = named.map(
    (/** @type {any} */ { text }) => 1.14 * measure(text.replaceAll("*", "")),
  );
  const right = Math.max(
    narrow ? 118 : 215,
    ...widths.map((/** @type {number} */ each) => each + 26),
  );
  return {
    name: "accuracy",
    height: narrow ? 280 : 300,
    heading: "right answers, by position in the text",
    margin: { right, top: 12 },
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
      d.curves.map((/** @type {any} */ { encoding, colour, pen, all, mean }) => {
        const opacity = isShown(p, encoding) ? 1 : 0.18;
        return [
          all.length > 1 &&
            all.map((/** @type {number[]} */ own) =>
              line(MIDDLES, own, { colour, width: 1, opacity: 0.4 * opacity }),
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
      const near = d.curves
        .map((/** @type {any} */ { encoding, mean }) => {
          const bin = EDGES.findIndex((edge) => edge > x) - 1;
          return { encoding, far: Math.abs(mean[Math.min(Math.max(bin, 0), mean.length - 1)] - y) };
        })
        .sort((/** @type {any} */ a, /** @type {any} */ b) => a.far - b.far)[0];
      if (!near || near.far > 0.08) return { only: "all" };
      return { only: near.encoding === p.only ? "all" : near.encoding };
    },
  };
}

/** What a head attends to. @param {any} d @param {number} head @param {Room} room @returns {Panel} */
export function headPanel(d, head, { narrow }) {
  const { size, weights } = d.maps;
  const ticks = size > TRAINED ? OCTAVES.filter((each) => each < size) : [0, 16];
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
        // 0 in the middle of the colours, as in the other figures.
        low: -1,
        high: 1,
      }),
    marks: () => [
      weights &&
        size > TRAINED && [
          rule({ x: TRAINED - 0.5 }, { colour: "dimension", dash: [4, 4], width: 1 }),
          rule({ y: TRAINED - 0.5 }, { colour: "dimension", dash: [4, 4], width: 1 }),
        ],
    ],
  };
}
