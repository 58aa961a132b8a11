// phasor completion: what the Tab key offers in bash, zsh and fish, tested in these shells.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { allOptions } from "../../web/cli/arguments.js";
import { commandOf, commands, drawable } from "../../web/cli/commands.js";
import { completions } from "../../web/cli/completion.js";
import { some } from "../long.js";
import { outputOf, program, scratch } from "./run.js";

const folder = scratch();
const here = join(folder, "here");
mkdirSync(here);
writeFileSync(join(here, "data.npy"), "");
writeFileSync(join(here, "two words.json"), "");

const first = [...Object.keys(commands), "help", "version"];
const figures = (await drawable()).map(({ name }) => name);
const bias = await commandOf("bias");

/** Words before the cursor, the last one unfinished, and its completions. */
const all = /** @type {[words: string, offered: string[] | string][]} */ ([
  ["", first],
  ["ta", "table"],
  ["st", "statistics, story"],
  ["nothing ", ""],
  ["table --c", "--convention"],
  ["bias --", Object.keys(allOptions(bias ?? { options: {} })).map((name) => `--${name}`)],
  ["table --convention v", "vaswani"],
  ["table -c d", "diffusers, detr"],
  ["table 8 8 --dtype float", "float32, float64, float16"],
  ["bias ", "alibi, t5, swin"],
  ["completion ", "bash, zsh, fish"],
  ["diagnose da", "data.npy"],
  ["table -o da", "data.npy"],
  ["cache tw", "two words.json"],
  ["table --start ", ""],
  ["diagnose data.npy two", "two words.json"],
  ["help compl", "completion"],
  ["plot ", [...figures, "data.npy", "two words.json"]],
  ["plot bias sw", "swin"],
  ["plot cache --val", "--values"],
  ["plot cache x 8 --values ", "cos, sin"],
]).map(([words, offered]) => {
  const list = typeof offered === "string" ? offered.split(", ").filter(Boolean) : offered;
  return /** @type {[string[], string[]]} */ ([["phasor", ...words.split(" ")], list]);
});

/** Those that a shell is asked for: each time, it starts the command. */
const cases = some(all, 6);

/** A folder with the program under its name. */
const programs = join(folder, "programs");
mkdirSync(programs);
writeFileSync(
  join(programs, "phasor"),
  `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`,
  { mode: 0o755 },
);
const env = { ...process.env, PATH: `${programs}:${process.env.PATH}` };

function script(/** @type {string} */ shell) {
  const out = outputOf(["completion", shell]);
  const file = join(folder, `phasor.${shell}`);
  writeFileSync(file, out);
  return file;
}

/** Whether a shell is installed. @param {string} shell */
const isInstalled = (shell) => spawnSync(shell, ["--version"]).status === 0;

/** @param {string} shell @param {string[]} words */
const run = (shell, words) => execFileSync(shell, words, { cwd: here, encoding: "utf8", env });

const lines = (/** @type {string} */ text) => text.split("\n").filter((line) => line !== "");

describe("completion in bash", () => {
  const file = script("bash");
  const program = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _phasor
    for each in "\${COMPREPLY[@]}"; do echo "$each"; done`;
  /** @param {string[]} words */
  const offered = (words) => lines(run("bash", ["--norc", "-c", program, "bash", file, ...words]));

  it.each(cases)("completes %j", (words, expected) => {
    expect(offered(words).sort()).toEqual([...expected].sort());
  });

  it("registers itself", () => {
    const output = run("bash", ["--norc", "-c", 'source "$1"; complete -p phasor', "bash", file]);
    expect(output).toContain("-F _phasor phasor");
  });
});

describe("the lines for the shells", () => {
  it.each(all)("complete %j", async ([, ...words], expected) => {
    const files = ["data.npy", "two words.json"].filter((name) =>
      name.startsWith(words.at(-1) ?? ""),
    );
    const offered = (await completions(words)).map((line) => line.split("\t")[0]);
    expect(offered.flatMap((word) => (word === ":files" ? files : [word])).sort()).toEqual(
      [...expected].sort(),
    );
  });

  it("have a meaning for each word", async () => {
    expect(outputOf(["__complete", "ta"])).toBe(`table\t${commands.table}\n`);
    expect(await completions(["rope", "--lay"])).toEqual([
      expect.stringMatching(/^--layer\t.*layer$/),
    ]);
  });
});

if (isInstalled("fish")) {
  describe("completion in fish", () => {
    const file = script("fish");
    function offered(/** @type {string[]} */ words) {
      // fish completes options and files only if the word is not empty.
      const line = words.map((word) => word.replaceAll(" ", "\\ ")).join(" ");
      const output = run("fish", [
        "-N",
        "-c",
        'source $argv[1]; complete -C "$argv[2]"',
        file,
        line,
      ]);
      return lines(output).map((completion) => completion.split("\t")[0].replaceAll("\\ ", " "));
    }

    it.each(cases)("completes %j", (words, expected) => {
      expect(offered(words).sort()).toEqual([...expected].sort());
    });

    it("describes each completion", () => {
      const output = run("fish", ["-N", "-c", `source ${file}; complete -C "phasor ta"`]);
      expect(output).toBe(`table\t${commands.table}\n`);
    });
  });
}

if (isInstalled("zsh")) {
  describe("completion in zsh", () => {
    const file = script("zsh");
    // A terminal in which Tab lists the completions, one on each line.
    const program = `
    zmodload zsh/zpty
    zpty z zsh -f -i
    zpty -w z 'stty -echo columns 60; PS1= PS2= LISTMAX=100000; cd "'$2'"; autoload -U compinit; compinit -u -D'
    zpty -w z "zstyle ':completion:*' format ''; zstyle ':completion:*' list-rows-first yes; source $1"
    zpty -w z 'bindkey "^I" list-choices; bindkey "^N" kill-whole-line; unsetopt list_types; print REA""DY'
    zpty -r -m z out '*READY*'
    i=0
    for line in "\${@:3}"; do
      ((i++))
      zpty -w -n z "$line"$'\\t'
      zpty -w -n z $'\\x0e'
      zpty -w z 'print DO""NE-'$i'-'
      zpty -r -m z out "*DONE-$i-*"
      print -r -- "$out"
    done
    zpty -d z`;
    const inputs = cases.map(([words]) =>
      words.map((word) => word.replaceAll(" ", "\\ ")).join(" "),
    );
    /** The text of the terminal after each line. */
    const outputs = run("zsh", ["-f", "-c", program, "zsh", file, here, ...inputs]).split(
      /DONE-\d+-/,
    );

    it.each(cases.map(([words, expected], n) => /** @type {const} */ ([words, expected, n])))(
      "completes %j",
      (_, expected, n) => {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: what terminals obey
        const text = outputs[n].replace(/\x1b\[[0-9;?]*[A-Za-z]/g, "").replaceAll("\\", "");
        const listed = text.slice(text.indexOf("\n") + 1);
        for (const word of expected) expect(listed).toContain(word);
        const otherWords = [...first, ...figures, "--convention", "vaswani", "float32", "data.npy"];
        for (const word of otherWords.filter(
          (other) => !expected.some((one) => one.includes(other)),
        ))
          expect(listed).not.toMatch(new RegExp(`^${word}\\b`, "m"));
      },
    );
  });
}
