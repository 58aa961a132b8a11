// diagnose.js: the subcommand `phasor diagnose`.
import { conventions, diagnose, ropeFrequencies } from "phasor";
import { ggufReader, optionsOf } from "../checkpoints/gguf.js";
import { openContainer } from "../formats/container.js";
import { FormatError } from "../formats/error.js";
import { printable } from "../formats/printable.js";
import { MOST, reportsOf } from "./checkpoint.js";
import { configReader, withoutRotary } from "./config.js";
import { about, nameOf, readInputArray } from "./input.js";
import { withSource } from "./parts.js";
import { complain, jsonLines, say } from "./say.js";

/** @import { Container } from "../formats/container.js" */
/** @import { Numbers, ShapedArray } from "../formats/shape.js" */
/** @import { Arguments, Command } from "./arguments.js" */
/** @import { Report } from "./checkpoint.js" */
/** @typedef {import("../phasor/diagnose_rotary.js").ExpectedRotary} ExpectedRotary */
/** @typedef {ReturnType<typeof diagnose>} Diagnosis */

const names = /** @type {(keyof typeof conventions)[]} */ (Object.keys(conventions));
const WRONG = 1;
/** Maximum length of a line of prose. */
const LINE = 88;

/** @type {Command} */
export const command = {
  name: "diagnose",
  usage: "[FILE] [OPTIONS]",
  about:
    "Identifies a table of positional encodings and reports what is wrong with it. FILE is .npy, CSV\n" +
    "or JSON, or standard input; each row is a position. In a stack, (tables, positions,\n" +
    "features), each table gets its own verdict. In .npz, .safetensors and .gguf files, the tensors\n" +
    "about position are found by name: tables, rotary frequencies and caches, relative biases. Any\n" +
    "file may be .gz. The exit code is 1 if anything is wrong, else 0.",
  operands: ["FILE"],
  options: {
    expect: {
      ...{ value: "NAME", choices: names },
      help: `the expected convention; any other is wrong:\n${names.join(", ")}`,
    },
    config: {
      value: "FILE",
      help: "compare rotary tensors with this config.json or .gguf",
    },
    tensor: { value: "TENSOR", help: "the tensor to diagnose in a file with several tensors" },
    json: { help: "print everything as JSON" },
  },
  examples: [
    "phasor diagnose table.npy",
    "phasor table 64 32 | phasor diagnose --expect vaswani",
    "phasor diagnose model.safetensors --config config.json",
  ],

  async run(args) {
    const file = args.inputOperand(0);
    if (file === "-") return ofArray(args, await readInputArray(args.host, file));
    return withSource(file, async (source) => {
      const container = await openContainer(source, file);
      if (container.format === "array") return ofArray(args, await container.load(""));
      return ofCheckpoint(args, container);
    });
  },
};

/** @param {Arguments} args @param {ShapedArray} array */
function ofArray(args, array) {
  const file = args.inputOperand(0);
  const expected = args.choice("expect", names);
  const { data, shape } = squeezed(array, nameOf(file));
  const [rows, columns] = shape.slice(-2);
  const size = rows * columns;
  const stacked = shape.length > 2;
  const verdicts = [];
  for (let index = 0; index < data.length / size; index++) {
    const table = data.subarray(index * size, (index + 1) * size);
    const name = stacked ? `${nameOf(file)}[${index}]` : nameOf(file);
    verdicts.push(verdictOn(file, name, table, [rows, columns], expected));
  }
  if (args.flag("json")) {
    const all = verdicts.map(({ diagnosis }, index) => {
      return { ...(stacked && { index }), rows, columns, ...diagnosis };
    });
    say(args.host, jsonLines(stacked ? all : all[0]));
  } else {
    say(
      args.host,
      verdicts.flatMap(({ lines }, index) => (index === 0 ? lines : ["", ...lines])),
    );
  }
  return verdicts.some(({ wrong }) => wrong) ? WRONG : 0;
}

