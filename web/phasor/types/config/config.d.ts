import type { RopeScaling } from "../rope/scaling.js";
import type { Positions } from "./positions.js";
import type { QueryScaling } from "./query.js";
import type { ConfigSections } from "./sections.js";
export type RopeConfig = {
  /**
   * model_type
   */
  model: string | undefined;
  /**
   * the layer that this describes
   */
  layer: {
    index: number | undefined;
    type: string;
  };
  /**
   * all layer types of the model
   */
  layerTypes: string[];
  /**
   * false for a model without a rotary embedding, and for a layer that does not
   * use it: rotaryDim is 0 then, and there are no frequencies
   */
  rotates: boolean;
  /**
   * how the layer encodes positions: "rotary" if it rotates; otherwise
   * "learned" or "sinusoidal" (a table that is added to the input), "alibi", "t5-buckets" (learned
   * biases for buckets of distances), "relative-bias" (learned biases for distances, as in Swin),
   * "relative" (learned vectors for distances), "convolution" or "none"
   */
  positions: Positions;
  /**
   * features of a head, or of the separate part of it that encodes positions
   * (qk_rope_head_dim); 0 if nothing rotates and the file does not say
   */
  dHead: number;
  /**
   * how many features rotate
   */
  rotaryDim: number;
  /**
   * the first feature that rotates: 0, except for models that rotate the last
   * features
   */
  rotaryStart: number;
  /**
   * of the frequencies; 10000 if nothing rotates and the file does not say
   */
  base: number;
  /**
   * which features form a pair in the model's own weights
   */
  layout: "half" | "interleaved";
  /**
   * -1 for a model that rotates in the opposite direction
   */
  direction: 1 | -1;
  /**
   * the rule under its current name, with all required parameters
   */
  scaling: RopeScaling | undefined;
  /**
   * the option `length`
   */
  length: number | undefined;
  /**
   * max_position_embeddings
   */
  contextLength: number | undefined;
  /**
   * the pairs that rotate by time, height and
   * width (mrope_section)
   */
  sections: ConfigSections | undefined;
  /**
   * (rotaryDim/2), in radians per position
   */
  frequencies: Float64Array<ArrayBuffer>;
  /**
   * the factor of sines and cosines
   */
  attentionFactor: number;
  /**
   * an additional factor of the attention scores
   */
  softmaxFactor: number;
  /**
   * the position-dependent factor of queries
   */
  queryScaling: QueryScaling | undefined;
  /**
   * messages about keys that are unknown, missing or contradictory and what was
   * assumed instead, and about what the model does that this does not describe
   */
  warnings: string[];
  /**
   * keys about positions that have no effect
   */
  ignored: string[];
  /**
   * where other implementations would rotate differently
   */
  differences: string[];
};
/**
 * How a model encodes positions, according to its configuration. You can pass it as the options of
 * `RotaryEmbedding`.
 * @typedef {object} RopeConfig
 * @property {string | undefined} model model_type
 * @property {{ index: number | undefined, type: string }} layer the layer that this describes
 * @property {string[]} layerTypes all layer types of the model
 * @property {boolean} rotates false for a model without a rotary embedding, and for a layer that does not
 *   use it: rotaryDim is 0 then, and there are no frequencies
 * @property {Positions} positions how the layer encodes positions: "rotary" if it rotates; otherwise
 *   "learned" or "sinusoidal" (a table that is added to the input), "alibi", "t5-buckets" (learned
 *   biases for buckets of distances), "relative-bias" (learned biases for distances, as in Swin),
 *   "relative" (learned vectors for distances), "convolution" or "none"
 * @property {number} dHead features of a head, or of the separate part of it that encodes positions
 *   (qk_rope_head_dim); 0 if nothing rotates and the file does not say
 * @property {number} rotaryDim how many features rotate
 * @property {number} rotaryStart the first feature that rotates: 0, except for models that rotate the last
 *   features
 * @property {number} base of the frequencies; 10000 if nothing rotates and the file does not say
 * @property {"half" | "interleaved"} layout which features form a pair in the model's own weights
 * @property {1 | -1} direction -1 for a model that rotates in the opposite direction
 * @property {RopeScaling | undefined} scaling the rule under its current name, with all required parameters
 * @property {number | undefined} length the option `length`
 * @property {number | undefined} contextLength max_position_embeddings
 * @property {ConfigSections | undefined} sections the pairs that rotate by time, height and
 *   width (mrope_section)
 * @property {Float64Array<ArrayBuffer>} frequencies (rotaryDim/2), in radians per position
 * @property {number} attentionFactor the factor of sines and cosines
 * @property {number} softmaxFactor an additional factor of the attention scores
 * @property {QueryScaling | undefined} queryScaling the position-dependent factor of queries
 * @property {string[]} warnings messages about keys that are unknown, missing or contradictory and what was
 *   assumed instead, and about what the model does that this does not describe
 * @property {string[]} ignored keys about positions that have no effect
 * @property {string[]} differences where other implementations would rotate differently
 */
/**
 * Reads what the configuration of a published model says about positions: a Hugging Face `config.json`
 * with current or older keys, of a language model or of a multimodal model that contains one; or the
 * `params.json` of Meta or Mistral.
 *
 * A model without a rotary embedding is not an error: `rotates` is false, and `positions` says what it
 * uses instead.
 *
 * @param {object | string} config the object or the text of the file, which can contain NaN and
 *   Infinity, as Python writes them
 * @param {object} [options]
 * @param {number | undefined} [options.length] the length of the sequence in tokens, for rules that depend on
 *   it; the original context by default
 * @param {number | string | undefined} [options.layer] a layer's index, or its type (such as "sliding_attention");
 *   a layer of full attention by default
 * @returns {RopeConfig}
 * @throws {TypeError | RangeError} naming the key, also if one is missing
 *
 * @example
 * const rope = ropeFromConfig(config, { length: 100000 });
 * const rotary = new RotaryEmbedding(rope.dHead, rope);
 */
export declare function ropeFromConfig(
  config: object | string,
  options?: {
    length?: number | undefined;
    layer?: number | string | undefined;
  },
): RopeConfig;
