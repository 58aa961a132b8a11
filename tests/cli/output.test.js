// The output of results: constant memory, complete files or none, closed pipes, interrupts,
// progress.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { sinusoidal } from "phasor";
import { describe, expect, it, vi } from "vitest";
import { readTable } from "../../web/formats/index.js";
import { emptyFolders, onTerminal, phasor, program, scratch, shell } from "./run.js";

vi.setConfig({ testTimeout: 120_000 });

const folder = scratch();
const empty = emptyFolders(folder);

/** Makes a process print its peak memory at its end, in kilobytes. */
const REPORT =
  "--max-old-space-size=24 --import \"data:text/javascript,process.on('exit',()=>console.error('memory',process.resourceUsage().maxRSS))\"";

describe("memory stays small", () => {
  /** @param {string} line @param {number} [bytes] of output; more than 20 MB by default */
  const holds = (line, bytes) => {
    const output = shell(`{ ${line} | wc -c; } 2>&1`, { NODE_OPTIONS: REPORT });
    const [, memory] = /memory (\d+)/.exec(output) ?? [];
    const [, count] = /^(\d+)$/m.exec(output) ?? [];
    if (bytes === undefined) expect(Number(count)).toBeGreaterThan(2e7);
    else expect(Number(count)).toBe(bytes);
    expect(Number(memory)).toBeGreaterThan(20_000);
    expect(Number(memory)).toBeLessThan(140_000);
  };

  it("for any output to a pipe as .npy", () => {
    holds("phasor table 250000 128 -f npy", 250000 * 128 * 4 + 128);
  });

  it("for CSV", () => {
    holds("phasor table 2000 1024 --start 2^20");
  });
});

it("output to a pipe ends quietly when the pipe closes", () => {
  const output = shell("{ { phasor table 2^40 64; echo $? >&2; } | head -n 2; } 2>&1");
  expect(output.split("\n")).toHaveLength(4);
  expect(output).toMatch(/\n0\n$/);
});

describe("an output file", () => {
  it("has the format of its name", () => {
    const here = empty();
    for (const name of ["t.npy", "t.CSV", "t.json"]) {
      const path = join(here, name);
      expect(phasor(["table", "3", "4", "-o", path])).toMatchObject({
        code: 0,
        out: "",
        error: "",
      });
      expect(readTable(readFileSync(path), name).data).toEqual(sinusoidal(3, 4));
    }
    expect(readFileSync(join(here, "t.CSV"), "utf8")).toMatch(/^0,1,0,1\n/);
    const { code, error } = phasor(["table", "3", "4", "-o", join(here, "t.bin")]);
    expect(code).toBe(2);
    expect(error).toContain("--format is required");
    expect(readdirSync(here).sort()).toEqual(["t.CSV", "t.json", "t.npy"]);
  });

  it.each([
    ["t.npy", "-f csv", "--format csv contradicts the extension of"],
    ["t.csv", "-f npy", "--format npy contradicts the extension of"],
    ["t.JSON", "-f npz", "--format npz contradicts the extension of"],
    ["t.npz", "--json", "--format json contradicts the extension of"],
    ["t.json", "--json -f csv", "--format cannot be used with --json"],
  ])("is refused if its format differs from its name: %s with %s", (name, words, message) => {
    const here = empty();
    const { code, out, error } = phasor([
      "table",
      "3",
      "4",
      "-o",
      join(here, name),
      ...words.split(" "),
    ]);
    expect({ code, out, files: readdirSync(here) }).toEqual({ code: 2, out: "", files: [] });
    expect(error).toContain(message);
  });

  it("may have any format if its name says nothing or the same", () => {
    const here = empty();
    for (const [name, ...words] of [
      ["t", "-f", "csv"],
      ["t.dat", "-f", "npy"],
      ["t.Npy", "-f", "npy"],
      ["t.json", "--json"],
    ]) {
      expect(phasor(["table", "3", "4", "-o", join(here, name), ...words]).code).toBe(0);
      expect(readTable(readFileSync(join(here, name)), name).data).toEqual(sinusoidal(3, 4));
    }
    expect(phasor(["table", "3", "4", "-o", join(here, "t.npz")]).code).toBe(0);
    expect(readFileSync(join(here, "t.npz"), "latin1")).toMatch(/^PK.*table\.npy\x93NUMPY/s);
  });

  it("is not changed if there is an error", () => {
    const here = empty();
    const path = join(here, "t.csv");
    writeFileSync(path, "old");
    expect(phasor(["table", "3", "5", "-o", path]).code).toBe(2);
    expect(readFileSync(path, "utf8")).toBe("old");
    expect(readdirSync(here)).toEqual(["t.csv"]);
  });

  it("in a missing folder gives an error in one line", () => {
    const { code, error } = phasor(["table", "3", "4", "-o", join(folder, "no", "t.csv")]);
    expect(code).toBe(2);
    expect(error).toMatch(/^phasor: .*t\.csv cannot be written: no such folder\n$/);
    expect(phasor(["table", "3", "4", "-f", "csv", "-o", folder]).error).toMatch(
      /^phasor: .* cannot be written: it is a folder\n$/,
    );
  });

  /** @type {[signal: NodeJS.Signals, code: number][]} */
  const signals = [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ];

  it.each(signals)("is not written at all after %s", async (signal, code) => {
    const here = empty();
    const path = join(here, "t.npy");
    writeFileSync(path, "old");
    const child = spawn(process.execPath, [program, "table", "2^50", "64", "-o", path]);
    const ended = new Promise((resolve) => child.on("exit", resolve));
    while (readdirSync(here).length < 2) await setTimeout(5);
    child.kill(signal);
    expect(await ended).toBe(code);
    expect(readdirSync(here)).toEqual(["t.npy"]);
    expect(readFileSync(path, "utf8")).toBe("old");
  });
});

describe("progress of the command", () => {
  it("is shown only on a terminal, until Ctrl-C", () => {
    const here = empty();
    const words = ["table", "2^50", "128", "-o", join(here, "t.csv")];
    expect(onTerminal(words, { interrupt: "rows" })).toMatch(
      /[█░]{24} 0% {2}[\d,]+ of 1,125,899,906,842,624 rows/,
    );
    expect(readdirSync(here)).toEqual([]);
  });

  it("is not shown with --quiet or without a terminal", () => {
    const words = ["table", "100", "128", "-f", "csv", "-o", "/dev/null"];
    // A second passes whenever the command looks at the clock, so that progress would be shown.
    const clock = "let now = 0; performance.now = () => (now += 1000);";
    const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(clock)}` };
    expect(onTerminal(words, { env })).toContain("100 of 100 rows");
    expect(onTerminal([...words, "--quiet"], { env })).toBe("");
    expect(shell(`phasor ${words.join(" ")} 2>&1`, env)).toBe("");
  });
});
