// <phasor-length-lab>: small models, trained in the page with each encoding and tested on longer
// texts.
import { tasks } from "../../phasor/lab.js";
import { choice, figure, row, whole } from "../core/index.js";
import {
  between,
  ENCODINGS,
  edited,
  LONGEST,
  MIDDLES,
  ORDER,
  SCHEMES,
  STEPS,
  TASKS,
  TRAINED,
  TUNING,
} from "./length-lab-model.js";
import {
  accuracyPanel,
  curvesOf,
  examplePanel,
  headPanel,
  lossPanel,
  percent,
} from "./length-lab-panels.js";
import { before } from "./length-lab-results.js";
import { Trainer, training } from "./length-lab-trainer.js";

/** @import { FigureElement } from "../core/element.js" */
/** @import { Progress } from "../core/later.js" */
/** @import { Control, DataOf, Params } from "../core/types.js" */
/** @import { Batch } from "../../phasor/lab/tasks.js" */
/** @import { Encoding, Run, Task } from "./length-lab-model.js" */
/** @import { Curve } from "./length-lab-panels.js" */
/** @import { Job, Reading } from "./length-lab-session.js" */
/** @import { Results } from "./length-lab-trainer.js" */

/**
 * @typedef {object} Own
 * @property {keyof typeof TASKS} task
 * @property {"all" | Encoding} only
 * @property {number} seed @property {number} sequence @property {boolean} interpolate
 * @property {boolean} far whether the heads read FAR_LENGTH symbols
 * @property {Results} results
 * @property {"" | "busy" | "paused"} work
 * @property {Reading | undefined} reading the trainer's latest reading
 * @property {string} failure
 * @property {Progress} later loading of the training module
 * @property {Trainer | undefined} trainer
 * @property {Record<number, number>} edits symbols by position
 * @property {number} asked position of the marked question; −1: none is marked
 */
/** @typedef {Params<Own>} P */

/**
 * @typedef {object} D
 * @property {Task} task
 * @property {string} about @property {readonly string[]} symbols @property {readonly string[]} answers
 * @property {number} chance
 * @property {Record<Encoding, Run[]>} runs those trained in this page, or else those trained beforehand by the
 *   same kernels
 * @property {Encoding[]} trained those trained in this page
 * @property {Curve[]} curves
 * @property {Batch} sequence the reader's sequence, FAR_LENGTH symbols
 * @property {Reading | undefined} reading the model's answers and attention weights for it, once they arrive
 * @property {{ size: number, weights: Float32Array }} maps
 */

const HEADS = 4;
const FAR_LENGTH = 128;
/** Seeds from here on: the reader's sequences differ from those for training and testing. */
const OWN_SEED = 1e6;

/** The model whose heads are shown: that of the chosen encoding, or RoPE's. @param {P} p @param {D} d @returns {Job} */
const jobOf = ({ only, seed }, { task, runs }) => {
  const encoding = only === "all" ? "rope" : only;
  return { task, encoding, seed: runs[encoding][0]?.seed ?? seed };
};

/** @type {DataOf<P, D>} */
const data = {
  task: (p) => TASKS[p.task],
  about: (_, { task }) => tasks[task].about,
  symbols: (_, { task }) => tasks[task].symbols,
  answers: (_, { task }) => tasks[task].answers,
  chance: (_, { task }) => tasks[task].chance,
  runs({ results }, { task }) {
    const runs = { ...before[task] };
    for (const encoding of ENCODINGS) {
      const runsOf = results[task]?.[encoding];
      if (runsOf?.some(({ losses }) => losses.length > 0)) runs[encoding] = runsOf;
    }
    return runs;
  },
  trained: (_, { runs }) => ENCODINGS.filter((encoding) => runs[encoding].some(({ here }) => here)),
  curves: (p, d) => curvesOf(p, d),
  sequence({ sequence, edits }, { task }) {
    const options = { seed: OWN_SEED + sequence, sequences: 1, length: FAR_LENGTH };
    const { value } = tasks[task].batches(options).next();
    return edited(task, value, edits);
  },
  reading(p, d) {
    const job = jobOf(p, d);
    const { task, sequence } = d;
    const size = p.far ? FAR_LENGTH : TRAINED;
    const interpolate = p.interpolate && job.encoding === "rope" && p.far;
    const edits = JSON.stringify(p.edits);
    const run = d.runs[job.encoding][0];
    if (!p.trainer || !run?.here || !run.hash) return undefined;
    const state = `${run.hash} ${run.tuned?.join() ?? ""}`;
    const id = [task, job.encoding, job.seed, p.sequence, edits, size, interpolate, state].join(
      " ",
    );
    if (p.reading?.id === id) return p.reading;
    const [tokens, added] = [sequence.tokens.slice(0, size), sequence.added.slice(0, size)];
    p.trainer.ask(id, job, { tokens, added, interpolate });
    return undefined;
  },
  maps(p, { reading }) {
    const size = p.far ? FAR_LENGTH : TRAINED;
    const weights = reading?.weights ?? new Float32Array(HEADS * size * size);
    return { size, weights };
  },
};

