// learned_kernels.h: the kernels of learned.c, for each_real.h.

void NAME(phasor_normal)(real *out, double first, size_t count, double seed, double std) {
  const uint64_t pair = (uint64_t)first / 2;
  for (size_t i = 0; i < count; i += 4) {
    const normals n = draw_normals((uint64_t)seed, pair + i / 2, std);
    double four[4];
    f64x2_store(four, f64x2_low(n.even, n.odd));
    f64x2_store(four + 2, f64x2_high(n.even, n.odd));
    for (size_t j = 0; j < 4 && i + j < count; j++) out[i + j] = (real)four[j];
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

void NAME(phasor_scatter_add)(real *table, const real *rows, const int32_t *indices, size_t count,
                              size_t width) {
  for (size_t r = 0; r < count; r++)
    NAME(phasor_batch_sum)(table + (size_t)indices[r] * width, rows + r * width, 1, 0, width);
}
