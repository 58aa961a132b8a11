// node web/story/measure.js: prints the tables of docs/story.md, from the weights in web/story/weights/. A test
// compares the document with them.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { seedOf } from "../phasor/lab/random.js";
import { RotaryEmbedding } from "../phasor/rope/rope.js";
import { tokensOfStories } from "../phasor/story/stories.js";
import { breaks, encode, StoryModel, words } from "../phasor/story.js";

/** @import { StoryRotation } from "../phasor/story/rotation.js" */

/** Texts that no training has seen. */
const TEXTS = 32;
const LENGTH = 128;
const STORY_PARTS = [
  "chased,followed,found,helped,pushed,taught,tricked,woke".split(","),
  ["Max,Lena", "Rosa,Otto", "Vera,Mia", "Karl,Tom"],
];
/** Where a text begins, in the table of precisions. */
const STARTS = [0, 256, 1000, 4000, 100000];

/** Lengths to which rules for longer texts stretch positions, and the length of the texts in training. */
const SCALED_LENGTHS = [256, 512, 1024];
export const [TRAINED, LONGEST] = [128, 1024];
/** The rules, by the names in the table and in options. */
export const RULES = Object.freeze({ linear: "interpolated", ntk: "NTK", yarn: "YaRN" });

/** A committed model. @param {string} encoding */
export const loadCommitted = (encoding) =>
  StoryModel.load(readFileSync(new URL(`weights/${encoding}.safetensors`, import.meta.url)));
export const loadRope = () => loadCommitted("rope");

/** Texts of stories, one story after another. @param {number} count @param {number} length */
export function sampleTexts(count, length) {
  const tokens = tokensOfStories(seedOf(0, "test"));
  return Array.from({ length: count }, () =>
    Int32Array.from({ length }, () => tokens.next().value),
  );
}

/** The mean loss of a word. @param {StoryModel} model @param {Int32Array[]} corpus @param {StoryRotation} [rotation] */
export function meanLoss(model, corpus, rotation) {
  const losses = corpus.flatMap((text) => [...model.loss(text, { rotation })]);
  return losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
}

/**
 * The mean loss at each position, (length − 1): entry i is that of word i + 1.
 * @param {StoryModel} model @param {Int32Array[]} corpus @param {StoryRotation} [rotation]
 */
export function lossByPosition(model, corpus, rotation) {
  const mean = new Float64Array(corpus[0].length - 1);
  for (const text of corpus) {
    for (const [i, loss] of model.loss(text, { rotation }).entries())
      mean[i] += loss / corpus.length;
  }
  return mean;
}

/** RoPE with a rule for texts of some length. @param {keyof typeof RULES} type @param {number} length */
function scaledRope(type, length) {
  const factor = length / TRAINED;
  const scaling =
    type === "yarn"
      ? { type, factor, original_max_position_embeddings: TRAINED }
      : { type, factor };
  return new RotaryEmbedding(32, { layout: "half", scaling });
}

/**
 * The losses by position of a model, and with RoPE, of each rule: `plain`, `linear 256` …
 * @param {StoryModel} model @param {Int32Array[]} corpus
 * @returns {Record<string, Float64Array>}
 */
export function lossesByPosition(model, corpus) {
  const plain = lossByPosition(model, corpus);
  if (!model.rotary) return { plain };
  const rules = /** @type {(keyof typeof RULES)[]} */ (Object.keys(RULES));
  const rows = rules.flatMap((type) =>
    SCALED_LENGTHS.map((length) => [
      `${type} ${length}`,
      lossByPosition(model, corpus, scaledRope(type, length)),
    ]),
  );
  return { plain, ...Object.fromEntries(rows) };
}

/** The means that the table of lengths has: of words 1–128, 129–256, the last half of 512 and of 1,024. @param {Float64Array} losses */
export const columnsOf = (losses) =>
  [
    [1, 128],
    [128, 256],
    [256, 512],
    [512, 1024],
  ].map(([from, to]) => {
    const part = losses.subarray(from - 1, to - 1);
    return part.reduce((sum, loss) => sum + loss, 0) / part.length;
  });

/** How often the one acted upon is likelier than the other, after “A chased B … so”. @param {StoryModel} model
 * @param {StoryRotation} [rotation] */
export function whoDidIt(model, rotation) {
  let [correct, total] = [0, 0];
  for (const verb of STORY_PARTS[0]) {
    for (const pair of STORY_PARTS[1]) {
      for (const [who, whom] of [pair.split(","), pair.split(",").reverse()]) {
        const [a, b] = pair.split(",");
        const opening = `once there was a tall goat named ${a} . ${a} and ${b} the hare were friends . one day`;
        const logits = model.next(encode(`${opening} ${who} ${verb} ${whom} in the garden . so`), {
          rotation,
        });
        if (logits[words.indexOf(whom)] > logits[words.indexOf(who)]) correct++;
        total++;
      }
    }
  }
  return correct / total;
}

/** The lines of the table of mistakes. @param {StoryModel} model */
export function tableOfBreaks(model) {
  const corpus = sampleTexts(TEXTS, LENGTH);
  /** @param {string} about @param {StoryRotation} [rotation] */
  const line = (about, rotation) =>
    `| ${about} | ${meanLoss(model, corpus, rotation).toFixed(2)} | ${whoDidIt(model, rotation).toFixed(2)} |`;
  const rows = Object.entries(breaks).map(([name, { about, number, rotation }]) =>
    line(`\`${name}\`: ${about.replace("N", `${number}`)}`, rotation(number ?? 0)),
  );
  return [line("nothing"), ...rows];
}

/** The lines of the table of precisions. @param {StoryModel} model */
export function tableOfPrecisions(model) {
  const corpus = sampleTexts(TEXTS / 2, LENGTH);
  return /** @type {const} */ (["float32", "bfloat16"]).map((arithmetic) => {
    const rotary = new RotaryEmbedding(32, { layout: "half", arithmetic });
    const losses = STARTS.map((start) => {
      const shifted = (/** @type {number} */ p) => start + p;
      const rotation = {
        queries: rotary,
        keys: rotary,
        queryPositions: shifted,
        keyPositions: shifted,
      };
      return meanLoss(model, corpus, rotation).toFixed(2);
    });
    return `| ${arithmetic} | ${losses.join(" | ")} |`;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const model = await loadRope();
  console.log([...tableOfBreaks(model), "", ...tableOfPrecisions(model)].join("\n"));
}