/** The figure's trainer, created when it is first needed. @param {FigureElement} element @returns {Trainer} */
function trainerOf(element) {
  if (!element.p.trainer) element.setParameter("trainer", new Trainer(element));
  return element.p.trainer;
}

/** The highest seed that was trained here. @param {D} d */
const lastSeed = ({ runs, trained }) =>
  Math.max(0, ...trained.flatMap((encoding) => runs[encoding].map(({ seed }) => seed)));

const WORDS = Object.fromEntries(ENCODINGS.map((encoding) => [encoding, SCHEMES[encoding].words]));

export const PhasorLengthLab = figure("phasor-length-lab", {
  title: "What works on longer texts, trained here",
  hint: "**Choose a task and press “train”:** one small model for each encoding learns from texts of 32 tokens and is tested on 256. Tap a line to see it alone, with its heads.",
  attributes: {
    task: Object.keys(TASKS),
    only: ["all", ...ENCODINGS],
    seed: { value: 1, min: 0, max: Number.MAX_SAFE_INTEGER },
    sequence: { value: 0, min: 0, max: 1e6 },
    interpolate: true,
    far: false,
  },
  state: {
    results: {},
    work: "",
    reading: undefined,
    failure: "",
    later: "",
    trainer: undefined,
    edits: {},
    asked: -1,
  },
  narrow: 820,
  later: training,
  data,
  panels(p, d, room) {
    const charts = [lossPanel(room), accuracyPanel(p, d, room)];
    const heads = Array.from({ length: HEADS }, (_, head) => headPanel(d, head, room));
    const maps = room.narrow ? [row(heads[0], heads[1]), row(heads[2], heads[3])] : [row(...heads)];
    const example = examplePanel(p, d, room);
    return [
      // A heading has a single line, so in narrow figures the task needs a panel of its own.
      ...(room.narrow ? [{ name: "about", text: d.about, textColour: "muted" }] : []),
      example,
      ...(room.narrow ? charts.reverse() : [{ ...row(...charts), gap: 40 }]),
      { name: "where", text: noteOf(p, d), textColour: "muted" },
      ...(d.reading ? [{ name: "heads", text: headsNote(p, d, d.reading) }, ...maps] : []),
    ];
  },
  controls(p, d) {
    const busy = p.work === "busy";
    const isTrained = d.trained.length > 0;
    /** @type {Control<P>[]} */
    const controls = [
      choice(
        p,
        "task",
        "task",
        { recent: "last value", lookup: "lookup", "three-back": "three back" },
        { edits: {}, asked: -1 },
      ),
      {
        kind: "button",
        name: busy
          ? "pause"
          : p.work === "paused"
            ? "resume"
            : isTrained
              ? "train another seed"
              : "train",
        press(element) {
          const trainer = trainerOf(element);
          if (busy) trainer.pause();
          else if (p.work === "paused") trainer.resume();
          else trainer.train(d.task, isTrained ? lastSeed(d) + 1 : p.seed);
        },
      },
    ];
    if (p.work) controls.push({ kind: "button", name: "stop", press: () => p.trainer?.stop() });
    const tuned = d.runs.rope.every((run) => run.tuned);
    const ropes = d.runs.rope.some((run) => run.here && run.hash);
    controls.push({
      kind: "button",
      name: `fine-tune RoPE, ${TUNING} steps`,
      disabled: !ropes || tuned || busy,
      press: (element) => trainerOf(element).tune(d.task),
    });
    return controls;
  },
  more: (p, d) => [
    {
      kind: "switch",
      name: "interpolate RoPE’s positions",
      value: p.interpolate,
      set: (interpolate) => ({ interpolate }),
    },
    {
      kind: "switch",
      name: `heads: read ${FAR_LENGTH} tokens`,
      value: p.far,
      set: (far) => ({ far }),
    },
    {
      kind: "button",
      name: "another sequence",
      press: () => ({ sequence: p.sequence + 1, edits: {}, asked: -1 }),
    },
    {
      kind: "button",
      name: "change the marked symbol",
      press: () => ({ edits: nextSymbol(p, d) }),
    },
    choice(p, "only", "show", { all: "all", ...WORDS }),
  ],
  say(p, d) {
    const parts = d.curves.map(
      ({ words, mean }) =>
        `${words} ${percent(between(mean, 0, TRAINED))} and ${percent(between(mean, FAR_LENGTH, LONGEST))}`,
    );
    return `Right answers within ${TRAINED} tokens, and at positions ${FAR_LENGTH} to ${LONGEST}: ${parts.join("; ")}. ${noteOf(p, d)}`;
  },
  table: (_, { runs }) => ({
    columns: ["encoding", "seed", "interpolated", ...MIDDLES.map((at) => at.toFixed(1))],
    rows: ENCODINGS.flatMap((encoding, n) =>
      runs[encoding].flatMap((run) => [
        ...(run.bins ? [[n, run.seed, 0, ...run.bins]] : []),
        ...(run.interpolated ? [[n, run.seed, 1, ...run.interpolated]] : []),
      ]),
    ),
  }),
});

