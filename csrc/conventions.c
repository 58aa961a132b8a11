// conventions.c: the columns of a table in another order, see phasor.h.
#ifndef real // this file includes itself for each element type, see each_real.h
#include "phasor.h"

#define KERNELS "conventions.c"
#include "each_real.h"

#else // once for each type

// Copies the first value of each pair to `first` and the second to `second`, each `step` elements
// after that of the previous pair.
static void NAME(move_pairs)(real *first, real *second, size_t stride, size_t step,
                             const real *rows, size_t row_count, size_t pairs) {
  for (; row_count > 0; row_count--, first += stride, second += stride)
    for (size_t i = 0; i < pairs; i++, rows += 2) {
      first[i * step] = rows[0];
      second[i * step] = rows[1];
    }
}

void NAME(phasor_split)(real *sines, real *cosines, size_t stride, const real *rows,
                        size_t row_count, size_t pairs) {
  NAME(move_pairs)(sines, cosines, stride, 1, rows, row_count, pairs);
}

void NAME(phasor_swap)(real *out, size_t stride, const real *rows, size_t row_count, size_t pairs) {
  NAME(move_pairs)(out + 1, out, stride, 2, rows, row_count, pairs);
}

void NAME(phasor_columns)(real *out, const real *x, const int32_t *columns, size_t rows,
                          size_t width) {
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < width; c++) out[r * width + c] = x[r * width + (size_t)columns[c]];
}

#endif
