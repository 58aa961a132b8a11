// compare.js: compares a bias with the expected one, and says where and why they differ. What may be wrong is a
// hypothesis, another scheme, which counts if it leaves no residual.
import { alibiSlopes } from "../bias/alibi.js";
import { formatNumber, isProblem, note, plural, problem } from "../diagnose/messages.js";
import { changeTo, combinations, evenIndices } from "../doctor/changes.js";
import { DISTANCES, edgesOf } from "./buckets.js";
import { buildReference, differenceOf, roundingResidual } from "./expected.js";
import { keyIndex, queryIndex, signedDistance, slopeError, wrongSign } from "./lines.js";
import { compareMask } from "./mask.js";
import { sharedStrides, strideMessage, windowSizes } from "./window.js";

/** @import { Finding } from "../diagnose/messages.js" */
/** @import { Identification, BiasProperties } from "../diagnose_bias.js" */
/** @import { Change } from "../doctor/changes.js" */
/** @import { BiasResidual, Expected, Reference, Scheme } from "./expected.js" */
/** @import { Lines } from "./lines.js" */
/** @import { Mask } from "./mask.js" */
/** @import { Bias } from "./survey.js" */

/** Number of queries that are compared before all are. */
const QUERIES_SAMPLED = 8;
/** Maximum share of entries above their limits at which an offset, form or type is still likely. */
const MAX_SHARE_ABOVE = 0.5;

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
      : forms.flatMap((form) => {
          const positions = form === "key-index" ? [0, bias.keys - 1] : offsets;
          const name = form === "key-index" ? "zero" : "offset";
          return positions.map((position) => ({ ...first, form, [name]: position }));
        });
  const queries = evenIndices(bias.queries, QUERIES_SAMPLED);
  let best = list[0] ?? first;
  let fewest = MAX_SHARE_ABOVE;
  for (const other of list) {
    const reference = buildReference(other, bias);
    const { above, count } = reference
      ? differenceOf(bias, reference, queries)
      : { above: 1, count: 1 };
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
 * Compares a bias with the expected one.
 * @param {Bias} bias @param {Mask} mask @param {Expected} expected
 * @param {() => Identification} identify what the entries show without an expectation; called if they differ
 * @returns {{ properties: BiasProperties | undefined, residual: BiasResidual, findings: Finding[] }} properties: if they do not
 */
export function compare(bias, mask, expected, identify) {
  const scheme = schemeFor(bias, expected, mask);
  const reference = buildReference(scheme, bias);
  const maskComparison = compareMask(bias, expected, mask, scheme.offset);
  const difference = reference && differenceOf(bias, reference);
  const isAsExpected = reference && difference?.above === 0 && maskComparison.findings.length === 0;
  const firstFindings = isAsExpected
    ? sharedRowFindings(bias, scheme, reference)
    : maskComparison.findings;
  const residual = residualOf(bias, difference, { ...maskComparison, findings: firstFindings });
  const findings = [...firstFindings, ...describeBroken(bias)];
  if (!difference) {
    const message = `No window has ${bias.queries} × ${bias.keys} positions.`;
    findings.push(problem("differs-type", message));
  } else if (difference.above > bias.nonFinite) {
    const place = describePlace(bias, difference, residual);
    const reasons = explainDifference(bias, mask, scheme, expected, difference, identify(), place);
    const reportedCodes = new Set(findings.map(({ code }) => code));
    findings.push(...reasons.filter(({ code }) => !reportedCodes.has(code)));
  }
  if (difference?.above === 0 && findings.length === 0) {
    const notes = notesOf(bias, scheme, expected, mask);
    return { properties: propertiesOf(scheme, difference), residual, findings: notes };
  }
  return { properties: undefined, residual, findings };
}

/**
 * What a learned bias without a known table lacks: different values for different rows of the table.
 * @param {Bias} bias @param {Scheme} scheme @param {Reference} reference @returns {Finding[]}
 */
function sharedRowFindings(bias, { type, sizes, offset, reach }, { moments, slots, entryOf }) {
  if (entryOf || (reach === Infinity && type === "relative")) return [];
  if (type === "swin") {
    const strides = bias.spread > 0 && sharedStrides(sizes, moments, 0);
    return strides ? [problem("window-stride", strideMessage(sizes, strides))] : [];
  }
  const edges = edgesOf(bias);
  const equalGroups = [...slots.keys()].filter(
    (r) =>
      slots[r] !== slots[r - 1] && edges[r] === false && moments.every(({ low }) => low[r] !== 0),
  );
  // Coarse entries may be equal by chance; an untrained table may have zeros.
  if (equalGroups.length < (bias.heads < 3 && bias.format.roundoff > 2 ** -20 ? 3 : 1)) return [];
  const differences = equalGroups.map((r) => r + 1 - bias.queries - offset);
  const first = Math.min(...differences.map((difference) => Math.max(difference, 1 - difference)));
  if (type === "relative")
    return [problem("differs-reach", `reach is ${first - 1}; ${reach} is expected.`)];
  const message = `${equalGroups.length} buckets, the first at distance ${first}, have the values of their neighbours.`;
  return [problem("bucket-boundaries", message)];
}

/** @param {Bias} bias @returns {Finding[]} */
export function describeBroken({ nonFinite }) {
  if (nonFinite === 0) return [];
  const message = `${nonFinite} of the entries ${nonFinite === 1 ? "is" : "are"} NaN or +Infinity.`;
  return [problem("not-finite", message)];
}

/** Joins what remains of the entries and what differs in the mask, or between rows of the table.
 * @param {Bias} bias @param {BiasResidual | undefined} difference @param {ReturnType<typeof compareMask>} masking
 * @returns {BiasResidual} */
function residualOf({ heads }, difference, { findings: [first], queries, keys }) {
  const all = Array.from({ length: heads }, (_, head) => head);
  const wrongHeads = first?.code === "heads-masked-differently" ? first.columns : first ? all : [];
  const union = (/** @type {number[]} */ list, /** @type {number[]} */ others) =>
    [...new Set([...list, ...others])].sort((a, b) => a - b);
  return {
    ...{ limit: 0, above: 0, count: 0, ...difference },
    max: first || !difference ? Infinity : difference.max,
    rms: first || !difference ? Infinity : difference.rms,
    heads: union(difference?.heads ?? [], wrongHeads),
    queries: union(difference?.queries ?? [], queries),
    keys: union(difference?.keys ?? [], keys),
  };
}

/**
 * @param {Bias} bias @param {Mask} mask @param {Scheme} scheme @param {Expected} expected
 * @param {BiasResidual} difference @param {Identification} identification @param {string} place they differ, and by how much
 * @returns {Finding[]}
 */
function explainDifference(
  bias,
  mask,
  scheme,
  expected,
  { heads: wrongHeads, above, count },
  identification,
  place,
) {
  const { kind = "unknown" } = identification.properties;
  const kinds = changesOf(bias, expected, scheme, identification, mask);
  const whole = fewestChanges(bias, scheme, kinds, [...bias.moments.keys()]);
  const part =
    whole || wrongHeads.length === bias.heads
      ? undefined
      : fewestChanges(bias, scheme, kinds, wrongHeads);
  const all = whole ?? part ?? [];
  // Of a query's index, either sign is as wrong.
  const signless = all.some(({ code }) => code === queryIndex.code) ? wrongSign.code : "";
  const reasons = all.filter(({ code }) => code !== "" && code !== signless);
  /** @type {Finding[]} */
  const list = [];
  for (const { code, message: text, columns = part ? wrongHeads : [] } of reasons) {
    const message = part ? `${plural("Head", wrongHeads)}: ${text}` : text;
    const earlier = list.find((finding) => finding.code === code);
    if (!earlier) list.push(problem(code, message, columns));
    else
      earlier.message = `${earlier.message.slice(0, -1)}, and ${message.replace(TABLE_PREFIX, "")}`;
  }
  if (list.length === 0 && (kind === scheme.type || kind === "constant"))
    list.push(...identification.findings.filter(isProblem).map((finding) => ({ ...finding })));
  if (list.length > 0) list[0].message += ` ${place}`;
  if (list.length > 0) return list;
  const isPartial = wrongHeads.length < bias.heads || above < MAX_SHARE_ABOVE * count;
  if (kind === scheme.type || isPartial)
    return [problem("differs-entries", place, wrongHeads.length < bias.heads ? wrongHeads : [])];
  const isNone = kind === "unknown" || kind === "toeplitz";
  const actual = isNone ? "but the entries are not one" : `but the entries are of type "${kind}"`;
  return [
    problem("differs-type", `A bias of type "${scheme.type}" is expected, ${actual}. ${place}`),
  ];
}

/** Where entries differ, and by how much. @param {Bias} bias @param {BiasResidual} difference
 * @param {BiasResidual} residual */
function describePlace(bias, { max, limit, rms, above, count, heads }, residual) {
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
    `${above} of ${count} entries${where} differ from the expected ones, by up to ${formatNumber(max)} (rms of all ` +
    `${formatNumber(rms)}); rounding to ${format.name} explains no more than ${formatNumber(Math.max(limit, format.roundoff))}.`
  );
}

