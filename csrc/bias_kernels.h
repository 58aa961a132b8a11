// bias_kernels.h: the kernels of bias.c, for each_real.h.

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
