// <phasor-story>: a small language model writes, as it was trained and with its positions broken.

import { byColumn, choice, column, figure, fixed, row, sliderOf, times } from "../core/index.js";
import { Later } from "../core/later.js";
import { consult, nameOf, retry } from "./story-client.js";
import { doctorButton } from "./story-doctor.js";
import {
  BREAKS,
  defaultNumber,
  firstDifference,
  GUESS,
  handsOf,
  LOOKS,
  MAX_WORDS,
  PAIRS,
  rightHands,
  rotationOf,
  SETTING,
  sentence,
  TRAINED,
} from "./story-model.js";
import {
  aboutOf,
  breakPatch,
  handsPanel,
  lossWords,
  numberOf,
  numberPanel,
  textPanel,
} from "./story-panels.js";
import { rest, right as rightAtRest } from "./story-rest.js";

/** @import { Control, DataOf, Panel, Params, Room, Tree } from "../core/types.js" */
/** @import { Progress } from "../core/later.js" */
/** @import { Curve } from "./story-length.js" */
/** @import { Results } from "./story-client.js" */
/** @import { BreakName, Setting, Way } from "./story-model.js" */
/** @import { Examined, Task } from "./story-session.js" */

/** @typedef {"story" | "who" | "heads" | "length"} View */
/**
 * @typedef {object} Own
 * @property {View} show
 * @property {BreakName} break @property {string} number of the break, "" for the usual one
 * @property {string} still the pairs that do not turn, if the break is that
 * @property {string} prompt @property {number} seed @property {number} temperature
 * @property {string} who @property {string} did @property {string} whom the sentence
 * @property {number} head whose attention is shown @property {number} word whose
 * @property {number} stretch the length to which RoPE is stretched; the trained one: not at all
 * @property {boolean} doctor whether the doctor's answer is shown
 * @property {string} weights their address
 * @property {Results} results what the model has answered so far
 * @property {Progress} later
 * @property {number} shown words while the story is played; −1 for all
 */
/** @typedef {Params<Own>} P */

/**
 * @typedef {object} D
 * @property {Way} way
 * @property {Setting} setting
 * @property {boolean} isRest whether all is known without the model
 * @property {Task} writing
 * @property {{ right: string[], broken: string[], losses?: number[], whole: boolean }} written
 * @property {number} first the index of the first word that differs, or −1
 * @property {{ along: number, across: number }[]} hands @property {{ along: number, across: number }[]} right
 * @property {typeof import("./story-views.js") | undefined} views
 * @property {Task | undefined} guessing
 * @property {{ right: number[], broken: number[] } | undefined} guess
 * @property {Task | undefined} attending
 * @property {{ right: Float32Array, broken: Float32Array } | undefined} attention
 * @property {Curve[]} curves
 * @property {Task | undefined} examining
 * @property {Examined | undefined} examined
 * @property {{ which: string, findings: { message: string }[] } | undefined} doctor
 */

/** The query whose hands are shown, and how far before it the key is. */
const [QUERY, KEY_OFFSET] = [40, 8];
/** Words a second while a story is played. */
const WORDS_PER_SECOND = 7;
/** The breaks that are offered first. @type {BreakName[]} */
const FIRST_BREAKS = ["base", "ahead", "scale", "forgotten", "bfloat16", "none", "start"];

/** The views beside the story itself. */
const views = new Later(() => import("./story-views.js"));

/** Whether a break has its usual number. @param {Way} way */
const isUsual = ({ name, number, still }) =>
  name === "still" ? `${still}` === `${defaultNumber(name)}` : number === defaultNumber(name);

