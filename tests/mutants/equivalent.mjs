// equivalent.mjs: mutants that no test can notice, and why. Each is identified by its file, its
// line's text and the change, so that the line may move.

/** @import { Mutant } from "./operators.mjs" */

/** @typedef {[text: string, change: string, reason: string]} Explained */

const SCRATCH = "only more scratch memory is reserved than is needed";
const SIDE = "on which side of its place a word stands is a matter of looks";
const WEIGHT =
  "how wide an edge is, and how far it is from what it is around, is a matter of looks";
const CACHE = "rows that could have been used again are made again, the same";

/** @type {Record<string, Explained[]>} */
export const explained = {
  "web/cli/tables.js": [
    [
      "sinusoidal(0, dModel, { ...options, start, dtype });",
      "0 → 0 + 1",
      "it is called for its checks; a row more is thrown away as well",
    ],
    [
      "const rows = Math.min(length, Math.max(1, Math.floor(VALUES_PER_PIECE / width)));",
      "1 → 1 - 1",
      "a piece holds a row of the greatest width",
    ],
  ],
  "web/elements/colour/maps.js": [
    [
      "return Array.from({ length: ENTRIES }, (_, n) => above(n / (ENTRIES - 1)));",
      "1 → 1 + 1",
      "each colour moves by a 255th of a step at most",
    ],
  ],
  "web/elements/core/handles.js": [
    ["const MIN_TARGET = 44;", "44 → 44 + 1", "fingers need this much at least"],
    [
      'context.globalAlpha = scheme === "dark" ? 0.12 : 0.05;',
      "? negated",
      "how dark a shadow is, is a matter of looks",
    ],
  ],
  "web/elements/core/layout.js": [
    [
      "const innerWidth = Math.max(width - margins.left - margins.right, 1);",
      "1 → 1 - 1",
      "in a panel without room nothing is seen, whether it is a pixel wide or none",
    ],
  ],
  "web/elements/core/marks/labels.js": [
    ["context.lineWidth = 1.5 * unit;", "statement removed", WEIGHT],
    [
      "write(context, text, slant ? 0 : left, slant ? 0 : y, {",
      "0 → 0 + 1 (2)",
      "a pixel more beside slanted words is a matter of looks",
    ],
  ],
  "web/elements/core/marks/raster.js": [
    [
      "context.imageSmoothingEnabled = true;",
      "statement removed",
      "images are drawn here alone, each after it is switched off",
    ],
  ],
  "web/elements/core/ticks.js": [
    [
      "const digit = [1, 2, 5, 10].find((candidate) => candidate * power >= minStep * 0.9999) ?? 10;",
      ">= → >",
      "where a step is too small by exactly a ten-thousandth, the next round one is as good",
    ],
  ],
  "web/elements/figures/adding.js": [
    [
      "raster({ values: d[name], columns: WIDTH, rows: 1, low: -2, high: 2, gaps: true }),",
      "true → false",
      "whether there are thin lines between cells is a matter of looks",
    ],
  ],
  "web/elements/figures/bugs-lab.js": [
    ["? { width: (width - 4) / perRow - 10 * (1 - 1 / perRow), height: 44 }", "4 → 4 + 1", WEIGHT],
    [
      "const radius = perRow === 2 ? 88 : 80;",
      "88 → 88 + 1",
      "how large the dial is, is a matter of looks",
    ],
  ],
  "web/elements/figures/bugs-rotary.js": [
    [
      "const margin = 0.1 * (high - low || 1);",
      "- → +",
      "how much room an axis leaves around a curve is a matter of looks",
    ],
  ],
  "web/elements/figures/bugs.js": [
    [
      "const height = narrow ? (room.width < 640 ? 150 : 63) : Math.min(SHELF_HEIGHT, room.height) - 184;",
      "184 → 184 + 1",
      "a pixel more below some lines is a matter of looks",
    ],
  ],
  "web/elements/figures/grid.js": [
    ['label("rows", columns - 0.5, -0.5, { dx: 8, dy: -10 }),', "0.5 → 0.5 + 1", SIDE],
    ["label(fixed(parts.rows, 1), columns - 0.5, Math.floor(d.other / columns), {", "- → +", SIDE],
    [
      "const maxWidth = width < MIN_WIDTH_BESIDE ? width : 0.46 * width - 24;",
      "- → +",
      "longer words are written in less room: within the panel, if need be in smaller letters",
    ],
  ],
  "web/elements/figures/length-lab-trainer.js": [
    [
      "return this.#lanes.reduce((best, lane) => (lane.jobs < best.jobs ? lane : best));",
      "< → <=",
      "of lanes with equally much to do each is as good",
    ],
  ],
  "web/elements/figures/length-lab.js": [
    ["const FAR_LENGTH = 128;", "128 → 128 + 1", "how long a far text is, is a matter of choice"],
  ],
  "web/elements/figures/models.js": [
    [
      "if (left > 0 && left + entryWidth > width) [left, line] = [0, line + 1];",
      "> → >=",
      "words that fill a line exactly may as well stand in the next",
    ],
  ],
  "web/elements/figures/order.js": [
    [
      "context.fillRect(left + 0.5, top + 0.5, side - 1, side - 1);",
      "1 → 1 + 1",
      "how wide the gaps between cells are is a matter of looks",
    ],
  ],
  "web/elements/figures/rope-panels.js": [
    [
      "...{ strong: colour, size: 19, halo: true, keep: true },",
      "true → false (1)",
      "whether letters have an edge that keeps lines away is a matter of looks",
    ],
  ],
  "web/elements/figures/similarity.js": [
    [
      "y: linear(range.low - (range.low < 0 ? room : 0), range.high + room, { grid: true }),",
      "? negated",
      "how much room an axis leaves below a curve is a matter of looks",
    ],
    ["const labelDx = offset < 0 ? -28 : 28;", "< → <=", SIDE],
  ],
  "web/elements/figures/story-who.js": [
    ["const high = 0.5 * y.unit;", "0.5 → 0.5 - 1", "a rectangle drawn upwards is the same"],
  ],
  "web/formats/json.js": [
    [
      "row++;",
      "++ → --",
      "rows that are counted down are multiples of a block where those counted up are",
    ],
  ],
  "web/phasor/bias/scores.js": [
    [
      "workspace.tileRows(rows, 2 * columns * size, STRIP_ALIGNMENT),",
      "* → / (2)",
      "how many rows a strip has: same bits",
    ],
    [
      "const scratch = workspace.reserve((shift * columns + (strips - 1) * shift) * size);",
      "- → +",
      SCRATCH,
    ],
  ],
  "web/phasor/bias/swin.js": [
    [
      "for (let i = 0; i < count; i++) {",
      "< → <=",
      "what is written past either end of a typed array is dropped",
    ],
  ],
  "web/phasor/config/sizes.js": [
    [
      "const key = names.find((name) => from.has(name)) ?? names[0];",
      "0 → 0 + 1",
      "without such a key, its name is not used",
    ],
  ],
  "web/phasor/diagnose/hypotheses.js": [
    [
      "const MAX_RESIDUAL = 0.6;",
      "0.6 → 0.6 + 1",
      "fits from farther away are tried too, and do not win",
    ],
    [
      "if (residual - residual === 0) squares += residual * residual;",
      "+= → -=",
      "it only saves a call for models that do not fit",
    ],
  ],
  "web/phasor/diagnose/hypotheses_start.js": [
    [
      "const size = Math.max(0.5 / rates[last], bound / 256);",
      "max → min",
      "in how many steps the same starts are searched",
    ],
    [
      "const size = Math.max(0.5 / rates[last], bound / 256);",
      "0.5 → 0.5 - 1",
      "in how many steps the same starts are searched",
    ],
  ],
  "web/phasor/diagnose/identify.js": [
    [
      "pairs > 1 && Math.abs(model.start - start) < 0.3 && Math.abs(model.rate - rate) < 0.05;",
      "< → <=",
      "a fit does not end at a bound exactly",
    ],
    [
      "coarse: { rate: 0.01, start: 0.05, amplitude: 0.01, step: 0.03, rms: 0.02 },",
      "0.02 → 0.02 + 1",
      "of bases that values or angles in 16 bits leave open, another is shown first",
    ],
  ],
  "web/phasor/diagnose/invariants.js": [
    [
      "const completePairs = columnOf(layout, pairs - 1, 1, pairs, end) < 0 ? pairs - 1 : pairs;",
      "0 → 0 + 1",
      "the second column of a pair is none or not column 0",
    ],
  ],
  "web/phasor/diagnose/model.js": [
    [
      "const MAX_FREQUENCIES = 32768;",
      "32768 → 32768 + 1",
      "one frequency more lies where steps do, which are made again",
    ],
    [
      "8e6, 1e9, 2, 10, 20, 50, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536,",
      "16384 → 16384 + 1",
      "a base that is not listed is found as a whole number",
    ],
  ],
  "web/phasor/diagnose/observe.js": [
    [
      "for (let round = 0; round < 4 && inliers.length > 0; round++) {",
      "0 → 0 + 1",
      "what does not fit is left out in the first rounds",
    ],
    [
      "const middle = (rows[0] + rows[count - 1]) / 2;",
      "2 → 2 - 1",
      "the same line, reckoned from another row",
    ],
  ],
  "web/phasor/diagnose_bias/expected.js": [
    [
      "const size = slots.reduce((largest, slot) => Math.max(largest, slot), 0) + 1;",
      "0 → 0 + 1",
      "a row that has no entry is counted as well",
    ],
  ],
  "web/phasor/diagnose_bias/lines.js": [
    [
      "let [at, bend] = [queries - 1, 0];",
      "1 → 1 - 1",
      "without a bend no offset explains the lines",
    ],
    [
      "const change = Math.abs(means[r - 1] - 2 * means[r] + means[r + 1]);",
      "* → /",
      "where the line bends the mean is 0, and either change the greatest",
    ],
  ],
  "web/phasor/diagnose_rotary.js": [
    ["if (!closest || !residual) {", "|| → &&", "the first form that is compared sets both"],
  ],
  "web/phasor/diagnose_rotary/findings.js": [
    [
      "const MAX_JUMPS_LISTED = 5;",
      "5 → 5 + 1",
      "how many jumps a message lists is a matter of taste",
    ],
  ],
  "web/phasor/diagnose_rotary/model.js": [
    [
      "const ROUNDOFF_OF_FLOAT32 = 2 ** -24;",
      "24 → 24 + 1",
      "the bound has room: four ways to compute powers in float32 stay below half of it",
    ],
  ],
  "web/phasor/diagnose_rotary/reading.js": [
    [
      "const row = rows[k] - half;",
      "- → +",
      "the sum is tested as well, so a moment about another row finds the same drifts, at other limits",
    ],
    [
      "return whole >= 2 && whole <= 64 && near ? [{ ...rule, step: whole }] : [];",
      "2 → 2 - 1",
      "a step of 1 is that of the rule, which has been tried",
    ],
  ],
  "web/phasor/diagnose_rotary/rules.js": [
    [
      "(w, i) => Math.abs(w - expected[i]) <= 8 * errors[i] + slack * expected[i] + floorOf(slack),",
      "* → / (2)",
      "rules that are let through are then compared with the angles",
    ],
  ],
  "web/phasor/diagnose_rotary/sample.js": [
    [
      "const rare = Math.sqrt(2 * logarithm(Math.max(2, sums.length / 2)));",
      "2 → 2 - 1 (2)",
      "of up to three pairs, an estimate begins elsewhere and is refined as before",
    ],
    [
      "const fit = refit(sample, arrow, i, (k) => weight(i, k) / Math.max(bound[i * count + k], 1e-9));",
      "index + 1",
      "only the noise is estimated by it: with the next row's weights, and without the slowest pair",
    ],
    [
      "const quietest = sums.reduce((a, b) => (b.squares < a.squares ? b : a), none);",
      "< → <=",
      "of pairs with equal variances either is the least",
    ],
  ],
  "web/phasor/elementary.js": [
    [
      "const last = 1 / 39916800 - z * (1 / 6227020800) + q * (1 / 1307674368000);",
      "39916800 → 39916800 + 1",
      "moves a sine by less than 5e-17, which is within the error that is promised",
    ],
    [
      "if (!(Math.abs(x) < 750)) return x < 0 ? 0 : x > 0 ? Infinity : NaN;",
      "< → <= (2)",
      "0 does not come here",
    ],
  ],
  "web/phasor/encoding.js": [
    [
      "eachTile(workspace, length, 3 * width * result.BYTES_PER_ELEMENT, true, (first, count) => {",
      "3 → 3 + 1",
      "how many rows a tile has: same bits",
    ],
  ],
  "web/phasor/rope/angles.js": [
    [
      "const MIN_ROWS_OF_OFFSETS = 16;",
      "16 → 16 - 1",
      "from how many rows on a faster way is taken: same bits",
    ],
    [
      "this.#tabulated = !rounding && length <= OFFSETS_LENGTH(STRIP_PAIRS);",
      "<= → <",
      "rows are the same without the table of offsets",
    ],
  ],
  "web/phasor/rope/layout.js": [
    [
      "if (from !== to && rotatedDim > 0 && weights.length > 0) {",
      "0 → 0 + 1 (1)",
      "the number of features that are turned is even",
    ],
  ],
  "web/phasor/rope/move.js": [
    [
      "const rows = Math.min(chunk, count - first);",
      "- → +",
      "rows behind the last lie in scratch memory, where nobody reads them",
    ],
  ],
  "web/phasor/rope/relative.js": [
    [
      "...{ shape: [], length, batch: 1, blocks: 1, heads: 1, size: length },",
      "1 → 1 + 1 (1)",
      "positions that count from 0 are the same in each sequence of a batch",
    ],
  ],
  "web/phasor/rope/rows.js": [
    [
      "if (order || rates || sinFactor !== 1 || cosFactor !== 1) {",
      "1 → 1 - 1 (2)",
      "a factor of 1 changes no bit",
    ],
    [
      "const KEPT_BYTES = 1 << 16;",
      "16 → 16 - 1",
      "from which size on rows are not kept for the next call: same bits",
    ],
    ["const ROWS_AHEAD = 64;", "64 → 64 - 1", CACHE],
  ],
  "web/phasor/rope/xpos.js": [
    ["const rates = workspace.reserve(8 * pairs);", "8 → 8 + 1", SCRATCH],
  ],
  "web/phasor/scatter.js": [
    [
      "const tile = workspace.reserve(workspace.inPlace ? 4 * tileRows : tileRows * rowBytes);",
      "4 → 4 + 1",
      SCRATCH,
    ],
  ],
  "web/phasor/story/model.js": [
    [
      "const { layers, logits } = this.#network.forward(batch, 1, textRotation);",
      "1 → 1 + 1",
      "only the network's own rotation has its positions multiplied, and this one replaces it",
    ],
  ],
  "web/phasor/table.js": [
    [
      "const overhang = (((start + first + REACH) % BLOCK_ROWS) + BLOCK_ROWS) % BLOCK_ROWS;",
      "% → *",
      "where a tile ends only decides whether a base row is computed twice: same bits",
    ],
  ],
};

/** @param {Mutant} mutant @param {Explained} entry */
const isOf = ({ text, change, nth }, entry) =>
  entry[0] === text && (entry[1] === change || entry[1] === `${change} (${nth})`);

/** @param {Mutant} mutant @returns {string | undefined} why nothing can notice it */
export const reasonFor = (mutant) =>
  explained[mutant.file]?.find((entry) => isOf(mutant, entry))?.[2];

/** Entries that no longer match a mutant, because their line has changed or is gone.
 * @param {Mutant[]} mutants every mutant of the files
 * @param {string} only an expression of the files' names @returns {string[]} */
export const staleEntries = (mutants, only) =>
  Object.entries(explained)
    .filter(([file]) => new RegExp(only).test(file))
    .flatMap(([file, entries]) => {
      const inFile = mutants.filter((mutant) => mutant.file === file);
      return entries
        .filter((entry) => !inFile.some((mutant) => isOf(mutant, entry)))
        .map(([text, change]) => `${file}  ${change}  in  ${text}`);
    });
