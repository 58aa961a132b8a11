// quote.js: quotes and escapes text from outside for messages.

/**
 * Controls (C0, DEL, C1), marks of direction and other invisible format characters, separators of
 * lines and paragraphs, and halves of surrogate pairs. The two joiners (U+200C, U+200D) are kept,
 * because words and emoji need them and they move nothing.
 */
const hidden = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const LONGEST = 60;

/**
 * A text in quotes, with every character escaped that a terminal or a page might interpret instead
 * of showing it; cut after 60 characters.
 * @param {string} text
 */
export function quote(text) {
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return escaped(JSON.stringify(shown));
}

/**
 * The same text with every character escaped (such as \u001b) that a terminal could interpret, or
 * that could change how the text around it reads. Line feeds and tabs are among them. In a JSON
 * string, the escapes stand for the same characters.
 * @param {string} text
 */
export function escaped(text) {
  return text.replace(hidden, code);
}

/** The key of an object, to append to its path: `.key`, or `["key"]` if it is not an identifier. @param {string} key */
export function member(key) {
  return /^[\w$ ()[\]/.-]{1,80}$/.test(key) ? `.${key}` : `[${quote(key)}]`;
}

/** @param {string} character one or two UTF-16 units */
function code(character) {
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
