// diagnose.js: the subcommand `phasor diagnose`.
import { basename } from "node:path";
import { kindOf } from "../checkpoints/positional.js";
import { printable } from "../formats/printable.js";
import { arg } from "./arguments.js";
import { MAX_TENSORS, reportsOf } from "./checkpoint.js";
import {
  choiceOf,
  choiceOptions,
  configOf,
  readerOf,
  variantsOf,
  withoutRotary,
} from "./config.js";
import { nameOf, tensorOption, withContainer } from "./input.js";
import { complain, jsonLines, round, say, wrapLines } from "./say.js";
import { conventionNames, gridConventions } from "./tables.js";

/** @import { Container } from "../formats/container.js" */
/** @import { Arguments, Row } from "./arguments.js" */
/** @import { Expected, Report } from "./checkpoint.js" */
/** @typedef {ReturnType<typeof import("phasor").diagnose>} Diagnosis */

const PROBLEMS = 1;
/** Something was not read, or not compared with what was asked for. */
const INCOMPLETE = 2;
const LINE_LENGTH = 88;
const names = [...new Set([...conventionNames, ...gridConventions])];

/** @type {Record<string, Row>} */
export const rows = {
  diagnose: {
    about:
      "Identifies tables of positional encodings, rotary frequencies, caches and vectors, and reports\n" +
      "what is wrong with them. Each row of a table is a position; in a stack, (tables, positions,\n" +
      "features), each table gets its own verdict. In .npz, .safetensors and .gguf files, the tensors\n" +
      "about position are found by name. cos.npy and sin.npy together are a cache, input.npy and\n" +
      "output.npy a rotation. Any file may be .gz. The exit code is 1 if anything is wrong, and 2 if an\n" +
      "array cannot be read or nothing could be compared with --config or --expect.",
    operands: { FILE: { kind: "input", many: true } },
    options: {
      expect: arg.settings(
        "what tables should be, also with options, such as vaswani,base=1e5,start=1",
        { value: "TABLE", choices: names, example: "vaswani,base=1e5", main: "convention" },
      ),
      config: arg.file("compare with this config.json or .gguf, or the one of a folder"),
      part: { ...choiceOptions.part, needs: "config" },
      layer: { ...choiceOptions.layer, needs: "config" },
      length: { ...choiceOptions.length, needs: "config" },
      "token-axis": arg.count("of vectors: the axis of the sequence, counted from 0"),
      tensor: tensorOption,
      json: arg.flag("print an array of reports as JSON"),
    },
    examples: [
      "phasor diagnose table.npy",
      "phasor table 64 32 | phasor diagnose --expect vaswani",
      "phasor diagnose model.safetensors --config config.json",
      "phasor diagnose cos.npy sin.npy --config config.json --layer sliding_attention",
    ],

    async run(values, args) {
      const { file: files } = values;
      const expected = await expectedOf(values, args);
      /** @type {Map<string, Container>} */
      const arrays = new Map();
      /** @type {Report[]} */
      const reports = [];
      let unread = 0;
      for (const file of files) {
        await withContainer(file, async (container) => {
          if (container.format === "array") arrays.set(arrayName(file, files), container);
          else unread += await addReports(reports, values, file, container, expected);
        });
      }
      if (arrays.size > 0) {
        if (reports.length === 0) args.refuse(["tensor"], "needs a file with several tensors");
        /** @type {Container} */
        const combined = {
          format: "array",
          tensors: [...arrays.keys()].map((name) => ({ name, shape: undefined, dtype: undefined })),
          metadata: new Map(),
          load: (name) => /** @type {Container} */ (arrays.get(name)).load(""),
        };
        reports.push(...(await reportsOf(files[0], combined, undefined, expected)).reports);
      }
      const code = printReports(values, reports, expected, arrays.size > 0);
      return unread > 0 ? INCOMPLETE : code;
    },
  },
};

/**
 * The name of an array: that of its file, or without folder and extension if that is a usual name for a tensor.
 * @param {string} file @param {string[]} files
 */
function arrayName(file, files) {
  const name = basename(file).replace(/(\.(npy|csv|json|txt|gz))+$/i, "");
  const others = files.filter((path) => path !== file).map((path) => basename(path));
  const isKnown = kindOf(name) !== undefined || name === "positions";
  return isKnown && !others.includes(basename(file)) ? name : nameOf(file);
}

