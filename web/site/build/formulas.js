// Converts <tex>…</tex> in chapters to MathML when the page is composed.
import temml from "temml";

/** Macros for symbols that have a fixed meaning and its colour. */
const macros = {
  "\\pp": "{\\class{position}{p}}",
  "\\qq": "{\\class{position}{q}}",
  "\\ii": "{\\class{dimension}{i}}",
  "\\dd": "{\\class{dimension}{d}}",
  "\\kk": "{\\class{offset}{k}}",
  "\\mm": "{\\class{position}{m}}",
  "\\nn": "{\\class{position}{n}}",
  "\\DD": "{\\class{offset}{\\Delta}}",
  "\\PE": "\\mathrm{PE}",
  // A number that follows the figures: its name in live.js, and its initial text.
  "\\live": "\\data{live=#1}{\\text{#2}}",
};

/** @param {string} text */
const decodeEntities = (text) =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

/** @param {string} tex @param {boolean} display */
function toMathML(tex, display) {
  const math = temml.renderToString(decodeEntities(tex), {
    displayMode: display,
    // Allows \class and \data; the input is our own.
    trust: true,
    throwOnError: true,
    macros: { ...macros },
  });
  return (
    math
      // The page's policy forbids inline styles; text.css replaces them.
      .replace(/ style="[^"]*"/g, "")
      .replaceAll("<mo>⁡</mo>", "")
      // Drops the space after "sin" with an exponent; an operator has its own spaces.
      .replaceAll('<mspace width="0.1667em"></mspace><mo>', "<mo>")
      // Live values become numbers: beside text, MathML would drop an operator's spaces.
      .replace(/<mtext( data-live="[^"]*")>([^<]*)<\/mtext>/g, "<mn$1>$2</mn>")
  );
}

/** Tokens for finding line breaks: relations and wide spaces outside brackets and environments. */
const BREAK_TOKENS =
  /\\begin\{|\\end\{|\\left\b|\\right\b|\\qquad|\\quad|\\approx|\\le\b|\\ge\b|\\[a-zA-Z]+|\\.|[{}()=]/g;

/** The parts of a formula, each with the relation that it begins with. @param {string} tex */
export function splitFormula(tex) {
  const parts = [];
  let depth = 0;
  let from = 0;
  for (const { 0: token, index } of tex.matchAll(BREAK_TOKENS)) {
    if (/^(\\begin\{|\\left|[{(])$/.test(token)) depth++;
    else if (/^(\\end\{|\\right|[})])$/.test(token)) depth--;
    else if (depth === 0 && /^(=|\\approx|\\le|\\ge|\\q?quad)$/.test(token)) {
      if (tex.slice(from, index).trim()) parts.push(tex.slice(from, index).trim());
      from = token.endsWith("quad") ? index + token.length : index;
    }
    // "begin{" and "end{" include a brace, which closes after the environment's name.
    if (/^\\(begin|end)\{$/.test(token)) depth++;
  }
  if (tex.slice(from).trim()) parts.push(tex.slice(from).trim());
  return parts;
}

/** Approximate number of letters that fit in a line on a phone. */
const LETTERS_PER_LINE = 22;

/** Approximate number of letters that a formula shows. @param {string} tex */
const countLetters = (tex) =>
  tex
    .replace(/\\(begin|end)\{\w+\}|\\(left|right|mathrm|text|tfrac|top|,|;|!)/g, "")
    .replace(/\\[a-zA-Z]+/g, "x")
    .replace(/[{}^_&\s]/g, "").length;

/** Joins short parts to lines. @param {string[]} parts each begins with a relation, or begins the formula @returns {string[]} */
export function joinParts(parts) {
  /** @type {string[]} */
  const lines = [];
  for (const part of parts) {
    const last = lines[lines.length - 1];
    const isContinuation = last !== undefined && /^(=|\\approx|\\le\b|\\ge\b)/.test(part);
    if (isContinuation && countLetters(last) + countLetters(part) <= LETTERS_PER_LINE)
      lines[lines.length - 1] += part;
    else lines.push(part);
  }
  return lines;
}

/** The formula with line breaks, for narrow windows; undefined if it has a single line. @param {string} tex */
function withLineBreaks(tex) {
  const parts = joinParts(splitFormula(tex));
  if (parts.length < 2) return undefined;
  const lines = parts.map((part) =>
    /^(=|\\approx|\\le\b|\\ge\b)/.test(part) ? `\\quad ${part}` : part,
  );
  return `\\begin{aligned} ${lines.map((line) => `& ${line}`).join(" \\\\ ")} \\end{aligned}`;
}

/** A display formula: in one line, and with line breaks for narrow windows. @param {string} tex */
export function toDisplay(tex) {
  const singleLine = toMathML(tex, true).replace("<math", '<math class="whole"');
  const lines = withLineBreaks(decodeEntities(tex));
  const narrow = lines ? toMathML(lines, true).replace("<math", '<math class="broken"') : "";
  return `<div class="formula" tabindex="0" role="group" aria-label="Formula">${singleLine}${narrow}</div>`;
}

/** An inline formula with the punctuation around it: no line break may separate them. */
const IN_LINE = /(\(?)<tex>([\s\S]*?)<\/tex>([.,;:?)]*)/g;

/** @param {string} html */
export const withFormulas = (html) =>
  html
    .replace(/<tex display>([\s\S]*?)<\/tex>/g, (_, tex) => toDisplay(tex))
    .replace(IN_LINE, (_, before, tex, after) => {
      const math = toMathML(tex, false);
      return before || after ? `<span class="kept">${before}${math}${after}</span>` : math;
    });