/** Replaces the symbol at the marked position with the next one. @param {P} p @param {D} d */
function nextSymbol({ edits, asked }, { task, sequence }) {
  const at = asked >= 0 ? asked : 0;
  const count = task === "recent" ? 12 : 16;
  return { ...edits, [at]: (sequence.tokens[at] + 1) % count };
}

/** Where the curves come from. @param {P} p @param {D} d */
function noteOf({ failure, later, work }, { runs, trained }) {
  if (later === "missing") return `${training.problem} Press “train” to try again.`;
  if (later === "loading" && work === "busy") return training.loading;
  if (failure) return `The training ended early: ${failure}`;
  const seeds = [
    ...new Set(ENCODINGS.flatMap((encoding) => runs[encoding].map(({ seed }) => seed))),
  ];
  const list = `seed${seeds.length > 1 ? "s" : ""} ${seeds.sort((a, b) => a - b).join(", ")}`;
  if (trained.length === 0)
    return `Trained beforehand by the same code: ${list}, a thin line each, and a thick one for their mean. A seed gives the same curve in every browser.`;
  const progress = ORDER.flatMap((encoding) => {
    const run = runs[encoding].find(({ here, hash }) => here && !hash);
    return run ? `${SCHEMES[encoding].words} ${percent((10 * run.losses.length) / STEPS)}` : [];
  }).join(", ");
  const seconds = trained
    .flatMap((encoding) => runs[encoding])
    .filter(({ hash }) => hash)
    .map((run) => run.seconds ?? 0);
  const mean = seconds.reduce((sum, second) => sum + second, 0) / seconds.length;
  const speed = seconds.length > 0 ? ` ${whole(STEPS)} steps take ${mean.toFixed(1)} s.` : "";
  const state = work === "paused" ? "Paused" : progress ? "Training" : "Trained here";
  return `${state}: ${progress || list}.${speed}`;
}

/** @param {P} p @param {D} d @param {Reading} reading */
function headsNote(p, d, { answers }) {
  const { encoding } = jobOf(p, d);
  const size = p.far ? FAR_LENGTH : TRAINED;
  const targets = d.sequence.targets.slice(0, size);
  const askedCount = targets.filter((target) => target >= 0).length;
  const rightCount = targets.filter((target, at) => target >= 0 && answers[at] === target).length;
  return `What the four heads of the model with **${SCHEMES[encoding].words}** attend to in a sequence of ${size}: ${rightCount} of ${askedCount} answers are right.`;
}
