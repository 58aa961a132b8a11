// Creates an HTML element with its attributes and content.

/**
 * @param {string} name @param {Record<string, string>} [attributes] @param {(Node | string)[]} [content]
 * @returns {HTMLElement}
 */
export function made(name, attributes = {}, content = []) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...content);
  return element;
}

/** The place of a page's own caption, below the drawing. */
export const captionSlot = () => made("slot", { name: "caption" });

/** What shows the content of an element that draws nothing. */
export const fallback = () => [made("slot", {}), captionSlot()];
