// pages.js: the pages of the documentation's site, from docs/*.md. The reference is one file there, and here a page
// for each subject. Headings get short anchors: a function's own name.
import { readdirSync, readFileSync } from "node:fs";

/**
 * @typedef {object} Page
 * @property {string} path without ".md"
 * @property {string} title
 * @property {string} text Markdown
 */
/** A place that links lead to. @typedef {{ path: string, id: string }} Place */

const docs = new URL("../../docs/", import.meta.url);

/** Files outside docs/ that are pages, too, and their paths. @type {Record<string, string>} */
const OUTSIDE = {
  "../README.md": "start",
  "../CHANGELOG.md": "changes",
  "../CONTRIBUTING.md": "contributing",
};

/** A file's text, with links as from docs/. @param {string} file */
function textOf(file) {
  const text = readFileSync(new URL(file, docs), "utf8");
  if (!Object.hasOwn(OUTSIDE, file)) return text;
  return text.replace(/\]\((?!https?:|#)(docs\/)?/g, (_, inside) => (inside ? "](" : "](../"));
}

/** The reference, which becomes several pages. */
const REFERENCE = "api";

/** The anchor that GitHub gives a heading. @param {string} heading */
export const slugOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-");

/** A short anchor: the name of the function in the heading, or its words. @param {string} heading */
export function idOf(heading) {
  const [, code] = /^`(?:new )?\.?([\w$]+(?:\.\w+)?)/.exec(heading) ?? [];
  return code ?? slugOf(heading);
}

/** The headings of a text, outside code. @param {string} text */
function headingsOf(text) {
  const prose = text.replace(/^```[\s\S]*?^```/gm, (code) => code.replace(/./g, " "));
  return [...prose.matchAll(/^(#{1,4}) (.+)$/gm)].map(
    ({ 1: { length: level }, 2: words, index }) => {
      return { level, words, index };
    },
  );
}

/** The parts of a text at its second-level headings; the first part is what comes before. @param {string} text */
function partsOf(text) {
  const starts = headingsOf(text).filter(({ level }) => level === 2);
  const ends = [...starts.slice(1).map(({ index }) => index), text.length];
  return [
    { words: "", text: text.slice(0, starts[0]?.index ?? text.length) },
    ...starts.map(({ words, index }, n) => ({ words, text: text.slice(index, ends[n]) })),
  ];
}

/** A page with anchors in its headings, and where GitHub's anchors of these are now. @param {Page} page @param {Map<string, Place>} places @param {string} file */
function anchored(page, places, file) {
  const known = new Set();
  let parent = "";
  const headings = headingsOf(page.text).map(({ words, index, level }) => {
    // A method of a class, such as .forward, has the class's name before its own.
    const isMember = /^`\./.test(words);
    if (/^`new /.test(words)) parent = idOf(words);
    const anchor = isMember && parent ? `${parent}.${idOf(words)}` : idOf(words);
    let id = anchor;
    for (let n = 2; known.has(id); n++) id = `${anchor}-${n}`;
    known.add(id);
    places.set(`${file}#${slugOf(words)}`, { path: page.path, id: level === 1 ? "" : id });
    return { id, end: index + level + 1 + words.length };
  });
  const text = headings.reduceRight(
    (rest, { id, end }) => `${rest.slice(0, end)} {#${id}}${rest.slice(end)}`,
    page.text,
  );
  return { ...page, text };
}

/** All pages, with links between them. @returns {Page[]} */
export function pages() {
  /** @type {Map<string, Place>} */
  const places = new Map();
  /** @type {(Page & { file: string })[]} */
  const all = [];
  const names = readdirSync(docs).filter((name) => name.endsWith(".md"));
  for (const file of [...Object.keys(OUTSIDE), ...names]) {
    const name = OUTSIDE[file] ?? file.slice(0, -3);
    const text = textOf(file);
    const title = /^# (.+)$/m.exec(text)?.[1] ?? name;
    if (name !== REFERENCE) {
      all.push({ ...anchored({ path: name, title, text }, places, file), file });
      continue;
    }
    const [start, ...parts] = partsOf(text);
    all.push({ ...anchored({ path: "api/index", title, text: start.text }, places, file), file });
    for (const part of parts) {
      const path = `api/${slugOf(part.words)}`;
      const whole = part.text.replace(/^#(#+ )/gm, "$1");
      all.push({ ...anchored({ path, title: part.words, text: whole }, places, file), file });
    }
  }
  return all.map(({ file, ...page }) => ({ ...page, text: linked(page, file, places) }));
}

/** A page's text with links that lead to the pages of the site. @param {Page} page @param {string} file @param {Map<string, Place>} places */
function linked({ path, text }, file, places) {
  const up = path.includes("/") ? "../" : "./";
  return text.replace(
    /(!?)\[([^\]]*)\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/g,
    (whole, image, words, target, anchor) => {
      if (image) return whole;
      const name = target || file;
      const to = (/** @type {string} */ place, id = "") =>
        `[${words}](${up}${place}.md${id && `#${id}`})`;
      if (anchor !== undefined) {
        const place = places.get(`${name}#${decodeURIComponent(anchor)}`);
        if (!place) throw new Error(`docs/${file}: ${whole} leads nowhere`);
        return to(place.path, place.id);
      }
      if (Object.hasOwn(OUTSIDE, name)) return to(OUTSIDE[name]);
      if (name.includes("/")) return words; // the repository's own files
      if (name.endsWith(".md"))
        return to(name === `${REFERENCE}.md` ? `${REFERENCE}/index` : name.slice(0, -3));
      return whole;
    },
  );
}
