// story.js: the subcommand `phasor story`.
import { createRequire } from "node:module";
import { breaks, decode, encode, StoryModel, words as vocabulary } from "phasor/story";
import { FormatError } from "../formats/error.js";
import { didYouMean } from "../phasor/check/errors.js";
import { arg, parseValue } from "./arguments.js";
import { host } from "./host.js";
import { nameOf, withSource } from "./input.js";
import { jsonLines, say, wrapLines } from "./say.js";

/** @import { Arguments, Row } from "./arguments.js" */

const names = Object.keys(breaks);
const MAX_COLUMNS = 79;

/** @type {Record<string, Row>} */
export const rows = {
  story: {
    about:
      "Has a small language model write a story. With --break it writes the story again, with the same\n" +
      "weights and random numbers but other positions, and the first word that differs is in brackets.\n" +
      "The same seed gives the same story on every machine. Ways to break the positions:\n" +
      Object.entries(breaks)
        .map(([name, { about, number }]) => {
          const example = number === undefined ? name : `${name}=${number}`;
          return `  ${example.padEnd(14)} ${about}`;
        })
        .join("\n"),
    operands: { PROMPT: { kind: "text", optional: true, many: true } },
    options: {
      break: arg.text("what to do to the positions", { value: "NAME[=N]", choices: names }),
      words: arg.count("the most words to write", { default: 120 }),
      temperature: arg.number("0 writes the likeliest words", { min: 0, max: 1000, default: 0.7 }),
      seed: arg.count("the seed of the random numbers", { default: 1 }),
      weights: arg.file("other weights, as web/story/train.js writes them"),
      json: arg.flag("print the texts as JSON"),
    },
    examples: [
      "phasor story --break base=500000",
      "phasor story one day Max chased --seed 3 --break forgotten",
      "phasor story --temperature 0 --words 40 --json",
    ],

    async run({ words, temperature, seed, weights, json, ...values }, args) {
      const prompt = promptOf(values.prompt.join(" "), args);
      const broken = values.break === undefined ? undefined : breakOf(values.break, args);
      const model = await loadModel(weights);
      const promptWords = prompt.split(" ").length;
      if (words > model.maxLength - promptWords)
        args.fail(`--words must be from 0 to ${model.maxLength - promptWords}, got ${words}`);
      if (broken && !model.rotary)
        args.fail(`--break needs a model with RoPE; this one has ${model.encoding}`);
      const settings = { prompt, words, temperature, seed };
      const trained = model.write(settings);
      if (!broken) return say(json ? jsonLines({ ...settings, text: trained }) : linesOf(trained));
      const { rotation, ...about } = broken;
      const other = model.write({ ...settings, rotation });
      const at = firstDifference(trained, other);
      const texts = { text: trained, broken: other, firstDifference: at };
      if (json) say(jsonLines({ ...settings, ...about, ...texts }));
      else say(comparisonLines([trained, other], about.about, at));
    },
  },
};

/** The prompt, of words that stories have. @param {string} text @param {Arguments} args */
function promptOf(text, args) {
  const known = new Set(vocabulary.map((word) => word.toLowerCase()));
  const unknown = text.split(/[.,\s]+/).find((word) => word && !known.has(word.toLowerCase()));
  if (unknown !== undefined) {
    args.fail(`PROMPT: no story has the word "${unknown}"`, didYouMean(unknown, vocabulary));
  }
  return decode(encode(text)) || "once there was";
}

/** The break that is asked for: its name, number and words, and the rotation. @param {string} text @param {Arguments} args */
function breakOf(text, args) {
  const [, nameText, numberText] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? [];
  const name = args.oneOf("--break", names, nameText);
  const { about, number: usual, rotation } = breaks[/** @type {keyof typeof breaks} */ (name)];
  if (usual === undefined && numberText !== undefined) args.fail(`--break ${name} takes no number`);
  const number = numberText === undefined ? usual : parseValue(numberText);
  if (numberText !== undefined && !Number.isFinite(number))
    args.fail(`--break ${name} must be a number, got "${numberText}"`);
  try {
    const broken = rotation(number ?? 0);
    return { break: name, number, about: about.replace("N", `${number}`), rotation: broken };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return args.fail(`--break ${name}: ${error.message.replace(/^phasor[^:]*: /, "")}`);
  }
}

/** @param {string | undefined} file */
async function loadModel(file) {
  const path = file ?? createRequire(import.meta.url).resolve("phasor/story.safetensors");
  return withSource(path, async ({ size, read }) => {
    const bytes = await read(0, size);
    return StoryModel.load(bytes).catch((/** @type {Error} */ { message }) => {
      throw new FormatError(`${nameOf(path)}: ${message.replace(/^.* but /, "")}`);
    });
  });
}

/** The index of the first word that differs; −1 if none does. @param {string} a @param {string} b */
function firstDifference(a, b) {
  const [one, other] = [a.split(" "), b.split(" ")];
  const longer = one.length > other.length ? one : other;
  return longer.findIndex((_, i) => one[i] !== other[i]);
}

/** The two stories, one below the other. @param {string[]} texts @param {string} about @param {number} at */
function comparisonLines(texts, about, at) {
  const [trained, broken] = texts.map((text) => {
    const marked = text.split(" ").map((word, i) => (i === at ? `[${word}]` : word));
    return linesOf(marked.join(" "));
  });
  const end = at < 0 ? ["", "Not a word differs."] : [];
  return ["as trained:", ...trained, "", `${about}:`, ...broken, ...end];
}

/** The lines of a text, with punctuation at the words before it. @param {string} text */
const linesOf = (text) =>
  wrapLines(
    text.replace(/ (\[?)([.,])/g, "$1$2"),
    Math.min(host.stdout.columns || MAX_COLUMNS, MAX_COLUMNS),
  );
