// errors.js: throws errors that name the function and the argument, and say what is allowed, what was
// passed, and which name was probably meant.
import { quote } from "../quote.js";

const LONGEST_TEXT = 60;

/** A short description of a value. @param {unknown} value @returns {string} */
function describe(value) {
  if (typeof value === "string") {
    return value.length > LONGEST_TEXT ? `a string of length ${value.length}` : quote(value);
  }
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function") return "a function";
  if (typeof value === "symbol") return "a symbol";
  if (ArrayBuffer.isView(value)) {
    const name = Object.prototype.toString.call(value).slice(8, -1);
    return "length" in value ? `${name} of length ${value.length}` : name;
  }
  if (Array.isArray(value)) {
    const inner = value
      .slice(0, LONGEST_TEXT)
      .map((entry) => (Array.isArray(entry) ? "an array" : describe(entry)))
      .join(", ");
    return inner.length > LONGEST_TEXT ? `an array of length ${value.length}` : `[${inner}]`;
  }
  if (typeof value === "object" && value !== null) return "an object";
  return Object.is(value, -0) ? "-0" : String(value);
}

/**
 * @param {typeof TypeError | typeof RangeError} Kind
 * @param {string} where @param {string} name @param {string} allowed @param {unknown} value
 * @param {string} [hint]
 * @returns {never}
 */
export function fail(Kind, where, name, allowed, value, hint) {
  const end = hint === undefined ? "" : ` (${hint})`;
  throw new Kind(`${where}: ${name} must be ${allowed}, got ${describe(value)}${end}`);
}

/**
 * Throws a TypeError for a value of the wrong kind, and a RangeError for a wrong value of the right
 * kind.
 * @param {string} where @param {string} name @param {string} allowed @param {unknown} value
 * @returns {never}
 */
export function reject(where, name, allowed, value) {
  return fail(typeof value === "number" ? RangeError : TypeError, where, name, allowed, value);
}

/**
 * Rejects a method that was called without its object.
 * @param {string} where @param {string} kind of the object, e.g. "an Arena" @param {unknown} value
 * @returns {never}
 */
export function detached(where, kind, value) {
  return fail(TypeError, where, "this", `${kind} (call it as a method)`, value);
}

/** Names that other libraries use for the same options. */
const synonyms = /** @type {Record<string, string>} */ ({
  theta: "base",
  ropetheta: "base",
  maxperiod: "base",
  temperature: "base",
  interleaved: "layout",
  neox: "layout",
  inplace: "out",
  type: "dtype",
  ropescaling: "scaling",
  ropeparameters: "scaling",
  maxpositionembeddings: "maxLength",
  positionids: "positions",
  iscausal: "causal",
  mask: "bias",
});

/**
 * The question that ends a message about an unknown name.
 * @param {string} key @param {readonly string[]} names
 * @param {(name: string) => string} [format] how the message writes names
 * @returns {string | undefined}
 */
export function didYouMean(key, names, format = String) {
  const match = nearest(key, names);
  return match === undefined ? undefined : `did you mean ${format(match)}?`;
}

/**
 * The name that a misspelt one probably stands for.
 * @param {string} key @param {readonly string[]} names
 * @returns {string | undefined}
 */
export function nearest(key, names) {
  /** @type {string | undefined} */
  let best;
  let min = Infinity;
  const target = normalize(key);
  if (target.length > 40) return undefined;
  if (Object.hasOwn(synonyms, target) && names.includes(synonyms[target])) return synonyms[target];
  for (const name of names) {
    const other = normalize(name);
    const areLong = target.length > 2 && other.length > 2;
    const contains = areLong && (other.includes(target) || target.includes(other));
    const cost = Math.min(edits(target, other), contains ? 1.5 : Infinity);
    if (cost < min) [best, min] = [name, cost];
  }
  for (const [synonym, name] of Object.entries(synonyms)) {
    const cost = edits(target, synonym);
    if (cost < min && names.includes(name)) [best, min] = [name, cost];
  }
  return min <= Math.max(1.5, Math.floor((target.length + 1) / 3)) ? best : undefined;
}

/** Spelling without case and separators. @param {string} name */
function normalize(name) {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** Insertions, deletions, substitutions and swaps of neighbours from a to b.
 * @param {string} a @param {string} b */
function edits(a, b) {
  let [previous, last] = [
    /** @type {number[]} */ ([]),
    Array.from({ length: b.length + 1 }, (_, j) => j),
  ];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min(row[j - 1] + 1, last[j] + 1, last[j - 1] + same);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) row[j] = Math.min(row[j], previous[j - 2] + 1);
    }
    [previous, last] = [last, row];
  }
  return last[b.length];
}
