// finding_codes.js: the codes of all findings, by function, and what docs/api.md says of them.

/** @type {Record<string, Record<string, string>>} */
export const findings = {
  diagnose: {
    "mismatched-frequencies": "sine and cosine of a pair turn at different frequencies",
    "multiplied-frequencies": "positions are multiplied by base^(2i/d), not divided",
    "swapped-sine-cosine concatenated-layout": "the order or the layout is not the paper's",
    "spacing-d-minus-2 other-base": "exponents over d − 2; a base that is not 10000",
    "starts-at-1 other-start": "row 0 is not position 0",
    "reversed-positions scaled-positions": "positions run backwards, or in steps other than 1",
    "scaled-values": "sines and cosines have a factor",
    "low-precision-angles": "angles were computed in a format too coarse for them",
    "differing-entries noisy": "some entries differ from the rest, or all of them a little",
    "not-finite": "NaN or infinity",
    "constant-table duplicate-rows zero-rows zero-column":
      "rows or columns that say nothing about positions",
    "only-sines only-cosines":
      "the other function is missing: half of a table, or of a rotary cache",
    "negated-cosines negated-sines": "one of the two has the wrong sign",
    "integer-exponents": "exponents were truncated to integers",
    dropout: "dropout was applied to the entries",
    "restarting-rows transposed": "a stack of tables, axes exchanged",
    "zero-columns": "some columns are zero, the others hold a narrower table",
    "two-dimensional":
      "rows are the cells of a grid; the message says which half of the columns encodes which axis",
    "ambiguous-start": "several positions of row 0 explain the table; `start` is null",
    "learned-or-unknown too-few-rows":
      "not sinusoids, or too few rows to decide; `diagnose` needs 4",
    "differs-layout differs-order differs-spacing differs-base differs-start":
      "with `expect`: what is not as expected",
    "differs-convention differs-normalize differs-pi differs-logSampling":
      "with `expect`: another option of `sinusoidal2d` or `nerf`",
    "missing-rows repeated-rows": "with `expect`: from some row on, rows are earlier or later ones",
    "axes-exchanged grid-transposed":
      "with `expect`: the halves of the columns, or rows and columns of the grid, are exchanged",
    "differs-entries": "with `expect`: where entries differ, if nothing explains it",
  },
  diagnoseRotary: {
    "starts-at-1 other-start unknown-start": "row 0 is not position 0, or not the given position",
    "restarting-positions jumping-positions other-step":
      "positions restart, jump, or advance by more than 1",
    "held-positions":
      "the first or the last rows are all at one position: padding, or clipped positions",
    "ignored-positions ignored-axis":
      "rows turn by their index or by another batch element's positions; an axis is ignored",
    "reversed-positions exchanged-positions rounded-positions raster-order":
      "rows have each other's positions, multiples of a number, or those of another order of patches",
    "other-positions": "rows turn by other positions, which the message lists",
    "turned-backwards swapped-sine-cosine negated": "signs and order of sines and cosines",
    "pairs-not-rotated pairs-turned-backwards constant-phase":
      "some pairs do not turn, turn backwards, or begin at another angle",
    "low-precision-angles": "frequencies or angles are in 16 bits",
    "low-precision-cache": "cosines and sines are in 16 bits, but the vectors are not",
    "missing-attention-factor squared-attention-factor other-attention-factor":
      "the rule has another factor; without `expect` a missing factor is a note, because DeepSeek's is 1",
    "reordered-output": "neighbouring features come out as halves",
    "undecided unknown-rule stretched-base hidden-rotaryDim": "what the entries do not determine",
    "mixed-doubling":
      "cosines and sines are doubled for other pairs than those that rotate (`cat` against `repeat_interleave`), so the result is not a rotation",
    "joined-halves": "rotated neighbours are put together as halves",
    "missing-minus": "both features of a pair add the other times the sine",
    "split-head": "the partner of a feature is half a head away, although fewer features turn",
    "changing-lengths": "lengths change from row to row: a note if they grow evenly, as with xPos",
    "token-axis other-axis":
      "the sequence is along an axis other than the second-to-last, or than the one that was given",
    "not-rotated rows-not-rotated no-rotation":
      "the output, or some rows of it, is the input, or nothing rotates evenly; notes unless `expect` has a rotation",
    "zeros not-finite": "vectors are zeros; NaN or infinity",
    "inverted-frequencies inverted-scaling":
      'with `expect`: positions are multiplied by powers of the base, or by the factor of `"linear"`, instead of divided',
    "missing-scaling scaled-twice": "with `expect`: its rule is not applied, or applied twice",
    "differs-layout differs-rotaryDim differs-rotaryStart differs-sections":
      "with `expect`: other features form pairs, turn, or turn by the positions of an axis",
    "differs-base differs-scaling differs-length differs-frequencies":
      "with `expect`: other frequencies; `length`: the rule's lists or stretch are for another sequence length",
    "noise differs-from-expected": "with `expect`: where vectors differ, if nothing explains it",
  },
  diagnoseBias: {
    "alibi-sign signed-distance query-index key-index":
      "far keys are rewarded; key − query without its absolute value; the wrong index; the authors' form, which is right under a causal mask",
    "alibi-naive-slopes alibi-consecutive-slopes":
      "slopes for a number of heads that is not a power of two",
    "alibi-slopes-from-zero alibi-slopes-reversed alibi-equal-slopes alibi-scaled-slopes other-slopes other-max-bias":
      "other slopes than the paper's",
    "bucket-boundaries reversed-direction other-max-distance":
      "buckets begin at other distances; the difference has the wrong sign",
    "hidden-direction": "a mask hides whether later keys have buckets",
    "window-stride": "different differences in a window share an entry",
    "mask-off-by-one mask-reversed blind-queries masked-keys heads-masked-differently sliding-window other-mask other-offset":
      "the mask is wrong, or the position of query 0",
    "constant-added constant-bias not-finite":
      "a constant, which a softmax cancels; NaN and +Infinity",
    "relative-positions learned-or-unknown":
      "another function of key − query; neither such a function nor a window",
    "hidden-max-distance": "the distances seen do not determine it",
    "differs-causal differs-offset differs-window differs-mask":
      "with `expect`: another mask, another position of query 0, or another window",
    "differs-form differs-maxBias alibi-other-heads":
      "with `expect`: another ALiBi bias; the slopes are those of other heads of a larger number",
    "differs-buckets differs-bidirectional differs-maxDistance differs-reach":
      "with `expect`: other buckets",
    "differs-table":
      "with `expect`: the table's entries, but query and key, axes, or heads and rows are swapped",
    "differs-type differs-entries":
      "with `expect`: another type of bias, or where entries differ, if nothing explains it",
  },
};
