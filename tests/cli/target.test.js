// The targets of --output: files with permissions, links, devices, pipes, open descriptors.
import { spawn } from "node:child_process";
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { emptyFolders, phasor, phasorProcess, program, scratch, shell } from "./run.js";

const folder = scratch();
const empty = emptyFolders(folder);

const ROW = "0,1\n";
const words = "table 1 2 -f csv -o";

/** @param {string} path @param {number} [mode] */
function existing(path, mode = 0o644) {
  writeFileSync(path, "old\n");
  chmodSync(path, mode);
}

const modeOf = (/** @type {string} */ path) => statSync(path).mode & 0o777;

describe("output to an open descriptor:", () => {
  it.each(["/dev/stderr", "/dev/fd/2"])(
    "%s may be a socket, which cannot be opened by name",
    (name) => {
      const { code, out, error } = phasorProcess([...words.split(" "), name]);
      expect({ code, out, error }).toEqual({ code: 0, out: "", error: ROW });
    },
  );

  it.each([
    ["/dev/stdout", ""],
    ["/dev/fd/1", ""],
    ["/dev/stderr", "2"],
    ["/dev/fd/3", "3"],
    ["-", ""],
  ])("%s appends to a log", (name, descriptor) => {
    const here = empty();
    existing(join(here, "log"), 0o600);
    const before = statSync(join(here, "log")).ino;
    shell(`phasor ${words} ${name} ${descriptor}>> log`, {}, here);
    expect(readFileSync(join(here, "log"), "utf8")).toBe(`old\n${ROW}`);
    expect(statSync(join(here, "log")).ino).toBe(before);
    expect(readdirSync(here).sort()).toEqual(["log"]);
  });

  it("continues at the offset of standard output", () => {
    const here = empty();
    shell(`{ echo first; phasor ${words} /dev/stdout; echo last; } > log`, {}, here);
    expect(readFileSync(join(here, "log"), "utf8")).toBe(`first\n${ROW}last\n`);
  });

  it("gives an error in one line if it is not open", () => {
    const output = shell(`phasor ${words} /dev/fd/99 2>&1; echo $?`);
    expect(output).toMatch(/^phasor: \/dev\/fd\/99 cannot be written: [^\n]*\n2\n$/);
  });
});

describe("a target that is not a regular file is not replaced:", () => {
  it("a device", () => {
    const before = lstatSync("/dev/null").rdev;
    expect(phasor([...words.split(" "), "/dev/null"])).toMatchObject({ code: 0, error: "" });
    expect(lstatSync("/dev/null").isCharacterDevice()).toBe(true);
    expect(lstatSync("/dev/null").rdev).toBe(before);
  });

  it("a full device, with an error in one line", () => {
    const { code, error } = phasor([...words.split(" "), "/dev/full"]);
    expect(code).toBe(2);
    expect(error).toMatch(/^phasor: \/dev\/full cannot be written: ENOSPC[^\n]*\n$/);
  });

  it("a named pipe", () => {
    const here = empty();
    const output = shell(
      `mkfifo pipe; cat pipe & phasor ${words} pipe; wait; stat -c %F pipe`,
      {},
      here,
    );
    expect(output).toBe(`${ROW}fifo\n`);
  });

  it("a process that reads everything, and a process that stops reading", () => {
    expect(shell(`phasor ${words} >(cat); wait $!`)).toBe(ROW);
    const output = shell("phasor table 2^30 64 -f csv -o >(head -n 1 > /dev/null) 2>&1; echo $?");
    expect(output).toBe("0\n");
  });

  it("a folder, with an error in one line", () => {
    const slash = phasor([...words.split(" "), `${join(folder, "new")}/`]);
    expect(slash).toMatchObject({ code: 2, out: "" });
    expect(slash.error).toMatch(/^phasor: .*\/new\/ cannot be written: it names a folder\n$/);
  });
});

/** Runs the command and lists the folder while it writes.
 * @param {string} here @param {string} name */
