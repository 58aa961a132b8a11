// config.support.js: the configurations that the tests of ropeFromConfig start from.

/** @typedef {{ model: string, note?: string, config: any }} Published */

const files = /** @type {Record<string, Published>} */ (
  import.meta.glob("../models/*.json", { eager: true, import: "default" })
);
export const models = Object.fromEntries(
  Object.entries(files).map(([path, model]) => [path.replace(/^.*\/(.*)\.json$/, "$1"), model]),
);

/** A copy of a published configuration. @param {string} name */
export const config = (name) => structuredClone(models[name].config);

/** A minimal configuration. */
export const plain = {
  model_type: "llama",
  head_dim: 64,
  rope_theta: 10000,
  max_position_embeddings: 4096,
};
