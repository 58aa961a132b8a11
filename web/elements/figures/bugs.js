// <phasor-bugs>: what silent bugs do to a hand, and the tests that reveal them.
import { wavelengths } from "../../phasor/index.js";
import {
  cells,
  choice,
  column,
  figure,
  fixed,
  label,
  linear,
  raster,
  row,
  slider,
} from "../core/index.js";
import { withBug } from "./bugs-cards.js";
import { codeFor, tableLines } from "./bugs-code.js";
import { consult, diagnosis } from "./bugs-doctor.js";
import { CARDS, lab, SHELF_HEIGHT } from "./bugs-lab.js";
import { BUGS, bugsNamed, NO_FILE, rightTable, testsOf, wrongTable } from "./bugs-model.js";
import { ownFile, read } from "./bugs-own.js";
import { bugsPrograms } from "./bugs-programs.js";
import { answerFor, verdictPanel, verdictText } from "./bugs-verdict.js";

/** @import { Progress } from "../core/later.js" */
/** @import { Control, DataOf, Panel, Params, Room, Table, Tree } from "../core/types.js" */
/** @import { Answer, TableQuestion } from "./bugs-answer.js" */
/** @import { Reply } from "./bugs-doctor.js" */
/** @import { Part, OwnRotation } from "./bugs-files.js" */
/** @import { Bug, Matrix } from "./bugs-model.js" */
/** @import { Diagnosis } from "./bugs-own.js" */
/** @import { RotaryD } from "./bugs-rotary-model.js" */

/**
 * @typedef {object} Own
 * @property {"table" | "rotary"} kind
 * @property {string} bugs names of the active bugs @property {boolean} maps @property {string} config the text of a config.json
 * @property {string} held the bug whose card is held @property {number} heldX @property {number} heldY
 * @property {Reply} [reply] the package's latest answer
 * @property {Matrix & { name: string }} [ownTable] the reader's table
 * @property {OwnRotation} [rotation] the reader's rotation
 * @property {Part[]} parts of the reader's file @property {string} part name of the part shown
 * @property {string} complaint why a file cannot be shown
 * @property {Progress} later loading of the diagnosis module
 */
/** @typedef {Params<Own>} P */

/** The two columns of a pair. @typedef {{ sines: Float64Array, cosines: Float64Array }} Columns */
/**
 * @typedef {object} TableD
 * @property {Bug[]} on
 * @property {number} rows of the cards' table
 * @property {Matrix} matrix the table shown @property {Float32Array} right the correct table
 * @property {ReturnType<typeof testsOf>} tests
 * @property {number} pair @property {number} turn positions in a turn of the pair's correct hand
 * @property {Columns} points the pair at whole positions
 * @property {Columns | undefined} curve the pair between positions too; undefined with the bug `multiplied`, where it
 *   turns too fast, and for the reader's own table
 * @property {TableQuestion | undefined} question the first rows, for the package to diagnose; undefined while a
 *   card is held
 * @property {Answer | undefined} known the answer, where it is known without asking
 * @property {Diagnosis | undefined} loaded the rest of the figure, once it is loaded
 */
/** @typedef {TableD & RotaryD} D */

/** Most positions of the table, and entries (of the first rows) that a diagnosis examines. */
const MAX_ROWS = 256;
const MAX_DIAGNOSED = 4096;
/** Most entries of the table, and of the finer table for the curve. */
const MAX_ENTRIES = 2 ** 17;
const MAX_POINTS = 2 ** 15;

/** The package's answer for its own table with the paper's base. @type {Answer} */
const RIGHT = { kind: "sinusoidal", findings: [] };
const PAPER = 10000;

/** Names of the values that `rotaryData` in bugs-rotary-model.js computes, once it is loaded. */
const ROTARY =
  "model usable slips steps expected port layout pairs width queries keys actual correct at scores dialPairs trails rotaryQuestion";
