// Numbers in text and formulas that follow the figures: how each is computed from the state.
import { fixed, whole } from "../elements/core/numbers.js";
import { groupNamed } from "../elements/state/group.js";
import { dotProducts, frequencies, sinusoidalAt, wavelengths } from "../phasor/index.js";

/** @import { State } from "../elements/state/parameters.js" */

/** @typedef {Readonly<State>} S */

/** The sine or cosine of the cursor's pair. @param {S} state @param {number} position @param {0 | 1} part */
const entry = ({ dModel, base, pair }, position, part) =>
  sinusoidalAt([position], dModel, { base, dtype: "float64" })[2 * pair + part];

/** @param {S} state */
const frequency = ({ dModel, base, pair }) => frequencies(dModel, { base })[pair];

/** @param {S} state */
const turningPairs = ({ dModel, base, length }) =>
  wavelengths(dModel, { base }).filter((wavelength) => wavelength <= length).length;

/** @param {S} state */
const bothRows = ({ dModel, base, position, second }) =>
  sinusoidalAt([position, second], dModel, { base, dtype: "float64" });

/** @param {number} column */
const widthFourEntry =
  (column) =>
  (/** @type {S} */ { base, position }) =>
    fixed(sinusoidalAt([position], 4, { base, dtype: "float64" })[column], 5);

/** @type {Record<string, (state: S) => string>} */
export const live = {
  position: ({ position }) => whole(position),
  column: ({ pair }) => String(2 * pair),
  next: ({ pair }) => String(2 * pair + 1),
  frequency: (state) => frequency(state).toPrecision(5),
  angle: (state) => (state.position * frequency(state)).toPrecision(5),
  sine: (state) => fixed(entry(state, state.position, 0), 4),
  cosine: (state) => fixed(entry(state, state.position, 1), 4),
  "four-0": widthFourEntry(0),
  "four-1": widthFourEntry(1),
  "four-2": widthFourEntry(2),
  "four-3": widthFourEntry(3),
  turning: (state) => String(turningPairs(state)),
  resting: (state) => String(state.dModel / 2 - turningPairs(state)),
  pairs: ({ dModel }) => String(dModel / 2),
  dot: (state) => fixed(dotProducts(bothRows(state), [2, state.dModel])[1], 2),
};

/** Keeps the numbers of each chapter. @param {ParentNode} page */
export function bindLiveNumbers(page) {
  for (const section of page.querySelectorAll("section")) bindSection(section);
}

/** @param {Element} section a chapter, whose figures and numbers have a group of its name */
function bindSection(section) {
  const places = [...section.querySelectorAll("[data-live]")];
  if (places.length === 0) return;
  const group = groupNamed(section.id);
  let isScheduled = false;
  const update = () => {
    isScheduled = false;
    /** Texts by name, so that each is computed once. @type {Map<string, string>} */
    const texts = new Map();
    for (const place of places) {
      const name = place.getAttribute("data-live") ?? "";
      const text = texts.get(name) ?? live[name]?.(group.state) ?? "";
      texts.set(name, text);
      if (place.textContent !== text) place.textContent = text;
    }
  };
  group.subscribe(() => {
    if (!isScheduled) requestAnimationFrame(update);
    isScheduled = true;
  });
}
