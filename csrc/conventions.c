// conventions.c: the columns of a table in another order, see phasor.h.
#ifndef real // this file includes itself for each element type, see each_real.h
#include "phasor.h"

#define KERNELS "conventions.c"
#include "each_real.h"

#else // once for each type

void NAME(phasor_split)(real *sines, real *cosines, size_t stride, const real *rows,
                        size_t row_count, size_t pairs) {
  for (size_t r = 0; r < row_count; r++)
    for (size_t i = 0; i < pairs; i++) {
      sines[r * stride + i] = rows[2 * (r * pairs + i)];
      cosines[r * stride + i] = rows[2 * (r * pairs + i) + 1];
    }
}

void NAME(phasor_swap)(real *out, size_t stride, const real *rows, size_t row_count, size_t pairs) {
  for (size_t r = 0; r < row_count; r++)
    for (size_t i = 0; i < pairs; i++) {
      out[r * stride + 2 * i] = rows[2 * (r * pairs + i) + 1];
      out[r * stride + 2 * i + 1] = rows[2 * (r * pairs + i)];
    }
}

void NAME(phasor_columns)(real *out, const real *x, const int32_t *columns, size_t rows,
                          size_t width) {
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < width; c++) out[r * width + c] = x[r * width + (size_t)columns[c]];
}

#endif
