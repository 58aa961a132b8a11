// model.js: a small language model with trained weights, whose positions can be broken.
import * as check from "../check.js";
import { exponential, logarithm } from "../elementary.js";
import { Random } from "../lab/random.js";
import { Decoder } from "./decoder.js";
import { rotationOf, sidesOf } from "./rotation.js";
import { END, tokensOf, words } from "./stories.js";
import { networkFrom } from "./weights.js";

/** @import { List } from "../check/lists.js" */
/** @import { Network } from "../lab/network.js" */
/** @import { StoryRotation } from "./rotation.js" */
/** @typedef {{ rotation?: StoryRotation | undefined }} StoryOptions */
/**
 * @typedef {object} WritingOptions
 * @property {string | undefined} [prompt] the words that the text begins with; "once there was" by default
 * @property {number | undefined} [words] the most words to write; 120 by default. A text also ends with its story
 * @property {number | undefined} [temperature] 0 for the likeliest words; 0.7 by default
 * @property {number | undefined} [seed] of the random numbers, an integer, 0 … 2^53 − 1; 1 by default
 * @property {StoryRotation | undefined} [rotation] the model's own by default
 */

const where = "phasor/story StoryModel";

/**
 * A language model of 208,000 numbers that writes small stories: four layers of causal attention and
 * feed-forward networks, 64 features, two heads. docs/story.md has its equations and how it was trained.
 *
 * ```js
 * const model = await StoryModel.load("story.safetensors");
 * model.write({ seed: 3 });
 * model.write({ seed: 3, rotation: new RotaryEmbedding(32, { base: 500000 }) }); // another base
 * ```
 *
 * The arithmetic is float32 with one rounding per operation, so a seed gives the same text in every engine.
 */
export class StoryModel {
  #network;
  #about;

  /** @private @param {Network} network @param {Record<string, string>} about */
  constructor(network, about) {
    this.#network = network;
    this.#about = about;
  }

  /**
   * Loads trained weights.
   * @param {string | URL | ArrayBuffer | Uint8Array} source the address of a file, or its contents
   * @returns {Promise<StoryModel>}
   * @throws {TypeError} if the source does not have the weights of a story model
   * @throws {Error} if the file cannot be fetched
   */
  static async load(source) {
    const named = `${where}.load`;
    const { network, about } = networkFrom(named, await bytesOf(named, source));
    return new StoryModel(network, about);
  }

  /** The encoding: "rope", "alibi", "learned", "sinusoidal" or "none". */
  get encoding() {
    return this.#network.shape.encoding;
  }

  /** The rotation of the training; null unless the encoding is "rope". */
  get rotary() {
    return this.#network.rotary ?? null;
  }

  /** The number of layers. */
  get layers() {
    return this.#network.shape.layers;
  }

  /** The number of heads in a layer. */
  get heads() {
    return this.#network.shape.heads;
  }

  /** The most words of a text. */
  get maxLength() {
    return this.#network.shape.maxLength;
  }

