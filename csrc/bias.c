// bias.c: biases of attention scores, see phasor.h.
#include "phasor.h"

#include <math.h>

#include "fixed.h"
#include "simd.h"

void phasor_log_coordinates(double *out, size_t count, uint32_t span) {
  // log2(1 + 8i/span)/log2 8 = (ln(span + 8i) − ln span)/(3·ln 2)
  const fixed unit = fixed_scale(fixed_log(2), 3, 1);
  const fixed origin = span > 0 ? fixed_log((double)span) : unit;
  for (size_t i = 0; i < count; i++) {
    const fixed distance = i > 0 ? fixed_log((double)span + 8 * (double)i) : origin;
    out[i] = fixed_to_double(fixed_divide(fixed_subtract(distance, origin), unit));
  }
}

#define KERNELS "bias_kernels.h"
#include "each_real.h"
