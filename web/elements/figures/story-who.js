// The sentence of <phasor-story>: one does something to another. Who, then, feels something?

import { colourOf } from "../core/axes.js";
import { cells, column, label, linear, row } from "../core/index.js";
import { aboutOf } from "./story-panels.js";
import { DEEDS, feltFor, NAMES, validDeed } from "./story-who-model.js";

/** @import { Handle, Mark, Panel, Patch, Room, Tree } from "../core/types.js" */
/** @import { D, P } from "./story.js" */

const [SIZE, LINE_HEIGHT] = [20, 40];

/** The words that the reader can change, each with what it may become. @param {P} p @returns {Record<string, { value: string, words: readonly string[], taken?: string }>} the other name is taken */
function editable(p) {
  const { who, did, whom } = validDeed(p);
  return {
    who: { value: who, words: NAMES, taken: whom },
    did: { value: did, words: DEEDS },
    whom: { value: whom, words: NAMES, taken: who },
  };
}

/** The word that stands some places further among a slot's words. @param {P} p @param {string} slot @param {number} by @returns {Patch<P>} */
function nextWord(p, slot, by) {
  const { value, words, taken } = editable(p)[slot];
  const free = words.filter((word) => word !== taken);
  const at = (free.indexOf(value) + by) % free.length;
  return { [slot]: free.at(at) };
}

/** The sentence, whose names and deed change by a tap, a drag or keys. @param {P} p @param {Room} room @returns {Panel<P, D>} */
function sentencePanel(p, { width, measure }) {
  const slots = editable(p);
  const parts = ["one", "day", "{who}", "{did}", "{whom}", "in", "the", "garden.", "so"];
  const felt = feltFor(slots.did.value).split(" ");
  let [x, line] = [0, 0];
  const places = [...parts, "_", ...felt, "…"].map((part) => {
    const slot = /^\{(\w+)\}$/.exec(part)?.[1];
    const text = slot ? slots[slot].value : part === "_" ? "?" : part;
    const wordWidth = measure(text, SIZE) + (slot ? 8 : part === "_" ? 28 : 0);
    if (x > 0 && x + wordWidth > width) [x, line] = [0, line + 1];
    const place = { slot, text, x, line, wide: wordWidth, isGap: part === "_" };
    x += wordWidth + 8;
    return place;
  });
  return {
    name: "sentence",
    height: (line + 1) * LINE_HEIGHT,
    fixed: true,
    marks: () =>
      places.map(({ slot, text, x, line, wide, isGap }) => [
        (slot || isGap) && boxMark(x, line, wide, isGap),
        label(slot ? `**${text}**` : text, x + wide / 2, (line + 0.5) * LINE_HEIGHT, {
          ...{ align: "center", size: SIZE, colour: isGap ? "muted" : "ink" },
          strong: "position",
        }),
      ]),
    tap(x, y) {
      const hit = places.find(
        ({ slot, line, x: left, wide }) =>
          slot && Math.floor(y / LINE_HEIGHT) === line && x >= left && x <= left + wide,
      );
      return hit?.slot ? nextWord(p, hit.slot, 1) : undefined;
    },
    handles: places.flatMap(({ slot, x, line, wide }) => {
      if (!slot) return [];
      const { value, words } = slots[slot];
      /** @type {Handle<P>} */
      const handle = {
        name: { who: "who does it", did: "what is done", whom: "to whom" }[slot] ?? slot,
        look: "none",
        ...{
          x: x + wide / 2,
          y: (line + 0.5) * LINE_HEIGHT,
          width: wide,
          height: LINE_HEIGHT,
          along: "y",
        },
        ...{ value: words.indexOf(value), min: 0, max: words.length - 1, words: value },
        set: (at) => nextWord(p, slot, at - words.indexOf(value)),
        drag: ({ dy, begin }) => nextWord(begin, slot, Math.round(dy / 18)),
      };
      return [handle];
    }),
  };
}