/** @type {any} */
const rotaryData = Object.fromEntries(
  ROTARY.split(" ").map((name) => [
    name,
    (/** @type {P} */ p, /** @type {any} */ d) => d.loaded?.rotaryData[name](p, d),
  ]),
);

/** @type {DataOf<P, D>} */
const data = {
  on: ({ bugs }) => bugsNamed(bugs),
  rows: ({ length, dModel }) =>
    Math.min(length, MAX_ROWS, Math.max(16, Math.floor(MAX_ENTRIES / dModel))),
  matrix: ({ ownTable, dModel, base }, { rows, on }) =>
    ownTable
      ? {
          ...ownTable,
          rows: Math.min(ownTable.rows, MAX_ROWS),
          values: ownTable.values.subarray(0, MAX_ROWS * ownTable.columns),
        }
      : { values: wrongTable(rows, dModel, base, on), rows, columns: dModel },
  right: ({ base }, { matrix: { rows, columns } }) => rightTable(rows, columns, base),
  tests: ({ base }, { matrix }) => testsOf(matrix, base),
  pair: ({ pair }, { matrix }) => Math.min(pair, (matrix.columns >> 1) - 1),
  turn: ({ base }, { matrix, pair }) => wavelengths(2 * (matrix.columns >> 1), { base })[pair],
  points: (_, { matrix, pair }) => columnsOf(matrix.values, matrix.rows, matrix.columns, pair),
  curve({ ownTable, dModel, base }, { rows, on, pair }) {
    if (ownTable || on.includes("multiplied")) return undefined;
    const fine = Math.max(1, Math.min(8, Math.floor(MAX_POINTS / (rows * dModel))));
    const count = fine * (rows - 1) + 1;
    return columnsOf(wrongTable(count, dModel, base, on, fine), count, dModel, pair);
  },
  question({ held }, { matrix: { values, rows, columns } }) {
    const count = Math.min(rows, Math.max(16, Math.floor(MAX_DIAGNOSED / columns)));
    return held ? undefined : { values: values.slice(0, count * columns), shape: [count, columns] };
  },
  known: ({ ownTable, base }, { on }) =>
    !ownTable && on.length === 0 && base === PAPER ? RIGHT : undefined,
  loaded: ({ later }) => (later === "missing" ? undefined : diagnosis.module),
  ...rotaryData,
};

/** @param {ArrayLike<number>} values @param {number} rows @param {number} columns @param {number} pair */
function columnsOf(values, rows, columns, pair) {
  const columnOf = (/** @type {number} */ which) =>
    Float64Array.from({ length: rows }, (_, n) => values[n * columns + 2 * pair + which]);
  return { sines: columnOf(0), cosines: columnOf(1) };
}

/** @param {number} value */
const offText = (value) =>
  Number.isFinite(value)
    ? `off by **${fixed(value, value < 0.095 ? 3 : value < 9.95 ? 2 : 1)}**`
    : "**not a number**";

/** The four tests: whether each holds, its words, and the number that shows it. @param {D} d @returns {[holds: boolean | undefined, words: string, number: string][]} */
function verdicts({ tests, matrix }) {
  const { holds, row, least, most, diagonal, distance, shift } = tests;
  const tooFew = distance === 0 && "needs **two rows**";
  const [low, high] = [fixed(least, 2), fixed(most, 2)];
  return [
    [holds[0], "row 0 is 0, 1, 0, 1, …", offText(row)],
    [
      holds[1],
      `all rows have the length ${fixed(Math.sqrt(matrix.columns / 2), 2)}`,
      Number.isNaN(least)
        ? offText(least)
        : low === high
          ? `**${low}**`
          : `**${low}** to **${high}**`,
    ],
    [holds[2], "equal distance, equal product", tooFew || offText(diagonal)],
    [holds[3], `a turn takes row *p* to *p* + ${distance || 1}`, tooFew || offText(shift)],
  ];
}

