// Subsets the font for formulas, build/fonts/math.woff2, and collects the fonts' licences.
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const require = createRequire(import.meta.url);

/** @param {number} from @param {number} to */
const characterRange = (from, to) =>
  Array.from({ length: to - from + 1 }, (_, n) => String.fromCodePoint(from + n)).join("");

/** Letters and symbols of formulas, and symbols that the text uses. */
const CHARACTERS = [
  characterRange(0x20, 0x7e),
  "¬°±²³·¹×÷¼½¾∂∇∈∉∋∎∏∑−∓∗∘√∛∝∞∠∣∥∧∨∩∪∫∴∼≃≅≈≔≜≠≡≢≤≥≪≫⊂⊃⊆⊕⊗⊙⊤⊥⋅⋮⋯⋰⋱⌈⌉⌊⌋⎡⎢⎣⎤⎥⎦⎛⎜⎝⎞⎟⎠⏞⏟⟨⟩‖‾′″‴…⁄",
  "←↑→↓↔↦⇐⇒⇔✓",
  characterRange(0x2070, 0x208e),
  characterRange(0x391, 0x3c9), // Greek
  "ϵϕϑϱħℂℒℓℕℚℝℤ",
  characterRange(0x1d434, 0x1d467), // italic
  "ℎ",
  characterRange(0x1d6e2, 0x1d71b), // italic Greek
  characterRange(0x1d400, 0x1d433), // bold
].join("");

const FULL_FONT = require.resolve(
  "@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2",
);
export const MATH_FONT = fileURLToPath(new URL("../../../build/fonts/math.woff2", import.meta.url));

/** Makes the font for formulas, unless it is newer than its sources. */
export async function makeMathFont() {
  const modifiedAt = (/** @type {string} */ file) =>
    statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = [FULL_FONT, fileURLToPath(import.meta.url)];
  if (modifiedAt(MATH_FONT) > Math.max(...sources.map(modifiedAt))) return;
  const subset = await subsetFont(readFileSync(FULL_FONT), CHARACTERS, { targetFormat: "woff2" });
  mkdirSync(dirname(MATH_FONT), { recursive: true });
  // Several processes may build the page at once.
  writeFileSync(`${MATH_FONT}.${process.pid}`, subset);
  renameSync(`${MATH_FONT}.${process.pid}`, MATH_FONT);
}

/** The fonts' licences, which are published with them. */
export const fontLicences = () =>
  [
    "@fontsource-variable/stix-two-text",
    "@fontsource-variable/source-sans-3",
    "@fontsource/stix-two-math",
  ]
    .map((name) => {
      const { version } = require(`${name}/package.json`);
      const text = readFileSync(require.resolve(`${name}/LICENSE`), "utf8").trim();
      const note = name.endsWith("math") ? ", reduced to the characters of this page" : "";
      return `${name} ${version}${note}\n\n${text}\n`;
    })
    .join(`\n${"-".repeat(80)}\n\n`);
