// The rows of a learned table that <phasor-learned> shows: of a story model (web/story), whose texts had TRAINED words
// in training.
import { cosineSimilarity } from "../../phasor/index.js";

/** Rows 0, STRIDE, 2·STRIDE … of WIDTH numbers. */
export const [COUNT, STRIDE, WIDTH] = [48, 4, 64];
/** Positions that texts reached in training. */
export const TRAINED = 128;
/** Rows beyond these stayed as they were before training. */
export const REACHED = TRAINED / STRIDE;

/**
 * The cosines of all pairs of rows, (COUNT, COUNT). The factor of each row, which its 8-bit entries leave out, changes no
 * cosine.
 * @param {string} base64 the entries
 */
export function cosinesOf(base64) {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const rows = Float64Array.from(new Int8Array(bytes.buffer));
  return cosineSimilarity(rows, [COUNT, WIDTH]);
}
