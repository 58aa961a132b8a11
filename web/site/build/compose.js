// Composes a page: inserts its chapters into the shell, and expands their shorthand.
import { chaptersOf, pages } from "./chapters.js";
import { contents, partHeading, rail } from "./contents.js";
import { withFigures } from "./figures.js";
import { readChapter } from "./files.js";
import { withFormulas } from "./formulas.js";
import { addressTags, bar, body, footer, siteAddress } from "./frame.js";
import { references } from "./references.js";
import { withSteps } from "./steps.js";

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
    const links = keys.split("; ").map((/** @type {string} */ citation) => {
      const key = citation.slice(1);
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

/** Completes the elements for phrases that point at figures, and for words that set them, which scripts enable. @param {string} html */
const withPointers = (html) =>
  html
    .replaceAll("<span data-show=", '<span class="show" data-show=')
    .replaceAll('<button class="do"', '<button type="button" disabled class="do"');

/** Marks the first sentence of the text in a figure's place, which says what the browser lacks. @param {string} html */
const withWords = (html) =>
  html.replace(
    /(<p class="words">\s*)([^.<]*WebAssembly[^.<]*\.)/g,
    '$1<span class="lacking">$2</span>',
  );

/** The works that a page cites, in the order of their names. @param {string} html the page's chapters */
function referenceList(html) {
  const citedKeys = new Set(Array.from(html.matchAll(/@(\w+)(?=[;\]])/g), ([, key]) => key));
  const entries = Object.entries(references)
    .filter(([key]) => citedKeys.has(key))
    .sort(([, a], [, b]) => a.short.localeCompare(b.short));
  const items = entries.map(
    ([key, { authors, year, title, where, url, use }]) =>
      `<li id="ref-${key}">${authors} (${year}). <cite><a href="${url}">${title}</a></cite>${where ? `, ${where}` : ""}. <span class="use">Cited for ${use}.</span></li>`,
  );
  return `<ul class="references">\n${items.join("\n")}\n</ul>`;
}

/** The places in a page to which links lead: chapters, headings and figures' names. @param {string} file */
function placesIn(file) {
  const ids = chaptersOf(file).flatMap(({ name }) => {
    const matches = readChapter(name).matchAll(
      /<(?:h3|table)[^>]* id="([\w-]+)"|<phasor-([\w-]+)/g,
    );
    return [name, ...Array.from(matches, ([, id, tag]) => id ?? tag)];
  });
  return new Set(ids);
}

/** The places that only the other page has. @param {string} file */
function placesElsewhere(file) {
  const ownPlaces = placesIn(file);
  const [other] = Object.keys(pages).filter((page) => page !== file);
  return { other, there: [...placesIn(other)].filter((place) => !ownPlaces.has(place)) };
}

/** Completes links to places that another page has. @param {string} html @param {{ other: string, there: string[] }} elsewhere */
const withPages = (html, { other, there }) =>
  html.replace(/href="#([\w-]+)"/g, (link, place) =>
    there.includes(place) ? `href="./${other}#${place}"` : link,
  );

/** @param {string} name @param {string} part the heading of a part that begins with the chapter @param {number} figures the number of figures before it */
function composeChapter(name, part, figures) {
  const source = readChapter(name);
  const [heading, title] = /<h2>(.*?)<\/h2>/.exec(source) ?? [];
  if (!heading) throw new Error(`the chapter ${name} has no heading`);
  const text = withFormulas(source)
    .replace(heading, `${part}<h2 id="${name}-title">${title}</h2>`)
    // Adjacent buttons get more space between them than words.
    .replace(/class="do"(?=[^>]*>[^<]*<\/button>\s+<button )/g, 'class="do beside"')
    // Elements that can scroll must be reachable by keyboard.
    .replaceAll("<pre>", '<pre tabindex="0">')
    .replace(
      /<table.*?<caption[^>]*>(.*?)<\/caption>.*?<\/table>/gs,
      (table, caption) =>
        `<div class="scroll" role="group" tabindex="0" aria-label="Table: ${caption.replace(/<.*?>/g, "")}">${table}</div>`,
    );
  const expanded = withWords(withPointers(withCitations(withNumbers(withSymbols(text)))));
  const numbered = withFigures(expanded, figures);
  return {
    html: `<section id="${name}" aria-labelledby="${name}-title">\n${withSteps(numbered.html)}</section>\n`,
    figures: numbered.number,
  };
}

/**
 * @param {string} shell a page's HTML, with places for what pages share
 * @param {string} file its name
 */
export function composePage(shell, file) {
  const framed = shell
    .replace("<!-- bar -->", () => bar(file))
    .replace("<!-- address -->", () => addressTags(siteAddress()))
    .replace("<!-- footer -->", () => footer(siteAddress()));
  return Object.hasOwn(pages, file) ? withChapters(framed, file) : framed;
}

/** @param {string} shell @param {string} file */
function withChapters(shell, file) {
  const parts = pages[file];
  let figures = 0;
  const chapters = parts.flatMap((part, number) =>
    part.chapters.map(({ name }, n) => {
      const chapter = composeChapter(name, n === 0 ? partHeading(part, number) : "", figures);
      figures = chapter.figures;
      return chapter.html;
    }),
  );
  const sources = chaptersOf(file).map(({ name }) => readChapter(name));
  const elsewhere = placesElsewhere(file);
  const page = shell
    .replace("<!-- body -->", () => body(contents(parts), rail(parts), chapters.join("\n")))
    .replace("<!-- references -->", () => referenceList(sources.join("")))
    .replace(
      '<main id="main"',
      `$& data-other="./${elsewhere.other}" data-there="${elsewhere.there.join(" ")}"`,
    );
  return withPages(page, elsewhere);
}
