// lab.mjs: the kernels of phasor/lab and training steps of its models and of the story model, against the
// same multiplications and additions from registers to registers.
import { labKernels } from "../../web/phasor/kernels/lab.js";
import { encodings, TinyModel, tasks } from "../../web/phasor/lab.js";
import { memoryOf } from "../../web/phasor/memory.js";
import { newNetwork } from "../../web/phasor/story/weights.js";
import { words } from "../../web/phasor/story.js";

/** @import { Subject } from "./subjects.mjs" */

const ROWS = 1024;
/** 60 % of the peak. */
const BARS = [1.67, 1.67];
/** Depths and columns of the products of the lab's models. */
const SIZES = [
  [32, 64],
  [32, 32],
  [32, 8],
  [8, 32],
  [8, 8],
];
/** Those of the story model. */
const STORY_SIZES = [
  [64, 128],
  [64, 64],
  [64, 256],
  [256, 64],
  [64, 168],
];

/** A product of matrices with 1,024 rows: a·b, aᵀ·b or a·bᵀ, on arrays in the arena.
 * @param {string} whose @param {"nn" | "tn" | "nt"} form @param {number} depth
 * @param {number} columns @returns {Subject} */
function product(whose, form, depth, columns) {
  const name = form === "tn" ? `${depth}×${ROWS}×${columns}` : `${ROWS}×${depth}×${columns}`;
  return {
    name: `${whose}: matmul ${form} ${name}`,
    bars: BARS,
    judged: "hot",
    arenaOnly: true,
    at(place) {
      const array = (/** @type {number} */ size) => place.float32(size).fill(0.5);
      const [a, b, out] = [array(ROWS * depth), array(ROWS * columns), array(ROWS * columns)];
      const work = array(depth * columns);
      const memory = memoryOf([a]);
      if (!memory.isArena) throw new Error("the lab's kernels work in an arena");
      const kernels = memory.use(labKernels);
      const [A, B, C, W] = [a, b, out, work].map(({ byteOffset }) => byteOffset);
      const run = {
        nn: () =>
          kernels.phasor_matmul_nn(C, columns, A, depth, B, columns, ROWS, columns, depth, 0),
        tn: () =>
          kernels.phasor_matmul_tn(C, columns, A, depth, B, columns, depth, columns, ROWS, 0),
        nt: () =>
          kernels.phasor_matmul_nt(C, columns, A, depth, B, depth, W, ROWS, columns, depth, 0),
      }[form];
      return { run, limit: place.multiply("float32", ROWS * depth * columns) };
    },
  };
}

/** Multiplications of a step: three times those of a forward pass. */
const STEP = 3 * (ROWS * (4 * 32 * 32 + 32 * 8) + 32 * 4 * 2 * 32 * 32 * 8);

/** A step of training on 32 sequences of 32 (`recent`), one layer, 32 features, 4 heads.
 * @param {(typeof encodings)[number]} encoding @returns {Subject} */
const step = (encoding) => ({
  name: `lab: a step, ${encoding}`,
  judged: "hot",
  arenaOnly: true,
  at(place) {
    const model = new TinyModel({ encoding, steps: 1e6 });
    const batch = tasks.recent.batches().next().value;
    return { run: () => model.step(batch), limit: place.multiply("float32", STEP) };
  },
});

/** Windows of a story model's training, and their words. */
const [WINDOWS, WINDOW] = [24, 128];
/** Multiplications of a step on them, as above, in four layers with 256 hidden features and 168 words. */
const STORY_STEP =
  3 * WINDOWS * WINDOW * (4 * (4 * 64 * 64 + 2 * 64 * 256 + WINDOW * 64) + 64 * 168);

/** A step of the story model's training. @type {Subject} */
const storyStep = {
  name: "story: a step",
  judged: "hot",
  arenaOnly: true,
  at(place) {
    const network = newNetwork("rope", 1);
    const tokens = Int32Array.from({ length: WINDOWS * WINDOW }, (_, i) => (7 * i) % words.length);
    const added = new Int32Array(tokens.length).fill(-1);
    const batch = { sequences: WINDOWS, length: WINDOW, tokens, added, targets: tokens };
    const run = () => {
      network.backward(batch);
      network.update(1e-3, 0.98, 1);
    };
    return { run, limit: place.multiply("float32", STORY_STEP) };
  },
};

/** @param {string} whose @param {number[][]} sizes */
const products = (whose, sizes) =>
  sizes.flatMap(([depth, columns]) =>
    /** @type {const} */ (["nn", "tn", "nt"]).map((form) => product(whose, form, depth, columns)),
  );

/** @type {Subject[]} */
export const labSubjects = [
  ...products("lab", SIZES),
  ...encodings.map(step),
  ...products("story", STORY_SIZES),
  storyStep,
];