/** The properties of a scheme that a diagnosis has. @type {Record<Scheme["type"], (keyof Scheme & keyof BiasProperties)[]>} */
const schemeProperties = {
  alibi: ["form", "slopes", "maxBias", "offset"],
  t5: ["buckets", "bidirectional", "maxDistance", "offset"],
  relative: ["reach", "offset"],
  swin: [],
  mask: [],
};

/** @param {Scheme} scheme @param {BiasResidual} difference @returns {BiasProperties} */
function propertiesOf(scheme, { max, rms }) {
  const { type, sizes, reach } = scheme;
  const [width, height, depth = null] = [...sizes].reverse();
  return {
    ...{ kind: type, deviation: { max, rms } },
    ...Object.fromEntries(schemeProperties[type].map((name) => [name, scheme[name]])),
    ...(type === "swin" && { depth, height, width }),
    ...(reach === Infinity && { reach: null }),
  };
}

/** Notes about a bias that is as expected. @param {Bias} bias @param {Scheme} scheme @param {Expected} expected
 * @param {Mask} mask @returns {Finding[]} */
function notesOf({ queries, keys }, { type, form, offset }, { options }, mask) {
  const optionNames = new Set(Object.keys(options));
  const omitted = [
    "other-offset",
    "mask-off-by-one",
    optionNames.has("window") ? "sliding-window" : "",
  ];
  const notes = mask.findings
    .filter(({ code }) => !omitted.includes(code))
    .map(({ code, message, columns }) => note(code, message, columns));
  if (type === "alibi" && !optionNames.has("form") && form === "key-index")
    notes.push(note(keyIndex.code, keyIndex.message));
  if (type !== "swin" && !optionNames.has("offset") && offset !== keys - queries)
    notes.push(note("other-offset", `Query 0 is at position ${offset} of the keys.`));
  return notes;
}

