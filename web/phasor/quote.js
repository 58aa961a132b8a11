// quote.js: text from outside, as messages show it.

/** Controls, line separators, and what has no width or reorders the text around it. */
const hidden = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;
const LONGEST = 60;

/**
 * A text in quotes, with everything escaped that a terminal or a page might obey rather than show;
 * one of more than 60 characters is cut.
 * @param {string} text
 */
export function quote(text) {
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return escaped(JSON.stringify(shown));
}

/**
 * The same without quotes, however long. Line ends and tabs are escaped, too.
 * @param {string} text
 */
export function escaped(text) {
  return text.replace(hidden, code);
}

/** The key of an object behind its path: `.key`, or `["key"]` if it is unusual. @param {string} key */
export function member(key) {
  return /^[\w$ ()[\]/.-]{1,80}$/.test(key) ? `.${key}` : `[${quote(key)}]`;
}

/** @param {string} character */
function code(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
