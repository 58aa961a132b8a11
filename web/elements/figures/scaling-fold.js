// The collapsed section of <phasor-scaling>: each rule's results for the model, and a field for
// another model's configuration.
import { wavelength, whole } from "../core/index.js";
import { made } from "../core/made.js";
import { RULES } from "./scaling-model.js";

/** @import { FigureElement } from "../core/element.js" */
/** @import { D, P } from "./scaling.js" */
/** @import { Ruled } from "./scaling-model.js" */

/** @typedef {FigureElement & Pick<P, "config">} Figure */

/** @param {Ruled} rule */
export const nameOf = ({ rule, own }) => `${RULES[rule]}${own ? ", its own" : ""}`;

/** The collapsed section of each figure. @type {WeakMap<Figure, ReturnType<typeof fold>>} */
const parts = new WeakMap();

/** A figure's section, created once and updated. @param {Figure} figure @param {D} d */
export function folded(figure, d) {
  const own = parts.get(figure) ?? fold(figure);
  parts.set(figure, own);
  own.show(d);
  return [own.element];
}

/** Creates the section. @param {Figure} figure */
function fold(figure) {
  const about = made("p");
  const results = made("ul");
  const input = /** @type {HTMLTextAreaElement} */ (
    made("textarea", { rows: "3", spellcheck: "false", "aria-label": "a model's config.json" })
  );
  const said = made("ul", { role: "status" });
  input.addEventListener("input", () => figure.change({ config: input.value, factor: 0 }));
  const element = made("details", { class: "more" }, [
    made("summary", {}, ["numbers, and your own config.json"]),
    about,
    results,
    made("p", {}, ["Paste a model's config.json:"]),
    input,
    said,
  ]);
  /** @type {unknown[]} */
  let last = [];
  /** @param {D} d */
  const show = (d) => {
    if (input.value !== figure.config) input.value = figure.config;
    const now = [d.reading, d.all];
    if (now.every((each, n) => each === last[n])) return;
    last = now;
    const { model, problem, waiting } = d.reading;
    input.setAttribute("aria-invalid", String(Boolean(problem)));
    about.textContent = `${model.rotaryDim} of ${model.dHead} features of a head turn, base ${whole(model.base)}, ${d.plain.length} pairs.`;
    results.replaceChildren(...d.all.map(lineOf));
    const told =
      problem || waiting
        ? [problem || waiting]
        : [
            ...model.warnings,
            ...model.ignored.map((key) => `${key} had no effect`),
            ...model.differences,
          ];
    said.replaceChildren(...told.map((each) => made("li", {}, [each])));
  };
  return { element, show };
}

/** @param {Ruled} result */
function lineOf(result) {
  const { missing, attentionFactor, wavelengths, never } = result;
  const [first, last] = [wavelengths[0], wavelengths[wavelengths.length - 1]];
  const slow = Number.isFinite(last) ? `${wavelength(last)} words` : "never";
  const words =
    missing ??
    `attention factor ${Number(attentionFactor.toPrecision(5))}; the first pair turns in ${wavelength(first)} words, the last ${slow === "never" ? "does not" : `in ${slow}`}; ${never} pairs never turn once`;
  return made("li", {}, [`${nameOf(result)}: ${words}`]);
}
