// Keeps what the page shows in the fragment of its address: the parameters that its figures share as
// they are, those of other groups and of single figures after a name: "position=5&rope.layout=half".
import { groupNamed } from "../elements/state/group.js";
import { fromFragment, toFragment } from "../elements/state/link.js";
import { ATTRIBUTES } from "../elements/state/parameters.js";
import { figuresIn } from "./figures.js";

/** @import { Figure } from "../elements/figure.js" */

/** Browsers refuse an address that changes too often. */
const REST = 150;

const SHARED = "page";
const shared = new Set(Object.values(ATTRIBUTES));

/** @param {Element} figure */
const nameOf = (figure) => figure.localName.replace("phasor-", "");

/** What stands in a fragment after a name and a point. @param {string} fragment @param {string} name */
function partOf(fragment, name) {
  const found = new URLSearchParams();
  for (const [key, value] of new URLSearchParams(fragment.replace(/^#/, ""))) {
    if (key.startsWith(`${name}.`)) found.set(key.slice(name.length + 1), value);
  }
  return found.toString();
}

/** @param {Figure} figure */
function take(figure) {
  const own = partOf(location.hash, nameOf(figure));
  const parameters = partOf(location.hash, figure.group);
  const fragment = [own, figure.group !== SHARED && parameters].filter(Boolean).join("&");
  if (fragment) figure.fromURL(`${location.origin}/#${fragment}`);
}

/** @param {Figure[]} figures */
function fragmentOf(figures) {
  const parts = new URLSearchParams(toFragment(groupNamed(SHARED).state));
  for (const figure of figures) {
    const { hash } = new URL(figure.toURL());
    for (const [key, value] of new URLSearchParams(hash.slice(1))) {
      if (!shared.has(key)) parts.set(`${nameOf(figure)}.${key}`, value);
      else if (figure.group !== SHARED)
        parts.set(`${figure.group || nameOf(figure)}.${key}`, value);
    }
  }
  return parts.toString();
}

export function keepInAddress() {
  const group = groupNamed(SHARED);
  const all = /** @type {Figure[]} */ (figuresIn(document));
  const defined = () => all.filter((figure) => typeof figure.toURL === "function");
  const read = () => {
    const found = fromFragment(location.hash);
    if (found) group.set(found);
    for (const figure of defined()) take(figure);
  };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  const write = () => {
    const figures = defined();
    const kept = [...new URLSearchParams(location.hash.replace(/^#/, ""))].filter(([key]) =>
      isKept(key),
    );
    const parts = new URLSearchParams(fragmentOf(figures));
    for (const [key, value] of kept) parts.set(key, value);
    const fragment = parts.toString();
    const before = location.hash.replace(/^#/, "");
    // The name of a chapter stays until there is more to say.
    if (fragment === before || (fragment === "" && !before.includes("="))) return;
    const address = location.pathname + location.search + (fragment && `#${fragment}`);
    history.replaceState(history.state, "", address);
  };
  /** What belongs to figures that have not come yet. @param {string} key */
  const isKept = (key) =>
    all.some(
      (figure) =>
        typeof figure.toURL !== "function" &&
        [nameOf(figure), figure.getAttribute("group")].includes(key.split(".")[0]) &&
        key.includes("."),
    );
  const later = () => {
    clearTimeout(waiting);
    waiting = setTimeout(write, REST);
  };
  read();
  addEventListener("hashchange", read);
  for (const figure of all) customElements.whenDefined(figure.localName).then(() => take(figure));
  // Attributes of figures' own change by clicks, keys and sliders, of which the first tells.
  for (const type of ["phasor-change", "click", "input", "keyup"]) {
    document.addEventListener(type, later);
  }
}
