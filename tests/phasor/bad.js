// bad.js: values that are wrong for an argument, the error that each value must cause, and how the
// message describes the value.

/** @typedef {[value: any, Kind: typeof TypeError | typeof RangeError, got: string]} Bad */

/** An array whose buffer has been transferred. @template {ArrayBufferView} T @param {T} array */
export function detached(array) {
  structuredClone(array.buffer, { transfer: [/** @type {ArrayBuffer} */ (array.buffer)] });
  return array;
}

/** @type {Bad[]} */
const noNumbers = [
  [null, TypeError, "null"],
  ["", TypeError, '""'],
  ["4", TypeError, '"4"'],
  ["x".repeat(1e6), TypeError, "a string of length 1000000"],
  [4n, TypeError, "4n"],
  [Symbol("4"), TypeError, "a symbol"],
  [true, TypeError, "true"],
  [false, TypeError, "false"],
  [{}, TypeError, "an object"],
  [{ valueOf: () => 4 }, TypeError, "an object"],
  [Object.create(null), TypeError, "an object"],
  [[], TypeError, "[]"],
  [[4], TypeError, "[4]"],
  [() => 4, TypeError, "a function"],
  [Float32Array.of(4), TypeError, "Float32Array of length 1"],
  [new Date(0), TypeError, "an object"],
];

/** @type {Bad[]} */
const missing = [[undefined, TypeError, "undefined"]];

/** @type {Bad[]} */
const notFinite = [
  [Number.NaN, RangeError, "NaN"],
  [Infinity, RangeError, "Infinity"],
  [-Infinity, RangeError, "-Infinity"],
];

/** @param {...number} values @returns {Bad[]} */
const outside = (...values) =>
  values.map((value) => [value, RangeError, Object.is(value, -0) ? "-0" : String(value)]);

/** Bad values of what may be undefined. @template {any[]} T @param {T[]} list */
export const defined = (list) => list.filter(([value]) => value !== undefined);

/** Values that optional arguments refuse; undefined is allowed and means the default. */
export const optional = {
  base: [...noNumbers, ...notFinite, ...outside(1, 0, -0, -1, 0.5, -10000, 1.1e18, 1e300, 5e-324)],
  position: [...noNumbers, ...notFinite, ...outside(2 ** 53 + 2, -(2 ** 53) - 2, 1e300, -1e16)],
  /** @type {Bad[]} */
  scale: [
    ...noNumbers.filter(([value]) => typeof value !== "string"),
    ...notFinite,
    ["", RangeError, '""'],
    ["SQRT", RangeError, '"SQRT"'],
    ["4", RangeError, '"4"'],
  ],
  /** @type {Bad[]} */
  name: [
    ...noNumbers.filter(([value]) => typeof value !== "string"),
    [4, TypeError, "4"],
    [Number.NaN, TypeError, "NaN"],
    ["", RangeError, '""'],
    ["Float32", RangeError, '"Float32"'],
    ["float8", RangeError, '"float8"'],
    ["__proto__", RangeError, '"__proto__"'],
    ["constructor", RangeError, '"constructor"'],
  ],
  flag: [
    ...noNumbers.filter(([value]) => typeof value !== "boolean"),
    .../** @type {Bad[]} */ ([
      [0, TypeError, "0"],
      [1, TypeError, "1"],
      [Number.NaN, TypeError, "NaN"],
    ]),
  ],
  finite: [...noNumbers, ...notFinite],
  /** @type {Bad[]} */
  convention: [
    ...noNumbers.filter(([value]) => !["string", "object"].includes(typeof value)),
    [null, TypeError, "null"],
    [4, TypeError, "4"],
    ["", RangeError, '""'],
    ["Vaswani", RangeError, '"Vaswani"'],
    ["__proto__", RangeError, '"__proto__"'],
    ["constructor", RangeError, '"constructor"'],
  ],
  /** @type {Bad[]} */
  options: [
    [null, TypeError, "null"],
    [4, TypeError, "4"],
    [Number.NaN, TypeError, "NaN"],
    ["float64", TypeError, '"float64"'],
    [1n, TypeError, "1n"],
    [true, TypeError, "true"],
    [Symbol.iterator, TypeError, "a symbol"],
    [() => ({}), TypeError, "a function"],
    [new Float32Array(12), TypeError, "Float32Array of length 12"],
  ],
};

/** Values that are not arrays of floats. @type {Bad[]} */
const noFloats = [
  [null, TypeError, "null"],
  [4, TypeError, "4"],
  ["1,2", TypeError, '"1,2"'],
  [4n, TypeError, "4n"],
  [Symbol("x"), TypeError, "a symbol"],
  [{ length: 12 }, TypeError, "an object"],
  [[], TypeError, "[]"],
  [[1, 2, 3], TypeError, "[1, 2, 3]"],
  [Array(1000).fill(1), TypeError, "an array of length 1000"],
  [new Int32Array(12), TypeError, "Int32Array of length 12"],
  [new Uint8Array(12), TypeError, "Uint8Array of length 12"],
  [new BigInt64Array(12), TypeError, "BigInt64Array of length 12"],
  [new DataView(new ArrayBuffer(96)), TypeError, "DataView"],
  [new ArrayBuffer(96), TypeError, "an object"],
  [new Proxy(new Float32Array(12), {}), TypeError, "an object"],
  [detached(new Float32Array(12)), TypeError, "without its buffer"],
];

