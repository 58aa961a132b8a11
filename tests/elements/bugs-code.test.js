// The lines that <phasor-bugs> shows do what it draws: put into the right program, each wrong line makes the wrong
// table or rotation, and each right line the right one.
import { expect, test } from "vitest";
import { tableLines } from "../../web/elements/figures/bugs-code.js";
import { BUGS, SLIP_NAMES, wrongTable } from "../../web/elements/figures/bugs-model.js";
import { linesOf } from "../../web/elements/figures/bugs-rotary-code.js";
import { featuresOf, modelOf, portOf } from "../../web/elements/figures/bugs-rotary-model.js";
import { ropeFrequencies } from "../../web/phasor/index.js";
import { outputs } from "./programs.js";

/** @typedef {{ name: string, text: string, values: ArrayLike<number> }} Case */

const ROWS = 40;

/** The names that a line sets. @param {string} line */
const namesIn = (line) => line.split(" = ")[0].split(", ").sort().join();

/**
 * A program in Python that prints what a line of the figure computes among the right other lines.
 * @param {string[]} program lines of the right program @param {string} line
 * @param {string[]} before its constants @param {string} output
 */
function programWith(program, line, before, output) {
  const lines = program.map((right) => (namesIn(right) === namesIn(line) ? line : right));
  expect(lines, line).toContain(line);
  return [
    "import numpy as np",
    "from numpy import *",
    "def bfloat16(x):",
    "    m, e = np.frexp(np.asarray(x, float))",
    "    return np.ldexp(np.round(m * 256) / 256, e)",
    ...before,
    // Positions are a column.
    ...lines.flatMap((statement) =>
      statement.startsWith("p = ") ? [statement, "p = p[:, None].astype(float)"] : statement,
    ),
    `print(*("%.9g" % value for value in np.ravel(${output})))`,
  ].join("\n");
}

/** @param {Case[]} cases @param {number} digits */
function compare(cases, digits) {
  expect(cases.length).toBeGreaterThan(0);
  for (const [n, output] of outputs("python", cases).entries()) {
    const { name, values } = cases[n];
    const numbers = output.split(" ").map(Number);
    expect(numbers.length, `${name}: ${output}`).toBe(values.length);
    const worst = Math.max(...numbers.map((number, at) => Math.abs(number - values[at])));
    expect(worst, name).toBeLessThan(10 ** -digits);
  }
}

test("lines of the added table", () => {
  const [width, base] = [12, 500];
  const lines = tableLines(base);
  const program = [
    `base = ${base}`,
    "p = arange(L)",
    "w = base ** (-2 * (c // 2) / d)",
    "angle = p * w",
    "pe = where(c % 2 == 0, sin(angle), cos(angle))",
  ];
  const before = [`L, d = ${ROWS}, ${width}`, "c = arange(d)"];
  const cases = BUGS.flatMap(({ name }) =>
    name === "nan"
      ? []
      : lines[name].map((line, isRight) => ({
          name: `${name}-${isRight ? "right" : "wrong"}`,
          text: programWith(program, line, before, "pe"),
          values: wrongTable(ROWS, width, base, isRight ? [] : [name]),
        })),
  );
  // Angles in sixteen bits are rounded in double here, and sines and cosines rounded again there.
  compare(
    cases.filter(({ name }) => !name.includes("float16-wrong")),
    6,
  );
  compare(
    cases.filter(({ name }) => name.includes("float16-wrong")),
    2,
  );
}, 60_000);

test.each(["half", "interleaved"])(
  "lines of rotary embeddings with pairs as %s",
  (layout) => {
    const head = 16;
    const model = modelOf("", head);
    const rope = /** @type {typeof model.rope} */ ({ ...model.rope, layout });
    const lines = linesOf({ ...model, rope });
    const cases = SLIP_NAMES.flatMap((slip) =>
      lines[slip].map((line, n) => {
        const isRight = n === 1;
        // The scaling depends on base and number of features, and has the factor.
        const isPlain = ["base", "part", "swapped"].includes(slip);
        const options = isPlain ? { ...rope, scaling: undefined } : rope;
        const { frequencies, attentionFactor } = ropeFrequencies(head, options);
        const pairs =
          layout === "half"
            ? "a, z = x[..., :r // 2], x[..., r // 2:r]"
            : "a, z = x[..., 0:r:2], x[..., 1:r:2]";
        const program = [
          `base = ${rope.base}`,
          `r = ${rope.rotaryDim}`,
          "i = arange(r // 2)",
          "p = arange(past, past + T)",
          isPlain
            ? "w, factor = base ** (-2 * i / r), 1"
            : "w, factor = yarn(base ** (-2 * i / r))",
          "angle = p * w",
          "cos, sin = factor * cos(angle), factor * sin(angle)",
          pairs,
          "y = a * cos - z * sin, z * cos + a * sin",
        ];
        const text = programWith(
          program,
          line,
          [
            `T = past = ${ROWS}`,
            `x = (arange(${head}) - 5.5)[None, :]`,
            `yarn = lambda w: (array([${[...frequencies]}]), ${attentionFactor})`,
          ],
          "hstack([half.T.ravel() for half in y])",
        );
        const port = portOf(options, isRight ? [] : [slip], 2 * ROWS);
        const count = port.cos.length / (2 * ROWS);
        const first = slip === "start" ? 0 : ROWS;
        /** @type {[number[], number[]]} */
        const y = [[], []];
        for (let pair = 0; pair < count; pair++) {
          const [a, z] = featuresOf(port, count, pair).map((feature) => feature - 5.5);
          for (let row = first; row < first + ROWS; row++) {
            const [c, s] = [port.cos[row * count + pair], port.sin[row * count + pair]];
            y[0].push(a * c - z * s);
            y[1].push(z * c + a * s);
          }
        }
        return { name: `${layout}-${slip}-${isRight ? "right" : "wrong"}`, text, values: y.flat() };
      }),
    );
    compare(cases, 6);
  },
  60_000,
);