async function midway(here, name, umask = "022") {
  const old = readdirSync(here);
  const line = `umask ${umask}; exec "${process.execPath}" "${program}" table 2^50 64 -o "${name}"`;
  const child = spawn("bash", ["-c", line], { cwd: here });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  /** @type {string | undefined} */
  let part;
  let mode = 0;
  while (!part) {
    await setTimeout(5);
    part = readdirSync(here).find((entry) => !old.includes(entry));
    // Waits until the file has bytes.
    if (part && statSync(join(here, part)).size === 0) part = undefined;
    else if (part) mode = modeOf(join(here, part));
  }
  child.kill("SIGINT");
  expect(await ended).toBe(130);
  expect(readdirSync(here)).toEqual(old);
  return mode;
}

describe("permissions", () => {
  it.each([0o600, 0o666])("of a file, %i, are also those of the unfinished file", async (mode) => {
    const here = empty();
    existing(join(here, "t.csv"), mode);
    expect(await midway(here, "t.csv")).toBe(mode);
    expect(phasor([...words.split(" "), join(here, "t.csv")]).code).toBe(0);
    expect(modeOf(join(here, "t.csv"))).toBe(mode);
    expect(readFileSync(join(here, "t.csv"), "utf8")).toBe(ROW);
  });

  it("of a new file follow the umask from the beginning", async () => {
    const here = empty();
    expect(await midway(here, "t.npy", "077")).toBe(0o600);
    shell(`umask 027; phasor ${words} t.csv`, {}, here);
    expect(modeOf(join(here, "t.csv"))).toBe(0o640);
  });

  it("that forbid writing are respected for any user", () => {
    const here = empty();
    existing(join(here, "t.csv"), 0o444);
    expect(phasor([...words.split(" "), join(here, "t.csv")])).toEqual(
      expect.objectContaining({
        code: 2,
        error: `phasor: ${join(here, "t.csv")} cannot be written: it is read-only\n`,
      }),
    );
    expect(readFileSync(join(here, "t.csv"), "utf8")).toBe("old\n");
    expect(readdirSync(here)).toEqual(["t.csv"]);
  });
});

describe("links as targets", () => {
  it("that are hard links are replaced under one name, and the other keeps the old file", () => {
    const here = empty();
    existing(join(here, "a.csv"), 0o640);
    linkSync(join(here, "a.csv"), join(here, "b.csv"));
    const { code, error } = phasor([...words.split(" "), join(here, "a.csv")]);
    expect([code, error]).toEqual([0, ""]);
    expect(readFileSync(join(here, "a.csv"), "utf8")).toBe(ROW);
    expect(readFileSync(join(here, "b.csv"), "utf8")).toBe("old\n");
    expect(modeOf(join(here, "a.csv"))).toBe(0o640);
  });

  /** Replaces a method of open files, except unfinished ones. @param {string} what */
  const outputOf = (what) =>
    `data:text/javascript,${encodeURIComponent(`
      import fs from "node:fs/promises";
      import { syncBuiltinESMExports } from "node:module";
      const open = fs.open;
      fs.open = async (path, ...more) => {
        const file = await open(path, ...more);
        const apart = String(path).endsWith(".part");
        ${what}
        return file;
      };
      syncBuiltinESMExports();`)}`;
  const imported = `"${process.execPath}" --import "$INSTEAD" "${program}"`;

  it("stay unchanged if the new file cannot be closed, as can happen on a network", () => {
    const here = empty();
    existing(join(here, "a.csv"));
    const full = `if (apart) {
      const close = file.close.bind(file);
      file.close = async () => {
        await close();
        throw Object.assign(new Error("EDQUOT: quota exceeded"), { code: "EDQUOT", syscall: "close" });
      };
    }`;
    const line = `${imported} ${words} a.csv 2>&1; echo $?`;
    expect(shell(line, { INSTEAD: outputOf(full) }, here)).toBe(
      "phasor: a.csv cannot be written: EDQUOT: quota exceeded\n2\n",
    );
    expect(readFileSync(join(here, "a.csv"), "utf8")).toBe("old\n");
    expect(readdirSync(here)).toEqual(["a.csv"]);
  });

  it("or none at all: phasor writes a file whose owner it cannot set", () => {
    const here = empty();
    existing(join(here, "t.csv"), 0o640);
    const foreign = `if (apart) file.chown = async () => { throw new Error("EPERM"); };`;
    shell(`${imported} ${words} t.csv`, { INSTEAD: outputOf(foreign) }, here);
    expect(readFileSync(join(here, "t.csv"), "utf8")).toBe(ROW);
    expect(modeOf(join(here, "t.csv"))).toBe(0o640);
    expect(readdirSync(here)).toEqual(["t.csv"]);
  });

  it.each(["an old", "a new"])("that are symbolic are followed repeatedly to %s file", (file) => {
    const here = empty();
    mkdirSync(join(here, "deep"));
    symlinkSync("deep/second", join(here, "first"));
    symlinkSync("../real.csv", join(here, "deep/second"));
    if (file === "an old") existing(join(here, "real.csv"));
    expect(phasor([...words.split(" "), "first"], { cwd: here })).toMatchObject({
      code: 0,
      error: "",
    });
    expect(readFileSync(join(here, "real.csv"), "utf8")).toBe(ROW);
    expect(readlinkSync(join(here, "deep/second"))).toBe("../real.csv");
    expect(readdirSync(here).sort()).toEqual(["deep", "first", "real.csv"]);
    expect(readdirSync(join(here, "deep"))).toEqual(["second"]);
  });

  it("in a cycle give an error in one line", () => {
    const here = empty();
    symlinkSync("b", join(here, "a"));
    symlinkSync("a", join(here, "b"));
    const { code, error } = phasor([...words.split(" "), "a"], { cwd: here });
    expect({ code, error }).toEqual({
      code: 2,
      error: "phasor: a cannot be written: too many symbolic links\n",
    });
  });
});

