// subjects.js: every public function with good and bad arguments, for
// refusals.test.js, options.test.js and properties.test.js.
import { analysis } from "./analysis.js";
import { biases } from "./biases.js";
import { layers } from "./layers.js";
import { rotaries } from "./rotary.js";
import { rotations } from "./rotations.js";
import { tables } from "./tables.js";

/** @type {import("./rows.js").Subject[]} */
export const subjects = [...tables, ...layers, ...analysis, ...biases, ...rotaries, ...rotations];
