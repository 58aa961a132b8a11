// Pointer, touch, wheel and keys on a drawing: handles are dragged, panels tapped and pointed at,
// positions zoomed. The wheel scrolls the page unless Ctrl is down (as when a trackpad is pinched); a
// finger on a handle drags it, elsewhere it scrolls the page.
import { clamp } from "../state/parameters.js";
import { distanceTo } from "./handles.js";
import { covers } from "./layout.js";
import { zoomSpan } from "./zoom.js";

/** @import { FigureElement } from "./element.js" */
/** @import { Drag, Handle, Patch, Placed, Plot } from "./types.js" */
/** @import { Target, HandleElements } from "./handles.js" */

/** A press that moves fewer pixels than this is a tap. */
const TAP_PIXELS = 4;
const ZOOM_PER_PIXEL = 0.01;
/** Pixels around words in which a tap still counts as a tap on them. */
const WORD_MARGIN = 3;

/** @typedef {{ target: Target, id: number, from: { x: number, y: number }, grip: { x: number, y: number }, begin: any, saved: unknown, turn: number, lastAngle: number, element?: HTMLElement, patch?: Patch }} Dragging */

/**
 * @param {HTMLElement} stage if a panel zooms, its `touch-action` leaves pinching to the figure
 * @param {HandleElements} elements
 * @param {FigureElement} figure
 * @param {{ panels: Placed[], targets: Target[] }} drawn the panels and handles, as they were drawn last
 * @returns {() => void} removes the listeners
 */
