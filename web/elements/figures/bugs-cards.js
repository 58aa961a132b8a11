// The cards of <phasor-bugs>, and the cable from each active card to the dial.
import { widthOf, write } from "../core/text.js";
import { BUGS, SLIP_NAMES } from "./bugs-model.js";

/** @import { Dial } from "../core/marks/shapes.js" */
/** @import { Handle, Mark, Marks, Panel, Patch } from "../core/types.js" */
/** @import { P } from "./bugs.js" */

/** @typedef {{ x: number, y: number }} Place */
/** @typedef {{ width: number, height: number }} Size */
/** A bug's name, and its card's text: in full, for narrow figures, and the note below. @typedef {[bug: string, words: string, brief: string, note: string]} Card */

const NAMES = [...new Set([...BUGS.map(({ name }) => name), ...SLIP_NAMES])];

/** Adds or removes a bug; bugs that only the other tab has are kept. @param {string} bugs @param {string} bug @param {boolean} on */
export function withBug(bugs, bug, on) {
  const active = bugs.split(/[\s,]+/);
  return NAMES.filter((name) => (name === bug ? on : active.includes(name))).join(" ");
}

/**
 * @typedef {object} Shelf
 * @property {Card[]} cards
 * @property {Place[]} places the cards' centres
 * @property {Size} size
 * @property {boolean} narrow
 * @property {readonly string[]} on the bugs whose cards are on
 * @property {(x: number, y: number) => boolean} over whether a card dropped there is switched on
 * @property {(place: Place) => Mark | undefined} cable from a card's centre to the dial
 * @property {Patch<P>} patch other state to set when keys switch a card
 */

/**
 * Cards that the reader drags to a dial, taps, or switches by keys.
 * @param {P} p @param {Shelf} shelf
 * @returns {{ marks: () => Marks, handles: Handle<P>[], tap: Panel<P>["tap"] }}
 */
export function shelf(p, { cards, places, size, narrow, on, over, cable, patch }) {
  const isOn = (/** @type {string} */ bug) => on.includes(bug);
  const place = (/** @type {number} */ n) =>
    p.held === cards[n][0] ? { x: p.heldX, y: p.heldY } : places[n];
  return {
    marks: () =>
      cards.map(([bug, words, brief, note], n) => [
        isOn(bug) && p.held !== bug && cable(places[n]),
        cardMark(
          place(n),
          size,
          narrow || size.width < 240 ? brief : words,
          narrow || size.width < 215 || size.height < 44 ? "" : note,
          isOn(bug),
          p.held === bug,
        ),
      ]),
    handles: cards.map(([bug, words], n) => ({
      name: words,
      look: "none",
      along: "both",
      ...place(n),
      ...size,
      value: Number(isOn(bug)),
      min: 0,
      max: 1,
      words: isOn(bug) ? "on the dial" : "on the shelf",
      set: (value) => ({ bugs: withBug(p.bugs, bug, value > 0.5), ...patch }),
      // The card goes back to the shelf.
      drop: () => ({ held: "" }),
      drag({ x, y, dx, dy, begin }) {
        if (Math.hypot(dx, dy) < 5) return { held: "", bugs: begin.bugs };
        return { held: bug, heldX: x, heldY: y, bugs: withBug(begin.bugs, bug, over(x, y)) };
      },
    })),
    tap(x, y) {
      const n = places.findIndex(
        (at) => Math.abs(x - at.x) < size.width / 2 && Math.abs(y - at.y) < size.height / 2,
      );
      if (n < 0 || n >= cards.length) return undefined;
      return { bugs: withBug(p.bugs, cards[n][0], !isOn(cards[n][0])) };
    },
  };
}

/** @param {Place} at its centre @param {Size} size @param {string} words @param {string} note @param {boolean} on @param {boolean} held @returns {Mark} */
const cardMark = (at, { width, height }, words, note, on, held) => ({
  draw(context, plot) {
    const { x, y, unit, theme } = plot;
    const [left, top] = [x.at(at.x - width / 2), y.at(at.y - height / 2)];
    context.beginPath();
    context.roundRect(left, top, width * unit, height * unit, 8 * unit);
    context.fillStyle = on ? theme.position : theme.raised;
    context.globalAlpha = held ? 0.92 : 1;
    context.fill();
    context.globalAlpha = 1;
    context.strokeStyle = on ? theme.position : theme.edge;
    context.lineWidth = (held ? 2 : 1.25) * unit;
    context.stroke();
    const style = { fonts: theme, baseline: /** @type {const} */ ("middle") };
    const text = on ? theme.paper : theme.ink;
    const inset = left + 30 * unit;
    grip(context, left + 15 * unit, top + (height * unit) / 2, unit, on ? theme.paper : theme.edge);
    plot.say?.(`card: ${words}, ${on ? "on the dial" : "on the shelf"}`);
    const size = Math.min(
      16,
      (16 * (width - 36) * unit) / widthOf(context, words, 16 * unit, 600, theme),
    );
    const lift = note ? 10 : 0;
    write(context, words, inset, top + (height / 2 - lift) * unit, {
      ...style,
      size: size * unit,
      weight: 600,
      colour: text,
    });
    if (!note) return;
    plot.say?.(note);
    write(context, note, inset, top + (height / 2 + 12) * unit, {
      ...style,
      size: 14 * unit,
      colour: on ? theme.paper : theme.muted,
    });
  },
});

/** Six dots that show that the card can be dragged. @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} unit @param {string} colour */
function grip(context, x, y, unit, colour) {
  context.fillStyle = colour;
  for (const dx of [-3, 3]) {
    for (const dy of [-7, 0, 7]) {
      context.beginPath();
      context.arc(x + dx * unit, y + dy * unit, 1.6 * unit, 0, 2 * Math.PI);
      context.fill();
    }
  }
}

/** The cable from a card to a dial's rim. @param {Place} from the card's centre @param {Size} card @param {Dial} dial @param {boolean} down whether the dial is below @returns {Mark} */
export const cable = (from, card, dial, down) => ({
  draw(context, { x, y, unit, theme }) {
    const start = down
      ? { x: from.x, y: from.y + card.height / 2 }
      : { x: from.x + card.width / 2, y: from.y };
    const angle = down ? 0 : -Math.PI / 2 + (0.6 * (dial.y - start.y)) / dial.radius;
    const end = {
      x: dial.x + dial.radius * Math.sin(angle),
      y: dial.y - dial.radius * Math.cos(angle),
    };
    const points = Array.from({ length: 25 }, (_, n) => {
      const part = n / 24;
      const ease = part * part * (3 - 2 * part);
      return down
        ? { x: start.x + ease * (end.x - start.x), y: start.y + part * (end.y - start.y) }
        : { x: start.x + part * (end.x - start.x), y: start.y + ease * (end.y - start.y) };
    });
    context.beginPath();
    for (const point of points) context.lineTo(x.at(point.x), y.at(point.y));
    context.strokeStyle = theme.position;
    context.lineWidth = 2 * unit;
    context.stroke();
    context.beginPath();
    context.arc(x.at(end.x), y.at(end.y), 4 * unit, 0, 2 * Math.PI);
    context.fillStyle = theme.position;
    context.fill();
  },
});
