// Links, and the HTML that embeds a figure. A link says which figure it shows and what differs from
// the defaults: "#show=similarity&position=5&measure=cosine"; of several figures of a kind, "id"
// says which. Keys without a name before them belong to the figure that `show` names; without
// `show`, to the parameters that a page's figures share.
import { ATTRIBUTES, DEFAULTS } from "../state/parameters.js";
import { attributeName, defaultOf } from "./attributes.js";

/** @import { FigureElement } from "./element.js" */
/** @import { ParameterName } from "../state/parameters.js" */

/** The value of `show` for a figure. @param {Element} figure */
export const kindOf = ({ localName }) => localName.replace("phasor-", "");

/** The name before a figure's keys in a page's address: its id, or its kind if it has none. @param {Element} figure */
export const nameOf = (figure) => figure.id || kindOf(figure);

/** The first `show` names the figure; a second one is an attribute, such as that of <phasor-rope>. @param {string} address */
export function readLink(address) {
  const entries = [...new URLSearchParams(new URL(address, "https://none/").hash.slice(1))];
  const first = (/** @type {string} */ name) => {
    const at = entries.findIndex(([key]) => key === name);
    return at < 0 ? undefined : entries.splice(at, 1)[0][1];
  };
  return { kind: first("show"), id: first("id"), keys: new URLSearchParams(entries) };
}

/**
 * The figure that a link shows: the one with its id, otherwise one without an id, otherwise the
 * first of its kind.
 * @template {Element} F @param {string} address @param {Iterable<F>} figures @returns {F | undefined}
 */
export function linkedFigure(address, figures) {
  const { kind, id = "" } = readLink(address);
  const all = [...figures].filter((figure) => kindOf(figure) === kind);
  const withId = (/** @type {string} */ name) => all.find((figure) => figure.id === name);
  return withId(id) ?? withId("") ?? all[0];
}

/** The values that differ from the defaults or from what the page set. @param {FigureElement} figure @returns {[attribute: string, value: string][]} */
function entriesOf({ spec, state, attributeValues, span, shared: { initial }, changed }) {
  /** @type {[string, string][]} */
  const entries = [];
  for (const name of /** @type {ParameterName[]} */ (spec.shared ?? [])) {
    const value = state[name];
    if (value !== DEFAULTS[name] || value !== initial[name])
      entries.push([ATTRIBUTES[name], String(value)]);
  }
  for (const [name, declared] of Object.entries(spec.attributes ?? {})) {
    if (attributeValues[name] !== defaultOf(declared) || name in changed)
      entries.push([attributeName(name), String(attributeValues[name])]);
  }
  if (span) entries.push(["span", span]);
  return entries;
}

/** @param {FigureElement} figure @param {string} address */
export function toAddress(figure, address) {
  const url = new URL(address, location.href);
  const target = [["show", kindOf(figure)], ...(figure.id ? [["id", figure.id]] : [])];
  url.hash = new URLSearchParams([...target, ...entriesOf(figure)]).toString();
  return url.href;
}

/** @param {FigureElement} figure @param {string} address */
export function fromAddress(figure, address) {
  const { kind, keys } = readLink(address);
  if (kind && kind !== kindOf(figure)) return;
  const { spec } = figure;
  const linkedValue = (/** @type {string} */ attribute) =>
    keys.get(`${nameOf(figure)}.${attribute}`) ?? keys.get(attribute);
  for (const name of /** @type {ParameterName[]} */ (Object.keys(ATTRIBUTES))) {
    const value = linkedValue(ATTRIBUTES[name]);
    if (value) figure.setParameter(name, value);
  }
  for (const name of Object.keys(spec.attributes ?? {})) {
    const value = linkedValue(attributeName(name));
    if (value !== null) figure.setParameter(name, value);
  }
  const span = linkedValue("span");
  if (span) figure.span = span;
}

/** Reserves the height that the figure has without the menu that shows this. @param {FigureElement} figure @param {string} source */
export function toMarkup(figure, source) {
  const attributes = entriesOf(figure).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
  const { localName: tag } = figure;
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const menu = /** @type {HTMLElement | null | undefined} */ (
    figure.shadowRoot?.querySelector(".share")
  );
  const height = Math.ceil((figure.offsetHeight - (menu?.offsetHeight ?? 0)) / rem);
  const style = height ? ` style="display: flex; min-height: ${height}rem"` : "";
  return `<script type="module" src="${escapeHtml(source)}"></script>\n<${tag}${attributes.join("")}${style}></${tag}>`;
}

/** @param {string} text */
const escapeHtml = (text) =>
  text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");
