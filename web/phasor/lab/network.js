// network.js: the model's arithmetic: forward pass, backward pass and Adam, as calls of kernels.
//
//   x = E[token] (+ E[added]) (+ P[position])
//   each layer:  h = rms(x),  q, k = h·Wqk (rotated),  v = h·Wv
//                x += softmax(q·kᵀ/√width + bias, causal)·v·Wo
//                x += gelu(rms(x)·Wup)·Wdown, if the shape has hidden features
//   logits = rms(x)·U, or rms(x)·Eᵀ if the output is tied to the embedding
import { alibiSlopes } from "../bias/alibi.js";
import { bucketsFrom } from "../bias/t5.js";
import { RotaryEmbedding } from "../rope/rope.js";
import {
  at,
  BUCKETS,
  GAIN,
  initialise,
  ModelMemory,
  passesLength,
  tensorsOf,
} from "./model_memory.js";

/** @import { Batch } from "./tasks.js" */
/** @import { Passes } from "./model_memory.js" */
/** @typedef {"none" | "sinusoidal" | "learned" | "rope" | "alibi" | "t5"} Encoding */
/**
 * @typedef {object} Shape
 * @property {number} symbols @property {number} answers
 * @property {number} dModel @property {number} heads @property {number} layers
 * @property {Encoding} encoding
 * @property {number} maxLength the maximum length of a sequence
 * @property {number | undefined} [hidden] features of the feed-forward network, a multiple of 4; none by default
 * @property {boolean | undefined} [tied] whether the output's matrix is the embedding; then answers = symbols
 */
/** What rotates queries or keys, and their positions (length). @typedef {{ rotary: RotaryEmbedding | null, positions: Float64Array }} SideRotation */
/** Another rotation than that of the training. @typedef {{ queries: SideRotation, keys: SideRotation }} Rotation */

/** What is added to the means of squares in norms. */
export const EPSILON = 1e-5;
const ADAM_BETA1 = 0.9;
const ADAM_BETA2 = 0.99; // unless the training says otherwise
const ADAM_EPSILON = 1e-8;
/** maxDistance of T5's buckets. */
const MAX_DISTANCE = 32;

export class Network {
  /** Products of the betas so far, for Adam's corrections. */
  powers = [1, 1];

  /** @param {Shape} shape @param {number} seed of the initial values */
  constructor(shape, seed) {
    this.shape = shape;
    const { tensors, count } = tensorsOf(shape);
    this.tensors = tensors;
    this.count = count;
    this.width = shape.dModel / shape.heads;
    this.rotary =
      shape.encoding === "rope" ? new RotaryEmbedding(this.width, { layout: "half" }) : undefined;
    const buckets = { buckets: BUCKETS, bidirectional: false, maxDistance: MAX_DISTANCE };
    this.buckets = bucketsFrom(buckets, 1 - shape.maxLength, shape.maxLength).reverse();
    this.slopes = alibiSlopes(shape.heads);
    const floats = passesLength(shape, 32, Math.min(32, shape.maxLength));
    this.memory = new ModelMemory(shape, count, floats);
    initialise(this.memory.learned, at(this.memory.parameters), tensors, seed);
  }

  /** Resets Adam's state. */
  restart() {
    this.powers = [1, 1];
    this.memory.first.fill(0);
    this.memory.second.fill(0);
  }

  /** The part of a list that belongs to a tensor.
   * @param {Float32Array} list the parameters or their gradient @param {string} name */
  part(list, name) {
    const tensor = this.tensors.find((tensor) => tensor.name === name);
    if (!tensor) throw new Error(`phasor/lab: internal: no parameters ${name}`);
    return list.subarray(tensor.at, tensor.at + tensor.size);
  }

  /** How many sequences of a length fit into the current memory; at least 1.
   * @param {number} length */
  sequencesThatFit(length) {
    let sequences = 1;
    const floats = this.memory.pool.length;
    while (passesLength(this.shape, 2 * sequences, length) <= floats) sequences *= 2;
    return sequences;
  }

