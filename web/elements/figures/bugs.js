// <phasor-bugs>: what silent bugs do to a hand, and what they can be told by.
import { diagnose, sinusoidal, wavelengths } from "../../phasor/index.js";
import { cells, column, figure, fixed, label, linear, raster, row, slider } from "../core/index.js";
import { plain, wrapped, write } from "../core/text.js";
import { CARDS, lab, withBug } from "./bugs-lab.js";
import { BUGS, bugsNamed, SHIFT, testsOf, wrongTable } from "./bugs-model.js";
import { ownTable, read } from "./bugs-own.js";
import { bugsPrograms } from "./bugs-programs.js";

/** @import { Handle, Panel, Room, Spec } from "../core/types.js" */
/** @import { Bug } from "./bugs-model.js" */

/** Positions of the table; those of the first, entries of them, that a diagnosis looks at. */
const MOST_ROWS = 256;
const DIAGNOSED = 4096;
/** Numbers of the table, and of the finer one that the curve is taken from, at most. */
const MOST_ENTRIES = 2 ** 17;
const MOST_POINTS = 2 ** 15;

/** @type {NonNullable<Spec["data"]>} */
const data = {
  on: ({ bugs }) => bugsNamed(bugs),
  rows: ({ length, dModel }) =>
    Math.min(length, MOST_ROWS, Math.max(16, Math.floor(MOST_ENTRIES / dModel))),
  matrix: ({ own, dModel, base }, { rows, on }) =>
    own
      ? {
          ...own,
          rows: Math.min(own.rows, MOST_ROWS),
          values: own.values.subarray(0, MOST_ROWS * own.columns),
        }
      : { values: wrongTable(rows, dModel, base, on), rows, columns: dModel },
  right: ({ base }, { matrix: { rows, columns } }) =>
    sinusoidal(rows, columns, { base, convention: { odd: "zero-column" } }),
  tests: ({ base }, { matrix }) => testsOf(matrix, base),
  pair: ({ pair }, { matrix }) => Math.min(pair, (matrix.columns >> 1) - 1),
  /** Positions to a turn of the pair's healthy hand. */
  turn: ({ base }, { matrix, pair }) => wavelengths(2 * (matrix.columns >> 1), { base })[pair],
  /** The two columns of the pair at whole positions. */
  points: (_, { matrix, pair }) => columnsOf(matrix.values, matrix.rows, matrix.columns, pair),
  /** And between them, where the hand goes there: not where it whirls, nor where nobody knows. */
  curve({ own, dModel, base }, { rows, on, pair }) {
    if (own || on.includes("multiplied")) return undefined;
    const fine = Math.max(1, Math.min(8, Math.floor(MOST_POINTS / (rows * dModel))));
    const count = fine * (rows - 1) + 1;
    return columnsOf(wrongTable(count, dModel, base, on, fine), count, dModel, pair);
  },
  /** What the package says of the first rows. It is one piece of work, which waits for a card that is held. */
  *verdict(/** @type {any} */ { held }, /** @type {any} */ { matrix }) {
    if (held) return;
    yield;
    const { values, rows, columns } = matrix;
    const seen = Math.min(rows, Math.max(16, Math.floor(DIAGNOSED / columns)));
    return { seen, ...diagnose(values.subarray(0, seen * columns), [seen, columns]) };
  },
};

/** @param {ArrayLike<number>} values @param {number} rows @param {number} columns @param {number} pair */
function columnsOf(values, rows, columns, pair) {
  const one = (/** @type {number} */ which) =>
    Float64Array.from({ length: rows }, (_, n) => values[n * columns + 2 * pair + which]);
  return { sines: one(0), cosines: one(1) };
}

/** @param {number} value */
const off = (value) =>
  Number.isFinite(value)
    ? `off by **${fixed(value, value < 0.095 ? 3 : value < 9.95 ? 2 : 1)}**`
    : "**no number**";

/** The four tests: whether they hold, in words, and the number that tells. @param {any} d @returns {[holds: boolean, words: string, number: string][]} */
function verdicts({ tests, matrix }) {
  const { holds, row, least, most, diagonal, shift } = tests;
  const [low, high] = [fixed(least, 2), fixed(most, 2)];
  return [
    [holds[0], "row 0 is 0, 1, 0, 1, …", off(row)],
    [
      holds[1],
      `all rows have the length ${fixed(Math.sqrt(matrix.columns / 2), 2)}`,
      Number.isNaN(least) ? off(least) : low === high ? `**${low}**` : `**${low}** to **${high}**`,
    ],
    [holds[2], "equal distance, equal product", off(diagonal)],
    [holds[3], `a turn takes row *p* to *p* + ${SHIFT}`, off(shift)],
  ];
}

/** @param {any} d @param {boolean} narrow @returns {Panel} */
function testsPanel(d, narrow) {
  const high = narrow ? 32 : 40;
  return {
    name: "tests",
    height: 4 * high,
    fixed: true,
    x: linear(0, 1, { axis: "none" }),
    y: cells(0, 4, { axis: "none" }),
    marks: () =>
      verdicts(d).map(([holds, words, number], n) => [
        label(`**${holds ? "✓" : "✗"}** ${words}`, 0, n, {
          colour: "ink",
          strong: holds ? "dimension" : "position",
          size: narrow ? 14 : 16,
          keep: true,
        }),
        label(number, 1, n, {
          align: "right",
          strong: holds ? "ink" : "position",
          size: narrow ? 14 : 16,
        }),
      ]),
  };
}

