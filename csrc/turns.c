// turns.c: a series of frequencies as 128-bit fractions of a turn, see phasor.h.
#include "phasor.h"

#include "fixed.h"

static void series(uint64_t *turns, size_t pairs, fixed ratio) {
  fixed current = fixed_one_over_two_pi;
  for (size_t i = 0; i < pairs; i++) {
    const uint32_t *limb = current.limb;
    turns[2 * i] = (uint64_t)limb[4] << 32 | limb[3];
    turns[2 * i + 1] = (uint64_t)limb[2] << 32 | limb[1];
    current = fixed_mul(current, ratio);
  }
  if (pairs % 2) turns[2 * pairs] = turns[2 * pairs + 1] = 0;
}

void phasor_turns(uint64_t *turns, size_t pairs, double base, uint32_t numerator,
                  uint32_t denominator) {
  series(turns, pairs, fixed_power(base, numerator, denominator));
}

// ln(base)/(span − shift), or what is too large to matter.
static fixed shifted_log(double base, double span, double shift) {
  // Far below zero the shift is all there is, but for what cannot be seen: both are made smaller
  // until they fit, and the quotient after them.
  int halvings = 0;
  while (shift < -0x1p29) {
    shift /= 2;
    span /= 2;
    halvings++;
  }
  const fixed size = fixed_from_double(shift < 0 ? -shift : shift);
  const fixed all = fixed_from_double(span);
  fixed result =
      fixed_divide(fixed_log(base), shift < 0 ? fixed_add(all, size) : fixed_subtract(all, size));
  for (; halvings > 0; halvings--) result = fixed_scale(result, 1, 2);
  return result;
}

void phasor_turns_shifted(uint64_t *turns, size_t pairs, double base, double span, double shift) {
  enum { VANISHED = 112 }; // e^-112 is below all fraction bits
  const fixed exponent = shifted_log(base, span, shift);
  const fixed none = {{0}};
  const int any = exponent.limb[FIXED_LIMBS - 1] < VANISHED;
  series(turns, pairs, any ? fixed_exp_negative(exponent) : none);
}