/** A box around a word that can change; dashed, around the word to be guessed. @param {number} x @param {number} line @param {number} wide @param {boolean} isGap @returns {Mark} */
const boxMark = (x, line, wide, isGap) => ({
  draw(context, { frame, unit, theme }) {
    context.beginPath();
    context.roundRect(
      ...[frame.left + x * unit, frame.top + (line * LINE_HEIGHT + 5) * unit, wide * unit],
      ...[(LINE_HEIGHT - 10) * unit, 6 * unit],
    );
    context.setLineDash(isGap ? [3 * unit, 3 * unit] : []);
    context.strokeStyle = isGap ? theme.edge : theme.position;
    context.lineWidth = 1.25 * unit;
    context.stroke();
    context.setLineDash([]);
  },
});

/** @param {number} share */
const percent = (share) =>
  share > 0.0005 && share < 0.01 ? "<1 %" : `${Math.round(100 * share)} %`;

/** How likely each name is as the next word. @param {P} p @param {number[] | undefined} guess @param {string} name @param {string} heading @param {string} colour @param {Room} room @returns {Panel<P, D>} */
function barsPanel(p, guess, name, heading, colour, { measure }) {
  const { who, whom } = validDeed(p);
  const entries = [
    [whom, guess?.[1]],
    [who, guess?.[0]],
  ];
  return {
    name,
    heading: `**${heading}**`,
    headingColour: colour,
    height: 84,
    fixed: true,
    margin: { left: measure("Greta", 16) + 18, right: measure("100 %", 18) + 16 },
    x: linear(0, 1, { axis: "none" }),
    y: cells(0, 2, { axis: "none" }),
    marks: () =>
      entries.map(([person, share], n) => [
        label(n === 0 ? `**${person}**` : `${person}`, 0, n, {
          ...{ dx: -10, align: "right", colour: "ink", size: 16 },
        }),
        typeof share === "number" && [
          barMark(n, share, n === 0 ? "dimension" : "position"),
          label(`**${percent(share)}**`, share, n, { dx: 8, align: "left", colour: "ink" }),
        ],
      ]),
  };
}

/** @param {number} n @param {number} share @param {string} colour @returns {Mark} */
const barMark = (n, share, colour) => ({
  draw(context, plot) {
    const { x, y } = plot;
    const high = 0.5 * y.unit;
    context.fillStyle = colourOf(plot, colour);
    context.fillRect(x.at(0), y.at(n) - high / 2, Math.max(x.at(share) - x.at(0), 1.5), high);
  },
});

/** @param {P} p @param {D} d @param {Room} room @returns {Tree<P, D>[]} */
export function whoPanels(p, d, room) {
  const bars = [
    barsPanel(p, d.guess?.right, "right", "as it was trained", "dimension", room),
    barsPanel(p, d.guess?.broken, "broken", aboutOf(d.way), "position", room),
  ];
  return [
    sentencePanel(p, room),
    room.narrow ? { ...column(...bars), gap: 12 } : { ...row(...bars), gap: 48 },
    { name: "note", text: whoWords(p, d), height: room.narrow ? 66 : 44 },
  ];
}

/** What the bars say. @param {P} p @param {D} d */
export function whoWords(p, { guess, way }) {
  const { who, did, whom } = validDeed(p);
  if (!guess) return "reading …";
  const [wrong, right] = guess.broken;
  const fact = `${who} ${did} ${whom}, so ${whom} must come next.`;
  if (right + wrong < 0.5)
    return `${fact} The broken model expects neither name: only ${percent(right + wrong)} are left for both.`;
  if (right > 2 * wrong)
    return `${fact} The broken model still knows. **Swap the names:** does it follow?`;
  const none = way.name === "none" ? " Without positions, both orders are the same words." : "";
  return `${fact} The broken model says **${who}**.${none} **Swap the names** and see whether it notices.`;
}

/** Swaps the names. @param {P} p @returns {Patch<P>} */
export function swapNames(p) {
  const { who, whom } = validDeed(p);
  return { who: whom, whom: who };
}
