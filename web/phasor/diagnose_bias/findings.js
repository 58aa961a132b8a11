// findings.js: the findings about a bias, as results and as sentences.
import { few, note, problem } from "../diagnose/messages.js";
import { isLinear } from "./linear.js";
import { otherOffset } from "./mask.js";
import { schemeOf } from "./slopes.js";

/** @import { Finding } from "../diagnose/messages.js" */
/** @import { Described, Known } from "../diagnose_bias.js" */
/** @import { Buckets, Slip } from "./buckets.js" */
/** @import { Lines } from "./linear.js" */
/** @import { Mask } from "./mask.js" */
/** @import { Bias } from "./survey.js" */
/** @import { Diagonals } from "./toeplitz.js" */
/** @import { Window } from "./window.js" */

/** @param {Bias} bias @returns {Finding[]} */
export function describeBroken({ broken }) {
  if (broken === 0) return [];
  const what = `${broken} of the entries ${broken === 1 ? "is" : "are"} NaN or +Infinity.`;
  return [problem("not-finite", what)];
}

/** Relative variation up to which entries may count as constant. */
const CONSTANT = 5e-3;

/**
 * @param {Bias} bias @param {Mask} mask @param {Diagonals} diagonals @returns {Described | undefined}
 */
export function describeConstant(bias, mask, { moments, spread }) {
  let [mean, n] = [0, 0];
  for (const { counts, means } of moments) {
    for (let r = 0; r < counts.length; r++) {
      n += counts[r];
      mean += counts[r] * Math.abs(means[r]);
    }
  }
  mean /= Math.max(1, n);
  // Noise of 1e-3 around one value stays below this limit; even a small learned bias exceeds it.
  if (n > 0 && spread > Math.max(2e-3, CONSTANT * mean * 0.1)) return undefined;
  if (spread > 1e-6 * mean && n > 0 && isLinear(moments[0], bias.queries)) return undefined;
  const deviation = { max: spread, rms: spread };
  if (mask.kind !== "none" && mean <= 2e-3)
    return { known: { kind: "mask", deviation }, findings: [] };
  const what =
    n === 0
      ? "No entry is finite."
      : mean <= 2e-3
        ? "Every entry is 0, or noise: the bias contains no positional information."
        : "Each head adds one value to all scores, which a softmax cancels: the bias contains " +
          "no positional information.";
  return { known: { kind: "constant", deviation }, findings: [problem("constant-bias", what)] };
}

// ---- lines ----

export const wrongSign = {
  code: "alibi-sign",
  message:
    "The bias grows with the distance: far keys are rewarded. Change the sign of the slopes.",
};
export const signedDistance = {
  code: "signed-distance",
  message:
    "The bias is linear in key − query, not in the distance: take the absolute value, or mask the later keys.",
};
export const queryIndex = {
  code: "query-index",
  message:
    "The bias depends only on the query's index, which a softmax cancels: swap query and key.",
};

/** @param {Bias} bias @param {Lines} lines @param {Mask} mask @returns {Described} */
export function describeLines(bias, { form, offset, slopes, errors, constants, deviation }, mask) {
  const { queries, keys, format } = bias;
  const precision = format.roundoff;
  /** @type {Finding[]} */
  const findings = [];
  const steep = slopes.reduce((max, slope) => (Math.abs(slope) > Math.abs(max) ? slope : max), 0);
  const sign = steep < 0 ? -1 : 1;
  const sizes = slopes.map((slope) => sign * slope);
  /** @type {Known} */
  const known = { kind: "alibi", form, deviation, slopes: Float64Array.from(slopes) };
  known.offset = offset ?? mask.offset;
  const isSigned = form === "signed";
  const falls =
    "The bias falls with key − query: the farther a key is before the query, the higher its bias. Subtract slope·|query − key|.";
  const rewarded =
    "The bias is linear in key − query, so later keys get a higher bias than the query's own key: take the absolute value, or mask the later keys.";
  if (sign < 0 && form !== "query-index")
    findings.push(problem(wrongSign.code, isSigned ? falls : wrongSign.message));
  if (isSigned)
    findings.push(problem(signedDistance.code, sign < 0 ? signedDistance.message : rewarded));
  if (form === "key-index") {
    findings.push(
      note(
        "key-index",
        "The bias is slope·key, not −slope·(query − key): the two differ by a constant in each row, " +
          `which a softmax cancels${mask.kind === "none" && queries > 1 ? ", but only causal attention has no later keys to reward" : ""}.`,
      ),
    );
  }
  if (form === "query-index") findings.push(problem(queryIndex.code, queryIndex.message));
  if (mask.kind === "none" && offset !== null && offset !== keys - queries)
    findings.push(otherOffset(offset, queries, keys, offset === 0 ? note : problem));
  const rule = schemeOf(sizes, errors, precision);
  if (!rule)
    findings.push(problem("other-slopes", "The slopes follow no known rule.", [...slopes.keys()]));
  else {
    const { mistake, maxBias } = rule;
    known.maxBias = maxBias;
    if (mistake) findings.push(problem(mistake.code, mistake.message));
    if (maxBias !== null && maxBias !== 8) {
      const what = `The slopes are those of maxBias ${few(maxBias)}; the paper has 8.`;
      findings.push(note("other-max-bias", what));
    }
  }
  const added = [...constants.keys()].filter(
    (h) =>
      Math.abs(constants[h]) >
      5 * errors[h] * (queries + keys) + 5e-3 + 4 * precision * Math.abs(slopes[h]) * keys,
  );
  if (form === "distance" && added.length > 0) {
    const ratio = constants[added[0]] / slopes[added[0]];
    const whole = Math.round(ratio);
    const shifted =
      whole !== 0 && added.every((h) => Math.abs(constants[h] / slopes[h] - whole) < 0.1);
    findings.push(
      note(
        "constant-added",
        shifted
          ? `The distance of a query to its own key is ${-whole}, not 0; a softmax cancels this.`
          : "The heads also have constants, which a softmax cancels.",
        added,
      ),
    );
  }
  return { known, findings };
}