export function listen(stage, elements, figure, drawn) {
  /** @type {Dragging | undefined} */
  let drag;
  /** @type {{ x: number, y: number, id: number } | undefined} */
  let press;
  /** Fingers that are down. @type {Map<number, { x: number, y: number }>} */
  const fingers = new Map();
  /** The state when a handle took the focus. */
  let focused = /** @type {{ element: EventTarget | null, saved: unknown } | undefined} */ (
    undefined
  );
  const controller = new AbortController();
  const { signal } = controller;

  const placeOf = (/** @type {{ clientX: number, clientY: number }} */ event) => {
    const box = stage.getBoundingClientRect();
    // A page may scale the figure, as slide decks do.
    const scale = box.width / Number.parseFloat(getComputedStyle(stage).width) || 1;
    return { x: (event.clientX - box.left) / scale, y: (event.clientY - box.top) / scale };
  };
  const nearestTarget = (/** @type {{ x: number, y: number }} */ { x, y }) => {
    let best;
    let minDistance = Number.POSITIVE_INFINITY;
    for (const target of drawn.targets) {
      const distance = distanceTo(target, x, y);
      // Where two overlap, the later one is on top.
      if (distance < Number.POSITIVE_INFINITY && distance <= minDistance)
        [best, minDistance] = [target, distance];
    }
    return best;
  };
  const panelAt = (/** @type {{ x: number, y: number }} */ { x, y }, margin = 0) =>
    drawn.panels.find(({ plot }) => covers(plot.frame, x, y, margin));
  /** The handle that a press takes: the nearest, or the one that its panel names. */
  const grabAt = (/** @type {{ x: number, y: number }} */ at) => {
    const nearest = nearestTarget(at);
    if (nearest) return { target: nearest, jump: false };
    const placed = panelAt(at);
    const target =
      placed?.panel.press &&
      drawn.targets.find(
        ({ plot, handle }) => plot === placed.plot && handle.name === placed.panel.press,
      );
    return target ? { target, jump: true } : undefined;
  };

  /** @param {PointerEvent} event */
  const onDown = (event) => {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    const at = placeOf(event);
    // A mouse may be released outside the figure; a finger's release always arrives here.
    if (event.pointerType === "touch") fingers.set(event.pointerId, at);
    if (fingers.size > 1) {
      cancel();
      press = undefined;
      return;
    }
    press = { ...at, id: event.pointerId };
    const grabbed = grabAt(at);
    // A touch that starts away from the handles may be a scroll, so only a tap moves a handle
    // there.
    if (!grabbed || (grabbed.jump && event.pointerType === "touch")) return;
    begin(grabbed.target, event.pointerId, at, grabbed.jump);
    // So that a slide deck does not treat the drag as a swipe.
    event.stopPropagation();
    if (event.pointerType !== "touch") event.preventDefault();
    if (grabbed.jump) move(at);
  };

  /** @param {Target} target @param {number} id @param {{ x: number, y: number }} at @param {boolean} jump */
  const begin = (target, id, at, jump) => {
    const centre = target.handle.centre;
    const angle = centre ? angleAbout(target.plot, centre, at) : 0;
    const { dx = 0, dy = 0 } = target.handle;
    const { unit } = target.plot;
    const element = elements.elementOf(target.key);
    drag = {
      target,
      id,
      from: at,
      // Relative to the place of its value, as the handle may be drawn beside it.
      grip: jump
        ? { x: 0, y: 0 }
        : { x: target.x - dx * unit - at.x, y: target.y - dy * unit - at.y },
      begin: { ...figure.p },
      saved: figure.saveState(),
      turn: 0,
      lastAngle: angle,
      element,
    };
    figure.hover(undefined);
    capture(stage, id);
    stage.classList.add("grabbing");
    element?.focus({ preventScroll: true });
    focused = { element: element ?? null, saved: drag.saved };
  };

  /** @param {{ x: number, y: number }} at */
  const move = (at) => {
    if (!drag) return;
    const { target, from, grip } = drag;
    const { handle, plot } = target;
    if (handle.centre) {
      const angle = angleAbout(plot, handle.centre, at);
      const step = angle - drag.lastAngle;
      drag.turn += step - 2 * Math.PI * Math.round(step / (2 * Math.PI));
      drag.lastAngle = angle;
    }
    const x = plot.x.of(at.x + grip.x);
    const y = plot.y.of(at.y + grip.y);
    drag.patch = handle.drag
      ? handle.drag({
          x,
          y,
          dx: at.x - from.x,
          dy: at.y - from.y,
          turn: drag.turn,
          begin: drag.begin,
          plot,
        })
      : dragPatch(handle, x, y, drag.turn);
    figure.change(drag.patch, true);
  };

  /** @param {boolean} commit */
  const end = (commit) => {
    if (!drag) return;
    const { patch, saved, target } = drag;
    drag = undefined;
    stage.classList.remove("grabbing");
    if (commit)
      figure.change(target.handle.drop ? { ...patch, ...target.handle.drop(patch) } : patch, false);
    else figure.restore(saved);
  };
  const cancel = () => end(false);

  /** @param {PointerEvent} event */
  const onMove = (event) => {
    const at = placeOf(event);
    const before = fingers.get(event.pointerId);
    if (before) fingers.set(event.pointerId, at);
    if (fingers.size > 1 && before) return pinch(event.pointerId, before, at);
    if (drag) {
      if (event.pointerId !== drag.id) return;
      event.stopPropagation();
      move(at);
      return;
    }
    if (event.pointerType === "touch") return;
    stage.classList.toggle("over", Boolean(nearestTarget(at)));
    const placed = panelAt(at);
    figure.hover(placed?.panel.point?.(placed.plot.x.of(at.x), placed.plot.y.of(at.y)));
  };

  /** @param {number} id @param {{ x: number, y: number }} before @param {{ x: number, y: number }} now */
  const pinch = (id, before, now) => {
    const other = [...fingers].find(([finger]) => finger !== id)?.[1];
    if (!other) return;
    const spread = (/** @type {{ x: number, y: number }} */ finger) =>
      Math.max(Math.hypot(finger.x - other.x, finger.y - other.y), 1);
    zoom(spread(now) / spread(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
  };

  /** @param {number} factor @param {{ x: number, y: number }} at */
  const zoom = (factor, at) => {
    const placed = panelAt(at, 10);
    const axis = placed?.panel.zoom;
    if (!placed || !axis) return false;
    figure.change({ span: zoomSpan(figure, factor, placed.plot[axis].of(at[axis])) });
    return true;
  };

  /** @param {PointerEvent} event */
  const onUp = (event) => {
    const at = placeOf(event);
    fingers.delete(event.pointerId);
    if (drag && event.pointerId === drag.id) {
      event.stopPropagation();
      const isTap = Math.hypot(at.x - drag.from.x, at.y - drag.from.y) < TAP_PIXELS;
      end(true);
      if (!isTap) press = undefined;
    }
    if (
      press &&
      event.pointerId === press.id &&
      Math.hypot(at.x - press.x, at.y - press.y) < TAP_PIXELS
    )
      tap(at);
    press = undefined;
  };

  /** @param {{ x: number, y: number }} at */
  const tap = (at) => {
    const placed = panelAt(at);
    if (!placed) return;
    const { panel, plot } = placed;
    const words = plot.taken?.find((place) => place.tap && covers(place, at.x, at.y, WORD_MARGIN));
    const patch = words?.tap ?? panel.tap?.(plot.x.of(at.x), plot.y.of(at.y), plot);
    if (patch) return figure.change(patch, false);
    const grabbed = grabAt(at);
    if (grabbed?.jump) {
      begin(grabbed.target, -1, at, true);
      move(at);
      end(true);
    }
  };

  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      // With nothing to undo, Escape is left to the page, for example to close a dialog.
      if (!focused || !elements.targetOf(focused.element) || !figure.differs(focused.saved)) return;
      figure.restore(focused.saved);
      claim(event);
      return;
    }
    figure.catchUp();
    const target = elements.targetOf(event.composedPath()[0]);
    const patch = target && keyPatch(target, event);
    if (!patch) return;
    claim(event);
    figure.change(patch, false);
  };

  /** Undoes a drag wherever the focus is, because some handles cannot have the focus. @param {KeyboardEvent} event */
  const onEscape = (event) => {
    if (!drag || event.key !== "Escape") return;
    cancel();
    claim(event);
  };

  /** @param {FocusEvent} event */
  const onFocus = (event) => {
    if (!drag) focused = { element: event.composedPath()[0], saved: figure.saveState() };
  };

  /** @param {WheelEvent} event */
  const onWheel = (event) => {
    if (!event.ctrlKey) return;
    const lines = event.deltaMode === 1 ? 16 : 1;
    const turn = clamp(event.deltaY * lines, -100, 100);
    if (zoom(Math.exp(-turn * ZOOM_PER_PIXEL), placeOf(event))) event.preventDefault();
  };

  /** When a page moves the figure, it loses the pointer, which may be released elsewhere. @param {PointerEvent} event */
  const onLost = ({ pointerId }) => {
    if (stage.hasPointerCapture(pointerId)) return;
    fingers.delete(pointerId);
    if (drag?.id === pointerId) end(true);
  };

  /** A finger on a handle drags it and does not scroll. @param {TouchEvent} event */
  const onTouch = (event) => {
    if (event.cancelable && event.touches.length === 1 && nearestTarget(placeOf(event.touches[0])))
      claim(event);
  };

  stage.addEventListener("pointerdown", onDown, { signal });
  stage.addEventListener("pointermove", onMove, { signal });
  stage.addEventListener("pointerup", onUp, { signal });
  stage.addEventListener(
    "pointercancel",
    (event) => {
      fingers.delete(event.pointerId);
      press = undefined;
      // A palm beside a pen is cancelled, too.
      if (drag?.id === event.pointerId) cancel();
    },
    { signal },
  );
  stage.addEventListener(
    "pointerleave",
    () => {
      if (!drag) figure.hover(undefined);
    },
    { signal },
  );
  stage.addEventListener("keydown", onKey, { signal });
  stage.ownerDocument.addEventListener("keydown", onEscape, { signal, capture: true });
  stage.ownerDocument.addEventListener("lostpointercapture", onLost, { signal });
  stage.addEventListener("focusin", onFocus, { signal });
  stage.addEventListener("wheel", onWheel, { signal, passive: false });
  stage.addEventListener("touchstart", onTouch, { signal, passive: false });
  return () => controller.abort();
}

