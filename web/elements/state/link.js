// Parameters in the fragment of a URL.
import { ATTRIBUTES, PARAMETER_NAMES } from "./parameters.js";

/** @import { ParameterName } from "./parameters.js" */

/**
 * The parameters in a fragment, as text; undefined if the fragment is not a state but, for example,
 * the id of a section.
 * @param {string} fragment with or without "#"
 * @returns {Partial<Record<ParameterName, string>> | undefined}
 */
export function fromFragment(fragment) {
  const text = fragment.replace(/^#/, "");
  if (text !== "" && !text.includes("=")) return undefined;
  const parts = new URLSearchParams(text);
  /** @type {Partial<Record<ParameterName, string>>} */
  const values = {};
  for (const name of PARAMETER_NAMES) {
    const value = parts.get(ATTRIBUTES[name]);
    if (value) values[name] = value;
  }
  return values;
}