/** @type {DataOf<P, D>} */
const data = {
  way: ({ break: name, number, still }) => ({
    name,
    number: numberOf(name, number),
    still: [...new Set((still.match(/\d+/g) ?? []).map(Number))]
      .filter((pair) => pair < PAIRS)
      .sort((a, b) => a - b),
  }),
  setting: ({ prompt, seed, temperature }) => ({
    prompt: prompt.trim() || SETTING.prompt,
    seed,
    temperature,
  }),
  isRest: ({ weights }, { way, setting }) =>
    weights === "" && JSON.stringify(setting) === JSON.stringify(SETTING) && isUsual(way),
  writing: (_, { setting, way }) => ({ kind: "write", setting, way }),
  written({ results, weights }, { way, isRest, writing }) {
    if (isRest) {
      const { text, losses } = rest[way.name];
      return { right: rightAtRest.split(" "), broken: text.split(" "), losses, whole: true };
    }
    const { write } = results;
    const isThis = write?.id === nameOf(writing, weights);
    if (!write) return { right: rightAtRest.split(" "), broken: [], whole: false };
    const { right, broken, losses } = write;
    return { right, broken, losses: isThis ? losses : undefined, whole: Boolean(losses) };
  },
  first: (_, { written: { right, broken, whole } }) => firstDifference(right, broken, whole),
  hands: (_, { way }) => handsOf(rotationOf(way), QUERY, KEY_OFFSET),
  right: () => rightHands(QUERY, KEY_OFFSET),
  views: ({ later }) => (later === "missing" ? undefined : views.module),
  guessing: (p, { way, views }) => views?.guessTask(p, way),
  guess({ results, weights, who, did, whom }, { way, views, guessing }) {
    const isFirst = who === GUESS.who && did === GUESS.did && whom === GUESS.whom;
    if (weights === "" && isFirst && isUsual(way)) return views?.guesses[way.name];
    return guessing && results.guess?.id === nameOf(guessing, weights) ? results.guess : undefined;
  },
  attending: (_, { way, written }) =>
    written.whole ? { kind: "attend", text: written.right.join(" "), way } : undefined,
  attention: ({ results, weights }, { attending }) =>
    attending && results.attend?.id === nameOf(attending, weights) ? results.attend : undefined,
  curves: (p, { views }) => views?.curvesOf(p) ?? [],
  examining: ({ doctor }, { way, written }) =>
    doctor && written.whole ? { kind: "examine", text: written.right.join(" "), way } : undefined,
  examined: ({ results, weights }, { examining }) =>
    examining && results.examine?.id === nameOf(examining, weights) ? results.examine : undefined,
  doctor({ doctor }, { way, isRest, examined }) {
    if (!doctor) return undefined;
    if (isRest) return rest[way.name].doctor;
    return examined && { which: examined.which, findings: examined.answer.findings };
  },
};

/** @param {P} p @param {D} d @param {Room} room @returns {Tree<P, D>[]} */
function storyPanels(p, d, room) {
  const { narrow, width } = room;
  const { right, broken } = d.written;
  const shown = p.shown < 0 ? MAX_WORDS + 100 : Math.floor(p.shown);
  const panelWidth = narrow ? width : (width - 48) / 2;
  const texts = [
    textPanel("right", right, panelWidth, room, {
      ...{ heading: "**as it was trained**", headingColour: "dimension", colour: "dimension" },
      ...{ first: d.first, shown },
    }),
    textPanel("broken", broken, panelWidth, room, {
      ...{ heading: `**${aboutOf(d.way)}**`, headingColour: "position", colour: "position" },
      ...{ first: d.first, shown },
    }),
  ];
  return [
    narrow ? { ...column(...texts), gap: 12 } : { ...row(...texts), gap: 48 },
    { name: "note", text: noteOf(p, d), height: narrow ? 66 : 44 },
    ...(p.doctor ? [{ name: "doctor", text: doctorWords(d), height: narrow ? 88 : 44 }] : []),
    handsPanel(d, room),
  ];
}

/** @param {P} p @param {D} d */
function noteOf({ results }, d) {
  if (results.failed && !d.isRest) return `**The model has no answer.** ${results.failed}`;
  if (!d.written.losses) return "writing …";
  return lossWords(d);
}

/** What the doctor says of the vectors. @param {D} d */
function doctorWords({ doctor }) {
  if (!doctor) return "**The doctor** reads the vectors …";
  const { which, findings } = doctor;
  const messages = findings.map(({ message }) => message).join(" ") || "nothing is wrong.";
  return `**The doctor,** from the first head’s ${which} before and after: ${messages}`;
}

/** What each view asks for. @type {Record<View, string>} */
const HINTS = {
  story:
    "**Choose what goes wrong, and move it.** The same small model, the same random numbers: only the rotation of queries and keys differs. The first word that differs is marked.",
  who: "**Tap a name or the deed,** or drag it. Who comes after “so”? A model that knows who stood where also knows who is afraid.",
  heads:
    "**Tap a map or a word.** Both models read the right story; the colour behind a word is the weight that it gets.",
  length: "**Drag the pill** to stretch RoPE for longer texts than it was trained on.",
};

/** Shown until a view is loaded. @param {P} p @returns {Panel<P, D>} */
const loadingPanel = ({ later }) => ({
  name: "later",
  text: later === "missing" ? views.problem : views.loading,
  height: 420,
});

/** Panels below that of the break's number. @param {D} d @param {Room} room @param {Tree<P, D>[]} panels */
function withNumber({ way }, room, panels) {
  const number = numberPanel(way, room);
  return number ? [number, ...panels] : panels;
}

