// The quantities that can be changed in the text: how each is read, limited, stepped and set.

/** @import { State } from "../elements/state/parameters.js" */

/** @typedef {Readonly<State>} S */

/**
 * @typedef {object} Quantity
 * @property {string} label
 * @property {"position" | "dimension" | "offset"} [accent] the name of its colour
 * @property {(state: S) => number} value
 * @property {(state: S) => [number, number]} range
 * @property {(value: number, steps: number) => number} step
 * @property {(value: number, state: S) => Partial<State>} patch
 */

const add = (/** @type {number} */ value, /** @type {number} */ steps) => value + steps;

/** Steps through 1, 2, 5, 10, 20, … @param {number} value @param {number} steps */
function oneTwoFive(value, steps) {
  const index = Math.round(3 * Math.log10(value)) + steps;
  return [1, 2, 5][((index % 3) + 3) % 3] * 10 ** Math.floor(index / 3);
}

/** @type {Record<string, Quantity>} */
export const quantities = {
  position: {
    label: "position p",
    accent: "position",
    value: ({ position }) => position,
    range: ({ length }) => [0, length - 1],
    step: add,
    patch: (position) => ({ position }),
  },
  offset: {
    label: "offset Δ",
    accent: "offset",
    value: ({ position, second }) => second - position,
    range: ({ length, position }) => [-position, length - 1 - position],
    step: add,
    patch: (offset, { position }) => ({ second: position + offset }),
  },
  pair: {
    label: "pair i",
    accent: "dimension",
    value: ({ pair }) => pair,
    range: ({ dModel }) => [0, dModel / 2 - 1],
    step: add,
    patch: (pair) => ({ pair }),
  },
  dModel: {
    label: "width d",
    accent: "dimension",
    value: ({ dModel }) => dModel,
    range: () => [2, 512],
    step: (value, steps) => value + 2 * steps,
    patch: (dModel) => ({ dModel }),
  },
  length: {
    label: "length L",
    accent: "position",
    value: ({ length }) => length,
    range: () => [8, 2 ** 20],
    step: (value, steps) => 2 ** Math.round(Math.log2(value) + steps),
    patch: (length) => ({ length }),
  },
  base: {
    label: "base b",
    value: ({ base }) => base,
    range: () => [10, 1e6],
    step: oneTwoFive,
    patch: (base) => ({ base }),
  },
};
