// bias.c: biases of attention scores, see phasor.h.
#include "phasor.h"

#include <math.h>
#include <string.h>

#include "fixed.h"
#include "simd.h"

// mantissa·2^-halvings, the mantissa from 1/2 to 1: however small, it keeps its bits.
typedef struct {
  fixed mantissa;
  uint32_t halvings;
} slope;

// 2^(−max_bias·numerator/denominator).
static slope slope_of(double max_bias, uint32_t numerator, uint32_t denominator) {
  fixed exponent = fixed_scale(fixed_from_double(max_bias), numerator, denominator);
  const uint32_t halvings = exponent.limb[FIXED_LIMBS - 1];
  exponent.limb[FIXED_LIMBS - 1] = 0;
  return (slope){fixed_exp_negative(fixed_mul(exponent, fixed_log(2))), halvings};
}

static slope slope_times(slope a, slope b) {
  slope product = {fixed_mul(a.mantissa, b.mantissa), a.halvings + b.halvings};
  while (product.mantissa.limb[FIXED_LIMBS - 1] == 0 &&
         product.mantissa.limb[FIXED_LIMBS - 2] >> 31 == 0) {
    product.mantissa = fixed_add(product.mantissa, product.mantissa);
    product.halvings++;
  }
  return product;
}

static double slope_to_double(slope a) {
  const uint64_t bits = (uint64_t)(1023 - a.halvings) << 52;
  double power;
  memcpy(&power, &bits, sizeof power);
  return fixed_to_double(a.mantissa) * power;
}

void phasor_alibi_slopes(double *out, uint32_t heads, double max_bias) {
  uint32_t power = 1;
  while (2 * power <= heads) power *= 2;
  const slope step = slope_of(max_bias, 1, power);
  slope next = step;
  for (uint32_t i = 0; i < heads; i++) {
    if (i == power) next = slope_of(max_bias, 1, 2 * power);
    out[i] = slope_to_double(next);
    next = slope_times(next, step);
  }
}

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
