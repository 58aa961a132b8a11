// One animation frame for all figures of the page.

/** @typedef {{ frame: (time: number) => void }} Drawn */

/** @type {Set<Drawn>} */
const due = new Set();
let requested = false;

/** Requests that a figure be drawn in the next frame. @param {Drawn} figure */
export function request(figure) {
  due.add(figure);
  if (requested) return;
  requested = true;
  requestAnimationFrame(run);
}

/** @param {number} time */
function run(time) {
  requested = false;
  const now = [...due];
  due.clear();
  for (const figure of now) figure.frame(time);
}

/** @param {Drawn} figure */
export const forget = (figure) => due.delete(figure);