/** @param {D} d @param {Room} room @returns {Panel<P, D>} */
function testsPanel(d, { narrow, low, width }) {
  const lineHeight = narrow ? 32 : 40;
  const size = width < 330 ? 13 : narrow ? 14 : 16;
  const isBrief = low || width < (narrow ? 288 : 900);
  const brief = ["row 0", "lengths", "products", "rotation"];
  return {
    name: "tests",
    height: 4 * lineHeight,
    fixed: true,
    x: linear(0, 1, { axis: "none" }),
    y: cells(0, 4, { axis: "none" }),
    marks: () =>
      verdicts(d).map(([holds, words, number], n) => [
        label(
          `**${holds ? "✓" : holds === false ? "✗" : "–"}** ${isBrief ? brief[n] : words}`,
          0,
          n,
          {
            colour: "ink",
            strong: holds ? "dimension" : "position",
            size,
            keep: true,
          },
        ),
        label(isBrief ? number.replace("off by ", "") : number, 1, n, {
          align: "right",
          strong: holds ? "ink" : "position",
          size,
        }),
      ]),
  };
}

/** The table as it is and as it should be. @param {D} d @returns {Panel<P, D>[]} */
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

/** @param {D} d @returns {Table} */
const tableOf = ({ matrix: { values, rows, columns } }) => ({
  columns: ["position", ...Array.from({ length: columns }, (_, c) => `dim ${c}`)],
  rows: Array.from({ length: rows }, (_, n) => [
    n,
    ...values.subarray(n * columns, (n + 1) * columns),
  ]),
});

/** @param {P} p @param {D} d @param {Room} room */
function tablePanels(p, d, room) {
  const { narrow } = room;
  const examined = d.question?.shape[0] ?? d.matrix.rows;
  const of = examined < d.matrix.rows ? ` of the first ${examined} rows` : "";
  const text = (/** @type {number} */ full) =>
    verdictText(
      p,
      d.known ?? answerFor(p, d.question),
      of,
      narrow ? Math.min(full, 1) : full,
      narrow,
    );
  const height = narrow ? (room.width < 640 ? 150 : 63) : Math.min(SHELF_HEIGHT, room.height) - 184;
  const results = column(testsPanel(d, room), verdictPanel("", text, height));
  if (room.low) return [row(lab(p, d, room), testsPanel(d, room))];
  const tables = p.maps ? (narrow ? maps(d) : [row(...maps(d))]) : [];
  const all = narrow ? [lab(p, d, room), results] : [row(lab(p, d, room), results)];
  return [{ ...column(...all, ...tables), gap: narrow ? 14 : 24 }];
}

/** Controls below the drawing: bugs without a card, and a switch that shows the table. @param {P} p @param {D} d @param {boolean} low whether there are no cards @returns {Control<P>[]} */
function tableControls(p, d, low) {
  const cardless = BUGS.filter(({ name }) => low || !CARDS.some(([bug]) => bug === name));
  /** @type {Control<P>[]} */
  const switches = cardless.map(({ name, words }) => ({
    kind: "switch",
    name: words,
    value: d.on.includes(name),
    set: (on) => ({ bugs: withBug(p.bugs, name, on), ownTable: undefined }),
  }));
  return [
    ...switches,
    { kind: "switch", name: "show table", value: p.maps, set: (on) => ({ maps: on }) },
  ];
}

/** @param {P} p @param {D} d */
function sayTable(p, d) {
  const names = [...CARDS, ...BUGS.map(({ name, words }) => [name, words])];
  const bugNames = d.on.map((bug) => `“${names.find(([name]) => name === bug)?.[1]}”`);
  const subject = p.ownTable
    ? "A table of your own"
    : bugNames.length
      ? `With ${bugNames.join(" and ")}`
      : "Without a bug";
  const results = verdicts(d).map(
    ([holds, words, number]) =>
      `${words}: ${holds ? "yes" : holds === false ? `no, ${number}` : number}`,
  );
  return `${subject}, ${results.join("; ")}.`.replaceAll("*", "");
}

