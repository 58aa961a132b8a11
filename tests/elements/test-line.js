// test-line.js: <test-line>, a small figure for the tests of the core, with shared and own
// attributes, slow data, two handles, a panel to tap, and motion.
import { cells, dot, figure, label, linear, rule } from "../../web/elements/core/index.js";
import { mount } from "./support.js";

/** @import { Spec } from "../../web/elements/core/types.js" */

/** How often the figure has computed `double`, and drawn its static layer. */
export const counts = { runs: 0, drawn: 0 };

figure("test-line", {
  title: "A point on a line",
  hint: "**Drag** the *p*.",
  shared: ["position", "length"],
  attributes: { colour: ["ink", "offset"], factor: { value: 2, min: 1, max: 9 }, bold: false },
  state: { taps: 0 },
  glide: ["position"],
  data: {
    double({ position }) {
      counts.runs++;
      return 2 * position;
    },
    *slow({ length }) {
      for (let n = 1; n <= length; n++) yield n;
      return length;
    },
  },
  panels: ({ position, length, factor, taps }, d) => [
    {
      height: 120,
      margin: { left: 10, right: 10 },
      x: cells(0, length, { axis: "ruler" }),
      y: linear(0, 10, { axis: "none" }),
      press: "position",
      still: (p) => {
        counts.drawn++;
        return [rule({ y: 5 }, { colour: p.colour })];
      },
      marks: () => [
        dot(position, 5),
        label(`twice **${Math.round(d.double)}**, ${taps} taps`, 0, 8),
      ],
      handles: [
        {
          name: "factor",
          look: "disc",
          along: "y",
          x: length - 1,
          y: factor,
          value: factor,
          min: 1,
          max: 9,
          set: (value) => ({ factor: value }),
        },
        {
          name: "position",
          look: "pill",
          text: `p ${Math.round(position)}`,
          x: position,
          y: 0,
          value: position,
          min: 0,
          max: length - 1,
          words: `position ${Math.round(position)}`,
          set: (value) => ({ position: value }),
        },
      ],
    },
    {
      height: 40,
      name: "taps",
      heading: "what the **reader** did",
      margin: { top: 30 },
      tap: () => ({ taps: taps + 1 }),
      marks: () => [label("tap here", 4, 20)],
    },
  ],
  play: ({ position, length }, time) =>
    position >= length - 1 ? undefined : { position: position + 30 * time },
  say: ({ position }) => `Position ${Math.round(position)}.`,
  table: ({ length }) => ({ columns: ["n"], rows: Array.from({ length }, (_, n) => [n]) }),
});

/** Declares a figure whose title, sentence and table do not matter.
 * @param {string} tag @param {Partial<Spec> & Pick<Spec, "panels">} parts */
export const declare = (tag, parts) =>
  figure(tag, {
    title: "t",
    hint: "h",
    say: () => "",
    table: () => ({ columns: [], rows: [] }),
    ...parts,
  });

/** Mounts one in the page. @param {string} [attributes] */
export const one = async (attributes = "", content = "") =>
  (await mount(`<test-line ${attributes}>${content}</test-line>`))[0];
