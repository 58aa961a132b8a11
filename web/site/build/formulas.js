// <tex>…</tex> in a chapter becomes MathML, when the page is put together.
import temml from "temml";

/** Letters that stand for one thing everywhere wear its colour. */
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
  // A number that follows the figures: its name in live.js, and what it is to begin with.
  "\\live": "\\data{live=#1}{\\text{#2}}",
};

/** @param {string} text */
const decoded = (text) =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

/** @param {string} tex @param {boolean} display */
function toMathML(tex, display) {
  const math = temml.renderToString(decoded(tex), {
    displayMode: display,
    // \class and \data; the text is our own.
    trust: true,
    throwOnError: true,
    macros: { ...macros },
  });
  return (
    math
      // The page's policy allows no inline style; text.css says the same.
      .replace(/ style="[^"]*"/g, "")
      .replaceAll("<mo>⁡</mo>", "")
      // After "sin" with an exponent; an operator brings spaces of its own.
      .replaceAll('<mspace width="0.1667em"></mspace><mo>', "<mo>")
      // MathML treats text as space and drops the spaces of an operator beside it; a live value is a number.
      .replace(/<mtext( data-live="[^"]*")>([^<]*)<\/mtext>/g, "<mn$1>$2</mn>")
  );
}

/** Where a formula may be broken: relations and wide gaps outside of all brackets and environments. */
const BREAKS =
  /\\begin\{|\\end\{|\\left\b|\\right\b|\\qquad|\\quad|\\approx|\\le\b|\\ge\b|\\[a-zA-Z]+|\\.|[{}()=]/g;

/** The parts of a formula, each with the relation that it begins with. @param {string} tex */
export function partsOf(tex) {
  const parts = [];
  let depth = 0;
  let from = 0;
  for (const { 0: token, index } of tex.matchAll(BREAKS)) {
    if (/^(\\begin\{|\\left|[{(])$/.test(token)) depth++;
    else if (/^(\\end\{|\\right|[})])$/.test(token)) depth--;
    else if (depth === 0 && /^(=|\\approx|\\le|\\ge|\\q?quad)$/.test(token)) {
      if (tex.slice(from, index).trim()) parts.push(tex.slice(from, index).trim());
      from = token.endsWith("quad") ? index + token.length : index;
    }
    // "begin{" and "end{" bring a brace of their own, which closes after the environment's name.
    if (/^\\(begin|end)\{$/.test(token)) depth++;
  }
  if (tex.slice(from).trim()) parts.push(tex.slice(from).trim());
  return parts;
}

/** About as many letters fit into a line of a phone. */
const LINE = 22;

/** How many letters a formula shows, about. @param {string} tex */
const lettersIn = (tex) =>
  tex
    .replace(/\\(begin|end)\{\w+\}|\\(left|right|mathrm|text|tfrac|top|,|;|!)/g, "")
    .replace(/\\[a-zA-Z]+/g, "x")
    .replace(/[{}^_&\s]/g, "").length;

/** Short neighbours share a line. @param {string[]} parts each a relation and what follows, or a beginning @returns {string[]} */
export function linesOf(parts) {
  /** @type {string[]} */
  const lines = [];
  for (const part of parts) {
    const last = lines[lines.length - 1];
    const continues = last !== undefined && /^(=|\\approx|\\le\b|\\ge\b)/.test(part);
    if (continues && lettersIn(last) + lettersIn(part) <= LINE) lines[lines.length - 1] += part;
    else lines.push(part);
  }
  return lines;
}

/** The formula in lines, for narrow windows; undefined if it has only one. @param {string} tex */
function broken(tex) {
  const parts = linesOf(partsOf(tex));
  if (parts.length < 2) return undefined;
  const lines = parts.map((part) =>
    /^(=|\\approx|\\le\b|\\ge\b)/.test(part) ? `\\quad ${part}` : part,
  );
  return `\\begin{aligned} ${lines.map((line) => `& ${line}`).join(" \\\\ ")} \\end{aligned}`;
}

/** A formula on lines of its own: whole, and broken for narrow windows. @param {string} tex */
export function toDisplay(tex) {
  const whole = toMathML(tex, true).replace("<math", '<math class="whole"');
  const lines = broken(decoded(tex));
  const narrow = lines ? toMathML(lines, true).replace("<math", '<math class="broken"') : "";
  return `<div class="formula" tabindex="0" role="group" aria-label="Formula">${whole}${narrow}</div>`;
}

/** In a line a formula keeps what belongs to it: no line begins with a full stop. */
const IN_LINE = /(\(?)<tex>([\s\S]*?)<\/tex>([.,;:?)]*)/g;

/** @param {string} html */
export const withFormulas = (html) =>
  html
    .replace(/<tex display>([\s\S]*?)<\/tex>/g, (_, tex) => toDisplay(tex))
    .replace(IN_LINE, (_, before, tex, after) => {
      const math = toMathML(tex, false);
      return before || after ? `<span class="kept">${before}${math}${after}</span>` : math;
    });
