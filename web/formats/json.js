// json.js: reads and writes arrays as JSON.
import { escaped, parseJson } from "../phasor/quote.js";
import { FormatError, quote } from "./error.js";
import { parseNumber, shortest } from "./numbers.js";
import { sizeOf } from "./shape.js";

/** @import { ShapedArray } from "./shape.js" */

const MAX_AXES = 64;

/**
 * Reads nested arrays of numbers of any depth, or an object { "data": [flat or nested],
 * "shape": [rows, columns] }. JSON has no NaN and no infinity; null, strings such as "-Infinity",
 * and the bare words that Python writes stand for them.
 * @param {string} text
 * @returns {ShapedArray<Float64Array<ArrayBuffer>>}
 * @throws {FormatError} naming the place
 */
export function readJson(text) {
  const value = parse(text);
  if (Array.isArray(value)) return flatten(value, "");
  if (typeof value !== "object" || value === null || !("data" in value)) {
    throw new FormatError('it must be an array of arrays or an object with "data" and "shape"');
  }
  if (!Array.isArray(value.data)) throw new FormatError("data: it is not an array");
  const { data, shape } = flatten(value.data, "data");
  if (!("shape" in value)) return { data, shape };
  const sizes = value.shape;
  if (!Array.isArray(sizes) || !sizes.every((size) => Number.isSafeInteger(size) && size >= 0)) {
    throw new FormatError("shape: it is not an array of sizes");
  }
  if (sizeOf(sizes) !== data.length) {
    throw new FormatError(`shape: [${sizes.join(", ")}] does not fit ${data.length} numbers`);
  }
  return { data, shape: sizes };
}

/** @param {string} text @returns {unknown} */
function parse(text) {
  try {
    return parseJson(text);
  } catch (cause) {
    throw new FormatError(`it is not JSON: ${escaped(/** @type {Error} */ (cause).message)}`, {
      cause,
    });
  }
}

/**
 * @param {unknown[]} nested @param {string} name
 * @returns {ShapedArray<Float64Array<ArrayBuffer>>}
 */
function flatten(nested, name) {
  const shape = [];
  /** @type {unknown} */
  let inner = nested;
  while (Array.isArray(inner)) {
    if (shape.length === MAX_AXES) throw new FormatError(`more than ${MAX_AXES} axes`);
    shape.push(inner.length);
    inner = inner[0];
  }
  /** @type {number[]} */
  const path = [];
  // Check the sizes before allocating: the shape comes from the first elements only.
  checkSizes(nested, shape, path, name);
  const data = new Float64Array(sizeOf(shape));
  let length = 0;
  /** @param {unknown[]} list @param {number} axis */
  const fill = (list, axis) => {
    for (let i = 0; i < list.length; i++) {
      path[axis] = i;
      if (axis + 1 < shape.length) fill(/** @type {unknown[]} */ (list[i]), axis + 1);
      else data[length++] = numberOf(list[i], () => place(name, path));
    }
  };
  fill(nested, 0);
  return { data, shape };
}

/**
 * @param {unknown} list @param {number[]} shape @param {number[]} path where the list is
 * @param {string} name
 */
function checkSizes(list, shape, path, name) {
  const axis = path.length;
  const size = shape[axis];
  if (!Array.isArray(list)) throw new FormatError(`${place(name, path)}: it is not an array`);
  if (list.length !== size) {
    const length = `${list.length} elements`;
    throw new FormatError(`${place(name, path)}: ${length}, but the first such array has ${size}`);
  }
  if (axis + 1 === shape.length) return;
  for (let i = 0; i < size; i++) checkSizes(list[i], shape, [...path, i], name);
}

/** @param {unknown} value @param {() => string} where */
function numberOf(value, where) {
  if (typeof value === "number") return value;
  if (value === null) return Number.NaN;
  const number = typeof value === "string" ? parseNumber(value) : undefined;
  if (number !== undefined) return number;
  const other = typeof value === "object" ? "an object" : String(value);
  const what = Array.isArray(value) ? "an array" : typeof value === "string" ? quote(value) : other;
  throw new FormatError(`${where()}: ${what} is not a number`);
}

/** @param {string} name @param {number[]} path */
const place = (name, path) => name + path.map((i) => `[${i}]`).join("") || "the array";

/**
 * Formats a number for JSON; non-finite numbers become strings that readJson and Number() understand.
 * @param {(x: number) => string} format @param {number} x
 */
const element = (format, x) => (Number.isFinite(x) ? format(x) : `"${x}"`);

/**
 * Writes nested arrays piece by piece, one line per row of the last axis.
 * @param {readonly number[]} shape at least one axis
 * @param {"float32" | "float64" | "int32"} dtype
 */
export function jsonWriter(shape, dtype) {
  const format = shortest(dtype);
  const columns = shape.at(-1) ?? 1;
  const outer = shape.slice(0, -1);
  // The number of rows in each bracket, from the outside in.
  const blocks = outer.map((_, axis) => sizeOf(outer.slice(axis)));
  let row = 0;
  const brackets = () => blocks.filter((block) => row % block === 0).length;
  return {
    /** @param {Float32Array | Float64Array | Int32Array} data whole rows */
    rows(data) {
      let text = "";
      for (let at = 0; at < data.length; at += columns) {
        text += row === 0 ? "" : ",\n";
        text += "[".repeat(brackets() + 1);
        for (let i = at; i < at + columns; i++) {
          text += (i > at ? ", " : "") + element(format, data[i]);
        }
        row++;
        text += "]".repeat(brackets() + 1);
      }
      return text;
    },
    end: () => (sizeOf(shape) === 0 ? "[]\n" : "\n"),
  };
}
