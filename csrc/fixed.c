// fixed.c: 192-bit fixed point, see fixed.h.
#include "fixed.h"

#include <string.h>

const fixed fixed_one = {{0, 0, 0, 0, 0, 1}};
const fixed fixed_one_over_two_pi = {
    {0x36d8a566, 0x7d4d3770, 0x7f09d5f4, 0x9391054a, 0x28be60db, 0}};
const fixed fixed_two_pi = {{0x48127044, 0x06e0e689, 0x2633145c, 0x0b4611a6, 0x487ed511, 6}};
const fixed fixed_log_two_pi = {{0x9f611f1a, 0x88324047, 0x29792002, 0x4beb4a69, 0xd67f1c86, 1}};
static const fixed ln_two = {{0x40f34326, 0x03f2f6af, 0xc9e3b398, 0xd1cf79ab, 0xb17217f7, 0}};

fixed fixed_add(fixed a, fixed b) {
  uint64_t carry = 0;
  for (int k = 0; k < FIXED_LIMBS; k++) {
    carry += (uint64_t)a.limb[k] + b.limb[k];
    a.limb[k] = (uint32_t)carry;
    carry >>= 32;
  }
  return a;
}

fixed fixed_subtract(fixed a, fixed b) {
  uint64_t borrow = 0;
  for (int k = 0; k < FIXED_LIMBS; k++) {
    const uint64_t difference = (uint64_t)a.limb[k] - b.limb[k] - borrow;
    a.limb[k] = (uint32_t)difference;
    borrow = difference >> 63;
  }
  return a;
}

int fixed_less(fixed a, fixed b) {
  for (int k = FIXED_LIMBS - 1; k >= 0; k--)
    if (a.limb[k] != b.limb[k]) return a.limb[k] < b.limb[k];
  return 0;
}

static int is_zero(fixed a) {
  uint32_t any = 0;
  for (int k = 0; k < FIXED_LIMBS; k++) any |= a.limb[k];
  return any == 0;
}

fixed fixed_mul(fixed a, fixed b) {
  // The product has ten fraction limbs; the lowest three cannot reach the result but by a carry
  // of less than one unit, so they are left out.
  enum { DROPPED = 3, FRACTION = FIXED_LIMBS - 1 };
  uint32_t product[2 * FIXED_LIMBS] = {0};
  for (int i = 0; i < FIXED_LIMBS; i++) {
    uint64_t carry = 0;
    for (int j = i < DROPPED ? DROPPED - i : 0; j < FIXED_LIMBS; j++) {
      carry += (uint64_t)a.limb[i] * b.limb[j] + product[i + j];
      product[i + j] = (uint32_t)carry;
      carry >>= 32;
    }
    product[i + FIXED_LIMBS] = (uint32_t)carry;
  }
  fixed result;
  memcpy(result.limb, product + FRACTION, sizeof result.limb);
  return result;
}

fixed fixed_scale(fixed a, uint32_t factor, uint32_t divisor) {
  uint32_t product[FIXED_LIMBS + 1];
  uint64_t carry = 0;
  for (int k = 0; k < FIXED_LIMBS; k++) {
    carry += (uint64_t)a.limb[k] * factor;
    product[k] = (uint32_t)carry;
    carry >>= 32;
  }
  product[FIXED_LIMBS] = (uint32_t)carry;
  uint64_t remainder = product[FIXED_LIMBS];
  for (int k = FIXED_LIMBS - 1; k >= 0; k--) {
    remainder = (remainder << 32) | product[k];
    a.limb[k] = (uint32_t)(remainder / divisor);
    remainder %= divisor;
  }
  return a;
}

fixed fixed_divide(fixed a, fixed b) {
  // Long division, a bit at a time: those of a, then as many zeros as there are fraction bits.
  enum { BITS = 32 * FIXED_LIMBS, FRACTION = BITS - 32 };
  fixed quotient = {{0}};
  fixed remainder = {{0}};
  for (int bit = BITS + FRACTION - 1; bit >= 0; bit--) {
    remainder = fixed_add(remainder, remainder);
    const int at = bit - FRACTION;
    if (at >= 0) remainder.limb[0] |= a.limb[at / 32] >> at % 32 & 1;
    if (fixed_less(remainder, b)) continue;
    remainder = fixed_subtract(remainder, b);
    if (bit >= BITS) return (fixed){{~0U, ~0U, ~0U, ~0U, ~0U, ~0U}};
    quotient.limb[bit / 32] |= (uint32_t)1 << bit % 32;
  }
  return quotient;
}

