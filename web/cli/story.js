// story.js: the subcommand `phasor story`.
import { createRequire } from "node:module";
import { breaks, decode, encode, StoryModel, words as vocabulary } from "phasor/story";
import { FormatError } from "../formats/error.js";
import { didYouMean } from "../phasor/check/options.js";
import { parsed } from "./arguments.js";
import { host } from "./host.js";
import { nameOf, withSource } from "./input.js";
import { jsonLines, say } from "./say.js";

/** @import { Arguments, Command } from "./arguments.js" */

const names = Object.keys(breaks);
/** Columns of text in which two stories stand side by side, and the space between them. */
const [LEAST, MOST, GAP] = [36, 64, 4];
/** Columns of a line where the output is not a terminal. */
const PLAIN = 79;

/** @param {string} name */
const numbered = (name) => breaks[/** @type {keyof typeof breaks} */ (name)];

/** @type {Command} */
export const command = {
  name: "story",
  usage: "[PROMPT…] [OPTIONS]",
  about:
    "Has a small language model write a story. With --break it writes the story again, with the same\n" +
    "weights and random numbers but other positions, and the first word that differs is in brackets.\n" +
    "The same seed gives the same story on every machine. Ways to break the positions:\n" +
    names
      .map((name) => {
        const { about, number } = numbered(name);
        const example = number === undefined ? name : `${name}=${number}`;
        return `  ${example.padEnd(14)} ${about}`;
      })
      .join("\n"),
  operands: ["PROMPT…"],
  options: {
    break: {
      value: "NAME[=N]",
      choices: names,
      help: "what to do to the positions, from the list above",
    },
    words: { value: "N", help: "the most words to write, 120 by default" },
    temperature: {
      value: "T",
      help: "0 writes the likeliest words; 0.7 by default",
    },
    seed: { value: "N", help: "the seed of the random numbers, 1 by default" },
    weights: { value: "FILE", help: "other weights, as web/story/train.js writes them" },
    json: { help: "print the texts as JSON" },
  },
  examples: [
    "phasor story --break base=500000",
    "phasor story one day Max chased --seed 3 --break forgotten",
    "phasor story --temperature 0 --words 40 --json",
  ],

  async run(args) {
    const prompt = promptOf(args);
    const broken = breakOf(args);
    const seed = args.count("seed") ?? 1;
    const temperature = args.number("temperature") ?? 0.7;
    const words = args.count("words") ?? 120;
    if (!(temperature >= 0 && temperature <= 1000))
      args.fail(`--temperature must be from 0 to 1000, got ${temperature}`);
    const model = await loaded(args.text("weights"));
    const begun = prompt.split(" ").length;
    if (words > model.maxLength - begun)
      args.fail(`--words must be from 0 to ${model.maxLength - begun}, got ${words}`);
    if (broken && !model.rotary)
      args.fail(`--break needs a model with RoPE; this one has ${model.encoding}`);
    const settings = { prompt, words, temperature, seed };
    const right = model.write(settings);
    if (!broken) {
      say(args.flag("json") ? jsonLines({ ...settings, text: right }) : wrapped(right, widthOf()));
      return;
    }
    const { rotation, ...about } = broken;
    const other = model.write({ ...settings, rotation });
    const at = firstDifference(right, other);
    if (args.flag("json"))
      say(jsonLines({ ...settings, ...about, text: right, broken: other, firstDifference: at }));
    else say(compared([right, other], about.about, at));
  },
};

/** The prompt, of words that stories have. @param {Arguments} args */
function promptOf(args) {
  const text = args.operandsFrom(0).join(" ");
  const known = new Set(vocabulary.map((word) => word.toLowerCase()));
  const wrong = text.split(/[.,\s]+/).find((word) => word && !known.has(word.toLowerCase()));
  if (wrong !== undefined) {
    args.fail(`PROMPT: no story has the word "${wrong}"`, didYouMean(wrong, vocabulary));
  }
  return decode(encode(text)) || "once there was";
}

/** The break that is asked for: its name, number and words, and the rotation. @param {Arguments} args */
function breakOf(args) {
  const text = args.text("break");
  if (text === undefined) return undefined;
  const [, asked, given] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? [];
  const name = args.oneOf("--break", names, asked);
  const { about, number: usual, rotation } = numbered(name);
  if (usual === undefined && given !== undefined) args.fail(`--break ${name} takes no number`);
  const number = given === undefined ? usual : parsed(given);
  if (given !== undefined && !Number.isFinite(number))
    args.fail(`--break ${name} must be a number, got "${given}"`);
  try {
    const turned = rotation(number ?? 0);
    return { break: name, number, about: about.replace("N", `${number}`), rotation: turned };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return args.fail(`--break ${name}: ${error.message.replace(/^phasor[^:]*: /, "")}`);
  }
}

/** @param {string | undefined} file */
async function loaded(file) {
  const path = file ?? createRequire(import.meta.url).resolve("phasor/story.safetensors");
  return withSource(path, async ({ size, read }) => {
    const bytes = await read(0, size);
    try {
      return await StoryModel.load(bytes);
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      throw new FormatError(`${nameOf(path)}: ${message.replace(/^.* but /, "")}`);
    }
  });
}

/** The index of the first word that differs; −1 if none does. @param {string} a @param {string} b */
function firstDifference(a, b) {
  const [one, other] = [a.split(" "), b.split(" ")];
  const length = Math.max(one.length, other.length);
  for (let i = 0; i < length; i++) if (one[i] !== other[i]) return i;
  return -1;
}

const widthOf = () => (host.stdout.isTTY && host.stdout.columns) || PLAIN;

/** The two stories, side by side if there is room. @param {string[]} texts @param {string} about @param {number} at */
function compared(texts, about, at) {
  const width = widthOf();
  const half = Math.min(Math.floor((width - GAP) / 2), MOST);
  const column = half < LEAST ? width : half;
  const headings = ["as trained:", `${about}:`].map((heading) => wrapped(heading, column));
  const stories = texts.map((text) => {
    const marked = text.split(" ").map((word, i) => (i === at ? `[${word}]` : word));
    return wrapped(marked.join(" "), column);
  });
  const end = at < 0 ? ["", "Not a word differs."] : [];
  if (half < LEAST)
    return [...headings[0], ...stories[0], "", ...headings[1], ...stories[1], ...end];
  const high = Math.max(...headings.map(({ length }) => length));
  const [left, right] = stories.map((story, i) => [
    ...headings[i],
    ...Array.from({ length: high - headings[i].length }, () => ""),
    ...story,
  ]);
  const lines = Array.from({ length: Math.max(left.length, right.length) }, (_, i) =>
    `${(left[i] ?? "").padEnd(column + GAP)}${right[i] ?? ""}`.trimEnd(),
  );
  return [...lines, ...end];
}

/** The lines of a text, with punctuation at the words before it. @param {string} text @param {number} width */
function wrapped(text, width) {
  const lines = [""];
  for (const word of text.replace(/ (\[?)([.,])/g, "$1$2").split(" ")) {
    const last = lines.length - 1;
    const longer = lines[last] === "" ? word : `${lines[last]} ${word}`;
    if (longer.length > width && lines[last] !== "") lines.push(word);
    else lines[last] = longer;
  }
  return lines;
}
