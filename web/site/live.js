// Numbers in text and formulas that follow the figures: how each is computed from the state.
import { fixed, wavelength, whole } from "../elements/core/numbers.js";
import {
  cosineSimilarity,
  dotProducts,
  frequencies,
  relativePositionMatrix,
  sinusoidalAt,
  wavelengths,
} from "../phasor/index.js";

/** @import { Group } from "../elements/state/group.js" */
/** @import { State } from "../elements/state/parameters.js" */

/** @typedef {Readonly<State>} S */

/** The sine or cosine of the cursor's pair. @param {S} state @param {number} position @param {0 | 1} part */
const entry = ({ dModel, base, pair }, position, part) =>
  sinusoidalAt([position], dModel, { base, dtype: "float64" })[2 * pair + part];

/** An entry of the pair's block in the shift matrix. @param {S} state @param {0 | 1} row @param {0 | 1} column */
const block = ({ dModel, base, pair, position, second }, row, column) =>
  relativePositionMatrix(second - position, dModel, { base })[
    (2 * pair + row) * dModel + 2 * pair + column
  ];

/** @param {S} state */
const frequency = ({ dModel, base, pair }) => frequencies(dModel, { base })[pair];

/** @param {S} state */
const turning = ({ dModel, base, length }) =>
  wavelengths(dModel, { base }).filter((own) => own <= length).length;

/** @param {S} state */
const both = ({ dModel, base, position, second }) =>
  sinusoidalAt([position, second], dModel, { base, dtype: "float64" });

/** @param {number} column */
const four =
  (column) =>
  (/** @type {S} */ { base, position }) =>
    fixed(sinusoidalAt([position], 4, { base, dtype: "float64" })[column], 5);

/** @type {Record<string, (state: S) => string>} */
export const live = {
  position: ({ position }) => whole(position),
  column: ({ pair }) => String(2 * pair),
  next: ({ pair }) => String(2 * pair + 1),
  frequency: (state) => frequency(state).toPrecision(5),
  wavelength: ({ dModel, base, pair }) => wavelength(wavelengths(dModel, { base })[pair]),
  angle: (state) => (state.position * frequency(state)).toPrecision(5),
  turns: (state) =>
    (state.position / wavelengths(state.dModel, { base: state.base })[state.pair]).toPrecision(5),
  sine: (state) => fixed(entry(state, state.position, 0), 4),
  cosine: (state) => fixed(entry(state, state.position, 1), 4),
  "four-0": four(0),
  "four-1": four(1),
  "four-2": four(2),
  "four-3": four(3),
  turning: (state) => String(turning(state)),
  resting: (state) => String(state.dModel / 2 - turning(state)),
  pairs: ({ dModel }) => String(dModel / 2),
  "shift-angle": (state) =>
    ((state.second - state.position) * frequency(state)).toPrecision(5).replace("-", "\u2212"),
  "shift-cos": (state) => fixed(block(state, 0, 0), 4),
  "shift-sin": (state) => fixed(block(state, 0, 1), 4),
  "shift-minus": (state) => fixed(block(state, 1, 0), 4),
  "shifted-sine": (state) => fixed(entry(state, state.second, 0), 4),
  "shifted-cosine": (state) => fixed(entry(state, state.second, 1), 4),
  dot: (state) => fixed(dotProducts(both(state), [2, state.dModel])[1], 2),
  "cosine-similarity": (state) => fixed(cosineSimilarity(both(state), [2, state.dModel])[1], 3),
};

/** @param {ParentNode} page @param {Group} group */
export function keepLive(page, group) {
  const places = [...page.querySelectorAll("[data-live]")];
  let due = false;
  const fill = () => {
    due = false;
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
    if (!due) requestAnimationFrame(fill);
    due = true;
  });
}
