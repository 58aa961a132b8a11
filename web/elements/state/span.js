// A range of positions as text.

/** @param {string | null} text two numbers @returns {{ start: number, end: number } | undefined} */
export function spanOf(text) {
  const [start, end, ...more] = (text ?? "")
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);
  return more.length === 0 && end > start ? { start, end } : undefined;
}
