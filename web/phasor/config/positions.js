// positions.js: what models can have instead of a rotary embedding.

/** The values of `positions`, described in words. */
export const kinds = /** @type {const} */ ({
  rotary: "a rotary embedding",
  learned: "a learned table",
  sinusoidal: "a sinusoidal table",
  alibi: "ALiBi",
  "t5-buckets": "learned biases for distance buckets, as in T5",
  "relative-bias": "learned biases for relative positions, as in Swin",
  relative: "learned vectors by distance",
  convolution: "a convolution",
  none: "no positional encoding (order comes only from masks, recurrence or convolutions)",
});

/** @typedef {keyof typeof kinds} Positions */
