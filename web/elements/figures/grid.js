// <phasor-grid>: positions in two dimensions, on the patches of an image.
import {
  cell,
  cells,
  choice,
  column,
  figure,
  fixed,
  label,
  raster,
  row,
  times,
} from "../core/index.js";
import { plainText } from "../core/text.js";
import {
  featuresOfPatches,
  KINDS,
  partOf,
  sectionsOf,
  similaritiesTo,
  widthFor,
} from "./grid-model.js";
import { edges, grips, image as scene, sideMark } from "./grid-picture.js";
import { gridPrograms } from "./grid-programs.js";

/** @import { DataOf, Handle, Panel, Params, Room } from "../core/types.js" */
/** @import { Kind, Patches, Section } from "./grid-model.js" */

/**
 * Both patches' rows and columns can lie outside the grid after it has been made smaller.
 * @typedef {Params<{ kind: Kind, rows: number, columns: number, row: number, column: number, otherRow: number,
 *   otherColumn: number }>} P
 */

/**
 * @typedef {object} D
 * @property {number} at @property {number} other the indices of both patches
 * @property {number} width
 * @property {Float64Array} features
 * @property {Float64Array} similarities of the patch with every patch @property {number} least the lowest of them
 * @property {Section[]} sections
 * @property {{ rows: number[], columns: number[] }} shares what each row and each column adds to the similarity
 * @property {number} most the value of the longest bar
 * @property {number[]} parts what each section adds to the similarity of the two patches
 */

/** Most patches along a side. */
const MAX_SIDE = 32;
/** Room for the bars at the top and at the right of the image. */
const BAR_ROOM = 84;
const CROSS_ARM = { colour: "position", width: 1.25, fill: "position", fillOpacity: 0.16, more: 0 };
/** Width from which the numbers stand beside the image. */
const MIN_WIDTH_BESIDE = 500;

/** The arguments for grid-model.js. @param {P} p @returns {Patches} */
const patchesOf = ({ kind, rows, columns, dModel, base }) => ({
  kind,
  rows,
  columns,
  width: widthFor(dModel),
  base,
});

/** Limits a row and a column to the grid. @param {P} p @param {number} r @param {number} c @returns {[number, number]} */
const clampToGrid = ({ rows, columns }, r, c) => [Math.min(r, rows - 1), Math.min(c, columns - 1)];

/** The index of a patch. @param {P} p @param {number} r @param {number} c */
function indexOf(p, r, c) {
  const [inRow, inColumn] = clampToGrid(p, r, c);
  return Math.round(inRow) * p.columns + Math.round(inColumn);
}

/** @type {DataOf<P, D>} */
const data = {
  at: (p) => indexOf(p, p.row, p.column),
  other: (p) => indexOf(p, p.otherRow, p.otherColumn),
  width: ({ dModel }) => widthFor(dModel),
  features: (p) => featuresOfPatches(patchesOf(p)),
  similarities: (p, { features, at }) => similaritiesTo(features, patchesOf(p), at),
  sections: ({ kind }, { width }) => sectionsOf(kind, width).filter(({ from, to }) => to > from),
  least: (_, { similarities }) => Math.min(...similarities),
  most: (_, { shares }) => Math.max(...shares.rows, ...shares.columns, 1),
  shares({ rows, columns }, { features, width, sections, at }) {
    /** @type {(axis: Section["axis"], count: number, patch: (n: number) => number) => number[]} */
    const of = (axis, count, patch) => {
      const section = sections.find((section) => section.axis === axis);
      return times(count, (n) => (section ? partOf(features, width, section, at, patch(n)) : 0));
    };
    return {
      rows: of("rows", rows, (n) => n * columns + (at % columns)),
      columns: of("columns", columns, (n) => Math.floor(at / columns) * columns + n),
    };
  },
  parts: (_, { features, width, sections, at, other }) =>
    sections.map((section) => partOf(features, width, section, at, other)),
};

/** @param {P} p @param {D} d @returns {{ rows: number, columns: number, together: number }} */
function partsOf({ columns }, { shares, other, similarities }) {
  return {
    rows: shares.rows[Math.floor(other / columns)],
    columns: shares.columns[other % columns],
    together: similarities[other],
  };
}

