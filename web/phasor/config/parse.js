// parse.js: parses the text of a configuration, as Python writes it.
import * as check from "../check.js";
import { escaped } from "../quote.js";

/** What looks like the path or address of a file. */
const PATH = /^\s*[^\s{["][^{\n]{0,1000}\.(json|gguf|safetensors|txt)\s*$/i;

/**
 * Parses JSON that may contain NaN, Infinity and -Infinity, which Python's json module writes.
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
      if (PATH.test(text)) {
        check.fail(TypeError, where, "config", "the contents of a file, not its path", text);
      }
      // The first error refers to the original text.
      const reason = escaped(cause instanceof Error ? cause.message : String(cause));
      throw new TypeError(`${where}: config must be the text of a config.json: ${reason}`, {
        cause,
      });
    }
  }
}

/**
 * Replaces NaN, Infinity and -Infinity outside strings by valid JSON: infinities by numbers beyond
 * the range of doubles, NaN by an array with a marker, since an array cannot be a key.
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

/** A marker that does not occur in the text. @param {string} text */
function unusedIn(text) {
  let longest = 0;
  for (const [word] of text.matchAll(/NaN~*/g)) longest = Math.max(longest, word.length);
  return `NaN${"~".repeat(longest)}`;
}