  /** Arrays for batches of these sizes, in larger memory if need be.
   * @param {number} sequences @param {number} length @returns {Passes} */
  passesFor(sequences, length) {
    const passes = this.memory.passesFor(sequences, length);
    if (passes) return passes;
    const floats = passesLength(this.shape, sequences, length);
    const larger = new ModelMemory(this.shape, this.count, floats);
    larger.copy(this.memory);
    this.memory = larger;
    return this.passesFor(sequences, length);
  }

  /**
   * The logits of a batch, (sequences, length, answers), and the attention weights. The next pass
   * overwrites them.
   * @param {Batch} batch @param {number} scale factor of the positions
   * @param {Rotation} [rotation] instead of the encoding's own, at these positions
   */
  forward(batch, scale = 1, rotation = undefined) {
    const passes = this.passesFor(batch.sequences, batch.length);
    const { shape } = this;
    const { kernels, parameters, sines } = this.memory;
    const { dModel, layers, answers, encoding } = shape;
    const { rows, length, x } = passes;
    passes.load(batch, scale);
    x.fill(0);
    const embedding = at(this.part(parameters, "embedding"));
    kernels.phasor_gather_add(at(x), embedding, at(passes.tokens), rows, dModel);
    kernels.phasor_gather_add(at(x), embedding, at(passes.added), rows, dModel);
    if (encoding === "sinusoidal" || encoding === "learned") {
      const table = encoding === "learned" ? this.part(parameters, "positions") : sines;
      kernels.phasor_gather_add(at(x), at(table), at(passes.places), rows, dModel);
    }
    for (let layer = 0; layer < layers; layer++) {
      const { h, inverse, qk, v, mixed, weights } = passes.layers[layer];
      const name = `layer ${layer}: `;
      kernels.phasor_rms_norm(at(h), at(inverse), at(x), rows, dModel, EPSILON);
      this.#multiply(qk, h, `${name}queries and keys`);
      this.#multiply(v, h, `${name}values`);
      if (rotation) this.#rotateSides(qk, passes, rotation);
      else this.#rotate(qk, passes, false);
      kernels.phasor_causal(
        ...[
          at(mixed),
          at(weights),
          at(qk),
          at(qk) + 4 * dModel,
          at(v),
          this.biasOf(layer, length, passes.bias),
        ],
        ...[at(passes.work), passes.sequences, length, shape.heads, this.width],
        ...[2 * dModel, dModel, 1 / Math.sqrt(this.width)],
      );
      this.#multiply(x, mixed, `${name}output`, true);
      if (!shape.hidden) continue;
      const { forward, forwardInverse, active, slope } = passes.layers[layer];
      kernels.phasor_rms_norm(at(forward), at(forwardInverse), at(x), rows, dModel, EPSILON);
      this.#multiply(slope, forward, `${name}up`);
      kernels.phasor_gelu(at(active), at(slope), at(slope), active.length);
      this.#multiply(x, active, `${name}down`, true);
    }
    kernels.phasor_rms_norm(at(passes.h), at(passes.inverse), at(x), rows, dModel, EPSILON);
    if (shape.tied) {
      kernels.phasor_matmul_nt(
        ...[at(passes.logits), answers, at(passes.h), dModel, embedding, dModel],
        ...[at(passes.work), rows, answers, dModel, 0],
      );
    } else this.#multiply(passes.logits, passes.h, "answers");
    return passes;
  }

  /**
   * The mean cross-entropy of a batch's targets.
   * @param {Batch} batch @param {number} [scale] factor of the positions
   * @param {Rotation} [rotation] as for `forward`
   */
  loss(batch, scale = 1, rotation = undefined) {
    const { dLogits, logits, targets, rows } = this.forward(batch, scale, rotation);
    return this.memory.kernels.phasor_cross_entropy(
      ...[at(dLogits), at(logits), at(targets), rows, this.shape.answers],
    );
  }

