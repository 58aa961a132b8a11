// fixed.h: unsigned fixed-point numbers of 32 integer and 160 fraction bits.
//
// Frequencies need more precision than a double has: a position of 2^53 times a frequency must still
// give an angle with an error below 2^-60. One series of these numbers per table takes tens of
// nanoseconds per term, so schoolbook arithmetic is fast enough.
//
// Results come first, as in GMP and MPFR, and may be the same objects as the arguments.
#ifndef PHASOR_FIXED_H
#define PHASOR_FIXED_H

#include <stdint.h>

enum { FIXED_LIMBS = 6 };

// limb[5] is the integer part, limb[0] the least significant 32 bits of the fraction.
typedef struct {
  uint32_t limb[FIXED_LIMBS];
} fixed;

extern const fixed fixed_zero;
extern const fixed fixed_one;
extern const fixed fixed_one_over_two_pi; // rounded to nearest, like all constants here
extern const fixed fixed_two_pi;
extern const fixed fixed_log_two_pi;

// a + b and a − b, both modulo 2^32: a negative difference sets the top bit.
void fixed_add(fixed *out, const fixed *a, const fixed *b);
void fixed_subtract(fixed *out, const fixed *a, const fixed *b);
// Whether a < b.
int fixed_less(const fixed *a, const fixed *b);
// The integer n.
void fixed_from_integer(fixed *out, uint32_t n);
// The double itself, cut at 2^-160. Required: 0 ≤ x < 2^32.
void fixed_from_double(fixed *out, double x);
// The integer part.
static inline uint32_t fixed_integer(const fixed *a) { return a->limb[FIXED_LIMBS - 1]; }

// a·b, cut at 2^-160; error below 2 units there.
void fixed_mul(fixed *out, const fixed *a, const fixed *b);
// a·factor/divisor, cut at 2^-160; the product must fit.
void fixed_scale(fixed *out, const fixed *a, uint32_t factor, uint32_t divisor);
// a/b, cut at 2^-160; the largest number if that is too large. Required: 0 < b < 2^31.
void fixed_divide(fixed *out, const fixed *a, const fixed *b);
// ln(x) for a finite double x ≥ 1; error below 256 units of 2^-160.
void fixed_log(fixed *out, double x);
// The same for a ≥ 1.
void fixed_log_of(fixed *out, const fixed *a);
// e^-x; error below 64 units of 2^-160.
void fixed_exp_negative(fixed *out, const fixed *x);

// The nearest double.
double fixed_to_double(const fixed *a);
// a − (double)hi rounded to a double, where hi = fixed_to_double(a).
double fixed_remainder(const fixed *a, double hi);

#endif
