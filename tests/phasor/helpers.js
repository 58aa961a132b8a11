// helpers.js: shared by the tests of the package: places for arrays, comparisons, random numbers.
import { Arena } from "phasor";

/** @typedef {Float32Array | Float64Array} Floats */
/** @typedef {Floats | Int32Array} Tensor */
/** Anything with elements to compare. @typedef {Tensor | Uint16Array | import("../../web/phasor/narrow.js").Float16} Elements */
/** @typedef {"float32" | "float64" | "int32"} Kind */

export const dtypes = /** @type {const} */ (["float32", "float64"]);

const GUARD = 5;
const SENTINEL = -7;

function typeOf(/** @type {Kind} */ kind) {
  return { float32: Float32Array, float64: Float64Array, int32: Int32Array }[kind];
}

/** A new ordinary array. @param {Kind} kind @param {number | ArrayLike<number>} from @returns {any}
 */
export function array(kind, from) {
  return typeof from === "number" ? new (typeOf(kind))(from) : typeOf(kind).from(from);
}

/** @param {Tensor} values @returns {Kind} */
export function kindOf(values) {
  if (values instanceof Float32Array) return "float32";
  return values instanceof Float64Array ? "float64" : "int32";
}

/** The bytes of an array, for comparisons. @param {ArrayBufferView} view */
export function bytes(view) {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

/** The first index at which two arrays of equal length differ in any bit, or -1.
 * @param {Elements} a @param {Elements} b */
export function difference(a, b) {
  if (a.length !== b.length || a.constructor !== b.constructor) return 0;
  const left = bytes(a);
  const right = bytes(b);
  if (Buffer.compare(left, right) === 0) return -1;
  const at = left.findIndex((byte, i) => byte !== right[i]);
  return Math.floor(at / a.BYTES_PER_ELEMENT);
}

/** Throws unless two arrays hold the same bytes. @param {Elements} actual @param {Elements} expected
 * @param {string} [what] */
export function same(actual, expected, what = "array") {
  if (actual.length !== expected.length) {
    throw new Error(`${what}: length ${actual.length}, wanted ${expected.length}`);
  }
  const at = difference(actual, expected);
  if (at >= 0) {
    throw new Error(`${what}: [${at}] is ${actual[at]}, wanted ${expected[at]}, to the bit`);
  }
}

/** Throws unless every |actual − expected| is within a bound; NaN equals only NaN.
 * @param {ArrayLike<number>} actual @param {ArrayLike<number>} expected
 * @param {number | ((i: number) => number)} bound @param {string} [what] */
export function near(actual, expected, bound, what = "array") {
  if (actual.length !== expected.length) {
    throw new Error(`${what}: length ${actual.length}, wanted ${expected.length}`);
  }
  for (let i = 0; i < actual.length; i++) {
    if (Object.is(actual[i], expected[i])) continue;
    const allowed = typeof bound === "number" ? bound : bound(i);
    const error = Math.abs(actual[i] - expected[i]);
    if (!(error <= allowed)) {
      throw new Error(
        `${what}: [${i}] is ${actual[i]}, wanted ${expected[i]}: off by ${error}, allowed ${allowed}`,
      );
    }
  }
}

/** Numbers in [-1, 1), the same in every run. @param {number} seed */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 31 - 1;
  };
}

/**
 * `count` random numbers in [-1, 1).
 * @param {"float32" | "float64"} kind @param {number} count @param {number} [seed]
 * @returns {Floats}
 */
export function noise(kind, count, seed = 1) {
  const next = random(seed);
  const values = array(kind, count);
  for (let i = 0; i < count; i++) values[i] = next();
  return values;
}

/**
 * A place for arrays: ordinary memory, views at odd offsets, or an arena.
 * @typedef {object} Place
 * @property {string} name
 * @property {<T extends Tensor>(values: T) => T} put puts a copy of an array into the place
 * @property {() => void} check throws if a byte next to one of the arrays has changed
 */

