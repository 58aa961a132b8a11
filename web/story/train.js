// node web/story/train.js [ENCODING …] [--seed 1] [--steps 2500]: trains story models with each encoding and
// writes their weights to web/story/weights/, and what they have learned to losses.json there. `make story`
// trains all of them.
//
// An interrupted training goes on where it stopped: its state is kept every 50 steps in build/story/. The same
// seed gives the same bits in every run.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { wave } from "../phasor/elementary.js";
import { Random, seedOf } from "../phasor/lab/random.js";
import { tokensOfStories, words } from "../phasor/story/stories.js";
import { encodings, fileOf, networkFrom, newNetwork } from "../phasor/story/weights.js";

/** @import { Encoding, Network } from "../phasor/lab/network.js" */
/** @import { Batch } from "../phasor/lab/tasks.js" */

const SEQUENCES = 24;
const LENGTH = 128;
/** Words of the stories that windows are drawn from, one after another, and from another seed for the test. */
const TRAINED_WORDS = 2 ** 20;
const TEST_SEQUENCES = 64;
const PEAK_RATE = 3e-3;
const LAST_RATE = 0.05; // of RATE
const WARMUP = 100;
const BETA2 = 0.98;
const CLIP = 1;
const SAVE_EVERY = 50;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: "string", default: "1" }, steps: { type: "string", default: "2500" } },
});
const [seed, steps] = [Number(values.seed), Number(values.steps)];
const selected = /** @type {Encoding[]} */ (positionals.length > 0 ? positionals : [...encodings]);
const unknown = selected.find((encoding) => !encodings.includes(encoding));
if (unknown) throw new Error(`no story model has the encoding ${unknown}`);
const weightFolder = fileURLToPath(new URL("weights/", import.meta.url));
const stateFolder = fileURLToPath(new URL("../../build/story/", import.meta.url));
for (const folder of [weightFolder, stateFolder]) mkdirSync(folder, { recursive: true });

/** The first words of a seed's stories. @param {number} from @param {number} count */
function readTokens(from, count) {
  const tokens = tokensOfStories(from);
  return Int32Array.from({ length: count }, () => tokens.next().value);
}
const trainingTokens = readTokens(seedOf(seed, "training"), TRAINED_WORDS);
const testTokens = readTokens(seedOf(0, "test"), TEST_SEQUENCES * (LENGTH + 1));

/** Windows of a text; the target of each word is the next. @param {Int32Array} from @param {number[]} starts @returns {Batch} */
function cutWindows(from, starts) {
  const size = starts.length * LENGTH;
  const [tokens, targets] = [new Int32Array(size), new Int32Array(size)];
  for (const [i, start] of starts.entries()) {
    tokens.set(from.subarray(start, start + LENGTH), i * LENGTH);
    targets.set(from.subarray(start + 1, start + 1 + LENGTH), i * LENGTH);
  }
  const added = new Int32Array(size).fill(-1);
  return { sequences: starts.length, length: LENGTH, tokens, added, targets };
}

/** The windows of a step. They depend on the seed and the step alone, so that a training can go on anywhere.
 * @param {number} step */
function batchOf(step) {
  const random = new Random(seed * 2 ** 32 + step);
  const starts = Array.from({ length: SEQUENCES }, () => random.below(TRAINED_WORDS - LENGTH - 1));
  return cutWindows(trainingTokens, starts);
}

/** @param {number} step */
function learningRate(step) {
  if (step < WARMUP) return (PEAK_RATE * (step + 1)) / WARMUP;
  const share = (step - WARMUP) / Math.max(1, steps - WARMUP);
  return PEAK_RATE * (LAST_RATE + ((1 - LAST_RATE) * (1 + wave(Math.PI * share, 1))) / 2);
}

/** The mean loss on stories that no training has seen. @param {Network} network */
function testLoss(network) {
  let sum = 0;
  for (let from = 0; from < TEST_SEQUENCES; from += 16) {
    const starts = Array.from({ length: 16 }, (_, i) => (from + i) * (LENGTH + 1));
    const batch = cutWindows(testTokens, starts);
    sum += network.loss(batch) / (TEST_SEQUENCES / 16);
  }
  return sum;
}

/** @param {Network} network @param {string} path @param {number} step */
function saveState(network, path, step) {
  const { parameters, first, second } = network.memory;
  const parts = [parameters, first, second].map((array) => Buffer.from(array.slice().buffer));
  const head = Buffer.from(Float64Array.of(step, ...network.powers).buffer);
  writeFileSync(`${path}.part`, Buffer.concat([head, ...parts]));
  renameSync(`${path}.part`, path);
}

/** @param {Network} network @param {string} path @returns {number} the next step */
function loadState(network, path) {
  if (!existsSync(path)) return 0;
  const { buffer } = new Uint8Array(readFileSync(path));
  const [step, ...powers] = new Float64Array(buffer, 0, 3);
  network.powers = powers;
  const { parameters, first, second } = network.memory;
  for (const [i, to] of [parameters, first, second].entries()) {
    to.set(new Float32Array(buffer, 24 + i * to.byteLength, to.length));
  }
  return step;
}

for (const encoding of selected) {
  const name = seed === 1 ? encoding : `${encoding}-${seed}`;
  const path = `${stateFolder}${name}-${steps}.state`;
  const network = newNetwork(encoding, seedOf(seed, "weights"));
  network.passesFor(SEQUENCES, LENGTH);
  const firstStep = loadState(network, path);
  const startTime = performance.now();
  let mean = 0;
  for (let step = firstStep; step < steps; step++) {
    const loss = network.backward(batchOf(step));
    network.update(learningRate(step), BETA2, CLIP);
    mean = mean === 0 ? loss : 0.95 * mean + 0.05 * loss;
    if ((step + 1) % SAVE_EVERY !== 0 && step + 1 < steps) continue;
    saveState(network, path, step + 1);
    const seconds = (performance.now() - startTime) / 1000;
    const secondsLeft = (seconds / (step + 1 - firstStep)) * (steps - step - 1);
    console.log(
      `${name}: step ${step + 1} of ${steps}, loss ${mean.toFixed(3)}, ${seconds.toFixed(0)} s, ${secondsLeft.toFixed(0)} s left`,
    );
  }
  const loss = testLoss(network);
  const bytes = fileOf(network, { seed: `${seed}`, steps: `${steps}`, words: `${words.length}` });
  const roundedLoss = testLoss(networkFrom("train", bytes).network);
  const hash = createHash("sha256").update(bytes).digest("hex");
  const file = `${weightFolder}losses.json`;
  const results = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  results[name] = {
    steps,
    loss: Number(loss.toFixed(4)),
    rounded: Number(roundedLoss.toFixed(4)),
    sha256: hash,
  };
  const sorted = Object.fromEntries(Object.entries(results).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
  // Other seeds' weights are for the tables only, so they stay out of the repository.
  writeFileSync(`${seed === 1 ? weightFolder : stateFolder}${name}.safetensors`, bytes);
  console.log(
    `${name}: loss ${loss.toFixed(4)} on new stories, ${roundedLoss.toFixed(4)} with 8 bits; ${bytes.length} bytes`,
  );
  rmSync(path);
}
