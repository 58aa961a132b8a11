// Shows where the reader is: the chapter and the step in the rail, and five hands in the bar that
// turn as the page scrolls.
import { frequencies } from "../phasor/index.js";

const HANDS = 5;
/** Small enough that the slowest hand, too, turns visibly over the page. */
const BASE = 120;

/** @param {Document} page */
export function trackPlace(page) {
  const bar = /** @type {HTMLElement} */ (page.querySelector(".bar"));
  const rail = /** @type {HTMLElement} */ (page.querySelector(".rail"));
  const label = /** @type {HTMLElement} */ (bar.querySelector(".where"));
  const hands = /** @type {SVGElement[]} */ ([...bar.querySelectorAll(".hands .hand")]);
  const first = /** @type {HTMLElement} */ (page.querySelector("main > :first-child"));
  const items = new Map(
    [...page.querySelectorAll(".rail li:not(.part)")].map((item) => [
      item.querySelector("a")?.hash.slice(1) ?? "",
      item,
    ]),
  );
  const speeds = handSpeeds();

  /** @param {Element} [section] the chapter; none above the first */
  const showChapter = (section) => {
    let isDone = section !== undefined;
    for (const [id, item] of items) {
      const current = id === section?.id;
      if (current) isDone = false;
      item.classList.toggle("current", current);
      item.classList.toggle("done", isDone);
      const link = item.querySelector("a");
      if (current) link?.setAttribute("aria-current", "true");
      else link?.removeAttribute("aria-current");
    }
    if (!section) return;
    // If the rail is longer than the window, scrolls it to the current chapter.
    const item = items.get(section.id);
    if (item && rail.scrollHeight > rail.clientHeight)
      rail.scrollTop = /** @type {HTMLElement} */ (item).offsetTop - rail.clientHeight / 2;
    label.textContent = items.get(section.id)?.querySelector("a span")?.textContent ?? "";
    showSteps(section);
  };
  const isCurrent = (/** @type {Element} */ { id }) => items.get(id)?.classList.contains("current");
  const showSteps = (/** @type {Element} */ section) => {
    const steps = [...section.querySelectorAll(".step")];
    const index = steps.findLastIndex((step) => step.classList.contains("current"));
    const pips = items.get(section.id)?.querySelectorAll(".pips i") ?? [];
    pips.forEach((pip, n) => {
      pip.classList.toggle("done", n <= index);
    });
  };
  const observer = new IntersectionObserver(
    (entries) => {
      const hasLeft = entries.some(
        ({ target, isIntersecting }) => !isIntersecting && isCurrent(target),
      );
      const entered = entries.find(({ isIntersecting }) => isIntersecting);
      if (entered) showChapter(entered.target);
      else if (hasLeft) showChapter();
    },
    { rootMargin: "-40% 0px -60% 0px" },
  );
  for (const section of page.querySelectorAll("main section")) observer.observe(section);
  page.addEventListener("phasor-step", (event) => {
    const section = /** @type {Element} */ (event.target).closest("section");
    if (section) showSteps(section);
  });
  new IntersectionObserver((entries) => {
    const { isIntersecting } = entries[entries.length - 1];
    bar.classList.toggle("past", !isIntersecting);
  }).observe(first);

  let isScheduled = false;
  const turnHands = () => {
    isScheduled = false;
    const screens = scrollY / innerHeight;
    hands.forEach((hand, n) => {
      hand.style.rotate = `${(screens * speeds[n] * 180) / Math.PI}deg`;
    });
  };
  addEventListener(
    "scroll",
    () => {
      if (!isScheduled) requestAnimationFrame(turnHands);
      isScheduled = true;
    },
    { passive: true },
  );
  turnHands();
}

/** Radians that each hand turns per window height; 0 without WebAssembly. */
function handSpeeds() {
  try {
    return frequencies(2 * HANDS, { base: BASE });
  } catch {
    return new Float64Array(HANDS);
  }
}
