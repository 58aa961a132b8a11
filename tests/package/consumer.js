// consumer.js: a project that uses phasor as npm delivers it: packed, and installed in a folder.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));

/** Runs a program and returns its output, or throws an error with the output.
 * @param {string} program @param {string[]} parameters @param {string} cwd */
export function run(program, parameters, cwd) {
  try {
    return execFileSync(program, parameters, { cwd, encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    const { stdout, stderr } = /** @type {{ stdout: string, stderr: string }} */ (error);
    throw new Error(`${program} ${parameters.join(" ")}:\n${stdout}${stderr}`);
  }
}

/** Packs the package into a folder and returns the file. @param {string} folder */
export function packTo(folder) {
  // Without scripts, because the build has already run.
  const how = ["--ignore-scripts", "--json", "--pack-destination", folder];
  const [{ filename }] = Object.values(JSON.parse(run("npm", ["pack", ...how], root)));
  return join(folder, filename);
}

/** The packed package, installed in a new folder, with nothing else and without a network. */
export function createConsumer() {
  const folder = mkdtempSync(join(tmpdir(), "phasor-consumer-"));
  /** @param {string} name @param {string} text */
  const write = (name, text) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const tarball = packTo(folder);
  write("package.json", JSON.stringify({ private: true, type: "module" }));
  run("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], folder);
  return { folder, tarball, write, remove: () => rmSync(folder, { recursive: true }) };
}
