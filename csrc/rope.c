// rope.c: rotary position embedding, see phasor.h.
#ifndef real // this file includes itself for each element type, see each_real.h
#include "phasor.h"

#include <math.h>
#include <string.h>

#include "bits.h"
#include "logarithm.h"
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

#define INLINE static inline __attribute__((always_inline))

typedef enum { HALF, INTERLEAVED } layout;

// How rows are best read from memory, as measured. The angles of a few rows stay in the first-level
// cache. Those of more rows do not, and fetching them for every block takes as long as the block
// itself. So several blocks are rotated side by side, a short stretch of each in turn.
enum {
  CACHE_BYTES = 16384,  // bytes of sines and cosines that stay in the nearest cache
  SIDE_BY_SIDE = 2,     // blocks; more are more streams than some processors can follow
  STRETCH_BYTES = 2048, // bytes of a block
  FAR_BYTES = 512,      // bytes between the halves of a row that are too many to read both at once
  LINE_BYTES = 64       // bytes of a cache line
};

void phasor_query_factors(double *factors, size_t rows, int rule, double length, double offset,
                          double beta, int inverse) {
  const double slope = rule == PHASOR_LOGN ? 1 / logarithm(length) : beta;
  for (size_t r = 0; r < rows; r++) {
    double ratio = (factors[r] + offset) / length;
    if (rule == PHASOR_LLAMA4) ratio = 1 + floor(ratio);
    const double factor = ratio > 1 ? 1 + slope * logarithm(ratio) : 1;
    factors[r] = inverse ? 1 / factor : factor;
  }
}

#define KERNELS "rope.c"
#include "each_real.h"

#else // once for each type

void NAME(phasor_rope_rows)(real *out, const real *values, const int32_t *order, real sin_factor,
                            real cos_factor, const double *rates, const double *exponents,
                            size_t rows, size_t pairs) {
  for (size_t r = 0; r < rows; r++, values += 2 * pairs, out += 2 * pairs)
    RARELY for (size_t i = 0; i < pairs; i++) {
      const size_t to = order ? (size_t)order[i] : i;
      real sine = values[2 * i] * sin_factor;
      real cosine = values[2 * i + 1] * cos_factor;
      if (rates) {
        const real scale = (real)exponential(rates[i] * exponents[r]);
        sine *= scale;
        cosine *= scale;
      }
      out[2 * to] = sine;
      out[2 * to + 1] = cosine;
    }
}

void NAME(phasor_rope_between)(real *values, const double *from, const double *to, size_t pairs) {
  RARELY for (size_t i = 0; i < 2 * pairs; i += 2) {
    values[i] = (real)(to[i] * from[i + 1] - to[i + 1] * from[i]);
    values[i + 1] = (real)(to[i + 1] * from[i + 1] + to[i] * from[i]);
  }
}

void NAME(phasor_rope_join)(real *out, const real *sin, const real *cos, size_t count) {
  size_t i = 0;
  for (; i + LANES <= count; i += LANES) {
    const v128_t s = VECTOR(_load)(sin + i);
    const v128_t c = VECTOR(_load)(cos + i);
    VECTOR(_store)(out + 2 * i, VECTOR(_zip_low)(s, c));
    VECTOR(_store)(out + 2 * i + LANES, VECTOR(_zip_high)(s, c));
  }
  RARELY for (; i < count; i++) {
    out[2 * i] = sin[i];
    out[2 * i + 1] = cos[i];
  }
}

