// gguf.js: the metadata of a .gguf file as options of a rotary embedding.

/** @typedef {import("../phasor/diagnose_rotary.js").ExpectedRotary} ExpectedRotary */
/** @typedef {import("../phasor/rope/scaling.js").RopeScaling} RopeScaling */

/**
 * What the metadata says; undefined if the model does not rotate.
 * Keys: docs/gguf.md of ggml-org/ggml.
 * @param {Map<string, unknown>} metadata
 * @returns {ExpectedRotary | undefined}
 */
export function ropeOfGguf(metadata) {
  const architecture = String(metadata.get("general.architecture") ?? "");
  /** @param {string} key */
  const number = (key) => {
    const value = metadata.get(`${architecture}.${key}`);
    return typeof value === "number" && Number.isFinite(value) ? value : undefined;
  };
  const heads = number("attention.head_count");
  const width = number("embedding_length");
  const divided = heads && width ? width / heads : undefined;
  const dHead = number("attention.key_length") ?? divided;
  const rotaryDim = number("rope.dimension_count") ?? dHead;
  const base = number("rope.freq_base");
  if (
    rotaryDim === undefined ||
    (base === undefined && number("rope.dimension_count") === undefined)
  ) {
    return undefined;
  }
  return {
    dHead: Math.max(dHead ?? rotaryDim, rotaryDim),
    rotaryDim,
    base: base === undefined ? 10000 : single(base),
    scaling: scalingOf(metadata, architecture, number),
  };
}

/** @param {Map<string, unknown>} metadata @param {string} architecture
 * @param {(key: string) => number | undefined} number @returns {RopeScaling | null} */
function scalingOf(metadata, architecture, number) {
  const type = metadata.get(`${architecture}.rope.scaling.type`);
  const factor = number("rope.scaling.factor") ?? number("rope.scale_linear");
  const original = number("rope.scaling.original_context_length");
  const length = original ?? number("context_length");
  if (type === "yarn" && factor !== undefined && length !== undefined) {
    return {
      ...{ type: "yarn", factor: single(factor) },
      original_max_position_embeddings: length,
      beta_fast: number("rope.scaling.yarn_beta_fast"),
      beta_slow: number("rope.scaling.yarn_beta_slow"),
    };
  }
  const linear =
    type === "linear" || (type === undefined && number("rope.scale_linear") !== undefined);
  return linear && factor !== undefined && factor !== 1
    ? { type: "linear", factor: single(factor) }
    : null;
}

/** The shortest decimal of a float32: 0.1 rather than 0.10000000149. @param {number} x */
function single(x) {
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(x.toPrecision(digits));
    if (Math.fround(short) === Math.fround(x)) return short;
  }
  return x;
}
