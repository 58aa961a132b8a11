// quote.js: text from outside: quotes and escapes it for messages, and reads JSON. Also what `console.log`
// shows of objects.

/**
 * Controls (C0, DEL, C1), marks of direction and other invisible format characters, separators of
 * lines and paragraphs, and halves of surrogate pairs. The two joiners (U+200C, U+200D) are kept,
 * because words and emoji need them and they move nothing.
 */
const hidden = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const MAX_CHARACTERS = 60;

/**
 * A text in quotes, with every character escaped that a terminal or a page might interpret instead
 * of showing it; cut after 60 characters.
 * @param {string} text
 */
export function quote(text) {
  const shortened = text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
  return escaped(JSON.stringify(shortened));
}

/**
 * The same text with every character escaped (such as \u001b) that a terminal could interpret, or
 * that could change how the text around it reads. Line feeds and tabs are among them. In a JSON
 * string, the escapes stand for the same characters.
 * @param {string} text
 */
export function escaped(text) {
  return text.replace(hidden, escapeUnits);
}

/** The key of an object, to append to its path: `.key`, or `["key"]` if it is not an identifier. @param {string} key */
export function member(key) {
  return /^[\w$ ()[\]/.-]{1,80}$/.test(key) ? `.${key}` : `[${quote(key)}]`;
}

/** Stands for NaN. */
const MARKER = "\0NaN";
/** Strings, and Python's bare words outside strings. A string without an end extends to the end of the
 * text: otherwise a search would begin at each of its quotation marks. */
const BARE_VALUE = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|(?<![\w.])(?:-?Infinity|NaN)\b/gs;

/**
 * Parses JSON that may contain NaN, Infinity and -Infinity, which Python's json module writes.
 * @param {string} text
 * @returns {unknown}
 * @throws {SyntaxError} about the original text
 */
export function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // Infinities become numbers beyond the range of doubles, NaN an array, which cannot be a key.
    const parsable = text.replace(BARE_VALUE, (token) => {
      if (token[0] === '"') return token;
      return token.endsWith("N")
        ? `[${JSON.stringify(MARKER)}]`
        : token.replace("Infinity", "1e999");
    });
    try {
      return JSON.parse(parsable, (_, value) =>
        Array.isArray(value) && value[0] === MARKER ? Number.NaN : value,
      );
    } catch {
      throw cause;
    }
  }
}

/** @param {string} character one or two UTF-16 units */
function escapeUnits(character) {
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}

/** The name of the method that they call. */
export const inspect = Symbol.for("nodejs.util.inspect.custom");

/**
 * The name of an object's class with some of its properties, such as
 * `RotaryEmbedding { dHead: 64, layout: "half" }`.
 * @param {object} object @param {string} name @param {string[]} properties
 */
export function inspected(object, name, properties) {
  const words = properties.flatMap((name) => {
    const value = Reflect.get(object, name);
    return value === undefined ? [] : [`${name}: ${JSON.stringify(value)}`];
  });
  return `${name} { ${words.join(", ")} }`;
}
