// compare.js: compares a bias with the expected one, and says where and why they differ.
import { few, isProblem, note, plural, problem } from "../diagnose/messages.js";
import { evenly } from "../doctor/changes.js";
import { applied, differenceOf } from "./apply.js";
import { describeBroken } from "./findings.js";
import { changesOf, explained, OF_TABLE } from "./hypotheses.js";
import { bandOf } from "./mask.js";

/** @import { Finding } from "../diagnose/messages.js" */
/** @import { BiasDiagnosis, Known } from "../diagnose_bias.js" */
/** @import { Difference, Scheme } from "./apply.js" */
/** @import { Expected } from "./expected.js" */
/** @import { Change } from "../doctor/changes.js" */
/** @import { Seen } from "./hypotheses.js" */
/** @import { Mask } from "./mask.js" */
/** @import { Bias } from "./survey.js" */

/**
 * What remains of the entries after the expected ones are subtracted.
 * @typedef {object} BiasResidual
 * @property {number} max the largest residual above its limit; if there is none, the largest. Infinity if a key is
 *   masked that should not be, or seen that should be masked
 * @property {number} rms
 * @property {number} limit what the rounding of the element type explains of that entry
 * @property {number} above the number of entries above their limits
 * @property {number} count the number of entries that were compared
 * @property {number[]} heads with such an entry
 * @property {number[]} queries
 * @property {number[]} keys
 */

/** Number of queries that are compared before all are. */
const QUERIES_SAMPLED = 8;
/** Maximum share of entries above their limits at which an offset or form is still likely. */
const MAX_SHARE = 0.5;

/**
 * The expected scheme; of several that are accepted, the one that fits best.
 * @param {Bias} bias @param {Expected} expected @param {Mask} mask @returns {Scheme}
 */
function schemeFor(bias, { options, scheme, forms, windows }, mask) {
  const offsets = options.offset === undefined ? offsetsOf(bias, scheme, mask) : [options.offset];
  const first = { ...scheme, form: forms[0], offset: offsets[0] };
  const list =
    scheme.type === "swin"
      ? windows.map((sizes) => ({ ...first, sizes }))
      : forms.flatMap((form) => offsets.map((offset) => ({ ...scheme, form, offset })));
  const queries = evenly(bias.queries, QUERIES_SAMPLED);
  let best = list[0] ?? first;
  let fewest = MAX_SHARE;
  for (const other of list) {
    const made = applied(other, bias);
    const { above, count } = made ? differenceOf(bias, made, { queries }) : { above: 1, count: 1 };
    if (above < fewest * count) [best, fewest] = [other, above / count];
    if (above === 0) break;
  }
  return best;
}

/**
 * Likely positions of query 0: those of the mask and of the last queries, and, for ALiBi, those at which
 * the first visible entry has its distance.
 * @param {Bias} bias @param {Expected["scheme"]} scheme @param {Mask} mask
 */
function offsetsOf({ values, queries, keys, limit }, { type, slopes }, mask) {
  const offsets = [keys - queries, 0];
  if (mask.offset !== null) offsets.unshift(mask.offset);
  if (type !== "alibi") return [...new Set(offsets)];
  let at = 0;
  while (at < queries * keys && !(values[at] > limit && values[at] < Infinity)) at++;
  const difference = (at % keys) - Math.floor(at / keys);
  const distance = Math.round(-values[at] / slopes[0]);
  if (Math.abs(distance) < 2 ** 31) offsets.push(difference + distance, difference - distance);
  return [...new Set(offsets)];
}

/**
 * What differs in the mask; no findings if nothing does.
 * @param {Bias} bias @param {Expected} expected @param {Mask} mask @param {number} offset of the scheme
 * @returns {{ findings: Finding[], queries: number[], keys: number[] }}
 */