// ---- hypotheses ----

/** Maximum number of changes that are tried together. */
const MAX_CHANGES = 3;

/**
 * The fewest changes of a scheme that explain the entries of some heads; undefined if none do. Of equally many, those
 * with the fewest table rows: a table that is not known may always have more.
 * @param {Bias} bias @param {Scheme} scheme @param {Change<Scheme>[][]} kinds of changes
 * @param {number[]} heads
 * @returns {Change<Scheme>[] | undefined}
 */
function fewestChanges(bias, scheme, kinds, heads) {
  for (let count = 1; count <= MAX_CHANGES; count++) {
    /** @type {Change<Scheme>[] | undefined} */
    let best;
    let fewest = Infinity;
    for (const { other, changes } of combinations(scheme, kinds, count)) {
      const reference = buildReference(other, bias);
      if (!reference) continue;
      const rows = reference.entryOf ? 0 : new Set(reference.slots).size;
      if (rows < fewest && heads.every((head) => roundingResidual(bias, reference, head)))
        [best, fewest] = [changes, rows];
      if (fewest === 0) break;
    }
    if (best) return best;
  }
  return undefined;
}

const TABLE_PREFIX = "The entries are the table's, but ";
const SWAPPED_SENTENCE = "uery and key are swapped: the difference has the wrong sign.";

