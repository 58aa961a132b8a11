// fixed.h: unsigned fixed-point numbers of 32 integer and 160 fraction bits.
//
// Frequencies are needed to well past double: a position of 2^53 times a frequency still has to
// leave an angle that is right to 2^-60. One series of these numbers per table costs tens of
// nanoseconds a term, so plain schoolbook arithmetic is enough.
#ifndef PHASOR_FIXED_H
#define PHASOR_FIXED_H

#include <stdint.h>

enum { FIXED_LIMBS = 6 };

// limb[5] is the integer part, limb[0] the least significant 32 of the fraction.
typedef struct {
  uint32_t limb[FIXED_LIMBS];
} fixed;

extern const fixed fixed_one;
extern const fixed fixed_one_over_two_pi; // rounded to nearest, as all constants here
extern const fixed fixed_two_pi;
extern const fixed fixed_log_two_pi;

// a + b and a − b, both modulo 2^32: what goes below zero sets the top bit.
fixed fixed_add(fixed a, fixed b);
fixed fixed_subtract(fixed a, fixed b);
// Whether a < b.
int fixed_less(fixed a, fixed b);
// The double itself, cut at 2^-160. Required: 0 ≤ x < 2^32.
fixed fixed_from_double(double x);

// a·b, cut at 2^-160; error below 2 units there.
fixed fixed_mul(fixed a, fixed b);
// a·factor/divisor, cut at 2^-160; the product must fit.
fixed fixed_scale(fixed a, uint32_t factor, uint32_t divisor);
// a/b, cut at 2^-160; the greatest number where that is too large. Required: 0 < b < 2^31.
fixed fixed_divide(fixed a, fixed b);
// ln(x) for a finite double x ≥ 1; error below 256 units of 2^-160.
fixed fixed_log(double x);
// The same for a ≥ 1.
fixed fixed_log_of(fixed a);
// e^-x; error below 64 units of 2^-160.
fixed fixed_exp_negative(fixed x);
// base^(-numerator/denominator) for a finite double base ≥ 1: the factor between a series' neighbours.
fixed fixed_power(double base, uint32_t numerator, uint32_t denominator);

// The nearest double.
double fixed_to_double(fixed a);
// a − (double)hi rounded to a double, where hi = fixed_to_double(a).
double fixed_remainder(fixed a, double hi);

#endif
