// <phasor-order>: how attention weights depend on the order of words, without and with positions.
import { colourTable, entryOf } from "../colour/maps.js";
import { cell, cells, colourKey, decimal, figure, fixed, label, row } from "../core/index.js";
import { SLANT } from "../core/marks/labels.js";
import { write } from "../core/text.js";
import { attend, moveSlot, orderOf, SENTENCE, textOf, wordsOf } from "./order-model.js";
import { orderCode } from "./order-programs.js";

/** @import { OrderModel } from "./order-model.js" */
/** @import { DataOf, Handle, Mark, Panel, Params, Room } from "../core/types.js" */

/** @typedef {Params<{ sentence: string, order: string, held: number | undefined, at: number, slot: number }>} P */

/**
 * @typedef {object} D
 * @property {OrderModel} model
 * @property {OrderModel} written the model of the sentence in its original order
 * @property {number} most the largest weight
 * @property {boolean[][]} changed for each square, the cells that differ from those of the same two words in the original order
 */

/** Weights that differ by less count as unchanged. */
const MIN_WEIGHT_CHANGE = 0.005;
const GAP = 22;
const SQUARES = /** @type {const} */ (["without", "with"]);

/** @type {DataOf<P, D>} */
const data = {
  model: ({ sentence, order, dModel, base }) => attend({ sentence, order, dModel, base }),
  written: ({ sentence, dModel, base }) => attend({ sentence, order: "", dModel, base }),
  most: (_, { model }) => Math.max(...model.without, ...model.with),
  changed(_, { model, written }) {
    const { permutation } = model;
    const count = permutation.length;
    return SQUARES.map((which) =>
      Array.from(model[which], (weight, n) => {
        const [i, j] = [permutation[Math.floor(n / count)], permutation[n % count]];
        return Math.abs(weight - written[which][i * count + j]) > MIN_WEIGHT_CHANGE;
      }),
    );
  },
};

/** A word's place along the line, in slots; a held word follows the pointer. @param {P} p @param {number} word @param {number} slot */
const slotOf = ({ held, slot: at }, word, slot) => (word === held ? at : slot);

/** The smallest font size of the line, and the size of slanted words, if that does not fit. */
const MIN_FONT_SIZE = 12;
const SLANTED_SIZE = 14;

/** The words' places in a line. @param {string[]} words @param {Room} room */
function lineOf(words, { width, measure }) {
  const natural = words.map((word) => measure(word, 24));
  const gaps = GAP * (words.length - 1);
  const size = Math.min(24, (24 * (width - gaps - 30)) / natural.reduce((a, b) => a + b, 0));
  if (size < MIN_FONT_SIZE) {
    const widest = SLANT * Math.max(...words.map((word) => measure(word, SLANTED_SIZE)));
    const slot = (width - 15 - widest) / words.length;
    const feet = words.map((_, n) => 15 + slot * (n + 0.5));
    return { size: SLANTED_SIZE, middles: feet, slot, height: widest + 34 };
  }
  let left = 15;
  const middles = natural.map((share) => {
    const wordWidth = (share * size) / 24;
    left += wordWidth + GAP;
    return left - GAP - wordWidth / 2;
  });
  return { size, middles, slot: undefined, height: 48 };
}

/** A note if the sentence has more words than are shown. @param {OrderModel} model */
const shownOf = ({ words, total }) =>
  total > words.length ? `the first ${words.length} of ${total} words` : undefined;

/** @param {P} p @param {D} d @param {Room} room @returns {Panel<P, D>} */
function line(p, { model }, room) {
  const { words, permutation } = model;
  const { size, middles, slot: slotWidth, height } = lineOf(words, room);
  const y = height - 24;
  const shown = shownOf(model);
  /** @type {(word: string, slot: number) => Handle<P>} */
  const handle = (word, slot) => {
    const id = permutation[slot];
    return {
      name: `word ${id + 1}: ${word}`,
      x: id === p.held ? p.at : middles[slot],
      y,
      look: id === p.held ? "pill" : "none",
      text: word,
      width: slotWidth ?? room.measure(word, size) + 12,
      height: 40,
      value: slot + 1,
      min: 1,
      max: words.length,
      words: `place ${slot + 1} of ${words.length}`,
      set: (value) => ({ order: textOf(moveSlot(permutation, slot, value - 1)) }),
      drag: ({ x, begin }) => {
        const before = orderOf(begin.order, words.length);
        const from = before.indexOf(id);
        const others = slotWidth
          ? middles.filter((_, n) => n !== from)
          : lineOf(
              before.filter((word) => word !== id).map((word) => wordsOf(p.sentence)[word]),
              room,
            ).middles;
        const edge = slotWidth ? x : x - room.measure(word, size) / 2;
        const to = others.filter((middle) => middle < edge).length;
        const near = Math.max(0, Math.min(words.length - 1, slotAt(middles, x)));
        return { order: textOf(moveSlot(before, from, to)), held: id, at: x, slot: near };
      },
      drop: () => ({ held: undefined }),
    };
  };
  return {
    name: "words",
    height: height + (shown ? 22 : 0),
    fixed: true,
    marks: () => [
      words.map(
        (word, n) =>
          permutation[n] !== p.held &&
          label(word, middles[n], y, {
            size,
            colour: model.twins?.includes(n) ? "position" : "ink",
            slant: Boolean(slotWidth),
            align: slotWidth ? "left" : "center",
          }),
      ),
      shown && label(shown, 15, height + 10, { size: 14, keep: true }),
    ],
    handles: words.map(handle),
  };
}

