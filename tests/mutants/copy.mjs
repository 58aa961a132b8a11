// copy.mjs: copies of the project under build/mutants, which are broken instead of the work tree.
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const scratch = join(root, "build/mutants");

const FILES = [
  ...["LICENSE", "Makefile", "README.md", "package.json", "package-lock.json"],
  ...["vite.config.js", "vitest.config.js"],
];
const FOLDERS = [".ci", "csrc", "web", "tests", "docs", "build/setup"];

/**
 * Makes a copy, or brings one up to date. What was built in it stays.
 * @param {number} number
 * @returns {string} its folder
 */
export function copyProject(number) {
  const copy = join(scratch, String(number));
  mkdirSync(copy, { recursive: true });
  for (const name of FILES)
    cpSync(join(root, name), join(copy, name), { preserveTimestamps: true });
  for (const name of FOLDERS) {
    if (!existsSync(join(root, name))) continue;
    rmSync(join(copy, name), { recursive: true, force: true });
    cpSync(join(root, name), join(copy, name), { recursive: true, preserveTimestamps: true });
  }
  const modules = join(copy, "node_modules");
  if (!existsSync(modules)) symlinkSync(join(root, "node_modules"), modules);
  return copy;
}
