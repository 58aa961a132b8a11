// Figures come when their place nears the view; what is far away costs nothing.

/** @import { Figure } from "../elements/figure.js" */

const modules = import.meta.glob("../elements/phasor-*.js");

/** How near to the view a figure's module is fetched. */
const MARGIN = "150%";

/** All that the page has. @param {ParentNode} page @returns {Element[]} */
export const figuresIn = (page) =>
  [...page.querySelectorAll("main figure > *")].filter(({ localName }) =>
    localName.startsWith("phasor-"),
  );

/** @param {Element} figure */
async function load(figure) {
  try {
    const load = modules[`../elements/${figure.localName}.js`];
    if (!load) throw new Error(`there is no ${figure.localName}`);
    await load();
    // At once at its full height, which its place has kept free.
    /** @type {Figure} */ (figure).near = true;
  } catch (error) {
    // The words in the figure's place are shown instead.
    figure.classList.add("failed");
    throw error;
  }
}

/** @param {ParentNode} page */
export function loadFigures(page) {
  const views = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        views.unobserve(target);
        load(target);
      }
    },
    { rootMargin: MARGIN },
  );
  for (const figure of figuresIn(page)) views.observe(figure);
}

/** The lines below each figure put it, as it is then, into another page. @param {ParentNode} page */
export function offerSnippets(page) {
  for (const details of page.querySelectorAll("details.embed")) {
    const figure = /** @type {Figure} */ (
      figuresIn(page).find((own) => details.closest("figure")?.contains(own))
    );
    const code = /** @type {HTMLElement} */ (details.querySelector("code"));
    const button = /** @type {HTMLButtonElement} */ (details.querySelector("button"));
    button.hidden = false;
    details.addEventListener("toggle", () => {
      button.textContent = "copy";
      if (typeof figure.toHTML === "function") code.textContent = figure.toHTML();
    });
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(code.textContent ?? "");
        button.textContent = "copied";
      } catch {
        getSelection()?.selectAllChildren(code);
        button.textContent = "selected";
      }
    });
  }
}
