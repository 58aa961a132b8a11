// Ready-made controls for declarations: sliders, choices, buttons and handles.
import { clamp } from "../state/parameters.js";
import { whole } from "./numbers.js";
import { nearestIn } from "./tables.js";
import { zoomSpan } from "./zoom.js";

/** @import { Dial } from "./marks/shapes.js" */
/** @import { Button, Choice, Handle, Params, Slider } from "./types.js" */

/** The bases that the slider offers: 1, 2 and 5 times powers of ten. */
const BASES = [10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6];
/** Lengths are powers of two, from 2^3. */
const MIN_LENGTH_EXPONENT = 3;

/** A slider of `base`, `length` or `dModel`. @type {{ base: (p: Pick<Params, "base">) => Slider, length: (p: Pick<Params, "length">, most?: number) => Slider, dModel: (p: Pick<Params, "dModel">, most?: number) => Slider }} */
export const slider = {
  base: ({ base }) => ({
    kind: "slider",
    name: "base",
    symbol: "b",
    value: nearestIn(BASES.map(Math.log), Math.log(base)),
    min: 0,
    max: BASES.length - 1,
    text: whole(base),
    set: (place) => ({ base: BASES[place] }),
  }),
  length: ({ length }, most = 2 ** 20) => ({
    kind: "slider",
    name: "length of the text",
    symbol: "L",
    value: Math.max(Math.round(Math.log2(length)) - MIN_LENGTH_EXPONENT, 0),
    min: 0,
    max: Math.round(Math.log2(most)) - MIN_LENGTH_EXPONENT,
    text: whole(length),
    set: (place) => ({ length: 2 ** (place + MIN_LENGTH_EXPONENT) }),
  }),
  dModel: ({ dModel }, most = 256) => ({
    kind: "slider",
    name: "width",
    symbol: "d",
    value: dModel,
    min: 4,
    max: most,
    step: 4,
    text: `${dModel}`,
    set: (value) => ({ dModel: value }),
  }),
};

/**
 * A slider of any other number.
 * @param {any} p @param {string} parameter @param {string} name @param {{ min: number, max: number } & Partial<Slider>} properties
 *   its limits, and other properties that differ
 * @returns {Slider}
 */
export const sliderOf = (p, parameter, name, properties) => ({
  kind: "slider",
  name,
  value: Math.round(p[parameter]),
  text: whole(p[parameter]),
  set: (value) => ({ [parameter]: value }),
  ...properties,
});

/**
 * A choice between the words of an attribute.
 * @template P @template {keyof P & string} K
 * @param {P} p @param {K} attribute @param {string} name @param {Partial<Record<P[K] & string, string>>} options the
 *   label of each word @param {Partial<P>} [also] other values that a choice sets
 * @returns {Choice<P>}
 */
export const choice = (p, attribute, name, options, also) => ({
  kind: "choice",
  name,
  value: String(p[attribute]),
  options: /** @type {[string, string][]} */ (Object.entries(options)),
  set: (value) => ({ [attribute]: value, ...also }),
});

/** Buttons that zoom along the positions, around the current position if it is in view. @type {Button[]} */
export const zoomButtons = /* @__PURE__ */ [
  { name: "zoom in", factor: 2 },
  { name: "zoom out", factor: 0.5 },
].map(({ name, factor }) => ({
  kind: "button",
  name,
  press(figure) {
    const { start, end } = figure.shared.span;
    return { span: zoomSpan(figure, factor, clamp(figure.state.position, start, end)) };
  },
}));

/**
 * The properties of a handle at the tip of a dial's hand.
 * @param {Dial} dial @param {number} angle clockwise from the top @param {number} [perTurn]
 * @returns {Pick<Handle, "x" | "y" | "dx" | "dy" | "look" | "along" | "centre" | "perTurn" | "reach">}
 */
export const dialTip = (dial, angle, perTurn) => ({
  x: dial.x,
  y: dial.y,
  dx: dial.radius * Math.sin(angle),
  dy: -dial.radius * Math.cos(angle),
  look: "none",
  along: "turn",
  centre: dial,
  perTurn,
  reach: 24,
});

/** Lets the up and down keys select the pair, for `other` of a handle: the up key selects a faster pair. @param {Pick<Params, "pair" | "dModel">} p @returns {Handle["other"]} */
export const pairKeys = ({ pair, dModel }) => ({
  value: -pair,
  min: 1 - dModel / 2,
  max: 0,
  set: (value) => ({ pair: -value }),
});

/** The handle of the position, on an axis of positions. @param {Pick<Params, "position" | "length">} p @param {boolean} narrow @param {Partial<Handle> & { y: number }} place and other properties that differ @returns {Handle} */
export function positionPill({ position, length }, narrow, place) {
  const at = whole(position);
  return {
    name: "position *p*",
    look: "pill",
    text: narrow ? at : `position ${at}`,
    value: position,
    min: 0,
    max: length - 1,
    words: at,
    set: (value) => ({ position: value }),
    ...place,
  };
}
