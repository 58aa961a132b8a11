// story.js: the texts that every engine writes: right ones, and one for each way of breaking the positions.

/** @typedef {typeof import("../../web/phasor/story.js")} Story */
/** @typedef {import("./computation.js").Results} Results */

/**
 * @param {Story} story @param {Uint8Array} weights the contents of rope.safetensors
 * @returns {Promise<Results>}
 */
export async function writing({ breaks, decode, encode, StoryModel, words }, weights) {
  const model = await StoryModel.load(weights);
  const tokens = encode("one day Max chased Lena in the garden . so");
  const { queries, keys } = model.vectors(tokens);
  /** @type {Results} */
  const results = {
    "story: words": words.join(" "),
    "story: logits": model.next(tokens),
    "story: losses": model.loss(tokens),
    "story: attention": model.attention(tokens),
    "story: queries": queries,
    "story: keys": keys,
    "story: prompt": [...model.writing({ prompt: decode(tokens), seed: 4 })].join(" "),
    "story: likeliest words": model.write({ temperature: 0, words: 40 }),
  };
  for (const seed of [1, 2, 3]) results[`story: text ${seed}`] = model.write({ seed });
  for (const [name, { number = 0, rotation }] of Object.entries(breaks)) {
    results[`story: ${name}`] = model.write({ seed: 2, words: 50, rotation: rotation(number) });
  }
  return results;
}
