// models.js: what phasor knows about a model type: its row of the tables in models/.
import { pipelines } from "./models/pipelines.js";
import { text } from "./models/text.js";
import { towers } from "./models/towers.js";
import { unrotated } from "./models/unrotated.js";

/**
 * What a model's code assumes, taken from transformers and diffusers or from the model's own
 * repository. Whatever a row leaves out follows from the rest or has its usual value.
 * @typedef {object} Row
 * @property {readonly number[]} [sizes] hidden_size and num_attention_heads by default
 * @property {number} [headDim] head_dim by default; without it, hidden_size/num_attention_heads
 * @property {number} [globalHeadDim] head_dim of full attention layers
 * @property {number} [apart] qk_rope_head_dim by default
 * @property {string} [layout] "half" by default
 * @property {boolean} [fixed] the code uses this layout, whatever rope_interleave says
 * @property {readonly string[]} [styles] values of position_embedding_type that mean "interleaved"
 * @property {number} [direction] -1 if the model rotates in the opposite direction
 * @property {boolean} [trailing] the last features of a head rotate, not the first
 * @property {number} [base] rope_theta; 10000 by default
 * @property {number} [laterBase] rope_theta that transformers uses instead from release 5 on
 * @property {number} [part] partial_rotary_factor
 * @property {number} [localBase] rope_theta of sliding attention layers
 * @property {number} [pattern] n if every nth layer has full attention and the others sliding
 * @property {number} [interval] n if every nth layer has full attention and the others linear
 * @property {boolean} [fullFirst] the first layer of n has full attention, not the last
 * @property {boolean} [bothEnds] the first layer of all has full attention, too
 * @property {string} [only] the only type of layer that rotates
 * @property {boolean} [always] `only` applies even without sliding_window
 * @property {number} [unrotated] n if every nth layer does not rotate
 * @property {boolean} [fromEnd] counted from the last layer
 * @property {boolean} [unscaledSliding] sliding attention layers do not use the scaling rule
 * @property {boolean} [disputed] releases of transformers differ on `unscaledSliding`
 * @property {Record<string, unknown>} [rope] rope_parameters if the file has none
 * @property {readonly ["yarn", "longrope"]} [renamed] a type that the model's code reads
 *   as another one if there are lists
 * @property {ConfigSections} [sections] sections if the file has none, and their order
 * @property {string} [unpaired] why sections cannot describe this model
 * @property {string} [grid] the axes of positions, such as "height width", each with its own series
 * @property {string} [order] how the pairs are divided among these axes: "blocks" by default,
 *   "alternating" (pairs with the same frequency are neighbours), "dealt" (blocks, for which the
 *   frequencies of one series are dealt out in turn) "rising" (alternating, with base^(j/(n − 1))) or
 *   "halves" (the features of a head in blocks)
 * @property {readonly number[]} [axes] features of each axis, if they are not equal
 * @property {string} [split] how a head is divided among time, height and width: "sixths" (Wan: a
 *   sixth of the pairs each, rounded down, and the rest for time) or "eighths" (2, 3 and 3 eighths)
 * @property {boolean} [whole] the vector of a token rotates before it is divided into heads
 * @property {string} [hidden] the key of the width, if hidden_size is another width
 * @property {string} [needs] a key without which the model does not rotate
 * @property {number} [first] the position of the first row and column; 0 by default
 * @property {number} [unit] radians by which the first pair turns per unit of position
 * @property {Row} [vision] the vision tower of a multimodal model
 * @property {Row} [audio] its audio tower
 * @property {string} [positions] what the model has instead of a rotary embedding, unless the file
 *   says otherwise
 * @property {string} [refused] why `RotaryEmbedding` cannot express the rotation, and what to do
 * @property {string} [note] further information about the model's positions
 * @property {string} [temperature] "llama4" if attn_temperature_tuning is on by default
 * @property {boolean} [plainRotaryDim] the model ignores rotary_dim
 * @property {{ dim: number, heads: number }} [projected] CLVP's rule: max(projection_dim/(2·heads), 32)
 *   features rotate; these are the defaults of the two numbers
 * @property {number} [rotaryWidth] the only hidden_size with a rotary embedding; others have ALiBi
 * @property {boolean} [nullBase] a rope_theta of null means that nothing rotates
 * @property {boolean} [mscaleRatio] ggml divides YaRN's attention factor by that of mscale_all_dim
 * @property {boolean} [lateScores] transformers had no factor of the scores until July 2026
 * @property {boolean} [readsMscales] transformers reads short_mscale and long_mscale
 * @property {string} [unread] a key that transformers 5.16 ignores
 * @property {boolean} [reordered] llama.cpp reorders the weights of queries and keys
 * @property {boolean} [alpha] the rule "dynamic" with alpha is "ntk", also in .gguf files
 */

/** @import { ConfigSections } from "./sections.js" */

/** @type {Map<string, Row> | undefined} */
let rows;

/** All rows by the names that they are for. */
export function allRows() {
  rows ??= new Map(
    [unrotated, towers, text, pipelines].flatMap((table) =>
      Object.entries(table).flatMap(([names, row]) =>
        names.split(/\s+/).map((name) => /** @type {const} */ ([name, row])),
      ),
    ),
  );
  return rows;
}

/** @type {Map<string, Row> | undefined} */
let plainly;

/** A name without what separates its words. @param {string} name */
const squashed = (name) => name.toLowerCase().replace(/[-_. ]/g, "");

/**
 * The row for a name in another spelling, such as that of a class.
 * @param {string} name @returns {Row | undefined}
 */
export function named(name) {
  plainly ??= new Map([...allRows()].map(([each, row]) => [squashed(each), row]));
  return plainly.get(squashed(name));
}

/** The ending of the names of transformers in diffusers. */
const PIPELINE = /Transformer\dDModel$/;
/** Endings of the names of parts. */
const TEXT = /_text(_model|_config)?$/;
const TOWER = /_(?:(audio)|vision|visual|vit)(_model|_config|_encoder)?$/;

/**
 * The row of a model type. The name may have hyphens or capitals, and may have an ending for a part
 * of the model, such as _text.
 * @param {string | undefined} name
 * @returns {Row | undefined}
 */
export function modelType(name) {
  if (name === undefined) return undefined;
  const plain = name.toLowerCase().replace(/[-.]/g, "_");
  const all = allRows();
  const whole =
    all.get(name.replace(PIPELINE, "")) ?? all.get(plain) ?? all.get(plain.replace(TEXT, ""));
  if (whole) return whole;
  const part = TOWER.exec(plain);
  const same = all.get(plain.replace(/(_model|_config)$/, ""));
  if (same?.positions || same?.grid) return same;
  const stem = part ? all.get(plain.replace(TOWER, "")) : undefined;
  if (stem?.vision || stem?.audio) return part?.[1] ? stem.audio : stem.vision;
  // The sizes of a language model are not those of another part with a similar name.
  return stem?.positions || stem?.grid ? stem : undefined;
}
