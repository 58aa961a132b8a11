// random_tables.js: random positional encodings, right ones, with one bug and with two bugs, each
// with the expected diagnosis. It uses nothing of the package.
import { random } from "./helpers.js";
import { nearest } from "./rounded.js";

/** @import { Diagnosis } from "../../web/phasor/diagnose.js" */
/** @import { Format } from "./exact_tables.js" */

const { sin, cos, floor, exp, log, abs, min, round } = Math;

/** @typedef {"none" | "single" | "pair"} Amount the number of bugs */

/**
 * How a table is made.
 * @typedef {object} Recipe
 * @property {number} L
 * @property {number} d
 * @property {number} base
 * @property {number} over what exponents are divided by
 * @property {number} start
 * @property {number} rate
 * @property {boolean} halves
 * @property {boolean} swapped
 * @property {boolean} multiply
 * @property {"sin" | "cos" | undefined} only
 * @property {(pair: number, member: number, pairs: number) => number} exponent
 * @property {Format} angles
 * @property {((table: Float64Array, recipe: Recipe, uniform: () => number) => Float64Array)[]} after
 * @property {string[]} problems that must be reported
 * @property {string[]} may problems that may be reported
 * @property {boolean} open whether base and start are undetermined
 * @property {boolean} lost whether the table is altered beyond recognition
 */

/** @typedef {(recipe: Recipe, uniform: () => number) => void} Bug */

/** @param {Recipe["exponent"]} exponent @returns {Bug} */
const mismatched = (exponent) => (recipe) => {
  recipe.exponent = exponent;
  recipe.problems.push("mismatched-frequencies");
};

/** @param {string} code @param {Recipe["after"][number]} change @returns {Bug} */
const after = (code, change) => (recipe) => {
  recipe.after.push(change);
  recipe.problems.push(code);
};

/** Bugs by the stage at which they occur; no table has two bugs of one stage.
 * @type {Record<string, Record<string, Bug>>} */
export const stages = {
  exponent: {
    "own exponent": mismatched((i, m) => 2 * i + m),
    "the next pair's": mismatched((i, m) => 2 * i + 2 * m),
    doubled: mismatched((i, m) => 2 * i * (1 + m)),
    halved: mismatched((i, m) => 2 * i * (1 - m / 2)),
    floored: (recipe) => {
      recipe.exponent = (i, m, pairs) => (2 * i + m >= pairs ? 2 * pairs : 0);
      recipe.problems.push("integer-exponents");
    },
    zero: (recipe) => {
      recipe.exponent = () => 0;
      recipe.problems.push("integer-exponents");
      recipe.open = true;
    },
    multiplied: (recipe) => {
      recipe.multiply = true;
      recipe.problems.push("multiplied-frequencies");
    },
  },
  function: {
    swapped: (recipe) => {
      recipe.swapped = true;
      if (!recipe.halves) recipe.problems.push("swapped-sine-cosine");
    },
    "only sines": (recipe) => {
      recipe.only = "sin";
      recipe.problems.push("only-sines");
    },
    "only cosines": (recipe) => {
      recipe.only = "cos";
      recipe.problems.push("only-cosines");
    },
    "negated cosines": after("negated-cosines", (table, { d, halves }) =>
      table.map((x, i) => ((halves ? i % d >= d / 2 : i % 2 === 1) ? -x : x)),
    ),
  },
  base: {
    "another base": (recipe, uniform) => {
      recipe.base = exp(log(50) + uniform() * log(1e7 / 50));
      recipe.problems.push("other-base");
      // The base may be round with exponents over d − 2.
      recipe.may.push("spacing-d-minus-2");
    },
    "base 100": (recipe) => {
      recipe.base = 100;
      recipe.problems.push("other-base");
    },
    "over d - 2": (recipe) => {
      recipe.over = recipe.d - 2;
      recipe.may.push("spacing-d-minus-2", "other-base");
    },
  },
  positions: {
    "from 1": (recipe) => {
      recipe.start = 1;
      recipe.problems.push("starts-at-1");
    },
    "from elsewhere": (recipe, uniform) => {
      recipe.start = 2 + floor(uniform() * 3000);
    },
    "not whole": (recipe, uniform) => {
      recipe.start = round(1024 * uniform() * 40) / 1024 + 1 / 2048;
      recipe.problems.push("other-start");
    },
    backwards: (recipe) => {
      recipe.start = 1 - recipe.L;
      recipe.rate = -1;
      recipe.problems.push("reversed-positions");
    },
    scaled: (recipe, uniform) => {
      recipe.rate = 0.1 + 0.8 * uniform();
      recipe.problems.push("scaled-positions");
    },
  },
  precision: {
    "angles in bfloat16": (recipe) => {
      recipe.angles = "bfloat16";
      recipe.problems.push("low-precision-angles");
      recipe.may.push("duplicate-rows");
    },
    "angles in float16": (recipe) => {
      recipe.angles = "float16";
      recipe.problems.push("low-precision-angles");
      recipe.may.push("duplicate-rows");
    },
  },
  values: {
    factor: (recipe, uniform) => {
      const by = exp(log(0.3) + uniform() * log(60));
      recipe.after.push((table) => table.map((x) => by * x));
      recipe.problems.push("scaled-values");
    },
    "a constant": (recipe, uniform) => {
      const shift = round(1000 * (0.05 + uniform())) / 1000;
      recipe.after.push((table) => table.map((x) => x + shift));
      recipe.lost = true;
    },
    dropout: after("dropout", (table, _, uniform) =>
      table.map((x) => (uniform() < 0.1 ? 0 : x / 0.9)),
    ),
    NaN: after("not-finite", (table, _, uniform) => {
      for (let k = 0; k < 3; k++) table[floor(uniform() * table.length)] = NaN;
      return table;
    }),
    "a wrong row": after("differing-entries", (table, { L, d }, uniform) => {
      const row = 1 + floor(uniform() * (L - 1));
      return table.map((x, i) => (floor(i / d) === row ? 0.3 - x : x));
    }),
    "a wrong column": after("differing-entries", (table, { d }, uniform) => {
      const column = floor(uniform() * d);
      return table.map((x, i) => (i % d === column ? 0.5 * x - 0.2 : x));
    }),
  },
  rows: {
    shuffled: (recipe) => {
      recipe.after.push((table, { L, d }, uniform) => {
        const keys = Array.from({ length: L }, (_, row) => ({ row, key: uniform() }));
        keys.sort((a, b) => a.key - b.key);
        return table.map((_, i) => table[keys[floor(i / d)].row * d + (i % d)]);
      });
      recipe.lost = true;
    },
    clipped: after("duplicate-rows", (table, { L, d }) => {
      const last = floor(0.8 * L);
      return table.map((_, i) => table[min(floor(i / d), last) * d + (i % d)]);
    }),
    repeated: after("restarting-rows", (table) => Float64Array.from([...table, ...table])),
    transposed: (recipe) => {
      // Reads rows of d columns from rows of width L.
      recipe.after.push((table, { L, d }) =>
        table.map((_, i) => table[(i % L) * d + floor(i / L)]),
      );
      recipe.problems.push("transposed");
      recipe.may.push("duplicate-rows", "restarting-rows");
    },
  },
};