/** Marks an event as handled, so that the page does not act on it. @param {Event} event */
function claim(event) {
  event.preventDefault();
  event.stopPropagation();
}

/** @param {HTMLElement} stage @param {number} id */
function capture(stage, id) {
  try {
    stage.setPointerCapture(id);
  } catch {
    // A pointer that is already gone, or that a script created, cannot be captured.
  }
}

/** @param {Plot} plot @param {{ x: number, y: number }} centre @param {{ x: number, y: number }} at clockwise from the top */
const angleAbout = (plot, centre, at) =>
  Math.atan2(at.x - plot.x.at(centre.x), plot.y.at(centre.y) - at.y);

/** A number within a handle's limits. @param {number} value @param {Pick<Handle, "min" | "max">} limits */
const clampTo = (value, { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }) =>
  clamp(value, min, max);

/** @param {Handle} handle @param {number} x @param {number} y @param {number} turn */
function dragPatch(handle, x, y, turn) {
  const { along = "x", value = 0, perTurn = 0, set, other } = handle;
  const turned = value + (turn / (2 * Math.PI)) * perTurn;
  const patch = set?.(clampTo(along === "turn" ? turned : along === "y" ? y : x, handle));
  return along === "both" ? { ...patch, ...other?.set?.(clampTo(y, other)) } : patch;
}

/** @param {Target} target @param {KeyboardEvent} event */
function keyPatch({ handle, plot }, { key, shiftKey }) {
  const vertical = key === "ArrowUp" || key === "ArrowDown";
  const moved = vertical && handle.other ? handle.other : handle;
  const { value = 0, step = 1, set } = moved;
  const stride = moved.stride ?? 10 * step;
  const amount = shiftKey ? stride : step;
  // Where numbers increase down the screen, the up arrow decreases them.
  const isHorizontal = handle.along !== "y" && !handle.other;
  const upward = isHorizontal || plot.y.size < 0 ? amount : -amount;
  const change = /** @type {Record<string, number>} */ ({
    ArrowLeft: -amount,
    ArrowRight: amount,
    ArrowUp: upward,
    ArrowDown: -upward,
    PageDown: -stride,
    PageUp: stride,
    Home: Number.NEGATIVE_INFINITY,
    End: Number.POSITIVE_INFINITY,
  })[key];
  // A value that is easing to a whole number counts as that number.
  const from = Number.isInteger(step) ? Math.round(value) : value;
  return change === undefined ? undefined : set?.(clampTo(from + change, moved));
}
