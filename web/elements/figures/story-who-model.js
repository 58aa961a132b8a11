// The sentence of <phasor-story> in which one does something to another, who therefore feels something.
import { deeds, people } from "../../phasor/story/stories.js";
import { GUESS } from "./story-model.js";

/** @import { Deed } from "./story-model.js" */

export const NAMES = people;
export const DEEDS = deeds.map(([did]) => did);

/** The reader's deed, with names and deeds that stories have. @param {Deed} deed @returns {Deed} */
export function validDeed({ who, did, whom }) {
  if (!NAMES.includes(who) || !NAMES.includes(whom) || who === whom)
    return { ...GUESS, did: DEEDS.includes(did) ? did : GUESS.did };
  return { who, did: DEEDS.includes(did) ? did : GUESS.did, whom };
}

/** What the other does then: “was afraid of”. @param {string} did */
export const feltFor = (did) => deeds.find(([deed]) => deed === did)?.[1] ?? "";

/** The reader's sentence, as it is shown. @param {Deed} deed */
export const clauseOf = ({ who, did, whom }) => `one day ${who} ${did} ${whom} in the garden . so`;

/** The text that the model reads: both names appear before, so that neither is new. @param {Deed} deed */
export function textOf(deed) {
  const [a, b] = [deed.who, deed.whom].sort();
  return `once there was a tall goat named ${a} . ${a} and ${b} the hare were friends . ${clauseOf(deed)}`;
}
