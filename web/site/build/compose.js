// Composes the page: inserts the chapters into index.html, and expands their shorthand.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chapters } from "./chapters.js";
import { withFormulas } from "./formulas.js";
import { addressTags, footer, siteAddress } from "./frame.js";
import { references } from "./references.js";
import { stepsIn, withSteps } from "./steps.js";

/** @import { Chapter } from "./chapters.js" */

/** @param {string} name */
export const chapterFile = (name) =>
  fileURLToPath(new URL(`../chapters/${name}.html`, import.meta.url));

/** @param {string} text */
const escaped = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/**
 * {{name=value}} is a result that a test computes; {{name=value|text}} shows another text for it;
 * {{~name=value}} follows the figures; {{=value}} is a given number.
 * @param {string} html
 */
const withNumbers = (html) =>
  html.replace(
    /\{\{(~?)([\w-]*)=([^|}]+)(?:\|([^}]+))?\}\}/g,
    (_, live, name, value, text = value) => {
      if (live) return `<span data-live="${name}">${text}</span>`;
      return `<data value="${value}"${name && ` data-claim="${name}"`}>${text}</data>`;
    },
  );

/** Replaces [@key] with a link to the list of references. @param {string} html */
const withCitations = (html) =>
  html.replace(/\[((?:@\w+(?:; )?)+)\]/g, (_, keys) => {
    const links = keys.split("; ").map((/** @type {string} */ at) => {
      const key = at.slice(1);
      if (!references[key]) throw new Error(`chapters cite ${key}, which references.js lacks`);
      return `<a href="#ref-${key}">${references[key].short}</a>`;
    });
    return `<span class="cite">(${links.join("; ")})</span>`;
  });

/** Adds text to symbols that head a row: not every screen reader reads MathML. @param {string} html */
const withSymbols = (html) =>
  html.replace(
    /<th scope="row">(<math)([\s\S]*?<\/math>)<\/th>/g,
    (_, math, rest) =>
      `<th scope="row">${math} aria-hidden="true"${rest}<span class="quiet">${`${math}${rest}`.replace(/<[^>]*>/g, "")}</span></th>`,
  );

/** Completes the elements for phrases that point at figures, and for buttons that set them. @param {string} html */
const withPointers = (html) =>
  html
    .replaceAll("<span data-show=", '<span class="show" role="button" tabindex="0" data-show=')
    .replaceAll('<button class="do"', '<button type="button" class="do"');

/** Marks the first sentence of the text in a figure's place, which says what the browser lacks. @param {string} html */
const withWords = (html) =>
  html.replace(
    /(<p class="words">\s*)([^.<]*WebAssembly[^.<]*\.)/g,
    '$1<span class="lacking">$2</span>',
  );

/** The code that embeds a figure, as far as it is known before the figure is loaded. @param {string} tag @param {string} attributes */
const snippet = (tag, attributes) =>
  `<script type="module" src="figures/${tag.replace("phasor-", "")}.js"></script>\n<${tag}${attributes.replace(/ (?:group|id)="[\w-]+"/g, "")}></${tag}>`;

/**
 * Gives each figure a number, a name and the code to embed it.
 * @param {string} html @param {number} before the number of figures in earlier chapters
 */
function withFigures(html, before) {
  let number = before;
  const done = html.replace(
    /<figure(?: class="([\w ]+)")? data-title="([^"]+)">([\s\S]*?)<\/figure>/g,
    (_, kind = "wide", title, body) => {
      number++;
      const [, tag, attributes] = /<(phasor-[\w-]+)([^>]*)>/.exec(body) ?? [];
      if (!tag) throw new Error(`the figure “${title}” has no element`);
      const name = title[0].toUpperCase() + title.slice(1);
      const inside = body.includes("<figcaption>") ? body : `${body}<figcaption></figcaption>`;
      const heading = `<figcaption><p class="figure-name"><a href="#figure-${number}">Figure ${number}</a> ${name}</p>`;
      const embed = `<details class="embed"><summary>Embed this figure</summary><pre tabindex="0"><code>${escaped(snippet(tag, attributes))}</code></pre></details></figcaption>`;
      const whole = inside.replace("<figcaption>", heading).replace("</figcaption>", embed);
      return `<figure class="${kind}" id="figure-${number}" aria-label="Figure ${number}: ${title}">${whole}</figure>`;
    },
  );
  return { html: done, number };
}

const referenceList = () => {
  const entries = Object.entries(references).sort(([, a], [, b]) => a.short.localeCompare(b.short));
  const items = entries.map(
    ([key, { authors, year, title, where, url }]) =>
      `<li id="ref-${key}">${authors} (${year}). <cite><a href="${url}">${title}</a></cite>${where ? `, ${where}` : ""}.</li>`,
  );
  return `<ul class="references">\n${items.join("\n")}\n</ul>`;
};

/** @param {Chapter} chapter @param {number} number of the chapter @param {number} figures the number of figures before it */
function composeChapter({ name, numbered, short }, number, figures) {
  const source = readFileSync(chapterFile(name), "utf8");
  const [heading, title] = /<h2>(.*?)<\/h2>/.exec(source) ?? [];
  if (!heading) throw new Error(`the chapter ${name} has no heading`);
  const count = numbered ? `<span class="count">${number}</span> ` : "";
  const text = withFormulas(source)
    .replace(heading, `<h2 id="${name}-title">${count}${title}</h2>`)
    // Adjacent buttons get more space between them than words.
    .replace(/class="do"(?=[^>]*>[^<]*<\/button>\s+<button )/g, 'class="do beside"')
    // Elements that can scroll must be reachable by keyboard.
    .replaceAll("<pre>", '<pre tabindex="0">')
    .replace(
      /<div class="scroll">(?=\s*<table[^>]*>\s*<caption>([^<]*)<)/g,
      '<div class="scroll" role="region" tabindex="0" aria-label="Table: $1">',
    )
    .replace("<!-- references -->", referenceList);
  const spoken = withWords(withPointers(withCitations(withNumbers(withSymbols(text)))));
  const done = withFigures(spoken, figures);
  const after = numbered ? "" : ' class="after"';
  const pips = "<i></i>".repeat(stepsIn(source));
  return {
    html: `<section id="${name}" aria-labelledby="${name}-title">\n${withSteps(done.html)}</section>\n`,
    entry: `<li${after}><a href="#${name}">${count}<span>${title}</span></a></li>`,
    mark: `<li${after}><a href="#${name}"><span class="count">${numbered ? number : ""}</span><span>${short ?? title}</span>${pips && `<span class="pips" aria-hidden="true">${pips}</span>`}</a></li>`,
    figures: done.number,
  };
}

/** @param {string} shell index.html, with places for the contents and the chapters */
export function composePage(shell) {
  let figures = 0;
  let number = 0;
  const parts = chapters.map((chapter) => {
    if (chapter.numbered) number++;
    const part = composeChapter(chapter, number, figures);
    figures = part.figures;
    return part;
  });
  return shell
    .replace("<!-- contents -->", () => parts.map(({ entry }) => entry).join("\n"))
    .replace("<!-- rail -->", () => parts.map(({ mark }) => mark).join("\n"))
    .replace("<!-- address -->", () => addressTags(siteAddress()))
    .replace("<!-- footer -->", () => footer(siteAddress()))
    .replace("<!-- chapters -->", () => parts.map(({ html }) => html).join("\n"));
}
