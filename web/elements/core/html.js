// Creates an HTML element with its attributes and content.

/**
 * @param {string} name @param {Record<string, string>} [attributes] @param {(Node | string)[]} [content]
 * @returns {HTMLElement}
 */
export function create(name, attributes = {}, content = []) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...content);
  return element;
}

/** @param {string} words @param {() => void} press */
export function button(words, press) {
  const element = /** @type {HTMLButtonElement} */ (create("button", { type: "button" }, [words]));
  element.addEventListener("click", press);
  return element;
}

/** The place of a page's own caption, below the drawing. */
export const captionSlot = () => create("slot", { name: "caption" });

/** What shows the content of an element that draws nothing. */
export const fallback = () => [create("slot", {}), captionSlot()];
