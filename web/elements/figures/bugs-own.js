// The section of <phasor-bugs> for the reader's own file: dropped, pasted or chosen. The code that
// reads files is loaded when the reader opens the section or provides a file.
import { listenForFiles } from "../core/files.js";
import { button, create } from "../core/html.js";
import { diagnosis } from "./bugs-doctor.js";

/** @import { FigureElement } from "../core/element.js" */

/** @typedef {typeof import("./bugs-diagnosis.js")} Diagnosis */
/** Work to do once the code that reads files is loaded. @typedef {(diagnosis: Diagnosis) => void | Promise<void>} Errand */

/** @type {WeakMap<FigureElement, Errand>} */
const errands = new WeakMap();

/** @param {FigureElement} figure @param {Errand} errand */
function run(figure, errand) {
  if (diagnosis.module) return errand(diagnosis.module);
  errands.set(figure, errand);
  return figure.redraw();
}

/**
 * Shows a file's contents instead of the cards' table or rotation; a configuration sets the
 * expected rotation.
 * @param {FigureElement} figure @param {Uint8Array | ArrayBuffer | Blob} file @param {string} name
 */
export async function read(figure, file, name) {
  /** @type {Errand} */
  const errand = (diagnosis) => diagnosis.read(figure, file, name);
  run(figure, errand);
  const there = await diagnosis.load().catch(() => undefined);
  if (!there || errands.get(figure) !== errand) return;
  errands.delete(figure);
  await errand(there);
}

/** @param {FigureElement} figure */
function make(figure) {
  const words = create("p", { role: "status" });
  const again = button(diagnosis.button.name, () => diagnosis.loadFor(figure));
  const element = /** @type {HTMLDetailsElement} */ (
    create("details", { class: "controls" }, [
      create("summary", {}, ["your own file"]),
      words,
      again,
    ])
  );
  element.addEventListener("toggle", () => figure.redraw());
  listenForFiles(figure, {
    file: (file) => run(figure, (diagnosis) => diagnosis.open(figure, file)),
    text: (text) => {
      if (text.trim()) read(figure, new TextEncoder().encode(text), "pasted text");
    },
    over: (over) => figure.toggleAttribute("data-over", over),
  });
  /** @type {(() => void) | undefined} */
  let update;
  return {
    element,
    update() {
      const { ownTable, spun, config, complaint, later } = figure.p;
      const errand = errands.get(figure);
      if (ownTable || spun || complaint || config.trim() || errand) element.open = true;
      const { module } = diagnosis;
      if (!element.open) return false;
      if (!module) {
        words.textContent = later === "missing" ? diagnosis.problem : diagnosis.loading;
        again.hidden = later !== "missing";
        return errand ?? "open";
      }
      if (!update) {
        words.remove();
        again.remove();
        update = module.contentFor(figure, element);
      }
      update();
      errands.delete(figure);
      errand?.(module);
      return true;
    },
  };
}

/** @type {WeakMap<FigureElement, ReturnType<typeof make>>} */
const places = new WeakMap();

/**
 * The elements below the drawing, and why they need the diagnosis module; false: they do not.
 * @param {FigureElement} figure @returns {{ nodes: Node[], reason: unknown }}
 */
export function ownFile(figure) {
  const known = places.get(figure) ?? make(figure);
  places.set(figure, known);
  return { reason: known.update(), nodes: [known.element] };
}