/** @param {Arguments} args @param {Container} container */
async function ofCheckpoint(args, container) {
  const file = args.inputOperand(0);
  const expect = await expectedBy(args);
  const own = container.format === "gguf" ? await ownOf(container) : undefined;
  const { reports, left } = await reportsOf(container, args.text("tensor"), expect, own);
  const wrong = (/** @type {Report} */ { findings }) =>
    findings.some(({ severity }) => severity === "problem");
  if (left > 0) {
    const what = container.format === "npz" ? "arrays" : "positional tensors";
    complain(
      args.host,
      `${nameOf(file)}: only the first ${MOST} ${what} were diagnosed (${left} more left out); select one with --tensor`,
    );
  }
  if (args.flag("json")) say(args.host, jsonLines(reports));
  else if (reports.length === 0) {
    const count = container.tensors.length;
    say(args.host, [
      `${printable(file)}: no tensor name looks positional (${count} in all); select one with --tensor`,
    ]);
  } else {
    say(
      args.host,
      reports.flatMap((report, index) => [...(index === 0 ? [] : [""]), ...linesOf(report)]),
    );
  }
  return reports.some(wrong) ? WRONG : 0;
}

/** @param {Report} report */
function linesOf({ name, shape, summary, findings }) {
  const size = shape.length > 0 ? `${shape.join(" × ")}, ` : "";
  const lines = findings.flatMap(inWords);
  return [
    `${printable(name)}: ${size}${summary}`,
    ...(lines.length > 0 ? lines : ["nothing wrong"]),
  ];
}

/** @param {Arguments} args @returns {Promise<ExpectedRotary | undefined>} */
async function expectedBy(args) {
  const path = args.text("config");
  if (path === undefined) return undefined;
  const config = (await configReader(args.host, path, undefined))(undefined);
  const { rotates, positions, ...expected } = optionsOf(config);
  if (rotates) return { ...expected, rotates };
  throw new FormatError(`${nameOf(path)}: ${withoutRotary(positions)}`);
}

/** The configuration in a .gguf file; undefined if nothing rotates. @param {Container} container */
async function ownOf(container) {
  const own = (await ggufReader(container, ropeFrequencies))(undefined, undefined);
  return own.rotates ? own : undefined;
}

/**
 * Converts an array to a table or a stack of tables. Except for the last axis, axes of size 1 are
 * dropped: models store tables as (1, positions, features) or (positions, 1, features). A list
 * becomes a column.
 * @param {ShapedArray} array @param {string} name
 * @returns {ShapedArray}
 * @throws {FormatError} if there are more axes
 */
function squeezed({ data, shape }, name) {
  const [columns, outer] =
    shape.length > 1 ? [shape[shape.length - 1], shape.slice(0, -1)] : [1, shape];
  const long = outer.filter((size) => size > 1);
  if (long.length > 2) {
    throw new FormatError(
      `${name}: its shape (${shape.join(", ")}) is neither a table, (positions, features), nor a ` +
        "stack of tables, (tables, positions, features)",
    );
  }
  return { data, shape: [...(long.length > 0 ? long : [1]), columns] };
}

/**
 * The diagnosis of a table, its report, and whether it is wrong.
 * @param {string} file @param {string} name of the table
 * @param {Numbers} table @param {[rows: number, columns: number]} shape
 * @param {keyof typeof conventions | undefined} expected
 */
function verdictOn(file, name, table, shape, expected) {
  const diagnosis = about(file, () => diagnose(table, shape));
  const unexpected = expected !== undefined && !isA(diagnosis, expected);
  const { findings } = diagnosis;
  const wrong = unexpected || findings.some(({ severity }) => severity === "problem");
  const lines = [
    `${name}: ${shape.join(" × ")}, ${kindOf(diagnosis)}`,
    ...facts(diagnosis),
    "",
    ...(unexpected ? [`problem: it does not match "${expected}"`] : []),
    ...findings.flatMap(inWords),
    ...(unexpected || findings.length > 0 ? [] : ["nothing wrong"]),
  ];
  return { diagnosis, wrong, lines };
}

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
    ["deviation", deviation && `${brief(deviation.max)} at most, ${brief(deviation.rms)} rms`],
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
  return wrapped(`${severity} ${code}: ${message}`);
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
  return lines;
}
