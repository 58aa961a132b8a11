// parse.js: the text of a configuration, as Python writes it.
import { escaped } from "../quote.js";

/**
 * JSON that may also have NaN, Infinity and -Infinity for numbers, which Python's json writes.
 * @param {string} where @param {string} text
 * @returns {unknown}
 */
export function parseText(where, text) {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const marker = unusedIn(text);
    try {
      return JSON.parse(numbersNamed(text, marker), (_, value) =>
        Array.isArray(value) && value[0] === marker ? NaN : value,
      );
    } catch {
      // The first complaint is about the text as it was given.
      const reason = escaped(cause instanceof Error ? cause.message : String(cause));
      throw new TypeError(`${where}: config must be the text of a config.json: ${reason}`, {
        cause,
      });
    }
  }
}

/**
 * The text with those words, outside strings, as JSON has them: a number beyond all doubles, or a
 * list that stands for NaN, since no list can be a key.
 * @param {string} text @param {string} marker
 */
function numbersNamed(text, marker) {
  let inString = false;
  return text.replace(/"|\\.|-?Infinity|NaN/gs, (found) => {
    if (found === '"') inString = !inString;
    if (inString || found === '"' || found[0] === "\\") return found;
    if (found === "NaN") return `["${marker}"]`;
    return found[0] === "-" ? "-1e999" : "1e999";
  });
}

/** A word that the text does not have: longer than all of its kind. @param {string} text */
function unusedIn(text) {
  let longest = 0;
  for (const [word] of text.matchAll(/NaN~*/g)) longest = Math.max(longest, word.length);
  return `NaN${"~".repeat(longest)}`;
}