/** The slot, as a fraction, at a point along the line. @param {number[]} middles @param {number} x */
function slotAt(middles, x) {
  const next = middles.findIndex((middle) => middle > x);
  if (next < 0) return middles.length - 1;
  if (next === 0) return 0;
  return next - 1 + (x - middles[next - 1]) / (middles[next] - middles[next - 1]);
}

/** The largest side of a square that stands beside another. */
const MAX_SIDE = 330;
const SQUARE_GAP = 12;
const MAX_NAME_WIDTH = 90;

/** A word, shortened to that width. @param {string} word @param {Room["measure"]} measure */
function nameOf(word, measure) {
  const letters = [...word];
  if (measure(word, 14) <= MAX_NAME_WIDTH) return word;
  while (measure(`${letters.join("")}…`, 14) > MAX_NAME_WIDTH) letters.pop();
  return `${letters.join("")}…`;
}

/** @param {P} p @param {D} d @param {Room} room @param {"without" | "with"} which @returns {Panel<P, D>} */
function square(p, d, { narrow, low, width, height, measure }, which) {
  const { words, permutation, twins } = d.model;
  const count = words.length;
  const changed = d.changed[SQUARES.indexOf(which)];
  const isChanged = changed.some(Boolean);
  const shortNames = words.map((word) => nameOf(word, measure));
  const widest = Math.max(...shortNames.map((name) => measure(name, 14)));
  // In narrow figures the rows of both squares share their names.
  const names = 1.12 * widest + 12;
  const isNamed = which === "without" || !narrow;
  const left = isNamed ? names : 0;
  // The last word above the right one ends beyond it.
  const rightMargin = narrow ? SLANT * measure(shortNames[permutation[count - 1]], 15) : 0;
  // Above narrow columns and in low boxes, words are slanted and need more height.
  const isHigh =
    narrow || height < Infinity || widest > Math.min(MAX_SIDE, width / 2 - names - 20) / count - 4;
  const outcome = isChanged ? "other numbers" : "the same numbers, moved";
  const state = `**${d.model.moved ? outcome : "as written"}**`;
  const sentence = `${which} positions: ${state}`;
  const lines = narrow
    ? [`${which} positions`, state.replace(" numbers", "").replace("the ", "")]
    : [measure(sentence) < width / 2 ? sentence : sentence.replace(" numbers", "")];
  const twin = twins && `**${words[twins[0]]}**`;
  const verb = which === "without" ? "are equal" : "differ";
  const rows = twin && (narrow ? `${twin} rows ${verb}` : `the two rows of ${twin} ${verb}`);
  const { second = count, position = count } = p.hover ?? {};
  const marks = (/** @type {boolean} */ slant) => [
    lines.map((text, n) =>
      label(text, -0.5, -0.5, {
        dy: (low ? -90 : narrow ? -118 : isHigh ? -100 : -80) + 20 * n,
        keep: true,
        colour: "ink",
        strong: isChanged ? "position" : "ink",
      }),
    ),
    // Without the scale, low squares are larger.
    which === "without" &&
      !low &&
      colourKey(
        { kind: "sequential", low: "0", high: fixed(d.most, 2), name: "weight" },
        { dy: isHigh ? -76 : -56, x: "left", width: 80 },
      ),
    tiles(p, d, which, changed),
    second < count &&
      position < count &&
      cell({ x: [second, second], y: [position, position] }, { colour: "ink" }),
    shortNames.map((name, n) => {
      const slot = slotOf(p, permutation[n], n);
      const isHeld = permutation[n] === p.held;
      const look = { size: 14, colour: isHeld ? "position" : "muted", weight: isHeld ? 600 : 400 };
      return [
        isNamed && label(name, -0.5, slot, { ...look, dx: -8 }),
        label(name, slot, -0.5, {
          ...look,
          dy: -9,
          baseline: "bottom",
          align: slant ? "left" : "center",
          slant,
        }),
      ];
    }),
    rows &&
      label(rows, (count - 1) / 2, count - 0.5, {
        dy: 20,
        align: "center",
        strong: which === "with" ? "position" : "ink",
        keep: true,
      }),
  ];
  return {
    name: which,
    aspect: 1,
    ...(narrow && isNamed && { width: names + (width - names - SQUARE_GAP - rightMargin) / 2 }),
    maxHeight: MAX_SIDE,
    // Leaves room for a held word, which is bold.
    margin: {
      left,
      right: isNamed ? 0 : rightMargin,
      top: low ? 104 : narrow ? 132 : isHigh ? 116 : 96,
      bottom: twins ? 34 : 8,
    },
    x: cells(0, count, { axis: "none" }),
    y: cells(0, count, { axis: "none" }),
    fit: ({ x, unit }) => ({ marks: () => marks(widest * unit > x.unit - 4) }),
    point: cellAt,
    tap: cellAt,
  };
}

