// What a program without DOM and Node may and may not write. tests/package/types.test.js compiles
// it with every supported TypeScript.
import {
  Arena,
  type Diagnosis,
  diagnose,
  initialize,
  type RopeOptions,
  type RopeScaling,
  RotaryEmbedding,
  type RowOptions,
  ropeFromConfig,
  sinusoidal,
} from "phasor";
import { readNpy, type ShapedArray } from "phasor/formats";
import { breaks, type StoryModel } from "phasor/story";

export const table: Float32Array = sinusoidal(3, 4);
export const double: Float64Array = sinusoidal(3, 4, { dtype: "float64" });
export const kinds: Diagnosis["kind"] = diagnose(table, [3, 4]).kind;
export const arena: Float32Array = new Arena(1024).float32(4);
initialize(new ArrayBuffer(8));
initialize(new Uint8Array(8));

// Declarations can name everything that a function takes and returns.
export const options: RowOptions = { start: undefined, base: 500 };
export const rope = new RotaryEmbedding(8, { layout: "half", maxLength: 16 });
export const config = ropeFromConfig("{}");
export const same = new RotaryEmbedding(config.dHead, config);
export const read: ShapedArray = readNpy(new Uint8Array(8));
export const make = (options: RopeOptions) =>
  new RotaryEmbedding(8, options).forward(table, table, [3, 4]);
// The entries have one class, not one each.
export const logits = (story: StoryModel): Float32Array => story.next([0], { rotation: rope });
export const ahead: number = breaks.ahead.rotation(2).queryPositions(5);
export const whole = { sinusoidal, rope, config };

export const rules: RopeScaling[] = [
  { type: "linear", factor: 2 },
  { rope_type: "default" },
  { rope_type: "yarn", factor: 2, original_max_position_embeddings: 4096, beta_fast: undefined },
];
// @ts-expect-error: linear needs a factor
rules.push({ type: "linear" });
// @ts-expect-error: yarn needs the length of training
rules.push({ rope_type: "yarn", factor: 2 });
// @ts-expect-error: no such rule
rules.push({ type: "liner", factor: 2 });
// @ts-expect-error: no such parameter
rules.push({ type: "linear", factor: 2, fctor: 2 });
// @ts-expect-error: the rule's name is missing
rules.push({ factor: 2 });
// @ts-expect-error: no such dtype
sinusoidal(3, 4, { dtype: "float8" });
// @ts-expect-error: no such option
sinusoidal(3, 4, { bass: 1 });
// @ts-expect-error: a float table is no double table
export const wrong: Float64Array = sinusoidal(3, 4);
// @ts-expect-error: in engines that have it, this is a Float16Array
export const bits: Uint16Array = sinusoidal(3, 4, { dtype: "float16" });
export const always: Uint16Array = sinusoidal(3, 4, {
  ...{ dtype: "float16", out: new Uint16Array(12) },
});
const half = sinusoidal(3, 4, { dtype: "float16" });
export const known: Uint16Array | undefined = half instanceof Uint16Array ? half : undefined;
export const rounded: Uint16Array = sinusoidal(3, 4, { dtype: "bfloat16" });
