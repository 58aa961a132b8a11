// One animation frame for all figures of the page.

/** @typedef {{ frame: (time: number) => void }} Drawn */

/** @type {Set<Drawn>} */
const due = new Set();
let requested = false;

/** Requests that a figure be drawn in the next frame. @param {Drawn} figure */
export function requestFrame(figure) {
  due.add(figure);
  if (requested) return;
  requested = true;
  requestAnimationFrame(runFrame);
}

/** @param {number} time */
function runFrame(time) {
  requested = false;
  const figures = [...due];
  due.clear();
  for (const figure of figures) figure.frame(time);
}

/** @param {Drawn} figure */
export const cancelFrame = (figure) => due.delete(figure);
