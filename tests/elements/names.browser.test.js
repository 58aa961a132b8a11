// Misspelt names in a declaration: errors that name the figure and what is meant.
import { expect, test } from "vitest";
import { linear } from "../../web/elements/core/index.js";
import { onAnEmptyPage, put } from "./support.js";
import { declare } from "./test-line.js";

onAnEmptyPage();

const good = {
  shared: ["position"],
  data: { values: () => [1, 2, 3] },
  panels: () => ({ height: 100, x: linear(0, 1), y: linear(0, 1) }),
};

test("a field that a declaration does not have is refused at once", () => {
  expect(() =>
    declare("names-declaration", /** @type {any} */ ({ ...good, panel: good.panels })),
  ).toThrow(
    'phasor: <names-declaration> has no field of a declaration "panel" (did you mean "panels"?)',
  );
  expect(customElements.get("names-declaration")).toBeUndefined();
});

test.each(
  /** @type {[object, string][]} */ ([
    [{ shared: ["positon"] }, 'no shared parameter "positon" (did you mean "position"?)'],
    [{ glide: ["positon"] }, 'no parameter "positon" (did you mean "position"?)'],
  ]),
)("a parameter that does not exist is refused at once: %o", (parts, message) => {
  expect(() => declare("names-parameters", /** @type {any} */ ({ ...good, ...parts }))).toThrow(
    `<names-parameters> has ${message}`,
  );
});

let number = 0;
/** Draws a figure with other parts. @param {object} parts */
function drawParts(parts) {
  const tag = `names-n${number++}`;
  declare(tag, /** @type {any} */ ({ ...good, ...parts }));
  const element = put(`<${tag}></${tag}>`).firstElementChild;
  return () => element.drawNow();
}

test.each(
  /** @type {[string, object, string][]} */ ([
    [
      "a datum",
      { panels: (/** @type {any} */ _, /** @type {any} */ d) => ({ height: d.vales.length }) },
      'has no datum "vales" (did you mean "values"?)',
    ],
    [
      "a parameter",
      { panels: (/** @type {any} */ p) => ({ height: p.postion }) },
      'has no parameter "postion" (did you mean "position"?)',
    ],
    [
      "a field of a panel",
      { panels: () => ({ heigth: 100 }) },
      'has no field of a panel "heigth" (did you mean "height"?)',
    ],
    [
      "a field of a handle",
      { panels: () => ({ height: 100, handles: [{ name: "n", lok: "pill" }] }) },
      'has no field of a handle "lok" (did you mean "look"?)',
    ],
    [
      "an option of a scale",
      { panels: () => ({ height: 100, y: linear(0, 1, /** @type {any} */ ({ gird: true })) }) },
      'has no field of a scale "gird" (did you mean "grid"?)',
    ],
    [
      "a handle to press",
      {
        panels: () => ({
          ...{ height: 100, x: linear(0, 1), y: linear(0, 1), press: "hnd" },
          handles: [{ name: "hand", x: 0, y: 0, value: 0, min: 0, max: 1, set: () => ({}) }],
        }),
      },
      'has no handle "hnd" (did you mean "hand"?)',
    ],
  ]),
)("a misspelt %s is refused when the figure is drawn", (_, parts, message) => {
  expect(drawParts(parts)).toThrow(message);
});

test("names that every object has are no parameters", () => {
  const panelOf = (/** @type {any} */ p, /** @type {any} */ d) => ({
    height: `${p}${d}`.length + Number(Object.hasOwn(p, "position")),
  });
  expect(drawParts({ panels: panelOf })()).toBe(true);
});
