// The gallery: every figure of docs/embedding.md, with the code to embed it.
import guide from "../../docs/embedding.md?raw";
import { offerWays } from "./embed.js";
import { elementsOf, examplesIn, PICTURE, pictureOf } from "./examples.js";
import { loadFigures } from "./figures.js";
import { keepOffline } from "./offline.js";
import { offerSchemes } from "./scheme.js";

/**
 * @param {string} name @param {(Node | string)[]} content
 * @param {Record<string, string>} [attributes]
 */
function made(name, content, attributes = {}) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...content);
  return element;
}

const examples = examplesIn(guide);

document.querySelector("#contents")?.append(
  made(
    "ul",
    examples.map(({ tag }) => {
      const name = tag.replace("phasor-", "");
      // build/pictures.js draws them. The style sheet shows one, and browsers load only that one.
      const pictures = /** @type {const} */ (["light", "dark"]).map((scheme) =>
        made("img", [], {
          ...{ class: scheme, src: pictureOf(tag, scheme), alt: "", loading: "lazy" },
          ...{ width: String(PICTURE.width), height: String(PICTURE.height) },
        }),
      );
      return made("li", [made("a", [...pictures, name], { href: `#${name}` })]);
    }),
  ),
);

document.querySelector("#gallery")?.append(
  ...examples.map(({ tag, words, html }) => {
    const id = tag.replace("phasor-", "");
    const sentence = `${words[0].toUpperCase()}${words.slice(1)}.`;
    const ways = made("div", [], { class: "ways" });
    offerWays(ways, html);
    return made(
      "section",
      [
        made("h2", [`<${tag}>`], { id }),
        made("p", [sentence]),
        made("figure", [elementsOf(html)], { class: "wide", "aria-labelledby": id }),
        ways,
      ],
      { "aria-labelledby": id },
    );
  }),
);

// The ids did not exist yet when the browser looked for the fragment.
if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
offerSchemes(document.querySelector("#scheme"));
loadFigures(document);
keepOffline();
document.documentElement.classList.add("scripted");
document.querySelector("main")?.classList.add("ready");
