// The cards of <phasor-bugs>, and the cable from one that is on to the dial.
import { widthOf, write } from "../core/text.js";

/** @import { Mark } from "../core/types.js" */

/** @typedef {{ x: number, y: number }} Place */
/** @typedef {{ width: number, height: number }} Size */

/** @param {Place} at its middle @param {Size} size @param {string} words @param {string} note @param {boolean} on @param {boolean} held @returns {Mark} */
export const cardMark = (at, { width, height }, words, note, on, held) => ({
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
    const ink = { letters: theme, baseline: /** @type {const} */ ("middle") };
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
      ...ink,
      size: size * unit,
      weight: 600,
      colour: text,
    });
    if (!note) return;
    plot.say?.(note);
    write(context, note, inset, top + (height / 2 + 12) * unit, {
      ...ink,
      size: 14 * unit,
      colour: on ? theme.paper : theme.muted,
    });
  },
});

/** Six dots that say that it can be taken. @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} unit @param {string} colour */
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

/** From a card to the dial's rim. @param {Place} from the card's middle @param {Size} card @param {{ x: number, y: number, radius: number }} dial @param {boolean} down whether the dial is below @returns {Mark} */
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
    for (const each of points) context.lineTo(x.at(each.x), y.at(each.y));
    context.strokeStyle = theme.position;
    context.lineWidth = 2 * unit;
    context.stroke();
    context.beginPath();
    context.arc(x.at(end.x), y.at(end.y), 4 * unit, 0, 2 * Math.PI);
    context.fillStyle = theme.position;
    context.fill();
  },
});
