// <phasor-learned>: a learned table, trained in the figure, and the products that it should learn.
import { dotProducts } from "../../phasor/index.js";
import {
  byRow,
  cell,
  cells,
  choice,
  clamp,
  colourKey,
  column,
  dot,
  figure,
  fixed,
  label,
  line,
  linear,
  log,
  nearestIn,
  path,
  raster,
  row,
  rule,
  sliderOf,
  times,
  whole,
} from "../core/index.js";
import { LAST_STEP, MOST_TRAINED, REACH, Training, wanted } from "./learned-model.js";
import { learnedCode } from "./learned-programs.js";

/** @import { Init } from "./learned-model.js" */
/** @import { Control, DataOf, Panel, Params, Room } from "../core/types.js" */

/** @typedef {Params<{ steps: number, trained: number, init: Init, seed: number }>} P */

/**
 * @typedef {object} D
 * @property {{ tables: Float64Array[], losses: ArrayLike<number> }} history the tables at the stops and the losses, as far
 *   as the training has come
 * @property {number} at the stop that is shown: the last computed one until the training reaches `steps`
 * @property {Float64Array} shown the table at this stop
 * @property {Float64Array} square learned products on and below the diagonal, wanted ones above, (LENGTH, LENGTH)
 */

const [LENGTH, WIDTH] = [MOST_TRAINED, 64];
/** A row's target squared length: the largest wanted product, and the end of the colour scale. */
const MOST = WIDTH / 2;
/** The steps that can be shown: close together at first, when the table changes most. */
const STOPS = [...new Set(times(101, (n) => Math.round(LAST_STEP * (n / 100) ** 2)))];
const LAST = STOPS.length - 1;
/** Limits of the loss axis. */
const [LEAST, GREATEST] = [1e-3, 1e3];

/** The nearest stop. @param {number} step */
const stopNear = (step) => nearestIn(STOPS, step);

/** @param {P} p */
const taskOf = ({ init, seed, trained }) => ({
  maxLength: LENGTH,
  dModel: WIDTH,
  init,
  seed,
  trained,
});

/** @type {DataOf<P, D>} */
const data = {
  *history(p) {
    const training = new Training(taskOf(p));
    /** @type {Float64Array[]} */
    const tables = [];
    for (const stop of STOPS) {
      while (training.steps < stop) {
        training.step();
        // Lets other work run between any two steps.
        if (training.steps < stop) yield { tables, losses: training.losses };
      }
      tables.push(training.table.slice());
      yield { tables: [...tables], losses: training.losses };
    }
    return { tables, losses: training.losses };
  },
  at: ({ steps }, { history }) => Math.min(stopNear(steps), history.tables.length - 1),
  shown: (_, { history, at }) => history.tables[at],
  square({ trained }, { shown }) {
    const products = dotProducts(/** @type {Float64Array} */ (shown), [LENGTH, WIDTH]);
    return products.map((product, n) => {
      const [m, other] = [Math.floor(n / LENGTH), n % LENGTH];
      if (other <= m) return product;
      return other < trained ? MOST * wanted(m - other) : 0;
    });
  },
};

const short = (/** @type {number} */ value) => String(+value.toPrecision(3)).replace("-", "−");

/** Whether square and curve stand side by side with little room. @param {Pick<Room, "narrow" | "width">} room */
const isTight = ({ narrow, width }) => !narrow && width < 640;

