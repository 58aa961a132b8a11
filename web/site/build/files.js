// The files of the chapters.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** @param {string} name */
export const chapterFile = (name) =>
  fileURLToPath(new URL(`../chapters/${name}.html`, import.meta.url));

/** @param {string} name */
export const readChapter = (name) => readFileSync(chapterFile(name), "utf8");
