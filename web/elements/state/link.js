// A state as the fragment of an address, and back.
import { ATTRIBUTES, DEFAULTS, PARAMETER_NAMES } from "./parameters.js";

/** @import { State, ParameterName } from "./parameters.js" */

/**
 * What differs from the defaults, as "d-model=128&position=5".
 * @param {Readonly<State>} state
 */
export function toFragment(state) {
  const parts = new URLSearchParams();
  for (const name of PARAMETER_NAMES) {
    if (state[name] !== DEFAULTS[name]) parts.set(ATTRIBUTES[name], String(state[name]));
  }
  return parts.toString();
}

/**
 * The parameters that a fragment names, as they stand there; undefined when it is no state but, say,
 * the name of a section.
 * @param {string} fragment with or without "#"
 * @returns {Partial<Record<ParameterName, string>> | undefined}
 */
export function fromFragment(fragment) {
  const text = fragment.replace(/^#/, "");
  if (text !== "" && !text.includes("=")) return undefined;
  const parts = new URLSearchParams(text);
  /** @type {Partial<Record<ParameterName, string>>} */
  const found = {};
  for (const name of PARAMETER_NAMES) {
    const value = parts.get(ATTRIBUTES[name]);
    if (value) found[name] = value;
  }
  return found;
}
