// differences.js: compares the rotary embeddings of two files, for `phasor rope FILE OTHER_FILE`.
import { frequencies as plainOf } from "phasor";
import { NOT_ROTARY } from "../checkpoints/gguf.js";
import { titleOf, UNKNOWN } from "./config.js";
import { few } from "./say.js";

/** @import { FromConfig } from "./config.js" */
/**
 * @typedef {object} Difference
 * @property {string} name the property that differs, as in `ropeFromConfig`'s result
 * @property {string} layer
 * @property {unknown[]} values of both files
 * @property {string} message
 */

/** Relative tolerance: numbers and divisors in .gguf files have 24 bits. */
const NEAR = 1e-6;

/** @param {object | undefined} scaling @param {string | undefined} divided a tensor
 * @param {boolean} [brief] without lists */
export function scalingInWords(scaling, divided, brief = false) {
  const words = scaling ? settings(scaling, brief) : "none";
  if (!divided) return words;
  return scaling ? `${words}, then by ${divided}.weight` : `by ${divided}.weight`;
}

/** @param {object} scaling @param {boolean} brief */
function settings(scaling, brief) {
  return Object.entries(scaling)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => {
      if (typeof value !== "object") return `${key}=${value}`;
      return `${key}=${brief && Array.isArray(value) ? `[${value.length} numbers]` : JSON.stringify(value)}`;
    })
    .join(", ");
}

/**
 * @param {string[]} files their names @param {((layer: number | string | undefined) => FromConfig)[]} reads
 * @param {number | string | undefined} layer the layer to compare; all common layer types by
 *   default
 */
export function comparison(files, reads, layer) {
  const usual = reads.map((read) => read(layer));
  const [types, others] = usual.map(({ layerTypes }) => layerTypes);
  const common = layer === undefined ? types.filter((type) => others.includes(type)) : [];
  const layers = common.length > 1 ? common : [layer];
  /** @type {Difference[]} */
  const differences = [];
  /** @type {Set<string>} */
  const notes = new Set();
  for (const each of layers) {
    const [a, b] = reads.map((read) => read(each));
    const name = a.layer.type;
    for (const found of between(a, b, files)) differences.push({ ...found, layer: name });
    for (const note of notesOn(a, b, files)) notes.add(note);
  }
  const several = layers.length > 1;
  return {
    files,
    layers: layers.map((each) => each ?? usual[0].layer.type),
    differences,
    notes: [...notes],
    lines: [
      ...files.map(
        (file, i) => `${file}: ${several ? (usual[i].model ?? UNKNOWN) : titleOf(usual[i])}`,
      ),
      "",
      ...(differences.length > 0
        ? differences.map((each) => (several ? `${each.layer}: ` : "") + each.message)
        : ["no differences"]),
      ...[...notes].map((note) => `note: ${note}`),
    ],
  };
}

/** @param {FromConfig} a @param {FromConfig} b @param {string[]} files
 * @returns {Omit<Difference, "layer">[]} */
function between(a, b, files) {
  /** @type {Omit<Difference, "layer">[]} */
  const list = [];
  /** @param {string} name @param {unknown[]} values @param {string} [more] @param {string} [words] */
  const add = (name, values, more = "", words = name) => {
    const shown = values.map((value, i) => `${inWords(value)} in ${files[i]}`).join(", ");
    list.push({ name, values, message: `${words}: ${shown}${more}` });
  };
  if (a.rotaryDim === 0 || b.rotaryDim === 0) {
    const positions = [a.positions, b.positions];
    const known = a.rotaryDim !== b.rotaryDim || !positions.includes(NOT_ROTARY);
    if (known && a.positions !== b.positions) add("positions", positions);
    return list;
  }
  const facts = /** @type {const} */ (["rotaryDim", "dHead", "rotaryStart", "direction"]);
  for (const name of facts) if (a[name] !== b[name]) add(name, [a[name], b[name]]);
  if (off(a.base, b.base) > NEAR) add("base", [a.base, b.base]);
  const known = a.layout !== undefined && b.layout !== undefined;
  if (known && a.layout !== b.layout && !isReordered(a, b) && !isReordered(b, a)) {
    add("layout", [a.layout, b.layout]);
  }
  const sections = [a, b].map(sectionsInWords);
  if (sections[0] !== sections[1]) add("sections", sections);
  if (a.rotaryDim === b.rotaryDim) compareStretches(a, b, add);
  if (off(a.attentionFactor, b.attentionFactor) > 10 * NEAR) {
    add("attentionFactor", [a.attentionFactor, b.attentionFactor], "", "attention factor");
  }
  return list;
}

/** Compares how much scaling stretches each pair, independently of the base.
 * @param {FromConfig} a @param {FromConfig} b
 * @param {(name: string, values: unknown[], more?: string) => void} add */
function compareStretches(a, b, add) {
  const [one, other] = [a, b].map(({ rotaryDim, base, frequencies }) => {
    const plain = plainOf(rotaryDim, { base });
    return plain.map((w, i) => w / frequencies[i]);
  });
  const apart = one.map((by, i) => off(by, other[i]));
  const worst = apart.indexOf(Math.max(...apart));
  if (!(apart[worst] > NEAR)) return;
  const values = [a, b].map((each) =>
    scalingInWords(each.scaling, "divided" in each ? each.divided : undefined, true),
  );
  const most = [one[worst], other[worst]].map((by) => (Number.isFinite(by) ? few(by) : "∞"));
  add("scaling", values, `; pair ${worst} is stretched by ${most[0]} and by ${most[1]}`);
}

/** @param {FromConfig} a @param {FromConfig} b @param {string[]} files */
function notesOn(a, b, files) {
  /** @type {string[]} */
  const notes = [];
  /** @param {FromConfig} one @param {FromConfig} other @param {string} file @param {string} from */
  const look = (one, other, file, from) => {
    if (isReordered(one, other)) {
      notes.push(
        `${file} pairs (2i, 2i + 1) and ${from} halves, as converting reorders the rows of q and k`,
      );
    }
    if (one.rotates && one.layout === undefined) {
      notes.push(`the layout of ${file} is unknown (architecture ${one.model})`);
    }
  };
  look(a, b, files[0], files[1]);
  look(b, a, files[1], files[0]);
  return notes;
}

/** Whether a .gguf file has reordered weights: interleaved pairs, but halves in the configuration.
 * @param {FromConfig} gguf @param {FromConfig} config */
const isReordered = (gguf, config) =>
  isGguf(gguf) && !isGguf(config) && gguf.layout === "interleaved" && config.layout === "half";
/** @param {FromConfig} rope */
function sectionsInWords({ sections }) {
  if (!sections) return undefined;
  return `[${sections.sizes}]${sections.interleaved ? " interleaved" : ""}`;
}
/** @param {FromConfig} rope */
const isGguf = (rope) => "divided" in rope;
/** The relative difference; Infinity if only one of the numbers is (a pair that does not turn).
 * @param {number} x @param {number} y */
function off(x, y) {
  if (x === y) return 0;
  const size = Math.max(Math.abs(x), Math.abs(y));
  return size === Infinity ? size : Math.abs(x - y) / size;
}
/** @param {unknown} value */
const inWords = (value) =>
  value === undefined ? "none" : typeof value === "number" ? few(value) : String(value);
