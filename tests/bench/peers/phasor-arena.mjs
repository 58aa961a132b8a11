// phasor-arena.mjs: phasor on arrays in one arena.
import { Arena } from "../../../web/phasor/index.js";
import { preparedIn, start } from "./phasor.mjs";

/** @import { Contestant } from "./work.mjs" */

export { start };

const arena = new Arena(2 ** 28);
const inArena = preparedIn(arena);

/** @type {Contestant["prepare"]} */
export const prepare = (work) => {
  arena.reset();
  return inArena(work);
};
