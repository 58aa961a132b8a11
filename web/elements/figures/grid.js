// <phasor-grid>: positions in two dimensions, on the patches of an image.
import { rangeFor } from "../colour/maps.js";
import { cell, cells, column, figure, fixed, label, path, raster, row } from "../core/index.js";
import {
  featuresOfPatches,
  KINDS,
  partOf,
  sectionsOf,
  similaritiesTo,
  widthFor,
} from "./grid-model.js";
import { gridPrograms } from "./grid-programs.js";
import { SCENE } from "./grid-scene.js";

/** @import { Handle, Mark, Panel, Plot, Room, Spec } from "../core/types.js" */
/** @import { Section } from "./grid-model.js" */

/** Patches of a side, at most. */
const MOST = 32;
/** The room for the shares above and at the right of the image, and how long the longest bar is. */
const EDGE = 84;
const BAR = 56;
const VEILED = 0.93;

/** The patches as `grid-model.js` takes them. @param {any} p */
const patchesOf = ({ kind, rows, columns, dModel, base }) => ({
  kind,
  rows,
  columns,
  width: widthFor(dModel),
  base,
});

/** A row and a column within the grid. @param {any} p @param {number} r @param {number} c @returns {[number, number]} */
const within = ({ rows, columns }, r, c) => [Math.min(r, rows - 1), Math.min(c, columns - 1)];

/** The index of a patch. @param {any} p @param {number} r @param {number} c */
function indexOf(p, r, c) {
  const [inRow, inColumn] = within(p, r, c);
  return Math.round(inRow) * p.columns + Math.round(inColumn);
}

/** @type {NonNullable<Spec["data"]>} */
const data = {
  at: (p) => indexOf(p, p.row, p.column),
  other: (p) => indexOf(p, p.otherRow, p.otherColumn),
  width: ({ dModel }) => widthFor(dModel),
  features: (p) => featuresOfPatches(patchesOf(p)),
  similarities: (p, { features, at }) => similaritiesTo(features, patchesOf(p), at),
  sections: ({ kind }, { width }) => sectionsOf(kind, width).filter(({ from, to }) => to > from),
  range: (_, { similarities, at }) => rangeFor(Math.min(...similarities), similarities[at]),
  /** What each row and each column has of its own in the similarity. */
  shares({ rows, columns }, { features, width, sections, at }) {
    const of = (
      /** @type {string} */ axis,
      /** @type {number} */ count,
      /** @type {(n: number) => number} */ patch,
    ) => {
      const section = sections.find((/** @type {Section} */ each) => each.axis === axis);
      return Array.from({ length: count }, (_, n) =>
        section ? partOf(features, width, section, at, patch(n)) : 0,
      );
    };
    return {
      rows: of("rows", rows, (n) => n * columns + (at % columns)),
      columns: of("columns", columns, (n) => Math.floor(at / columns) * columns + n),
    };
  },
  parts: (_, { features, width, sections, at, other }) =>
    sections.map((/** @type {Section} */ section) => partOf(features, width, section, at, other)),
};

/** Paper, from none to nearly all. @type {Map<string, Uint32Array>} */
const veils = new Map();

/** @param {string} paper */
function veilOf(paper) {
  const [red, green, blue] = (paper.match(/\d+/g) ?? []).map(Number);
  const made =
    veils.get(paper) ??
    Uint32Array.from({ length: 256 }, (_, n) => {
      const alpha = Math.round(255 * VEILED * (1 - n / 255));
      return ((alpha << 24) | (blue << 16) | (green << 8) | red) >>> 0;
    });
  veils.set(paper, made);
  return made;
}

/** The image, clear where patches are like the grabbed one. @param {any} p @param {any} d @returns {(Mark | Mark[])[]} */
const image = ({ rows, columns }, { similarities, at }) => [
  SCENE.map(({ fill, points }) =>
    path(
      points.map(([x, y]) => [x * columns - 0.5, y * rows - 0.5]),
      { fill, closed: true, width: 0 },
    ),
  ),
  {
    draw(context, plot) {
      const table = veilOf(plot.theme.paper);
      const [low, high] = [Math.min(...similarities), similarities[at]];
      raster({
        values: similarities,
        columns,
        rows,
        low: low < high ? low : high - 1,
        high,
        table,
        gaps: true,
      }).draw(context, plot);
    },
  },
];