/** What the package makes of it, and what to change. @param {any} p @param {any} d @param {boolean} brief */
function verdictOf({ held }, { verdict, matrix }, brief) {
  if (held) return "**Verdict:** let the card go.";
  if (!verdict) return "**Verdict:** …";
  const { findings, seen, kind } = verdict;
  const of = seen < matrix.rows ? ` of the first ${seen} rows` : "";
  if (findings.length === 0) return `**Verdict**${of}: nothing is wrong.`;
  const [{ code, message }, ...others] = findings;
  const sentences = message.replaceAll("*", "∗").split(/(?<=\.) (?=[A-Z])/);
  const said = [sentences[0], brief ? undefined : sentences.slice(1).pop()]
    .filter(Boolean)
    .join(" ");
  const names = others.map((/** @type {any} */ each) => each.code).join(", ");
  return `**Verdict**${of}: **${kind === "unknown" ? "unknown" : code}.** ${said}${names && ` Also: ${names}.`}`;
}

/** Of one height, whatever it says. @param {string} text @param {number} height @returns {Panel} */
const verdictPanel = (text, height) => ({
  name: "verdict",
  height,
  fixed: true,
  marks: () => ({
    draw(context, { frame, unit, theme, say }) {
      say?.(plain(text));
      const lines = wrapped(context, text, frame.width, 15 * unit, theme);
      for (const [n, each] of lines.entries()) {
        write(context, each, frame.left, frame.top + (21 * n + 10) * unit, {
          size: 15 * unit,
          colour: theme.muted,
          strong: theme.ink,
          baseline: "middle",
          letters: theme,
        });
      }
    },
  }),
});

/** The table as it is and as it should be. @param {any} d @returns {Panel[]} */
const maps = (d) =>
  [
    ["as it is", "matrix"],
    ["as it should be", "right"],
  ].map(([heading, of]) => ({
    name: of,
    heading,
    height: 240,
    x: cells(0, d.matrix.columns, { name: "column", colour: "dimension", binary: true }),
    y: cells(0, d.matrix.rows, { name: "position" }),
    still: (_, d) =>
      raster({
        values: of === "matrix" ? d.matrix.values : d.right,
        columns: d.matrix.columns,
        rows: d.matrix.rows,
      }),
  }));

export const PhasorBugs = figure("phasor-bugs", {
  title: "A wrong table has the right shape",
  hint: "**Drop a card on the dial,** or tap it. The hand leaves its circle, or goes elsewhere on it, and a test tells.",
  shared: ["dModel", "length", "base", "position", "pair"],
  attributes: { bugs: "", maps: false },
  state: { held: "", heldX: 0, heldY: 0, own: undefined, complaint: "" },
  glide: ["position"],
  narrow: 940,
  data,
  panels(p, d, room) {
    const { narrow } = room;
    const results = column(
      testsPanel(d, narrow),
      verdictPanel(verdictOf(p, d, narrow), narrow ? 150 : 226),
    );
    const tables = p.maps ? (narrow ? maps(d) : [row(...maps(d))]) : [];
    return narrow
      ? [lab(p, d, room), results, ...tables]
      : [row(lab(p, d, room), results), ...tables];
  },
  more: (p, d) => [
    ...BUGS.filter(({ name }) => !CARDS.some(([bug]) => bug === name)).map(({ name, words }) => ({
      kind: /** @type {const} */ ("switch"),
      name: words,
      value: d.on.includes(name),
      set: (/** @type {boolean} */ on) => ({ bugs: withBug(p.bugs, name, on), own: undefined }),
    })),
    { kind: "switch", name: "show table", value: p.maps, set: (on) => ({ maps: on }) },
    {
      kind: "slider",
      name: "pair",
      symbol: "i",
      value: d.pair,
      min: 0,
      max: (d.matrix.columns >> 1) - 1,
      text: `${d.pair} of 0 to ${(d.matrix.columns >> 1) - 1}`,
      set: (pair) => ({ pair }),
    },
    slider.length(p, MOST_ROWS),
    slider.dModel(p),
    slider.base(p),
  ],
  say(p, d) {
    const named = d.on.map(
      (/** @type {Bug} */ bug) => BUGS.find(({ name }) => name === bug)?.words,
    );
    const what = p.own
      ? "A table of your own"
      : named.length
        ? `With ${named.join(" and ")}`
        : "Without a bug";
    const told = verdicts(d).map(
      ([holds, words, number]) => `${words}: ${holds ? "yes" : `no, ${number}`}`,
    );
    return `${what}, ${told.join("; ")}.`.replaceAll("*", "");
  },
  table: (_, { matrix: { values, rows, columns } }) => ({
    columns: ["position", ...Array.from({ length: columns }, (_, c) => `dim ${c}`)],
    rows: Array.from({ length: rows }, (_, n) => [
      n,
      ...values.subarray(n * columns, (n + 1) * columns),
    ]),
  }),
  // Nobody knows how the reader's table was made.
  programs: ({ own, dModel, base }, { rows, on }) =>
    own
      ? /** @type {any} */ (undefined)
      : bugsPrograms({ rows, dModel, base, bugs: on, start: 0, count: rows }),
  extra: ownTable,
  methods: {
    /** Shows a table of the page's own: the bytes of an .npy, CSV or JSON file, and its name. */
    read(bytes, name) {
      read(this, bytes, name);
    },
  },
});
