// Reads the reader's file in <phasor-bugs>, and describes its contents.
import { whole } from "../core/index.js";
import { contentOf } from "./bugs-files.js";
import { NO_FILE } from "./bugs-model.js";

/** @import { FigureElement } from "../core/element.js" */
/** @import { Patch } from "../core/types.js" */
/** @import { P } from "./bugs.js" */
/** @import { Part } from "./bugs-files.js" */

/** Milliseconds to wait so that the message is painted before reading blocks the page. */
const PAINT_MS = 40;
const FILE_TYPES = ".npy,.npz,.safetensors,.gguf,.gz,.csv,.tsv,.txt,.json";

/** The number of the latest file: the result of an earlier, slower file is dropped. @type {WeakMap<FigureElement, number>} */
const turns = new WeakMap();

/** Shows one part of a file, or the error. @param {FigureElement} figure @param {() => Promise<Patch<P>>} find */
async function show(figure, find) {
  const turn = (turns.get(figure) ?? 0) + 1;
  turns.set(figure, turn);
  /** @type {Patch<P>} */
  let patch;
  try {
    patch = await find();
  } catch (error) {
    patch = { complaint: /** @type {Error} */ (error).message };
  }
  if (turns.get(figure) === turn) figure.change(patch);
}

/** @param {Part[]} parts @param {Part} part */
const patchFor = async (parts, part) => ({
  ...NO_FILE,
  parts,
  part: part.name,
  ...(await part.load()),
});

/**
 * Shows a file's contents instead of the cards' table or rotation; a configuration sets the
 * expected rotation.
 * @param {FigureElement} figure @param {Uint8Array | ArrayBuffer | Blob} file @param {string} name
 */
export const read = (figure, file, name) =>
  show(figure, async () => {
    const { parts, config } = await contentOf(file, name, figure.p.kind);
    if (config !== undefined) return { config, kind: "rotary", complaint: "" };
    return patchFor(parts, parts[0]);
  });

/** @param {FigureElement} figure @param {File} file */
export async function open(figure, file) {
  figure.change({ complaint: `reading ${file.name} …` });
  await new Promise((resolve) => setTimeout(resolve, PAINT_MS));
  await read(figure, file, file.name);
}

/** @param {string} words @param {() => void} press */
function button(words, press) {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = words;
  element.addEventListener("click", press);
  return element;
}

/** @param {P} p */
function wordsOf({ kind, ownTable, rotation, config }) {
  const expected = config.trim() ? " Compared with your configuration." : "";
  const privacy = "It does not leave this browser.";
  if (kind === "table" && ownTable)
    return `${ownTable.name}: ${whole(ownTable.rows)} positions by ${whole(ownTable.columns)} numbers. ${privacy}`;
  if (kind === "rotary" && rotation)
    return `${rotation.name}: ${rotation.words}. ${privacy}${expected}`;
  const formats = ".npy, .npz, .safetensors, .gguf, CSV or JSON, any of them as .gz";
  return kind === "table"
    ? `Drop a file on the figure, choose one, or paste numbers, one row per position: ${formats}.`
    : `Drop a file on the figure, or choose one, with cosines and sines, frequencies, or vectors before (input) and after (output): ${formats}; or a model’s config.json, to compare with.${expected}`;
}

/**
 * Fills the section for the reader's file.
 * @param {FigureElement} figure @param {HTMLDetailsElement} element
 * @returns {() => void} updates the section
 */
export function contentFor(figure, element) {
  const file = Object.assign(document.createElement("input"), {
    type: "file",
    accept: FILE_TYPES,
    hidden: true,
  });
  file.addEventListener("change", () => {
    const [first] = file.files ?? [];
    if (first) open(figure, first);
    file.value = "";
  });
  const text = document.createElement("textarea");
  Object.assign(text, { rows: 3, spellcheck: false, placeholder: "0, 1, 0, 1" });
  text.setAttribute("aria-label", "numbers, as CSV or JSON, or a config.json");
  const take = (/** @type {string} */ typed) => {
    if (typed.trim()) read(figure, new TextEncoder().encode(typed), "pasted text");
  };
  text.addEventListener("input", () => take(text.value));
  const paste = button("paste numbers", () => {
    if (text.isConnected) text.remove();
    else paste.after(text);
    paste.setAttribute("aria-expanded", String(text.isConnected));
  });
  paste.setAttribute("aria-expanded", "false");
  const backButton = button("back to the cards", () => {
    text.value = "";
    figure.change(NO_FILE);
  });
  const clearButton = button("remove the configuration", () => figure.change({ config: "" }));
  const words = document.createElement("p");
  const tensors = document.createElement("p");
  tensors.setAttribute("role", "group");
  tensors.setAttribute("aria-label", "tensors of the file");
  const complaint = document.createElement("p");
  complaint.setAttribute("role", "alert");
  const choose = button("choose a file", () => file.click());
  element.append(words, tensors, choose, paste, clearButton, backButton, file, complaint);
  const set = (/** @type {HTMLElement} */ node, /** @type {string} */ content) => {
    if (node.textContent !== content) node.textContent = content;
  };
  /** @type {Part[]} */
  let shownParts = [];
  return () => {
    /** @type {P} */
    const { ownTable, rotation, config, complaint: message, parts, part: shownPart } = figure.p;
    set(words, wordsOf(figure.p));
    set(complaint, message);
    if (shownParts !== parts) {
      shownParts = parts;
      const buttons = parts.map((part) =>
        button(part.name, () => show(figure, () => patchFor(parts, part))),
      );
      tensors.replaceChildren(...buttons.flatMap((button) => [button, " "]));
    }
    for (const button of tensors.children)
      button.setAttribute("aria-pressed", String(button.textContent === shownPart));
    tensors.hidden = parts.length < 2;
    backButton.hidden = !ownTable && !rotation;
    clearButton.hidden = !config.trim();
  };
}
