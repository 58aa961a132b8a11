// The panels of <phasor-story> that write: two texts, the number of the break, the hands of the sixteen pairs.
import { colourOf } from "../core/axes.js";
import { clamp, fixed, label, linear, log, path, ring, rule, whole } from "../core/index.js";
import { write } from "../core/text.js";
import { defaultNumber, inLines, LOOKS, MAX_WORDS, PAIRS, sentence } from "./story-model.js";

/** @import { Handle, Mark, Panel, Patch, Plot, Room } from "../core/types.js" */
/** @import { D, P } from "./story.js" */
/** @import { BreakName, Look, Placed, Way } from "./story-model.js" */

/** Sizes of the texts, in pixels at a font size of 16. */
const [SIZE, LINE_HEIGHT, SPACE] = [17, 27, 5];
/** Letters of an average line of words, with the space after each. */
const LETTERS_PER_WORD = 4.7;

/** A number in words. @param {number} number */
export const numberWords = (number) =>
  Number.isInteger(number) ? whole(number) : String(Number(number.toPrecision(3)));

/** What is done, in few words. @param {Way} way */
export function aboutOf({ name, number, still }) {
  if (name !== "still") return LOOKS[name].brief.replace("N", numberWords(number));
  if (still.length === 0) return "all pairs turn";
  const [first, last] = [still[0], still[still.length - 1]];
  const isRun = last - first + 1 === still.length && still.length > 2;
  if (still.length > 3 && !isRun) return `${still.length} pairs do not turn`;
  const list = isRun ? `${first} to ${last}` : still.join(", ").replace(/, (\d+)$/, " and $1");
  return still.length === 1 ? `pair ${list} does not turn` : `pairs ${list} do not turn`;
}

/** How many lines a text of the most words takes in a column: as room for any. @param {number} width @param {Room} room */
const mostLines = (width, { measure }) =>
  Math.ceil((MAX_WORDS * (LETTERS_PER_WORD / 10) * measure("abcdeilnor", SIZE)) / width);

/**
 * A text whose words are coloured one by one.
 * @param {string} name @param {readonly string[]} words @param {number} width of the column @param {Room} room
 * @param {{ heading: string, headingColour?: string, colour: string, first: number, shown: number, tint?: ArrayLike<number>, chosen?: number }} look
 *   first: the marked word, −1 for none; tint: the strength of the colour behind each word, 0 to 1
 * @returns {Panel<P, D>}
 */
export function textPanel(name, words, width, room, look) {
  const { heading, headingColour, colour, first, shown, tint, chosen } = look;
  const wordPlaces = inLines(words, width, (word) => room.measure(word, SIZE), SPACE);
  const lines = Math.max(mostLines(width, room), (wordPlaces.at(-1)?.line ?? 0) + 1);
  return {
    name,
    heading,
    headingColour,
    height: lines * LINE_HEIGHT,
    fixed: true,
    marks: () => ({
      draw(context, plot) {
        plot.say?.(sentence(words.slice(0, shown)));
        const visible = wordPlaces.slice(0, shown);
        const strengths = visible.map((_, n) => (tint ? tint[n] : Number(n === first)));
        for (const [n, place] of visible.entries())
          drawMark(context, plot, place, colour, strengths[n], n === chosen);
        for (const [n, place] of visible.entries())
          drawWord(context, plot, place, strengths[n], !tint && (first < 0 || n < first));
      },
    }),
    ...(tint && {
      tap: (x, y) => {
        const n = wordPlaces.findIndex(
          ({ line, x: left, width }) =>
            Math.floor(y / LINE_HEIGHT) === line && x >= left - 3 && x <= left + width + 3,
        );
        return n < 0 ? undefined : /** @type {Patch<P>} */ ({ word: n });
      },
    }),
  };
}

/** The colour behind a word, and a ring. @param {CanvasRenderingContext2D} context @param {Plot} plot @param {Placed} place @param {string} colour @param {number} strength @param {boolean} isRinged */
function drawMark(context, plot, { x, line, width }, colour, strength, isRinged) {
  if (strength < 0.02 && !isRinged) return;
  const { frame, unit, theme } = plot;
  context.beginPath();
  context.roundRect(
    ...[frame.left + (x - 3) * unit, frame.top + (line * LINE_HEIGHT + 2) * unit],
    ...[(width + 6) * unit, (LINE_HEIGHT - 3) * unit, 5 * unit],
  );
  context.globalAlpha = strength;
  context.fillStyle = colourOf(plot, colour);
  context.fill();
  context.globalAlpha = 1;
  if (!isRinged) return;
  context.strokeStyle = theme.ink;
  context.lineWidth = 1.5 * unit;
  context.stroke();
}

