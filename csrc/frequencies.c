// frequencies.c: the geometric series behind every table, see phasor.h.
#include "phasor.h"

#include "series.h"

void phasor_frequencies(double *out, size_t pairs, double base, uint32_t numerator,
                        uint32_t denominator) {
  fixed ratio;
  series_ratio(&ratio, base, numerator, denominator);
  fixed frequency = fixed_one;
  for (size_t i = 0; i < pairs; i++) {
    out[i] = fixed_to_double(&frequency);
    fixed_mul(&frequency, &frequency, &ratio);
  }
}

// 1/(hi + lo), to barely more than 0.5 ulp: one Newton step on the rounded reciprocal, its residual
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
  fixed ratio;
  series_ratio(&ratio, base, numerator, denominator);
  fixed increments = fixed_one_over_two_pi;
  for (size_t i = 0; i < pairs; i++) {
    const double hi = fixed_to_double(&increments);
    out[i] = reciprocal(hi, fixed_remainder(&increments, hi));
    fixed_mul(&increments, &increments, &ratio);
  }
}

void phasor_increments(uint64_t *increments, size_t pairs, double base, uint32_t numerator,
                       uint32_t denominator) {
  fixed ratio;
  series_ratio(&ratio, base, numerator, denominator);
  series_increments(increments, pairs, &ratio);
}

// ln(base)/(span − shift), or a number too large to matter.
static void shifted_log(fixed *out, double base, double span, double shift) {
  // Both are halved until a very negative shift fits, and the quotient is halved in turn.
  int halvings = 0;
  while (shift < -0x1p29) {
    shift /= 2;
    span /= 2;
    halvings++;
  }
  fixed magnitude;
  fixed difference;
  fixed_from_double(&magnitude, shift < 0 ? -shift : shift);
  fixed_from_double(&difference, span);
  if (shift < 0)
    fixed_add(&difference, &difference, &magnitude);
  else
    fixed_subtract(&difference, &difference, &magnitude);
  fixed_log(out, base);
  fixed_divide(out, out, &difference);
  for (; halvings > 0; halvings--) fixed_scale(out, out, 1, 2);
}

void phasor_increments_shifted(uint64_t *increments, size_t pairs, double base, double span,
                               double shift) {
  enum { VANISHED = 112 }; // e^-112 is below all fraction bits
  fixed ratio;
  shifted_log(&ratio, base, span, shift);
  if (fixed_integer(&ratio) < VANISHED)
    fixed_exp_negative(&ratio, &ratio);
  else
    ratio = fixed_zero;
  series_increments(increments, pairs, &ratio);
}