/** All bugs, in the order of their stages. */
export const bugs = Object.entries(stages).flatMap(([stage, of]) =>
  Object.entries(of).map(([name, bug]) => ({ stage, name, bug })),
);

/** Pairs of bugs in which the second hides the first. @type {[string, string][]} */
const hidden = [
  ["zero", "function"],
  ["zero", "backwards"],
  ["shuffled", "backwards"],
  ["zero", "base"],
  ["zero", "precision"],
  ["only", "negated"],
];

/** @param {Recipe} recipe @param {() => number} uniform */
function make(recipe, uniform) {
  const { L, d, base, over, start, rate, halves, swapped, multiply, only, exponent, angles } =
    recipe;
  const pairs = floor((d + 1) / 2);
  const rd = (/** @type {number} */ x) => nearest(x, angles);
  /** @type {Float64Array} */
  let table = new Float64Array(L * d);
  for (let c = 0; c < d; c++) {
    const [pair, member] = halves ? [c % pairs, c < pairs ? 0 : 1] : [floor(c / 2), c % 2];
    const power = base ** (exponent(pair, member, pairs) / over);
    const omega = rd(multiply ? power : 1 / power);
    const isSine = only ? only === "sin" : (member === 0) !== swapped;
    for (let p = 0; p < L; p++) {
      const position = rate * (p + start);
      const angle = angles === "float64" ? position * omega : rd(rd(position) * omega);
      table[p * d + c] = isSine ? sin(angle) : cos(angle);
    }
  }
  for (const change of recipe.after) table = change(table, recipe, uniform);
  return table;
}

/** A random table. Positions are small enough for doubles to be exact enough. @param {number} seed
 * @param {{ amount: Amount, format: Format, noise: number, name?: string }} how the name of a single bug, else any
 */
