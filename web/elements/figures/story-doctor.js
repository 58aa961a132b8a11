// The button that has the page's <phasor-bugs> read the vectors that <phasor-story>'s doctor has read.
import { made } from "../core/made.js";
import { TRAINED, WIDTH } from "./story-model.js";

/** @import { FigureElement } from "../core/element.js" */
/** @import { Examined } from "./story-session.js" */

/** How the vectors should turn. */
const CONFIG = JSON.stringify({
  ...{ model_type: "llama", head_dim: WIDTH, rope_theta: 10000 },
  max_position_embeddings: TRAINED,
});

/** The <phasor-bugs> of a figure's page, once it is defined. @param {FigureElement} figure */
function doctorOf(figure) {
  const page = /** @type {ParentNode} */ (figure.getRootNode());
  const found = /** @type {any} */ (page.querySelector("phasor-bugs"));
  return found?.read && found;
}

/** @type {WeakMap<FigureElement, { button: HTMLElement, examined: Examined }>} */
const places = new WeakMap();

/** @param {FigureElement} figure */
function open(figure) {
  const { examined } = places.get(figure) ?? {};
  const doctor = doctorOf(figure);
  if (!examined || !doctor) return;
  doctor.set({ kind: "rotary", config: CONFIG });
  doctor.read(examined.file, `the story’s ${examined.which}`);
  doctor.scrollIntoView({ block: "center" });
}

/**
 * The button, if there is a <phasor-bugs> and the doctor has read the vectors.
 * @param {FigureElement} figure @param {Examined | undefined} examined @returns {Node[]}
 */
export function doctorButton(figure, examined) {
  if (!examined || !doctorOf(figure)) return [];
  const button = places.get(figure)?.button ?? made("button", { type: "button" });
  if (!places.has(figure)) {
    button.textContent = "show these vectors to the doctor";
    button.addEventListener("click", () => open(figure));
  }
  places.set(figure, { button, examined });
  return [button];
}
