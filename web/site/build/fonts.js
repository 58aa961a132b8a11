// Subsets the page's fonts to the characters that it needs, from npm packages into build/fonts/,
// which the page's style sheets use.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const require = createRequire(import.meta.url);

/** The folder for the font files. */
export const FOLDER = fileURLToPath(new URL("../../../build/fonts/", import.meta.url));

/** @param {number} from @param {number} to */
const span = (from, to) =>
  Array.from({ length: to - from + 1 }, (_, n) => String.fromCodePoint(from + n)).join("");

const LATIN = `${span(0x20, 0x7e)}${span(0xa0, 0xff)}ŁłŒœšžčćńř${span(0x2009, 0x200a)}‐‑–—‘’“”…′″⁄€−∕`;
const GREEK = span(0x391, 0x3c9);
/** Letters and symbols of formulas, and symbols that the text uses. */
const MATHEMATICS = [
  span(0x20, 0x7e),
  "¬°±²³·¹×÷¼½¾∂∇∈∉∋∎∏∑−∓∗∘√∛∝∞∠∣∥∧∨∩∪∫∴∼≃≅≈≔≜≠≡≢≤≥≪≫⊂⊃⊆⊕⊗⊙⊤⊥⋅⋮⋯⋰⋱⌈⌉⌊⌋⎡⎢⎣⎤⎥⎦⎛⎜⎝⎞⎟⎠⏞⏟⟨⟩‖‾′″‴…⁄",
  "←↑→↓↔↦⇐⇒⇔✓",
  span(0x2070, 0x208e),
  GREEK,
  "ϵϕϑϱħℂℒℓℕℚℝℤ",
  // Italic letters and Greek, bold letters.
  span(0x1d434, 0x1d467),
  "ℎ",
  span(0x1d6e2, 0x1d71b),
  span(0x1d400, 0x1d433),
].join("");

/** Weights that the page uses. */
const WEIGHTS = { wght: { min: 400, max: 700 } };

/**
 * @typedef {object} Cut
 * @property {string} name of the file
 * @property {string} family @property {"normal" | "italic"} [style]
 * @property {string} from path of a package's file
 * @property {string} letters
 * @property {boolean} [fixed] whether it has a single weight
 * @property {string} [range] the characters for which browsers fetch it
 */

const TEXT = "@fontsource-variable/stix-two-text";
const INTERFACE = "@fontsource-variable/source-sans-3";
const MATH = "@fontsource/stix-two-math";
const greek = "U+0391-03C9";

/** @type {Cut[]} */
const cuts = [
  {
    name: "text",
    family: "STIX Two Text Variable",
    from: `${TEXT}/files/stix-two-text-latin-wght-normal.woff2`,
    letters: LATIN,
    range: "U+0000-0390,U+03CA-206F,U+20AC,U+2212,U+2215",
  },
  {
    name: "text-italic",
    family: "STIX Two Text Variable",
    style: "italic",
    from: `${TEXT}/files/stix-two-text-latin-wght-italic.woff2`,
    letters: LATIN,
    range: "U+0000-0390,U+03CA-206F,U+20AC,U+2212,U+2215",
  },
  {
    name: "text-italic-greek",
    family: "STIX Two Text Variable",
    style: "italic",
    from: `${TEXT}/files/stix-two-text-greek-wght-italic.woff2`,
    letters: "ΔΣαβγδεθλμπρσφψω",
    range: greek,
  },
  {
    name: "interface",
    family: "Source Sans 3 Variable",
    from: `${INTERFACE}/files/source-sans-3-latin-wght-normal.woff2`,
    letters: `${LATIN}↑↓`,
    range: "U+0000-0390,U+03CA-206F,U+20AC,U+2191,U+2193,U+2212,U+2215",
  },
  {
    name: "interface-greek",
    family: "Source Sans 3 Variable",
    from: `${INTERFACE}/files/source-sans-3-greek-wght-normal.woff2`,
    letters: "ΔΣαβγδεθλμπρσφψω",
    range: greek,
  },
  {
    name: "math",
    family: "STIX Two Math",
    from: `${MATH}/files/stix-two-math-latin-400-normal.woff2`,
    letters: MATHEMATICS,
    fixed: true,
  },
];

/** The fonts of the first screen, which are preloaded. */
export const FIRST = ["text", "interface"];

