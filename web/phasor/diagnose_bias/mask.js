// mask.js: finds which keys each query sees, and compares that with what is expected.
import { note, plural, problem } from "../diagnose/messages.js";

/** @import { Finding } from "../diagnose/messages.js" */
/** @import { Expected } from "./expected.js" */
/** @import { Bias } from "./survey.js" */

/**
 * @typedef {object} Mask
 * @property {"none" | "causal" | "window" | "reversed" | "other"} kind causal: query i sees keys up
 *   to offset + i; window: only the last of these; reversed: keys from offset + i on
 * @property {number | null} offset
 * @property {number | null} window the number of keys that a query sees
 * @property {Uint8Array} masked (queries, keys) of head 0
 * @property {Uint8Array} padded (keys) keys that no query sees
 * @property {Finding[]} findings
 */
/** @typedef {Pick<Mask, "kind" | "offset" | "window">} Band */

const [UNKNOWN, SEEN, MASKED] = [0, 1, 2];

/** "Query 3", "Queries 3 and 4". @param {number[]} list */
const queryList = (list) => plural("Query", list).replace("Querys", "Queries");

/** @param {Bias} bias @returns {Mask} */
export function maskOf(bias) {
  const { values, heads, queries, keys, limit } = bias;
  const size = queries * keys;
  const masked = new Uint8Array(size);
  /** @type {Finding[]} */
  const findings = [];
  for (let i = 0; i < size; i++) masked[i] = values[i] <= limit ? 1 : 0;
  /** @type {number[]} */
  const differing = [];
  for (let head = 1, at = size; head < heads; head++) {
    let isSame = true;
    for (let i = 0; i < size; i++, at++)
      isSame = isSame && values[at] <= limit === (masked[i] === 1);
    if (!isSame) differing.push(head);
  }
  if (differing.length > 0) {
    const message = `${plural("Head", differing)} ${differing.length === 1 ? "masks" : "mask"} different keys than head 0.`;
    findings.push(problem("heads-masked-differently", message));
  }
  const padded = new Uint8Array(keys).fill(1);
  masked.forEach((hidden, at) => {
    if (!hidden) padded[at % keys] = 0;
  });
  const blind = Array.from({ length: queries }, (_, i) => i).filter(
    (i) => !masked.subarray(i * keys, (i + 1) * keys).includes(0),
  );
  const band = bandOf(masked, queries, keys, padded);
  if (band) findings.push(...describe(band, bias, padded, blind));
  else
    findings.push(note("other-mask", "The mask is not a function of key − query and of the key."));
  if (blind.length > 0) {
    const message = `${queryList(blind)} ${blind.length === 1 ? "sees" : "see"} no key: a softmax over −Infinity alone is NaN.`;
    findings.push(problem("blind-queries", message));
  }
  return { ...(band ?? { kind: "other", offset: null, window: null }), masked, padded, findings };
}

/**
 * The mask as a function of key − query, ignoring keys that no query sees; undefined if it is none.
 * @param {Uint8Array} masked @param {number} queries @param {number} keys @param {Uint8Array} padded
 * @returns {Band | undefined}
 */
function bandOf(masked, queries, keys, padded) {
  const states = new Uint8Array(queries + keys - 1); // of key − query + queries − 1
  for (let i = 0; i < queries; i++) {
    for (let j = 0; j < keys; j++) {
      if (padded[j]) continue;
      const r = j - i + queries - 1;
      const state = masked[i * keys + j] ? MASKED : SEEN;
      if (states[r] === UNKNOWN) states[r] = state;
      else if (states[r] !== state) return undefined;
    }
  }
  const first = states.indexOf(SEEN);
  const last = states.lastIndexOf(SEEN);
  if (first < 0 || states.subarray(first, last).includes(MASKED)) return undefined;
  const above = states.subarray(last).includes(MASKED);
  const below = states.subarray(0, first).includes(MASKED);
  const [low, high] = [first - queries + 1, last - queries + 1];
  if (above && below) return { kind: "window", offset: high, window: high - low + 1 };
  if (above) return { kind: "causal", offset: high, window: null };
  if (below) return { kind: "reversed", offset: low, window: null };
  return { kind: "none", offset: null, window: null };
}

/**
 * @param {Band} mask @param {Bias} bias @param {Uint8Array} padded
 * @param {number[]} blind
 */