/** @param {P} p @param {D} d @param {Room} room @returns {Panel<P, D>} */
function picture(p, d, { narrow, width }) {
  const { rows, columns } = p;
  const [r, c] = clampToGrid(p, p.row, p.column);
  const [otherR, otherC] = clampToGrid(p, p.otherRow, p.otherColumn);
  const parts = partsOf(p, d);
  const bar = narrow ? 40 : 56;
  const barLength = (/** @type {number} */ share) => (bar * Math.max(share, 0)) / d.most;
  /** @type {(name: string, x: number, y: number, keys: [keyof P, keyof P]) => Handle<P>} */
  const handle = (name, x, y, [down, across]) => ({
    name,
    look: "none",
    along: "both",
    width: 40,
    height: 40,
    words: `row ${Math.round(y)}, column ${Math.round(x)}`,
    value: x,
    min: 0,
    max: columns - 1,
    set: (value) => ({ [across]: value }),
    other: { value: y, min: 0, max: rows - 1, set: (value) => ({ [down]: value }) },
  });
  const imageWidth = width >= MIN_WIDTH_BESIDE ? Math.min(600, 0.54 * width) : width;
  const rightMargin = BAR_ROOM + (narrow ? 0 : 20);
  const veil = `clear **${fixed(d.width / 2, 0)}**, veiled **${fixed(d.least, 1)}**`;
  // In a narrow image, the label could touch the columns' name, so it gets its own line.
  const below = imageWidth < 400 ? 22 : 0;
  return {
    name: "image",
    ...(width >= MIN_WIDTH_BESIDE && { width: imageWidth }),
    aspect: rows / columns,
    maxHeight: 470,
    margin: { top: BAR_ROOM, right: rightMargin, bottom: below },
    x: cells(0, columns, { name: "column" }),
    y: cells(0, rows, { name: "row" }),
    press: "the patch",
    still: (p, d) => [scene(p, d), edges(p, d, bar)],
    marks: () => [
      // The cross, which the veil alone hardly shows.
      cell({ y: [r, r] }, CROSS_ARM),
      cell({ x: [c, c] }, CROSS_ARM),
      cell(
        { x: [otherC, otherC], y: [otherR, otherR] },
        { colour: "offset", width: 3, casing: true },
      ),
      cell({ x: [c, c], y: [r, r] }, { colour: "position", width: 3.5, casing: true }),
      grips(c, r),
      label(`columns ${fixed(parts.columns, 1)}`, d.other % columns, -0.5, {
        align: "center",
        dy: -18 - Math.max(barLength(parts.columns), 8),
        colour: "offset",
        keep: true,
        halo: true,
      }),
      label(fixed(parts.rows, 1), columns - 0.5, Math.floor(d.other / columns), {
        dx: 12 + barLength(parts.rows),
        colour: "offset",
        halo: true,
        keep: true,
      }),
      label("rows", columns - 0.5, -0.5, { dx: 8, dy: -10 }),
      label(veil, -0.5, rows - 0.5, { dy: 38 + below }),
      label(`**${fixed(parts.together, 1)}** of ${fixed(d.width / 2, 0)}`, otherC, otherR, {
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

/** The height of all strips: the three of M-RoPE, or fewer that are higher. */
const STRIPS_HEIGHT = 378;
/** What a strip needs of it around its cells. */
const STRIP_MARGIN = 80;

/** The numbers of both patches that encode one axis. @param {D} d @param {Section} section @param {number} n @param {Room} room @returns {Panel<P, D>} */
function strip(d, { axis, from, to, order }, n, { width, measure }) {
  const product = `product **${fixed(d.parts[n], 1)}** of ${(to - from) / 2}`;
  const maxWidth = width < MIN_WIDTH_BESIDE ? width : 0.46 * width - 24;
  const hasRoom = 1.1 * measure(plainText(`${product}; ${order}`)) + 14 < maxWidth;
  return {
    name: axis,
    heading: `${axis}: numbers ${from} to ${to - 1}`,
    height: STRIPS_HEIGHT / d.sections.length - STRIP_MARGIN,
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
      label(hasRoom ? `${product}; ${order}` : product, from - 0.5, 1.5, {
        dy: 14,
        strong: "ink",
        keep: true,
      }),
    ],
  };
}

/** How each model differs from the others. @type {Record<Kind, string>} */
const WORDS = {
  mae: "**MAE:** columns first, counted from 0.",
  detr: "**DETR**, positions unscaled: rows first, counted from 1.",
  axial: "**Axial RoPE:** half of the pairs for each.",
  mrope: "**M-RoPE of Qwen2-VL:** time has the fast pairs, width the slow ones.",
};

/** @param {P} p @param {D} d @param {Room} room */
function panels(p, d, room) {
  const { together } = partsOf(p, d);
  const strips = column(
    // The same height for every model, so that what follows does not move.
    { name: "words", text: WORDS[p.kind], height: 42 },
    ...d.sections.map((section, n) => strip(d, section, n, room)),
    {
      name: "sum",
      text: `Together **${fixed(together, 1)}** of ${fixed(d.width / 2, 0)}, the same for any two patches this far apart.`,
    },
  );
  const image = picture(p, d, room);
  if (room.low && room.width < MIN_WIDTH_BESIDE) return image;
  return room.width < MIN_WIDTH_BESIDE ? [image, strips] : row(image, strips);
}

export const PhasorGrid = figure("phasor-grid", {
  title: "Row and column add up to a cross",
  hint: "**Drag the patch.** The image is clear where patches are like it: along its row and its column.",
  shared: ["dModel", "base"],
  attributes: {
    kind: KINDS.map(([kind]) => kind),
    rows: { value: 14, min: 1, max: MAX_SIDE },
    columns: { value: 14, min: 1, max: MAX_SIDE },
    row: { value: 8, min: 0, max: MAX_SIDE - 1 },
    column: { value: 5, min: 0, max: MAX_SIDE - 1 },
    otherRow: { value: 3, min: 0, max: MAX_SIDE - 1 },
    otherColumn: { value: 11, min: 0, max: MAX_SIDE - 1 },
  },
  glide: ["row", "column", "otherRow", "otherColumn"],
  narrow: 900,
  data,
  panels,
  controls: (p) => [choice(p, "kind", "model", Object.fromEntries(KINDS))],
  say(p, d) {
    const place = (/** @type {number} */ n) => `(${Math.floor(n / p.columns)}, ${n % p.columns})`;
    const parts = d.sections.map(({ axis }, n) => `${axis} ${fixed(d.parts[n], 1)}`);
    return `Patch ${place(d.at)} and patch ${place(d.other)}, as row and column: ${parts.join(", ")}, together ${fixed(d.similarities[d.other], 1)} of ${fixed(d.width / 2, 0)}.`;
  },
  table: ({ columns }, { similarities }) => ({
    columns: ["row", "column", "similarity"],
    rows: Array.from(similarities, (value, n) => [Math.floor(n / columns), n % columns, value]),
  }),
  programs: (p, { at }) => gridPrograms({ ...patchesOf(p), patch: at }),
});
