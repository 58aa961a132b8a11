// options.js: the options of a call, each read once.
import { fail } from "./errors.js";

/**
 * Copies the options that a function has into an object of its own, so that a getter cannot give one
 * value to the checks and another to the computation. Call it before anything is checked. An own
 * enumerable key that the function does not have is a TypeError that names the nearest one it has.
 * `undefined` counts as omitted.
 *
 * @template {object} T @template {keyof T & string} K
 * @param {string} where @param {T | undefined} value
 * @param {readonly K[]} names all options of the function; that `T` has them is checked with the types
 * @param {string} [path] the option that contains these, if they are nested
 * @returns {Pick<T, K>}
 */
export function options(where, value, names, path = "") {
  const read = /** @type {any} */ ({});
  if (value === undefined) return read;
  if (typeof value !== "object" || value === null || Symbol.iterator in value) {
    return fail(TypeError, where, path || "options", "an object", value);
  }
  for (const key of Object.keys(value)) {
    if (!names.includes(/** @type {K} */ (key))) unknown(where, key, names, path);
  }
  for (const name of names) {
    const option = /** @type {any} */ (value)[name];
    if (option !== undefined) read[name] = option;
  }
  return read;
}

/**
 * @param {string} where @param {string} key @param {readonly string[]} names @param {string} path
 * @returns {never}
 */
function unknown(where, key, names, path) {
  const full = (/** @type {string} */ name) => JSON.stringify(path ? `${path}.${name}` : name);
  const hint = didYouMean(key, names, full) ?? known(names);
  throw new TypeError(`${where}: unknown option ${full(key)} (${hint})`);
}

/** @param {readonly string[]} names */
function known(names) {
  if (names.length === 0) return "there are no options here";
  return `known: ${names.map((name) => JSON.stringify(name)).join(", ")}`;
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
 * @param {(name: string) => string} [written] how the message writes names
 * @returns {string | undefined}
 */
export function didYouMean(key, names, written = String) {
  const near = nearest(key, names);
  return near === undefined ? undefined : `did you mean ${written(near)}?`;
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
  const wanted = plain(key);
  if (wanted.length > 40) return undefined;
  if (Object.hasOwn(synonyms, wanted) && names.includes(synonyms[wanted])) return synonyms[wanted];
  for (const name of names) {
    const other = plain(name);
    const long = wanted.length > 2 && other.length > 2;
    const part = long && (other.includes(wanted) || wanted.includes(other));
    const cost = Math.min(edits(wanted, other), part ? 1.5 : Infinity);
    if (cost < min) [best, min] = [name, cost];
  }
  for (const [synonym, name] of Object.entries(synonyms)) {
    const cost = edits(wanted, synonym);
    if (cost < min && names.includes(name)) [best, min] = [name, cost];
  }
  return min <= Math.max(1.5, Math.floor((wanted.length + 1) / 3)) ? best : undefined;
}

/** Spelling without case and separators. @param {string} name */
function plain(name) {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** Insertions, deletions, substitutions and swaps of neighbours from a to b.
 * @param {string} a @param {string} b */
function edits(a, b) {
  let [before, last] = [
    /** @type {number[]} */ ([]),
    Array.from({ length: b.length + 1 }, (_, j) => j),
  ];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min(row[j - 1] + 1, last[j] + 1, last[j - 1] + same);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    [before, last] = [last, row];
  }
  return last[b.length];
}