  /**
   * Fills `gradient` and returns the loss: the mean cross-entropy of a batch's targets.
   * @param {Batch} batch @param {number} [scale] factor of the positions
   */
  backward(batch, scale = 1) {
    const loss = this.loss(batch, scale);
    const passes = this.passesFor(batch.sequences, batch.length);
    const { shape } = this;
    const { kernels, gradient } = this.memory;
    const { dModel, layers, answers } = shape;
    const { rows, length, dLogits, dx, dh, dqk, dv } = passes;
    gradient.fill(0);
    dx.fill(0);
    const dEmbedding = at(this.part(gradient, "embedding"));
    if (shape.tied) {
      const embedding = at(this.part(this.memory.parameters, "embedding"));
      kernels.phasor_matmul_tn(
        ...[dEmbedding, dModel, at(dLogits), answers, at(passes.h), dModel],
        ...[answers, dModel, rows, 0],
      );
      kernels.phasor_matmul_nn(
        ...[at(dh), dModel, at(dLogits), answers, embedding, dModel, rows, dModel, answers, 0],
      );
    } else this.#multiplyBackward(dh, "answers", passes.h, dLogits, passes);
    kernels.phasor_rms_norm_backward(
      ...[at(dx), at(dh), at(passes.h), at(passes.inverse), rows, dModel],
    );
    for (let layer = layers - 1; layer >= 0; layer--) {
      const { h, inverse, qk, v, mixed, weights } = passes.layers[layer];
      const name = `layer ${layer}: `;
      if (shape.hidden) {
        const { forward, forwardInverse, active, slope } = passes.layers[layer];
        const { dActive } = passes;
        this.#multiplyBackward(dActive, `${name}down`, active, dx, passes);
        kernels.phasor_gelu_backward(at(dActive), at(slope), dActive.length);
        this.#multiplyBackward(dh, `${name}up`, forward, dActive, passes);
        kernels.phasor_rms_norm_backward(
          ...[at(dx), at(dh), at(forward), at(forwardInverse), rows, dModel],
        );
      }
      this.#multiplyBackward(dh, `${name}output`, mixed, dx, passes);
      passes.dBias.fill(0);
      kernels.phasor_causal_backward(
        ...[at(dqk), at(dqk) + 4 * dModel, at(dv), shape.encoding === "t5" ? at(passes.dBias) : 0],
        ...[at(dh), at(weights), at(qk), at(qk) + 4 * dModel, at(v), at(passes.work)],
        ...[passes.sequences, length, shape.heads, this.width],
        ...[2 * dModel, dModel, 1 / Math.sqrt(this.width)],
      );
      if (shape.encoding === "t5") this.#sumBuckets(layer, passes);
      this.#rotate(dqk, passes, true);
      this.#multiplyBackward(dh, `${name}queries and keys`, h, dqk, passes);
      this.#multiplyBackward(dh, `${name}values`, h, dv, passes, true);
      kernels.phasor_rms_norm_backward(at(dx), at(dh), at(h), at(inverse), rows, dModel);
    }
    kernels.phasor_gather_backward(dEmbedding, at(passes.tokens), at(dx), rows, dModel);
    kernels.phasor_gather_backward(dEmbedding, at(passes.added), at(dx), rows, dModel);
    if (shape.encoding === "learned") {
      const dPositions = at(this.part(gradient, "positions"));
      kernels.phasor_gather_backward(dPositions, at(passes.places), at(dx), rows, dModel);
    }
    return loss;
  }

  /**
   * A step of Adam along `gradient`, which is first shortened to the norm `clip`.
   * @param {number} rate @param {number} [beta2] @param {number} [clip]
   */
  update(rate, beta2 = ADAM_BETA2, clip = Infinity) {
    const { kernels, parameters, first, second, gradient } = this.memory;
    this.powers[0] *= ADAM_BETA1;
    this.powers[1] *= beta2;
    const [power1, power2] = this.powers;
    if (clip < Infinity) kernels.phasor_clip(at(gradient), this.count, clip);
    kernels.phasor_adam(
      ...[at(parameters), at(first), at(second), at(gradient), this.count, rate, ADAM_BETA1, beta2],
      ...[1 - power1, 1 - power2, ADAM_EPSILON],
    );
  }

