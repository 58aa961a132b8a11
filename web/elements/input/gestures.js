// Pointer, touch and wheel on a figure. The wheel scrolls the page unless Ctrl is down (which is
// also how a pinch on a trackpad arrives); one finger marks, and scrolls the page up and down; two
// fingers move and zoom.

/**
 * All coordinates are CSS pixels from the target's top left corner.
 * @typedef {object} Gestures
 * @property {(x: number, y: number) => void} point the pointer is here
 * @property {() => void} leave it is no longer
 * @property {(x: number, y: number) => void} pick a click or a tap
 * @property {(dx: number, dy: number) => void} [drag] the data follow the pointer by so much
 * @property {(factor: number, x: number, y: number) => void} [zoom] above 1: closer
 */

/** A press that moves less than this is a click. */
const STILL = 4;
const WHEEL_SPEED = 0.01;

/**
 * @param {HTMLElement} target with `touch-action: pan-y`
 * @param {Gestures} gestures
 * @returns {() => void} ends it
 */
export function listen(target, gestures) {
  /** Fingers and buttons that are down. @type {Map<number, { x: number, y: number }>} */
  const down = new Map();
  let moved = 0;
  let pinched = false;
  const controller = new AbortController();

  const place = (/** @type {MouseEvent} */ event) => {
    const box = target.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  /** @type {(event: PointerEvent) => void} */
  const onDown = (event) => {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    down.set(event.pointerId, place(event));
    pinched = down.size > 1;
    if (!pinched) moved = 0;
    if (event.pointerType === "touch") gestures.point(...xy(place(event)));
  };

  /** @type {(event: PointerEvent) => void} */
  const onMove = (event) => {
    const now = place(event);
    const before = down.get(event.pointerId);
    if (!before) {
      if (event.pointerType !== "touch") gestures.point(now.x, now.y);
      return;
    }
    down.set(event.pointerId, now);
    const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      pinch(before, now, other);
      return;
    }
    const still = moved < STILL;
    moved += Math.hypot(now.x - before.x, now.y - before.y);
    if (event.pointerType === "touch" || !gestures.drag) {
      gestures.point(now.x, now.y);
    } else if (moved >= STILL) {
      if (still) target.setPointerCapture(event.pointerId);
      gestures.drag(now.x - before.x, now.y - before.y);
    }
  };

  /**
   * @param {{ x: number, y: number }} before @param {{ x: number, y: number }} now
   * @param {{ x: number, y: number }} other the finger that rests
   */
  const pinch = (before, now, other) => {
    const apart = (/** @type {{ x: number, y: number }} */ finger) =>
      Math.max(Math.hypot(finger.x - other.x, finger.y - other.y), 1);
    gestures.drag?.((now.x - before.x) / 2, (now.y - before.y) / 2);
    gestures.zoom?.(apart(now) / apart(before), (now.x + other.x) / 2, (now.y + other.y) / 2);
  };

  /** @type {(event: PointerEvent) => void} */
  const onUp = (event) => {
    if (!down.delete(event.pointerId) || down.size > 0) return;
    const { x, y } = place(event);
    const touch = event.pointerType === "touch";
    // Where a finger that marks is lifted, the cursor stays.
    if (!pinched && (touch || moved < STILL)) gestures.pick(x, y);
    if (touch) gestures.leave();
  };

  /** @type {(event: PointerEvent) => void} */
  const onCancel = (event) => {
    down.delete(event.pointerId);
    gestures.leave();
  };

  /** @type {(event: WheelEvent) => void} */
  const onWheel = (event) => {
    if (!event.ctrlKey || !gestures.zoom) return;
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const turn = Math.min(Math.max(event.deltaY * lines, -100), 100);
    gestures.zoom(Math.exp(-turn * WHEEL_SPEED), ...xy(place(event)));
  };

  const { signal } = controller;
  target.addEventListener("pointerdown", onDown, { signal });
  target.addEventListener("pointermove", onMove, { signal });
  target.addEventListener("pointerup", onUp, { signal });
  target.addEventListener("pointercancel", onCancel, { signal });
  target.addEventListener("pointerleave", () => down.size === 0 && gestures.leave(), { signal });
  target.addEventListener("wheel", onWheel, { signal, passive: false });
  return () => controller.abort();
}

/** @param {{ x: number, y: number }} point @returns {[number, number]} */
const xy = ({ x, y }) => [x, y];
