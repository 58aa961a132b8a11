// copy.mjs: copies of the project under build/mutants; mutants are made in copies, not in the work
// tree.
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const scratch = join(root, "build/mutants");

const FILES = [
  ...["LICENSE", "Makefile", "README.md", "package.json", "package-lock.json"],
  ...["rolldown.config.js", "vite.config.js", "vitest.config.js"],
];
const FOLDERS = [".ci", "csrc", "web", "dist", "tests", "docs", "build/setup"];

/** Makes a copy, or brings one up to date. Built files in it are kept.
 * @param {number | string} name @returns {string} its folder */
export function copyProject(name) {
  const copy = join(scratch, String(name));
  mkdirSync(copy, { recursive: true });
  for (const file of FILES)
    cpSync(join(root, file), join(copy, file), { preserveTimestamps: true });
  for (const folder of FOLDERS) {
    if (!existsSync(join(root, folder))) continue;
    rmSync(join(copy, folder), { recursive: true, force: true });
    cpSync(join(root, folder), join(copy, folder), { recursive: true, preserveTimestamps: true });
  }
  const modules = join(copy, "node_modules");
  if (!existsSync(modules)) symlinkSync(join(root, "node_modules"), modules);
  return copy;
}