/** @param {string} message @param {Partial<Scheme>} change @returns {Change<Scheme>[]} */
const tableChange = (message, change) => [
  { code: "differs-table", message: `${TABLE_PREFIX}${message}`, change },
];

/**
 * What may be wrong, by kind.
 * @param {Bias} bias @param {Expected} expected @param {Scheme} scheme @param {Identification} identification @param {Mask} mask
 * @returns {Change<Scheme>[][]}
 */
function changesOf(bias, { options }, scheme, { lines, buckets: measured }, mask) {
  const { queries, keys } = bias;
  const { type, table, offset, buckets, bidirectional, sizes } = scheme;
  /** @param {keyof Scheme} name @param {readonly unknown[]} values null and undefined are left out */
  const otherValues = (name, values) =>
    [...new Set(values)]
      .filter((value) => value !== scheme[name] && (value ?? null) !== null)
      .map((value) => changeTo(scheme, name, value));
  const nearOffsets = [keys - queries, 0, offset - 1, offset + 1];
  const offsets = otherValues("offset", [
    ...nearOffsets,
    mask.offset,
    lines?.offset,
    measured?.offset,
  ]);
  if (options.offset === undefined) for (const change of offsets) change.code = "";
  if (type === "alibi") {
    const forms = [
      ...otherValues("form", ["distance", "key-index"]),
      ...otherValues("form", ["key-index"]).map((other) => ({
        ...other,
        change: { ...other.change, zero: keys - 1 },
      })),
      { ...signedDistance, change: { form: /** @type {const} */ ("signed") } },
    ];
    if (queries > 1)
      forms.push({ ...queryIndex, change: { form: /** @type {const} */ ("query-index") } });
    const negated = { ...wrongSign, change: { slopes: scheme.slopes.map((slope) => -slope) } };
    const slopes = lines ? slopeChanges(bias, scheme, lines, options.maxBias ?? 8) : [];
    return [offsets, forms, [negated, ...slopes]];
  }
  const reversed = { reversed: true };
  const byHead = "the table is (heads, rows) and was read as (rows, heads), or the reverse.";
  const directions = table
    ? [tableChange(`q${SWAPPED_SENTENCE}`, reversed), tableChange(byHead, { byHead: true })]
    : [[{ code: "reversed-direction", message: `Q${SWAPPED_SENTENCE}`, change: reversed }]];
  if (type === "t5") {
    // With a table, any maximum distance may be the right one; without, a large one fits any bias, so only those
    // count that the boundaries of the buckets show.
    const [low, high] = measured?.maxDistance ?? [0, 0];
    const visible = [...DISTANCES, low].filter((distance) => low <= distance && distance <= high);
    const size = (bidirectional ? 2 : 1) * (measured?.perSide ?? 0);
    const bucketChanges = table || size === 0 ? [] : otherValues("buckets", [size]);
    for (const change of bucketChanges)
      change.message = bidirectional
        ? `There are ${size / 2} buckets in each direction; ${buckets / 2} are expected.`
        : `There are ${size} buckets before a query; ${buckets} are expected, all in one direction.`;
    return [
      ...[offsets, ...directions, bucketChanges, otherValues("bidirectional", [!bidirectional])],
      otherValues("maxDistance", [...visible.filter(Boolean), ...(table ? DISTANCES : [])]),
    ];
  }
  if (type === "relative") {
    const reach =
      table || options.reach === undefined ? [] : otherValues("reach", [measured?.reach]);
    return [offsets, ...directions, reach];
  }
  if (type === "mask") return [];
  const axes = tableChange("the differences of rows and columns are swapped.", {
    axesSwapped: true,
  });
  const expectedSizes = sizes.join(" × ");
  const windows = windowSizes(queries)
    .filter((other) => other.join() !== sizes.join())
    .filter((other) => !table || other.every((size) => sizes.includes(size)))
    .map((other) => ({
      code: "differs-window",
      message: `The window is ${other.join(" × ")}; ${expectedSizes} is expected.`,
      change: { sizes: other },
    }));
  return [...(table ? [axes, ...directions] : []), options.height === undefined ? [] : windows];
}

