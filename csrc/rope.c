// rope.c: rotary position embedding, see phasor.h.
#ifndef real // this file includes itself for each element type, see each_real.h
#include "phasor.h"

#include <string.h>

#include "bits.h"
#include "fixed.h"
#include "simd.h"

// e^x for |x| ≤ 708, to 2 ulp: x = k·ln 2 + r with |r| ≤ ln 2/2, then Taylor's series for e^r.
static double exponential(double x) {
  const double log2_e = 0x1.71547652b82fep+0;  // 1/ln 2, rounded to nearest
  const double ln2_high = 0x1.62e42fefa38p-1;  // ln 2, its first 42 bits: k times it is exact
  const double ln2_low = 0x1.ef35793c7673p-45; // ln 2 − ln2_high, rounded to nearest
  const double k = __builtin_rint(x * log2_e);
  const double r = (x - k * ln2_high) - k * ln2_low;
  double sum = 0;
  for (int term = 13; term > 0; term--) sum = (sum + 1) * r / term; // r^14/14! is below 2^-57
  return (1 + sum) * power_of_two((int)k);
}

void phasor_xpos_rates(double *rates, size_t pairs) {
  for (size_t i = 0; i < pairs; i++) {
    fixed rate;
    fixed denominator;
    fixed_from_integer(&rate, (uint32_t)(7 * pairs));
    fixed_from_integer(&denominator, (uint32_t)(5 * i + 2 * pairs));
    fixed_divide(&rate, &rate, &denominator);
    fixed_log_of(&rate, &rate);
    rates[i] = fixed_to_double(&rate);
  }
}

#define INLINE static inline __attribute__((always_inline))

typedef enum { HALF, INTERLEAVED } layout;

// How rows are best read from memory, as measured. Cosines and sines of few rows stay in the nearest
// cache. More do not, and fetching them from further off for every block costs as much as the blocks
// themselves; so several blocks are turned side by side, a short stretch of each at a time, alternating.
enum {
  NEAREST = 16384,  // bytes of cosines and sines that stay in the nearest cache
  SIDE_BY_SIDE = 2, // blocks; more are more streams than some processors can follow
  STRETCH = 2048,   // bytes of a block
  FAR = 512,        // bytes between the halves of a row that are too many to read both at once
  LINE = 64         // bytes of a cache line
};

#define KERNELS "rope.c"
#include "each_real.h"

#else // once for each type

void NAME(phasor_rope_rows)(real *cos, real *sin, const real *values, const int32_t *order,
                            real cos_factor, real sin_factor, size_t rows, size_t pairs) {
  const v128_t cos_factors = VECTOR(_splat)(cos_factor);
  const v128_t sin_factors = VECTOR(_splat)(sin_factor);
  for (size_t r = 0; r < rows; r++, values += 2 * pairs, cos += pairs, sin += pairs) {
    size_t i = 0;
    for (; !order && i + LANES <= pairs; i += LANES) {
      const v128_t first = VECTOR(_load)(values + 2 * i);
      const v128_t second = VECTOR(_load)(values + 2 * i + LANES);
      VECTOR(_store)(sin + i, VECTOR(_mul)(VECTOR(_even)(first, second), sin_factors));
      VECTOR(_store)(cos + i, VECTOR(_mul)(VECTOR(_odd)(first, second), cos_factors));
    }
    RARELY
    for (; i < pairs; i++) {
      const size_t to = order ? (size_t)order[i] : i;
      sin[to] = values[2 * i] * sin_factor;
      cos[to] = values[2 * i + 1] * cos_factor;
    }
  }
}

void NAME(phasor_rope_between)(real *values, const double *from, const double *to, size_t pairs) {
  RARELY
  for (size_t i = 0; i < 2 * pairs; i += 2) {
    values[i] = (real)(to[i] * from[i + 1] - to[i + 1] * from[i]);
    values[i + 1] = (real)(to[i + 1] * from[i + 1] + to[i] * from[i]);
  }
}

void NAME(phasor_xpos_scale)(real *cos, real *sin, const double *rates, const double *exponents,
                             size_t rows, size_t pairs) {
  for (size_t r = 0; r < rows; r++, cos += pairs, sin += pairs) RARELY
  for (size_t i = 0; i < pairs; i++) {
    const real scale = (real)exponential(rates[i] * exponents[r]);
    cos[i] *= scale;
    sin[i] *= scale;
  }
}

// One row, pairs (i, i + pairs). out may be x.
INLINE void NAME(rotate_half)(real *out, const real *x, const real *cos, const real *sin,
                              size_t pairs) {
  size_t i = 0;
  for (; i + LANES <= pairs; i += LANES) {
    const v128_t c = VECTOR(_load)(cos + i);
    const v128_t s = VECTOR(_load)(sin + i);
    const v128_t a = VECTOR(_load)(x + i);
    const v128_t z = VECTOR(_load)(x + pairs + i);
    VECTOR(_store)(out + i, VECTOR(_sub)(VECTOR(_mul)(a, c), VECTOR(_mul)(z, s)));
    VECTOR(_store)(out + pairs + i, VECTOR(_add)(VECTOR(_mul)(a, s), VECTOR(_mul)(z, c)));
  }
  RARELY
  for (; i < pairs; i++) {
    const real a = x[i];
    const real z = x[pairs + i];
    out[i] = a * cos[i] - z * sin[i];
    out[pairs + i] = a * sin[i] + z * cos[i];
  }
}

