// network.js: the model's arithmetic: forward pass, backward pass and Adam, as calls of kernels.
//
//   x = E[token] (+ E[added]) (+ P[position])
//   each layer:  h = rms(x),  q, k = h·Wqk (rotated),  v = h·Wv
//                x += softmax(q·kᵀ/√width + bias, causal)·v·Wo
//   logits = rms(x)·U
import { alibiSlopes } from "../bias/alibi.js";
import { t5Bucket } from "../bias/t5.js";
import { RotaryEmbedding } from "../rope/rope.js";
import { at, ModelMemory, passesLength } from "./model_memory.js";
import { BUCKETS, GAIN, initialise, tensorsOf } from "./parameters.js";

/** @import { Batch } from "./tasks.js" */
/** @import { Passes } from "./model_memory.js" */
/** @typedef {"none" | "sinusoidal" | "learned" | "rope" | "alibi" | "t5"} Encoding */
/**
 * @typedef {object} Shape
 * @property {number} symbols @property {number} answers
 * @property {number} dModel @property {number} heads @property {number} layers
 * @property {Encoding} encoding
 * @property {number} maxLength the maximum length of a sequence
 */

const EPSILON = 1e-5; // of the norms
const BETA1 = 0.9;
const BETA2 = 0.99;
const ADAM_EPSILON = 1e-8;
/** maxDistance of T5's buckets. */
const REACH = 32;

export class Network {
  /** Products of the betas so far, for Adam's corrections. */
  #powers = [1, 1];

  /** @param {Shape} shape @param {number} seed of the initial values */
  constructor(shape, seed) {
    this.shape = shape;
    const { tensors, count } = tensorsOf(shape);
    this.tensors = tensors;
    this.count = count;
    this.width = shape.dModel / shape.heads;
    this.rotary =
      shape.encoding === "rope" ? new RotaryEmbedding(this.width, { layout: "half" }) : undefined;
    this.buckets = Int32Array.from({ length: shape.maxLength }, (_, distance) =>
      t5Bucket(-distance, { bidirectional: false, buckets: BUCKETS, maxDistance: REACH }),
    );
    this.slopes = alibiSlopes(shape.heads);
    const floats = passesLength(shape, 32, Math.min(32, shape.maxLength));
    this.memory = new ModelMemory(shape, count, floats);
    initialise(this.memory.learned, at(this.memory.parameters), tensors, seed);
  }

  /** Resets Adam's state. */
  restart() {
    this.#powers = [1, 1];
    this.memory.first.fill(0);
    this.memory.second.fill(0);
  }

  /** The part of a list that belongs to a tensor.
   * @param {Float32Array} list the parameters or their gradient @param {string} name */
  part(list, name) {
    const tensor = this.tensors.find((each) => each.name === name);
    if (!tensor) throw new Error(`phasor/lab: internal: no parameters ${name}`);
    return list.subarray(tensor.at, tensor.at + tensor.size);
  }

  /** How many sequences of a length fit into the current memory; at least 1.
   * @param {number} length */
  sequencesThatFit(length) {
    let sequences = 1;
    const most = this.memory.pool.length;
    while (passesLength(this.shape, 2 * sequences, length) <= most) sequences *= 2;
    return sequences;
  }

