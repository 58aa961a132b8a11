// The gallery: every figure of docs/embedding.md, with the code to embed it.
import guide from "../../docs/embedding.md?raw";
import { showEmbedMethods } from "./embed.js";
import { exampleElements, PICTURE, parseExamples, picturePath } from "./examples.js";
import { loadFigures } from "./figures.js";
import { registerWorker } from "./offline.js";
import { enableSchemeButton } from "./scheme.js";

/**
 * @param {string} name @param {(Node | string)[]} content
 * @param {Record<string, string>} [attributes]
 */
function create(name, content, attributes = {}) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...content);
  return element;
}

const examples = parseExamples(guide);

document.querySelector("#contents")?.append(
  create(
    "ul",
    examples.map(({ tag }) => {
      const name = tag.replace("phasor-", "");
      // build/pictures.js draws them. The style sheet shows one, and browsers load only that one.
      const pictures = /** @type {const} */ (["light", "dark"]).map((scheme) =>
        create("img", [], {
          ...{ class: scheme, src: picturePath(tag, scheme), alt: "", loading: "lazy" },
          ...{ width: String(PICTURE.width), height: String(PICTURE.height) },
        }),
      );
      return create("li", [create("a", [...pictures, name], { href: `#${name}` })]);
    }),
  ),
);

document.querySelector("#gallery")?.append(
  ...examples.map(({ tag, words, html }) => {
    const id = tag.replace("phasor-", "");
    const sentence = `${words[0].toUpperCase()}${words.slice(1)}.`;
    const methods = create("div", [], { class: "ways" });
    showEmbedMethods(methods, html);
    return create(
      "section",
      [
        create("h2", [`<${tag}>`], { id }),
        create("p", [sentence]),
        create("figure", [exampleElements(html)], { class: "wide", "aria-labelledby": id }),
        methods,
      ],
      { "aria-labelledby": id },
    );
  }),
);

// The ids did not exist yet when the browser looked for the fragment.
if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
enableSchemeButton(document.querySelector("#scheme"));
loadFigures(document);
registerWorker();
document.documentElement.classList.add("scripted");
document.querySelector("main")?.classList.add("ready");