// exponent·ln 2 + 2·atanh z, which is ln(2^exponent·m) for z = (m − 1)/(m + 1).
static fixed log_from(uint32_t exponent, fixed z) {
  const fixed square = fixed_mul(z, z);
  fixed sum = z;
  fixed power = z;
  for (uint32_t odd = 3; !is_zero(power); odd += 2) {
    power = fixed_mul(power, square);
    sum = fixed_add(sum, fixed_scale(power, 1, odd));
  }
  return fixed_add(fixed_scale(sum, 2, 1), fixed_scale(ln_two, exponent, 1));
}

fixed fixed_log(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  const uint32_t exponent = (uint32_t)(bits >> 52) - 1023;
  const uint64_t fraction = bits & 0xfffffffffffff;

  // x = 2^exponent·m, so z = (m − 1)/(m + 1) ≤ 1/3, by long division.
  const uint64_t divisor = ((uint64_t)1 << 53) + fraction;
  fixed z = {{0}};
  uint64_t remainder = fraction;
  for (int bit = 32 * (FIXED_LIMBS - 1) - 1; bit >= 0; bit--) {
    remainder <<= 1;
    if (remainder >= divisor) {
      remainder -= divisor;
      z.limb[bit / 32] |= (uint32_t)1 << bit % 32;
    }
  }
  return log_from(exponent, z);
}

fixed fixed_log_of(fixed a) {
  uint32_t exponent = 0;
  for (uint32_t whole = a.limb[FIXED_LIMBS - 1]; whole > 1; whole >>= 1) exponent++;
  const fixed m = fixed_scale(a, 1, (uint32_t)1 << exponent);
  return log_from(exponent, fixed_divide(fixed_subtract(m, fixed_one), fixed_add(m, fixed_one)));
}

fixed fixed_exp_negative(fixed x) {
  // e^-x = 2^-halvings·e^r with r = halvings·ln 2 − x in [0, ln 2).
  uint32_t halvings = 0;
  fixed r = fixed_subtract((fixed){{0}}, x);
  while (r.limb[FIXED_LIMBS - 1] >> 31) {
    r = fixed_add(r, ln_two);
    halvings++;
  }
  fixed sum = fixed_one;
  fixed term = fixed_one;
  for (uint32_t k = 1; !is_zero(term); k++) {
    term = fixed_scale(fixed_mul(term, r), 1, k);
    sum = fixed_add(sum, term);
  }
  for (; halvings > 31; halvings -= 31) sum = fixed_scale(sum, 1, (uint32_t)1 << 31);
  return fixed_scale(sum, 1, (uint32_t)1 << halvings);
}

fixed fixed_power(double base, uint32_t numerator, uint32_t denominator) {
  return fixed_exp_negative(fixed_scale(fixed_log(base), numerator, denominator));
}

// 2^exponent for the normal range.
static double power_of_two(int exponent) {
  const uint64_t bits = (uint64_t)(exponent + 1023) << 52;
  double result;
  memcpy(&result, &bits, sizeof result);
  return result;
}

// Bits [from, from + 32) of a, counted from 2^-160, zero below.
static uint64_t bits_from(fixed a, int from) {
  uint64_t result = 0;
  for (int bit = 0; bit < 32; bit++) {
    const int at = from + bit;
    if (at >= 0) result |= (uint64_t)(a.limb[at / 32] >> at % 32 & 1) << bit;
  }
  return result;
}

double fixed_to_double(fixed a) {
  int top = FIXED_LIMBS * 32 - 1;
  while (top >= 0 && !(a.limb[top / 32] >> top % 32 & 1)) top--;
  if (top < 0) return 0;
  // The leading 64 bits; what lies below only matters as a sticky bit.
  uint64_t lead = bits_from(a, top - 31) << 32 | bits_from(a, top - 63);
  for (int bit = 0; bit < top - 63; bit++) lead |= a.limb[bit / 32] >> bit % 32 & 1;
  const uint64_t kept = lead >> 11;
  const uint64_t rest = lead & 0x7ff;
  const uint64_t rounded = kept + (rest > 0x400 || (rest == 0x400 && (kept & 1)));
  return (double)rounded * power_of_two(top - 52 - 160);
}

fixed fixed_from_double(double x) {
  fixed result = {{0}};
  if (x == 0) return result;
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  const int low_bit = (int)(bits >> 52) - 1023 - 52 + 160; // of the mantissa, from 2^-160
  const uint64_t mantissa = (bits & 0xfffffffffffff) | (uint64_t)1 << 52;
  for (int bit = 0; bit < 53; bit++) {
    const int at = low_bit + bit;
    if (at >= 0 && (mantissa >> bit & 1)) result.limb[at / 32] |= (uint32_t)1 << at % 32;
  }
  return result;
}

double fixed_remainder(fixed a, double hi) {
  const fixed subtrahend = fixed_from_double(hi);
  const fixed difference = fixed_subtract(a, subtrahend);
  if (difference.limb[FIXED_LIMBS - 1] >> 31)
    return -fixed_to_double(fixed_subtract(subtrahend, a));
  return fixed_to_double(difference);
}
