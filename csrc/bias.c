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

// ---- T5 ----

static uint32_t common_divisor(uint32_t a, uint32_t b) {
  while (b > 0) {
    const uint32_t remainder = a % b;
    a = b;
    b = remainder;
  }
  return a;
}

// Whether a^p = c^q. If p ≥ q, a divides c then, and a^(p−q) = (c/a)^q.
static int equal_powers(uint32_t a, uint32_t p, uint32_t c, uint32_t q) {
  while (p > 0 && q > 0)
    if (p >= q) {
      if (c % a != 0) return 0; // NOLINT(clang-analyzer-core.DivideZero): a, c ≥ 1
      c /= a;
      p -= q;
    } else {
      if (a % c != 0) return 0; // NOLINT(clang-analyzer-core.DivideZero)
      a /= c;
      q -= p;
    }
  return p > 0 ? a == 1 : c == 1;
}

// Whether (n/exact)^p = (max_distance/exact)^q, as fractions in their lowest terms.
static int is_boundary(uint32_t n, uint32_t p, uint32_t max_distance, uint32_t q, uint32_t exact) {
  const uint32_t a = common_divisor(n, exact);
  const uint32_t b = common_divisor(max_distance, exact);
  return equal_powers(n / a, p, max_distance / b, q) && equal_powers(exact / a, p, exact / b, q);
}

// x, at least 0 and at most `count`.
static size_t index_within(double x, size_t count) {
  if (!(x > 0)) return 0;
  return x < (double)count ? (size_t)x : count;
}

// out[i] = bucket for from ≤ first + i < to.
static void fill(int32_t *out, double first, size_t count, double from, double to,
                 uint32_t bucket) {
  const size_t end = index_within(to - first, count);
  size_t i = index_within(from - first, count);
  RARELY for (; i < end; i++) out[i] = (int32_t)bucket;
}

void phasor_t5_buckets(int32_t *out, double first, size_t count, uint32_t buckets,
                       int bidirectional, uint32_t max_distance) {
  const uint32_t side = bidirectional ? buckets / 2 : buckets;
  const uint32_t exact = side / 2;
  const uint32_t shared = side - exact;
  // Shared bucket m starts at max_distance·ratio^(shared − m); all errors together are below 2^-108.
  fixed bound;
  fixed ratio;
  fixed_log(&ratio, max_distance);
  fixed_log(&bound, exact);
  fixed_subtract(&ratio, &ratio, &bound);
  fixed_scale(&ratio, &ratio, 1, shared);
  fixed_exp_negative(&ratio, &ratio);
  fixed_from_integer(&bound, max_distance);
  const fixed tolerance = {{0, 0x80000000}}; // 2^-97: so near to an integer, integers decide
  double end = (double)INFINITY;
  for (uint32_t bucket = side; bucket-- > 0;) {
    double start = bucket;
    if (bucket > exact) {
      fixed upper;
      fixed_mul(&bound, &bound, &ratio);
      fixed_add(&upper, &bound, &tolerance);
      const uint32_t n = fixed_integer(&upper);
      const int tie = (upper.limb[4] | upper.limb[3] | upper.limb[2]) == 0 &&
                      is_boundary(n, shared, max_distance, bucket - exact, exact);
      start = tie ? n : (double)fixed_integer(&bound) + 1;
    }
    fill(out, first, count, 1 - end, 1 - start, bucket);
    fill(out, first, count, start > 1 ? start : 1, end, bidirectional ? side + bucket : 0);
    end = start;
  }
}

// ---- Swin ----

void phasor_swin_line(int32_t *out, uint32_t height, uint32_t width, uint32_t column) {
  for (uint32_t y = 2 * height - 1; y-- > 0;)
    for (uint32_t x = 0; x < width; x++)
      *out++ = (int32_t)(y * (2 * width - 1) + column + width - 1 - x);
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
