// Long work in slices, between which the page may answer its reader.

/** Milliseconds of work after which the page has its turn. */
const SLICE = 12;

const turn = () => new Promise((resolve) => setTimeout(resolve));

/**
 * Does steps until there are none left, or nobody wants them.
 * @param {() => boolean} step one of them, well below a slice; false: it was the last
 * @param {() => boolean} wanted
 * @param {() => void} shown called after each slice
 */
export async function inSlices(step, wanted, shown) {
  let more = true;
  while (more && wanted()) {
    const end = performance.now() + SLICE;
    while (more && performance.now() < end) more = step();
    shown();
    if (more) await turn();
  }
}
