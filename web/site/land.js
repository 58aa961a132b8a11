// Scrolls to a place on the page, and keeps it in view while figures above it change height.

/** Most milliseconds for which the place is kept in view. */
const MAX_HOLD_MS = 6000;

/** @type {(() => void) | undefined} */
let leave;

/** Scrolls to an element and keeps it there until the reader does something. @param {Element | null | undefined} target */
export function land(target) {
  leave?.();
  if (!target) return;
  const go = () => target.scrollIntoView({ block: "start", behavior: "instant" });
  const sizes = new ResizeObserver(go);
  sizes.observe(document.body);
  const controller = new AbortController();
  const end = () => {
    sizes.disconnect();
    controller.abort();
    clearTimeout(timer);
  };
  for (const type of ["wheel", "touchstart", "pointerdown", "keydown"]) {
    addEventListener(type, end, { signal: controller.signal, passive: true, capture: true });
  }
  const timer = setTimeout(end, MAX_HOLD_MS);
  leave = end;
  go();
}