function describe({ kind, offset, window }, { queries, keys }, padded, blind) {
  /** @type {Finding[]} */
  const findings = [];
  const last = kind === "reversed" || offset === null ? keys : offset + queries - 1;
  const hidden = [...padded.keys()].filter((j) => padded[j] && blind.length < queries && j <= last);
  const message = `No query sees ${plural("key", hidden)}, as is usual for padding.`;
  if (hidden.length > 0) findings.push(note("masked-keys", message));
  if (offset === null) return findings;
  if (kind === "reversed") {
    const message =
      "Queries see the keys after them and not those before: exchange query and key in the " +
      "mask's comparison (triu for tril).";
    return [...findings, problem("mask-reversed", message)];
  }
  const end = keys - queries;
  const near = [end, 0].find((usual) => Math.abs(offset - usual) === 1);
  if (offset !== end && near !== undefined && offset !== 0) {
    const message =
      offset < near
        ? "No query sees the key at its own position: the diagonal must not be masked."
        : "Each query sees the key after it: the mask starts one diagonal too late.";
    findings.push(problem("mask-off-by-one", message));
  } else if (offset !== end) {
    findings.push(otherOffset(offset, queries, keys));
  }
  if (window !== null)
    findings.push(note("sliding-window", `A query sees the last ${window} keys.`));
  return findings;
}

/** @param {number} offset @param {number} queries @param {number} keys @param {typeof note} createFinding */
export const otherOffset = (offset, queries, keys, createFinding = note) =>
  createFinding(
    "other-offset",
    `Query 0 is at position ${offset} of the keys; if the queries are the last ${queries} of the ${keys} keys, it must be ${keys - queries}.`,
  );

/**
 * What differs in the mask; no findings if nothing does.
 * @param {Bias} bias @param {Expected} expected @param {Mask} mask @param {number} offset of the scheme
 * @returns {{ findings: Finding[], queries: number[], keys: number[] }}
 */
export function compareMask({ queries, keys }, { options, scheme }, mask, offset) {
  const findings = mask.findings.filter(({ code }) => code === "heads-masked-differently");
  /** @param {string[]} codes */
  const findingsOf = (...codes) => mask.findings.filter(({ code }) => codes.includes(code));
  const isBand = mask.kind === "causal" || mask.kind === "window";
  const isRelevant = options.window !== undefined || isBand || scheme.type === "mask";
  const causal = options.causal ?? (isRelevant || undefined);
  if (causal === undefined)
    return { findings: [...findings, ...findingsOf("mask-reversed")], queries: [], keys: [] };
  const start = options.offset ?? mask.offset ?? offset;
  const window = options.window ?? (options.causal === undefined ? mask.window : null) ?? Infinity;
  const [rows, columns] = [new Set(), new Set()];
  for (let i = 0; i < queries; i++) {
    for (let j = 0; j < keys; j++) {
      // Keys that no query sees are padding; a single query cannot show that.
      if (mask.padded[j] && queries > 1) continue;
      const hidden = causal && (j > start + i || j <= start + i - window);
      if (hidden === (mask.masked[i * keys + j] === 1)) continue;
      rows.add(i);
      columns.add(j);
    }
  }
  const offByOne = options.offset === undefined ? findingsOf("mask-off-by-one") : [];
  const result = { findings, queries: [...rows], keys: [...columns].sort((a, b) => a - b) };
  if (rows.size === 0 && offByOne.length === 0) return result;
  // Where no other query shows that they are not padding, masked keys may be those after the query.
  const singleBand = queries === 1 && bandOf(mask.masked, 1, keys, new Uint8Array(keys));
  const actual = { ...mask, ...singleBand };
  if (causal !== (actual.kind !== "none")) {
    const message = causal
      ? "No key is masked; later keys should be."
      : "Keys are masked; none should be.";
    findings.push(problem("differs-causal", message));
    return result;
  }
  const explanations = findingsOf("mask-off-by-one", "mask-reversed");
  if (explanations.length === 0 && (actual.kind === "causal" || actual.kind === "window")) {
    if (actual.offset !== start)
      explanations.push(
        problem("differs-offset", `offset is ${actual.offset}; ${start} is expected.`),
      );
    const expected = window === Infinity ? "all earlier ones" : `the last ${window}`;
    const visible =
      actual.window === null ? "all earlier keys" : `only the last ${actual.window} keys`;
    const isVisible = actual.window !== null || window < Number(actual.offset) + queries;
    if ((actual.window ?? Infinity) !== window && isVisible)
      explanations.push(
        problem("differs-window", `A query sees ${visible}; ${expected} are expected.`),
      );
  }
  const verb = rows.size === 1 ? "sees" : "see";
  const others = `${queryList(result.queries)} ${verb} other keys than expected.`;
  findings.push(...(explanations.length > 0 ? explanations : [problem("differs-mask", others)]));
  return result;
}
