// The names that a declaration may use. A misspelt one is an error that names the figure and the name that is meant.
import { nearest } from "../../phasor/check/options.js";

/** The fields of a declaration, a panel and a handle (types.js). */
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
};

/** @param {string} tag @param {string} what @param {string} name @param {readonly string[]} known @returns {never} */
function refuse(tag, what, name, known) {
  const near = nearest(name, known);
  const hint = near === undefined ? `known: ${known.join(", ")}` : `did you mean "${near}"?`;
  throw new TypeError(`phasor: <${tag}> has no ${what} "${name}" (${hint})`);
}

/**
 * Refuses fields that do not exist.
 * @param {string} tag @param {keyof typeof FIELDS} kind @param {object} given
 */
export function checkFields(tag, kind, given) {
  const known = FIELDS[kind];
  for (const name of Object.keys(given)) {
    if (!known.includes(name)) refuse(tag, `field of a ${kind}`, name, known);
  }
}

/**
 * An object to inherit from: reading a name that the heir does not have is an error.
 * @param {string} tag @param {string} what @param {readonly string[]} known
 */
export const strict = (tag, what, known) =>
  new Proxy(Object.prototype, {
    get: (plain, name) =>
      typeof name === "symbol" || name in plain
        ? Reflect.get(plain, name)
        : refuse(tag, what, name, known),
  });
