// The wrong line of code behind each mistake in a rotary embedding, and the right one: in a program of a few
// lines, of which each mistake changes one. T rows, r features that turn, pairs i:
//
//   p = arange(past, past + T)
//   w, factor = yarn(base ** (-2 * i / r))
//   angle = p * w
//   cos, sin = factor * cos(angle), factor * sin(angle)
//   a, z = x[..., :r // 2], x[..., r // 2:r]
//   y = a * cos - z * sin, z * cos + a * sin
import { otherBase, otherDim } from "./bugs-rotary-model.js";

/** @import { D, P } from "./bugs.js" */
/** @import { Lines } from "./bugs-code.js" */
/** @import { Model, Slip } from "./bugs-rotary-model.js" */

/** @param {Model} model @returns {Record<Slip, Lines>} */
export function linesOf({ rope }) {
  const { layout, rotaryDim, base, scaling } = rope;
  const pairs = ["a, z = x[..., :r // 2], x[..., r // 2:r]", "a, z = x[..., 0:r:2], x[..., 1:r:2]"];
  const w = "base ** (-2 * i / r)";
  const turned = "y = a * cos - z * sin, z * cos + a * sin";
  const waves = "cos, sin = cos(angle), sin(angle)";
  return {
    layout: layout === "half" ? [pairs[1], pairs[0]] : [pairs[0], pairs[1]],
    base: [`base = ${otherBase(rope)}`, `base = ${base}`],
    start: ["p = arange(1, T + 1)", "p = arange(T)"],
    restart: ["p = arange(T)", "p = arange(past, past + T)"],
    scaling: [`w, factor = ${w}, 1`, `w, factor = ${scaling?.type}(${w})`],
    factor: [waves, "cos, sin = factor * cos(angle), factor * sin(angle)"],
    sign: ["y = a * cos + z * sin, z * cos - a * sin", turned],
    part: [`r = ${otherDim(rope)}`, `r = ${rotaryDim}`],
    swapped: ["sin, cos = cos(angle), sin(angle)", waves],
    bfloat16: ["angle = bfloat16(bfloat16(p) * bfloat16(w))", "angle = p * w"],
  };
}

/** @param {P} p @param {D} d */
export const rotaryLines = ({ rotation }, { model, slips }) =>
  rotation ? [] : slips.map((slip) => linesOf(model)[slip]);
