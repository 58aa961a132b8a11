// Numbers as text, and a range of positions.

/** Numbers with spaces or commas between them. @param {string} text @returns {number[]} */
export const numbersIn = (text) =>
  text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);

/** @param {unknown} text two numbers @returns {{ start: number, end: number } | undefined} */
export function spanOf(text) {
  const [start, end, ...excess] = numbersIn(String(text ?? ""));
  return excess.length === 0 && end > start ? { start, end } : undefined;
}