/**
 * @param {Bias} bias @param {Scheme} scheme @param {Lines} lines @param {number} maxBias
 * @returns {Change<Scheme>[]}
 */
function slopeChanges({ heads, format }, { slopes }, lines, maxBias) {
  const { slopes: measured, errors, sign, rule } = lines;
  const negative = sign < 0 ? " The sign is wrong, too." : "";
  /** @type {Change<Scheme>[]} */
  const changes = [];
  /** @param {{ code: string, message: string }} mistake @param {Float64Array} values */
  const add = ({ code, message }, values) => {
    const change = { slopes: values.map((slope) => sign * slope) };
    changes.push({ code, message: `${message}${negative}`, change });
  };
  if (rule) {
    const other = Number(rule.maxBias);
    const message = `maxBias is ${formatNumber(other)}; ${formatNumber(maxBias)} is expected.${moreHeadsNote(heads, maxBias / other)}`;
    add(rule.mistake ?? { code: "differs-maxBias", message }, rule.slopes);
  }
  for (let count = heads + 1; count <= 8 * heads; count++) {
    const allSlopes = alibiSlopes(count, { maxBias });
    for (let first = 0; first + heads <= count; first += heads) {
      const part = allSlopes.subarray(first, first + heads);
      const message = `The slopes are those of heads ${first} to ${first + heads - 1} of ${count}; the bias has ${heads} heads.`;
      if (
        part.every(
          (slope, h) => Math.abs(slope / (sign * measured[h]) - 1) < 1e-4 + 2 * format.roundoff,
        )
      )
        add({ code: "alibi-other-heads", message }, part);
    }
  }
  // A mistaken rule with another maxBias would be two mistakes.
  if (rule?.mistake && rule.maxBias !== maxBias) changes.push(...changes.splice(0, 1));
  const doubt = 4 * format.roundoff + 2 * slopeError(heads);
  const wrong = [...measured.keys()].filter(
    (h) => Math.abs(measured[h] - slopes[h]) > 5 * errors[h] + doubt * Math.abs(slopes[h]),
  );
  const [h] = wrong;
  if (h === undefined) return changes;
  const message =
    `${plural("Head", wrong)} ${wrong.length === 1 ? "has another slope" : "have other slopes"}: ` +
    `that of head ${h} is ${formatNumber(measured[h])}, not ${formatNumber(slopes[h])}.`;
  const corrected = slopes.map((slope, head) => (wrong.includes(head) ? measured[head] : slope));
  return [
    ...changes,
    { code: "other-slopes", message, change: { slopes: corrected }, columns: wrong },
  ];
}

/** @param {number} heads @param {number} times */
function moreHeadsNote(heads, times) {
  const all = heads * times;
  const isPowerOfTwo = Number.isInteger(times) && times > 1 && (all & (all - 1)) === 0;
  return isPowerOfTwo ? ` These are also the first ${heads} slopes of ${all} heads.` : "";
}