  /** @param {number} sequences @param {number} length @returns {Passes} */
  #passesFor(sequences, length) {
    const ready = this.memory.passesFor(sequences, length);
    if (ready) return ready;
    const floats = passesLength(this.shape, sequences, length);
    const larger = new ModelMemory(this.shape, this.count, floats);
    larger.copy(this.memory);
    this.memory = larger;
    return this.#passesFor(sequences, length);
  }

  /**
   * The logits of a batch, (sequences, length, answers), and the attention weights. The next pass
   * overwrites them.
   * @param {Batch} batch @param {number} scale factor of the positions
   */
  forward(batch, scale = 1) {
    const passes = this.#passesFor(batch.sequences, batch.length);
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
      const [Wqk, Wv, Wo] = this.#weights(layer);
      kernels.phasor_rms_norm(at(h), at(inverse), at(x), rows, dModel, EPSILON);
      this.#multiply(qk, h, Wqk, 2 * dModel);
      this.#multiply(v, h, Wv, dModel);
      this.#rotate(qk, passes, false);
      kernels.phasor_causal(
        ...[at(mixed), at(weights), at(qk), at(qk) + 4 * dModel, at(v), this.#bias(layer, passes)],
        ...[at(passes.work), passes.sequences, length, shape.heads, this.width],
        ...[2 * dModel, dModel, 1 / Math.sqrt(this.width)],
      );
      this.#multiply(x, mixed, Wo, dModel, true);
    }
    kernels.phasor_rms_norm(at(passes.h), at(passes.inverse), at(x), rows, dModel, EPSILON);
    this.#multiply(passes.logits, passes.h, this.part(parameters, "answers"), answers);
    return passes;
  }

  /**
   * Fills `gradient` and returns the loss: the mean cross-entropy of a batch's targets.
   * @param {Batch} batch @param {number} [scale] factor of the positions
   */
  backward(batch, scale = 1) {
    const passes = this.forward(batch, scale);
    const { shape } = this;
    const { kernels, gradient } = this.memory;
    const { dModel, layers, answers } = shape;
    const { rows, length, dLogits, dx, dh, dqk, dv } = passes;
    const targets = at(passes.targets);
    const loss = kernels.phasor_cross_entropy(
      ...[at(dLogits), at(passes.logits), targets, rows, answers],
    );
    gradient.fill(0);
    dx.fill(0);
    this.#multiplyBackward(dh, "answers", passes.h, dLogits, answers, passes);
    kernels.phasor_rms_norm_backward(
      ...[at(dx), at(dh), at(passes.h), at(passes.inverse), rows, dModel],
    );
    for (let layer = layers - 1; layer >= 0; layer--) {
      const { h, inverse, qk, v, mixed, weights } = passes.layers[layer];
      const name = `layer ${layer}: `;
      this.#multiplyBackward(dh, `${name}output`, mixed, dx, dModel, passes);
      passes.dBias.fill(0);
      kernels.phasor_causal_backward(
        ...[at(dqk), at(dqk) + 4 * dModel, at(dv), shape.encoding === "t5" ? at(passes.dBias) : 0],
        ...[at(dh), at(weights), at(qk), at(qk) + 4 * dModel, at(v), at(passes.work)],
        ...[passes.sequences, length, shape.heads, this.width],
        ...[2 * dModel, dModel, 1 / Math.sqrt(this.width)],
      );
      if (shape.encoding === "t5") this.#sumBuckets(layer, passes);
      this.#rotate(dqk, passes, true);
      this.#multiplyBackward(dh, `${name}queries and keys`, h, dqk, 2 * dModel, passes);
      this.#multiplyBackward(dh, `${name}values`, h, dv, dModel, passes, true);
      kernels.phasor_rms_norm_backward(at(dx), at(dh), at(h), at(inverse), rows, dModel);
    }
    const dEmbedding = at(this.part(gradient, "embedding"));
    kernels.phasor_gather_backward(dEmbedding, at(passes.tokens), at(dx), rows, dModel);
    kernels.phasor_gather_backward(dEmbedding, at(passes.added), at(dx), rows, dModel);
    if (shape.encoding === "learned") {
      const dPositions = at(this.part(gradient, "positions"));
      kernels.phasor_gather_backward(dPositions, at(passes.places), at(dx), rows, dModel);
    }
    return loss;
  }

  /** A step of Adam along `gradient`. @param {number} rate */
  update(rate) {
    const { kernels, parameters, first, second, gradient } = this.memory;
    this.#powers[0] *= BETA1;
    this.#powers[1] *= BETA2;
    const [power1, power2] = this.#powers;
    kernels.phasor_adam(
      ...[at(parameters), at(first), at(second), at(gradient), this.count, rate, BETA1, BETA2],
      ...[1 - power1, 1 - power2, ADAM_EPSILON],
    );
  }

  /** @param {number} layer */
  #weights(layer) {
    return ["queries and keys", "values", "output"].map((name) =>
      this.part(this.memory.parameters, `layer ${layer}: ${name}`),
    );
  }

  /**
   * Computes a·b, where a is (rows, dModel); writes it to out (rows, columns), or adds it to out.
   * @param {Float32Array} out @param {Float32Array} a @param {Float32Array} b @param {number} columns
   */
  #multiply(out, a, b, columns, accumulate = false) {
    const depth = this.shape.dModel;
    this.memory.kernels.phasor_matmul_nn(
      ...[at(out), columns, at(a), depth, at(b), columns, a.length / depth, columns, depth],
      Number(accumulate),
    );
  }

  /**
   * For out = a·W: computes the gradient of W, and writes the gradient of a to da, or adds it to
   * da.
   * @param {Float32Array} da @param {string} name of W @param {Float32Array} a
   * @param {Float32Array} dOut @param {number} columns @param {Passes} passes
   */
  #multiplyBackward(da, name, a, dOut, columns, { rows, work }, accumulate = false) {
    const depth = this.shape.dModel;
    this.memory.kernels.phasor_matmul_tn(
      ...[at(this.part(this.memory.gradient, name)), columns, at(a), depth, at(dOut), columns],
      ...[depth, columns, rows, 0],
    );
    this.memory.kernels.phasor_matmul_nt(
      ...[at(da), depth, at(dOut), columns, at(this.part(this.memory.parameters, name)), columns],
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

  /** The address of the bias of each distance and head; 0 if there is none. @param {number} layer
   * @param {Passes} passes */
  #bias(layer, { length, bias }) {
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