  /** What the weights' file says of their training. */
  get about() {
    return { ...this.#about };
  }

  /**
   * The logits of the next word: ln of its probability, up to a constant.
   * @param {List} tokens a text, at least one word
   * @param {StoryOptions} [options]
   * @returns {Float32Array} (words.length)
   * @throws {TypeError | RangeError} naming the argument
   */
  next(tokens, options) {
    const { length, logits } = this.#forward(`${where}.next`, tokens, options);
    return logits.slice((length - 1) * words.length);
  }

  /**
   * How unexpected each word of a text is after those before it: −ln of its probability, in nats.
   * @param {List} tokens
   * @param {StoryOptions} [options]
   * @returns {Float64Array} (tokens.length − 1): entry i is that of word i + 1
   * @throws {TypeError | RangeError} naming the argument
   */
  loss(tokens, options) {
    const { text, length, logits } = this.#forward(`${where}.loss`, tokens, options);
    return Float64Array.from({ length: length - 1 }, (_, i) => {
      const row = logits.subarray(i * words.length, (i + 1) * words.length);
      return -logarithm(probabilitiesOf(row, 1)[text[i + 1]]);
    });
  }

  /**
   * The attention weights of a text.
   * @param {List} tokens
   * @param {StoryOptions} [options]
   * @returns {Float32Array} (layers, heads, T, T); row i is the query of word i
   * @throws {TypeError | RangeError} naming the argument
   */
  attention(tokens, options) {
    const { layers } = this.#forward(`${where}.attention`, tokens, options);
    const weights = new Float32Array(layers.length * layers[0].weights.length);
    for (const [i, layer] of layers.entries()) weights.set(layer.weights, i * layer.weights.length);
    return weights;
  }

  /**
   * The queries and keys that attention compares, after their rotation.
   * @param {List} tokens
   * @param {StoryOptions} [options] with the rotation null, they are as they were before it in layer 0
   * @returns {{ queries: Float32Array, keys: Float32Array }} each (layers, heads, T, 32)
   * @throws {TypeError | RangeError} naming the argument
   */
  vectors(tokens, options) {
    const { length, layers } = this.#forward(`${where}.vectors`, tokens, options);
    const { width, shape } = this.#network;
    const { heads, dModel } = shape;
    const queries = new Float32Array(layers.length * length * dModel);
    const keys = queries.slice();
    let to = 0;
    for (const { qk } of layers) {
      for (let head = 0; head < heads; head++) {
        for (let row = 0; row < length; row++, to += width) {
          const from = 2 * row * dModel + head * width;
          queries.set(qk.subarray(from, from + width), to);
          keys.set(qk.subarray(from + dModel, from + dModel + width), to);
        }
      }
    }
    return { queries, keys };
  }

  /**
   * Writes a text.
   * @param {WritingOptions} [options]
   * @returns {string} the prompt and what follows, without the mark at the end
   * @throws {TypeError | RangeError} naming the option
   */
  write(options) {
    return [...this.#writing(`${where}.write`, options)].join(" ");
  }

  /**
   * Writes a text word by word, beginning with the prompt's.
   * @param {WritingOptions} [options]
   * @returns {Generator<string, void, void>}
   * @throws {TypeError | RangeError} naming the option
   */
  writing(options) {
    return this.#writing(`${where}.writing`, options);
  }

  /** @param {string} named @param {WritingOptions | undefined} options */
  #writing(named, options) {
    const names = /** @type {const} */ (["prompt", "words", "temperature", "seed", "rotation"]);
    const checked = check.options(named, options, names);
    const { prompt = "once there was", temperature = 0.7, seed = 1 } = checked;
    const begun = tokensOf(named, "prompt", prompt);
    const room = this.maxLength - begun.length;
    if (begun.length === 0 || room < 0) {
      const allowed = `from 1 to ${this.maxLength} words`;
      check.fail(RangeError, named, "prompt", allowed, prompt);
    }
    const { words: most = Math.min(120, room) } = checked;
    check.integer(named, "words", most, 0, room);
    check.number(named, "temperature", temperature, 0, 1000);
    check.count(named, "seed", seed);
    const sides = sidesOf(named, this.#network, checked.rotation, begun.length + most);
    return wordsFrom(new Decoder(this.#network, sides), begun, most, temperature, new Random(seed));
  }

  /** @param {string} named @param {List} tokens @param {StoryOptions | undefined} options */
  #forward(named, tokens, options) {
    const { rotation } = check.options(named, options, ["rotation"]);
    const { length } = check.numbers(named, "tokens", tokens);
    check.integer(named, "tokens.length", length, 1, this.maxLength);
    const text = check.indices(named, "tokens", tokens, length, words.length);
    const none = new Int32Array(length).fill(-1);
    const batch = { sequences: 1, length, tokens: text, added: none, targets: none };
    const turned = rotationOf(sidesOf(named, this.#network, rotation, length), length);
    const { layers, logits } = this.#network.forward(batch, 1, turned);
    return { text, length, layers, logits };
  }
}

/**
 * @param {Decoder} decoder @param {Int32Array} prompt @param {number} most @param {number} temperature
 * @param {Random} random
 */
function* wordsFrom(decoder, prompt, most, temperature, random) {
  /** @type {Float32Array} */
  let logits = new Float32Array(0);
  for (const token of prompt) {
    yield words[token];
    logits = decoder.read(token);
  }
  for (let count = 0; count < most; count++) {
    const token = drawn(logits, temperature, random.uniform());
    if (words[token] === END) return;
    yield words[token];
    if (count + 1 < most) logits = decoder.read(token);
  }
}

/** @param {Float32Array} logits @param {number} temperature @param {number} uniform in [0, 1) */
function drawn(logits, temperature, uniform) {
  if (temperature === 0) return logits.indexOf(Math.max(...logits));
  const shares = probabilitiesOf(logits, temperature);
  let left = uniform;
  for (const [token, share] of shares.entries()) {
    left -= share;
    if (left < 0) return token;
  }
  return shares.length - 1;
}

/** softmax(logits/temperature), the same in every engine. @param {Float32Array} logits @param {number} temperature */
function probabilitiesOf(logits, temperature) {
  const most = logits.reduce((a, b) => Math.max(a, b));
  const shares = Float64Array.from(logits, (x) => exponential((x - most) / temperature));
  const sum = shares.reduce((a, b) => a + b, 0);
  return shares.map((share) => share / sum);
}

/** @param {string} named @param {unknown} source @returns {Promise<Uint8Array>} */
async function bytesOf(named, source) {
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  if (ArrayBuffer.isView(source)) {
    return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  }
  if (typeof source !== "string" && !(source instanceof URL)) {
    const allowed = "an address, an ArrayBuffer or a Uint8Array";
    return check.fail(TypeError, named, "source", allowed, source);
  }
  /** @param {string} why @param {unknown} [cause] @returns {never} */
  const fail = (why, cause) => {
    const hint = "for a file on disk, pass its contents";
    throw new Error(`${named}: source ${source} cannot be fetched (${why}; ${hint})`, { cause });
  };
  const response = await fetch(source).catch((error) => fail(error.message, error));
  if (!response.ok) fail(`status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
