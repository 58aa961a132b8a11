// A table of the reader's own in <phasor-bugs>: dropped, pasted or chosen.
import { readTable } from "../../formats/index.js";
import { bytesOf, listenForFiles } from "../core/files.js";
import { whole } from "../core/index.js";

/** Bytes of a file that is read. */
const LARGEST = 2 ** 25;
/** How long until a line of text is painted, in milliseconds: reading is one piece of work. */
const SEEN = 40;

/** @type {WeakMap<any, { element: HTMLElement, update: () => void }>} */
const made = new WeakMap();

/**
 * Shows a table instead of that with the bugs.
 * @param {any} figure @param {Uint8Array} bytes of an .npy, CSV or JSON file @param {string} name
 */
export function read(figure, bytes, name) {
  try {
    const { data: values, rows, columns, stack } = readTable(bytes, name);
    if (stack)
      throw new Error(`${name}: these are ${stack} tables; give one, (positions, features)`);
    if (columns < 2) throw new Error(`${name}: one column is no pair`);
    figure.change({ own: { values, rows, columns, name }, complaint: "" });
  } catch (error) {
    figure.change({ complaint: /** @type {Error} */ (error).message });
  }
}

/** @param {any} figure @param {File} file */
async function open(figure, file) {
  figure.change({ complaint: `reading ${file.name} …` });
  await new Promise((resolve) => setTimeout(resolve, SEEN));
  try {
    read(figure, await bytesOf(file, LARGEST), file.name);
  } catch (error) {
    figure.change({ complaint: /** @type {Error} */ (error).message });
  }
}

/** @param {string} words @param {() => void} press */
function button(words, press) {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = words;
  element.addEventListener("click", press);
  return element;
}

/** @param {any} figure */
function make(figure) {
  const element = document.createElement("details");
  // Not on paper.
  element.className = "controls";
  const summary = document.createElement("summary");
  summary.textContent = "a table of your own";
  const file = Object.assign(document.createElement("input"), {
    type: "file",
    accept: ".npy,.csv,.tsv,.txt,.json",
    hidden: true,
  });
  file.addEventListener("change", () => {
    const [first] = file.files ?? [];
    if (first) open(figure, first);
    file.value = "";
  });
  const text = document.createElement("textarea");
  Object.assign(text, { rows: 3, spellcheck: false, placeholder: "0, 1, 0, 1" });
  text.setAttribute("aria-label", "numbers, as CSV or JSON");
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
  const back = button("back to the cards", () => {
    text.value = "";
    figure.change({ own: undefined, complaint: "" });
  });
  const words = document.createElement("p");
  const complaint = document.createElement("p");
  complaint.setAttribute("role", "alert");
  const choose = button("choose a file", () => file.click());
  element.append(summary, words, choose, paste, back, file, complaint);
  listenForFiles(figure, {
    file: (dropped) => open(figure, dropped),
    text: take,
    over: (over) => figure.toggleAttribute("data-over", over),
  });
  const set = (/** @type {HTMLElement} */ node, /** @type {string} */ content) => {
    if (node.textContent !== content) node.textContent = content;
  };
  const update = () => {
    const { own, complaint: wrong } = figure.p;
    set(
      words,
      own
        ? `${own.name}: ${whole(own.rows)} positions by ${whole(own.columns)} numbers. It does not leave this browser.`
        : "Drop a file on the figure, choose one, or paste numbers: .npy, CSV or JSON, a position a row.",
    );
    set(complaint, wrong);
    back.hidden = !own;
    if (own || wrong) element.open = true;
  };
  return { element, update };
}

/** The elements below the drawing. @param {any} figure @returns {Node[]} */
export function ownTable(figure) {
  const known = made.get(figure) ?? make(figure);
  made.set(figure, known);
  known.update();
  return [known.element];
}
