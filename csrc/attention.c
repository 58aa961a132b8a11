// attention.c: softmax and attention weights, see phasor.h.
//
// A weight is e^(x − m)/Σ e^(x − m), m the row's largest score. Between a score and the rounding of
// its weight, floats are computed in double, and doubles in pairs of doubles (a value and its
// rounding error), so that only one rounding counts.
#ifndef real // this file includes itself for each element type, see each_real.h
#include "phasor.h"

#include <math.h>
#include <string.h>

#include "simd.h"

#define INLINE static inline __attribute__((always_inline))
// Keeps one copy of a function.
#define NOINLINE __attribute__((noinline))

// How many doubles of exponentials are buffered at a time, and for how many scores of each type.
enum { BUFFER_LENGTH = 4096, CHUNK_f32 = BUFFER_LENGTH, CHUNK_f64 = BUFFER_LENGTH / 2 };

// Adding it to a number below 2^51 in magnitude leaves the nearest integer in the low bits.
static const double rounder = 0x1.8p52;
static const double log2_e = 0x1.71547652b82fep+0; // rounded to nearest, as is what follows

// ---- floats: an exponential is one double ----

// e^x for x ≤ 0, with a relative error below 2^-28.9; 2^-256 if e^x is less than that.
//
// 2^f for |f| ≤ 1/2 from the polynomial of degree 6 with the smallest maximum relative error.
INLINE f64x2 exponential(f64x2 x) {
  const f64x2 scaled = f64x2_at_least(f64x2_mul(x, f64x2_splat(log2_e)), f64x2_splat(-256));
  const f64x2 shifted = f64x2_add(scaled, f64x2_splat(rounder));
  const f64x2 f = f64x2_sub(scaled, f64x2_sub(shifted, f64x2_splat(rounder)));
  f64x2 power = f64x2_splat(0x1.41d333a1fbff9p-13);
  power = f64x2_add(f64x2_mul(power, f), f64x2_splat(0x1.5f456a867c735p-10));
  power = f64x2_add(f64x2_mul(power, f), f64x2_splat(0x1.3b2dbbc0aa7a3p-7));
  power = f64x2_add(f64x2_mul(power, f), f64x2_splat(0x1.c6aed4b95c606p-5));
  power = f64x2_add(f64x2_mul(power, f), f64x2_splat(0x1.ebfbdadcb136fp-3));
  power = f64x2_add(f64x2_mul(power, f), f64x2_splat(0x1.62e430c7e91afp-1));
  power = f64x2_add(f64x2_mul(power, f), f64x2_splat(0x1.00000002614ffp+0));
  return f64x2_add_exponent(power, shifted);
}

// e (count, filled up to a multiple of 4 with values below 2^-255) = e^(x − max), which is also
// added to sums, in four lanes. In a row of one chunk, the terms are multiples of 2^-40 and the
// sums stay below 2^13, so no addition rounds, and the order of the scores does not change a bit.
NOINLINE static void exponentials_f32(double *e, double *sums, const float *x, double max,
                                      size_t count, int whole_row) {
  const f64x2 largest = f64x2_splat(max);
  const f64x2 grid = f64x2_splat(whole_row ? 0x1.8p12 : 0);
  f64x2 low_sum = f64x2_load(sums);
  f64x2 high_sum = f64x2_load(sums + 2);
  float part[4] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY};
  RARELY
  for (size_t i = count & ~(size_t)3; i < count; i++) part[i % 4] = x[i];
  for (size_t i = 0; i < count; i += 4) {
    const f32x4 scores = f32x4_load(count - i < 4 ? part : x + i);
    const f64x2 low = exponential(f64x2_sub(f64x2_widen_low(scores), largest));
    const f64x2 high = exponential(f64x2_sub(f64x2_widen_high(scores), largest));
    f64x2_store(e + i, low);
    f64x2_store(e + i + 2, high);
    low_sum = f64x2_add(low_sum, f64x2_sub(f64x2_add(low, grid), grid));
    high_sum = f64x2_add(high_sum, f64x2_sub(f64x2_add(high, grid), grid));
  }
  f64x2_store(sums, low_sum);
  f64x2_store(sums + 2, high_sum);
}

INLINE void divide_f32(float *out, const double *e, const double *sums, size_t count) {
  const double inverse = 1 / ((sums[0] + sums[1]) + (sums[2] + sums[3]));
  const f64x2 factor = f64x2_splat(inverse);
  size_t i = 0;
  for (; i + 4 <= count; i += 4)
    f32x4_store(out + i, f32x4_narrow(f64x2_mul(f64x2_load(e + i), factor),
                                      f64x2_mul(f64x2_load(e + i + 2), factor)));
  const size_t left = count % 4;
  RARELY
  for (size_t j = 0; j < left; j++) out[i + j] = (float)(e[i + j] * inverse);
}

