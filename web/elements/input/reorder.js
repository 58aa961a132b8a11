// Dragging the items of a list that lies in lines, as words do.

/**
 * The place of an item that is held at a point: how many of the others come before the point.
 * @param {DOMRect[]} boxes of all items @param {number} held @param {number} x @param {number} y
 */
export function placeAt(boxes, held, x, y) {
  const before = (/** @type {DOMRect} */ box) =>
    y > box.bottom || (y >= box.top && x > box.left + box.width / 2);
  return boxes.filter((box, n) => n !== held && before(box)).length;
}

/**
 * @typedef {object} Reorder
 * @property {(place: number) => void} hold an item is pressed
 * @property {(from: number, to: number) => void} move
 * @property {() => void} release
 */

/**
 * Handlers for the pointer on a list, which keeps it while an item is held: items may come and go.
 * @param {Reorder} reorder
 */
export function dragging({ hold, move, release }) {
  /** @type {number | undefined} */
  let held;
  const end = () => {
    if (held === undefined) return;
    held = undefined;
    release();
  };
  return {
    /** @param {PointerEvent} event */
    down(event) {
      const list = /** @type {HTMLElement} */ (event.currentTarget);
      const at = [...list.children].findIndex((item) => event.composedPath().includes(item));
      if (at < 0 || event.button !== 0) return;
      held = at;
      list.setPointerCapture(event.pointerId);
      hold(at);
    },
    /** @param {PointerEvent} event */
    move(event) {
      if (held === undefined) return;
      const list = /** @type {HTMLElement} */ (event.currentTarget);
      const boxes = [...list.children].map((item) => item.getBoundingClientRect());
      const to = placeAt(boxes, held, event.clientX, event.clientY);
      if (to === held) return;
      const from = held;
      held = to;
      move(from, to);
    },
    end,
  };
}
