// Round numbers for the labels of an axis.

/**
 * The multiples of a round number (1, 2 or 5 times a power of ten) in a range, as many as fit.
 * @param {number} low @param {number} high
 * @param {number} maxCount the maximum number of multiples, at least 1
 * @param {number} [smallestStep]
 * @returns {number[]}
 */
export function ticks(low, high, maxCount, smallestStep = 0) {
  const step = roundStep((high - low) / Math.max(maxCount, 1), smallestStep);
  if (!(step > 0)) return [low];
  const multiples = [];
  for (let n = Math.ceil(low / step); n * step <= high; n++) multiples.push(n * step);
  return multiples;
}

/** @param {number} lowest @param {number} smallest */
function roundStep(lowest, smallest) {
  const minStep = Math.max(lowest, smallest);
  const power = 10 ** Math.floor(Math.log10(minStep));
  const digit = [1, 2, 5, 10].find((candidate) => candidate * power >= minStep * 0.9999) ?? 10;
  return digit * power;
}

/**
 * Multiples of a power of two, as the widths of encodings are.
 * @param {number} low @param {number} high @param {number} maxCount
 * @returns {number[]}
 */
export function binaryTicks(low, high, maxCount) {
  const minStep = Math.max((high - low) / Math.max(maxCount, 1), 1);
  const step = 2 ** Math.ceil(Math.log2(minStep));
  const multiples = [];
  for (let n = Math.ceil(low / step); n * step <= high; n++) multiples.push(n * step);
  return multiples;
}
