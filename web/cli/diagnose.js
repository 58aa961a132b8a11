// diagnose.js: phasor diagnose.
import { conventions, diagnose } from "phasor";
import { FormatError } from "../formats/error.js";
import { nameOf, readInput } from "./input.js";

/** @import { Command } from "./arguments.js" */
/** @typedef {ReturnType<typeof diagnose>} Diagnosis */

const names = /** @type {(keyof typeof conventions)[]} */ (Object.keys(conventions));
const WRONG = 1;
/** Characters of a line in words. */
const LINE = 88;

/** @type {Command} */
export const command = {
  name: "diagnose",
  usage: "FILE [OPTIONS]",
  about:
    "Tells what a table of positional encodings is, and what is wrong with it. FILE is .npy, CSV or\n" +
    "JSON, or - for standard input; each row is a position. Exit code 0 when nothing is wrong, 1\n" +
    "when something is.",
  operands: ["FILE"],
  options: {
    expect: {
      value: "NAME",
      help: `what it should be; anything else is wrong:\n${names.join(", ")}`,
    },
    json: { help: "everything, for programs" },
  },
  examples: [
    "phasor diagnose table.npy",
    "phasor table 64 32 | phasor diagnose - --expect vaswani",
  ],

  async run(args) {
    const file = args.neededOperand(0);
    const expected = args.choice("expect", names);
    const { data, rows, columns, stack } = await readInput(file);
    if (stack) {
      const each = `(${rows / stack}, ${columns})`;
      throw new FormatError(
        `${nameOf(file)}: it holds a stack of ${stack} tables ${each}; diagnose one of them, saved alone`,
      );
    }
    const diagnosis = diagnose(data, [rows, columns]);
    const surprise = expected && !isA(diagnosis, expected);
    const problems = diagnosis.findings.filter(({ severity }) => severity === "problem");
    const wrong = surprise || problems.length > 0;
    if (args.flag("json")) {
      process.stdout.write(`${JSON.stringify({ rows, columns, ...diagnosis }, null, 2)}\n`);
    } else {
      const title = `${nameOf(file)}: ${rows} × ${columns}, ${kindOf(diagnosis)}`;
      const expectation = surprise ? `problem: it is not what "${expected}" makes\n` : "";
      const end = wrong || diagnosis.findings.length > 0 ? "" : "nothing wrong\n";
      const list = diagnosis.findings.map(inWords).join("");
      process.stdout.write(
        `${[title, ...facts(diagnosis)].join("\n")}\n\n${expectation}${list}${end}`,
      );
    }
    return wrong ? WRONG : 0;
  },
};

/** @param {Diagnosis} diagnosis @param {keyof typeof conventions} name */
function isA({ kind, layout, order, spacing }, name) {
  const wanted = conventions[name];
  const same = layout === wanted.layout && order === wanted.order && spacing === wanted.spacing;
  return kind === "sinusoidal" && same;
}

/** @param {Diagnosis} diagnosis */
function kindOf({ kind, convention }) {
  if (kind === "unknown") return "learned or unknown";
  return convention === null ? kind : `${kind}, as ${convention}`;
}

/** @param {Diagnosis} diagnosis */
function facts({ layout, order, spacing, base, start, arithmetic, deviation, invariants }) {
  /** @type {[name: string, value: unknown][]} */
  const known = [
    ["layout", layout && `${layout}, ${order}`],
    ["spacing", spacing],
    ["base", base],
    ["start", start],
    ["arithmetic", arithmetic],
    ["deviation", deviation && `${brief(deviation.most)} at most, ${brief(deviation.rms)} rms`],
  ];
  const held = Object.entries(invariants).map(([name, { holds, deviation: by }]) => {
    const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return [words, `${holds ? "holds" : "FAILS"}, off by ${brief(by)}`];
  });
  const rows = [...known.filter(([, value]) => value !== null), ...held];
  return rows.map(([name, value]) => `  ${String(name).padEnd(14)}${value}`);
}

/** @param {number} x */
const brief = (x) => String(Number(x.toPrecision(3)));

/** @param {Diagnosis["findings"][number]} finding */
function inWords({ severity, code, message }) {
  return `${wrapped(`${severity} ${code}: ${message}`)}\n`;
}

/** @param {string} text */
function wrapped(text) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines.length - 1;
    if (lines[last] === "") lines[last] = word;
    else if (lines[last].length + 1 + word.length <= LINE) lines[last] += ` ${word}`;
    else lines.push(`  ${word}`);
  }
  return lines.join("\n");
}
