// fixed.c: 192-bit fixed point, see fixed.h.
#include "fixed.h"

#include <string.h>

#include "bits.h"

const fixed fixed_zero = {{0}};
const fixed fixed_one = {{0, 0, 0, 0, 0, 1}};
const fixed fixed_one_over_two_pi = {
    {0x36d8a566, 0x7d4d3770, 0x7f09d5f4, 0x9391054a, 0x28be60db, 0}};
const fixed fixed_two_pi = {{0x48127044, 0x06e0e689, 0x2633145c, 0x0b4611a6, 0x487ed511, 6}};
const fixed fixed_log_two_pi = {{0x9f611f1a, 0x88324047, 0x29792002, 0x4beb4a69, 0xd67f1c86, 1}};
static const fixed ln_two = {{0x40f34326, 0x03f2f6af, 0xc9e3b398, 0xd1cf79ab, 0xb17217f7, 0}};

void fixed_add(fixed *out, const fixed *a, const fixed *b) {
  uint64_t carry = 0;
  for (int k = 0; k < FIXED_LIMBS; k++) {
    carry += (uint64_t)a->limb[k] + b->limb[k];
    out->limb[k] = (uint32_t)carry;
    carry >>= 32;
  }
}

void fixed_subtract(fixed *out, const fixed *a, const fixed *b) {
  uint64_t borrow = 0;
  for (int k = 0; k < FIXED_LIMBS; k++) {
    const uint64_t difference = (uint64_t)a->limb[k] - b->limb[k] - borrow;
    out->limb[k] = (uint32_t)difference;
    borrow = difference >> 63;
  }
}

int fixed_less(const fixed *a, const fixed *b) {
  for (int k = FIXED_LIMBS - 1; k >= 0; k--)
    if (a->limb[k] != b->limb[k]) return a->limb[k] < b->limb[k];
  return 0;
}

static int is_zero(const fixed *a) { return !fixed_less(&fixed_zero, a); }

void fixed_from_integer(fixed *out, uint32_t n) {
  *out = fixed_zero;
  out->limb[FIXED_LIMBS - 1] = n;
}

void fixed_mul(fixed *out, const fixed *a, const fixed *b) {
  // The product has ten fraction limbs; the lowest three cannot reach the result but by a carry
  // of less than one unit, so they are left out.
  enum { DROPPED = 3, FRACTION = FIXED_LIMBS - 1 };
  uint32_t product[2 * FIXED_LIMBS] = {0};
  for (int i = 0; i < FIXED_LIMBS; i++) {
    uint64_t carry = 0;
    for (int j = i < DROPPED ? DROPPED - i : 0; j < FIXED_LIMBS; j++) {
      carry += (uint64_t)a->limb[i] * b->limb[j] + product[i + j];
      product[i + j] = (uint32_t)carry;
      carry >>= 32;
    }
    product[i + FIXED_LIMBS] = (uint32_t)carry;
  }
  memcpy(out->limb, product + FRACTION, sizeof out->limb);
}

void fixed_scale(fixed *out, const fixed *a, uint32_t factor, uint32_t divisor) {
  uint32_t product[FIXED_LIMBS];
  uint64_t carry = 0;
  for (int k = 0; k < FIXED_LIMBS; k++) {
    carry += (uint64_t)a->limb[k] * factor;
    product[k] = (uint32_t)carry;
    carry >>= 32;
  }
  uint64_t remainder = carry;
  for (int k = FIXED_LIMBS - 1; k >= 0; k--) {
    remainder = (remainder << 32) | product[k];
    out->limb[k] = (uint32_t)(remainder / divisor);
    remainder %= divisor;
  }
}

void fixed_divide(fixed *out, const fixed *a, const fixed *b) {
  // Long division, one bit at a time: the bits of a, then as many zeros as there are fraction bits.
  enum { BITS = 32 * FIXED_LIMBS, FRACTION = BITS - 32 };
  fixed quotient = fixed_zero;
  fixed remainder = fixed_zero;
  for (int bit = BITS + FRACTION - 1; bit >= 0; bit--) {
    fixed_add(&remainder, &remainder, &remainder);
    const int index = bit - FRACTION;
    if (index >= 0) remainder.limb[0] |= a->limb[index / 32] >> index % 32 & 1;
    if (fixed_less(&remainder, b)) continue;
    fixed_subtract(&remainder, &remainder, b);
    if (bit >= BITS) {
      memset(out, 0xff, sizeof *out);
      return;
    }
    quotient.limb[bit / 32] |= (uint32_t)1 << bit % 32;
  }
  *out = quotient;
}

