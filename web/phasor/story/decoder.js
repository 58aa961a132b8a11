// decoder.js: reads a text word by word and keeps the keys and values of what it has read.
//
// The arithmetic is that of the network's forward pass, row by row, so the logits have the same bits.
import { Arena } from "../arena.js";
import { labKernels } from "../kernels/lab.js";
import { at } from "../lab/model_memory.js";
import { EPSILON } from "../lab/network.js";
import { memoryOf } from "../memory.js";

/** @import { Network } from "../lab/network.js" */
/** @import { Sides } from "./rotation.js" */

export class Decoder {
  #network;
  #rotation;
  #arrays;
  #kernels;
  /** The number of words read so far. */
  length = 0;

  /** @param {Network} network @param {Sides | undefined} rotation as for `rotationOf` */
  constructor(network, rotation) {
    this.#network = network;
    this.#rotation = rotation;
    const { symbols, dModel, heads, layers, hidden = 0, maxLength } = network.shape;
    const sizes = {
      parameters: network.count,
      sines: network.memory.sines.length,
      cache: 2 * layers * maxLength * dModel,
      ...{ x: dModel, h: dModel, inverse: 4, qk: 2 * dModel, v: dModel, mixed: dModel },
      ...{ active: hidden, slope: hidden, logits: symbols, bias: maxLength * heads },
      work: Math.max((network.width + 7) * (maxLength + 8) + 16, symbols * dModel),
    };
    const names = /** @type {(keyof typeof sizes)[]} */ (Object.keys(sizes));
    const floats = names.reduce((sum, name) => sum + Math.ceil(sizes[name] / 16) * 16, 16);
    const arena = new Arena(4 * floats + 64);
    this.#arrays = /** @type {Record<keyof typeof sizes, Float32Array<ArrayBuffer>>} */ (
      Object.fromEntries(names.map((name) => [name, arena.float32(sizes[name])]))
    );
    this.tokens = arena.int32(2);
    this.#arrays.parameters.set(network.memory.parameters);
    this.#arrays.sines.set(network.memory.sines);
    this.#kernels = memoryOf([this.#arrays.x]).use(labKernels);
  }

  /** @param {string} name of a tensor */
  #part(name) {
    return this.#network.part(this.#arrays.parameters, name);
  }

  /** Multiplies a row by a tensor, or adds the product. @param {Float32Array} out @param {Float32Array} row
   * @param {string} name */
  #multiply(out, row, name, accumulate = 0) {
    const [depth, columns] = [row.length, out.length];
    this.#kernels.phasor_matmul_nn(
      ...[at(out), columns, at(row), depth, at(this.#part(name)), columns, 1, columns, depth],
      accumulate,
    );
  }

  /** Reads a word and returns the logits of the next, which the next call overwrites. @param {number} token */
  read(token) {
    const { shape, width } = this.#network;
    const { symbols, dModel, heads, layers, hidden, maxLength, encoding } = shape;
    const { sines, cache, x, h, inverse, qk, v, mixed, active, slope, logits, bias, work } =
      this.#arrays;
    const kernels = this.#kernels;
    const position = this.length++;
    this.tokens.set([token, position]);
    x.fill(0);
    kernels.phasor_gather_add(at(x), at(this.#part("embedding")), at(this.tokens), 1, dModel);
    if (encoding === "sinusoidal" || encoding === "learned") {
      const table = encoding === "learned" ? this.#part("positions") : sines;
      kernels.phasor_gather_add(at(x), at(table), at(this.tokens) + 4, 1, dModel);
    }
    for (let layer = 0; layer < layers; layer++) {
      const name = `layer ${layer}: `;
      const layerSize = maxLength * dModel;
      const keys = cache.subarray(2 * layer * layerSize, (2 * layer + 1) * layerSize);
      const values = cache.subarray((2 * layer + 1) * layerSize, (2 * layer + 2) * layerSize);
      kernels.phasor_rms_norm(at(h), at(inverse), at(x), 1, dModel, EPSILON);
      this.#multiply(qk, h, `${name}queries and keys`);
      this.#multiply(v, h, `${name}values`);
      const [query, key] = [qk.subarray(0, dModel), qk.subarray(dModel)];
      for (const [row, side] of /** @type {const} */ ([
        [query, this.#rotation?.queries],
        [key, this.#rotation?.keys],
      ])) {
        const positions = side && [side.positionOf(position)];
        side?.rotary?.apply(row, [heads, 1, width], { positions, out: row });
      }
      keys.set(key, position * dModel);
      values.set(v, position * dModel);
      const { length } = this;
      kernels.phasor_causal_last(
        ...[at(mixed), at(query), at(keys), at(values), this.#network.biasOf(layer, length, bias)],
        ...[at(work), length, heads, width, 1 / Math.sqrt(width)],
      );
      this.#multiply(x, mixed, `${name}output`, 1);
      if (!hidden) continue;
      kernels.phasor_rms_norm(at(h), at(inverse), at(x), 1, dModel, EPSILON);
      this.#multiply(slope, h, `${name}up`);
      kernels.phasor_gelu(at(active), at(slope), at(slope), hidden);
      this.#multiply(x, active, `${name}down`, 1);
    }
    kernels.phasor_rms_norm(at(h), at(inverse), at(x), 1, dModel, EPSILON);
    kernels.phasor_matmul_nt(
      ...[at(logits), symbols, at(h), dModel, at(this.#part("embedding")), dModel, at(work)],
      ...[1, symbols, dModel, 0],
    );
    return logits;
  }
}
