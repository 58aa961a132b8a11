// What <phasor-length-lab> trains and shows: the encodings and tasks, accuracies in bins of
// positions, and where the answer to a question stands.

/** @import { Stroke } from "../core/marks/lines.js" */
/** @import { TinyModel } from "../../phasor/lab.js" */
/** @import { Batch } from "../../phasor/lab/tasks.js" */

/** @typedef {"none" | "sinusoidal" | "learned" | "rope" | "alibi" | "t5"} Encoding */
/** @typedef {"recent" | "lookup" | "threeBack"} Task */
/**
 * One model: its training and its accuracy.
 * @typedef {object} Run
 * @property {number} seed
 * @property {number[]} losses the mean loss of each ten steps so far
 * @property {number[]} [bins] accuracy in each bin of positions
 * @property {number[]} [interpolated] the same, tested with interpolated positions
 * @property {number[]} [tuned] the same, after fine-tuning with interpolated positions
 * @property {string} [hash] of the weights
 * @property {number} [seconds] that the training took
 * @property {boolean} [here] whether it was trained in this page, not beforehand
 */
/** @typedef {Partial<Record<Encoding, Run[]>>} Runs */

export const [TRAINED, LONGEST, STEPS, TUNING] = [32, 256, 600, 60];
/** Steps per point of the loss curve. */
export const POINT = 10;

/** Quantization steps per decade for stored losses: a step is less than a pixel of the chart. */
const STEPS_PER_DECADE = 200;

/** Losses as whole numbers of steps from the previous loss: their text is a third shorter. @param {number[]} losses */
export const stepsOf = (losses) => {
  const levels = losses.map((loss) => Math.round(STEPS_PER_DECADE * Math.log10(loss)));
  return levels.map((level, n) => level - (n > 0 ? levels[n - 1] : 0));
};

/** Converts stored runs: their losses from steps back to numbers. @param {Record<Task, Record<Encoding, Run[]>>} kept */
export function unfolded(kept) {
  for (const run of Object.values(kept).flatMap((runs) => Object.values(runs).flat())) {
    let level = 0;
    run.losses = run.losses.map((step) => {
      level += step;
      return 10 ** (level / STEPS_PER_DECADE);
    });
  }
  return kept;
}

/** Edges of the bins of positions: eight bins up to the trained length, four per octave beyond. */
export const EDGES = [
  ...[0, 4, 8, 12, 16, 20, 24, 28, 32, 40, 48, 56],
  ...[64, 80, 96, 112, 128, 160, 192, 224, 256],
];
export const MIDDLES = EDGES.slice(1).map((edge, n) => Math.sqrt(Math.max(edge * EDGES[n], edge)));

/** The package's task names by the attribute's values. @type {Record<"recent" | "lookup" | "three-back", Task>} */
export const TASKS = { recent: "recent", lookup: "lookup", "three-back": "threeBack" };

/** How a curve is drawn. @typedef {{ words: string, colour: string, pen?: Stroke }} Scheme */
/** @type {Record<Encoding, Scheme>} */
export const SCHEMES = {
  none: { words: "none", colour: "muted" },
  sinusoidal: { words: "sinusoidal", colour: "dimension", pen: { dash: [8, 4] } },
  learned: { words: "learned", colour: "position", pen: { dash: [2.5, 3], width: 3 } },
  rope: { words: "RoPE", colour: "offset" },
  alibi: { words: "ALiBi", colour: "key" },
  t5: { words: "T5", colour: "fifth", pen: { dash: [8, 4] } },
};
export const ENCODINGS = /** @type {Encoding[]} */ (Object.keys(SCHEMES));
/** The order of training; the first two differ most. @type {Encoding[]} */
export const ORDER = ["rope", "alibi", "t5", "sinusoidal", "learned", "none"];

/** The mean accuracy of each bin. @param {ArrayLike<number>} byPosition @param {number} [from] @param {number} [to] */
export function binned(byPosition, from = 0, to = LONGEST) {
  const bins = [];
  for (let n = 0; n + 1 < EDGES.length; n++) {
    if (EDGES[n] < from || EDGES[n + 1] > to) continue;
    let [sum, count] = [0, 0];
    for (let at = EDGES[n]; at < EDGES[n + 1]; at++) {
      if (Number.isNaN(byPosition[at])) continue;
      sum += byPosition[at];
      count++;
    }
    bins.push(sum / count);
  }
  return bins;
}

/** Accuracies of a trained model on the longest sequences. @param {TinyModel} model */
export const accuracies = (model) => binned(model.evaluate(LONGEST).byPosition);

/**
 * Accuracies with interpolated positions. Positions beyond the trained length are tested in the
 * shortest of the lengths 64, 128 and 256 that contains them, as a model in use would see them.
 * @param {TinyModel} model
 */
export function interpolate(model) {
  const bins = [];
  for (let to = TRAINED; to <= LONGEST; to *= 2) {
    const { byPosition } = model.evaluate(to, { interpolate: true });
    bins.push(...binned(byPosition, to === TRAINED ? 0 : to / 2, to));
  }
  return bins;
}

/** The mean of the lists that are present. @param {(number[] | undefined)[]} lists */
export function meanOf(lists) {
  const present = lists.filter((list) => list !== undefined);
  if (present.length === 0) return undefined;
  const length = Math.min(...present.map((list) => list.length));
  return Array.from({ length }, (_, n) => {
    return present.reduce((sum, list) => sum + list[n], 0) / present.length;
  });
}

/** The mean accuracy between two edges. @param {number[]} bins @param {number} from @param {number} to */
export function between(bins, from, to) {
  const parts = bins.filter(
    (value, n) => EDGES[n] >= from && EDGES[n + 1] <= to && !Number.isNaN(value),
  );
  return parts.reduce((sum, value) => sum + value, 0) / parts.length;
}

/** The position of the answer to the question at a position; −1 if nothing is asked there. @param {Task} task @param {Batch} batch @param {number} at */
export function sourceOf(task, { tokens, targets }, at) {
  if (targets[at] < 0) return -1;
  if (task === "threeBack") return at - 3;
  if (task === "lookup") return tokens.indexOf(tokens[at]);
  let from = at;
  while (from >= 0 && tokens[from] >= 8) from--;
  return from;
}

/**
 * The sequence with the symbols that the reader changed, and the answers that follow from them.
 * @param {Task} task @param {Batch} batch @param {Record<number, number>} edits symbols by position
 * @returns {Batch}
 */
export function edited(task, batch, edits) {
  const tokens = batch.tokens.slice();
  for (const [at, symbol] of Object.entries(edits)) tokens[Number(at)] = symbol;
  const next = { ...batch, tokens, targets: batch.targets.slice() };
  for (let at = 0; at < tokens.length; at++) {
    if (task === "threeBack") next.targets[at] = at >= 3 ? tokens[at - 3] : -1;
    if (task === "recent") {
      next.targets[at] = tokens[at] < 8 ? -1 : 0;
      const from = sourceOf(task, next, at);
      next.targets[at] = from < 0 ? -1 : tokens[from];
    }
  }
  return next;
}