// The pairs of one head, by their sines and cosines. out may be x.
INLINE void NAME(rotate_head)(real *out, const real *x, const real *angles, size_t pairs,
                              layout form) {
  size_t i = 0;
  for (; i + LANES <= pairs; i += LANES) {
    const v128_t low = VECTOR(_load)(angles + 2 * i);
    const v128_t high = VECTOR(_load)(angles + 2 * i + LANES);
    const v128_t s = VECTOR(_even)(low, high);
    const v128_t c = VECTOR(_odd)(low, high);
    const v128_t left = VECTOR(_load)(x + (form == HALF ? i : 2 * i));
    const v128_t right = VECTOR(_load)(x + (form == HALF ? pairs + i : 2 * i + LANES));
    const v128_t a = form == HALF ? left : VECTOR(_even)(left, right);
    const v128_t z = form == HALF ? right : VECTOR(_odd)(left, right);
    const v128_t first = VECTOR(_sub)(VECTOR(_mul)(a, c), VECTOR(_mul)(z, s));
    const v128_t second = VECTOR(_add)(VECTOR(_mul)(a, s), VECTOR(_mul)(z, c));
    if (form == HALF) {
      VECTOR(_store)(out + i, first);
      VECTOR(_store)(out + pairs + i, second);
    } else {
      VECTOR(_store)(out + 2 * i, VECTOR(_zip_low)(first, second));
      VECTOR(_store)(out + 2 * i + LANES, VECTOR(_zip_high)(first, second));
    }
  }
  RARELY for (; i < pairs; i++) {
    const size_t first = form == HALF ? i : 2 * i;
    const size_t second = form == HALF ? pairs + i : 2 * i + 1;
    const real s = angles[2 * i];
    const real c = angles[2 * i + 1];
    const real a = x[first];
    const real z = x[second];
    out[first] = a * c - z * s;
    out[second] = a * s + z * c;
  }
}

// Reads a row from front to back, the order that the processor's prefetching expects.
INLINE void NAME(prefetch)(const real *x, size_t width) {
  const size_t line = LINE_BYTES / sizeof(real);
  for (size_t i = 0; i < width; i += line) (void)*(const volatile real *)(x + i);
}

INLINE void NAME(scale_row)(real *row, real factor, size_t width) {
  const v128_t factors = VECTOR(_splat)(factor);
  size_t i = 0;
  for (; i + LANES <= width; i += LANES)
    VECTOR(_store)(row + i, VECTOR(_mul)(VECTOR(_load)(row + i), factors));
  RARELY for (; i < width; i++) row[i] *= factor;
}

void NAME(phasor_rope_rotate)(real *out, const real *x, const real *angles, const double *factors,
                              size_t blocks, size_t block_stride, size_t rows, size_t heads,
                              size_t width, size_t start, size_t pairs, int half) {
  const size_t row_width = heads * width;
  const size_t bytes = row_width * sizeof(real);
  const size_t rotated_end = start + 2 * pairs;
  const size_t group_size = rows * pairs * 2 * sizeof(real) > CACHE_BYTES ? SIDE_BY_SIDE : 1;
  const size_t stretch = bytes > 0 && bytes < STRETCH_BYTES ? STRETCH_BYTES / bytes : 1;
  const size_t chunk = group_size > 1 ? stretch : rows;
  for (size_t group = 0; group < blocks; group += group_size) {
    const size_t end = blocks - group < group_size ? blocks : group + group_size;
    for (size_t first = 0; first < rows; first += chunk)
      for (size_t b = group; b < end; b++) {
        const size_t last = rows - first < chunk ? rows : first + chunk;
        for (size_t r = first; r < last; r++) {
          const real *const row = angles + r * 2 * pairs;
          real *to = out + b * block_stride + r * row_width;
          const real *from = x + b * block_stride + r * row_width;
          for (size_t head = heads; head > 0; head--, to += width, from += width) {
            if (half) {
              if (pairs * sizeof(real) >= FAR_BYTES) NAME(prefetch)(from + start, 2 * pairs);
              NAME(rotate_head)(to + start, from + start, row, pairs, HALF);
            } else {
              NAME(rotate_head)(to + start, from + start, row, pairs, INTERLEAVED);
            }
            if (to == from) continue;
            if (start > 0) memcpy(to, from, start * sizeof(real));
            if (rotated_end < width)
              memcpy(to + rotated_end, from + rotated_end, (width - rotated_end) * sizeof(real));
          }
          if (factors && factors[r] != 1)
            NAME(scale_row)(to - row_width, (real)factors[r], row_width);
        }
      }
  }
}

#endif
