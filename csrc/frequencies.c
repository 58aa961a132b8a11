// frequencies.c: the geometric series behind every table, see phasor.h.
#include "phasor.h"

#include "fixed.h"

void phasor_frequencies(double *out, size_t pairs, double base, uint32_t numerator,
                        uint32_t denominator) {
  const fixed ratio = fixed_power(base, numerator, denominator);
  fixed frequency = fixed_one;
  for (size_t i = 0; i < pairs; i++) {
    out[i] = fixed_to_double(frequency);
    frequency = fixed_mul(frequency, ratio);
  }
}

// 1/(hi + lo), to 0.5 ulp and a hair: one Newton step on the rounded reciprocal, its residual
// formed exactly by splitting both factors into halves of 26 bits.
static double reciprocal(double hi, double lo) {
  const double guess = 1 / hi;
  const double splitter = 0x1p27 + 1;
  const double hi1 = hi * splitter - (hi * splitter - hi);
  const double hi2 = hi - hi1;
  const double guess1 = guess * splitter - (guess * splitter - guess);
  const double guess2 = guess - guess1;
  const double residual =
      (((1 - hi1 * guess1) - hi1 * guess2) - hi2 * guess1) - hi2 * guess2 - lo * guess;
  return guess + guess * residual;
}

void phasor_wavelengths(double *out, size_t pairs, double base, uint32_t numerator,
                        uint32_t denominator) {
  const fixed ratio = fixed_power(base, numerator, denominator);
  fixed turns = fixed_one_over_two_pi;
  for (size_t i = 0; i < pairs; i++) {
    const double hi = fixed_to_double(turns);
    out[i] = reciprocal(hi, fixed_remainder(turns, hi));
    turns = fixed_mul(turns, ratio);
  }
}
