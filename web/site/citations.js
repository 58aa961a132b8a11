// Citations open their entry of the list of references in a popover, instead of leading away to it.

const POPOVER_GAP = 8;

/** @param {Document} page */
export function openCitations(page) {
  const box = page.createElement("div");
  // Older browsers follow the link to the list.
  if (!("popover" in box)) return;
  box.popover = "auto";
  box.className = "citation";
  page.body.append(box);
  /** How far the text has moved since the popover opened. */
  let distanceMoved = () => 0;
  page.addEventListener("click", (event) => {
    const link = /** @type {Element} */ (event.target).closest?.(".cite a");
    const entry = link && page.querySelector(/** @type {HTMLAnchorElement} */ (link).hash);
    if (!link || !entry) return;
    event.preventDefault();
    box.replaceChildren(...[...entry.childNodes].map((node) => node.cloneNode(true)));
    box.showPopover();
    const rectangle = link.getBoundingClientRect();
    distanceMoved = () => Math.abs(link.getBoundingClientRect().top - rectangle.top);
    placePopover(box, rectangle);
  });
  // A popover that stays where it was when the text moves on would belong to nothing. The event of a scroll that led to
  // the citation may come after the click.
  const hideIfMoved = () => {
    if (distanceMoved() > POPOVER_GAP) box.hidePopover();
  };
  addEventListener("scroll", hideIfMoved, { passive: true });
}

/** Below the citation, or above it if there is no room, and inside the window. @param {HTMLElement} box @param {DOMRect} link */
function placePopover(box, { left, top, bottom }) {
  const { offsetWidth, offsetHeight } = box;
  const { clientWidth, clientHeight } = document.documentElement;
  const fitsBelow = bottom + POPOVER_GAP + offsetHeight <= clientHeight;
  box.style.left = `${Math.max(POPOVER_GAP, Math.min(left, clientWidth - offsetWidth - POPOVER_GAP))}px`;
  box.style.top = `${fitsBelow ? bottom + POPOVER_GAP : Math.max(POPOVER_GAP, top - POPOVER_GAP - offsetHeight)}px`;
}
