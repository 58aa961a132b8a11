// learned.c: learned positional embeddings, see phasor.h.
#ifndef real // this file includes itself for each element type, see each_real.h
#include "phasor.h"

#include <math.h>

#include "circle.h"
#include "logarithm.h"
#include "random.h"

// The normal numbers 2·pair and 2·pair + 1, and the next two, as radii and angles.
typedef struct {
  f64x2 even, odd;
} normals;

static double radius(uint64_t seed, uint64_t pair) {
  const double u = (double)((random_draw(seed, 2 * pair) >> 11) + 1) * 0x1p-53;
  return sqrt(-2 * logarithm(u));
}

static normals draw_normals(uint64_t seed, uint64_t pair, double std) {
  const rotor angles = circle_at((turn){random_draw(seed, 2 * pair + 1), 0},
                                 (turn){random_draw(seed, 2 * pair + 3), 0});
  const f64x2 radii = f64x2_set(radius(seed, pair), radius(seed, pair + 1));
  const f64x2 deviation = f64x2_splat(std);
  return (normals){f64x2_mul(f64x2_mul(radii, angles.cos), deviation),
                   f64x2_mul(f64x2_mul(radii, angles.sin), deviation)};
}

#define KERNELS "learned.c"
#include "each_real.h"

#else // once for each type

void NAME(phasor_normal)(real *out, double first, size_t count, double seed, double std) {
  const uint64_t pair = (uint64_t)first / 2;
  for (size_t i = 0; i < count; i += 4) {
    const normals n = draw_normals((uint64_t)seed, pair + i / 2, std);
    double values[4];
    f64x2_store(values, f64x2_low(n.even, n.odd));
    f64x2_store(values + 2, f64x2_high(n.even, n.odd));
    for (size_t j = 0; j < 4 && i + j < count; j++) out[i + j] = (real)values[j];
  }
}

__attribute__((noinline)) void NAME(phasor_batch_sum)(real *sums, const real *x, size_t batch,
                                                      size_t stride, size_t count) {
  size_t i = 0;
  for (; i + 4 * LANES <= count; i += 4 * LANES) { // whole cache lines at a time
    v128_t sum[4];
    for (size_t v = 0; v < 4; v++) sum[v] = VECTOR(_load)(sums + i + v * LANES);
    for (size_t b = 0; b < batch; b++)
      for (size_t v = 0; v < 4; v++)
        sum[v] = VECTOR(_add)(sum[v], VECTOR(_load)(x + b * stride + i + v * LANES));
    for (size_t v = 0; v < 4; v++) VECTOR(_store)(sums + i + v * LANES, sum[v]);
  }
  RARELY
  for (; i < count; i++)
    for (size_t b = 0; b < batch; b++) sums[i] += x[b * stride + i];
}

void NAME(phasor_scatter_add)(real *table, const int32_t *indices, const real *rows,
                              const int32_t *sources, size_t count, size_t width) {
  for (size_t r = 0; r < count; r++) {
    const real *row = rows + (sources ? (size_t)sources[r] : r) * width;
    NAME(phasor_batch_sum)(table + (size_t)indices[r] * width, row, 1, 0, width);
  }
}

#endif