/** @param {CanvasRenderingContext2D} context @param {Plot} plot @param {Placed} place @param {number} strength of the colour behind it @param {boolean} isFaint */
function drawWord(context, { frame, unit, theme }, { word, x, line }, strength, isFaint) {
  const top = frame.top + line * LINE_HEIGHT * unit;
  write(context, word, frame.left + x * unit, top + (LINE_HEIGHT / 2 + 0.5) * unit, {
    size: SIZE * unit,
    colour: strength > 0.55 ? theme.paper : isFaint ? theme.muted : theme.ink,
    baseline: "middle",
    fonts: theme,
  });
}

/** The break's number on its axis: place of a number, number at a place. @param {Look} look */
function axisOf({ axis, from = 0, to = 1, right }) {
  const isFar = axis === "far";
  const place = (/** @type {number} */ number) => (isFar ? number + 1 : number);
  /** @param {number} x */
  const number = (x) => {
    const at = clamp(isFar ? x - 1 : x, from, to);
    if (axis === "linear") return Math.round(at);
    const rounded = Number(at.toPrecision(2));
    // The trained number has a little room, so that it is easy to meet.
    if (right && Math.abs(Math.log(at / right)) < 0.02 * Math.log(to / from)) return right;
    return isFar ? Math.round(rounded) : rounded;
  };
  return { place, number };
}

/** Places that keys step through, along an axis of any kind. */
const KEY_STEPS = 60;

/** The axis on which the reader moves the break's number. @param {Way} way @param {Room} room @returns {Panel<P, D> | undefined} */
export function numberPanel({ name, number }, { narrow }) {
  const look = LOOKS[name];
  const { axis, from = 0, to = 1, right, of = "" } = look;
  if (!axis) return undefined;
  const { place, number: numberAt } = axisOf(look);
  const [low, high] = [place(from), place(to)];
  const isLog = axis !== "linear";
  const ofStep = (/** @type {number} */ step) =>
    numberAt(isLog ? low * (high / low) ** (step / KEY_STEPS) : step);
  const step = isLog
    ? Math.round((KEY_STEPS * Math.log(place(number) / low)) / Math.log(high / low))
    : number;
  const decades = (/** @type {number} */ most) =>
    [10, 100, 1000, 1e4, 1e5, 1e6, 1e7, 1e8].filter((power) => power <= most);
  const ticks = {
    log: to > 10 ? decades(to) : [0.25, 0.5, 1, 2, 4],
    far: [1, ...decades(to).map((power) => power + 1)],
    linear: to > 10 ? [0, 32, 64, 96, 127] : [-8, -4, 0, 4, 8],
  }[axis];
  const scale = isLog ? log : linear;
  return {
    name: "number",
    height: 26,
    fixed: true,
    margin: { left: narrow ? 22 : 30, right: narrow ? 22 : 30, top: 8 },
    x: scale(low, high, {
      below: 14,
      ticks,
      label: (x) => numberWords(axis === "far" ? Math.round(x - 1) : x),
    }),
    y: linear(0, 1, { axis: "none" }),
    marks: () => [
      rule({ y: 0 }, { colour: "edge", width: 1.5 }),
      right !== undefined &&
        number !== right && [
          rule({ x: place(right) }, { colour: "dimension", dash: [3, 3] }),
          label(
            name === "start" || name === "ahead" ? "as trained" : `trained: ${numberWords(right)}`,
            place(right),
            1,
            {
              ...{ dy: -4, align: "center", colour: "dimension", keep: true, size: 14 },
              optional: true,
            },
          ),
        ],
    ],
    press: of,
    handles: [
      {
        name: of,
        look: "pill",
        text: narrow ? numberWords(number) : `${of}: ${numberWords(number)}`,
        x: place(number),
        y: 0,
        value: step,
        min: isLog ? 0 : from,
        max: isLog ? KEY_STEPS : to,
        words: numberWords(number),
        set: (value) => ({ number: String(ofStep(value)) }),
        drag: ({ x }) => ({ number: String(numberAt(x)) }),
      },
    ],
  };
}