/** @param {number} x @param {number} y */
const cellAt = (x, y) => ({ position: Math.round(y), second: Math.round(x) });

/** The cells of a square; those of the held word are drawn on top. @param {P} p @param {D} d @param {"without" | "with"} which @param {boolean[]} changed */
function tiles(p, { model, most }, which, changed) {
  const { permutation } = model;
  const count = permutation.length;
  const slots = permutation.map((word, n) => slotOf(p, word, n));
  const order = permutation
    .map((_, n) => n)
    .sort((a, b) => Number(permutation[a] === p.held) - Number(permutation[b] === p.held));
  return order.flatMap((i) =>
    order.map((j) => {
      const [x, y] = [slots[j], slots[i]];
      return [
        tile(x, y, model[which][i * count + j], most),
        changed[i * count + j] &&
          cell({ x: [x, x], y: [y, y] }, { colour: "position", width: 1.5, more: -2.5 }),
      ];
    }),
  );
}

/** A cell, with its weight if there is room. @param {number} x @param {number} y @param {number} value @param {number} most @returns {Mark} */
const tile = (x, y, value, most) => ({
  draw(context, plot) {
    const { theme, unit } = plot;
    const side = plot.x.unit;
    const pixel = colourTable("sequential", theme.scheme)[entryOf(value, 0, most)];
    context.fillStyle = `rgb(${pixel & 255} ${(pixel >> 8) & 255} ${(pixel >> 16) & 255})`;
    const [left, top] = [plot.x.at(x) - side / 2, plot.y.at(y) - side / 2];
    context.fillRect(left + 0.5, top + 0.5, side - 1, side - 1);
    if (side <= 22 * unit) return;
    write(
      context,
      side > 34 * unit ? fixed(value, 2) : decimal(value),
      left + side / 2,
      top + side / 2,
      {
        size: 13 * unit,
        colour: value / most > 0.55 ? theme.paper : theme.ink,
        align: "center",
        baseline: "middle",
        fonts: theme,
      },
    );
  },
});

export const PhasorOrder = figure("phasor-order", {
  title: "Without positions, order is lost",
  hint: "**Drag a word.** Without positions the numbers move with it; with positions the ringed ones change.",
  shared: ["dModel", "base", "position", "second"],
  attributes: { sentence: SENTENCE, order: "3 4 2 0 1" },
  state: { held: undefined, at: 0, slot: 0 },
  data,
  panels: (p, d, room) => {
    const squares = SQUARES.map((which) => square(p, d, room, which));
    return [line(p, d, room), { ...row(...squares), ...(room.narrow && { gap: SQUARE_GAP }) }];
  },
  controls: (p, d) => [
    {
      kind: "button",
      name: "as it is written",
      press: () => ({ order: "0" }),
      disabled: !d.model.moved,
    },
    {
      kind: "button",
      name: "read backwards",
      press: () => ({ order: textOf(orderOf(p.order, d.model.words.length).toReversed()) }),
    },
  ],
  more: (p) => [
    {
      kind: "text",
      name: "a sentence of up to twelve words; each word’s vector is made from its letters",
      value: p.sentence,
      set: (sentence) => ({ sentence }),
    },
  ],
  say: (_, { model, changed }) =>
    `${shownOf(model) ?? "words"} “${model.words.join(" ")}”: without positions ${changed[0].some(Boolean) ? "other numbers" : model.moved ? "the same numbers, moved" : "as written"}, with positions ${changed[1].some(Boolean) ? "other numbers" : "as written"}.`,
  table(_, { model }) {
    const { words, permutation, without, with: placed } = model;
    const count = words.length;
    return {
      columns: ["query", "key", "query word", "key word", "without position", "with position"],
      rows: Array.from(without, (weight, n) => {
        const [i, j] = [Math.floor(n / count), n % count];
        return [i, j, permutation[i], permutation[j], weight, placed[n]];
      }),
    };
  },
  programs: (_, { model }) => orderCode(model),
});
