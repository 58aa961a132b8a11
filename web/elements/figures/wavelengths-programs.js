// Programs that print the wavelengths of <phasor-wavelengths>.

/** @import { Programs } from "../core/types.js" */

/** @param {{ dModel: number, base: number, length: number }} of @returns {Programs} */
export const wavelengthsPrograms = ({ dModel, base, length }) => ({
  javascript: `\
import { wavelengths } from "phasor";

console.log("pair,wavelength,turns in ${length} positions");
wavelengths(${dModel}, { base: ${base} }).forEach((wavelength, pair) => {
  console.log([pair, wavelength, ${length} / wavelength].join());
});
`,
  python: `\
import numpy as np

omega = ${base} ** (-np.arange(0, ${dModel}, 2) / ${dModel})
print("pair,wavelength,turns in ${length} positions")
for pair, wavelength in enumerate(2 * np.pi / omega):
    print(pair, wavelength, ${length} / wavelength, sep=",")
`,
});
