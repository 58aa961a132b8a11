// The programs that the environments run: a table and a figure.
import { sinusoidal } from "../../web/phasor/index.js";

/** What `ANSWER` gives. */
export const WANTED = JSON.stringify([...sinusoidal(3, 4)]);

/** An expression for `WANTED`, where `sinusoidal` is imported. */
export const ANSWER = "JSON.stringify(Array.from(sinusoidal(3, 4)))";

/** A module for a page: a table and a figure. */
export const PAGE_SCRIPT = `import { sinusoidal } from "phasor";
import "phasor/clocks";
globalThis.answer = ${ANSWER};
`;

/** A page that loads a module. @param {string} source @param {string} [body] */
export const page = (source, body = "<phasor-clocks></phasor-clocks>") => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>A page</title><link rel="icon" href="data:,"></head>
<body>${body}<script type="module" src="${source}"></script></body></html>
`;

/** Throws where a function fails that Node loads late. */
const DIAGNOSED = `const { kind } = diagnose(sinusoidal(16, 8), [16, 8]);
if (kind !== "sinusoidal") throw new Error(kind);`;

/** A program that prints the table, as a module. */
export const PRINT_MODULE = `import { diagnose, sinusoidal } from "phasor";
${DIAGNOSED}
console.log(${ANSWER});
`;

/** The same as CommonJS. */
export const PRINT_COMMONJS = `const { diagnose, sinusoidal } = require("phasor");
${DIAGNOSED}
console.log(${ANSWER});
`;

/** @param {string} actual @param {string} [expected] */
export function checkEqual(actual, expected = WANTED) {
  if (actual.trim() !== expected) throw new Error(`expected ${expected}, got ${actual}`);
}