/** Bars along two edges: the columns' shares above, the rows' at the right. @param {any} p @param {any} d @returns {Mark} */
const edges = (p, { shares, at, other }) => ({
  draw(context, { frame, x, y, unit, theme }) {
    const { columns } = p;
    const most = Math.max(...shares.columns, ...shares.rows, 1);
    const long = (/** @type {number} */ value) => (Math.max(value, 0) / most) * BAR * unit;
    const colour = (
      /** @type {number} */ n,
      /** @type {number} */ one,
      /** @type {number} */ two,
    ) => (n === one ? theme.position : n === two ? theme.offset : theme.edge);
    shares.columns.forEach((/** @type {number} */ value, /** @type {number} */ n) => {
      context.fillStyle = colour(n, at % columns, other % columns);
      context.fillRect(
        x.at(n) - 0.4 * x.unit,
        frame.top - 6 * unit - long(value),
        0.8 * x.unit,
        long(value),
      );
    });
    shares.rows.forEach((/** @type {number} */ value, /** @type {number} */ n) => {
      context.fillStyle = colour(n, Math.floor(at / columns), Math.floor(other / columns));
      context.fillRect(
        frame.left + frame.width + 6 * unit,
        y.at(n) - 0.4 * y.unit,
        long(value),
        0.8 * y.unit,
      );
    });
  },
});

/** @param {any} p @param {any} d @returns {{ rows: number, columns: number, together: number }} */
function partsOf({ columns }, { shares, other, similarities }) {
  return {
    rows: shares.rows[Math.floor(other / columns)],
    columns: shares.columns[other % columns],
    together: similarities[other],
  };
}

/** @param {any} p @param {any} d @param {boolean} narrow @returns {Panel} */
function picture(p, d, narrow) {
  const { rows, columns } = p;
  const [r, c] = within(p, p.row, p.column);
  const [otherR, otherC] = within(p, p.otherRow, p.otherColumn);
  const parts = partsOf(p, d);
  const most = Math.max(...d.shares.columns, ...d.shares.rows, 1);
  /** @type {(name: string, x: number, y: number, keys: [string, string]) => Handle} */
  const handle = (name, x, y, [down, across]) => ({
    name,
    look: "none",
    along: "both",
    x,
    y,
    words: `row ${Math.round(y)}, column ${Math.round(x)}`,
    value: x,
    min: 0,
    max: columns - 1,
    set: (value) => ({ [across]: value }),
    other: { value: y, min: 0, max: rows - 1, set: (value) => ({ [down]: value }) },
  });
  return {
    name: "image",
    ...(narrow ? {} : { width: 600 }),
    aspect: rows / columns,
    maxHeight: 470,
    margin: { top: EDGE, right: EDGE },
    x: cells(0, columns, { name: "column" }),
    y: cells(0, rows, { name: "row" }),
    press: "the patch",
    still: (p, d) => [image(p, d), edges(p, d)],
    marks: () => [
      cell(
        { x: [otherC, otherC], y: [otherR, otherR] },
        { colour: "offset", width: 3, casing: true },
      ),
      cell({ x: [c, c], y: [r, r] }, { colour: "position", width: 3.5, casing: true }),
      grips(c, r),
      label(`columns ${fixed(parts.columns, 1)}`, d.other % columns, -0.5, {
        align: "center",
        dy: -18 - (BAR * Math.max(parts.columns, 0)) / most,
        colour: "offset",
        keep: true,
        halo: true,
      }),
      label(fixed(parts.rows, 1), columns - 0.5, Math.floor(d.other / columns), {
        dx: 12 + (BAR * Math.max(parts.rows, 0)) / most,
        colour: "offset",
        halo: true,
        keep: true,
      }),
      label("rows", columns - 0.5, -0.5, { dx: 8, dy: -10 }),
      label(`**${fixed(parts.together, 1)}** of ${fixed(d.width / 2, 0)}`, otherC, otherR, {
        dx: otherC > columns / 2 ? -0.5 : 0.5,
        dy: 30,
        align: "center",
        colour: "offset",
        strong: "offset",
        box: true,
        keep: true,
      }),
    ],
    handles: [
      handle("another patch", otherC, otherR, ["otherRow", "otherColumn"]),
      handle("the patch", c, r, ["row", "column"]),
    ],
  };
}

/** Four small arrows out of a patch. @param {number} x @param {number} y @returns {Mark} */
const grips = (x, y) => ({
  draw(context, plot) {
    const { unit } = plot;
    const [middleX, middleY] = [plot.x.at(x), plot.y.at(y)];
    context.fillStyle = plot.theme.position;
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ]) {
      const reach = (dx ? plot.x.unit : plot.y.unit) / 2 + 5 * unit;
      const [tipX, tipY] = [middleX + dx * (reach + 6 * unit), middleY + dy * (reach + 6 * unit)];
      context.beginPath();
      context.moveTo(tipX, tipY);
      context.lineTo(tipX - dx * 6 * unit + dy * 5 * unit, tipY - dy * 6 * unit + dx * 5 * unit);
      context.lineTo(tipX - dx * 6 * unit - dy * 5 * unit, tipY - dy * 6 * unit - dx * 5 * unit);
      context.closePath();
      context.fill();
    }
  },
});

