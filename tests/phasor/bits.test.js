// Compares the bytes of tables with the hashes that tests/csrc/bits.c checks, too.
import { readFileSync } from "node:fs";
import { sinusoidal, sinusoidalAt } from "phasor";
import { expect, it } from "vitest";
import { bytes } from "./helpers.js";

/** The FNV-1a hash, 64 bits. @param {Uint8Array} data */
function hash(data) {
  // Multiplies in two parts: 0x100000001b3 is 2^40 + 0x1b3.
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  for (let at = 0; at < data.length; at++) {
    low = (low ^ data[at]) >>> 0;
    const product = low * 0x1b3;
    const carry = Math.floor(product / 2 ** 32);
    high = (Math.imul(high, 0x1b3) + carry + (low << 8)) >>> 0;
    low = product >>> 0;
  }
  return high.toString(16).padStart(8, "0") + low.toString(16).padStart(8, "0");
}

const lines = readFileSync(new URL("../vectors/bits.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));

it("tests/vectors/bits.txt has more than 10 lines", () => expect(lines.length).toBeGreaterThan(10));

it.each(lines)("the bytes have the hash of the line %s", (line) => {
  const [name, ...numbers] = line.split(" ");
  const dtype = /** @type {"float32" | "float64"} */ (name);
  const [base, width, start, step, rows] = numbers.slice(0, 5).map(Number);
  const table =
    step === 1
      ? sinusoidal(rows, width, { base, start, dtype })
      : sinusoidalAt(
          Array.from({ length: rows }, (_, r) => start + r * step),
          width,
          { base, dtype },
        );
  expect(hash(bytes(table))).toBe(numbers[5]);
});
