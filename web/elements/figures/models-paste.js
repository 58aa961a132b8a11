// The field of <phasor-models> for another model's configuration, and what readers of it should know.
import { create } from "../core/html.js";

/** @import { FigureElement } from "../core/element.js" */
/** @import { D, P } from "./models.js" */

/** @typedef {FigureElement & Pick<P, "config">} Figure */

/** The field of each figure. @type {WeakMap<Figure, ReturnType<typeof field>>} */
const fields = new WeakMap();

/** A figure's field, created once and updated. @param {Figure} figure @param {D} d */
export function pasting(figure, d) {
  const input = fields.get(figure) ?? field(figure);
  fields.set(figure, input);
  input.show(d);
  return [input.element];
}

/** @param {Figure} figure */
function field(figure) {
  const input = /** @type {HTMLTextAreaElement} */ (
    create("textarea", { rows: "3", spellcheck: "false", "aria-label": "a model's config.json" })
  );
  const list = create("ul", { role: "status" });
  input.addEventListener("input", () => figure.change({ config: input.value, model: "" }));
  const element = create("details", {}, [
    create("summary", {}, ["paste a config.json"]),
    input,
    list,
  ]);
  /** @type {D["notice"] | undefined} */
  let last;
  /** @param {D} d */
  const show = ({ notice }) => {
    if (input.value !== figure.config) input.value = figure.config;
    if (notice === last) return;
    last = notice;
    input.setAttribute("aria-invalid", String(notice.invalid));
    list.replaceChildren(...notice.lines.map((line) => create("li", {}, [line])));
  };
  return { element, show };
}
