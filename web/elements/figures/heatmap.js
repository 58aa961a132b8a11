// <phasor-heatmap>: the whole table as colours, and one position as hands and numbers.
import { heatmap, sinusoidalAt, wavelengths } from "../../phasor/index.js";
import {
  cell,
  cells,
  choice,
  colourKey,
  decimal,
  figure,
  fixed,
  hand,
  handAngle,
  label,
  nearestIn,
  path,
  positionPill,
  raster,
  ring,
  row,
  short,
  slider,
  times,
  wavelength,
  whole,
  zoomButtons,
} from "../core/index.js";
import { columnPrograms, columnTable } from "../core/programs.js";

/** @import { DataOf, Mark, Marks, Panel, Params, Room } from "../core/types.js" */

/** @typedef {Params<{ layout: "interleaved" | "concatenated" }>} P */

/**
 * @typedef {object} D
 * @property {Float64Array} wavelengths
 * @property {Float64Array} here the encoding of the position
 */

/** @param {P} p */
const isConcatenated = ({ layout }) => layout === "concatenated";

/** The pair under the pointer, here or in another figure, or else the chosen pair. @param {P} p @returns {number} */
const pairOf = ({ hover, pair }) => hover?.pair ?? pair;

/** The pair in a row, and whether the row has its sine (0) or its cosine (1). @param {P} p @param {number} at */
function rowAt(p, at) {
  const half = p.dModel / 2;
  return isConcatenated(p)
    ? { pair: at % half, wave: Number(at >= half) }
    : { pair: Math.floor(at / 2), wave: at % 2 };
}

/** @type {DataOf<P, D>} */
const data = {
  wavelengths: ({ dModel, base }) => wavelengths(dModel, { base }),
  here: ({ position, dModel, base }) =>
    sinusoidalAt([position], dModel, { base, dtype: "float64" }),
};

/** The cells in view: each pixel is the exact mean of the cells that it covers. @param {P} p @returns {Mark} */
function picture({ start, end, dModel, base, layout }) {
  return {
    draw(context, plot) {
      const { frame, ratio } = plot;
      const [from, to] = [Math.floor(start), Math.ceil(end)];
      const width = Math.min(to - from, Math.round(frame.width * ratio));
      const height = Math.min(dModel, Math.round(frame.height * ratio));
      // A quotient rounded up could reach beyond the last position.
      const positionsPerPixel = ((to - from) / width) * (1 - 2 * Number.EPSILON);
      const values = heatmap({
        dModel,
        base,
        layout,
        width,
        height,
        position: from,
        positionsPerPixel,
        columnsPerPixel: dModel / height,
        positions: "across",
      });
      raster({
        values,
        columns: width,
        rows: height,
        low: 0,
        high: 255,
        x: [from, to],
        gaps: true,
      }).draw(context, plot);
    },
  };
}

/** The transposed table: positions run to the right. @param {P} p @param {D} d @param {Room} room @returns {Panel<P, D>} */
function tablePanel(p, d, { narrow, width }) {
  const { start, end, position, dModel, hover } = p;
  const pair = pairOf(p);
  const { wavelengths } = d;
  /** @type {(x: number, y: number) => { position: number, pair: number }} */
  const cellAt = (x, y) => ({ position: Math.round(x), pair: rowAt(p, Math.round(y)).pair });
  const perPixel = (end - start) / (width * (narrow ? 1 : 0.7));
  const aliased = wavelengths.filter((wavelength) => wavelength < 2 * perPixel).length;
  return {
    name: "tape",
    height: narrow ? 300 : 420,
    margin: { top: 30 },
    x: cells(start, end - start, { axis: "ruler", label: short }),
    y: cells(0, dModel, { name: "dimension", colour: "dimension", binary: true }),
    zoom: "x",
    press: "position *p*",
    point: cellAt,
    tap: cellAt,
    still: (p) => [picture(p), colourKey({ low: "−1", high: "1" })],
    marks: () => [
      hover?.position !== undefined &&
        cell({ x: [hover.position, hover.position] }, { colour: "ink", width: 1, opacity: 0.6 }),
      !isConcatenated(p) &&
        cell({ y: [2 * pair, 2 * pair + 1] }, { colour: "dimension", width: 1.75, casing: true }),
      cell({ x: [position, position] }, { colour: "position", width: 2, casing: true }),
      notes(p, aliased, wavelengths[dModel / 2 - 1] > 4 * (end - start), narrow || width < 800),
    ],
    handles: [
      positionPill(p, narrow, {
        y: dModel - 0.5,
        words: `${whole(position)}: pair ${pair}, sine ${decimal(d.here[2 * pair])}, cosine ${decimal(d.here[2 * pair + 1])}`,
        other: { value: pair, min: 0, max: dModel / 2 - 1, set: (value) => ({ pair: value }) },
      }),
    ],
  };
}

