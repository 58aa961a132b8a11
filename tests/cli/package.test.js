// The command from the files that npm ships, with nothing else.
import { execFileSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { root, scratch } from "./run.js";

vi.setConfig({ testTimeout: 120_000 });

const folder = scratch();

it("the command runs from only the packed files", () => {
  const words = ["pack", "--dry-run", "--json", "--ignore-scripts"];
  const said = execFileSync("npm", words, {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [{ files }] = JSON.parse(said);
  for (const { path } of files) cpSync(join(root, path), join(folder, path));
  const { bin } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const phasor = (/** @type {string} */ line) =>
    execFileSync(process.execPath, [join(folder, bin.phasor), ...line.split(" ")], {
      cwd: folder,
      encoding: "utf8",
    });
  expect(phasor("table 1 4")).toBe("0,1,0,1\n");
  expect(phasor("rope --d-head 4")).toContain("attention factor: 1");
  expect(phasor("bias alibi --heads 1")).toBe("0.00390625\n");
  expect(phasor("plot 4 4 -o p.png")).toBe("");
  expect(phasor("table 64 32 -o t.npy")).toBe("");
  expect(phasor("diagnose t.npy")).toContain("nothing wrong");
});
