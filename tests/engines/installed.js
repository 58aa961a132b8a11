// installed.js: finds the programs of this machine.
import { execFileSync } from "node:child_process";

/** The path of the first of some programs that is installed. @param {string[]} names */
export function installed(...names) {
  for (const name of names) {
    try {
      return execFileSync("which", [name], { encoding: "utf8", stdio: "pipe" }).trim();
    } catch {
      // It is not there.
    }
  }
  return undefined;
}

/** Firefox, if it is installed. */
export const firefox = installed("firefox-esr", "firefox");
