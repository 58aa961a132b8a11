// The ways to embed a figure in another page, each with code to paste and a copy button.
import { name, version } from "../../package.json";

/** Milliseconds for which a button shows its result. */
const RESULT_MS = 2000;

/** The lines that load figures, by the names of the figures. */
const SCRIPTS = /<script type="module" src="figures\/([\w-]+)\.js"><\/script>\n?/g;

/** The CDN address of a figure's file, in exactly this version. @param {string} figure */
export const cdnAddress = (figure) =>
  `https://cdn.jsdelivr.net/npm/${name}@${version}/dist/figures/${figure}.js`;

/**
 * @typedef {object} Method
 * @property {string} id
 * @property {string} title
 * @property {(Node | string)[]} words
 * @property {string[]} texts code blocks to paste, one by one
 */

/**
 * The ways to embed the figures in some HTML.
 * @param {string} html lines that load the figures' files from the folder figures/
 * @returns {Method[]}
 */
export function embedMethods(html) {
  const figures = [...new Set(Array.from(html.matchAll(SCRIPTS), ([, figure]) => figure))];
  const tags = html.replace(SCRIPTS, "");
  const link = document.createElement("a");
  const { href } = new URL("figures.js", document.baseURI);
  Object.assign(link, { href, download: "figures.js", textContent: "figures.js" });
  /** @param {(figure: string) => string} script */
  const withScripts = (script) => `${figures.map(script).join("\n")}\n${tags}`;
  return [
    {
      id: "cdn",
      title: "From a CDN",
      words: [
        import.meta.env.VITE_PUBLISHED
          ? "Paste these lines into any page."
          : `These lines work as soon as ${name} ${version} is on npm. Until then, use the file.`,
      ],
      texts: [
        withScripts((figure) => `<script type="module" src="${cdnAddress(figure)}"></script>`),
      ],
    },
    {
      id: "file",
      title: "With a file",
      words: [
        "Download ",
        link,
        " into the folder of your page. It has every figure, and works offline and from a disk, too.",
      ],
      texts: [`<script src="figures.js"></script>\n${tags}`],
    },
    {
      id: "npm",
      title: "With npm and a bundler",
      words: [],
      texts: [
        `npm install ${name}`,
        withScripts((figure) => `<script type="module">import "${name}/${figure}";</script>`),
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
    }, RESULT_MS);
  });
  // Screen readers announce the button's new text.
  button.setAttribute("aria-live", "polite");
  return button;
}

/** @param {Method} method @param {string} text */
function copyableCode({ id, title }, text) {
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
 * @param {Element} container @param {string} html
 */
export function showEmbedMethods(container, html) {
  const elements = embedMethods(html).map((method) => {
    const element = document.createElement("div");
    element.className = "way";
    const heading = document.createElement("p");
    const title = document.createElement("b");
    title.textContent = method.title;
    heading.append(title, ...(method.words.length > 0 ? [" ", ...method.words] : []));
    element.append(heading, ...method.texts.flatMap((text) => copyableCode(method, text)));
    return element;
  });
  const summary = container.querySelector("summary");
  container.replaceChildren(...(summary ? [summary] : []), ...elements);
}
