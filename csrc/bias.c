// bias.c: biases of attention scores, see phasor.h.
#ifndef real // this file includes itself for each element type, see each_real.h
#include "phasor.h"

#include <math.h>

#include "bits.h"
#include "fixed.h"
#include "simd.h"

// mantissa·2^-halvings, with a mantissa from 1/2 to 1, so that small slopes keep their bits.
typedef struct {
  fixed mantissa;
  uint32_t halvings;
} slope;

// 2^(−max_bias·numerator/denominator).
static void slope_power(slope *out, double max_bias, uint32_t numerator, uint32_t denominator) {
  fixed exponent;
  fixed log;
  fixed_from_double(&exponent, max_bias);
  fixed_scale(&exponent, &exponent, numerator, denominator);
  out->halvings = fixed_integer(&exponent);
  exponent.limb[FIXED_LIMBS - 1] = 0;
  fixed_log(&log, 2);
  fixed_mul(&exponent, &exponent, &log);
  fixed_exp_negative(&out->mantissa, &exponent);
}

static void slope_multiply(slope *a, const slope *b) {
  fixed_mul(&a->mantissa, &a->mantissa, &b->mantissa);
  a->halvings += b->halvings;
  while (a->mantissa.limb[FIXED_LIMBS - 1] == 0 && a->mantissa.limb[FIXED_LIMBS - 2] >> 31 == 0) {
    fixed_add(&a->mantissa, &a->mantissa, &a->mantissa);
    a->halvings++;
  }
}

void phasor_alibi_slopes(double *out, uint32_t heads, double max_bias) {
  uint32_t power = 1;
  while (2 * power <= heads) power *= 2;
  slope ratio;
  slope_power(&ratio, max_bias, 1, power);
  slope next = ratio;
  for (uint32_t i = 0; i < heads; i++) {
    if (i == power) slope_power(&next, max_bias, 1, 2 * power);
    out[i] = fixed_to_double(&next.mantissa) * power_of_two(-(int)next.halvings);
    slope_multiply(&next, &ratio);
  }
}

void phasor_log_coordinates(double *out, size_t count, uint32_t span) {
  // log2(1 + 8i/span)/log2 8 = (ln(span + 8i) − ln span)/(3·ln 2)
  fixed unit;
  fixed origin = fixed_zero;
  fixed_log(&unit, 2);
  fixed_scale(&unit, &unit, 3, 1);
  if (span > 0) fixed_log(&origin, (double)span);
  for (size_t i = 0; i < count; i++) {
    fixed distance = origin;
    if (i > 0) fixed_log(&distance, (double)span + 8 * (double)i);
    fixed_subtract(&distance, &distance, &origin);
    fixed_divide(&distance, &distance, &unit);
    out[i] = fixed_to_double(&distance);
  }
}

#define KERNELS "bias.c"
#include "each_real.h"

#else // once for each type

void NAME(phasor_slide)(real *out, size_t stride, const real *line, size_t step, size_t rows,
                        size_t columns) {
  for (size_t r = 0; r < rows; r++) {
    const real *from = line + (rows - 1 - r) * step;
    real *to = out + r * stride;
    size_t c = 0;
    for (; c + 4 * LANES <= columns; c += 4 * LANES) {
      const v128_t a = VECTOR(_load)(from + c);
      const v128_t b = VECTOR(_load)(from + c + LANES);
      const v128_t d = VECTOR(_load)(from + c + 2 * LANES);
      const v128_t e = VECTOR(_load)(from + c + 3 * LANES);
      VECTOR(_store)(to + c, a);
      VECTOR(_store)(to + c + LANES, b);
      VECTOR(_store)(to + c + 2 * LANES, d);
      VECTOR(_store)(to + c + 3 * LANES, e);
    }
    RARELY
    for (; c < columns; c++) to[c] = from[c];
  }
}

void NAME(phasor_slide_sums)(double *sums, const real *x, size_t stride, size_t step, size_t rows,
                             size_t columns) {
  for (size_t r = 0; r < rows; r++)
    NAME(phasor_column_sums)(sums + (rows - 1 - r) * step, x + r * stride, 1, columns);
}

void NAME(phasor_alibi)(real *line, double first, size_t count, double before, double after) {
  RARELY
  for (size_t i = 0; i < count; i++) {
    const double distance = first + (double)i;
    line[i] = (real)((distance > 0 ? after : before) * distance);
  }
}

void NAME(phasor_mask)(real *out, size_t stride, ptrdiff_t seen, size_t rows, size_t columns) {
  for (size_t r = 0; r < rows; r++) {
    const ptrdiff_t from = seen + (ptrdiff_t)r;
    size_t c = from > 0 ? (size_t)from : 0;
    for (; c + LANES <= columns; c += LANES)
      VECTOR(_store)(out + r * stride + c, VECTOR(_splat)((real)-INFINITY));
    RARELY
    for (; c < columns; c++) out[r * stride + c] = (real)-INFINITY;
  }
}

#endif