it("what a killed run left is removed by the next, and what a running one writes stays", async () => {
  const here = empty();
  const start = () =>
    spawn(process.execPath, [program, "table", "2^50", "64", "-o", "t.npy"], { cwd: here });
  const parts = () => readdirSync(here).filter((name) => name.endsWith(".part"));
  const [killed, running] = [start(), start()];
  const ended = [killed, running].map(
    (child) => new Promise((resolve) => child.on("exit", resolve)),
  );
  while (parts().length < 2) await setTimeout(5);
  killed.kill("SIGKILL");
  await ended[0];
  expect(parts()).toHaveLength(2);
  expect(phasorProcess(["table", "1", "2", "-o", "t.npy"], { cwd: here }).code).toBe(0);
  expect(parts()).toEqual([expect.stringContaining(`-${running.pid}.part`)]);
  running.kill("SIGINT");
  await ended[1];
  expect(readdirSync(here)).toEqual(["t.npy"]);
});

describe("a full disk", () => {
  // Simulated by a limit of file size, in blocks of 1024 bytes.
  const big = "table 20000 64 -f npy";

  it("does not change the old file, and leaves no other file", () => {
    const here = empty();
    existing(join(here, "t.npy"));
    const output = shell(`ulimit -f 64; phasor ${big} -o t.npy 2>&1; echo $?`, {}, here);
    expect(output).toMatch(/^phasor: t\.npy cannot be written: EFBIG[^\n]*\n2\n$/);
    expect(readFileSync(join(here, "t.npy"), "utf8")).toBe("old\n");
    expect(readdirSync(here)).toEqual(["t.npy"]);
  });

  it("gives an error in one line for standard output, too", () => {
    const here = empty();
    const output = shell(`ulimit -f 64; { phasor ${big} > t.npy; echo $?; } 2>&1`, {}, here);
    expect(output).toMatch(/^phasor: standard output cannot be written: EFBIG[^\n]*\n2\n$/);
  });
});

it("names of output files may be long, begin with a dash, and have any letters", () => {
  const here = empty();
  for (const name of [
    `${"n".repeat(246)}.csv`,
    "-t.csv",
    `${"\u{1f600}".repeat(60)}.csv`,
    "a\nb.csv",
  ]) {
    const option = name.startsWith("-") ? [`--output=${name}`] : ["-o", name];
    expect(phasor(["table", "1", "2", ...option], { cwd: here })).toMatchObject({
      code: 0,
      error: "",
    });
    expect(readFileSync(join(here, name), "utf8")).toBe(ROW);
  }
});
