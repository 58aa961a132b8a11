import { swinBias, swinLogCoordinates, swinRelativePositionIndex } from "phasor";
import { describe, it } from "vitest";
import { array, dtypes, near, noise, same } from "./helpers.js";

/** Windows: [height, width]. @type {number[][]} */
const windows = [
  [1, 1],
  [2, 2],
  [1, 5],
  [5, 1],
  [3, 4],
  [7, 7],
  [8, 3],
  [12, 12],
  [17, 16],
  [2, 150],
  // in tiles
  [48, 40],
  [7, 120],
  [120, 7],
];

/** The index by its definition. @param {number} height @param {number} width */
function indexPlainly(height, width) {
  const out = new Int32Array((height * width) ** 2);
  let at = 0;
  for (let qy = 0; qy < height; qy++) {
    for (let qx = 0; qx < width; qx++) {
      for (let ky = 0; ky < height; ky++) {
        for (let kx = 0; kx < width; kx++) {
          out[at++] = (qy - ky + height - 1) * (2 * width - 1) + (qx - kx + width - 1);
        }
      }
    }
  }
  return out;
}

describe("Swin", () => {
  it("indices match the definition", () => {
    same(
      swinRelativePositionIndex(2, 2),
      Int32Array.of(...[4, 3, 1, 0], ...[5, 4, 2, 1], ...[7, 6, 4, 3], ...[8, 7, 5, 4]),
    );
    for (const [height, width] of windows) {
      same(swinRelativePositionIndex(height, width), indexPlainly(height, width));
    }
  });

  it.each(dtypes)("biases are the entries of the table at the indices, %s", (dtype) => {
    for (const [height, width] of windows) {
      const index = indexPlainly(height, width);
      for (const heads of [1, 3]) {
        const rows = (2 * height - 1) * (2 * width - 1);
        const table = noise(dtype, rows * heads);
        const expected = array(dtype, heads * index.length);
        for (let h = 0; h < heads; h++) {
          index.forEach((row, i) => {
            expected[h * index.length + i] = table[row * heads + h];
          });
        }
        same(swinBias(table, heads, height, width), expected, `${height} × ${width}`);
      }
    }
  });

  it("log-spaced coordinates match the formula for any window and any pretrained window", () => {
    for (const [height, width] of windows) {
      for (const pretrained of /** @type {const} */ ([undefined, [8, 6]])) {
        const [tall, wide] = pretrained ?? [height, width];
        const actual = swinLogCoordinates(height, width, {
          dtype: "float64",
          pretrained: pretrained && [...pretrained],
        });
        /** @param {number} distance @param {number} size */
        const coordinate = (distance, size) => {
          if (distance === 0) return 0;
          const scaled = Math.log2(1 + Math.abs((8 * distance) / (size - 1))) / 3;
          return Math.sign(distance) * scaled;
        };
        const expected = [];
        for (let y = 1 - height; y < height; y++) {
          for (let x = 1 - width; x < width; x++) {
            expected.push(coordinate(y, tall), coordinate(x, wide));
          }
        }
        near(actual, expected, 2 ** -50, `${height} × ${width}`);
        same(
          swinLogCoordinates(height, width, { pretrained: pretrained && [...pretrained] }),
          Float32Array.from(actual),
        );
      }
    }
  });
});