/** Line metrics of STIX Two and Source Sans 3, relative to the font size. */
const TEXT_LINE = { ascent: 0.762, descent: 0.238, gap: 0.25 };
const INTERFACE_LINE = { ascent: 1.024, descent: 0.4, gap: 0 };

/**
 * Common fonts, used until the page's fonts are loaded, and adjusted to the same width and height
 * so that nothing moves then. `adjust` is how much wider text is in the page's font
 * (tests/site/fonts.test.js).
 */
export const STAND_INS = [
  {
    family: "STIX stand-in",
    local: ["Times New Roman", "Liberation Serif", "Tinos", "Times"],
    adjust: 1.054,
    ...TEXT_LINE,
  },
  { family: "STIX second stand-in", local: ["DejaVu Serif"], adjust: 0.821, ...TEXT_LINE },
  {
    family: "Source Sans stand-in",
    local: ["Arial", "Liberation Sans", "Arimo", "Helvetica"],
    adjust: 0.932,
    ...INTERFACE_LINE,
  },
  {
    family: "Source Sans second stand-in",
    local: ["DejaVu Sans"],
    adjust: 0.817,
    ...INTERFACE_LINE,
  },
];

/** @param {Cut} cut */
const face = ({ name, family, style = "normal", fixed, range }) => `@font-face {
  font-family: "${family}";
  font-style: ${style};
  font-display: swap;
  font-weight: ${fixed ? "400" : "400 700"};
  src: url("./${name}.woff2") format("woff2");${range ? `\n  unicode-range: ${range};` : ""}
}
`;

/** @param {number} part */
const percent = (part) => `${(100 * part).toFixed(2)}%`;

/** @param {typeof STAND_INS[number]} standIn */
const standInFace = ({ family, local, adjust, ascent, descent, gap }) => `@font-face {
  font-family: "${family}";
  src: ${local.map((name) => `local("${name}")`).join(", ")};
  size-adjust: ${percent(adjust)};
  ascent-override: ${percent(ascent / adjust)};
  descent-override: ${percent(descent / adjust)};
  line-gap-override: ${percent(gap / adjust)};
}
`;

/** Symbols that the text's fonts lack come from the font for formulas. */
const symbols = face({
  ...cuts[cuts.length - 1],
  family: "STIX symbols",
  range: "U+2070-209F,U+2100-27FF",
});

/** The fonts' licences, which are published with them. */
export const fontLicences = () =>
  [TEXT, INTERFACE, MATH]
    .map((name) => {
      const { version } = require(`${name}/package.json`);
      const text = readFileSync(require.resolve(`${name}/LICENSE`), "utf8").trim();
      return `${name} ${version}, reduced to the characters of this page\n\n${text}\n`;
    })
    .join(`\n${"-".repeat(80)}\n\n`);

/** The text font's ASCII letters in TrueType format, which every program reads. */
export const PLAIN = `${FOLDER}plain.ttf`;

/** Makes the files, unless they are up to date. */
export async function makeFonts() {
  const versions = [TEXT, INTERFACE, MATH, "subset-font"].map(
    (name) => require(`${name}/package.json`).version,
  );
  const sheet = [...cuts.map(face), symbols, ...STAND_INS.map(standInFace)].join("");
  const key = createHash("sha256")
    .update(JSON.stringify([versions, cuts, WEIGHTS, sheet, PLAIN]))
    .digest("hex");
  const stamp = `${FOLDER}stamp`;
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === key) return;
  mkdirSync(dirname(stamp), { recursive: true });
  for (const cut of cuts) {
    const whole = readFileSync(require.resolve(cut.from));
    const small = await subsetFont(whole, cut.letters, {
      targetFormat: "woff2",
      ...(cut.fixed ? {} : { variationAxes: WEIGHTS }),
    });
    writeFileSync(`${FOLDER}${cut.name}.woff2`, small);
  }
  const text = readFileSync(require.resolve(cuts[0].from));
  const options = { targetFormat: /** @type {const} */ ("truetype"), variationAxes: { wght: 400 } };
  writeFileSync(PLAIN, await subsetFont(text, span(0x20, 0x7e), options));
  writeFileSync(`${FOLDER}fonts.css`, sheet);
  writeFileSync(stamp, key);
}