// ---- doubles: an exponential is a double and a remainder ----

typedef struct {
  f64x2 value, error; // of two doubles
} precise;

INLINE precise add_exactly(f64x2 a, f64x2 b) {
  const f64x2 sum = f64x2_add(a, b);
  const f64x2 added = f64x2_sub(sum, a);
  return (precise){sum, f64x2_add(f64x2_sub(a, f64x2_sub(sum, added)), f64x2_sub(b, added))};
}

// The same where |a| ≥ |b|.
INLINE precise add_smaller(f64x2 a, f64x2 b) {
  const f64x2 sum = f64x2_add(a, b);
  return (precise){sum, f64x2_sub(b, f64x2_sub(sum, a))};
}

// e^(x − max) for x ≤ max, with a relative error below 2^-57; 0 below e^-700.
//
// x − max = k·ln 2 + r with |r| ≤ ln 2/2, and with h the leading 26 bits of r
//   e^r = 1 + r + h²/2 + ((r − h)(r + h)/2 + r³·P(r))
// The first three terms are exact; P is the polynomial of degree 9 with the smallest maximum error.
INLINE precise exponential_of_difference(f64x2 x, f64x2 max) {
  static const double p[] = {0x1.1f7f20647c7cbp-29, 0x1.af631dc77319bp-26, 0x1.27e4d4d7da9eap-22,
                             0x1.71ddf6badec7dp-19, 0x1.a01a01a934cebp-16, 0x1.a01a01b009b94p-13,
                             0x1.6c16c16c15dc9p-10, 0x1.111111110f808p-7,  0x1.5555555555556p-5,
                             0x1.5555555555558p-3};
  const f64x2 one = f64x2_splat(1);
  const f64x2 half = f64x2_splat(0.5);
  const precise difference = add_exactly(x, f64x2_sub(f64x2_splat(0), max));
  const f64x2 mask = f64x2_above(difference.value, f64x2_splat(-700));
  const f64x2 shifted =
      f64x2_add(f64x2_mul(difference.value, f64x2_splat(log2_e)), f64x2_splat(rounder));
  const f64x2 k = f64x2_sub(shifted, f64x2_splat(rounder));
  // ln 2 in two parts, the first with 42 bits, so that k times it and the difference are exact.
  const f64x2 reduced = f64x2_sub(difference.value, f64x2_mul(k, f64x2_splat(0x1.62e42fefa38p-1)));
  const f64x2 tail = f64x2_mul(k, f64x2_splat(0x1.ef35793c7673p-45));
  const precise r = add_exactly(reduced, f64x2_sub(difference.error, tail));

  const f64x2 h = f64x2_leading(r.value);
  const f64x2 square = f64x2_mul(f64x2_mul(h, h), half);
  const f64x2 cross = f64x2_mul(f64x2_mul(f64x2_sub(r.value, h), f64x2_add(r.value, h)), half);
  const f64x2 cube = f64x2_mul(f64x2_mul(r.value, r.value), r.value);
  f64x2 polynomial = f64x2_splat(p[0]);
  for (size_t i = 1; i < sizeof p / sizeof *p; i++)
    polynomial = f64x2_add(f64x2_mul(polynomial, r.value), f64x2_splat(p[i]));
  const f64x2 small = f64x2_add(f64x2_add(f64x2_mul(cube, polynomial), cross),
                                f64x2_mul(r.error, f64x2_add(one, r.value)));
  const precise two = add_smaller(r.value, square);
  const precise three = add_smaller(one, two.value);
  const precise sum = add_smaller(three.value, f64x2_add(f64x2_add(three.error, two.error), small));
  const f64x2 power = f64x2_add_exponent(one, shifted);
  return (precise){f64x2_and(f64x2_mul(sum.value, power), mask),
                   f64x2_and(f64x2_mul(sum.error, power), mask)};
}

