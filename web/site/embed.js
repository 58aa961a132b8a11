// The ways to embed a figure in another page, each with code to paste and a copy button.
import { name, version } from "../../package.json";
import { SECOND_FILES } from "../elements/second-files.js";

/** Milliseconds for which a button shows its result. */
const SAID = 2000;

const TAG = /<script type="module" src="(phasor-[\w-]+)\.js"><\/script>/g;

/** The CDN address of a figure's file, in exactly this version. @param {string} tag */
export const cdnAddress = (tag) => `https://cdn.jsdelivr.net/npm/${name}@${version}/dist/${tag}.js`;

/** The addresses of a figure's files on this site. @param {string} tag */
const ownAddresses = (tag) =>
  [tag, SECOND_FILES[tag.replace("phasor-", "")]]
    .filter(Boolean)
    .map((file) => new URL(`figures/phasor-${file.replace("phasor-", "")}.js`, document.baseURI));

/**
 * @typedef {object} Way
 * @property {string} id
 * @property {string} title
 * @property {(Node | string)[]} words
 * @property {string[]} texts code blocks to paste, one by one
 */

/**
 * The ways to embed the figures in some HTML.
 * @param {string} html lines that load the figures' files from the page's own folder
 * @returns {Way[]}
 */
export function waysOf(html) {
  const tags = [...new Set(Array.from(html.matchAll(TAG), ([, tag]) => tag))];
  const downloads = tags.flatMap(ownAddresses).flatMap(({ href }, n) => {
    const link = document.createElement("a");
    const file = href.replace(/^.*\//, "");
    Object.assign(link, { href, download: file, textContent: file });
    return n ? [" and ", link] : [link];
  });
  /** @param {(tag: string) => string} script */
  const withScripts = (script) => html.replace(TAG, (_, tag) => script(tag));
  return [
    {
      id: "cdn",
      title: "From a CDN",
      words: [
        import.meta.env.VITE_PUBLISHED
          ? "Paste these lines into any page."
          : `These lines work as soon as ${name} ${version} is on npm. Until then, use the file.`,
      ],
      texts: [withScripts((tag) => `<script type="module" src="${cdnAddress(tag)}"></script>`)],
    },
    {
      id: "file",
      title: "With a file",
      words: ["Download ", ...downloads, " into the folder of your page."],
      texts: [html],
    },
    {
      id: "npm",
      title: "With npm and a bundler",
      words: [],
      texts: [
        `npm install ${name}`,
        withScripts(
          (tag) => `<script type="module">import "${name}/${tag.replace("phasor-", "")}";</script>`,
        ),
      ],
    },
  ];
}

/** A button that copies the code, or selects it if copying is not allowed. @param {HTMLElement} code */
function copyButton(code) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "plain";
  button.textContent = "copy";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  button.addEventListener("click", async () => {
    clearTimeout(timer);
    try {
      await navigator.clipboard.writeText(code.textContent ?? "");
      button.textContent = "copied";
    } catch {
      getSelection()?.selectAllChildren(code);
      button.textContent = "selected: press Ctrl+C";
    }
    timer = setTimeout(() => {
      button.textContent = "copy";
    }, SAID);
  });
  // Screen readers announce the button's new text.
  button.setAttribute("aria-live", "polite");
  return button;
}

/** @param {Way} way @param {string} text */
function textToCopy({ id, title }, text) {
  const pre = document.createElement("pre");
  pre.dataset.way = id;
  pre.tabIndex = 0;
  pre.setAttribute("aria-label", title);
  const code = document.createElement("code");
  code.textContent = text;
  pre.append(code);
  return [pre, copyButton(code)];
}

/**
 * Shows the ways to embed in an element, below its summary if it has one.
 * @param {Element} place @param {string} html
 */
export function offerWays(place, html) {
  const ways = waysOf(html).map((way) => {
    const element = document.createElement("div");
    element.className = "way";
    const heading = document.createElement("p");
    const title = document.createElement("b");
    title.textContent = way.title;
    heading.append(title, ...(way.words.length > 0 ? [" ", ...way.words] : []));
    element.append(heading, ...way.texts.flatMap((text) => textToCopy(way, text)));
    return element;
  });
  const summary = place.querySelector("summary");
  place.replaceChildren(...(summary ? [summary] : []), ...ways);
}
