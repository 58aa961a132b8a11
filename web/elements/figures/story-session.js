// The story model at work: in a worker, or if none can run, in the page between frames.
import { npyHeader } from "../../formats/npy.js";
import { exponential } from "../../phasor/elementary.js";
import { encode, StoryModel, words } from "../../phasor/story.js";
import { MAX_WORDS, rotationOf, WIDTH } from "./story-model.js";

/** @import { Answer } from "./bugs-answer.js" */
/** @import { StoryRotation } from "../../phasor/story/rotation.js" */
/** @import { Setting, Way } from "./story-model.js" */

/**
 * @typedef {{ kind: "write", setting: Setting, way: Way }
 *   | { kind: "guess", text: string, names: string[], way: Way }
 *   | { kind: "attend", text: string, way: Way }
 *   | { kind: "examine", text: string, way: Way }} Task
 */
/** A task for the model whose weights are at an address. @typedef {{ id: string, address: string, task: Task }} Order */
/** Two texts as far as they are written; with `losses` of both models on the right text, they are complete. @typedef {{ kind: "write", id: string, right: string[], broken: string[], losses?: [number, number] }} Written */
/** The probabilities of names as the next word. @typedef {{ kind: "guess", id: string, right: number[], broken: number[] }} Guessed */
/** Attention weights, (layers, heads, T, T). @typedef {{ kind: "attend", id: string, right: Float32Array, broken: Float32Array }} Attended */
/** What the doctor says of vectors of the first layer, and a .npy file of them before and after the rotation, (2, T, features). @typedef {{ kind: "examine", id: string, which: string, file: Blob, answer: Answer }} Examined */
/** @typedef {Written | Guessed | Attended | Examined | { kind: "failed", id: string, message: string }} News */

/** Lets other tasks run. */
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

export class Session {
  #send;
  #slice;
  /** @type {Map<string, Promise<StoryModel>>} */
  #models = new Map();
  /** The latest order of each kind; an older one ends. @type {Map<string, string>} */
  #latest = new Map();

  /** @param {(news: News) => void} tell @param {number} slice milliseconds of work before other tasks run */
  constructor(tell, slice) {
    this.#send = tell;
    this.#slice = slice;
  }

  /** @param {Order} order */
  async take({ id, address, task }) {
    this.#latest.set(task.kind, id);
    try {
      const model = await this.#modelAt(address);
      const message = await this.#done(model, id, task);
      if (message) this.#send(message);
    } catch (error) {
      this.#send({ kind: "failed", id, message: /** @type {Error} */ (error).message });
    }
  }

  /** @param {string} address */
  #modelAt(address) {
    const model = this.#models.get(address) ?? StoryModel.load(address);
    this.#models.set(address, model);
    // The next order tries again.
    model.catch(() => this.#models.delete(address));
    return model;
  }

  /** @param {StoryModel} model @param {string} id @param {Task} task @returns {Promise<News | undefined>} */
  async #done(model, id, task) {
    const rotation = rotationOf(task.way);
    if (task.kind === "write") return this.#write(model, id, task.setting, rotation);
    const { kind, text } = task;
    if (this.#latest.get(kind) !== id) return undefined;
    if (kind === "guess") return { kind, id, ...guessed(model, text, task.names, rotation) };
    if (kind === "examine") return { kind, id, ...(await examined(model, text, rotation)) };
    const tokens = encode(text);
    const [right, broken] = [model.attention(tokens), model.attention(tokens, { rotation })];
    return { kind, id, right, broken };
  }

  /**
   * Writes both texts, a word of each in turn.
   * @param {StoryModel} model @param {string} id @param {Setting} setting @param {StoryRotation} rotation
   * @returns {Promise<Written | undefined>} undefined if another text is wanted by now
   */
  async #write(model, id, setting, rotation) {
    const foreign = setting.prompt.split(/[\s.,]+/).find((word) => word && !words.includes(word));
    if (foreign) throw new Error(`No story has the word “${foreign}”.`);
    const settings = { ...setting, words: MAX_WORDS };
    const writers = [model.writing(settings), model.writing({ ...settings, rotation })];
    /** @type {[string[], string[]]} */
    const texts = [[], []];
    let going = true;
    for (let end = performance.now() + this.#slice; going; ) {
      going = false;
      for (const [n, writer] of writers.entries()) {
        const { done, value } = writer.next();
        if (done) continue;
        texts[n].push(value);
        going = true;
      }
      if (performance.now() < end) continue;
      this.#send({ kind: "write", id, right: texts[0], broken: texts[1] });
      await turn();
      if (this.#latest.get("write") !== id) return undefined;
      end = performance.now() + this.#slice;
    }
    const [right, broken] = texts;
    return { kind: "write", id, right, broken, losses: lossesOf(model, right, rotation) };
  }
}

/** The mean loss of a text, as the model was trained and with another rotation. @param {StoryModel} model @param {string[]} text @param {StoryRotation} rotation @returns {[number, number]} */
export function lossesOf(model, text, rotation) {
  const tokens = encode(text.join(" "));
  const mean = (/** @type {Float64Array} */ losses) =>
    losses.length > 0 ? losses.reduce((sum, loss) => sum + loss, 0) / losses.length : 0;
  return [mean(model.loss(tokens)), mean(model.loss(tokens, { rotation }))];
}

/** @param {StoryModel} model @param {string} text @param {string[]} names @param {StoryRotation} rotation */
export function guessed(model, text, names, rotation) {
  const tokens = encode(text);
  const shares = (/** @type {Float32Array} */ logits) => {
    const largest = logits.reduce((a, b) => Math.max(a, b));
    const terms = Array.from(logits, (x) => exponential(x - largest));
    const sum = terms.reduce((a, b) => a + b, 0);
    return names.map((name) => terms[words.indexOf(name)] / sum);
  };
  return { right: shares(model.next(tokens)), broken: shares(model.next(tokens, { rotation })) };
}

/**
 * The first head's vectors in the first layer, before and after the rotation, as the doctor reads them: queries, or
 * keys if only these turn otherwise.
 * @param {StoryModel} model @param {string} text @param {StoryRotation} rotation
 */
export async function examined(model, text, rotation) {
  const { answerTo } = await import("./bugs-answer.js");
  const tokens = encode(text);
  const { length } = tokens;
  const [before, after] = [
    model.vectors(tokens, { rotation: null }),
    model.vectors(tokens, { rotation }),
  ];
  const trained = model.vectors(tokens);
  const size = length * WIDTH;
  const isSame = trained.queries.subarray(0, size).every((x, n) => x === after.queries[n]);
  const areKeys = trained.keys.subarray(0, size).some((x, n) => x !== after.keys[n]);
  const which = isSame && areKeys ? "keys" : "queries";
  const [input, output] = [before[which].slice(0, size), after[which].slice(0, size)];
  const file = new Blob([npyHeader([2, length, WIDTH], "float32"), input, output]);
  const answer = answerTo({
    data: { input, output },
    shape: [length, WIDTH],
    expect: { dHead: WIDTH, rotaryDim: WIDTH, base: 10000, layout: "half" },
  });
  return { which, file, answer };
}
