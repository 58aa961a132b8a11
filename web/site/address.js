// The address: its fragment has the reader's chapter and all changes to the page's state, as in
// "#rope&rope.position=5&rope.layout=half". The chapter comes first, then the figures' parameters with the
// name of the figure, or of its group, as prefix. A link shared from a figure begins with
// "show=rope": it leads to that figure, and keys without a prefix are the figure's.
import { attributeName } from "../elements/core/attributes.js";
import { kindOf, linkedFigure, nameOf, readLink } from "../elements/core/links.js";
import { ATTRIBUTES, PARAMETER_NAMES } from "../elements/state/parameters.js";
import { figuresIn } from "./figures.js";
import { land } from "./land.js";

/** Milliseconds without changes until the address is updated: browsers reject frequent updates. */
const REST_MS = 150;
/** Milliseconds for which a figure stays highlighted after a link has led to it. */
const HIGHLIGHT_MS = 2500;

/** @typedef {any} Figure a figure element, possibly not yet defined */

/** The place (a chapter or another id) and the keys in the page's fragment. */
function parseFragment() {
  const parts = location.hash.replace(/^#/, "").split("&").filter(Boolean);
  // URLSearchParams also accepts text that decodeURIComponent would reject.
  const [place = ""] = parts[0]?.includes("=") ? [] : new URLSearchParams(parts.shift()).keys();
  return { place, keys: new URLSearchParams(parts.join("&")) };
}

/** The keys with a figure's name, or its group's, as prefix. @param {Figure} figure @param {URLSearchParams} keys */
function keysOf(figure, keys) {
  const query = new URLSearchParams();
  for (const [key, value] of keys) {
    const [prefix, name] = key.split(".", 2);
    const isOwn = prefix === nameOf(figure) || prefix === figure.getAttribute("group");
    if (name && isOwn) query.set(name, value);
  }
  return query;
}

/** The parameters of a group that differ from their initial values. @param {any} group @returns {[string, string][]} */
const groupChanges = ({ state, initial }) =>
  PARAMETER_NAMES.filter((name) => state[name] !== initial[name]).map((name) => [
    ATTRIBUTES[name],
    String(state[name]),
  ]);

/** @param {Figure} figure @returns {[string, string][]} */
function figureChanges(figure) {
  const entries = Object.entries(figure.changed ?? {}).map(([name, value]) => [
    attributeName(name),
    String(value),
  ]);
  const shared = groupChanges(figure.shared);
  const name = figure.group || nameOf(figure);
  return /** @type {[string, string][]} */ ([
    ...shared.map(([key, value]) => [`${name}.${key}`, value]),
    ...entries.map(([key, value]) => [`${nameOf(figure)}.${key}`, value]),
    ...(figure.span ? [[`${nameOf(figure)}.span`, figure.span]] : []),
  ]);
}

/** Leads on to the other page, if an address names a place or a figure that only that page has. */
function goToOtherPage() {
  const { other, there = "" } = /** @type {HTMLElement} */ (document.querySelector("main")).dataset;
  const { place, keys } = parseFragment();
  const name = keys.get("show") ?? place;
  if (name && there.split(" ").includes(name)) location.replace(`${other}${location.hash}`);
}

export function syncAddress() {
  goToOtherPage();
  const figures = /** @type {Figure[]} */ (figuresIn(document));
  const isDefined = (/** @type {Figure} */ figure) => typeof figure.toURL === "function";
  /** The chapter in the address. */
  let chapter = "";

  const restore = (/** @type {Figure} */ figure) => {
    const keys = keysOf(figure, parseFragment().keys);
    if (keys.size > 0 && isDefined(figure))
      figure.fromURL(`${location.origin}/#show=${kindOf(figure)}&${keys}`);
  };
  const read = () => {
    const { place, keys } = parseFragment();
    const shown = linkedFigure(location.href, figures);
    chapter = place || shown?.closest("section")?.id || chapter;
    for (const figure of figures) restore(figure);
    if (shown) show(shown);
    else if (place && keys.size > 0) land(document.getElementById(place));
  };
  const show = (/** @type {Figure} */ figure) => {
    const place = figure.closest("figure") ?? figure;
    place.classList.add("shown");
    setTimeout(() => place.classList.remove("shown"), HIGHLIGHT_MS);
    // Questions and buttons above the figure must not take its room.
    land(figure.previousElementSibling ? figure : place);
  };
  const write = () => {
    const defined = figures.filter(isDefined);
    const parts = new URLSearchParams();
    for (const figure of defined)
      for (const [key, value] of figureChanges(figure)) parts.set(key, value);
    // Keeps the keys of figures that are not loaded yet.
    const { keys } = readLink(location.href);
    const shown = linkedFigure(location.href, figures);
    for (const figure of figures) {
      if (isDefined(figure)) continue;
      const unprefixed = figure === shown ? [...keys].filter(([key]) => !key.includes(".")) : [];
      for (const [key, value] of [...unprefixed, ...keysOf(figure, keys)])
        parts.set(`${nameOf(figure)}.${key}`, value);
    }
    const fragment = [chapter, parts.toString()].filter(Boolean).join("&");
    if (fragment === location.hash.replace(/^#/, "")) return;
    const address = location.pathname + location.search + (fragment && `#${fragment}`);
    history.replaceState(history.state, "", address);
  };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const writeLater = () => {
    clearTimeout(timer);
    timer = setTimeout(write, REST_MS);
  };
  read();
  if (chapter && !linkedFigure(location.href, figures)) land(document.getElementById(chapter));
  addEventListener("hashchange", () => {
    goToOtherPage();
    read();
    writeLater();
  });
  for (const figure of figures)
    customElements.whenDefined(figure.localName).then(() => restore(figure));
  // `phasor-change` reports changes in figures; the other events cover what sets figures without
  // it, such as the text's buttons.
  for (const type of ["phasor-change", "click", "input", "keyup"])
    document.addEventListener(type, writeLater);
}
