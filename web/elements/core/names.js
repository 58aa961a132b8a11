// The names that a declaration may use. A misspelt one is an error that names the figure and the name that is meant.
import { nearest } from "../../phasor/check/errors.js";

/** The fields of a declaration, a panel, a handle (types.js) and a scale (scales.js). */
export const FIELDS = {
  declaration: [
    ...[
      "title",
      "hint",
      "shared",
      "attributes",
      "state",
      "glide",
      "ease",
      "data",
      "panels",
      "narrow",
    ],
    ...[
      "across",
      "controls",
      "more",
      "say",
      "play",
      "table",
      "programs",
      "methods",
      "extra",
      "later",
    ],
  ],
  panel: [
    ...[
      "name",
      "width",
      "grow",
      "height",
      "aspect",
      "maxHeight",
      "fixed",
      "align",
      "margin",
      "text",
    ],
    ...["textColour", "heading", "headingColour", "x", "y", "still", "marks", "handles", "fit"],
    ...["press", "tap", "point", "zoom"],
  ],
  handle: [
    ...[
      "name",
      "x",
      "y",
      "dx",
      "dy",
      "look",
      "text",
      "colour",
      "along",
      "centre",
      "perTurn",
      "reach",
    ],
    ...["width", "height", "keys", "value", "min", "max", "step", "stride", "words", "set", "drag"],
    ...["drop", "other"],
  ],
  scale: [
    ...["kind", "from", "to", "name", "colour", "axis", "below", "ticks", "binary", "label"],
    ...["strong", "grid", "flip"],
  ],
};

/** @param {string} tag @param {string} what @param {string} name @param {readonly string[]} known @returns {never} */
function refuse(tag, what, name, known) {
  const guess = nearest(name, known);
  const hint = guess === undefined ? `known: ${known.join(", ")}` : `did you mean "${guess}"?`;
  throw new TypeError(`phasor: <${tag}> has no ${what} "${name}" (${hint})`);
}

/**
 * Refuses fields that do not exist.
 * @param {string} tag @param {keyof typeof FIELDS} kind @param {object} spec
 */
export const checkFields = (tag, kind, spec) =>
  checkNames(tag, `field of a ${kind}`, Object.keys(spec), FIELDS[kind]);

/** Refuses names that do not exist. @param {string} tag @param {string} what @param {readonly string[]} names @param {readonly string[]} known */
export function checkNames(tag, what, names, known) {
  for (const name of names) if (!known.includes(name)) refuse(tag, what, name, known);
}

/**
 * An object to inherit from: reading a name that the heir does not have is an error.
 * @param {string} tag @param {string} what @param {readonly string[]} known
 */
export const strict = (tag, what, known) =>
  new Proxy(Object.prototype, {
    get: (target, name) =>
      typeof name === "symbol" || name in target
        ? Reflect.get(target, name)
        : refuse(tag, what, name, known),
  });
