// Programs that print the hands of <phasor-clocks>.
import { pythonPositions, pythonTable } from "../core/programs.js";

/** @import { Programs } from "../core/types.js" */

/** @param {number} dModel @param {number} base @param {number} position @returns {Programs} */
export const clocksPrograms = (dModel, base, position) => ({
  javascript: `\
import { sinusoidalAt, wavelengths } from "phasor";

const row = sinusoidalAt([${position}], ${dModel}, { base: ${base}, dtype: "float64" });
console.log("pair,wavelength,sin,cos");
wavelengths(${dModel}, { base: ${base} }).forEach((wavelength, i) => {
  console.log([i, wavelength, row[2 * i], row[2 * i + 1]].join());
});
`,
  python: `\
import numpy as np

${pythonPositions({ first: position, step: 1, count: 1 })}
${pythonTable(dModel, base)}
print("pair,wavelength,sin,cos")
for i, wavelength in enumerate(2 * np.pi / omega):
    print(i, wavelength, pe[0, 2 * i], pe[0, 2 * i + 1], sep=",")
`,
});
