// The shelf of cards and the dial of <phasor-bugs>.
import { arrow, dots, fixed, hand, label, line, linear, ring, whole } from "../core/index.js";
import { cable, shelf } from "./bugs-cards.js";

/** @import { Dial } from "../core/marks/shapes.js" */
/** @import { Panel, Room } from "../core/types.js" */
/** @import { Columns, D, P } from "./bugs.js" */
/** @import { Card } from "./bugs-cards.js" */

/** @type {Card[]} */
export const CARDS = [
  ["exponent", "A frequency for each column", "own frequencies", "base^(−column/d)"],
  ["concatenated", "Halves, not pairs", "halves", "all sines, then all cosines"],
  ["multiplied", "Multiplied, not divided", "multiplied", "p · base^(2i/d)"],
  ["floor", "Integer division", "integer division", "p // base^(2i/d)"],
  ["start", "Counted from 1", "from 1", "row 0 is position 1"],
  ["bfloat16", "Angles in bfloat16", "bfloat16", "8 bits for p and for pω"],
];

/** Heights of the shelf beside a dial, and of a card and the space below it, where there is height enough. */
export const SHELF_HEIGHT = 410;

/** The layout of shelf and dial, in pixels at a font size of 16. @param {number} width @param {Room} room */
function planOf(width, { narrow, low, height: maxHeight }) {
  if (low) {
    const radius = Math.min(width / 2 - 8, 72, maxHeight / 2 - 30);
    const dial = { x: width / 2, y: radius + 12, radius };
    return { card: { width: 0, height: 0 }, places: [], dial, width, height: 2 * radius + 52 };
  }
  const shelfHeight = Math.min(SHELF_HEIGHT, maxHeight);
  const perRow = !narrow ? 1 : width < 640 ? 2 : 3;
  const pitch = narrow ? 52 : shelfHeight / CARDS.length;
  const card = narrow
    ? { width: (width - 4) / perRow - 10 * (1 - 1 / perRow), height: 44 }
    : { width: Math.min(268, 0.46 * width), height: pitch - 12 };
  const places = CARDS.map((_, n) => ({
    x: (n % perRow) * (card.width + 10) + card.width / 2 + 2,
    y: Math.floor(n / perRow) * pitch + card.height / 2 + 1,
  }));
  if (narrow) {
    const radius = perRow === 2 ? 88 : 80;
    const dial = { x: width / 2, y: (CARDS.length / perRow) * pitch + radius + 40, radius };
    return { card, places, dial, width, height: dial.y + radius + 34 };
  }
  const radius = Math.min(150, (width - card.width) / 2 - 20, shelfHeight / 2 - 55);
  const dial = { x: (card.width + 40 + width) / 2, y: shelfHeight / 2, radius };
  return { card, places, dial, width, height: shelfHeight };
}

/** @param {P} p @param {D} d @param {Room} room @returns {Panel<P, D>} */
export function lab(p, d, room) {
  const { narrow, low } = room;
  const resultsWidth = low ? 0.56 * room.width : narrow ? 0 : 24 + Math.min(376, 0.42 * room.width);
  const plan = planOf(room.width - resultsWidth, room);
  const { dial, card, places } = plan;
  const at = Math.min(Math.round(p.position), d.matrix.rows - 1);
  const [sine, cosine] = [d.points.sines[at], d.points.cosines[at]];
  const [tipX, tipY] = [dial.x + dial.radius * sine, dial.y - dial.radius * cosine];
  const angle = (2 * Math.PI * at) / d.turn;
  const columns = `columns ${2 * d.pair} and ${2 * d.pair + 1} at position **${whole(at)}**`;
  const fullText = `pair ${d.pair}: ${columns}`;
  const { marks, handles, tap } = shelf(p, {
    cards: p.ownTable || low ? [] : CARDS,
    places,
    size: card,
    narrow,
    on: d.on,
    over: (x, y) => Math.hypot(x - dial.x, y - dial.y) < 1.2 * dial.radius,
    cable: (from) => cable(from, card, dial, narrow),
    patch: { ownTable: undefined },
  });
  return {
    name: "lab",
    ...(resultsWidth && { width: plan.width }),
    height: plan.height,
    fixed: true,
    x: linear(0, plan.width, { axis: "none" }),
    y: linear(0, plan.height, { axis: "none", flip: true }),
    tap,
    still: (_, { curve, points }) => [
      circle(dial),
      curve && line(...onDial(dial, curve), { width: 1.5, opacity: 0.75 }),
      dots(...onDial(dial, points), { radius: narrow ? 1.8 : 2.5, opacity: curve ? 1 : 0.6 }),
    ],
    marks: () => [
      marks(),
      p.ownTable &&
        label("**Your own table**, read as pairs of columns", 2, 20, {
          strong: "ink",
        }),
      hand(dial, angle, { colour: "edge", tip: 3, dash: [4, 4], width: 1.5 }),
      Number.isFinite(sine + cosine) && [
        arrow(dial.x, dial.y, tipX, tipY, { colour: "position", width: 2 }),
        dots([tipX], [tipY], { colour: "position", radius: 7, ring: true }),
      ],
      label(
        low || plan.width < (narrow ? 288 : 480)
          ? `pair ${d.pair}, *p* = **${whole(at)}**`
          : narrow && fullText.length > 45
            ? columns
            : fullText,
        dial.x,
        dial.y + dial.radius,
        {
          dy: 24,
          align: "center",
          strong: "position",
          keep: true,
        },
      ),
      !low &&
        label(
          Number.isFinite(sine + cosine)
            ? `length **${fixed(Math.hypot(sine, cosine), 2)}**`
            : "not a number",
          narrow ? 2 : dial.x,
          dial.y - dial.radius,
          { dy: narrow ? 0 : -20, align: narrow ? "left" : "center", colour: "ink" },
        ),
    ],
    handles: [
      {
        name: "position *p*",
        look: "none",
        reach: 24,
        along: "turn",
        centre: dial,
        x: Number.isFinite(tipX) ? tipX : dial.x,
        y: Number.isFinite(tipY) ? tipY : dial.y,
        value: at,
        min: 0,
        max: d.matrix.rows - 1,
        words: `${whole(at)}: sine ${fixed(sine, 2)}, cosine ${fixed(cosine, 2)}`,
        set: (value) => ({ position: value }),
        drag: ({ turn: angle, begin }) => ({
          position: Math.min(
            Math.max(begin.position + (angle / (2 * Math.PI)) * d.turn, 0),
            d.matrix.rows - 1,
          ),
        }),
      },
      ...handles,
    ],
  };
}

/** @param {Dial} dial @param {Columns} points @returns {[Float64Array, Float64Array]} */
const onDial = ({ x, y, radius }, { sines, cosines }) => [
  sines.map((sine) => x + radius * sine),
  cosines.map((cosine) => y - radius * cosine),
];

/** The circle of a correct hand. @param {Dial} dial */
const circle = (dial) => ring(dial, { colour: "dimension", dash: [5, 4], width: 1.5 });
