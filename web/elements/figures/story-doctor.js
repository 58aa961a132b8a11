// The button that has the page's <phasor-bugs> read the vectors that <phasor-story>'s doctor has read.
import { button } from "../core/html.js";
import { TRAINED, WIDTH } from "./story-model.js";

/** @import { FigureElement } from "../core/element.js" */
/** @import { D } from "./story.js" */

/** How the vectors should turn. */
const CONFIG = JSON.stringify({
  ...{ model_type: "llama", head_dim: WIDTH, rope_theta: 10000 },
  max_position_embeddings: TRAINED,
});

/** The <phasor-bugs> of a figure's page, once it is defined. @param {FigureElement} figure */
function doctorOf(figure) {
  const page = /** @type {ParentNode} */ (figure.getRootNode());
  const doctor = /** @type {any} */ (page.querySelector("phasor-bugs"));
  return doctor?.read && doctor;
}

/** @type {WeakMap<FigureElement, HTMLElement>} */
const buttons = new WeakMap();

/** @param {FigureElement} figure */
function make(figure) {
  const element = button("show these vectors to the doctor", () => {
    const { examined } = /** @type {{ values: D }} */ (figure.d).values;
    const doctor = doctorOf(figure);
    if (!examined || !doctor) return;
    doctor.set({ kind: "rotary", config: CONFIG });
    doctor.read(examined.file, `the story’s ${examined.which}`);
    doctor.scrollIntoView({ block: "center" });
  });
  buttons.set(figure, element);
  return element;
}

/** The button, if there is a <phasor-bugs> and the doctor has read the vectors. @param {FigureElement} figure @param {D} d */
export const doctorButton = (figure, { examined }) =>
  examined && doctorOf(figure) ? [buttons.get(figure) ?? make(figure)] : [];
