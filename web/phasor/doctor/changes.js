// changes.js: other values of what is expected, tried alone and then together.

/**
 * Another value of one property of what is expected, and what it means.
 * @template T @typedef {{ code: string, message: string, change: Partial<T>, columns?: number[] }} Change
 *   without a code, it is right as well
 */

/**
 * Another value of a property, as a finding says it.
 * @template {object} T
 * @param {T} expected @param {keyof T & string} name @param {unknown} value
 * @returns {Change<T>}
 */
export const changeTo = (expected, name, value) => ({
  code: `differs-${name}`,
  message: `${name} is ${JSON.stringify(value)}; ${JSON.stringify(expected[name])} is expected.`,
  change: /** @type {Partial<T>} */ ({ [name]: value }),
});

/**
 * All combinations of `count` changes of different kinds, and what is then expected.
 * @template T
 * @param {T} expected @param {Change<T>[][]} kinds @param {number} count
 * @returns {Generator<{ other: T, changes: Change<T>[] }>}
 */
export function* combinations(expected, kinds, count) {
  if (count === 0) yield { other: expected, changes: [] };
  else if (kinds.length >= count) {
    const [first, ...rest] = kinds;
    for (const change of first) {
      for (const { other, changes } of combinations(
        { ...expected, ...change.change },
        rest,
        count - 1,
      ))
        yield { other, changes: [change, ...changes] };
    }
    yield* combinations(expected, rest, count);
  }
}

/** Up to `count` of the integers below `size`, evenly from the first to the last. @param {number} size @param {number} count */
export const evenIndices = (size, count) =>
  Array.from({ length: Math.min(size, count) }, (_, n) =>
    Math.floor((n * (size - 1)) / Math.max(1, Math.min(size, count) - 1)),
  );
