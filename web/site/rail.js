// Shows where the reader is: the chapter and the step in the rail, and five hands in the bar that
// turn as the page scrolls.
import { frequencies } from "../phasor/index.js";

const HANDS = 5;
/** Small enough that the slowest hand, too, turns visibly over the page. */
const BASE = 120;

/** @param {Document} page */
export function keepPlace(page) {
  const bar = /** @type {HTMLElement} */ (page.querySelector(".bar"));
  const rail = /** @type {HTMLElement} */ (page.querySelector(".rail"));
  const where = /** @type {HTMLElement} */ (bar.querySelector(".where"));
  const hands = /** @type {SVGElement[]} */ ([...bar.querySelectorAll(".hands .hand")]);
  const first = /** @type {HTMLElement} */ (page.querySelector("main > :first-child"));
  const marks = new Map(
    [...page.querySelectorAll(".rail li:not(.part)")].map((mark) => [
      mark.querySelector("a")?.hash.slice(1) ?? "",
      mark,
    ]),
  );
  const speeds = turning();

  /** @param {Element} [section] the chapter; none above the first */
  const enter = (section) => {
    let done = section !== undefined;
    for (const [id, mark] of marks) {
      const current = id === section?.id;
      if (current) done = false;
      mark.classList.toggle("current", current);
      mark.classList.toggle("done", done);
      const link = mark.querySelector("a");
      if (current) link?.setAttribute("aria-current", "true");
      else link?.removeAttribute("aria-current");
    }
    if (!section) return;
    // If the rail is longer than the window, scrolls it to the current chapter.
    const mark = marks.get(section.id);
    if (mark && rail.scrollHeight > rail.clientHeight)
      rail.scrollTop = /** @type {HTMLElement} */ (mark).offsetTop - rail.clientHeight / 2;
    where.textContent = marks.get(section.id)?.querySelector("a span")?.textContent ?? "";
    stepped(section);
  };
  const isCurrent = (/** @type {Element} */ { id }) => marks.get(id)?.classList.contains("current");
  const stepped = (/** @type {Element} */ section) => {
    const steps = [...section.querySelectorAll(".step")];
    const now = steps.findLastIndex((step) => step.classList.contains("current"));
    const pips = marks.get(section.id)?.querySelectorAll(".pips i") ?? [];
    pips.forEach((pip, n) => {
      pip.classList.toggle("done", n <= now);
    });
  };
  const observer = new IntersectionObserver(
    (entries) => {
      const left = entries.some(
        ({ target, isIntersecting }) => !isIntersecting && isCurrent(target),
      );
      const entered = entries.find(({ isIntersecting }) => isIntersecting);
      if (entered) enter(entered.target);
      else if (left) enter();
    },
    { rootMargin: "-40% 0px -60% 0px" },
  );
  for (const section of page.querySelectorAll("main section")) observer.observe(section);
  page.addEventListener("phasor-step", (event) => {
    const section = /** @type {Element} */ (event.target).closest("section");
    if (section) stepped(section);
  });
  new IntersectionObserver((entries) => {
    const { isIntersecting } = entries[entries.length - 1];
    bar.classList.toggle("past", !isIntersecting);
  }).observe(first);

  let due = false;
  const turn = () => {
    due = false;
    const windows = scrollY / innerHeight;
    hands.forEach((hand, n) => {
      hand.style.rotate = `${(windows * speeds[n] * 180) / Math.PI}deg`;
    });
  };
  addEventListener(
    "scroll",
    () => {
      if (!due) requestAnimationFrame(turn);
      due = true;
    },
    { passive: true },
  );
  turn();
}

/** Radians that each hand turns per window height; 0 without WebAssembly. */
function turning() {
  try {
    return frequencies(2 * HANDS, { base: BASE });
  } catch {
    return new Float64Array(HANDS);
  }
}
