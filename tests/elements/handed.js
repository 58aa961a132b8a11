// handed.js: stands for canvas/lines.js in tests of views, and keeps what they hand to the library that
// draws lines: vi.mock("../../web/elements/canvas/lines.js", () => import("./handed.js")).

/** What was handed over. @type {any[]} */
export const handed = [];

export class Lines {
  /** @param {any} data @param {any} _size @param {any} frame @param {any} _key @param {() => any} pens */
  draw(data, _size, frame, _key, pens) {
    handed.push({ data, frame, ...pens() });
  }
  focus() {}
  remove() {}
}

export const joined = (/** @type {unknown} */ lines) => lines;