function compareMask({ queries, keys }, { options, scheme }, mask, offset) {
  const findings = mask.findings.filter(({ code }) => code === "heads-masked-differently");
  /** @param {string[]} codes */
  const known = (...codes) => mask.findings.filter(({ code }) => codes.includes(code));
  const isBand = mask.kind === "causal" || mask.kind === "window";
  const shown = options.window !== undefined || isBand || scheme.type === "mask";
  const causal = options.causal ?? (shown || undefined);
  if (causal === undefined)
    return { findings: [...findings, ...known("mask-reversed")], queries: [], keys: [] };
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
  const offByOne = options.offset === undefined ? known("mask-off-by-one") : [];
  const wrong = { findings, queries: [...rows], keys: [...columns].sort((a, b) => a - b) };
  if (rows.size === 0 && offByOne.length === 0) return wrong;
  // Where no other query shows that they are not padding, masked keys may be those after the query.
  const single = queries === 1 && bandOf(mask.masked, 1, keys, new Uint8Array(keys));
  const is = { ...mask, ...single };
  const wanted = window === Infinity ? "all earlier ones" : `the last ${window}`;
  const seen = is.window === null ? "all earlier keys" : `only the last ${is.window} keys`;
  const say = {
    offset: `offset is ${is.offset}; ${start} is expected.`,
    window: `A query sees ${seen}; ${wanted} are expected.`,
  };
  if (causal !== (is.kind !== "none")) {
    const message = causal
      ? "No key is masked; later keys should be."
      : "Keys are masked; none should be.";
    findings.push(problem("differs-causal", message));
    return wrong;
  }
  const named = known("mask-off-by-one", "mask-reversed");
  if (named.length === 0 && (is.kind === "causal" || is.kind === "window")) {
    if (is.offset !== start) named.push(problem("differs-offset", say.offset));
    if ((is.window ?? Infinity) !== window) named.push(problem("differs-window", say.window));
  }
  const verb = rows.size === 1 ? "sees" : "see";
  const names = plural("Query", wrong.queries).replace("Querys", "Queries");
  if (named.length === 0)
    named.push(problem("differs-mask", `${names} ${verb} other keys than expected.`));
  findings.push(...named);
  return wrong;
}

/**
 * Compares a bias with the expected one.
 * @param {Bias} bias @param {Mask} mask @param {Expected} expected
 * @param {() => Seen} look what the entries show without an expectation; called if they differ
 * @returns {{ known: Known | undefined, residual: BiasResidual, findings: Finding[] }} known: if they do not
 */
export function compare(bias, mask, expected, look) {
  const scheme = schemeFor(bias, expected, mask);
  const made = applied(scheme, bias);
  const masking = compareMask(bias, expected, mask, scheme.offset);
  const difference = made && differenceOf(bias, made);
  const residual = residualOf(bias, difference, masking);
  if (difference?.above === 0 && masking.findings.length === 0) {
    return {
      known: knownOf(scheme, difference),
      residual,
      findings: notesOf(bias, scheme, expected, mask),
    };
  }
  const findings = [...masking.findings];
  if (!made || !difference) {
    findings.push(
      problem("differs-type", `No window has ${bias.queries} × ${bias.keys} positions.`),
    );
  } else if (difference.above > 0 && difference.above === bias.broken) {
    findings.push(...describeBroken(bias));
  } else if (difference.above > 0) {
    for (const finding of whyDifferent(bias, scheme, expected, difference, look(), residual)) {
      if (!findings.some(({ code }) => code === finding.code)) findings.push(finding);
    }
  }
  return { known: undefined, residual, findings };
}

/** @param {Bias} bias @param {Difference | undefined} difference @param {ReturnType<typeof compareMask>} masking
 * @returns {BiasResidual} */
function residualOf(bias, difference, masking) {
  const none = {
    max: Infinity,
    rms: Infinity,
    limit: 0,
    above: 0,
    count: 0,
    heads: [],
    queries: [],
    keys: [],
  };
  const residual = { ...(difference ?? none) };
  if (masking.findings.length > 0) residual.max = residual.rms = Infinity;
  const [first] = masking.findings;
  const all = Array.from({ length: bias.heads }, (_, head) => head);
  const heads = first?.code === "heads-masked-differently" ? first.columns : first ? all : [];
  const joined = (/** @type {number[]} */ list, /** @type {number[]} */ others) =>
    [...new Set([...list, ...others])].sort((a, b) => a - b);
  return {
    ...residual,
    heads: joined(residual.heads, heads),
    queries: joined(residual.queries, masking.queries),
    keys: joined(residual.keys, masking.keys),
  };
}

/**
 * @param {Bias} bias @param {Scheme} scheme @param {Expected} expected @param {Difference} difference
 * @param {Seen} seen @param {BiasResidual} residual @returns {Finding[]}
 */
