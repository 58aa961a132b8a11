// phasor.mjs: phasor on ordinary arrays, results written into `out`.

import { readFileSync } from "node:fs";
import {
  attentionWeights,
  dotProducts,
  LearnedPositionalEncoding,
  RotaryEmbedding,
  SinusoidalPositionalEncoding,
  sinusoidal,
} from "../../../web/phasor/index.js";
import { BATCH, HEADS, SUMMED, scatteredOver } from "./work.mjs";

/** @import { Contestant } from "./work.mjs" */
/** @typedef {{ float32: (n: number) => Float32Array, float64: (n: number) => Float64Array }} Place */

export function start() {
  const path = new URL("../../../package.json", import.meta.url);
  return JSON.parse(readFileSync(path, "utf8")).version;
}

/** @type {Contestant["prepare"]} */
export const prepare = preparedIn({
  float32: (length) => new Float32Array(length),
  float64: (length) => new Float64Array(length),
});

/** @param {Place} place @returns {Contestant["prepare"]} */
export function preparedIn(place) {
  return ({ kind, dtype, length, d, start: first }) => {
    if (kind === "rope") {
      const x = place.float32(HEADS * length * d).fill(0.5);
      const out = place.float32(x.length);
      const rotary = new RotaryEmbedding(d, { layout: "half" });
      const options = { offset: first, out };
      return { run: () => rotary.apply(x, [HEADS, length, d], options), values: () => out };
    }
    const table = place[dtype](length * d);
    if (kind === "table") {
      return {
        run: () => sinusoidal(length, d, { out: table, start: first }),
        values: () => table,
      };
    }
    if (kind === "forward") {
      const x = place.float32(BATCH * length * d).fill(1);
      const out = place.float32(x.length);
      const encoding = new SinusoidalPositionalEncoding(length, d);
      return { run: () => encoding.forward(x, [BATCH, length, d], { out }), values: () => out };
    }
    if (kind === "gradient") {
      const x = place.float32(SUMMED * length * d).fill(1);
      const encoding = new LearnedPositionalEncoding(length, d);
      const run = () => {
        encoding.zeroGradient();
        encoding.backward(x, [SUMMED, length, d], { out: x });
      };
      return { run, values: () => encoding.gradient };
    }
    if (kind === "scatter") {
      const x = place.float32(SUMMED * length * d).fill(1);
      const rows = scatteredOver(SUMMED * length, length);
      const encoding = new LearnedPositionalEncoding(length, d);
      const run = () => {
        encoding.zeroGradient();
        encoding.backwardAt(rows, x);
      };
      return { run, values: () => encoding.gradient };
    }
    const out = place.float32(length * length);
    sinusoidal(length, d, { out: table });
    if (kind === "attention") {
      const run = () => attentionWeights(table, table, [length, d], { out });
      return { run, values: () => out };
    }
    return { run: () => dotProducts(table, [length, d], { out }), values: () => out };
  };
}
