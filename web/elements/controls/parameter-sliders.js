// The sliders of the parameters that figures share, each as the reader's wish for another value.
import { whole } from "../core/numbers.js";
import {
  baseAt,
  LAST_BASE,
  LAST_LENGTH,
  lengthAt,
  placeOfBase,
  placeOfLength,
  sliderTemplate,
} from "./slider.js";

/** @import { State } from "../state/parameters.js" */

/** @typedef {Readonly<State>} Parameters */
/** @typedef {(patch: Partial<State>) => void} Change */

/** @param {Parameters} state @param {Change} change */
export const lengthSlider = ({ length }, change) =>
  sliderTemplate({
    name: "length",
    symbol: "L",
    value: placeOfLength(length),
    min: 0,
    max: LAST_LENGTH,
    step: 1,
    text: `${whole(length)} positions`,
    accent: "position",
    input: (place) => change({ length: lengthAt(place) }),
  });

/**
 * @param {Parameters} state @param {Change} change
 * @param {{ text?: string, max?: number }} [options] what the width comes to
 */
export const widthSlider = (
  { dModel },
  change,
  { text = `${dModel} dimensions`, max = 256 } = {},
) =>
  sliderTemplate({
    name: "width",
    symbol: "d",
    value: dModel,
    min: 4,
    max,
    step: 4,
    text,
    accent: "dimension",
    input: (value) => change({ dModel: value }),
  });

/** @param {Parameters} state @param {Change} change */
export const baseSlider = ({ base }, change) =>
  sliderTemplate({
    name: "base",
    symbol: "b",
    value: placeOfBase(base),
    min: 0,
    max: LAST_BASE,
    step: 1,
    text: whole(base),
    accent: "plain",
    input: (place) => change({ base: baseAt(place) }),
  });

/** @param {Pick<Parameters, "length" | "position">} state @param {(patch: { position: number }) => void} change */
export const positionSlider = ({ length, position }, change) =>
  sliderTemplate({
    name: "position",
    symbol: "p",
    value: position,
    min: 0,
    max: length - 1,
    step: 1,
    text: whole(position),
    accent: "position",
    input: (value) => change({ position: value }),
  });

/**
 * How far q lies from p.
 * @param {Parameters} state @param {Change} change @param {number} [farthest] either way
 */
export const offsetSlider = ({ length, position, second }, change, farthest = Infinity) =>
  sliderTemplate({
    name: "offset",
    symbol: "k",
    value: second - position,
    min: Math.max(-position, -farthest),
    max: Math.min(length - 1 - position, farthest),
    step: 1,
    text: whole(second - position),
    accent: "offset",
    input: (value) => change({ second: position + value }),
  });

/** @param {Parameters} state @param {string} text @param {Change} change */
export const pairSlider = ({ dModel, pair }, text, change) =>
  sliderTemplate({
    name: "pair",
    symbol: "i",
    value: pair,
    min: 0,
    max: dModel / 2 - 1,
    step: 1,
    text,
    accent: "dimension",
    input: (value) => change({ pair: value }),
  });