/** @param {string} name @param {(kind: Kind, length: number) => Tensor} make @returns {Place} */
function plain(name, make) {
  return {
    name,
    put(values) {
      const copy = /** @type {any} */ (make(kindOf(values), values.length));
      copy.set(values);
      return copy;
    },
    check() {},
  };
}

/** @param {string} name @param {(kind: Kind, length: number) => Tensor} make @returns {Place} */
function guarded(name, make) {
  /** @type {{ whole: Tensor, length: number }[]} */
  const wholes = [];
  return {
    name,
    put(values) {
      const { length } = values;
      const whole = /** @type {any} */ (make(kindOf(values), length + 2 * GUARD)).fill(SENTINEL);
      wholes.push({ whole, length });
      const view = whole.subarray(GUARD, GUARD + length);
      view.set(values);
      return view;
    },
    check() {
      for (const { whole, length } of wholes) {
        whole.forEach((/** @type {number} */ value, /** @type {number} */ i) => {
          const isGuard = i < GUARD || i >= GUARD + length;
          if (isGuard && value !== SENTINEL) {
            throw new Error(`${name}: ${value} was written at ${i - GUARD} of ${length} elements`);
          }
        });
      }
    },
  };
}

export const ordinary = plain("an ordinary array", (kind, length) => array(kind, length));

/** Views into ordinary arrays between guards, aligned only to the element size. */
export function views() {
  return guarded("a view", (kind, length) => {
    const Type = typeOf(kind);
    const buffer = new ArrayBuffer((length + 8) * Type.BYTES_PER_ELEMENT);
    return new Type(buffer, 2 * Type.BYTES_PER_ELEMENT, length);
  });
}

export function inArena(/** @type {Arena} */ arena) {
  return plain("an array in an arena", (kind, length) => arena[kind](length));
}

export function viewsInArena(/** @type {Arena} */ arena) {
  return guarded("a view in an arena", (kind, length) =>
    arena[kind](length + 2).subarray(2, length + 2),
  );
}

/**
 * Runs a function with its arrays in various places in memory, and throws unless results and arrays
 * hold the same bytes each time. `run` returns the results; arrays that it writes to are compared
 * too.
 *
 * @param {string} what
 * @param {Tensor[]} arrays
 * @param {(...arrays: any[]) => Tensor | Tensor[]} run
 * @param {{ arena: Arena, other: Arena }} arenas
 */
export function everywhere(what, arrays, run, { arena, other }) {
  const wantedArrays = arrays.map((values) => ordinary.put(values));
  const expected = [run(...wantedArrays)].flat();
  /** @type {((index: number) => (all: Place[]) => Place)[]} */
  const assignments = [
    () => (all) => all[0],
    () => (all) => all[1],
    () => (all) => all[2],
    (index) => (all) => (index === 0 ? all[1] : all[3]),
    (index) => (all) => (index === 0 ? all[0] : all[2]),
    (index) => (all) => (index === 0 ? all[2] : all[4]),
  ];
  for (const assignment of assignments) {
    arena.reset();
    other.reset();
    const all = [views(), inArena(arena), viewsInArena(arena), ordinary, inArena(other)];
    const chosen = arrays.map((_, index) => assignment(index)(all));
    const placed = arrays.map((values, index) => chosen[index].put(values));
    const results = [run(...placed)].flat();
    const names = chosen.map(({ name }) => name).join(", ");
    results.forEach((result, i) => {
      same(result, expected[i], `${what}, result ${i} with ${names}`);
    });
    placed.forEach((copy, i) => {
      same(copy, wantedArrays[i], `${what}, array ${i} with ${names}`);
    });
    for (const place of all) place.check();
  }
}

/** Two arenas of the same size. @param {number} bytes */
export function arenas(bytes) {
  return { arena: new Arena(bytes), other: new Arena(bytes) };
}

/** Rounds as the type does. @param {"float32" | "float64"} dtype @returns {(x: number) => number} */
export const rounding = (dtype) => (dtype === "float32" ? Math.fround : (x) => x);
