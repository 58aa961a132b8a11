// Scales formulas down to the width of the text.

/** Smallest scale of a formula; a formula that is still too wide scrolls. */
const MIN_SCALE = 0.66;

/** @param {HTMLElement} formula */
function shrink(formula) {
  formula.style.removeProperty("--fit");
  const { clientWidth, scrollWidth } = formula;
  if (scrollWidth <= clientWidth) return;
  const scale = Math.max((0.995 * clientWidth) / scrollWidth, MIN_SCALE);
  formula.style.setProperty("--fit", scale.toFixed(3));
}

const MATH = "http://www.w3.org/1998/Math/MathML";

/** Measures the space at the right of a root, in em: Chromium reserves it for the tallest root sign. @param {Document} page */
function measureRoots(page) {
  const [math, root, radicand] = ["math", "msqrt", "mi"].map((name) =>
    page.createElementNS(MATH, name),
  );
  radicand.textContent = "d";
  root.append(radicand);
  math.append(root);
  page.body.append(math);
  page.documentElement.style.setProperty("--root-room", "0");
  const room = root.getBoundingClientRect().right - radicand.getBoundingClientRect().right;
  const em = Number.parseFloat(getComputedStyle(root).fontSize);
  math.remove();
  page.documentElement.style.setProperty("--root-room", Math.max(room / em, 0).toFixed(3));
}

/** Fits the formulas near the viewport. @param {Document} page */
export function fitFormulas(page) {
  const resizeObserver = new ResizeObserver((entries) => {
    // In the next frame: an observer that resizes what it observes makes the window report an error.
    requestAnimationFrame(() => {
      for (const { target } of entries) shrink(/** @type {HTMLElement} */ (target));
    });
  });
  // The others are not observed: Firefox reports an error when their chapter is laid out in a frame
  // in which the size of a figure changes.
  const viewObserver = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) resizeObserver.observe(target);
        else resizeObserver.unobserve(target);
      }
    },
    { rootMargin: "100%" },
  );
  const start = () => {
    measureRoots(page);
    resizeObserver.disconnect();
    viewObserver.disconnect();
    for (const formula of page.querySelectorAll("main .formula")) viewObserver.observe(formula);
  };
  start();
  // New fonts change the widths.
  page.fonts?.addEventListener("loadingdone", start);
}
