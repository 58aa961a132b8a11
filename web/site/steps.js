// Steps beside a figure, and buttons in the text, that set the figure's state. The attribute
// data-set="position=37 part=sine" sets parameters of the figure and of its group by attribute
// name; a name alone resets a parameter.
import { figuresIn } from "./figures.js";

/** @typedef {any} Figure a figure element, possibly not yet defined */

/** The line at which a step becomes the current one, in percent from the top of the window. */
const LINE_BESIDE = 55;
/** The same, if the figure is above the steps. */
const LINE_BELOW = 85;
/** Pixels, more than the height of any page. */
const BEYOND_PAGE = 1_000_000;
const FIGURE_ABOVE = "(width < 56.25rem) and (height >= 37.5rem)";

/**
 * The values that a data-set attribute sets in a figure, by property name.
 * @param {Figure} figure @param {string} text
 * @returns {Record<string, unknown>}
 */
export function patchFor(figure, text) {
  const { namesByAttribute, spec } = figure.constructor;
  const { initial } = figure.shared;
  const state = spec.state ?? {};
  /** @type {Record<string, unknown>} */
  const patch = {};
  for (const part of text.trim().split(/\s+/).filter(Boolean)) {
    const at = part.indexOf("=");
    const attribute = at < 0 ? part : part.slice(0, at);
    const value = at < 0 ? undefined : part.slice(at + 1);
    const name = namesByAttribute[attribute] ?? attribute;
    if (name in state) patch[name] = value === undefined ? state[name] : Number(value);
    else if (value !== undefined) patch[name] = value;
    // Resets to the page's value: setting properties does not change the attribute.
    else patch[name] = name in initial ? initial[name] : figure.getAttribute(attribute);
  }
  return patch;
}

/** The latest data-set for each figure that is not defined yet. @type {WeakMap<Element, string>} */
const latest = new WeakMap();

/** @param {Figure} figure @param {string} text */
async function setFigure(figure, text) {
  latest.set(figure, text);
  await customElements.whenDefined(figure.localName);
  if (latest.get(figure) !== text) return;
  latest.delete(figure);
  figure.set(patchFor(figure, text));
}

/** @typedef {{ block: Element, figure: Figure, steps: Element[] }} Led */

/** Lets each step set the figure when it reaches the line. @param {Document} page */
export function followSteps(page) {
  const aboveQuery = matchMedia(FIGURE_ABOVE);
  watchInput();
  const leds = [...page.querySelectorAll(".led")].flatMap((block) => {
    const [figure] = figuresIn(block);
    const steps = [...block.querySelectorAll(".step")];
    return figure && steps.length > 0 ? [{ block, figure, steps }] : [];
  });
  const isCurrent = (/** @type {Element} */ step) => step.classList.contains("current");
  const set = (/** @type {Led} */ { figure, steps }) => {
    // Scrolling to the buttons that share a figure must not change what they share.
    if (!isHeld && !figure.view?.isSharing)
      setFigure(figure, steps.find(isCurrent)?.getAttribute("data-set") ?? "");
  };
  // Steps that begin above the line; kept, so that a jump over several steps works.
  /** @type {Set<Element>} */
  const reached = new Set();
  const update = (/** @type {Led} */ led) => {
    const step = led.steps.findLast((step) => reached.has(step)) ?? led.steps[0];
    if (isCurrent(step)) return false;
    for (const other of led.steps) other.classList.toggle("current", other === step);
    set(led);
    step.dispatchEvent(new CustomEvent("phasor-step", { bubbles: true }));
    return true;
  };
  // Chapters share parameters, so only those in view set theirs, and again when they return.
  /** @type {Set<Led>} */
  const visible = new Set();
  const blockObserver = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const led = leds.find(({ block }) => block === target);
      if (!led) continue;
      visible[isIntersecting ? "add" : "delete"](led);
      if (isIntersecting && !update(led)) set(led);
    }
  });
  for (const { block, steps } of leds) {
    steps[0].classList.add("current");
    blockObserver.observe(block);
  }
  /** @type {IntersectionObserver | undefined} */
  let lineObserver;
  const observeLine = () => {
    lineObserver?.disconnect();
    reached.clear();
    const line = aboveQuery.matches ? LINE_BELOW : LINE_BESIDE;
    lineObserver = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          reached[isIntersecting ? "add" : "delete"](target);
        for (const led of visible) update(led);
      },
      { rootMargin: `${BEYOND_PAGE}px 0px -${100 - line}% 0px` },
    );
    for (const { steps } of leds) for (const step of steps) lineObserver.observe(step);
  };
  aboveQuery.addEventListener("change", observeLine);
  observeLine();
  // Resets the figures before they draw themselves for printing.
  addEventListener("beforeprint", () => leds.forEach(reset), { capture: true });
  addEventListener("afterprint", () => leds.forEach(set));
}

/** Resets all parameters that a block's steps set. @param {Led} led */
function reset({ figure, steps }) {
  if (!figure.matches(":defined")) return;
  const parts = steps.flatMap((step) => (step.getAttribute("data-set") ?? "").split(/\s+/));
  const text = [...new Set(parts.map((part) => part.split("=")[0]))].join(" ");
  figure.set(patchFor(figure, text), { ease: false });
}

/** Whether steps leave figures as a link, or a button that scrolled to its figure, has set them: until the reader's next input. */
let isHeld = false;

function watchInput() {
  const holdIfLinked = () => {
    isHeld = location.hash.includes("=");
  };
  const release = () => {
    isHeld = false;
  };
  holdIfLinked();
  addEventListener("hashchange", holdIfLinked);
  for (const type of ["wheel", "touchmove", "keydown", "pointerdown"])
    addEventListener(type, release, { passive: true, capture: true });
}

/** @param {Element} button @returns {Figure} the figure of the block or chapter that is around or before the button, or else the first */
export function figureFor(button) {
  const figures = figuresIn(
    button.closest(".led") ?? button.closest("section") ?? button.ownerDocument,
  );
  const enclosing = figures.find((figure) => figure.closest("figure")?.contains(button));
  if (enclosing) return enclosing;
  const preceding = figures.filter(
    (figure) => button.compareDocumentPosition(figure) & Node.DOCUMENT_POSITION_PRECEDING,
  );
  return preceding.at(-1) ?? figures[0];
}

/** Brings a figure into view if less than half of it is. @param {Figure} figure */
function bringIntoView(figure) {
  const { top, bottom, height } = figure.getBoundingClientRect();
  const visibleHeight = Math.min(bottom, innerHeight) - Math.max(top, 0);
  if (visibleHeight >= Math.min(height, innerHeight) / 2) return;
  isHeld = true;
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  figure.scrollIntoView({ block: "center", behavior: isStill ? "instant" : "smooth" });
}

/** Lets each <button class="do"> set its figure. @param {Document} page */
export function enableButtons(page) {
  // Words of a sentence are read without scripts, too.
  for (const word of /** @type {NodeListOf<HTMLButtonElement>} */ (
    page.querySelectorAll("button.do:disabled")
  ))
    word.disabled = false;
  page.addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest?.("button.do");
    const figure = button && figureFor(button);
    if (!button || !figure) return;
    bringIntoView(figure);
    setFigure(figure, button.getAttribute("data-set") ?? "");
  });
}
