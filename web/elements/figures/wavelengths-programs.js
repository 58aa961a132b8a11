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
  c: `\
#include <stdio.h>
#include "phasor.h"

enum { PAIRS = ${dModel / 2} };

int main(void) {
  double wavelengths[PAIRS];
  phasor_wavelengths(wavelengths, PAIRS, ${base}, 2, 2 * PAIRS);
  printf("pair,wavelength,turns in ${length} positions\\n");
  for (int i = 0; i < PAIRS; i++)
    printf("%d,%.17g,%.17g\\n", i, wavelengths[i], ${length} / wavelengths[i]);
}
`,
});
