// Reads the reader's files: tables, rotations, or a model's configuration.

import { ggufReader, optionsOf } from "../../checkpoints/gguf.js";
import { cacheOf, isSecond, kindOf, partnerOf } from "../../checkpoints/positional.js";
import { blobSource, openContainer, printable, sourceOf } from "../../formats/index.js";
import { ropeFrequencies, ropeFromConfig } from "../../phasor/index.js";
import { whole } from "../core/index.js";
import { featuresOf } from "./bugs-rotary-model.js";

/** @import { Container } from "../../formats/container.js" */
/** @import { Source } from "../../formats/source.js" */
/** @import { Patch } from "../core/types.js" */
/** @import { P } from "./bugs.js" */
/** @import { Answer, Numbers, RotaryQuestion } from "./bugs-answer.js" */
/** @import { Port, Expected } from "./bugs-rotary-model.js" */

/** @typedef {{ data: Numbers, shape: number[] }} Tensor */

/** Most bytes to read at once: a file with a single array, or one tensor of several. */
const MAX_BYTES = 2 ** 26;
const MAX_CONFIG_BYTES = 2 ** 20;
/** Most rows of a rotation to examine. */
const MAX_ROWS = 512;
const MAX_TENSORS_OFFERED = 12;

/** What an array in a .npz file is taken for, by tab, if its name does not say what it is. */
const KIND_BY_TAB = /** @type {const} */ ({ table: "table", rotary: "cache" });

/**
 * A rotation from the reader's file.
 * @typedef {object} OwnRotation
 * @property {string} name @property {string} words a description
 * @property {number} rows
 * @property {Omit<RotaryQuestion, "expect">} question
 * @property {Expected | undefined} expect what the same file says about the rotation
 * @property {(answer: Answer, rows: number) => Port | undefined} portOf
 */

/** A part of a file that the reader can choose. @typedef {{ name: string, load: () => Promise<Patch<P>> }} Part */
/** @typedef {{ parts: Part[], config?: string }} Content */

/** @param {string} message @returns {never} */
const refuse = (message) => {
  throw new Error(message);
};

/**
 * @param {Blob | Uint8Array | ArrayBuffer} file @param {string} name @param {"table" | "rotary"} kind what a single array is taken for
 * @returns {Promise<Content>}
 */
export async function contentOf(file, name, kind) {
  const bytes = file instanceof ArrayBuffer ? new Uint8Array(file) : file;
  const source = limitReads(bytes instanceof Blob ? blobSource(bytes) : sourceOf(bytes), name);
  const config = await configIn(source, name);
  if (config !== undefined) return { parts: [], config };
  const container = await openContainer(source, name);
  if (container.format === "array") {
    const array = squeeze(await container.load(""));
    const content = kind === "table" ? tableOf(array, name) : rotationOf(array, name);
    return { parts: [{ name, load: async () => content }] };
  }
  const parts = await partsOf(container, name, kind);
  const count = container.tensors.length;
  if (parts.length === 0)
    refuse(`${printable(name)}: no tensor name looks positional (${whole(count)} in all)`);
  return { parts: parts.slice(0, MAX_TENSORS_OFFERED) };
}

/** @param {Source} source @param {string} name @returns {Source} */
const limitReads = ({ size, read }, name) => ({
  size,
  read(from, to) {
    if (to - from > MAX_BYTES) {
      const [much, limit] = [whole(to - from), whole(MAX_BYTES)];
      refuse(`${printable(name)}: ${much} bytes to read at once; the limit here is ${limit}`);
    }
    return read(from, to).catch((cause) => {
      const why = `${printable(name)} cannot be read: it was changed, moved or deleted`;
      throw new Error(why, { cause });
    });
  },
});

