// describe.js: describes rules as parts of sentences.
import { few } from "../diagnose/messages.js";

/** @import { RopeScaling } from "../rope/scaling.js" */
/** @import { Rule } from "./rules.js" */

/** @param {RopeScaling | null | undefined} scaling */
export const typeOf = (scaling) => scaling?.type ?? scaling?.rope_type ?? "default";

const NAMES = /** @type {Record<string, string>} */ ({ yarn: "YaRN", llama3: "Llama 3's rule" });
/** @param {string} type */
const nameOf = (type) => NAMES[type] ?? `"${type}"`;

/** @param {RopeScaling | null | undefined} scaling */
export function scalingInWords(scaling) {
  const type = typeOf(scaling);
  if (!scaling || type === "default") return "no scaling";
  const { factor, original_max_position_embeddings: length, truncate } = scaling;
  const part = scaling.partial_rotary_factor;
  return [
    nameOf(type),
    ...(factor == null ? [] : [`by ${few(factor)}`]),
    ...(length == null ? [] : [`from ${length}`]),
    ...(part == null ? [] : [`of ${few(part)} of the head`]),
    ...(truncate === false ? ["without rounding of the ramp's ends"] : []),
  ].join(" ");
}

/** @param {Rule} rule */
function ruleInWords({ base, scaling, as, step }) {
  const words =
    as === "twice" ? `${scalingInWords(scaling)} applied twice` : scalingInWords(scaling);
  const steps = step === 1 ? "" : `, ${few(step)} positions a row`;
  return `base ${roundBase(base)} with ${words}${steps}`;
}

/** A base as text: integers with all their digits. @param {number} base */
export const roundBase = (base) => (Number.isInteger(base) ? String(base) : few(base));

const LISTED = 4;

/** Describes several rules; three or more with the same base and type are merged into one.
 * @param {Rule[]} rules */
export function rulesInWords(rules) {
  const words = [
    ...new Set(
      rules.map((rule) => {
        const { scaling } = rule;
        const same = rules.filter(
          (other) => other.base === rule.base && typeOf(other.scaling) === typeOf(scaling),
        );
        if (!scaling || same.length < 3) return ruleInWords(rule);
        const factors = [...new Set(same.map((rule) => rule.scaling?.factor))].filter(
          (factor) => factor != null,
        );
        const sorted = factors.sort((a, b) => a - b).map(few);
        const by = sorted.length > 0 ? ` by ${sorted.join(" or ")}` : "";
        return `base ${roundBase(rule.base)} with ${nameOf(typeOf(scaling))}${by}`;
      }),
    ),
  ];
  const rest = words.length - LISTED;
  const shown = rest > 0 ? [...words.slice(0, LISTED), `${rest} more`] : words;
  return shown.join("; ");
}