export function anyCase(seed, { amount, format, noise, name }) {
  const next = random(seed);
  const uniform = () => min(0.999999, (next() + 1) / 2);
  /** @template T @param {readonly T[]} list @returns {T} */
  const one = (list) => list[floor(uniform() * list.length)];
  const count = amount === "none" ? 0 : amount === "single" ? 1 : 2;
  /** @type {typeof bugs} */
  let chosen = [];
  do {
    chosen = Array.from({ length: count }, () => one(bugs));
    chosen.sort((a, b) => bugs.indexOf(a) - bugs.indexOf(b));
  } while (
    new Set(chosen.map(({ stage }) => stage)).size < count ||
    hidden.some(([a, b]) => {
      const is = (/** @type {string} */ what) =>
        chosen.some(({ stage, name }) => name.startsWith(what) || stage === what);
      return is(a) && is(b);
    })
  );
  if (name) chosen = bugs.filter((bug) => bug.name === name);
  const d = 2 * one([4, 5, 6, 8, 8, 10, 16, 16, 24, 32, 32, 48, 64, 64, 128, 256]);
  const L = one([16, 20, 33, 50, 64, 100, 128, 200, 300, 512].filter((rows) => rows * d <= 32768));
  const halves = uniform() < 0.4;
  /** @type {Recipe} */
  const recipe = {
    L,
    d,
    base: 10000,
    over: d,
    start: 0,
    rate: 1,
    halves,
    swapped: false,
    multiply: false,
    only: undefined,
    exponent: (i) => 2 * i,
    angles: "float64",
    after: [],
    problems: [],
    may: [],
    open: false,
    lost: false,
  };
  if (amount === "none") {
    recipe.base = uniform() < 0.5 ? 10000 : exp(log(20) + uniform() * log(1e7));
    recipe.start = one([0, 0, 1, 2, floor(uniform() * 5000)]);
    recipe.swapped = uniform() < 0.2;
    recipe.over = uniform() < 0.2 ? d - 2 : d;
    recipe.may.push("other-base", "starts-at-1", "other-start", "spacing-d-minus-2");
    recipe.may.push("swapped-sine-cosine");
  }
  for (const { bug } of chosen) bug(recipe, uniform);
  if (recipe.only) {
    // There are no pairs that could be mismatched.
    recipe.problems = recipe.problems.filter((code) => code !== "mismatched-frequencies");
    recipe.may.push("mismatched-frequencies");
  }
  // With noise, equal rows differ, but coarse values may still be equal.
  if (noise > 0 && chosen.some(({ stage }) => stage === "rows")) {
    recipe.may.push("duplicate-rows", "differing-entries");
  }
  if (recipe.base !== 10000 && recipe.over !== d) recipe.may.push("other-base");
  const exact = make(recipe, uniform);
  const shape = /** @type {[number, number]} */ (
    recipe.problems.includes("transposed") ? [d, exact.length / d] : [exact.length / d, d]
  );
  const values = exact.map((x) => nearest(noise > 0 && x !== 0 ? x + noise * next() : x, format));
  const table = format === "float64" ? values : Float32Array.from(values);
  return { name: chosen.map(({ name }) => name).join(" + "), recipe, table, shape, noise, format };
}

/** @typedef {ReturnType<typeof anyCase>} Case */

/** What a diagnosis reports falsely, and what it misses. @param {Diagnosis} diagnosis
 * @param {Case} sample */
export function verdictOf(diagnosis, { recipe, noise }) {
  const { kind, layout, order, base, start, spacing, uncertainty, findings } = diagnosis;
  const codes = findings.map(({ code }) => code);
  const problems = findings.filter(({ severity }) => severity === "problem");
  /** @type {string[]} */
  const wrong = [];
  for (const { code } of problems) {
    if (![...recipe.problems, ...recipe.may].includes(code)) wrong.push(code);
  }
  const missed = recipe.lost ? [] : recipe.problems.filter((code) => !codes.includes(code));
  if (kind !== "sinusoidal") return { kind, wrong, missed };
  if (noise === 0 && codes.includes("noisy")) wrong.push("noisy");
  const coarse = recipe.problems.includes("low-precision-angles");
  if (!coarse && codes.includes("low-precision-angles")) wrong.push("low-precision-angles");
  if (layout !== (recipe.halves ? "concatenated" : "interleaved")) wrong.push(`layout ${layout}`);
  const isSwapped = order === "cos-sin";
  if (order !== null && isSwapped !== recipe.swapped) wrong.push(`order ${order}`);
  const d = recipe.d;
  if (!recipe.open && base !== null && uncertainty) {
    // Another spacing is another description of the same frequencies.
    const power = recipe.over / (spacing === "d" ? d : d - 2);
    const difference = abs(log(base) * power - log(recipe.base));
    const doubt = (8 * power * uncertainty.base) / base + (coarse ? 0.05 : 1e-11);
    if (!(difference <= doubt))
      wrong.push(`base ${base} ± ${uncertainty.base}, not ${recipe.base}`);
  }
  if (start !== null && uncertainty) {
    const doubt = 8 * uncertainty.start + (coarse ? 0.05 : 1e-9 * (1 + abs(start)));
    if (!(abs(start - recipe.start) <= doubt)) {
      wrong.push(`start ${start} ± ${uncertainty.start}, not ${recipe.start}`);
    }
  }
  return { kind, wrong, missed };
}