/** The text of a config.json. @param {Source} source @param {string} name */
async function configIn(source, name) {
  if (source.size === 0 || source.size > MAX_CONFIG_BYTES) return undefined;
  const text = new TextDecoder().decode(await source.read(0, source.size));
  if (!/^\s*\{/.test(text) || /"data"\s*:/.test(text)) return undefined;
  try {
    const { rotates, positions } = ropeFromConfig(text);
    if (rotates) return text;
    return refuse(`no rotary embedding; positions: ${positions}`);
  } catch (cause) {
    throw new Error(`${printable(name)}: ${/** @type {Error} */ (cause).message}`, { cause });
  }
}

/** The rotary configuration in a .gguf file. @param {Container} container */
async function configurationOf(container) {
  if (container.format !== "gguf") return undefined;
  const rope = (await ggufReader(container, ropeFrequencies))(undefined, undefined);
  return rope.rotates ? rope : undefined;
}

/** @param {Container} container @param {string} file @param {"table" | "rotary"} kind @returns {Promise<Part[]>} */
async function partsOf(container, file, kind) {
  const names = container.tensors.map(({ name }) => name);
  const rope = await configurationOf(container);
  const expect = rope && optionsOf(rope);
  const load = async (/** @type {string} */ name) => squeeze(await container.load(name));
  /** @type {Part[]} */
  const parts = [];
  if (rope) {
    parts.push({
      name: "its configuration",
      load: async () => fromFrequencies(rope.frequencies, file, expect),
    });
  }
  for (const name of names) {
    const partner = partnerOf(name);
    if (partner && names.includes(partner)) {
      if (isSecond(name)) continue;
      const bothNames = `${name} and ${partner}`;
      parts.push({
        name: bothNames,
        load: async () => fromTwo(await load(name), await load(partner), bothNames, expect),
      });
      continue;
    }
    const tensorKind = kindOf(name) ?? (container.format === "npz" ? KIND_BY_TAB[kind] : undefined);
    if (tensorKind === "frequencies" || tensorKind === "divisors") {
      parts.push({
        name,
        load: async () => {
          const { data } = await load(name);
          return fromFrequencies(
            tensorKind === "divisors" ? divide(data, rope) : data,
            name,
            expect,
          );
        },
      });
    } else if (tensorKind === "cache") {
      parts.push({ name, load: async () => rotationOf(await load(name), name) });
    } else if (tensorKind === "table") {
      parts.push({ name, load: async () => tableOf(await load(name), name) });
    }
  }
  return parts;
}

/** Drops axes of size 1, except the last axis. @param {Tensor} tensor @returns {Tensor} */
function squeeze({ data, shape }) {
  const last = shape.length - 1;
  return { data, shape: shape.filter((size, axis) => size > 1 || axis === last) };
}

/** @param {Tensor} tensor @param {string} name @returns {Patch<P>} */
function tableOf({ data, shape }, name) {
  const columns = shape.length > 1 ? shape[shape.length - 1] : 1;
  if (shape.length > 2)
    refuse(
      `${printable(name)}: this holds ${shape[0]} tables; expected one, (positions, features)`,
    );
  if (columns < 2) refuse(`${printable(name)}: a pair needs two columns`);
  const ownTable = { values: data, rows: data.length / columns, columns, name };
  return { kind: "table", ownTable };
}

/** The rotation in a single array. @param {Tensor} tensor @param {string} name */
function rotationOf({ data, shape }, name) {
  const [rows, columns] = shape.slice(-2);
  if (shape.length === 1) return fromFrequencies(data, name, undefined);
  if (shape.length === 3 && shape[0] === 2) {
    const half = data.length / 2;
    const parts = [data.slice(0, half), data.slice(half)].map((part) => {
      return { data: part, shape: [rows, columns] };
    });
    return fromTwo(parts[0], parts[1], name, undefined);
  }
  if (shape.length === 2 && columns % 2 === 0) {
    // Each row has the cosines, then the sines, as vLLM stores them.
    const [cos, sin] = [0, 1].map((which) => {
      const part = Float64Array.from({ length: data.length / 2 }, (_, at) => {
        const [row, i] = [Math.floor((2 * at) / columns), at % (columns / 2)];
        return data[row * columns + (which * columns) / 2 + i];
      });
      return { data: part, shape: [rows, columns / 2] };
    });
    return fromTwo(cos, sin, name, undefined, "cosines and sines");
  }
  return refuse(
    `${printable(name)}: its shape is (${shape.join(", ")}), but must be (positions, cosines and sines side by side), ` +
      "(2, positions, columns) or (frequencies)",
  );
}

/** The frequencies divided by a file's divisors. @param {Numbers} divisors @param {{ base: number } | undefined} rope */
function divide(divisors, rope) {
  const { frequencies } = ropeFrequencies(2 * divisors.length, { base: rope?.base ?? 10000 });
  return frequencies.map((w, i) => w / divisors[i]);
}

/** @param {ArrayLike<number>} frequencies @param {string} name @param {Expected | undefined} expect */
function fromFrequencies(frequencies, name, expect) {
  const { shape, ...cache } = cacheOf(frequencies);
  return ownRotation(cache, shape, name, `${whole(frequencies.length)} frequencies`, expect, true);
}

/**
 * The rotation in two arrays: cosines and sines, or vectors before and after.
 * @param {Tensor} first @param {Tensor} second @param {string} name @param {Expected | undefined} expect
 * @param {string} [known] what the arrays are, if known
 */
function fromTwo(first, second, name, expect, known) {
  const { shape } = first;
  if (shape.join() !== second.shape.join())
    refuse(
      `${printable(name)}: their shapes differ, (${shape.join(", ")}) and (${second.shape.join(", ")})`,
    );
  const [positions, columns] = shape.slice(-2);
  if (shape.length < 2 || positions < 8)
    refuse(
      `${printable(name)}: the shape is (${shape.join(", ")}); 8 or more positions are needed`,
    );
  const rows = Math.min(positions, MAX_ROWS);
  const [a, b] = [first, second].map(({ data }) => data.slice(0, rows * columns));
  const angles = known ?? (isCircle(a, b) ? "cosines and sines" : undefined);
  const words = `${angles ?? "vectors before and after"}, ${whole(positions)} positions by ${whole(columns)} numbers`;
  const data = angles ? { cos: a, sin: b } : { input: a, output: b };
  return ownRotation(data, [rows, columns], name, words, expect, false);
}

/** Whether c² + s² is the same everywhere. @param {Numbers} cos @param {Numbers} sin */
function isCircle(cos, sin) {
  const square = (/** @type {number} */ at) => cos[at] ** 2 + sin[at] ** 2;
  const size = square(0);
  return cos.every((_, at) => Math.abs(square(at) - size) < 0.05 * size);
}

/**
 * @param {RotaryQuestion["data"]} data @param {[number, number]} shape @param {string} name @param {string} words
 * @param {Expected | undefined} expect @param {boolean} bare
 * @returns {Patch<P>}
 */
function ownRotation(data, shape, name, words, expect, bare) {
  return {
    kind: "rotary",
    rotation: {
      ...{ name, words, rows: shape[0], expect, question: { data, shape, bare } },
      portOf(answer, rows) {
        if (answer.kind !== "rotary") return undefined;
        return "cos" in data
          ? cachePort(data, shape[1], answer, rows)
          : vectorPort(data, shape[1], answer, rows);
      },
    },
  };
}

/** @param {{ cos: Numbers, sin: Numbers }} data @param {number} columns @param {Answer} answer @param {number} rows @returns {Port} */
function cachePort({ cos, sin }, columns, { layout, pairs = columns }, rows) {
  const step = pairs < columns && layout === "interleaved" ? 2 : 1;
  const byPair = (/** @type {Numbers} */ table) =>
    Float64Array.from({ length: rows * pairs }, (_, at) => {
      return table[Math.floor(at / pairs) * columns + step * (at % pairs)];
    });
  return { layout: layout ?? "half", rotaryStart: 0, cos: byPair(cos), sin: byPair(sin) };
}

/** For each pair, the rotation that takes the input to the output. @param {{ input: Numbers, output: Numbers }} data @param {number} width @param {Answer} answer @param {number} rows @returns {Port} */
function vectorPort({ input, output }, width, { layout, rotaryStart, pairs = 1 }, rows) {
  const port = { layout: layout ?? "half", rotaryStart: rotaryStart ?? 0 };
  const [cos, sin] = [new Float64Array(rows * pairs), new Float64Array(rows * pairs)];
  for (let at = 0; at < cos.length; at++) {
    const row = Math.floor(at / pairs) * width;
    const [a, z] = featuresOf(port, pairs, at % pairs).map((f) => row + f);
    const size = input[a] ** 2 + input[z] ** 2 || 1;
    cos[at] = (input[a] * output[a] + input[z] * output[z]) / size;
    sin[at] = (input[a] * output[z] - input[z] * output[a]) / size;
  }
  return { ...port, cos, sin };
}