  /** @param {string} name of a tensor @returns {[address: number, depth: number, columns: number]} */
  #matrix(name) {
    const tensor = this.tensors.find((tensor) => tensor.name === name);
    const [depth, columns] = tensor?.shape ?? [];
    return [at(this.part(this.memory.parameters, name)), depth, columns];
  }

  /**
   * Computes a·W, where a is (rows, depth of W); writes it to out (rows, columns), or adds it to out.
   * @param {Float32Array} out @param {Float32Array} a @param {string} name of W
   */
  #multiply(out, a, name, accumulate = false) {
    const [matrix, depth, columns] = this.#matrix(name);
    this.memory.kernels.phasor_matmul_nn(
      ...[at(out), columns, at(a), depth, matrix, columns, a.length / depth, columns, depth],
      Number(accumulate),
    );
  }

  /**
   * For out = a·W: computes the gradient of W, and writes the gradient of a to da, or adds it to
   * da.
   * @param {Float32Array} da @param {string} name of W @param {Float32Array} a
   * @param {Float32Array} dOut @param {Passes} passes
   */
  #multiplyBackward(da, name, a, dOut, { rows, work }, accumulate = false) {
    const [matrix, depth, columns] = this.#matrix(name);
    this.memory.kernels.phasor_matmul_tn(
      ...[at(this.part(this.memory.gradient, name)), columns, at(a), depth, at(dOut), columns],
      ...[depth, columns, rows, 0],
    );
    this.memory.kernels.phasor_matmul_nt(
      ...[at(da), depth, at(dOut), columns, matrix, columns],
      ...[at(work), rows, depth, columns, Number(accumulate)],
    );
  }

  /** Rotates queries and keys in place. @param {Float32Array} qk @param {Passes} passes @param {boolean} inverse */
  #rotate(qk, { sequences, length, positions }, inverse) {
    this.rotary?.apply(qk, [sequences, length, 2 * this.shape.heads, this.width], {
      tokenAxis: 1,
      positions,
      inverse,
      out: qk,
    });
  }

  /** Rotates queries and keys, each by their own rotation. @param {Float32Array} qk @param {Passes} passes
   * @param {Rotation} rotation */
  #rotateSides(qk, { sequences, length, rows, dqk }, { queries, keys }) {
    const { dModel, heads } = this.shape;
    const half = dqk.subarray(0, rows * dModel);
    for (const [from, { rotary, positions }] of [queries, keys].entries()) {
      if (!rotary) continue;
      for (let row = 0; row < rows; row++) {
        const at = (2 * row + from) * dModel;
        half.set(qk.subarray(at, at + dModel), row * dModel);
      }
      rotary.apply(half, [sequences, length, heads, this.width], {
        tokenAxis: 1,
        positions,
        out: half,
      });
      for (let row = 0; row < rows; row++) {
        qk.set(half.subarray(row * dModel, (row + 1) * dModel), (2 * row + from) * dModel);
      }
    }
  }

  /**
   * Writes the bias of each distance and head; returns its address, 0 if there is none.
   * @param {number} layer @param {number} length @param {Float32Array} bias (length, heads)
   */
  biasOf(layer, length, bias) {
    const { encoding, heads } = this.shape;
    if (encoding !== "alibi" && encoding !== "t5") return 0;
    if (encoding === "alibi") {
      for (let d = 0; d < length; d++) {
        for (let head = 0; head < heads; head++) bias[d * heads + head] = -this.slopes[head] * d;
      }
      return at(bias);
    }
    const table = this.part(this.memory.parameters, `layer ${layer}: bias`);
    for (let d = 0; d < length; d++) {
      for (let head = 0; head < heads; head++) {
        bias[d * heads + head] = GAIN * table[this.buckets[d] * heads + head];
      }
    }
    return at(bias);
  }

  /** The gradient of T5's table, summed from the gradients of the distances. @param {number} layer
   * @param {Passes} passes */
  #sumBuckets(layer, { length, dBias }) {
    const { heads } = this.shape;
    const table = this.part(this.memory.gradient, `layer ${layer}: bias`);
    const sums = new Float64Array(table.length);
    for (let d = 0; d < length; d++) {
      for (let head = 0; head < heads; head++) {
        sums[this.buckets[d] * heads + head] += dBias[d * heads + head];
      }
    }
    for (let i = 0; i < table.length; i++) table[i] = GAIN * sums[i];
  }
}
