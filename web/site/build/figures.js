// Numbers and names the figures of the chapters, and adds the code that embeds them and pictures for readers without
// JavaScript.
import { PICTURE, picturePath } from "../examples.js";

/** @param {string} text */
const escapeHTML = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** The code that embeds a figure, as far as it is known before the figure is loaded. @param {string} tag @param {string} attributes */
const snippet = (tag, attributes) =>
  `<script type="module" src="figures/${tag.replace("phasor-", "")}.js"></script>\n<${tag}${attributes.replace(/ (?:group|id)="[\w-]+"/g, "")}></${tag}>`;

/** The figure's picture in the gallery, with the words in its place as its description. @param {string} tag @param {string} body */
function pictureFor(tag, body) {
  const [, words = ""] = /<p class="words">([\s\S]*?)<\/p>/.exec(body) ?? [];
  const description = words.replace(/<span class="lacking">[^<]*<\/span>/, "").replace(/\s+/g, " ");
  const alt = escapeHTML(description.replace(/<[^>]*>/g, "").trim());
  const dark = `<source vite-ignore media="(prefers-color-scheme: dark)" srcset="${picturePath(tag, "dark")}">`;
  return `<noscript><picture>${dark}<img vite-ignore src="${picturePath(tag, "light")}" width="${PICTURE.width}" height="${PICTURE.height}" alt="${alt}"></picture></noscript>`;
}

/**
 * Gives each figure a number, a name and the code to embed it.
 * @param {string} html @param {number} figuresBefore the number of figures in earlier chapters
 */
export function withFigures(html, figuresBefore) {
  let number = figuresBefore;
  const numbered = html.replace(
    /<figure(?: class="([\w ]+)")? data-title="([^"]+)">([\s\S]*?)<\/figure>/g,
    (_, kind = "wide", title, body) => {
      number++;
      const [, tag, attributes] = /<(phasor-[\w-]+)([^>]*)>/.exec(body) ?? [];
      if (!tag) throw new Error(`the figure “${title}” has no element`);
      const name = title[0].toUpperCase() + title.slice(1);
      const withPicture = body.replace(
        /<phasor-[^>]*>/,
        (/** @type {string} */ start) => start + pictureFor(tag, body),
      );
      const withCaption = withPicture.includes("<figcaption>")
        ? withPicture
        : `${withPicture}<figcaption></figcaption>`;
      const heading = `<figcaption><p class="figure-name"><a href="#figure-${number}">Figure ${number}</a> ${name}</p>`;
      const embed = `<details class="embed"><summary>Embed this figure</summary><pre tabindex="0"><code>${escapeHTML(snippet(tag, attributes))}</code></pre></details></figcaption>`;
      const content = withCaption.replace("<figcaption>", heading).replace("</figcaption>", embed);
      return `<figure class="${kind}" id="figure-${number}" aria-label="Figure ${number}: ${title}">${content}</figure>`;
    },
  );
  return { html: numbered, number };
}
