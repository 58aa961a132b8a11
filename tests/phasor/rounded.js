// rounded.js: numbers rounded to float16 and bfloat16: their bits, in integer arithmetic, and their values. It shares no
// code with the kernels.

/** The array type of float16 tables in this engine. */
const Half = /** @type {any} */ (globalThis).Float16Array ?? Uint16Array;

export const formats = /** @type {const} */ ({
  float16: { fraction: 10, least: -14, infinity: 0x7c00, nan: 0x7e00 },
  bfloat16: { fraction: 7, least: -126, infinity: 0x7f80, nan: 0x7fc0 },
});
export const names = /** @type {("float16" | "bfloat16")[]} */ (Object.keys(formats));

/** The bits of the nearest number of a format, ties to even, in integer arithmetic: a double is
 * mantissa·2^exponent. @param {keyof typeof formats} name @param {number} x */
export function rounded(name, x) {
  const { fraction, least, infinity, nan } = formats[name];
  const bits = new BigUint64Array(Float64Array.of(x).buffer)[0];
  const sign = Number(bits >> 63n) << 15;
  const field = Number((bits >> 52n) & 0x7ffn);
  const part = bits & 0xfffffffffffffn;
  if (field === 0x7ff) return sign | (part ? nan : infinity);
  const mantissa = field ? part | (1n << 52n) : part;
  const exponent = Math.max(field, 1) - 1075;
  // The unit of the format's last bit where x lies.
  const unit = Math.max(exponent + mantissa.toString(2).length - 1, least) - fraction;
  const drop = BigInt(unit - exponent);
  if (drop <= 0n) throw new Error("a double has more bits");
  const truncated = mantissa >> drop;
  const remainder = mantissa - (truncated << drop);
  const half = 1n << (drop - 1n);
  const units = Number(
    remainder > half || (remainder === half && truncated % 2n === 1n) ? truncated + 1n : truncated,
  );
  const value = (unit - (least - fraction)) * 2 ** fraction + units;
  return sign | Math.min(value, infinity);
}

const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);

/** The number of an element type that is nearest to x, ties to even. @param {number} x @param {string} format */
export function nearest(x, format) {
  if (format === "float32") return Math.fround(x);
  if (!(format in formats) || x === 0 || !Number.isFinite(x)) return x;
  const { fraction, least } = formats[/** @type {keyof typeof formats} */ (format)];
  double[0] = x;
  const unit = 2 ** (Math.max(least, ((words[1] >>> 20) & 0x7ff) - 1023) - fraction);
  const low = Math.floor(x / unit);
  const remainder = x / unit - low;
  const value = (remainder > 0.5 || (remainder === 0.5 && low % 2 !== 0) ? low + 1 : low) * unit;
  return Math.abs(value) < 2 ** (2 - least) ? value : x * Infinity;
}

export const brain = (/** @type {number} */ x) => nearest(x, "bfloat16");

/** @param {keyof typeof formats} name @param {ArrayLike<number>} values */
export const allRounded = (name, values) => Uint16Array.from(values, (x) => rounded(name, x));

/** The bits of a table. @param {any} table */
export const bits = (table) => new Uint16Array(table.buffer, table.byteOffset, table.length);

/** @param {"float16" | "bfloat16"} name */
export const arrayType = (name) => (name === "float16" ? Half : Uint16Array);
