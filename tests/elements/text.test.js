// Marks in the texts of figures: **bold**, *symbol*, and \* for an asterisk.
import { describe, expect, test } from "vitest";
import { escapeMarks, pieces, plainText, widthOf, wrapText } from "../../web/elements/core/text.js";

const LETTERS = { font: "serif", math: "serif" };
/** A context in which every letter is one pixel wide. */
const context = /** @type {any} */ ({
  measureText: (/** @type {string} */ text) => ({ width: text.length }),
});

/** Each piece's text, with b for bold and i for a symbol. @param {string} text */
const marked = (text) =>
  pieces(text).map(({ text, bold, symbol }) => `${bold ? "b" : symbol ? "i" : ""}:${text}`);

describe("the marks", () => {
  test.each([
    ["a **b c** d", [":a ", "b:b c", ": d"]],
    ["*p* and *q*", ["i:p", ": and ", "i:q"]],
    ["**one** *p*", ["b:one", ": ", "i:p"]],
    ["2 * 3", [":2 ", ":*", ": 3"]],
    ["2 \\* 3 \\* *p*", [":2 * 3 * ", "i:p"]],
    ["**a \\*\\* b** c", ["b:a ** b", ": c"]],
    ["**a\\***", ["b:a*"]],
    ["*p\\*q*", ["i:p*q"]],
    ["\\**p*", [":*", "i:p"]],
    ["a\\b \\", [":a\\b \\"]],
    ["\\\\*", [":\\*"]],
  ])("of %j", (text, expected) => {
    expect(marked(text)).toEqual(expected);
  });
});

test.each(["base ** (2 * i / d)", "*", "***", "\\*", "**a** *b*", "a \\ * b"])(
  "%j, escaped, is shown as it is",
  (text) => {
    expect(plainText(escapeMarks(text))).toBe(text);
    expect(pieces(escapeMarks(text)).some(({ bold, symbol }) => bold || symbol)).toBe(false);
    expect(plainText(`**${escapeMarks(text)}**`)).toBe(text);
  },
);

test("asterisks stay in lines that are broken, and take room", () => {
  const text = `**Bold ${escapeMarks("2 ** 3")}** then ${escapeMarks("base ** (2 * i)")}`;
  const lines = wrapText(context, text, 12, 16, LETTERS);
  expect(lines.map(plainText)).toEqual(["Bold 2 ** 3", "then base **", "(2 * i)"]);
  expect(
    pieces(lines[0])
      .filter(({ bold }) => bold)
      .map(({ text }) => text),
  ).toEqual("Bold 2 ** 3".split(" "));
  expect(widthOf(context, escapeMarks("a ** b"), 16, 400, LETTERS)).toBe(6);
});

test("a mark without an end is text, however many asterisks follow", () => {
  const stars = "\\*".repeat(60);
  expect(plainText(`**${stars}`)).toBe(`**${"*".repeat(60)}`);
});