export const PhasorStory = figure("phasor-story", {
  title: "Break its positions, and read on",
  hint: ({ show }) => HINTS[show],
  attributes: {
    show: ["story", "who", "heads", "length"],
    break: BREAKS,
    number: "",
    still: "1",
    prompt: SETTING.prompt,
    seed: { value: SETTING.seed, min: 0, max: Number.MAX_SAFE_INTEGER },
    temperature: { value: SETTING.temperature, min: 0, max: 2, step: 0.1 },
    ...GUESS,
    head: { value: 2, min: 0, max: 7 },
    word: { value: 38, min: 0, max: MAX_WORDS + 100 },
    stretch: { value: TRAINED, min: TRAINED, max: 1024 },
    doctor: false,
    weights: "",
  },
  state: { results: {}, later: "", shown: -1 },
  later: views,
  narrow: 700,
  data,
  panels(p, d, room) {
    if (p.show === "story") return withNumber(d, room, storyPanels(p, d, room));
    if (!d.views) return loadingPanel(p);
    const { panels } = d.views.views[p.show];
    return p.show === "length" ? panels(p, d, room) : withNumber(d, room, panels(p, d, room));
  },
  controls: (p, d) => [
    choice(p, "show", "what is shown", {
      story: "story",
      who: "who did it?",
      heads: "heads",
      length: "longer texts",
    }),
    ...(p.show === "length"
      ? []
      : [
          /** @type {Control<P>} */ ({
            kind: "choice",
            name: "what goes wrong",
            value: p.break,
            options: FIRST_BREAKS.map((name) => [name, LOOKS[name].words]),
            set: breakPatch,
          }),
        ]),
    ...(p.show === "story" ? [] : (d.views?.views[p.show].controls?.(p) ?? [])),
    ...(p.results.failed && !d.isRest
      ? [/** @type {Control<P>} */ ({ kind: "button", name: "try again", press: retry })]
      : []),
    ...(p.later === "missing" ? [views.button] : []),
  ],
  more: (p) => [
    {
      kind: "choice",
      name: "what else goes wrong",
      value: p.break,
      options: BREAKS.filter((name) => !FIRST_BREAKS.includes(name)).map((name) => [
        name,
        LOOKS[name].words,
      ]),
      set: breakPatch,
    },
    {
      kind: "text",
      name: "how the story begins, in words that stories have",
      value: p.prompt,
      set: (prompt) => ({ prompt }),
    },
    sliderOf(p, "temperature", "temperature", {
      ...{ value: p.temperature, min: 0, max: 2, step: 0.1 },
      text: fixed(p.temperature, 1),
    }),
    { kind: "button", name: "another story", press: () => ({ seed: p.seed + 1, shown: -1 }) },
    {
      kind: "switch",
      name: "what would the doctor say?",
      value: p.doctor,
      set: (doctor) => ({ doctor }),
    },
  ],
  play({ shown }, seconds) {
    if (shown < 0 || seconds === 0)
      return { shown: shown > 0 && shown < MAX_WORDS + 3 ? shown : 0 };
    if (shown >= MAX_WORDS + 3) return undefined;
    return { shown: Math.min(shown + WORDS_PER_SECOND * seconds, MAX_WORDS + 3) };
  },
  say(p, d) {
    if (p.show !== "story")
      return (d.views?.views[p.show].say(p, d) ?? loadingPanel(p).text ?? "").replaceAll("*", "");
    const { right, broken } = d.written;
    const texts = `As trained: ${sentence(right)} If ${aboutOf(d.way)}: ${sentence(broken)}`;
    return `${texts} ${noteOf(p, d)}`.replaceAll("*", "");
  },
  table(p, d) {
    const { hands, right } = d;
    if (p.show !== "story" && d.views) return d.views.views[p.show].table(p, d);
    return byColumn({
      pair: times(PAIRS, (pair) => pair),
      "along, as trained": right.map(({ along }) => along),
      "across, as trained": right.map(({ across }) => across),
      along: hands.map(({ along }) => along),
      across: hands.map(({ across }) => across),
    });
  },
  extra(element, d) {
    /** @type {Task[]} */
    const tasks = [];
    const { show } = element.p;
    if (show !== "length" && show !== "who" && !d.isRest) tasks.push(d.writing);
    if (show === "story" && d.examining) tasks.push(d.examining);
    if (show === "who" && !d.guess && d.guessing) tasks.push(d.guessing);
    if (show === "heads" && d.attending) tasks.push(d.attending);
    views.need(element, show !== "story" && show);
    if (!element.view?.printing) consult(element, element.p.weights, tasks);
    return show === "story" ? doctorButton(element, d) : [];
  },
});
