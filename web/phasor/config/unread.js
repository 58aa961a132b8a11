// unread.js: warns about keys that seem to be about positions and were not read.
import { aliases, idleKeys, otherKeys } from "./keys.js";

/** @import { Keys } from "./reader.js" */

const understood = new Set([...Object.values(aliases).flat(), ...otherKeys]);
const idle = new Set(idleKeys);
const about = /rope|rotary|rotate/i;
/** Other settings of the same encodings. */
const aside = /dropout|_sizes$|^use_mrope$|_k_/;

/**
 * @param {(Keys | undefined)[]} places @param {boolean} still whether nothing rotates
 */
export function warnOfUnread(places, still) {
  for (const keys of places) {
    for (const key of keys?.names() ?? []) {
      const known = understood.has(key);
      if (!about.test(key) || aside.test(key) || (known && !still)) continue;
      keys?.ignore(key);
      if (!known && !idle.has(key)) keys?.warn(`${keys.at(key)} is unknown and was ignored`);
    }
  }
}
