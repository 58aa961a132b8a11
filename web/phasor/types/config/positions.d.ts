import type { ModelType } from "./models.js";
/** @import { ModelType } from "./models.js" */
/** What `positions` may say, in words. */
export declare const kinds: {
  readonly rotary: "a rotary embedding";
  readonly learned: "a learned table";
  readonly sinusoidal: "a sinusoidal table";
  readonly alibi: "ALiBi";
  readonly "t5-buckets": "learned biases by bucket of distance, as T5";
  readonly "relative-bias": "learned biases by distance, as Swin";
  readonly relative: "learned vectors by distance";
  readonly convolution: "a convolution";
  readonly none: "nothing that knows positions, but for masks and recurrences";
};
export type Positions = keyof typeof kinds;
/** @type {Record<string, ModelType>} */
export declare const positions: Record<string, ModelType>;