/** @param {any} values @param {Arguments} args @returns {Promise<Expected>} */
async function expectedOf({ config: path, expect: table, ...values }, args) {
  const choice = choiceOf(values);
  const config = path === undefined ? undefined : await configOf(path);
  const layers = config ? variantsOf(config.read, choice) : [];
  if (config && !layers.some(({ rotates }) => rotates))
    args.fail(`${config.file}: ${withoutRotary(layers[0].positions)}`);
  const { convention } = table ?? {};
  const named = typeof convention === "string";
  if (named) args.oneOf("--expect", names, convention);
  // A name alone also stands for grids, and for the usual first positions.
  const isNameOnly = named && Object.keys(table).length === 1;
  const { tokenAxis } = values;
  return {
    table: isNameOnly ? convention : table,
    tableName: table && args.text("expect"),
    config,
    choice,
    tokenAxis,
  };
}

/**
 * Adds the reports on a file; returns how many of its arrays cannot be read.
 * @param {Report[]} reports @param {any} values @param {string} file @param {Container} container
 * @param {Expected} expected
 */
async function addReports(reports, values, file, container, expected) {
  const { tensor: only } = values;
  const read = container.format === "gguf" ? await readerOf(container, file) : undefined;
  const config = read && { file: nameOf(file), read };
  const { reports: added, left, unread } = await reportsOf(file, container, only, expected, config);
  for (const message of unread) complain(message);
  if (left > 0 && !values.quiet) {
    const what = container.format === "npz" ? "arrays" : "positional tensors";
    complain(
      `${nameOf(file)}: only the first ${MAX_TENSORS} ${what} were diagnosed (${left} more left out); select one with --tensor`,
    );
  }
  if (added.length === 0 && unread.length === 0 && !values.json) {
    const count = container.tensors.length;
    say([`${nameOf(file)}: no positional tensor among ${count}; select one with --tensor`]);
  }
  const prefix = values.file.length > 1 ? `${nameOf(file)}: ` : "";
  reports.push(...added.map((report) => ({ ...report, name: prefix + report.name })));
  return unread.length;
}

/** Prints the reports; returns the exit code. @param {any} values @param {Report[]} reports
 * @param {Expected} expected @param {boolean} detailed */
function printReports(values, reports, { config, tableName }, detailed) {
  const lines = reports.flatMap((report) => ["", ...linesOf(report, detailed)]);
  say(values.json ? jsonLines(reports) : lines.slice(1));
  const references = [tableName, config?.file].filter((name) => name !== undefined);
  const unused = references.find(
    (name) => !reports.some((report) => report.comparedWith?.endsWith(name)),
  );
  if (unused !== undefined) {
    const what =
      unused === tableName ? "a table" : "a rotary embedding: frequencies, a cache or vectors";
    complain(`nothing was compared with ${unused}, which needs ${what}`);
    return INCOMPLETE;
  }
  const findings = reports.flatMap((report) => report.findings);
  return findings.some(({ severity }) => severity === "problem") ? PROBLEMS : 0;
}

/** @param {Report} report @param {boolean} detailed */
function linesOf({ name, kind, shape, summary, findings, diagnosis }, detailed) {
  const size = shape.length > 0 ? `${shape.join(" × ")}, ` : "";
  const lines = findings.flatMap(({ severity, code, message }) =>
    wrapLines(`${severity} ${code}: ${message}`, LINE_LENGTH, "  "),
  );
  const details = detailed && kind === "table" && diagnosis;
  return [
    `${printable(name)}: ${size}${summary}`,
    ...(details ? [...factRows(/** @type {Diagnosis} */ (diagnosis)), ""] : []),
    ...(lines.length > 0 ? lines : ["nothing wrong"]),
  ];
}

/** @param {Diagnosis} diagnosis */
function factRows({ layout, order, spacing, base, start, arithmetic, deviation, invariants }) {
  /** @type {[name: string, value: unknown][]} */
  const known = [
    ["layout", layout && `${layout}, ${order}`],
    ["spacing", spacing],
    ["base", base],
    ["start", start],
    ["arithmetic", arithmetic],
    [
      "deviation",
      deviation && `${round(deviation.max, 3)} at most, ${round(deviation.rms, 3)} rms`,
    ],
  ];
  const invariantRows = Object.entries(invariants).map(([name, { holds, deviation: by }]) => {
    const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return [words, `${holds ? "holds" : "FAILS"}, off by ${round(by, 3)}`];
  });
  const rows = [...known.filter(([, value]) => value !== null), ...invariantRows];
  return rows.map(([name, value]) => `  ${String(name).padEnd(14)}${value}`);
}
