// select.js: finds the k-th smallest value, and takes some of a list.

/**
 * The value that would be at index `place` if the values were sorted (Hoare 1961). Reorders
 * `values`.
 * @param {Float64Array} values @param {number} place
 */
export function smallest(values, place) {
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const middle = values[(low + high) >> 1];
    let [i, j] = [low, high];
    while (i <= j) {
      while (values[i] < middle) i++;
      while (values[j] > middle) j--;
      if (i > j) break;
      const moved = values[i];
      values[i++] = values[j];
      values[j--] = moved;
    }
    if (place <= j) high = j;
    else if (place >= i) low = i;
    else break;
  }
  return values[place];
}

/** Some of a list, evenly. @template T @param {T[]} list @param {number} most @returns {T[]} */
export function evenly(list, most) {
  if (list.length <= most) return list;
  return Array.from(
    { length: most },
    (_, k) => list[Math.floor((k * (list.length - 1)) / (most - 1))],
  );
}