// e (2·count, filled up to a multiple of 4 with zeros): two values, their two remainders, and so
// on. They are also added to sums: in two lanes, and the remainders of those.
NOINLINE static void exponentials_f64(double *e, double *sums, const double *x, double max,
                                      size_t count, int whole_row) {
  (void)whole_row;
  precise sum = {f64x2_load(sums), f64x2_load(sums + 2)};
  for (size_t i = 0; i < count; i += 2) {
    const f64x2 scores = f64x2_set(x[i], i + 1 < count ? x[i + 1] : -(double)INFINITY);
    const precise exponentials = exponential_of_difference(scores, f64x2_splat(max));
    f64x2_store(e + 2 * i, exponentials.value);
    f64x2_store(e + 2 * i + 2, exponentials.error);
    const precise next = add_exactly(sum.value, exponentials.value);
    const f64x2 error = f64x2_add(next.error, exponentials.error);
    sum = (precise){next.value, f64x2_add(sum.error, error)};
  }
  f64x2_store(sums, sum.value);
  f64x2_store(sums + 2, sum.error);
}

INLINE void divide_f64(double *out, const double *e, const double *sums, size_t count) {
  const precise lanes = add_exactly(f64x2_splat(sums[0]), f64x2_splat(sums[1]));
  const precise sum =
      add_smaller(lanes.value, f64x2_add(lanes.error, f64x2_splat(sums[2] + sums[3])));
  const f64x2 inverse = f64x2_splat(1 / f64x2_first(sum.value));
  const f64x2 head = f64x2_leading(sum.value);
  const f64x2 tail = f64x2_sub(sum.value, head);
  for (size_t i = 0; i < count; i += 2) {
    // The quotient, and the remainder of its exact product with the sum, divided too.
    const f64x2 value = f64x2_load(e + 2 * i);
    const f64x2 quotient = f64x2_mul(value, inverse);
    const f64x2 h = f64x2_leading(quotient);
    const f64x2 t = f64x2_sub(quotient, h);
    f64x2 residual = f64x2_sub(value, f64x2_mul(h, head));
    residual = f64x2_sub(residual, f64x2_mul(h, tail));
    residual = f64x2_sub(residual, f64x2_mul(t, head));
    residual = f64x2_sub(residual, f64x2_mul(t, tail));
    residual =
        f64x2_add(residual, f64x2_sub(f64x2_load(e + 2 * i + 2), f64x2_mul(quotient, sum.error)));
    const f64x2 weights = f64x2_add(quotient, f64x2_mul(residual, inverse));
    if (i + 1 < count)
      f64x2_store(out + i, weights);
    else
      out[i] = f64x2_first(weights);
  }
}

#define KERNELS "attention.c"
#include "each_real.h"

#else // once for each type

// ---- softmax ----

NOINLINE real NAME(phasor_greatest)(const real *x, real max, size_t count) {
  v128_t vector = VECTOR(_splat)(max);
  v128_t nan = VECTOR(_is_nan)(vector);
  size_t i = 0;
  for (; i + LANES <= count; i += LANES) {
    const v128_t scores = VECTOR(_load)(x + i);
    vector = VECTOR(_at_least)(vector, scores);
    nan = bits_or(nan, VECTOR(_is_nan)(scores));
  }
  real candidates[2 * LANES]; // the lanes, and what did not fill a vector
  VECTOR(_store)(candidates, vector);
  const size_t remaining = count % LANES;
  RARELY
  for (size_t j = 0; j < remaining; j++) candidates[LANES + j] = x[i + j];
  max = bits_any(nan) ? (real)NAN : max;
  RARELY
  for (i = 0; i < LANES + remaining; i++)
    if (candidates[i] > max || isnan(candidates[i])) max = candidates[i];
  return max;
}

// If the largest score is finite, adds the exponentials to sums; e (BUFFER_LENGTH) then holds those of the
// last chunk, which may be the whole row. Otherwise counts the scores of +∞.
NOINLINE static void NAME(sum)(double *sums, double *e, const real *x, real max, size_t count,
                               int whole_row) {
  if (!isfinite(max)) {
    RARELY
    for (size_t i = 0; i < count; i++) sums[0] += x[i] == (real)INFINITY;
    return;
  }
  for (size_t i = 0; i < count; i += NAME(CHUNK)) {
    const size_t chunk = count - i < NAME(CHUNK) ? count - i : NAME(CHUNK);
    NAME(exponentials)(e, sums, x + i, (double)max, chunk, whole_row);
  }
}

NOINLINE static void NAME(weigh)(real *out, double *e, const real *x, real max, const double *sums,
                                 size_t count, int whole_row) {
  if (!isfinite(max)) {
    RARELY
    for (size_t i = 0; i < count; i++) {
      const real share = x[i] == (real)INFINITY ? (real)(1 / sums[0]) : 0;
      out[i] = isnan(max) ? (real)NAN : share;
    }
    return;
  }
  for (size_t i = 0; i < count; i += NAME(CHUNK)) {
    const size_t chunk = count - i < NAME(CHUNK) ? count - i : NAME(CHUNK);
    double unused_sums[4] = {0, 0, 0, 0};
    if (!whole_row) NAME(exponentials)(e, unused_sums, x + i, (double)max, chunk, 0);
    NAME(divide)(out + i, e, sums, chunk);
  }
}