/** The wrong lines of the table's bugs, beside the right ones. @param {P} p @param {D} d */
function linesOf({ ownTable, base }, { on }) {
  if (ownTable) return [];
  const lines = tableLines(base);
  return on.flatMap((bug) => (bug === "nan" ? [] : [lines[bug]]));
}

/** @param {P} p */
const isTable = ({ kind }) => kind === "table";

/** Shown in place of the rotary tab until it is loaded. @param {P} p @returns {Panel<P, D>} */
const loadingPanel = ({ later }) => ({
  name: "later",
  text: later === "missing" ? diagnosis.problem : diagnosis.loading,
  height: 420,
});

/** @param {P} p @param {D} d @param {Room} room @returns {Tree<P, D> | Tree<P, D>[]} */
function panels(p, d, room) {
  if (isTable(p)) return tablePanels(p, d, room);
  return d.loaded ? d.loaded.rotaryPanels(p, d, room) : loadingPanel(p);
}

export const PhasorBugs = figure("phasor-bugs", {
  title: "A wrong encoding has the right shape",
  hint: "**Choose a bug, drag the hand.** It leaves its circle, or points elsewhere, and the numbers show it.",
  shared: ["dModel", "length", "base", "position", "second", "pair"],
  attributes: { kind: ["table", "rotary"], bugs: "", maps: false, config: "" },
  state: { held: "", heldX: 0, heldY: 0, reply: undefined, later: "", ...NO_FILE },
  later: diagnosis,
  glide: ["position", "second"],
  narrow: 640,
  data,
  panels,
  controls: (p) => [
    choice(p, "kind", "what is tested", {
      table: "an added table",
      rotary: "a rotary embedding",
    }),
    ...(p.later === "missing" ? [diagnosis.button] : []),
  ],
  more: (p, d, { low }) => {
    const last = isTable(p) ? (d.matrix.columns >> 1) - 1 : (d.pairs ?? 1) - 1;
    const pair = Math.min(p.pair, last);
    return [
      ...(isTable(p) ? tableControls(p, d, low) : []),
      {
        kind: "slider",
        name: "pair",
        symbol: "i",
        value: pair,
        min: 0,
        max: last,
        text: `${pair} of 0 to ${last}`,
        set: (pair) => ({ pair }),
      },
      slider.length(p, MAX_ROWS),
      slider.dModel(p),
      ...(isTable(p) ? [slider.base(p)] : []),
    ];
  },
  say: (p, d) =>
    isTable(p) ? sayTable(p, d) : (d.loaded?.sayRotary(p, d) ?? String(loadingPanel(p).text)),
  table: (p, d) =>
    isTable(p) ? tableOf(d) : (d.loaded?.rotaryTable(d) ?? { columns: ["offset"], rows: [] }),
  // There are no programs for the reader's own numbers.
  programs(p, d) {
    if (!isTable(p))
      return p.rotation || d.model?.fromConfig ? undefined : d.loaded?.rotaryPrograms(d);
    if (p.ownTable) return undefined;
    return bugsPrograms({
      ...{ rows: d.rows, dModel: p.dModel, base: p.base, bugs: d.on, start: 0, count: d.rows },
    });
  },
  extra(figure, d) {
    const table = isTable(figure.p);
    if (!table) consult(figure, d.rotaryQuestion);
    else consult(figure, d.known ? undefined : d.question);
    const { nodes, reason } = ownFile(figure);
    diagnosis.need(figure, table ? reason : reason || "rotary");
    return [
      codeFor(figure, table ? linesOf(figure.p, d) : (d.loaded?.rotaryLines(figure.p, d) ?? [])),
      ...nodes,
    ];
  },
  methods: {
    /** Shows the contents of a file: bytes or a Blob, and its name unless it is a File. */
    read(file, name = file.name ?? "file") {
      return read(this, file, name);
    },
  },
});
