// Scrolls to a place on the page, and keeps it in view while figures above it change height.

/** Most milliseconds for which the place is kept in view. */
const MAX_HOLD_MS = 6000;

/** @type {(() => void) | undefined} */
let stopHolding;

/** Scrolls to an element and keeps it there until the reader does something. @param {Element | null | undefined} target */
export function land(target) {
  stopHolding?.();
  if (!target) return;
  const scroll = () => target.scrollIntoView({ block: "start", behavior: "instant" });
  const observer = new ResizeObserver(scroll);
  observer.observe(document.body);
  const controller = new AbortController();
  const stop = () => {
    observer.disconnect();
    controller.abort();
    clearTimeout(timer);
  };
  for (const type of ["wheel", "touchstart", "pointerdown", "keydown"]) {
    addEventListener(type, stop, { signal: controller.signal, passive: true, capture: true });
  }
  const timer = setTimeout(stop, MAX_HOLD_MS);
  stopHolding = stop;
  scroll();
}
