// encoding.c: a table added to embeddings, see phasor.h.
#ifndef real // this file includes itself for each element type, see each_real.h
#include "phasor.h"

#include "simd.h"

// Vectors per iteration: with one, counting and branching would take as long as the additions.
#define VECTORS_PER_STEP 8

#define KERNELS "encoding.c"
#include "each_real.h"

#else // once for each type

static inline void NAME(add_vector)(real *out, const real *x, const real *table, v128_t factor) {
  const v128_t scaled = VECTOR(_mul)(factor, VECTOR(_load)(x));
  VECTOR(_store)(out, VECTOR(_add)(scaled, VECTOR(_load)(table)));
}

void NAME(phasor_add)(real *out, const real *x, const real *table, real scale, size_t count) {
  const v128_t factor = VECTOR(_splat)(scale);
  size_t i = 0;
  for (; i + VECTORS_PER_STEP * LANES <= count; i += VECTORS_PER_STEP * LANES) {
    UNROLL
    for (size_t k = i, n = 0; n < VECTORS_PER_STEP; k += LANES, n++) {
      NAME(add_vector)(out + k, x + k, table + k, factor);
    }
  }
  for (; i + LANES <= count; i += LANES) NAME(add_vector)(out + i, x + i, table + i, factor);
  for (; i < count; i++) out[i] = scale * x[i] + table[i];
}

void NAME(phasor_embed)(real *out, const real *embeddings, const int32_t *ids, const real *table,
                        real scale, size_t rows, size_t width) {
  for (size_t row = 0; row < rows; row++) {
    const real *embedding = embeddings + (size_t)ids[row] * width;
    NAME(phasor_add)(out + row * width, embedding, table + row * width, scale, width);
  }
}

#endif
