// What is wider than its place: formulas become a little smaller, and tables and code say that there is
// more to the right.

/** Formulas become no smaller than this; what is still too wide scrolls. */
const SMALLEST = 0.66;

/** @param {HTMLElement} formula */
function shrink(formula) {
  formula.style.removeProperty("--fit");
  const { clientWidth, scrollWidth } = formula;
  if (scrollWidth <= clientWidth) return;
  const part = Math.max((0.995 * clientWidth) / scrollWidth, SMALLEST);
  formula.style.setProperty("--fit", part.toFixed(3));
}

/** @param {HTMLElement} box */
const mark = (box) => box.classList.toggle("scrolls", box.scrollWidth > box.clientWidth + 1);

/** @param {Document} page */
export function keepFitting(page) {
  const sizes = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const box = /** @type {HTMLElement} */ (target);
      if (box.matches(".formula")) shrink(box);
      else mark(box);
    }
  });
  const all = /** @type {NodeListOf<HTMLElement>} */ (
    page.querySelectorAll("main .formula, main .scroll")
  );
  for (const box of all) sizes.observe(box);
  // Other letters are as wide as they are.
  page.fonts?.addEventListener("loadingdone", () => {
    for (const box of all) {
      sizes.unobserve(box);
      sizes.observe(box);
    }
  });
}
