// combinations.js: combinations of possible mistakes.

/**
 * All combinations of `count` changes of different kinds.
 * @template T
 * @param {T[][]} kinds @param {number} count
 * @returns {Generator<T[]>}
 */
export function* combinations(kinds, count) {
  if (count === 0) yield [];
  else if (kinds.length >= count) {
    const [first, ...rest] = kinds;
    for (const change of first) {
      for (const others of combinations(rest, count - 1)) yield [change, ...others];
    }
    yield* combinations(rest, count);
  }
}
