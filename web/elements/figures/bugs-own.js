// The section of <phasor-bugs> for the reader's own file: dropped, pasted or chosen. The code that
// reads files is loaded when the reader opens the section or provides a file.
import { listenForFiles } from "../core/files.js";
import { button, create } from "../core/html.js";
import { diagnosis } from "./bugs-doctor.js";

/** @import { FigureElement } from "../core/element.js" */

/** @typedef {typeof import("./bugs-diagnosis.js")} Diagnosis */
/** Work to do once the code that reads files is loaded. @typedef {(diagnosis: Diagnosis) => void | Promise<void>} Task */

/** @type {WeakMap<FigureElement, Task>} */
const tasks = new WeakMap();

/** @param {FigureElement} figure @param {Task} task */
function run(figure, task) {
  if (diagnosis.module) return task(diagnosis.module);
  tasks.set(figure, task);
  return figure.redraw();
}

/**
 * Shows a file's contents instead of the cards' table or rotation; a configuration sets the
 * expected rotation.
 * @param {FigureElement} figure @param {Uint8Array | ArrayBuffer | Blob} file @param {string} name
 */
export async function read(figure, file, name) {
  /** @type {Task} */
  const task = (diagnosis) => diagnosis.read(figure, file, name);
  run(figure, task);
  const module = await diagnosis.load().catch(() => undefined);
  if (!module || tasks.get(figure) !== task) return;
  tasks.delete(figure);
  await task(module);
}

/** @param {FigureElement} figure */
function createSection(figure) {
  const words = create("p", { role: "status" });
  const retry = button(diagnosis.button.name, () => diagnosis.loadFor(figure));
  const element = /** @type {HTMLDetailsElement} */ (
    create("details", { class: "controls" }, [
      create("summary", {}, ["your own file"]),
      words,
      retry,
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
      const { ownTable, rotation, config, complaint, later } = figure.p;
      const task = tasks.get(figure);
      if (ownTable || rotation || complaint || config.trim() || task) element.open = true;
      const { module } = diagnosis;
      if (!element.open) return false;
      if (!module) {
        words.textContent = later === "missing" ? diagnosis.problem : diagnosis.loading;
        retry.hidden = later !== "missing";
        return task ?? "open";
      }
      if (!update) {
        words.remove();
        retry.remove();
        update = module.contentFor(figure, element);
      }
      update();
      tasks.delete(figure);
      task?.(module);
      return true;
    },
  };
}

/** @type {WeakMap<FigureElement, ReturnType<typeof createSection>>} */
const sections = new WeakMap();

/**
 * The elements below the drawing, and why they need the diagnosis module; false: they do not.
 * @param {FigureElement} figure @returns {{ nodes: Node[], reason: unknown }}
 */
export function ownFile(figure) {
  const section = sections.get(figure) ?? createSection(figure);
  sections.set(figure, section);
  return { reason: section.update(), nodes: [section.element] };
}
