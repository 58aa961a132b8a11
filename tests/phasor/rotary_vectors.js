// rotary_vectors.js: vectors before and after a rotation, by the plain formula.
import { noise } from "./helpers.js";

/** The features of a pair. @typedef {(i: number, pairs: number) => [a: number, b: number]} Place */
/** @type {Record<"half" | "interleaved", Place>} */
export const placesOf = {
  half: (i, pairs) => [i, i + pairs],
  interleaved: (i) => [2 * i, 2 * i + 1],
};

/**
 * Vectors (B, H, T, dHead) and how they come out.
 * @param {object} how @param {number[]} how.shape @param {ArrayLike<number>} how.frequencies
 * @param {(p: { b: number, h: number, t: number, i: number }) => number} [how.place] position of a pair
 * @param {"half" | "interleaved"} [how.layout] @param {Place} [how.from] @param {Place} [how.to] in the output
 * @param {number} [how.factor] @param {(x: number) => number} [how.store]
 * @param {(x: number) => number} [how.round] rounds angles
 * @param {(x: number) => number} [how.step] rounds cosines, sines and products
 * @param {number} [how.times] how often they are turned
 * @param {(p: { b: number, h: number, t: number }) => boolean} [how.copies] vectors that are left out
 */
export function rotation(how) {
  const { shape, frequencies, layout = "half", factor = 1, times = 1 } = how;
  const { from = placesOf[layout], to = from, place = ({ t }) => t } = how;
  const { store = Math.fround, copies = () => false } = how;
  const { round = (x) => x, step = (x) => x } = how;
  const [batch, heads, rows, width] = shape;
  const pairs = frequencies.length;
  const input = Float32Array.from(noise("float64", batch * heads * rows * width, 7), store);
  const output = input.slice();
  for (let at = 0; at < input.length; at += width) {
    const vector = at / width;
    const [t, h] = [vector % rows, Math.floor(vector / rows) % heads];
    const b = Math.floor(vector / rows / heads);
    if (copies({ b, h, t })) continue;
    for (let i = 0; i < pairs; i++) {
      const [x, y, u, v] = [...from(i, pairs), ...to(i, pairs)].map((c) => at + c);
      const angle = round(frequencies[i] * place({ b, h, t, i }));
      const [c, s] = [step(factor * Math.cos(angle)), step(factor * Math.sin(angle))];
      let [re, im] = [input[x], input[y]];
      for (let n = 0; n < times; n++) {
        [re, im] = [store(step(re * c) - step(im * s)), store(step(re * s) + step(im * c))];
      }
      [output[u], output[v]] = [re, im];
    }
  }
  return { input, output };
}
