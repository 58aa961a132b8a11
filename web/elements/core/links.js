// Links and lines of HTML. A link says which figure it shows and what differs from the defaults:
// "#show=similarity&position=5&measure=cosine". Keys without a name before them belong to the figure
// that `show` names; without `show`, to the parameters that a page's figures share.
import { ATTRIBUTES, DEFAULTS } from "../state/parameters.js";
import { attributeName, defaultOf } from "./attributes.js";

/** @import { FigureElement } from "./element.js" */
/** @import { ParameterName } from "../state/parameters.js" */

/** The name of a figure in links. @param {Element} figure */
export const nameOf = ({ localName }) => localName.replace("phasor-", "");

/** What a figure shows beside its defaults. @param {FigureElement} figure @returns {[attribute: string, value: string][]} */
export function entriesOf({ spec, state, own, span }) {
  const shared = /** @type {ParameterName[]} */ (spec.shared ?? []);
  /** @type {[string, string][]} */
  const found = [];
  for (const name of shared) {
    if (state[name] !== DEFAULTS[name]) found.push([ATTRIBUTES[name], String(state[name])]);
  }
  for (const [name, declared] of Object.entries(spec.attributes ?? {})) {
    if (own[name] !== defaultOf(declared)) found.push([attributeName(name), String(own[name])]);
  }
  if (span) found.push(["span", span]);
  return found;
}

/** @param {FigureElement} figure @param {string} address */
export function toAddress(figure, address) {
  const url = new URL(address);
  url.hash = new URLSearchParams([["show", nameOf(figure)], ...entriesOf(figure)]).toString();
  return url.href;
}

/** @param {FigureElement} figure @param {string} address */
export function fromAddress(figure, address) {
  const keys = new URLSearchParams(new URL(address, "https://none/").hash.replace(/^#/, ""));
  const shown = keys.get("show");
  if (shown && shown !== nameOf(figure)) return;
  const { spec } = figure;
  const wanted = (/** @type {string} */ attribute) =>
    keys.get(`${nameOf(figure)}.${attribute}`) ?? keys.get(attribute);
  for (const name of /** @type {ParameterName[]} */ (Object.keys(ATTRIBUTES))) {
    const value = wanted(ATTRIBUTES[name]);
    if (value) figure.setParameter(name, value);
  }
  for (const name of Object.keys(spec.attributes ?? {})) {
    const value = wanted(attributeName(name));
    if (value !== null) figure.setParameter(name, value);
  }
  const span = wanted("span");
  if (span) figure.span = span;
}

/** @param {FigureElement} figure @param {string} source */
export function toMarkup(figure, source) {
  const attributes = entriesOf(figure).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  const { localName: tag } = figure;
  return `<script type="module" src="${escaped(source)}"></script>\n<${tag}${attributes.join("")}></${tag}>`;
}

/** @param {string} text */
const escaped = (text) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");
