// Loads a figure when it comes near the viewport, and the others when the browser is idle.
import { showEmbedMethods } from "./embed.js";
import { canFetch } from "./offline.js";

const modules = import.meta.glob("../elements/phasor-*.js");

/** Distance from the viewport at which a figure's module is fetched. */
const FETCH_MARGIN = "150%";

/** All figure elements in a part of the page. @param {ParentNode} page @returns {Element[]} */
export const figuresIn = (page) =>
  [...page.querySelectorAll("figure > *")].filter(({ localName }) =>
    localName.startsWith("phasor-"),
  );

/** Milliseconds between figures that are fetched in advance. */
const FETCH_INTERVAL_MS = 200;

/** Figures whose modules could not be fetched. @type {Set<Element>} */
const failedFigures = new Set();

/** @param {Element} figure @param {boolean} isNear whether to draw it, too */
async function load(figure, isNear) {
  try {
    const loadModule = modules[`../elements/${figure.localName}.js`];
    if (!loadModule) throw new Error(`there is no ${figure.localName}`);
    // Most browsers do not retry a module that failed to load once, even when online again.
    if (!canFetch() && !customElements.get(figure.localName)) throw new Error("offline");
    await loadModule();
    failedFigures.delete(figure);
    figure.classList.remove("failed");
    figure.querySelector(".missing")?.remove();
    if (!isNear) loadDeferred(figure);
    // Draws it at its full height at once: the space is reserved.
    if (isNear) /** @type {any} */ (figure).near = true;
    if (isNear) figure.removeAttribute("data-waiting");
  } catch {
    // Shows the reason, and the text in the figure's place, until the browser is online again.
    failedFigures.add(figure);
    figure.classList.add("failed");
    if (figure.querySelector(".missing")) return;
    const notice = document.createElement("p");
    notice.className = "missing";
    notice.textContent = navigator.onLine
      ? "This figure could not be loaded. Reload the page to see it."
      : "This figure could not be loaded: there is no connection. It loads when the connection is back.";
    figure.prepend(notice);
  }
}

/** Loads the part of a figure that is otherwise loaded on demand. @param {any} figure */
const loadDeferred = (figure) => figure.spec.later?.load().catch(() => {});

/** @param {ParentNode} page */
export function loadFigures(page) {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        load(target, true);
      }
    },
    { rootMargin: FETCH_MARGIN },
  );
  const figures = figuresIn(page);
  for (const figure of figures) {
    // Another figure may define the element earlier; the space stays reserved until this one is
    // near.
    figure.setAttribute("data-waiting", "");
    observer.observe(figure);
  }
  addEventListener("online", () => {
    for (const figure of failedFigures) load(figure, true);
  });
  // Printing does not wait for these modules; the printed page says to print again.
  addEventListener("beforeprint", () => {
    for (const figure of figures) if (!figure.matches(":defined")) load(figure, false);
  });
  fetchAhead(figures);
}

/** Fetches all figures one after the other when the browser is idle. @param {Element[]} figures */
function fetchAhead(figures) {
  const whenIdle = (/** @type {() => void} */ then) =>
    "requestIdleCallback" in window
      ? requestIdleCallback(then, { timeout: 5000 })
      : setTimeout(then, FETCH_INTERVAL_MS);
  const queue = [...figures];
  const loadNext = () => {
    const figure = queue.shift();
    if (!figure) return;
    if (!figure.matches(":defined")) load(figure, false);
    else loadDeferred(figure);
    setTimeout(() => whenIdle(loadNext), FETCH_INTERVAL_MS);
  };
  const start = () => setTimeout(() => whenIdle(loadNext), FETCH_INTERVAL_MS);
  // This module starts after the first screen, usually after the window's load event.
  if (document.readyState === "complete") start();
  else addEventListener("load", start, { once: true });
}

/** Fills the details below each figure with code that embeds it in its current state. @param {ParentNode} page */
export function offerSnippets(page) {
  for (const details of page.querySelectorAll("details.embed")) {
    const figure = /** @type {any} */ (
      figuresIn(page).find((figure) => details.closest("figure, .led")?.contains(figure))
    );
    const { textContent } = /** @type {HTMLElement} */ (details.querySelector("code"));
    details.addEventListener("toggle", () => {
      if (/** @type {HTMLDetailsElement} */ (details).open)
        showEmbedMethods(details, figure.toHTML?.() ?? textContent);
    });
  }
}