void NAME(phasor_exp_sums)(double *sums, const real *x, real max, size_t count) {
  double e[BUFFER_LENGTH];
  NAME(sum)(sums, e, x, max, count, 0);
}

void NAME(phasor_exp_weights)(real *out, const real *x, real max, const double *sums,
                              size_t count) {
  double e[BUFFER_LENGTH];
  NAME(weigh)(out, e, x, max, sums, count, 0);
}

// Returns the largest score.
NOINLINE static real NAME(softmax_row)(real *out, const real *x, size_t columns) {
  double e[BUFFER_LENGTH];
  double sums[4] = {0, 0, 0, 0};
  const int whole_row = columns <= NAME(CHUNK);
  const real max = NAME(phasor_greatest)(x, (real)-INFINITY, columns);
  NAME(sum)(sums, e, x, max, columns, whole_row);
  NAME(weigh)(out, e, x, max, sums, columns, whole_row);
  return max;
}

void NAME(phasor_softmax)(real *out, const real *x, size_t rows, size_t columns) {
  for (size_t r = 0; r < rows; r++) NAME(softmax_row)(out + r * columns, x + r * columns, columns);
}

// ---- attention ----

#define PANEL ((size_t)(2 * LANES)) // keys in a panel

void NAME(phasor_panels)(real *out, const real *k, size_t stride, size_t rows, size_t depth) {
  for (size_t r = 0; r < rows; r += PANEL)
    for (size_t j = 0; j < depth; j++) {
      RARELY
      for (size_t i = 0; i < PANEL; i++) *out++ = r + i < rows ? k[(r + i) * stride + j] : 0;
    }
}

// sums (4 rows, a panel) += Σ_j rows[r][j]·panel[j], one j after the other.
INLINE void NAME(add_products)(v128_t sums[4][2], const real *const rows[4], const real *panel,
                               size_t depth) {
  for (size_t j = 0; j < depth; j++) {
    const v128_t left = VECTOR(_load)(panel + j * PANEL);
    const v128_t right = VECTOR(_load)(panel + j * PANEL + LANES);
    for (size_t r = 0; r < 4; r++) {
      const v128_t factor = VECTOR(_load_splat)(rows[r] + j);
      sums[r][0] = VECTOR(_add)(sums[r][0], VECTOR(_mul)(factor, left));
      sums[r][1] = VECTOR(_add)(sums[r][1], VECTOR(_mul)(factor, right));
    }
  }
}

// Up to four rows against the keys of a panel, without its padding.
NOINLINE static void NAME(score_block)(real *out, size_t stride, const real *q, size_t q_stride,
                                       const real *panel, real scale, size_t rows, size_t columns,
                                       size_t depth, int accumulate) {
  real block[4 * PANEL] = {0};
  RARELY
  for (size_t r = 0; r < rows && accumulate; r++)
    memcpy(block + r * PANEL, out + r * stride, columns * sizeof(real));
  v128_t sums[4][2];
  const real *row[4];
  for (size_t r = 0; r < 4; r++) {
    row[r] = q + (r < rows ? r : 0) * q_stride; // rows past the last are not used
    sums[r][0] = VECTOR(_load)(block + r * PANEL);
    sums[r][1] = VECTOR(_load)(block + r * PANEL + LANES);
  }
  NAME(add_products)(sums, row, panel, depth);
  for (size_t r = 0; r < 4; r++) {
    VECTOR(_store)(block + r * PANEL, VECTOR(_mul)(sums[r][0], VECTOR(_splat)(scale)));
    VECTOR(_store)(block + r * PANEL + LANES, VECTOR(_mul)(sums[r][1], VECTOR(_splat)(scale)));
  }
  RARELY
  for (size_t r = 0; r < rows; r++)
    if (columns == PANEL)
      memcpy(out + r * stride, block + r * PANEL, sizeof(real) * PANEL);
    else
      memcpy(out + r * stride, block + r * PANEL, columns * sizeof(real));
}

void NAME(phasor_scores)(real *out, size_t stride, const real *q, size_t q_stride,
                         const real *panels, real scale, size_t rows, size_t columns, size_t depth,
                         int accumulate) {
  for (size_t r = 0; r < rows; r += 4)
    for (size_t c = 0; c < columns; c += PANEL) NAME(score_block)
  (out + r * stride + c, stride, q + r * q_stride, q_stride, panels + c * depth, scale,
   rows - r < 4 ? rows - r : 4, columns - c < PANEL ? columns - c : PANEL, depth, accumulate);
}