function whyDifferent(bias, scheme, expected, difference, seen, residual) {
  const where = placeOf(bias, difference, residual);
  const sample = evenly(bias.queries, QUERIES_SAMPLED);
  const kinds = changesOf(bias, expected, scheme, seen);
  const some = difference.heads;
  const whole = explained(bias, scheme, kinds, sample);
  const part =
    whole || some.length === bias.heads ? undefined : explained(bias, scheme, kinds, sample, some);
  const why = (whole ?? part ?? []).filter(({ code }) => code !== "");
  const findings = part ? why.map((change) => ofHeads(change, some)) : why;
  /** @type {Finding[]} */
  const list = [];
  for (const { code, message, columns } of findings) {
    const same = list.find((finding) => finding.code === code);
    if (!same) list.push(problem(code, message, columns));
    else same.message = `${same.message.slice(0, -1)}, and ${message.replace(OF_TABLE, "")}`;
  }
  if (list.length === 0 && seen.kind === scheme.type)
    list.push(...seen.findings.filter(isProblem).map((finding) => ({ ...finding })));
  if (list.length > 0) {
    list[0].message += ` ${where}`;
    return list;
  }
  if (seen.kind === scheme.type || seen.kind === "constant" || some.length < bias.heads)
    return [problem("differs-entries", where, some.length < bias.heads ? some : [])];
  const is =
    seen.kind === "unknown" || seen.kind === "toeplitz"
      ? "but the entries are not one"
      : `but the entries are of type "${seen.kind}"`;
  return [problem("differs-type", `A bias of type "${scheme.type}" is expected, ${is}. ${where}`)];
}

/** @param {Change<Scheme>} change @param {number[]} heads */
const ofHeads = (change, heads) => ({
  ...change,
  message: `${plural("Head", heads)}: ${change.message}`,
  columns: change.columns ?? heads,
});

/** Where entries differ, and by how much. @param {Bias} bias @param {Difference} difference
 * @param {BiasResidual} residual */
function placeOf(bias, { max, limit, rms, above, count, heads }, residual) {
  const { format } = bias;
  const places = [];
  if (heads.length < bias.heads) places.push(`in ${plural("head", heads)}`);
  const [queries, keys] = [residual.queries, residual.keys];
  const byKey = keys.length / bias.keys < queries.length / bias.queries;
  const [name, list, size] = byKey ? ["key", keys, bias.keys] : ["query", queries, bias.queries];
  if (list.length > 0 && list.length < size)
    places.push(`at ${plural(name, list).replace("querys", "queries")}`);
  const where = places.length > 0 ? ` ${places.join(", ")}` : "";
  return (
    `${above} of ${count} entries${where} differ from the expected ones, by up to ${few(max)} (rms of all ` +
    `${few(rms)}); rounding to ${format.name} explains no more than ${few(Math.max(limit, format.roundoff))}.`
  );
}

/** The properties of a scheme that a diagnosis has. @type {Record<Scheme["type"], (keyof Scheme & keyof Known)[]>} */
const properties = {
  alibi: ["form", "slopes", "maxBias", "offset"],
  t5: ["buckets", "bidirectional", "maxDistance", "offset"],
  relative: ["reach", "offset"],
  swin: [],
  mask: [],
};

/** @param {Scheme} scheme @param {Difference} difference @returns {Known} */
function knownOf(scheme, { max, rms }) {
  const { type, sizes, reach } = scheme;
  const [width, height, depth = null] = [...sizes].reverse();
  return {
    ...{ kind: type, deviation: { max, rms } },
    ...Object.fromEntries(properties[type].map((name) => [name, scheme[name]])),
    ...(type === "swin" && { depth, height, width }),
    ...(reach === Infinity && { reach: null }),
  };
}

/** Notes about a bias that is as expected. @param {Bias} bias @param {Scheme} scheme @param {Expected} expected
 * @param {Mask} mask @returns {Finding[]} */
function notesOf({ queries, keys }, { type, form, offset }, { options }, mask) {
  const named = new Set(Object.keys(options));
  const left = ["other-offset", "mask-off-by-one", named.has("window") ? "sliding-window" : ""];
  const notes = mask.findings
    .filter(({ code }) => !left.includes(code))
    .map(({ code, message, columns }) => note(code, message, columns));
  if (type === "alibi" && !named.has("form") && form === "key-index")
    notes.push(
      note(
        "key-index",
        "The bias is slope·key, which differs from the distance by a constant in each row.",
      ),
    );
  if (type !== "swin" && !named.has("offset") && offset !== keys - queries)
    notes.push(note("other-offset", `Query 0 is at position ${offset} of the keys.`));
  return notes;
}