/** Notes on the picture, or why it shows nothing. @param {P} p @param {number} lost how many pairs turn within a pixel @param {boolean} slow whether some hardly turn @param {boolean} brief */
function notes({ start, end, dModel, layout }, lost, slow, brief) {
  /** @param {string} text @param {number} part distance from the top, from 0 to 1 @param {import("../core/marks/labels.js").LabelOptions & { x?: number }} [options] */
  const note = (text, part, { x = end - 0.5, ...options } = {}) =>
    label(text, x, part * dModel - 0.5, {
      colour: "ink",
      size: 14,
      box: true,
      dx: -12,
      keep: true,
      ...options,
    });
  if (lost >= dModel / 2) {
    const lines = brief
      ? [
          "Every hand turns many times",
          "within a pixel: the mean is 0.",
          "**Zoom in:** Ctrl and wheel, or more.",
        ]
      : [
          "Every hand turns many times within a pixel,",
          "and the mean of a turn is 0. **Zoom in:** Ctrl and wheel, or more.",
        ];
    const middle = { x: (start + end - 1) / 2, align: /** @type {const} */ ("center"), dx: 0 };
    return lines.map((text, n) => note(text, 0.42 + 0.1 * n, middle));
  }
  if (layout === "concatenated") return [note("all sines", 0.04), note("all cosines", 0.54)];
  const short = lost === 1 ? "one pair turns within a pixel" : `${lost} pairs turn within a pixel`;
  return [
    lost > 0
      ? note(brief ? short : `${short}: the mean is 0`, 0.045)
      : note("fast: tells neighbours apart", 0.045),
    slow &&
      note("slow: near 0 and 1", 0.91, {
        // Other places for when the pill at the lower edge is near.
        or: [0.8, 0.7].map((part) => ({ y: part * dModel - 0.5 })),
        optional: true,
      }),
  ];
}

/** The pairs shown beside the table: evenly spread ones, and the marked pair. @param {P} p @param {boolean} narrow */
function pulledPairs(p, narrow) {
  const pair = pairOf(p);
  const count = p.dModel / 2;
  const rowCount = Math.min(count, narrow ? 8 : 11);
  const pairs = times(rowCount, (n) => Math.round((n * (count - 1)) / Math.max(rowCount - 1, 1)));
  pairs[nearestIn(pairs, pair)] = pair;
  return pairs;
}

/** One position, pulled out of the table: hands and numbers. @param {P} p @param {D} d @param {boolean} narrow @returns {Panel<P, D>} */
function positionPanel(p, { here, wavelengths }, narrow) {
  const pairs = pulledPairs(p, narrow);
  const spots = cells(0, pairs.length, { axis: "none" });
  /** @type {(pair: number, usual: string) => string} */
  const tone = (pair, usual) => (pair === p.pair ? "dimension" : usual);
  /** @type {(text: string, column: number, y: number, colour: string, dy?: number) => Mark} */
  const number = (text, column, y, colour, dy) =>
    label(text, [110, 158, 268][column], y, { align: "right", colour, dy });
  /** @type {(pair: number, n: number) => Marks} */
  const marksOf = (pair, n) => {
    const dial = narrow ? { x: n, y: 52, radius: 15 } : { x: 54, y: n, radius: 14 };
    const [sine, cosine] = [here[2 * pair], here[2 * pair + 1]];
    const colour = tone(pair, "ink");
    const brief = Math.abs(sine) > 0.995 ? fixed(sine, 1) : decimal(sine);
    const words = narrow
      ? label(brief, n, 20, { align: "center", colour, size: 14 })
      : [
          number(decimal(sine), 0, n, colour),
          number(decimal(cosine), 1, n, colour),
          number(wavelength(wavelengths[pair]), 2, n, tone(pair, "muted")),
        ];
    return [
      ring(dial, { colour: tone(pair, "edge") }),
      hand(dial, handAngle(here, pair), { tip: 3.5 }),
      words,
    ];
  };
  return {
    name: "pulled",
    ...(narrow
      ? { height: 72, x: spots, heading: "sine and hand of some pairs" }
      : { width: 274, height: 420, y: spots, margin: { top: 54, bottom: 34 } }),
    marks: () => [
      pairs.map(marksOf),
      !narrow &&
        ["sin", "cos", "words a turn"].map((name, n) => number(name, n, -0.5, "muted", -10)),
    ],
  };
}

export const PhasorHeatmap = figure("phasor-heatmap", {
  title: "Every column holds one position’s hands",
  hint: "**Pull a column out:** drag the position along the table. The column shows its hands as colours. Zoom with Ctrl + wheel or two fingers.",
  shared: ["dModel", "length", "base", "position", "pair"],
  attributes: { layout: ["interleaved", "concatenated"] },
  glide: ["position"],
  data,
  panels(p, d, room) {
    const panels = [tablePanel(p, d, room), positionPanel(p, d, room.narrow)];
    return room.narrow ? panels : { ...row(...panels), gap: 0 };
  },
  across({ tape, pulled }, p) {
    if (tape.frame.top !== pulled.frame.top) return [];
    const right = tape.frame.left + tape.frame.width;
    return pulledPairs(p, false).map((pair, n) => {
      const at = isConcatenated(p) ? pair : 2 * pair + 0.5;
      return path(
        [right + 2, right + 14, pulled.frame.left + 22, pulled.frame.left + 36],
        [tape.y.at(at), tape.y.at(at), pulled.y.at(n), pulled.y.at(n)],
        {
          colour: pair === pairOf(p) ? "dimension" : "line",
          width: pair === pairOf(p) ? 1.5 : 1,
        },
      );
    });
  },
  more: (p) => [
    slider.length(p),
    slider.base(p),
    slider.dModel(p),
    choice(p, "layout", "order of the rows", {
      interleaved: "sine and cosine interleaved",
      concatenated: "all sines first",
    }),
    ...zoomButtons,
  ],
  say: (p, d) =>
    `Position ${whole(p.position)}, pair ${p.pair}, one turn in ${wavelength(d.wavelengths[p.pair])} words: sine ${decimal(d.here[2 * p.pair])}, cosine ${decimal(d.here[2 * p.pair + 1])}.`,
  table: (p) => columnTable(p, p.dModel, (c) => rowAt(p, c), true),
  programs(p) {
    const half = p.dModel / 2;
    const [pair, wave] = isConcatenated(p)
      ? [`c % ${half}`, `(c >= ${half})`]
      : ["c >> 1", "c % 2"];
    return columnPrograms(p, { count: p.dModel, pair, wave, isNumbered: true });
  },
});