// exponent·ln 2 + 2·atanh z, which is ln(2^exponent·m) for z = (m − 1)/(m + 1).
static void log_from(fixed *out, uint32_t exponent, const fixed *z) {
  fixed square;
  fixed_mul(&square, z, z);
  fixed sum = *z;
  fixed power = *z;
  for (uint32_t odd = 3; !is_zero(&power); odd += 2) {
    fixed term;
    fixed_mul(&power, &power, &square);
    fixed_scale(&term, &power, 1, odd);
    fixed_add(&sum, &sum, &term);
  }
  fixed logs_of_two;
  fixed_scale(&logs_of_two, &ln_two, exponent, 1);
  fixed_add(&sum, &sum, &sum);
  fixed_add(out, &sum, &logs_of_two);
}

void fixed_log(fixed *out, double x) {
  const uint64_t bits = bits_of(x);
  const uint32_t exponent = (uint32_t)(bits >> 52) - 1023;
  const uint64_t fraction = bits & 0xfffffffffffff;

  // x = 2^exponent·m, so z = (m − 1)/(m + 1) ≤ 1/3, by long division.
  const uint64_t divisor = ((uint64_t)1 << 53) + fraction;
  fixed z = fixed_zero;
  uint64_t remainder = fraction;
  for (int bit = 32 * (FIXED_LIMBS - 1) - 1; bit >= 0; bit--) {
    remainder <<= 1;
    if (remainder >= divisor) {
      remainder -= divisor;
      z.limb[bit / 32] |= (uint32_t)1 << bit % 32;
    }
  }
  log_from(out, exponent, &z);
}

void fixed_log_of(fixed *out, const fixed *a) {
  const uint32_t exponent = 31 - (uint32_t)__builtin_clz(fixed_integer(a));
  fixed m;
  fixed numerator;
  fixed denominator;
  fixed_scale(&m, a, 1, (uint32_t)1 << exponent);
  fixed_subtract(&numerator, &m, &fixed_one);
  fixed_add(&denominator, &m, &fixed_one);
  fixed_divide(&m, &numerator, &denominator);
  log_from(out, exponent, &m);
}

void fixed_exp_negative(fixed *out, const fixed *x) {
  // e^-x = 2^-halvings·e^r with r = halvings·ln 2 − x in [0, ln 2).
  uint32_t halvings = 0;
  fixed r;
  fixed_subtract(&r, &fixed_zero, x);
  while (fixed_integer(&r) >> 31) {
    fixed_add(&r, &r, &ln_two);
    halvings++;
  }
  fixed sum = fixed_one;
  fixed term = fixed_one;
  for (uint32_t k = 1; !is_zero(&term); k++) {
    fixed_mul(&term, &term, &r);
    fixed_scale(&term, &term, 1, k);
    fixed_add(&sum, &sum, &term);
  }
  for (; halvings > 31; halvings -= 31) fixed_scale(&sum, &sum, 1, (uint32_t)1 << 31);
  fixed_scale(out, &sum, 1, (uint32_t)1 << halvings);
}

double fixed_to_double(const fixed *a) {
  int top = FIXED_LIMBS - 1;
  while (top >= 0 && a->limb[top] == 0) top--;
  if (top < 0) return 0;
  // The leading 64 bits. The last one is set if it or any bit below it is set, because the
  // conversion, which rounds to nearest, sees only these 64.
  uint32_t limb[3] = {a->limb[top]};
  for (int k = 1; k < 3 && k <= top; k++) limb[k] = a->limb[top - k];
  const int shift = __builtin_clz(limb[0]);
  uint64_t below = (uint64_t)limb[2] << shift;
  const uint64_t lead = ((uint64_t)limb[0] << 32 | limb[1]) << shift | below >> 32;
  below = (uint32_t)below;
  for (int k = 0; k < top - 2; k++) below |= a->limb[k];
  return (double)(lead | (below != 0)) * power_of_two(32 * top - 32 - shift - 160);
}

void fixed_from_double(fixed *out, double x) {
  const uint64_t bits = bits_of(x);
  uint64_t mantissa = (bits & 0xfffffffffffff) | (uint64_t)1 << 52;
  int low_bit = (int)(bits >> 52) - 1023 - 52 + 160; // of the mantissa, counted from 2^-160
  if (low_bit < 0) {
    mantissa = low_bit > -64 ? mantissa >> -low_bit : 0;
    low_bit = 0;
  }
  int shift = low_bit % 32;
  *out = fixed_zero;
  for (int k = low_bit / 32; mantissa != 0 && k < FIXED_LIMBS; k++) {
    out->limb[k] = (uint32_t)(mantissa << shift);
    mantissa >>= 32 - shift;
    shift = 0;
  }
}

double fixed_remainder(const fixed *a, double hi) {
  fixed subtrahend;
  fixed difference;
  fixed_from_double(&subtrahend, hi);
  fixed_subtract(&difference, a, &subtrahend);
  if (!(fixed_integer(&difference) >> 31)) return fixed_to_double(&difference);
  fixed_subtract(&difference, &subtrahend, a);
  return -fixed_to_double(&difference);
}
