// positional.js: which tensors of a checkpoint are about position, by their names.

/** @typedef {"table" | "frequencies" | "divisors" | "cache" | "buckets" | "window"} Kind */

/** Names as they end, in Hugging Face's, PyTorch's, timm's, Meta's and GGUF's checkpoints.
 * @type {readonly [Kind, RegExp][]} */
const endings = [
  ["buckets", /(^|[._])(relative_attention_bias|attn_rel_b)(\.weight)?$/],
  ["window", /(^|[._])relative_position_bias_table$/],
  ["frequencies", /(^|[._])inv_freq$/],
  ["divisors", /(^|[._])(rope_freqs|rope_factors_(long|short))\.weight$/],
  ["cache", /(^|[._])(cos|sin)_(cached|cache)$/],
  [
    "table",
    /(^|[._])(wpe|embed_positions|position_embeddings?|position_embd|pos_embed(ding|s)?|pos_emb|positional_embeddings?|positional_encoding|pos_encoder\.pe|pos_encoding\.pe|pe)(\.weight|\.embedding)?$/,
  ],
];

/** @param {string} name of a tensor @returns {Kind | undefined} */
export function kindOf(name) {
  return endings.find(([, ending]) => ending.test(name))?.[0];
}
