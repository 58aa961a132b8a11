// compare.js: compares a bias with the expected one, and says where and why they differ.
import { few, isProblem, note, plural, problem } from "../diagnose/messages.js";
import { applied, differenceOf } from "./apply.js";
import { describeBroken } from "./findings.js";
import { changesOf, explained, OF_TABLE } from "./hypotheses.js";
import { bandOf } from "./mask.js";

/** @import { Finding } from "../diagnose/messages.js" */
/** @import { BiasDiagnosis, Known } from "../diagnose_bias.js" */
/** @import { Difference, Scheme } from "./apply.js" */
/** @import { Expected } from "./expected.js" */
/** @import { Change, Seen } from "./hypotheses.js" */
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

/** @param {Bias} bias */
function sampleOf({ queries }) {
  const count = Math.min(queries, QUERIES_SAMPLED);
  return Array.from({ length: count }, (_, n) =>
    Math.floor((n * (queries - 1)) / Math.max(1, count - 1)),
  );
}

/**
 * The expected scheme; of several that are accepted, the one that fits best.
 * @param {Bias} bias @param {Expected} expected @param {Mask} mask @returns {Scheme}
 */
function schemeFor(bias, { options, scheme, forms, windows }, mask) {
  const { queries, keys } = bias;
  const offsets = options.offset === undefined ? offsetsOf(bias, scheme, mask) : [options.offset];
  /** @type {Scheme[]} */
  let list = [{ ...scheme, form: forms[0], offset: offsets[0] }];
  if (scheme.type === "swin") list = windows.map((sizes) => ({ ...list[0], sizes }));
  else if (scheme.type !== "mask") {
    list = forms.flatMap((form) => offsets.map((offset) => ({ ...scheme, form, offset })));
    if (scheme.type !== "alibi") list = list.slice(0, offsets.length);
  }
  const sample = sampleOf(bias);
  let best = list[0] ?? { ...scheme, form: "distance", offset: keys - queries };
  let fewest = MAX_SHARE;
  for (const other of list.length > 1 ? list : []) {
    const made = applied(other, bias);
    if (!made) continue;
    const { above, count } = differenceOf(bias, made, { queries: sample });
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
  const band = mask.kind === "causal" || mask.kind === "window";
  const {
    causal = options.window !== undefined || band || scheme.type === "mask" ? true : undefined,
  } = options;
  /** @type {Finding[]} */
  const findings = mask.findings.filter(({ code }) => code === "heads-masked-differently");
  const wrong = {
    findings,
    queries: /** @type {number[]} */ ([]),
    keys: /** @type {number[]} */ ([]),
  };
  if (causal === undefined) {
    if (mask.kind === "reversed") findings.push(...mask.findings.filter(isProblem));
    return wrong;
  }
  const start = options.offset ?? mask.offset ?? offset;
  const window = options.window ?? (options.causal === undefined ? mask.window : null) ?? Infinity;
  const [rows, columns] = [new Set(), new Set()];
  for (let i = 0; i < queries; i++) {
    const end = causal ? start + i : keys;
    for (let j = 0; j < keys; j++) {
      // Keys that no query sees are padding; a single query cannot show that.
      if (mask.padded[j] && queries > 1) continue;
      const hidden = j > end || j <= end - (causal ? window : Infinity);
      if (hidden === (mask.masked[i * keys + j] === 1)) continue;
      rows.add(i);
      columns.add(j);
    }
  }
  const offByOne =
    options.offset === undefined && mask.findings.some(({ code }) => code === "mask-off-by-one");
  if (rows.size === 0 && !offByOne) return wrong;
  wrong.queries = /** @type {number[]} */ ([...rows]);
  wrong.keys = /** @type {number[]} */ ([...columns]).sort((a, b) => a - b);
  // Where no other query shows that they are not padding, masked keys may be those after the query.
  const single = queries === 1 && bandOf(mask.masked, 1, keys, new Uint8Array(keys));
  findings.push(...whyMasked({ ...mask, ...single }, causal, start, window, wrong.queries));
  return wrong;
}

/** @param {Mask} mask @param {boolean} causal @param {number} offset @param {number} window expected
 * @param {number[]} queries that differ @returns {Finding[]} */
function whyMasked(mask, causal, offset, window, queries) {
  const band = mask.kind === "causal" || mask.kind === "window";
  if (!causal && mask.kind !== "none")
    return [problem("differs-causal", "Keys are masked; none should be.")];
  if (mask.kind === "none")
    return [problem("differs-causal", "No key is masked; later keys should be.")];
  const known = mask.findings.filter(
    ({ code }) => code === "mask-off-by-one" || code === "mask-reversed",
  );
  if (known.length > 0) return known;
  const findings = [];
  if (band && mask.offset !== offset)
    findings.push(problem("differs-offset", `offset is ${mask.offset}; ${offset} is expected.`));
  const is = mask.window ?? Infinity;
  if (band && is !== window) {
    const wanted = window === Infinity ? "all earlier ones" : `the last ${window}`;
    const what = is === Infinity ? "all earlier keys" : `only the last ${is} keys`;
    findings.push(problem("differs-window", `A query sees ${what}; ${wanted} are expected.`));
  }
  if (findings.length > 0) return findings;
  const verb = queries.length === 1 ? "sees" : "see";
  const names = plural("Query", queries).replace("Querys", "Queries");
  return [problem("differs-mask", `${names} ${verb} other keys than expected.`)];
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
      known: knownOf(scheme, expected, difference),
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
  const { max = Infinity, rms = Infinity, limit = 0, above = 0, count = 0 } = difference ?? {};
  const wrongMask = masking.findings.length > 0;
  /** @param {Uint32Array | undefined} counts @param {number[]} others */
  const indices = (counts, others) => {
    const list = counts ? [...counts.keys()].filter((at) => counts[at] > 0) : [];
    return [...new Set([...list, ...others])].sort((a, b) => a - b);
  };
  const all = Array.from({ length: bias.heads }, (_, head) => head);
  const differing = masking.findings.find(
    ({ code }) => code === "heads-masked-differently",
  )?.columns;
  return {
    max: wrongMask ? Infinity : max,
    rms: wrongMask ? Infinity : rms,
    ...{ limit, above, count },
    heads: indices(difference?.heads, wrongMask ? (differing ?? all) : []),
    queries: indices(difference?.queries, masking.queries),
    keys: indices(difference?.keys, masking.keys),
  };
}

/**
 * @param {Bias} bias @param {Scheme} scheme @param {Expected} expected @param {Difference} difference
 * @param {Seen} seen @param {BiasResidual} residual @returns {Finding[]}
 */
function whyDifferent(bias, scheme, expected, difference, seen, residual) {
  const where = placeOf(bias, difference, residual);
  const sample = sampleOf(bias);
  const kinds = changesOf(bias, expected, scheme, seen);
  const some = residual.heads.filter((head) => difference.heads[head] > 0);
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

/** @param {Change} change @param {number[]} heads */
const ofHeads = (change, heads) => ({
  ...change,
  message: `${plural("Head", heads)}: ${change.message}`,
  columns: change.columns ?? heads,
});

/** Where entries differ, and by how much. @param {Bias} bias @param {Difference} difference
 * @param {BiasResidual} residual */
function placeOf(
  { heads, queries, keys, format },
  { max, limit, rms, above, count, ...over },
  residual,
) {
  const places = [];
  const some = [...over.heads.keys()].filter((head) => over.heads[head] > 0);
  if (some.length < heads) places.push(`in ${plural("head", some)}`);
  /** @type {[string, number[], number][]} */
  const axes = [
    ["query", residual.queries, queries],
    ["key", residual.keys, keys],
  ];
  const [[name, list, size]] = axes.sort(([, a, n], [, b, m]) => a.length / n - b.length / m);
  if (list.length > 0 && list.length < size)
    places.push(`at ${plural(name, list).replace("querys", "queries")}`);
  const where = places.length > 0 ? ` ${places.join(", ")}` : "";
  return (
    `${above} of ${count} entries${where} differ from the expected ones, by up to ${few(max)} (rms of all ` +
    `${few(rms)}); rounding to ${format.name} explains no more than ${few(Math.max(limit, format.roundoff))}.`
  );
}

/** @param {Scheme} scheme @param {Expected} expected @param {Difference} difference @returns {Known} */
function knownOf(scheme, { options }, { max, rms }) {
  const { type, offset, form, slopes, buckets, bidirectional, maxDistance, reach, sizes } = scheme;
  const [width, height, depth = null] = [...sizes].reverse();
  /** @type {Known} */
  const known = { kind: type, deviation: { max, rms } };
  if (type === "alibi")
    Object.assign(known, { form, slopes, maxBias: options.maxBias ?? 8, offset });
  if (type === "t5") Object.assign(known, { buckets, bidirectional, maxDistance, offset });
  if (type === "relative")
    Object.assign(known, { reach: reach === Infinity ? null : reach, offset });
  if (type === "swin") Object.assign(known, { depth, height, width });
  return known;
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
