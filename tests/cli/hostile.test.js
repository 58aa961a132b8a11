// Hostile input: no escape sequence reaches the terminal, no input causes a stack trace or exit
// code 1.
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { sinusoidal } from "phasor";
import { describe, expect, it } from "vitest";
import { writeTable } from "../../web/formats/index.js";
import { npyOf } from "../formats/writers.js";
import { phasor, program, refused, scratch, shell, writerIn } from "./run.js";

const folder = scratch();
const file = writerIn(folder);

/** Control characters of all kinds, direction marks, line separators. */
const ORDERS = "\x1b[31mred\x07\x7f\x9b2J\u202eback\u2066\u2028\u2029\u200f\u061c\ufeff\u0085";
/** Characters that a terminal could interpret, apart from line feeds. */
const OBEYED = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

const table = writeTable("npy", sinusoidal(8, 8), [8, 8]);
const llama = { model_type: "llama", head_dim: 8, rope_theta: 10000 };

describe("text from outside is shown without control characters:", () => {
  /** @type {[what: string, words: string[], input?: string | Uint8Array][]} */
  const cases = [
    ["a file's name", ["diagnose", file(`${ORDERS}.npy`, table)]],
    ["the name of a file that is drawn", ["plot", `${ORDERS}.npy`, "--size", "8x2"]],
    ["the name of a file that is not there", ["diagnose", `no${ORDERS}`]],
    ["the name of a file that cannot be written", ["table", "1", "2", "-o", `no/${ORDERS}.csv`]],
    ["an extension", ["table", "1", "2", "-o", `x.${ORDERS}`]],
    ["a model's type", ["rope", "-"], JSON.stringify({ ...llama, model_type: ORDERS })],
    [
      "an unknown key",
      ["rope", "-"],
      JSON.stringify({ ...llama, rope_scaling: { type: "linear", factor: 2, [ORDERS]: 1 } }),
    ],
    [
      "a rule's type",
      ["rope", "-"],
      JSON.stringify({ ...llama, rope_scaling: { type: ORDERS, factor: 2 } }),
    ],
    ["a configuration that is none", ["rope", "-"], `{"a": ${ORDERS}}`],
    ["a header of CSV", ["diagnose", "-"], `1,${ORDERS}\n1,2\n`],
    ["a cell of CSV", ["diagnose", "-"], `1,2\n1,${ORDERS}\n`],
    ["a cell of JSON", ["diagnose", "-"], JSON.stringify([[ORDERS]])],
    ["JSON that is none", ["diagnose", "-"], `[${ORDERS}]`],
    [
      "a type in .npy",
      ["diagnose", "-"],
      npyOf(`{'descr': '${"\x1b\x7f\x9b"}', 'fortran_order': False, 'shape': (1,)}`),
    ],
    ["a key in .npy", ["diagnose", "-"], npyOf(`{'${"\x1b\x7f\x9b"}': 1}`)],
    ["a command", [ORDERS]],
    ["an option", ["table", "1", "2", `--${ORDERS}`]],
    ["an option's value", ["table", "1", "2", "--base", ORDERS]],
    ["a layer that is asked for", ["rope", "-", "--layer", ORDERS], JSON.stringify(llama)],
    ["a rule", ["rope", "--d-head", "8", "--scaling", ORDERS]],
    ["a rule's name", ["rope", "--d-head", "8", "--scaling", `type=${ORDERS}`]],
  ];

  it.each(cases)("%s", (_, words, input) => {
    const { code, out, error } = phasor(words, { cwd: folder, input });
    const output = out + error;
    expect(output).not.toMatch(OBEYED);
    expect([0, 2]).toContain(code);
    if (code === 2) expect(error).toMatch(/^phasor: [^\n]+\n$/);
    expect(error).not.toContain("internal error");
    expect(output).toMatch(/\\u00(1b|7f|07)/);
  });

  it("a line feed in a name does not start a line", () => {
    const name = file("a\nphasor: all is well\n.npy", table);
    const { out } = phasor(["diagnose", name], { cwd: folder });
    expect(out.split("\n")[0]).toBe(
      "a\\u000aphasor: all is well\\u000a.npy: 8 × 8, sinusoidal, as vaswani",
    );
  });
});