/** A break with its usual number, as a patch. @param {BreakName} name @returns {Patch<P>} */
export const breakPatch = (name) => ({ break: name, number: "", shown: -1 });

/** @param {number[]} still @param {number} pair @returns {Patch<P>} */
const toggled = (still, pair) => ({
  ...breakPatch("still"),
  still: (still.includes(pair) ? still.filter((other) => other !== pair) : [...still, pair])
    .sort((a, b) => a - b)
    .join(" "),
});

/** The hands of all pairs: a key some words before its query, as the query sees it. @param {D} d @param {Room} room @returns {Panel<P, D>} */
export function handsPanel({ way, hands, right }, { narrow, width }) {
  const perRow = narrow ? PAIRS / 2 : PAIRS;
  const slot = width / perRow;
  const radius = Math.min(slot / 2 - 5, 30);
  const [high, top] = [2 * radius + 26, radius + 4];
  const isStill = way.name === "still";
  const still = isStill ? way.still : [];
  const dials = Array.from({ length: PAIRS }, (_, pair) => ({
    x: slot * ((pair % perRow) + 0.5),
    y: top + Math.floor(pair / perRow) * high,
    radius,
  }));
  return {
    name: "hands",
    heading: narrow
      ? "Hands, 8 words back; **dashed** as trained"
      : "The hand of each pair: a key 8 words before its query, **dashed** as trained. Tap one to hold it still.",
    height: (PAIRS / perRow) * high,
    fixed: true,
    marks: () =>
      dials.map((dial, pair) => {
        const colour = still.includes(pair) ? "key" : "position";
        return [
          ring(dial, { colour: still.includes(pair) ? "key" : "dimension", width: 1.25 }),
          handMark(dial, right[pair], "dimension", [3, 3]),
          handMark(dial, hands[pair], colour),
          label(`${pair}`, dial.x, dial.y, {
            ...{ dy: radius + 11, align: "center", size: 13 },
            colour: still.includes(pair) ? "key" : "muted",
          }),
        ];
      }),
    tap(x, y) {
      const pair = dials.findIndex((dial) => Math.hypot(dial.x - x, dial.y - y) < slot / 2);
      return pair < 0 ? undefined : toggled(still, pair);
    },
    handles: isStill ? dials.map((dial, pair) => stillHandle(dial, pair, still)) : [],
  };
}

/** @param {{ x: number, y: number, radius: number }} dial @param {number} pair @param {number[]} still @returns {Handle<P>} */
const stillHandle = ({ x, y, radius }, pair, still) => ({
  name: `pair ${pair}`,
  look: "none",
  ...{ x, y, width: 2 * radius, height: 2 * radius, min: 0, max: 1 },
  value: Number(still.includes(pair)),
  words: still.includes(pair) ? "stands still" : "turns",
  set: (value) => (value === Number(still.includes(pair)) ? {} : toggled(still, pair)),
  drag: () => undefined,
});

/** A hand to where a key points: along the query is up. @param {{ x: number, y: number, radius: number }} dial @param {{ along: number, across: number }} hand @param {string} colour @param {number[]} [dash] @returns {Mark} */
const handMark = ({ x, y, radius }, { along, across }, colour, dash) =>
  path([x, x + 0.92 * radius * across], [y, y - 0.92 * radius * along], {
    ...{ colour, width: dash ? 1.25 : 2 },
    dash,
  });

/** How surprising the right story is. @param {D} d */
export function lossWords({ written: { losses }, way, first }) {
  if (!losses) return "";
  const [right, broken] = losses;
  const cost = `${fixed(broken, 2)} nats a word instead of ${fixed(right, 2)}`;
  if (first < 0)
    return `**Not a word differs:** ${way.name === "start" ? "only distances count, and they are the same." : "the model never needed what is broken here."}`;
  if (broken < 1.02 * right)
    return `The story at the left surprises the broken model no more than the right one.`;
  return `The right story now costs **${cost}**: each word is, on average, ${fixed(Math.exp(broken - right), broken - right > 1 ? 0 : 1)} times less likely.`;
}

/** The number of a break, within its limits. @param {BreakName} name @param {string} number */
export function numberOf(name, number) {
  const { from, to } = LOOKS[name];
  const requested = number === "" ? defaultNumber(name) : Number(number);
  if (from === undefined || to === undefined || !Number.isFinite(requested))
    return defaultNumber(name);
  return clamp(requested, from, to);
}