/** Arrays with another length than `length`. @param {number} length @returns {Bad[]} */
function wrongLengths(length) {
  return [
    [new Float32Array(0), RangeError, "0"],
    [new Float32Array(length - 1), RangeError, String(length - 1)],
    [new Float64Array(length + 1), RangeError, String(length + 1)],
  ];
}

/** A list that refers to itself. */
const circular = /** @type {any[]} */ ([1]);
circular.push(circular);

/** Values that are not lists of numbers. @type {Bad[]} */
const noLists = [
  ...missing,
  [null, TypeError, "null"],
  [4, TypeError, "4"],
  ["0123", TypeError, '"0123"'],
  [4n, TypeError, "4n"],
  [Symbol("x"), TypeError, "a symbol"],
  [{ length: 4 }, TypeError, "an object"],
  [new Set([0, 1, 2, 3]), TypeError, "an object"],
  [() => [0], TypeError, "a function"],
  [new DataView(new ArrayBuffer(32)), TypeError, "DataView"],
  [new ArrayBuffer(32), TypeError, "an object"],
  [detached(new Float64Array(4)), TypeError, "without its buffer"],
  [detached(new Int32Array(4)), TypeError, "without its buffer"],
];

/** Conventions with a wrong part.
 * @type {[value: any, Kind: Bad[1], name: string, got: string][]} */
export const conventionParts = [
  [{ layout: "half" }, RangeError, "convention.layout", '"half"'],
  [{ layout: 4 }, TypeError, "convention.layout", "4"],
  [{ order: "cos" }, RangeError, "convention.order", '"cos"'],
  [{ order: null }, TypeError, "convention.order", "null"],
  [{ spacing: "d-1" }, RangeError, "convention.spacing", '"d-1"'],
  [{ spacing: null }, TypeError, "convention.spacing", "null"],
  [{ spacing: Number.NaN }, RangeError, "convention.spacing", "NaN"],
  [{ spacing: -Infinity }, RangeError, "convention.spacing", "-Infinity"],
  [{ odd: "pad" }, RangeError, "convention.odd", '"pad"'],
  [{ odd: true }, TypeError, "convention.odd", "true"],
  [{ singlePair: 1 }, TypeError, "convention.singlePair", "1"],
];

/** Values that required arguments refuse. */
export const required = {
  dModel: [
    ...missing,
    ...noNumbers,
    ...notFinite,
    ...outside(0, -0, 1, 3, 7, 65535, -2, -4, 2.5, 3.999, 65537, 65538, 1e300, 2 ** 53, 2 ** 32),
  ],
  count: [
    ...missing,
    ...noNumbers,
    ...notFinite,
    ...outside(-1, 0.5, -0.5, 2 ** 53, 1e300, 5e-324),
  ],
  position: [...missing, ...optional.position],
  lists: noLists,
  /** One element of a list of positions. @type {Bad[]} */
  element: [...missing, ...defined(noNumbers)],
  floats: [...missing, ...noFloats],
  circular,
  notFinite,
  noFloats,
  outside,
  wrongLengths,
};

/** Wrong shapes for an argument whose good shape is `good`. @param {number[]} good
 * @param {string[]} axes @param {number} least
 * @returns {[value: any, Kind: typeof TypeError | typeof RangeError, name: string, got: string][]}
 */
export function shapes(good, axes, least) {
  /** @type {Bad[]} */
  const integers = [
    ...missing,
    [null, TypeError, "null"],
    [12, TypeError, "12"],
    ["3,4", TypeError, '"3,4"'],
    [{ length: good.length }, TypeError, "an object"],
    [Int32Array.from(good), TypeError, `Int32Array of length ${good.length}`],
    [new Float64Array(2), TypeError, "Float64Array of length 2"],
    [[], RangeError, "[]"],
    [[3], RangeError, "[3]"],
    [[...good, 1], RangeError, `[${[...good, 1].join(", ")}]`],
    [[circular], RangeError, "[an array]"],
  ];
  const bad = [...missing, ...noNumbers, ...notFinite, ...outside(-1, 0.5, 2 ** 53, 1e300)];
  if (least > 0) bad.push(...outside(0, -0));
  return [
    ...integers.map(
      ([value, Kind, got]) =>
        /** @type {[any, typeof TypeError, string, string]} */ ([value, Kind, "shape", got]),
    ),
    ...axes.flatMap((axis, i) =>
      bad.map(([value, Kind, got]) => {
        const sizes = /** @type {any[]} */ ([...good]);
        sizes[i] = value;
        return /** @type {[any, typeof TypeError, string, string]} */ ([
          sizes,
          Kind,
          `shape[${i}] (${axis})`,
          got,
        ]);
      }),
    ),
  ];
}
