// Figures come when their place nears the view; what is far away costs nothing.
import { offerWays } from "./embed.js";

const modules = import.meta.glob("../elements/phasor-*.js");

/** How near to the view a figure's module is fetched. */
const MARGIN = "150%";

/** All that the page has. @param {ParentNode} page @returns {Element[]} */
export const figuresIn = (page) =>
  [...page.querySelectorAll("figure > *")].filter(({ localName }) =>
    localName.startsWith("phasor-"),
  );

/** Milliseconds between figures that are fetched before the reader comes to them. */
const APART = 200;

/** Figures whose modules could not be fetched. @type {Set<Element>} */
const missing = new Set();

/** @param {Element} figure @param {boolean} near it is to be drawn, too */
async function load(figure, near) {
  try {
    const load = modules[`../elements/${figure.localName}.js`];
    if (!load) throw new Error(`there is no ${figure.localName}`);
    // Most browsers do not fetch again what failed once, not even when there is a connection.
    if (!navigator.onLine && !customElements.get(figure.localName)) throw new Error("offline");
    await load();
    missing.delete(figure);
    figure.classList.remove("failed");
    figure.querySelector(".missing")?.remove();
    if (!near) loadRest(figure);
    // At once at its full height, which its place has kept free.
    if (near) /** @type {any} */ (figure).near = true;
    if (near) figure.removeAttribute("data-waiting");
  } catch {
    // The words in the figure's place are shown instead, and why, until there is a connection again.
    missing.add(figure);
    figure.classList.add("failed");
    if (figure.querySelector(".missing")) return;
    const why = document.createElement("p");
    why.className = "missing";
    why.textContent = navigator.onLine
      ? "This figure could not be loaded. Reload the page to see it."
      : "This figure could not be loaded: there is no connection. It loads when the connection is back.";
    figure.prepend(why);
  }
}

/** What a figure loads by itself only when a reader needs it. @param {any} figure */
const loadRest = (figure) => figure.spec.later?.try();

/** @param {ParentNode} page */
export function loadFigures(page) {
  const views = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        views.unobserve(target);
        load(target, true);
      }
    },
    { rootMargin: MARGIN },
  );
  const figures = figuresIn(page);
  for (const figure of figures) {
    // Another figure of its kind may define it long before it is near: it keeps its room until then.
    figure.setAttribute("data-waiting", "");
    views.observe(figure);
  }
  addEventListener("online", () => {
    for (const figure of missing) load(figure, true);
  });
  // Printing does not wait, but a reader whom paper tells what was missing prints again.
  addEventListener("beforeprint", () => {
    for (const figure of figures) if (!figure.matches(":defined")) load(figure, false);
  });
  fetchAhead(figures);
}

/** Fetches what the reader may come to, or print, one after the other when nothing else is to be done. @param {Element[]} figures */
function fetchAhead(figures) {
  const wait = (/** @type {() => void} */ then) =>
    "requestIdleCallback" in window
      ? requestIdleCallback(then, { timeout: 5000 })
      : setTimeout(then, APART);
  const rest = [...figures];
  const next = () => {
    const figure = rest.shift();
    if (!figure) return;
    if (!figure.matches(":defined")) load(figure, false);
    else loadRest(figure);
    setTimeout(() => wait(next), APART);
  };
  const start = () => setTimeout(() => wait(next), APART);
  // The page's own module comes after the first screen, and as a rule after the window's load.
  if (document.readyState === "complete") start();
  else addEventListener("load", start, { once: true });
}

/** Below each figure are the ways to put it, as it is then, into another page. @param {ParentNode} page */
export function offerSnippets(page) {
  for (const details of page.querySelectorAll("details.embed")) {
    const figure = /** @type {any} */ (
      figuresIn(page).find((own) => details.closest("figure, .led")?.contains(own))
    );
    const { textContent } = /** @type {HTMLElement} */ (details.querySelector("code"));
    details.addEventListener("toggle", () => {
      if (/** @type {HTMLDetailsElement} */ (details).open)
        offerWays(details, figure.toHTML?.() ?? textContent);
    });
  }
}
