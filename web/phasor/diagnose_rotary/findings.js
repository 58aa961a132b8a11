// findings.js: what was found of a rotation, as sentences.
import { few, note, problem } from "../diagnose/messages.js";
import { ropeFrequencies } from "../rope/scaling.js";

/** @import { Finding } from "../diagnose/messages.js" */
/** @import { RotaryDiagnosis, ExpectedRotary } from "../diagnose_rotary.js" */

/** @param {RotaryDiagnosis} found @param {boolean} coarse @returns {Finding[]} */
export function describe(found, coarse) {
  /** @type {Finding[]} */
  const findings = [];
  const { start, arithmetic, scaling, attentionFactor } = found;
  if (found.swapped) {
    findings.push(problem("swapped-sine-cosine", "Cosines and sines are exchanged."));
  }
  if (found.negated) {
    findings.push(problem("negated", "Cosines and sines both have the wrong sign."));
  }
  if (found.direction === -1) {
    findings.push(
      problem("turned-backwards", "Vectors are turned backwards: change the sign of the sines."),
    );
  }
  if (start === null) {
    findings.push(note("unknown-start", "The entries do not tell the position of row 0."));
  } else if (start === 1) {
    findings.push(problem("starts-at-1", "Row 0 is position 1: count positions from 0."));
  } else if (start !== 0) {
    findings.push(note("other-start", `Row 0 is position ${few(start)}.`));
  }
  if (coarse) {
    findings.push(
      problem(
        "low-precision-angles",
        `Angles are in ${arithmetic}: compute positions times frequencies in float32 or better.`,
      ),
    );
  }
  if (found.rule === "explicit") {
    findings.push(
      note(
        "unknown-rule",
        "The frequencies are those of no rule that is known here; they are given.",
      ),
    );
  }
  const own = ownFactor(found);
  if (scaling && own !== 1 && attentionFactor !== null && Math.abs(attentionFactor - own) > 4e-3) {
    findings.push(attentionFinding(attentionFactor, own));
  }
  return findings;
}

/** @param {RotaryDiagnosis} found */
function ownFactor({ pairs, base, scaling }) {
  if (base === null || !scaling) return 1;
  return ropeFrequencies(2 * pairs, { base, scaling }).attentionFactor;
}

/** @param {number} is @param {number} wanted */
function attentionFinding(is, wanted) {
  if (Math.abs(is - 1) <= 4e-3) {
    return problem(
      "missing-attention-factor",
      `The attention factor ${few(wanted)} is missing: cosines and sines must be multiplied by it.`,
    );
  }
  if (Math.abs(is - wanted * wanted) <= 4e-3) {
    return problem(
      "squared-attention-factor",
      `The attention factor is ${few(is)}, the square of ${few(wanted)}: it was multiplied twice.`,
    );
  }
  return problem(
    "other-attention-factor",
    `The attention factor is ${few(is)}, not ${few(wanted)}.`,
  );
}

const pairsIn = {
  half: (/** @type {number} */ r) => `(i, i + ${r / 2})`,
  interleaved: () => "(2i, 2i + 1)",
};

/**
 * The findings, with the differences from what is expected in place of what it decides.
 * @param {Finding[]} findings @param {RotaryDiagnosis} found @param {ExpectedRotary} expect
 * @returns {Finding[]}
 */
export function compare(findings, found, expect) {
  const {
    rotaryDim = expect.dHead ?? 2 * found.pairs,
    layout,
    rotaryStart = 0,
    direction = 1,
  } = expect;
  const decided = ["turned-backwards", "unknown-rule"];
  decided.push("missing-attention-factor", "squared-attention-factor", "other-attention-factor");
  const list = findings.filter(({ code }) => !decided.includes(code));
  if (layout && found.layout && found.layout !== layout) {
    list.push(
      problem(
        "differs-layout",
        `Pairs are ${pairsIn[found.layout](2 * found.pairs)}; expected are ${pairsIn[layout](rotaryDim)}.`,
      ),
    );
  }
  if (found.direction !== direction) {
    list.push(
      problem("turned-backwards", "Vectors are turned backwards: change the sign of the sines."),
    );
  }
  if (found.vectors && found.rotaryStart !== rotaryStart) {
    list.push(
      problem(
        "differs-rotaryStart",
        `The features from ${found.rotaryStart} on turn; expected are those from ${rotaryStart} on.`,
      ),
    );
  }
  if (2 * found.pairs !== rotaryDim) {
    list.push(
      problem(
        "differs-rotaryDim",
        `${2 * found.pairs} features turn; ${rotaryDim} are expected to.`,
      ),
    );
    return list;
  }
  const dHead = expect.dHead ?? rotaryDim;
  const { base, scaling, length, frequencies, attentionFactor } = expect;
  const wanted = ropeFrequencies(dHead, {
    base,
    scaling,
    length,
    frequencies,
    attentionFactor,
    rotaryDim,
  });
  list.push(...compareFrequencies(found, expect, dHead, wanted.frequencies));
  if (found.attentionFactor !== null) {
    const is = found.attentionFactor;
    if (Math.abs(is - wanted.attentionFactor) > 4e-3) {
      list.push(attentionFinding(is, wanted.attentionFactor));
    }
  }
  return list;
}

/**
 * @param {RotaryDiagnosis} found @param {ExpectedRotary} expect @param {number} dHead
 * @param {Float64Array} wanted @returns {Finding[]}
 */
function compareFrequencies(found, expect, dHead, wanted) {
  /** @param {ArrayLike<number>} list */
  const agrees = (list) =>
    found.frequencies.every(
      (w, i) => Math.abs(w - list[i]) <= 2 * found.tolerances[i] + 1e-9 * list[i],
    );
  if (agrees(wanted)) return [];
  const { base = 10000, scaling, rotaryDim = dHead } = expect;
  const bare = ropeFrequencies(dHead, { base, rotaryDim }).frequencies;
  if (scaling && agrees(bare)) {
    const name = scaling.type ?? scaling.rope_type;
    return [
      problem(
        "missing-scaling",
        `No scaling by "${name}": frequencies are those of base ${base} unscaled.`,
      ),
    ];
  }
  if (scaling && agrees(wanted.map((w, i) => (w * w) / bare[i]))) {
    return [problem("scaled-twice", "The scaling of the frequencies is applied twice.")];
  }
  const findings = [];
  if (found.base !== null && found.base !== base) {
    findings.push(
      problem("differs-base", `The base is ${few(found.base)}; ${few(base)} is expected.`),
    );
  }
  const is = found.scaling;
  const [isName, wantedName] = [
    is?.type ?? "default",
    scaling?.type ?? scaling?.rope_type ?? "default",
  ];
  if (found.rule !== "explicit" && isName !== wantedName) {
    findings.push(
      problem("differs-scaling", `The scaling is "${isName}"; "${wantedName}" is expected.`),
    );
  } else if (is && scaling && found.rule !== "explicit") {
    for (const [name, value] of Object.entries(is)) {
      const other = Reflect.get(scaling, name);
      if (typeof value !== "number" || other == null || other === value) continue;
      findings.push(problem("differs-scaling", `${name} is ${few(value)}; ${other} is expected.`));
    }
  }
  if (findings.length > 0) return findings;
  const off = [...found.frequencies.keys()].filter(
    (i) => Math.abs(found.frequencies[i] - wanted[i]) > 2 * found.tolerances[i] + 1e-9 * wanted[i],
  );
  const what = `The frequencies of ${off.length} of ${wanted.length} pairs are not those expected.`;
  return [problem("differs-frequencies", what, off)];
}