/** @param {P} p @param {D} d @param {Room} room @returns {Panel<P, D>} */
function squarePanel({ trained, hover }, { square }, { narrow, width }) {
  const end = LENGTH - 0.5;
  const edge = trained - 0.5;
  const tight = isTight({ narrow, width });
  const reached = width < 480 && !narrow ? `not reached` : `no text reached beyond **${trained}**`;
  const note = { box: true, colour: "dimension", keep: true };
  // The note stands below the square of trained positions if it is wide, otherwise at its right.
  const isWide = trained > 36;
  const [m, n] = [hover?.position, hover?.second];
  const pointed = m !== undefined && n !== undefined && Math.max(m, n) < LENGTH;
  const [low, high] = pointed ? [Math.min(m, n), Math.max(m, n)] : [0, 0];
  const value = `learned **${fixed(square[high * LENGTH + low], 1)}**`;
  const target = high < trained ? `, wanted **${fixed(MOST * wanted(high - low), 1)}**` : "";
  return {
    name: "square",
    ...(narrow ? {} : { width: Math.min(480, 0.5 * width) }),
    aspect: 1,
    maxHeight: 480,
    align: "center",
    margin: { top: 30 },
    x: cells(0, LENGTH, { name: "position *n*", colour: "position" }),
    y: cells(0, LENGTH, { name: "position *m*", colour: "position" }),
    still: ({ trained }, { square }) => [
      raster({ values: square, columns: LENGTH, rows: LENGTH, low: -MOST, high: MOST }),
      trained < LENGTH &&
        path([trained - 0.5, end, end, trained - 0.5], [-0.5, -0.5, end, trained - 0.5], {
          closed: true,
          fill: "raised",
          width: 0,
        }),
      path([-0.5, end], [-0.5, end], { colour: "ink", width: 1 }),
      colourKey(
        {
          low: `−${MOST}`,
          high: `${MOST}`,
          name: width > 900 ? "product of two rows" : tight ? "" : "product",
        },
        { width: narrow || width < 480 ? 80 : 110 },
      ),
    ],
    marks: () => [
      // There is no room for these labels if texts reach only few positions.
      trained > 24 && [
        label("**wanted**", 0.62 * trained, 0.13 * trained, {
          ...{ box: true, align: "center", strong: "ink" },
        }),
        label("**learned**", -0.5, 0.74 * trained, { dx: 16, box: true, strong: "ink" }),
      ],
      trained < LENGTH && [
        rule({ x: edge }, { colour: "dimension", dash: [4, 4] }),
        rule({ y: edge }, { colour: "dimension", dash: [4, 4] }),
        isWide
          ? label(reached, (trained - 1) / 2, (trained + LENGTH) / 2, { ...note, align: "center" })
          : label(reached, trained, 0.75 * LENGTH, { ...note, dx: 12 }),
      ],
      pointed && [
        cell({ x: [n, n], y: [m, m] }, { colour: "ink", width: 1.5 }),
        label(`${value}${target}`, n, m, {
          dy: m > 8 ? -20 : 22,
          align: "center",
          box: true,
          colour: "ink",
          keep: true,
        }),
      ],
    ],
    point: (x, y) => ({ position: Math.round(y), second: Math.round(x) }),
  };
}

