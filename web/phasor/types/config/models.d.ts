import type { ConfigSections } from "./sections.js";
export type ModelType = {
  /**
   * "half" if not said
   */
  layout?: "half" | "interleaved";
  /**
   * the layout is that, whatever rope_interleave says
   */
  fixed?: boolean;
  /**
   * the model turns the other way
   */
  direction?: -1;
  /**
   * the last features of a head rotate, not the first
   */
  trailing?: boolean;
  /**
   * rope_theta, 10000 if not said
   */
  base?: number;
  /**
   * partial_rotary_factor
   */
  part?: number;
  headDim?: number;
  /**
   * hidden_size and num_attention_heads
   */
  usual?: [hidden: number, heads: number];
  /**
   * head_dim of full attention layers
   */
  globalHeadDim?: number;
  /**
   * rope_theta of sliding attention layers
   */
  localBase?: number;
  /**
   * every so-manieth layer has full attention, the others sliding
   */
  pattern?: number;
  /**
   * the first of so many, and not the last
   */
  fullFirst?: boolean;
  /**
   * the only layers that rotate
   */
  only?: "sliding_attention";
  /**
   * they are, even if there is no sliding_window
   */
  always?: boolean;
  /**
   * every so-manieth layer does not rotate
   */
  unrotated?: number;
  /**
   * counted from the last layer
   */
  fromEnd?: boolean;
  /**
   * sliding attention layers leave out the scaling rule
   */
  unscaledSliding?: boolean;
  /**
   * and releases of transformers differ on that
   */
  disputed?: boolean;
  /**
   * llama.cpp reorders the weights of queries and keys
   */
  reordered?: boolean;
  /**
   * rope_parameters where the file has none
   */
  rope?: Record<string, unknown>;
  /**
   * where the file has none
   */
  sections?: ConfigSections;
  /**
   * sections are interleaved, whatever the file says
   */
  interleavedSections?: boolean;
  /**
   * sections are of height, width and time; the first two alternate
   */
  timeLast?: boolean;
  /**
   * why positions that differ between axes cannot be said
   */
  unpaired?: string;
  /**
   * what the model has instead of a rotary embedding, or has unless
   * the file says otherwise
   */
  positions?: string;
  /**
   * what else to know of a model's positions
   */
  note?: string;
  /**
   * attn_temperature_tuning is on by default
   */
  temperature?: "llama4" | "position";
  /**
   * rotary_dim means nothing to the model
   */
  plainRotaryDim?: boolean;
  /**
   * CLVP's rule: max(projection_dim/(2·heads), 32)
   * features rotate; with these numbers unless the file has others
   */
  projected?: {
    dim: number;
    heads: number;
  };
  /**
   * a key about the size of what rotates that transformers 5.16 leaves out
   */
  unread?: string;
};
/**
 * A model type by its name, or by one of the names that a file may have for it: with hyphens or
 * capitals, without the ending of the part that it is.
 * @param {string | undefined} name
 * @returns {ModelType | undefined}
 */
export declare function modelType(name: string | undefined): ModelType | undefined;
