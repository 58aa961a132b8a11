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
export function toMathML(tex, display) {
  const math = temml.renderToString(decoded(tex), {
    displayMode: display,
    // \class and \data; the text is our own.
    trust: true,
    throwOnError: true,
    macros: { ...macros },
  });
  // The page's policy allows no inline style; page.css says the same.
  const plain = math.replace(/ style="[^"]*"/g, "").replaceAll("<mo>⁡</mo>", "");
  return display
    ? `<div class="formula" tabindex="0" role="group" aria-label="Formula">${plain}</div>`
    : plain;
}

/** In a line a formula keeps what belongs to it: no line begins with a full stop. */
const IN_LINE = /(\(?)<tex>([\s\S]*?)<\/tex>([.,;:?)]*)/g;

/** @param {string} html */
export const withFormulas = (html) =>
  html
    .replace(/<tex display>([\s\S]*?)<\/tex>/g, (_, tex) => toMathML(tex, true))
    .replace(IN_LINE, (_, before, tex, after) => {
      const math = toMathML(tex, false);
      return before || after ? `<span class="kept">${before}${math}${after}</span>` : math;
    });
