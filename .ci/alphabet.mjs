// node .ci/alphabet.mjs [SECONDS]: looks for an ALPHABET and a COMMON for web/phasor/unpack.js that make
// `sinusoidal` and `RotaryEmbedding` alone smaller, by swapping characters and bytes at random whenever
// that helps gzip, and prints the best after SECONDS (60). Build the package first.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { ALPHABET, COMMON } from "../web/phasor/unpack.js";
import { pack } from "./carry.mjs";

const root = new URL("../", import.meta.url);
const folder = new URL("build/kernels/", root);
const modules = readdirSync(folder)
  .filter((file) => file.endsWith(".wasm"))
  .map((file) => readFileSync(new URL(file, folder)));

const ALPHABETS_PLACE = Symbol("ALPHABET");
const COMMONS_PLACE = Symbol("COMMON");
/**
 * Pieces of code, and between them what depends on the choice: bytes, the alphabet, the common
 * bytes.
 */
/** @typedef {(string | Buffer | typeof ALPHABETS_PLACE | typeof COMMONS_PLACE)[]} Pieces */

/** @param {string} name @returns {Promise<Pieces>} */
async function bundle(name) {
  const library = fileURLToPath(new URL("web/phasor/index.js", root));
  const result = await build({
    root: fileURLToPath(root),
    configFile: false,
    logLevel: "silent",
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === "entry" ? "\0entry" : undefined),
        load: (id) => (id === "\0entry" ? `export { ${name} } from "${library}";` : undefined),
      },
    ],
    build: {
      write: false,
      minify: "oxc",
      target: "es2022",
      rolldownOptions: { input: "entry", preserveEntrySignatures: "strict" },
      modulePreload: { polyfill: false },
    },
  });
  const [{ output }] = /** @type {any[]} */ ([result].flat());
  /** @type {Pieces} */
  let pieces = [output[0].code];
  /** @param {string} text @param {Pieces[number]} piece */
  const cut = (text, piece) => {
    pieces = pieces.flatMap((each) => {
      const [before, after] = typeof each === "string" ? each.split(text) : [];
      return after === undefined ? [each] : [before, piece, after];
    });
  };
  for (const bytes of modules) cut(pack(bytes), bytes);
  cut(ALPHABET, ALPHABETS_PLACE);
  cut(COMMON.join(), COMMONS_PLACE);
  return pieces;
}

const bundles = [await bundle("sinusoidal"), await bundle("RotaryEmbedding")];
const weights = [1, 0.5];

/** Their sizes. @param {string[]} alphabet @param {number[]} common */
function sizes(alphabet, common) {
  const places = new Int16Array(256).fill(-1);
  common.forEach((byte, i) => {
    places[byte] = i;
  });
  const texts = Array.from(places, (place, byte) => {
    if (byte < 64) return alphabet[byte];
    return place < 0 ? alphabet[85 + (byte >> 6)] + alphabet[byte & 63] : alphabet[64 + place];
  });
  return bundles.map((pieces) => {
    const code = pieces.map((piece) => {
      if (piece === ALPHABETS_PLACE) return alphabet.join("");
      if (piece === COMMONS_PLACE) return common.join();
      return typeof piece === "string" ? piece : Array.from(piece, (byte) => texts[byte]).join("");
    });
    return gzipSync(code.join(""), { level: 9 }).length;
  });
}

/** @param {number[]} sizes */
const cost = (sizes) => sizes.reduce((sum, size, i) => sum + weights[i] * size, 0);
/** A random integer below the limit. @param {number} limit */
const any = (limit) => Math.floor(Math.random() * limit);

let alphabet = [...ALPHABET];
let common = [...COMMON];
let least = cost(sizes(alphabet, common));
console.log(sizes(alphabet, common).join(" "));
const end = Date.now() + 1000 * Number(process.argv[2] ?? 60);
while (Date.now() < end) {
  const characters = [...alphabet];
  const bytes = [...common];
  if (Math.random() < 0.15) {
    const byte = 64 + any(192);
    if (bytes.includes(byte)) continue;
    bytes[any(bytes.length)] = byte;
  } else {
    for (let count = 1 + any(3); count > 0; count--) {
      const [a, b] = [any(characters.length), any(characters.length)];
      [characters[a], characters[b]] = [characters[b], characters[a]];
    }
  }
  const now = cost(sizes(characters, bytes));
  if (now <= least) [alphabet, common, least] = [characters, bytes, now];
}
console.log(sizes(alphabet, common).join(" "));
console.log(JSON.stringify(alphabet.join("")));
console.log(common.join(", "));
