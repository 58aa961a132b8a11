// Every option of every function and method accepts undefined, with exactOptionalPropertyTypes, too. types.test.js
// compiles it against the packed package.
import * as P from "phasor";

/** The parameters of each overload of a function, or of a constructor. */
type ParametersOf<F> = F extends {
  (...list: infer A): unknown;
  (...list: infer B): unknown;
  (...list: infer C): unknown;
  (...list: infer D): unknown;
}
  ? A | B | C | D
  : F extends { new (...list: infer A): unknown; new (...list: infer B): unknown }
    ? A | B
    : F extends abstract new (
          ...list: infer A
        ) => unknown
      ? A
      : F extends (...list: infer A) => unknown
        ? A
        : never;

/** An object of options, and no array or layer. */
type OptionsIn<T> = T extends
  | readonly unknown[]
  | ArrayBufferView
  | ArrayBufferLike
  | ((...list: never[]) => unknown)
  ? never
  : T extends P.RotaryEmbedding | P.Arena
    ? never
    : T extends object
      ? T
      : never;

/** The optional properties of an object, or of an object in it, that do not accept undefined. */
type Strict<O> = O extends unknown
  ? {
      [K in keyof O & string]-?:
        | (Partial<Pick<O, K>> extends Pick<O, K>
            ? Record<K, undefined> extends Pick<O, K>
              ? never
              : K
            : never)
        | (OptionsIn<O[K]> extends never ? never : `${K}.${Strict<OptionsIn<O[K]>>}`);
    }[keyof O & string]
  : never;

/** The same for what a function is given. */
type StrictIn<F> = Strict<OptionsIn<ParametersOf<F>[number]>>;

/** The methods of a class, or nothing. */
type MethodsOf<C> = C extends { prototype: infer I } ? I : unknown;

type Refused = {
  [N in keyof typeof P & string]:
    | `${N}: ${StrictIn<(typeof P)[N]>}`
    | {
        [M in keyof MethodsOf<(typeof P)[N]> &
          string]: `${N}.${M}: ${StrictIn<MethodsOf<(typeof P)[N]>[M]>}`;
      }[keyof MethodsOf<(typeof P)[N]> & string];
}[keyof typeof P & string];

type None<T extends never> = T;
export type NothingRefused = None<Refused>;

const u = undefined;
const x = new Float32Array(24);
const e = new P.SinusoidalPositionalEncoding(8, 4, { dtype: u });
const l = new P.LearnedPositionalEncoding(8, 4, { dtype: u });
const r = new P.RotaryEmbedding(8, { dtype: u });

// A dtype that is undefined is float32, in the types of results too.
P.sinusoidal(3, 8, { dtype: u }) satisfies Float32Array;
P.sinusoidalAt([1], 8, { dtype: u }) satisfies Float32Array;
P.sinusoidal2d(2, 3, 8, { dtype: u }) satisfies Float32Array;
P.sinusoidal3d(2, 3, 2, 16, { dtype: u }) satisfies Float32Array;
P.nerf([1], 3, { dtype: u }) satisfies Float32Array;
P.alibiBias(3, 3, 3, { dtype: u }) satisfies Float32Array;
P.swinLogCoordinates(2, 2, { dtype: u }) satisfies Float32Array;
P.sinusoidalDotProducts(3, 8, { dtype: u }) satisfies Float32Array;
r.cos satisfies Float32Array;
l.table satisfies Float32Array;
l.lookup([0]) satisfies Float32Array;
e.encoding(2) satisfies Float32Array;
P.t5Bias(new Float64Array(24), [12, 2], 3, 3, { dtype: u }) satisfies Float64Array;
P.swinBias(new Float64Array(18), 2, 2, 2, { dtype: u }) satisfies Float64Array;

// Beside an output, and by another function's result.
P.alibiBias(3, 3, 3, { dtype: u, out: x });
const rope = P.ropeFromConfig({}, { length: u });
new P.RotaryEmbedding(rope.dHead, rope);
// @ts-expect-error: only logn has no beta
new P.RotaryEmbedding(8, { queryScaling: { type: "log", length: 9 } });

l.lookup(BigInt64Array.of(1n));
P.sinusoidalAt(BigInt64Array.of(1n), 8);
r.apply(x, [3, 8], { positions: BigInt64Array.of(1n, 2n, 3n) });
