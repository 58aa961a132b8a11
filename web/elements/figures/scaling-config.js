// Reads the model configuration that a reader pastes into <phasor-scaling>.
import { ropeFromConfig } from "../../phasor/index.js";
import { LIMITS } from "../state/parameters.js";

/** @import { Model } from "./scaling-model.js" */

/** @param {string} config the text of a config.json @returns {{ model: Model } | { problem: string }} */
export function read(config) {
  try {
    const model = ropeFromConfig(config);
    if (model.rotaryDim >= 2 && model.rotaryDim <= LIMITS.dModel) return { model };
    return {
      problem:
        model.rotaryDim < 2
          ? "This layer of the model does not rotate."
          : `Heads of more than ${LIMITS.dModel} features are not drawn.`,
    };
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    return { problem: message.replace(/^phasor\.\w+: /, "") };
  }
}
