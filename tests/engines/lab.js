// lab.js: the training that every engine runs: all encodings for some steps, one encoding to the
// end, and each method of a model.

/** @typedef {typeof import("../../web/phasor/lab.js")} Lab */
/** @typedef {import("./computation.js").Results} Results */

/** @param {Lab} lab @returns {Results} */
export function training({ encodings, experiment, TinyModel, tasks }) {
  /** @type {Results} */
  const results = {};
  for (const encoding of encodings) {
    const model = new TinyModel({ encoding, task: "lookup", layers: 2, seed: 12, length: 20 });
    for (let i = 0; i < 20; i++) model.step();
    results[`lab: weights with ${encoding}`] = model.weights;
    results[`lab: test of ${encoding}`] = JSON.stringify([model.evaluate(100), model.hash]);
  }
  const run = experiment({ encoding: "rope", seed: 3, steps: 150, maxLength: 64 });
  let next = run.next();
  while (!next.done) next = run.next();
  results["lab: experiment"] = JSON.stringify(next.value);
  const model = new TinyModel({ encoding: "rope", task: "threeBack", steps: 10 });
  const batch = tasks.threeBack.batches({ seed: 4, length: 30 }).next().value;
  results["lab: gradient"] = model.gradient(batch).gradient;
  model.tune({ length: 64, steps: 3 });
  while (!model.done) model.step();
  const read = model.attention(batch.tokens.subarray(0, 30), { interpolate: true });
  return { ...results, "lab: attention": read.weights, "lab: logits": read.logits };
}