// ---- buckets ----

/** @type {Record<Exclude<Slip, "boundaries">, string>} */
const slips = {
  "distance + 1": "Distances are counted from 1: key and query of the same position must be at 0.",
  "distance − 1": "Distances are one too small: neighbours share the bucket of distance 0.",
  rounded:
    "The logarithm is rounded to the nearest bucket; T5 truncates it, so each shared bucket starts " +
    "too early.",
  "rounded-up":
    "The logarithm is rounded up; T5 truncates it, so each shared bucket starts too early.",
};

/** A range of maximum distances wider than this factor does not determine the distance. */
const WIDE = 1.3;

/** The roundest number in a range. @param {readonly [number, number]} range */
function roundest([low, high]) {
  if (low <= 128 && 128 <= high) return 128;
  for (let unit = 4096; unit >= 1; unit /= 2) {
    const multiple = Math.ceil(low / unit) * unit;
    if (multiple <= high) return multiple;
  }
  return low;
}

/** @param {Buckets} found @param {Bias} bias @param {Diagonals} diagonals @returns {Described} */
export function describeBuckets(found, { queries, keys }, { deviation }) {
  /** @type {Finding[]} */
  const findings = [];
  const { kind, sides, perSide, slip, wrong, offset } = found;
  /** @type {Known} */
  const known = { kind, deviation };
  if (kind === "toeplitz") {
    const what =
      "The bias is a function of key − query, with its own value at each visible distance, " +
      "or in unknown buckets.";
    return { known, findings: [note("relative-positions", what)] };
  }
  known.offset = offset;
  if (offset !== keys - queries) {
    findings.push(otherOffset(offset, queries, keys));
  }
  if (sides === "after") {
    findings.push(
      problem(
        "reversed-direction",
        "Keys before the query share one value and those after it have their own: the relative " +
          "position is key − query, but the difference has the wrong sign.",
      ),
    );
  }
  known.bidirectional = sides === "unknown" ? null : sides === "both";
  if (kind === "relative") {
    known.reach = found.reach;
    return { known, findings };
  }
  known.buckets =
    perSide === null || sides === "unknown" ? null : sides === "both" ? 2 * perSide : perSide;
  const [low, high] = found.maxDistance ?? [0, 0];
  known.maxDistance = high > WIDE * low ? null : roundest([low, high]);
  if (known.buckets === null && perSide !== null) {
    findings.push(
      note(
        "hidden-direction",
        `There are ${perSide} buckets for the keys before a query: ${perSide} in all without and ${2 * perSide} ` +
          "with buckets for later keys, which the mask hides.",
      ),
    );
  }
  if (slip === "boundaries") {
    findings.push(
      problem(
        "bucket-boundaries",
        `The boundaries at ${wrong.join(" and ")} are not T5's: a shared bucket starts there at ` +
          "another distance. The logarithm may have been computed in low precision.",
      ),
    );
  } else if (slip) findings.push(problem("bucket-boundaries", slips[slip]));
  if (known.maxDistance === null) {
    findings.push(
      note(
        "hidden-max-distance",
        `The visible distances fit any maximum distance from ${low} to ${high}.`,
      ),
    );
  } else if (known.maxDistance !== 128 && slip !== "boundaries") {
    findings.push(
      note("other-max-distance", `The maximum distance is ${known.maxDistance}; T5 has 128.`),
    );
  }
  return { known, findings };
}

// ---- windows, and the rest ----

/** @param {Window} window @returns {Described} */
export function describeWindow({ sizes, strides, deviation }) {
  const [width, height, depth = null] = [...sizes].reverse();
  const known = /** @type {Known} */ ({ kind: "swin", depth, height, width, deviation });
  if (strides === null) return { known, findings: [] };
  const [row, layer] = strides;
  const right = `${2 * width - 1}·Δh + Δw`;
  const message =
    depth === null
      ? `The index is ${row}·Δh + Δw, so different differences share an entry: multiply the ` +
        `difference of rows by 2·width − 1 = ${2 * width - 1}.`
      : `The index is ${layer}·Δd + ${row}·Δh + Δw, so different differences share an entry; it must be ` +
        `(2·height − 1)·(2·width − 1)·Δd + (2·width − 1)·Δh + Δw, ${(2 * height - 1) * (2 * width - 1)}·Δd + ${right}.`;
  return { known, findings: [problem("window-stride", message)] };
}

/** @param {Diagonals} diagonals @returns {Finding} */
export function describeUnknown({ deviation }) {
  return note(
    "learned-or-unknown",
    "The bias is not a function of key − query, nor of the differences in a window whose positions are " +
      `counted row by row. Its entries differ by up to ${few(deviation.max)} from the means of their diagonals.`,
  );
}
