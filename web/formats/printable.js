// printable.js: text from outside, made safe to show.

/**
 * Controls (C0, DEL, C1), marks of direction and other invisible format characters, separators of
 * lines and paragraphs, and halves of surrogate pairs. The two joiners (U+200C, U+200D) stay: words
 * and emoji need them, and they move nothing.
 */
const UNSAFE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * The same text with every character that a terminal could obey, or that could change how the text
 * around it reads, as an escape such as \u001b. Line feeds and tabs are among these characters.
 * Within a string of JSON the escapes stand for the same characters.
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