// ---- values ----

real NAME(phasor_strips)(real *out, const real *v, size_t stride, size_t rows, size_t columns) {
  v128_t max = VECTOR(_splat)(0);
  v128_t nan = max;
  for (size_t c = 0; c < columns; c += PANEL) {
    const size_t count = columns - c < PANEL ? columns - c : PANEL;
    real *to = out + c * PHASOR_STRIP;
    for (size_t r = 0; r < rows; r++, to += PANEL) {
      const real *from = v + r * stride + c;
      real part[PANEL] = {0};
      if (count < PANEL) {
        RARELY
        for (size_t i = 0; i < count; i++) part[i] = from[i];
        from = part;
      }
      for (size_t i = 0; i < PANEL; i += LANES) {
        const v128_t values = VECTOR(_load)(from + i);
        VECTOR(_store)(to + i, values);
        max = VECTOR(_at_least)(max, VECTOR(_size)(values));
        nan = bits_or(nan, VECTOR(_is_nan)(values));
      }
    }
  }
  real lanes[LANES];
  VECTOR(_store)(lanes, max);
  real largest = bits_any(nan) ? (real)NAN : 0;
  RARELY
  for (size_t i = 0; i < LANES; i++)
    if (lanes[i] > largest) largest = lanes[i];
  return largest;
}

// Up to four rows of weights against the columns of a strip, without its padding.
NOINLINE static void NAME(sum_block)(real *out, size_t stride, const real *weights,
                                     size_t weight_stride, const real *strip, size_t rows,
                                     size_t columns, size_t keys, int accumulate, int careful) {
  real block[4 * PANEL] = {0};
  if (careful) {
    RARELY
    for (size_t r = 0; r < rows; r++)
      for (size_t j = 0; j < keys; j++) {
        const real weight = weights[r * weight_stride + j];
        for (size_t i = 0; i < PANEL && weight != 0; i++)
          block[r * PANEL + i] += weight * strip[j * PANEL + i];
      }
  } else {
    v128_t sums[4][2];
    const real *row[4];
    for (size_t r = 0; r < 4; r++) {
      row[r] = weights + (r < rows ? r : 0) * weight_stride;
      sums[r][0] = sums[r][1] = VECTOR(_splat)(0);
    }
    NAME(add_products)(sums, row, strip, keys);
    for (size_t r = 0; r < 4; r++) {
      VECTOR(_store)(block + r * PANEL, sums[r][0]);
      VECTOR(_store)(block + r * PANEL + LANES, sums[r][1]);
    }
  }
  for (size_t r = 0; r < rows; r++) {
    real *to = out + r * stride;
    RARELY
    for (size_t i = 0; i < columns; i++)
      to[i] = accumulate ? to[i] + block[r * PANEL + i] : block[r * PANEL + i];
  }
}

void NAME(phasor_weighted_sums)(real *out, size_t stride, const real *weights, size_t weight_stride,
                                const real *strips, size_t rows, size_t columns, size_t keys,
                                int accumulate, int careful) {
  for (size_t r = 0; r < rows; r += 4)
    for (size_t c = 0; c < columns; c += PANEL) NAME(sum_block)
  (out + r * stride + c, stride, weights + r * weight_stride, weight_stride,
   strips + c * PHASOR_STRIP, rows - r < 4 ? rows - r : 4,
   columns - c < PANEL ? columns - c : PANEL, keys, accumulate, careful);
}

#undef PANEL

size_t NAME(phasor_attend)(real *scores, size_t stride, const real *bias, ptrdiff_t first,
                           size_t rows, size_t columns, int causal) {
  size_t failed = 0;
  for (size_t r = 0; r < rows; r++) {
    real *row = scores + r * stride;
    const ptrdiff_t last = first + (ptrdiff_t)r;
    size_t seen = columns;
    if (causal && last < (ptrdiff_t)columns) seen = last < 0 ? 0 : (size_t)last + 1;
    if (bias) NAME(phasor_batch_sum)(row, bias + r * columns, 1, 0, seen);
    const real max = NAME(softmax_row)(row, row, seen);
    memset(row + seen, 0, (columns - seen) * sizeof(real));
    if (max < (real)INFINITY && (max > (real)-INFINITY || seen == 0)) continue;
    if (max != (real)-INFINITY) row[0] = (real)NAN;
    failed++;
  }
  return failed;
}

#endif
