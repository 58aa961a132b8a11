// Expands <div class="led">: a figure that stays in view while the steps after it scroll past and
// set its state. The figure's caption moves below the steps.

/** The end of the element that begins at `start`. @param {string} html @param {number} start @param {string} tag */
export function endOf(html, start, tag) {
  const tags = new RegExp(`<(/?)${tag}\\b[^>]*>`, "g");
  tags.lastIndex = start;
  let depth = 0;
  for (let tag = tags.exec(html); tag; tag = tags.exec(html)) {
    depth += tag[1] ? -1 : 1;
    if (depth === 0) return tags.lastIndex;
  }
  throw new Error(`a <${tag}> is not closed: ${html.slice(start, start + 80)}`);
}

const LED = '<div class="led">';
const STEP = '<div class="step"';

/** How many steps a chapter has. @param {string} html */
export const countSteps = (html) => html.split(STEP).length - 1;

/** @param {string} html with the figures' captions and names in it @returns {string} */
export function withSteps(html) {
  const start = html.indexOf(LED);
  if (start < 0) return html;
  const end = endOf(html, start, "div");
  const content = html.slice(start + LED.length, end - "</div>".length);
  const [figure] = /<figure[\s\S]*?<\/figure>/.exec(content) ?? [];
  if (!figure) throw new Error(`steps without a figure: ${content.slice(0, 80)}`);
  const [caption = ""] = /<figcaption>[\s\S]*?<\/figcaption>/.exec(figure) ?? [];
  const words = caption.replace(/^<figcaption>|<\/figcaption>$/g, "");
  const block = `<div class="led">${figure.replace(caption, "")}
<div class="steps">${content.replace(figure, "")}</div>
<div class="led-caption">${words}</div></div>`;
  return html.slice(0, start) + block + withSteps(html.slice(end));
}