describe("an error names the file, if the mistake is in", () => {
  /** @type {[what: string, words: string[], contents: string, message: RegExp][]} */
  const cases = [
    ["the columns of a table", ["diagnose"], `${"1,".repeat(1e6)}1\n`, /^phasor: given: .*1000001/],
    ["a configuration", ["rope"], '{"head_dim": 64}', /^phasor: given: .*rope_theta/],
    ["the text of a configuration", ["rope"], "{", /^phasor: given: .*JSON/],
    ["the bytes of a configuration", ["rope"], "\xff", /^phasor: given: it is not text\n/],
    [
      "a table of buckets",
      ["bias", "t5", "--queries", "2", "--table"],
      "1\n2\n3\n",
      /^phasor: given: /,
    ],
    [
      "a table of a window",
      ["bias", "swin", "--window", "2x2", "--table"],
      "1\n",
      /^phasor: given: /,
    ],
    ["nesting", ["diagnose"], "[".repeat(1e6), /^phasor: given: /],
  ];

  it.each(cases)("%s", (_, words, contents, message) => {
    file("given", Buffer.from(contents, "latin1"));
    const error = refused([...words, "given"], { cwd: folder });
    expect(error).toMatch(message);
    expect(error).toMatch(/^[^\n]{1,400}\n$/);
    expect(error).not.toContain("internal error");
  });
});

it.each(["diagnose", "plot", "rope"])(
  "%s reads no folder, no loop, nothing below a file",
  (command) => {
    mkdirSync(join(folder, "folder"), { recursive: true });
    symlinkSync("loop", join(folder, `loop-${command}`));
    file("plain", "1,2\n");
    for (const path of ["folder", "plain/below", `loop-${command}`, "", "x".repeat(300)]) {
      expect(refused([...command.split(" "), path], { cwd: folder })).toMatch(
        /^phasor: .*(cannot be read: (no such file|too many symbolic links|the name is too long)|is a folder: name a file in it)\n$/,
      );
    }
  },
);

it("file names that begin with a dash follow --", () => {
  file("-t.npy", table);
  file("--json", table);
  for (const name of ["-t.npy", "--json"]) {
    expect(phasor(["diagnose", "--", name], { cwd: folder }).out).toContain(`${name}: 8 × 8`);
    expect(phasor(["diagnose", `./${name}`], { cwd: folder }).out).toContain(`${name}: 8 × 8`);
  }
});

describe("a bug in phasor", () => {
  const FAULT = (/** @type {string} */ when) =>
    `data:text/javascript,${encodeURIComponent(`const real = process.stdout.write; process.stdout.write = () => { ${when} };`)}`;
  const thrown = "throw new RangeError('oh\\x1b\\nno')";
  /** @type {[what: string, code: string][]} */
  const cases = [
    ["thrown", thrown],
    ["thrown later", `setTimeout(() => { ${thrown} }); return true`],
    [
      "in a promise that nobody waits for",
      `Promise.reject(new RangeError('oh\\x1b\\nno')); return true`,
    ],
  ];

  it.each(cases)("%s, gives one sentence and exit code 2", (_, code) => {
    const output = shell(
      `{ "${process.execPath}" --import "$FAULT" "${program}" table 8 8; echo $?; } 2>&1`,
      { FAULT: FAULT(code) },
    );
    expect(output).toBe(
      "phasor: internal error: RangeError: oh\\u001b\\u000ano (this is a bug in phasor)\n2\n",
    );
  });
});

/** Makes descriptor 3 a pipe whose reader has ended. */
const CLOSED = "exec 3> >(exit); wait $!";

describe("a verdict of phasor diagnose", () => {
  it("keeps its exit code if the pipe is closed", () => {
    file("late.npy", writeTable("npy", sinusoidal(64, 32, { start: 1 }), [64, 32]));
    const failing = `phasor diagnose "${join(folder, "late.npy")}"`;
    const output = shell(
      `${CLOSED}\n{ ${failing} >/dev/null; echo $?; ${failing} >&3; echo $?; } 2>&1`,
    );
    expect(output).toBe("1\n1\n");
  });

  it("ends with one line and exit code 2 on a full disk, and so does help", () => {
    for (const words of [`diagnose "${join(folder, "late.npy")}"`, "--help", "rope --d-head 8"]) {
      const output = shell(`{ phasor ${words} > /dev/full; echo $?; } 2>&1`);
      expect(output).toMatch(/^phasor: standard output cannot be written: ENOSPC[^\n]*\n2\n$/);
    }
  });

  it("or an error has its exit code even if standard error is closed", () => {
    expect(shell("{ phasor tabel; echo $?; } 2>&-")).toBe("2\n");
    expect(shell(`${CLOSED}\nphasor tabel 2>&3; echo $?`)).toBe("2\n");
  });
});