// One row, pairs (2i, 2i + 1). out may be x.
INLINE void NAME(rotate_interleaved)(real *out, const real *x, const real *cos, const real *sin,
                                     size_t pairs) {
  size_t i = 0;
  for (; i + LANES <= pairs; i += LANES) {
    const v128_t c = VECTOR(_load)(cos + i);
    const v128_t s = VECTOR(_load)(sin + i);
    const v128_t first = VECTOR(_load)(x + 2 * i);
    const v128_t second = VECTOR(_load)(x + 2 * i + LANES);
    const v128_t a = VECTOR(_even)(first, second);
    const v128_t z = VECTOR(_odd)(first, second);
    const v128_t even = VECTOR(_sub)(VECTOR(_mul)(a, c), VECTOR(_mul)(z, s));
    const v128_t odd = VECTOR(_add)(VECTOR(_mul)(a, s), VECTOR(_mul)(z, c));
    VECTOR(_store)(out + 2 * i, VECTOR(_zip_low)(even, odd));
    VECTOR(_store)(out + 2 * i + LANES, VECTOR(_zip_high)(even, odd));
  }
  RARELY
  for (; i < pairs; i++) {
    const real a = x[2 * i];
    const real z = x[2 * i + 1];
    out[2 * i] = a * cos[i] - z * sin[i];
    out[2 * i + 1] = a * sin[i] + z * cos[i];
  }
}

// Reads a row from front to back, as the processor expects it to be read.
INLINE void NAME(prefetch)(const real *x, size_t width) {
  const size_t line = LINE / sizeof(real);
  for (size_t i = 0; i < width; i += line) (void)*(const volatile real *)(x + i);
}

// How rows lie in memory: those of a block one after the other, each of some heads in a row, which
// all turn alike. Of a head the features from `start` on are turned.
INLINE void NAME(rotate_rows)(real *out, const real *x, const real *cos, const real *sin,
                              size_t first, size_t end, size_t heads, size_t width, size_t start,
                              size_t pairs, layout where) {
  const size_t past = start + 2 * pairs;
  real *to = out + first * heads * width;
  const real *from = x + first * heads * width;
  for (size_t r = first; r < end; r++) {
    const real *const c = cos + r * pairs;
    const real *const s = sin + r * pairs;
    for (size_t head = heads; head > 0; head--, to += width, from += width) {
      if (where == HALF) {
        if (pairs * sizeof(real) >= FAR) NAME(prefetch)(from + start, 2 * pairs);
        NAME(rotate_half)(to + start, from + start, c, s, pairs);
      } else {
        NAME(rotate_interleaved)(to + start, from + start, c, s, pairs);
      }
      if (to == from) continue;
      if (start > 0) memcpy(to, from, start * sizeof(real));
      if (past < width) memcpy(to + past, from + past, (width - past) * sizeof(real));
    }
  }
}

INLINE void NAME(rotate_blocks)(real *out, const real *x, const real *cos, const real *sin,
                                size_t blocks, size_t block_stride, size_t rows, size_t heads,
                                size_t width, size_t start, size_t pairs, layout where) {
  const size_t bytes = heads * width * sizeof(real); // of a row
  const size_t together = rows * pairs * 2 * sizeof(real) > NEAREST ? SIDE_BY_SIDE : 1;
  const size_t stretch = bytes > 0 && bytes < STRETCH ? STRETCH / bytes : 1;
  const size_t few = together > 1 ? stretch : rows;
  for (size_t group = 0; group < blocks; group += together) {
    const size_t end = blocks - group < together ? blocks : group + together;
    for (size_t r = 0; r < rows; r += few)
      for (size_t b = group; b < end; b++) NAME(rotate_rows)
    (out + b * block_stride, x + b * block_stride, cos, sin, r, rows - r < few ? rows : r + few,
     heads, width, start, pairs, where);
  }
}

void NAME(phasor_rope_half)(real *out, const real *x, const real *cos, const real *sin,
                            size_t blocks, size_t block_stride, size_t rows, size_t heads,
                            size_t width, size_t start, size_t pairs) {
  NAME(rotate_blocks)
  (out, x, cos, sin, blocks, block_stride, rows, heads, width, start, pairs, HALF);
}

void NAME(phasor_rope_interleaved)(real *out, const real *x, const real *cos, const real *sin,
                                   size_t blocks, size_t block_stride, size_t rows, size_t heads,
                                   size_t width, size_t start, size_t pairs) {
  NAME(rotate_blocks)
  (out, x, cos, sin, blocks, block_stride, rows, heads, width, start, pairs, INTERLEAVED);
}

void NAME(phasor_rope_scale)(real *x, const double *factors, size_t blocks, size_t block_stride,
                             size_t rows, size_t width) {
  for (size_t b = 0; b < blocks; b++)
    for (size_t r = 0; r < rows; r++) {
      if (factors[r] == 1) continue;
      real *const row = x + b * block_stride + r * width;
      const real factor = (real)factors[r];
      const v128_t all = VECTOR(_splat)(factor);
      size_t i = 0;
      for (; i + LANES <= width; i += LANES)
        VECTOR(_store)(row + i, VECTOR(_mul)(VECTOR(_load)(row + i), all));
      RARELY
      for (; i < width; i++) row[i] *= factor;
    }
}

#endif
