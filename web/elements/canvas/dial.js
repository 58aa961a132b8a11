// Dials: hands start at the top and turn clockwise, as a clock's do. The tip of a hand lies as far to
// the right as its sine says, and as far up as its cosine.
import { strokeCased } from "./crosshair.js";

/** @import { Theme } from "./theme.js" */

/** @typedef {{ x: number, y: number, radius: number }} Dial */
/** @typedef {{ sine: number, cosine: number }} Turn */

/** @param {Dial} dial @param {Turn} turn @param {number} [part] of the radius @returns {[x: number, y: number]} */
export const tipOf = ({ x, y, radius }, { sine, cosine }, part = 1) => [
  x + part * radius * sine,
  y - part * radius * cosine,
];

/** The canvas' angle of a hand. @param {Turn} turn */
const angleOf = ({ sine, cosine }) => Math.atan2(-cosine, sine);

/** The face: a hairline with a mark at the top. @param {CanvasRenderingContext2D} context @param {Dial} dial @param {string} colour */
export function drawFace(context, { x, y, radius }, colour) {
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.moveTo(x, y - radius);
  context.lineTo(x, y - 0.82 * radius);
  context.stroke();
}

/** @param {CanvasRenderingContext2D} context @param {Dial} dial @param {Turn} turn @param {{ colour: string, width: number, dashed?: boolean }} pen */
export function drawHand(context, dial, turn, { colour, width, dashed = false }) {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.lineCap = "round";
  if (dashed) context.setLineDash([3, 3 + width / 2]);
  context.beginPath();
  context.moveTo(dial.x, dial.y);
  context.lineTo(...tipOf(dial, turn));
  context.stroke();
  context.setLineDash([]);
  context.lineCap = "butt";
}

/** A hand with a head. @param {CanvasRenderingContext2D} context @param {Dial} dial @param {Turn} turn @param {{ colour: string, dashed?: boolean }} pen */
export function drawArrow(context, dial, turn, { colour, dashed = false }) {
  drawHand(context, { ...dial, radius: dial.radius - 5 }, turn, { colour, width: 2, dashed });
  const [x, y] = tipOf(dial, turn);
  const angle = angleOf(turn);
  context.fillStyle = colour;
  context.beginPath();
  context.moveTo(x, y);
  for (const by of [0.38, -0.38]) {
    context.lineTo(x - 11 * Math.cos(angle + by), y - 11 * Math.sin(angle + by));
  }
  context.fill();
}

/**
 * The way from one hand to another, on a circle inside the dial.
 * @param {CanvasRenderingContext2D} context @param {Dial} dial
 * @param {Turn} from @param {Turn} to @param {boolean} clockwise
 * @param {{ colour: string, width: number, part: number }} pen
 */
export function drawArc(context, { x, y, radius }, from, to, clockwise, { colour, width, part }) {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.beginPath();
  context.arc(x, y, part * radius, angleOf(from), angleOf(to), !clockwise);
  context.stroke();
}

/** A hand's sine and cosine as its distances from the middle. @param {CanvasRenderingContext2D} context @param {Dial} dial @param {Turn} turn @param {Theme} theme */
export function drawParts(context, dial, turn, theme) {
  const [x, y] = tipOf(dial, turn);
  context.lineWidth = 2;
  context.strokeStyle = theme.sine;
  context.beginPath();
  context.moveTo(dial.x, dial.y);
  context.lineTo(x, dial.y);
  context.stroke();
  context.strokeStyle = theme.cosine;
  context.setLineDash([4, 2.5]);
  context.beginPath();
  context.moveTo(x, dial.y);
  context.lineTo(x, y);
  context.stroke();
  context.setLineDash([]);
}

/** A ring around the dial that the crosshair marks. @param {CanvasRenderingContext2D} context @param {Dial} dial @param {Theme} theme */
export function drawMark(context, { x, y, radius }, theme) {
  context.beginPath();
  context.arc(x, y, radius + 3, 0, 2 * Math.PI);
  strokeCased(context, theme.dimension, theme.paper, false, 2);
}
