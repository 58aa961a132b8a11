// printable.js: makes text from outside safe to print.

/**
 * Control characters (C0, DEL, C1), direction marks and other invisible format characters, line and
 * paragraph separators, and lone surrogates. The two joiners (U+200C, U+200D) are allowed: words
 * and emoji need them, and they are harmless.
 */
const UNSAFE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * Escapes, as in \u001b, every character that could control a terminal or change how the
 * surrounding text reads, including line feeds and tabs. In a JSON string the escapes represent the
 * same characters.
 * @param {string} text
 */
export function printable(text) {
  return text.replace(UNSAFE, (character) =>
    character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}