/** The numbers of both patches that are for one axis. @param {any} d @param {Section} section @param {number} n @returns {Panel} */
function strip(d, { axis, from, to, order }, n) {
  const part = d.parts[n];
  return {
    name: axis,
    heading: `${axis}: numbers ${from} to ${to - 1}, ${order}`,
    height: 46,
    fixed: true,
    margin: { bottom: 26, left: 14 },
    x: cells(from, to - from, { axis: "none" }),
    y: cells(0, 2, { axis: "none" }),
    still: (_, { features, width, at, other }) => [
      [at, other].map((patch, line) =>
        raster({
          values: features.subarray(patch * width + from, patch * width + to),
          columns: to - from,
          rows: 1,
          y: [line, line + 1],
          gaps: true,
        }),
      ),
    ],
    marks: () => [
      sideMark(0, "position"),
      sideMark(1, "offset"),
      label(`product **${fixed(part, 1)}** of ${(to - from) / 2}`, from - 0.5, 1.5, {
        dy: 14,
        strong: "ink",
      }),
    ],
  };
}

/** @param {number} line @param {string} colour @returns {Mark} */
const sideMark = (line, colour) => ({
  draw(context, { frame, y, unit, theme }) {
    context.fillStyle = /** @type {any} */ (theme)[colour];
    context.fillRect(frame.left - 10 * unit, y.at(line) - 0.42 * y.unit, 5 * unit, 0.84 * y.unit);
  },
});

/** What differs from the other models. @type {Record<string, string>} */
const WORDS = {
  mae: "columns first, counted from 0",
  detr: "rows first, counted from 1: the products stay",
  axial: "each axis turns half of the pairs",
  mrope: "time, the same everywhere, height and width share the pairs",
};

/** @param {any} p @param {any} d @param {Room} room */
function panels(p, d, { narrow }) {
  /** @type {Panel} */
  const sum = {
    name: "sum",
    height: 30,
    fixed: true,
    marks: () =>
      label(
        `together **${fixed(partsOf(p, d).together, 1)}** of ${fixed(d.width / 2, 0)}: the same for any two patches so far apart`.replace(
          /: the.*/,
          narrow ? "" : "$&",
        ),
        14,
        12,
        { strong: "offset", size: 17, colour: "ink" },
      ),
  };
  /** @type {Panel} */
  const words = {
    name: "words",
    height: 24,
    fixed: true,
    marks: () => label(WORDS[p.kind], 14, 10),
  };
  const strips = column(
    words,
    ...d.sections.map((/** @type {Section} */ section, /** @type {number} */ n) =>
      strip(d, section, n),
    ),
    sum,
  );
  return narrow ? [picture(p, d, true), strips] : row(picture(p, d, false), strips);
}

export const PhasorGrid = figure("phasor-grid", {
  title: "Row and column add up to a cross",
  hint: "**Drag the patch.** The image is clear where patches are like it: all along its row and its column. Bars at two edges are the shares of both.",
  shared: ["dModel", "base"],
  attributes: {
    kind: KINDS.map(([kind]) => kind),
    rows: { value: 14, min: 1, max: MOST },
    columns: { value: 14, min: 1, max: MOST },
    row: { value: 8, min: 0, max: MOST - 1 },
    column: { value: 5, min: 0, max: MOST - 1 },
    otherRow: { value: 3, min: 0, max: MOST - 1 },
    otherColumn: { value: 11, min: 0, max: MOST - 1 },
  },
  glide: ["row", "column", "otherRow", "otherColumn"],
  data,
  panels,
  controls: ({ kind }) => [
    {
      kind: "choice",
      name: "model",
      value: kind,
      options: KINDS,
      set: (chosen) => ({ kind: chosen }),
    },
  ],
  say(p, d) {
    const place = (/** @type {number} */ n) => `(${Math.floor(n / p.columns)}, ${n % p.columns})`;
    const parts = d.sections.map(
      (/** @type {Section} */ { axis }, /** @type {number} */ n) =>
        `${axis} ${fixed(d.parts[n], 1)}`,
    );
    return `Patch ${place(d.at)} and patch ${place(d.other)}, as row and column: ${parts.join(", ")}, together ${fixed(d.similarities[d.other], 1)} of ${fixed(d.width / 2, 0)}.`;
  },
  table: ({ columns }, { similarities }) => ({
    columns: ["row", "column", "similarity"],
    rows: Array.from(similarities, (value, n) => [Math.floor(n / columns), n % columns, value]),
  }),
  programs: (p, { at }) => gridPrograms({ ...patchesOf(p), patch: at }),
});
