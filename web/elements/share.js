// What a figure gives away: a picture, its numbers, a link to its state, and itself as HTML.
import { fromFragment, toFragment } from "./state/link.js";
import { ATTRIBUTES, DEFAULTS, PARAMETER_NAMES } from "./state/parameters.js";

/** @import { State } from "./state/parameters.js" */

/**
 * Numbers in columns.
 * @typedef {{ columns: string[], rows: Iterable<ArrayLike<number>> }} Table
 */

/** @typedef {"javascript" | "python" | "c"} Language */

/**
 * Programs that print a table, each complete in itself.
 * @typedef {Record<Language, string>} Code
 */

/** Rows of a CSV file, at most: of more positions, every second, third, … is taken. */
const MOST_ROWS = 4096;

/**
 * The positions of a span, or as many as a file should hold.
 * @param {number} start @param {number} end
 */
export function positionsIn(start, end) {
  const first = Math.floor(start);
  const step = Math.ceil((Math.ceil(end) - first) / MOST_ROWS);
  const count = Math.ceil((Math.ceil(end) - first) / step);
  return Float64Array.from({ length: count }, (_, n) => first + n * step);
}

/** As RFC 4180 has it. Each number is written so that reading gives the same double. @param {Table} table */
export function toCSV({ columns, rows }) {
  const lines = [columns.join(",")];
  for (const row of rows) lines.push(Array.from(row, String).join(","));
  return `${lines.join("\r\n")}\r\n`;
}

/**
 * All canvases of a box in one picture, on paper.
 * @param {HTMLElement} box @param {string} paper @param {number} ratio
 * @returns {Promise<Blob>} PNG
 */
export function toPicture(box, paper, ratio) {
  const frame = box.getBoundingClientRect();
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(frame.width * ratio);
  canvas.height = Math.round(frame.height * ratio);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("phasor: this browser gave no 2D canvas");
  context.fillStyle = paper;
  context.fillRect(0, 0, canvas.width, canvas.height);
  for (const layer of box.querySelectorAll("canvas")) {
    const { left, top, width, height } = layer.getBoundingClientRect();
    if (width === 0 || layer.width === 0) continue;
    const place = [left - frame.left, top - frame.top, width, height];
    const [x, y, across, down] = place.map((side) => Math.round(side * ratio));
    context.drawImage(layer, x, y, across, down);
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error("phasor: this browser made no picture of the canvas"));
    }, "image/png");
  });
}

/**
 * Attributes that differ from what they are to begin with, beside those of the state.
 * @typedef {Record<string, string>} Own
 */

/** @param {string} address @param {Readonly<State>} state @param {Own} own */
export function toAddress(address, state, own) {
  const url = new URL(address);
  const parts = new URLSearchParams(toFragment(state));
  for (const [name, value] of Object.entries(own)) parts.set(name, value);
  url.hash = parts.toString();
  return url.href;
}

/** What an address says of a figure. @param {string} address @param {string[]} names of own attributes */
export function fromAddress(address, names) {
  const { hash } = new URL(address);
  const state = fromFragment(hash);
  if (!state) return undefined;
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  /** @type {Own} */
  const own = {};
  for (const name of names) {
    const value = parts.get(name);
    if (value !== null) own[name] = value;
  }
  return { state, own };
}

/** @param {string} tag @param {string} source @param {Readonly<State>} state @param {Own} own */
export function toMarkup(tag, source, state, own) {
  const given = PARAMETER_NAMES.filter((name) => state[name] !== DEFAULTS[name]).map((name) => [
    ATTRIBUTES[name],
    String(state[name]),
  ]);
  const attributes = [...given, ...Object.entries(own)]
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join("");
  return `<script type="module" src="${escaped(source)}"></script>\n<${tag}${attributes}></${tag}>`;
}

/** @param {string} text */
const escaped = (text) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");

/** Has the browser save a file. @param {Blob} blob @param {string} name */
export function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
