// The figures in docs/embedding.md: their descriptions, from its table, and for each figure the
// first example that has only this figure.

/**
 * @typedef {object} Example
 * @property {string} tag
 * @property {string} words what the figure shows
 * @property {string} html the lines to paste
 */

/** The size of the pictures of the examples, in pixels. */
export const PICTURE = { width: 640, height: 480 };
/** The file of an example's picture. @param {string} tag @param {"light" | "dark"} scheme */
export const picturePath = (tag, scheme) => `pictures/${tag.replace("phasor-", "")}-${scheme}.svg`;

/** @param {string} guide docs/embedding.md @returns {Example[]} */
export function parseExamples(guide) {
  const snippets = [...guide.matchAll(/```html\n([\s\S]*?)\n```/g)].map(([, html]) => html);
  const rows = [...guide.matchAll(/^\| `<(phasor-[\w-]+)>` \| [^|]* \| ([^|]*) \|/gm)];
  return rows.map(([, tag, words]) => {
    const pattern = new RegExp(
      `^<script [^>]*src="figures/${tag.replace("phasor-", "")}\\.js"></script>\\n<${tag}\\b.*</${tag}>$`,
      "s",
    );
    const html = snippets.find((snippet) => pattern.test(snippet));
    if (!html) throw new Error(`docs/embedding.md has no example of <${tag}> alone`);
    return { tag, words: words.trim(), html };
  });
}

/** An example's elements without the scripts, which the page already has, and without their height, which it reserves. @param {string} html */
export function exampleElements(html) {
  const template = document.createElement("template");
  // Its policy allows no inline styles.
  template.innerHTML = html.replace(/ style="[^"]*"/g, "");
  for (const script of template.content.querySelectorAll("script")) script.remove();
  for (const element of template.content.children) element.removeAttribute("style");
  return template.content;
}
