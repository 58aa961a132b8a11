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

const CLASS = "phasor/story StoryModel";

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
    const where = `${CLASS}.load`;
    const { network, about } = networkFrom(where, await bytesOf(where, source));
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
    const { length, logits } = this.#forward(`${CLASS}.next`, tokens, options);
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
    const { text, length, logits } = this.#forward(`${CLASS}.loss`, tokens, options);
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
    const { layers } = this.#forward(`${CLASS}.attention`, tokens, options);
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
    const { length, layers } = this.#forward(`${CLASS}.vectors`, tokens, options);
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
    return [...this.#writing(`${CLASS}.write`, options)].join(" ");
  }

  /**
   * Writes a text word by word, beginning with the prompt's.
   * @param {WritingOptions} [options]
   * @returns {Generator<string, void, void>}
   * @throws {TypeError | RangeError} naming the option
   */
  writing(options) {
    return this.#writing(`${CLASS}.writing`, options);
  }

  /** @param {string} where @param {WritingOptions | undefined} options */
  #writing(where, options) {
    const names = /** @type {const} */ (["prompt", "words", "temperature", "seed", "rotation"]);
    const checked = check.options(where, options, names);
    const { prompt = "once there was", temperature = 0.7, seed = 1 } = checked;
    const start = tokensOf(where, "prompt", prompt);
    const available = this.maxLength - start.length;
    if (start.length === 0 || available < 0) {
      const allowed = `from 1 to ${this.maxLength} words`;
      check.fail(RangeError, where, "prompt", allowed, prompt);
    }
    const { words: limit = Math.min(120, available) } = checked;
    check.integer(where, "words", limit, 0, available);
    check.number(where, "temperature", temperature, 0, 1000);
    check.count(where, "seed", seed);
    const sides = sidesOf(where, this.#network, checked.rotation, start.length + limit);
    return generate(new Decoder(this.#network, sides), start, limit, temperature, new Random(seed));
  }

  /** @param {string} where @param {List} tokens @param {StoryOptions | undefined} options */
  #forward(where, tokens, options) {
    const { rotation } = check.options(where, options, ["rotation"]);
    const { length } = check.numbers(where, "tokens", tokens);
    check.integer(where, "tokens.length", length, 1, this.maxLength);
    const text = check.indices(where, "tokens", tokens, length, words.length);
    const none = new Int32Array(length).fill(-1);
    const batch = { sequences: 1, length, tokens: text, added: none, targets: none };
    const textRotation = rotationOf(sidesOf(where, this.#network, rotation, length), length);
    const { layers, logits } = this.#network.forward(batch, 1, textRotation);
    return { text, length, layers, logits };
  }
}

/**
 * @param {Decoder} decoder @param {Int32Array} prompt @param {number} limit @param {number} temperature
 * @param {Random} random
 */
function* generate(decoder, prompt, limit, temperature, random) {
  /** @type {Float32Array} */
  let logits = new Float32Array(0);
  for (const token of prompt) {
    yield words[token];
    logits = decoder.read(token);
  }
  for (let count = 0; count < limit; count++) {
    const token = sampleToken(logits, temperature, random.uniform());
    if (words[token] === END) return;
    yield words[token];
    if (count + 1 < limit) logits = decoder.read(token);
  }
}

/** @param {Float32Array} logits @param {number} temperature @param {number} uniform in [0, 1) */
function sampleToken(logits, temperature, uniform) {
  if (temperature === 0) return logits.indexOf(Math.max(...logits));
  const shares = probabilitiesOf(logits, temperature);
  let remaining = uniform;
  for (const [token, share] of shares.entries()) {
    remaining -= share;
    if (remaining < 0) return token;
  }
  return shares.length - 1;
}

/** softmax(logits/temperature), the same in every engine. @param {Float32Array} logits @param {number} temperature */
function probabilitiesOf(logits, temperature) {
  const max = logits.reduce((a, b) => Math.max(a, b));
  const shares = Float64Array.from(logits, (x) => exponential((x - max) / temperature));
  const sum = shares.reduce((a, b) => a + b, 0);
  return shares.map((share) => share / sum);
}

/** @param {string} where @param {unknown} source @returns {Promise<Uint8Array>} */
async function bytesOf(where, source) {
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  if (ArrayBuffer.isView(source)) {
    return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  }
  if (typeof source !== "string" && !(source instanceof URL)) {
    const allowed = "an address, an ArrayBuffer or a Uint8Array";
    return check.fail(TypeError, where, "source", allowed, source);
  }
  /** @param {string} why @param {unknown} [cause] @returns {never} */
  const fail = (why, cause) => {
    const hint = "for a file on disk, pass its contents";
    throw new Error(`${where}: source ${source} cannot be fetched (${why}; ${hint})`, { cause });
  };
  const response = await fetch(source).catch((error) => fail(error.message, error));
  if (!response.ok) fail(`status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