/** @param {P} _ @param {D} d @param {Pick<Room, "narrow" | "width">} room @returns {Panel<P, D>} */
function lossPanel(_, { history: { losses }, at }, { narrow, width }) {
  const root = Math.sqrt(STOPS[at]);
  const loss = losses[STOPS[at]];
  const shown = Math.max(loss, LEAST);
  const xs = STOPS.map(Math.sqrt);
  const steps = isTight({ narrow, width }) ? "" : `step **${whole(STOPS[at])}**: `;
  const words = `step ${whole(STOPS[at])}: loss ${short(loss)}`;
  const right = root > 25;
  return {
    name: "loss",
    height: narrow ? 190 : 270,
    heading: width < 480 && !narrow ? "loss" : "loss: the mean of (learned − wanted)²",
    margin: { right: 20 },
    // Starts below 0 so that the first point stays clear of the axis numbers.
    x: linear(-2, Math.sqrt(LAST_STEP), {
      name: "steps of training",
      ticks: [0, 20, 100, 500, 1000, 2000].map(Math.sqrt),
      label: (each) => whole(Math.round(each ** 2)),
    }),
    y: log(LEAST, GREATEST, {
      grid: true,
      ...(narrow && { ticks: [0.001, 0.1, 10, 1000] }),
    }),
    still: (_, { history }) =>
      line(
        xs.slice(0, history.tables.length),
        STOPS.map((stop) => history.losses[stop]),
        { colour: "edge", width: 1.25 },
      ),
    marks: () => [
      line(
        xs.slice(0, at + 1),
        STOPS.map((stop) => losses[stop]),
        { colour: "dimension", width: 2.5 },
      ),
      rule({ x: root, from: shown }, { colour: "dimension", dash: [4, 4] }),
      label(`${steps}loss **${short(loss)}**`, root, shown, {
        dx: right ? -24 : 24,
        // Above the falling curve, but below the heading.
        dy: right || loss > 300 ? 28 : narrow ? -20 : -26,
        strong: "ink",
        keep: true,
        halo: true,
      }),
      dot(root, shown, { colour: "dimension", radius: 4 }),
    ],
    press: "steps of training",
    handles: [
      {
        name: "steps of training",
        colour: "dimension",
        x: root,
        y: shown,
        value: at,
        min: 0,
        max: LAST,
        words,
        set: (value) => ({ steps: STOPS[value] }),
        drag: ({ x }) => ({ steps: STOPS[stopNear(clamp(x, 0, 45) ** 2)] }),
      },
    ],
  };
}

export const PhasorLearned = figure("phasor-learned", {
  title: "A table learns only the places that texts reach",
  hint: "**Press and hold “train”,** or **drag along the curve:** learned values approach the wanted ones, as far as texts reach.",
  attributes: {
    steps: { value: 0, min: 0, max: LAST_STEP },
    trained: { value: 48, min: 8, max: LENGTH },
    init: ["normal", "sinusoidal"],
    seed: { value: 0, min: 0, max: Number.MAX_SAFE_INTEGER },
  },
  glide: ["steps"],
  narrow: 590,
  data,
  panels(p, d, room) {
    /** @type {Panel<P, D>} */
    const words = {
      name: "target",
      text: `**Wanted** is ${MOST}·exp(−|*m* − *n*|/${REACH}): this task is given its answer and only copies it. A real table must learn from texts which rows should be alike.`,
    };
    const [one, other] = [squarePanel, lossPanel].map((of) =>
      of(p, d, { ...room, narrow: room.narrow && !room.low }),
    );
    if (room.low) return row(one, other);
    return room.narrow ? [one, other, words] : { ...row(one, column(other, words)), gap: 40 };
  },
  controls: (_, { at }) => [
    {
      kind: "button",
      name: "train",
      disabled: at === LAST,
      // The stop after the one asked for, or after the shown one if the training is not yet there.
      hold: ({ own }) => ({ steps: STOPS[Math.min(at, stopNear(own.steps)) + 1] ?? LAST_STEP }),
    },
  ],
  more: (p) => [
    sliderOf(p, "trained", "positions that texts reach", {
      min: 8,
      max: LENGTH,
      text: `${p.trained} of ${LENGTH}`,
    }),
    choice(p, "init", "start with", { normal: "noise", sinusoidal: "sinusoids" }, { steps: 0 }),
  ],
  say: (p, { at, history: { losses } }) =>
    `After ${whole(STOPS[at])} steps of training the loss is ${short(losses[STOPS[at]])}. Rows beyond ${p.trained} are unchanged: no text reached them.`,
  table(p, { history }) {
    const at = stopNear(p.steps);
    const table = history.tables[at] ?? trainedTo(p, STOPS[at]);
    return byRow("position", table, WIDTH, (n) => `dim ${n}`);
  },
  programs: (p) => learnedCode({ ...taskOf(p), length: LENGTH, steps: STOPS[stopNear(p.steps)] }),
});

/** Trains a table up to a step that the figure's training has not reached. @param {P} p @param {number} steps */
function trainedTo(p, steps) {
  const training = new Training(taskOf(p));
  while (training.steps < steps) training.step();
  return training.table;
}
