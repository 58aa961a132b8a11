// mask.js: finds which keys each query sees.
import { note, plural, problem } from "../diagnose/messages.js";

/** @import { Finding } from "../diagnose/messages.js" */
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

/** @param {Bias} bias @returns {Mask} */
export function maskOf(bias) {
  const { values, heads, queries, keys, limit } = bias;
  const size = queries * keys;
  const masked = new Uint8Array(size);
  /** @type {Finding[]} */
  const findings = [];
  if (bias.masked === 0) {
    const padded = new Uint8Array(keys);
    return { kind: "none", offset: null, window: null, masked, padded, findings };
  }
  for (let i = 0; i < size; i++) masked[i] = values[i] <= limit ? 1 : 0;
  /** @type {number[]} */
  const differing = [];
  for (let head = 1, at = size; head < heads; head++) {
    let same = true;
    for (let i = 0; i < size; i++, at++) same = same && values[at] <= limit === (masked[i] === 1);
    if (!same) differing.push(head);
  }
  if (differing.length > 0) {
    findings.push(
      problem(
        "heads-masked-differently",
        `${plural("Head", differing)} ${differing.length === 1 ? "masks" : "mask"} different keys than head 0.`,
      ),
    );
  }
  const { padded, blind } = emptyOf(masked, queries, keys);
  const band = bandOf(masked, queries, keys, padded);
  const known = band ?? { kind: "other", offset: null, window: null };
  if (known.kind !== "other") findings.push(...describe(known, bias, padded, blind));
  else {
    findings.push(note("other-mask", "The mask is not a function of key − query and of the key."));
  }
  if (blind.length > 0) {
    findings.push(
      problem(
        "blind-queries",
        `${plural("Query", blind).replace("Querys", "Queries")} ${blind.length === 1 ? "sees" : "see"} ` +
          "no key: a softmax over −Infinity alone is NaN.",
      ),
    );
  }
  return { ...known, masked, padded, findings };
}

/** Keys that no query sees, and queries that see no key.
 * @param {Uint8Array} masked @param {number} queries @param {number} keys */
function emptyOf(masked, queries, keys) {
  const ofKey = new Uint32Array(keys);
  const blind = [];
  for (let i = 0; i < queries; i++) {
    let count = 0;
    for (let j = 0; j < keys; j++) {
      count += masked[i * keys + j];
      ofKey[j] += masked[i * keys + j];
    }
    if (count === keys) blind.push(i);
  }
  return { padded: Uint8Array.from(ofKey, (count) => (count === queries ? 1 : 0)), blind };
}

/**
 * The mask as a function of key − query, ignoring keys that no query sees; undefined if it is none.
 * @param {Uint8Array} masked @param {number} queries @param {number} keys @param {Uint8Array} padded
 * @returns {Band | undefined}
 */
export function bandOf(masked, queries, keys, padded) {
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
  const from = kind === "reversed" || offset === null;
  const hidden = Array.from(padded.keys()).filter(
    (j) => padded[j] && blind.length < queries && (from || j <= offset + queries - 1),
  );
  if (hidden.length > 0) {
    findings.push(
      note("masked-keys", `No query sees ${plural("key", hidden)}, as is usual for padding.`),
    );
  }
  if (offset === null) return findings;
  if (kind === "reversed") {
    findings.push(
      problem(
        "mask-reversed",
        "Queries see the keys after them and not those before: exchange query and key in the " +
          "mask's comparison (triu for tril).",
      ),
    );
    return findings;
  }
  const end = keys - queries;
  const near = [end, 0].find((usual) => Math.abs(offset - usual) === 1);
  if (offset !== end && near !== undefined && offset !== 0) {
    findings.push(
      problem(
        "mask-off-by-one",
        offset < near
          ? "No query sees the key at its own position: the diagonal must not be masked."
          : "Each query sees the key after it: the mask starts one diagonal too late.",
      ),
    );
  } else if (offset !== end) {
    findings.push(otherOffset(offset, queries, keys));
  }
  if (window !== null) {
    findings.push(note("sliding-window", `A query sees the last ${window} keys.`));
  }
  return findings;
}

/** @param {number} offset @param {number} queries @param {number} keys @param {typeof note} say */
export const otherOffset = (offset, queries, keys, say = note) =>
  say(
    "other-offset",
    `Query 0 is at position ${offset} of the keys; if the queries are the last ${queries} of the ${keys} keys, it must be ${keys - queries}.`,
  );
