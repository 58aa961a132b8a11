// diagnose.c: one look at every entry of a table, and one comparison, see phasor.h.
#ifndef real // this file includes itself for each element type, see each_real.h
#include "phasor.h"

#include <math.h>

#include "bits.h"
#include "simd.h"

// The next state of a row's mark, which any change of a value changes. −0 counts as 0.
static inline uint64_t mark_with(uint64_t mark, double value) {
  mark ^= bits_of(value + 0.0);
  return (mark << 27 | mark >> 37) * 0x9e3779b97f4a7c15;
}

#define KERNELS "diagnose.c"
#include "each_real.h"

#else // once for each type

void NAME(phasor_survey)(double *least, double *most, double *missing, double *squares,
                         uint64_t *marks, const real *x, size_t rows, size_t width) {
  for (size_t r = 0; r < rows; r++) {
    const real *row = x + r * width;
    // Two chains of each, so that one does not wait for the other.
    uint64_t even = 1;
    uint64_t odd = 2;
    double sum = 0;
    double other = 0;
    size_t c = 0;
    for (; c + 2 <= width; c += 2) {
      const double first = (double)row[c];
      const double second = (double)row[c + 1];
      even = mark_with(even, first);
      odd = mark_with(odd, second);
      sum += first * first;
      other += second * second;
    }
    if (c < width) {
      const double last = (double)row[c];
      even = mark_with(even, last);
      sum += last * last;
    }
    sum += other;
    squares[r] = sum;
    marks[r] = even ^ (odd << 32 | odd >> 32);
    if (sum - sum == 0)
      for (c = 0; c < width; c++) {
        const double value = (double)row[c];
        least[c] = value < least[c] ? value : least[c];
        most[c] = value > most[c] ? value : most[c];
      }
    else
      for (c = 0; c < width; c++) {
        const double value = (double)row[c];
        if (value - value != 0) // NaN or infinite
          missing[c] += 1;
        else {
          least[c] = value < least[c] ? value : least[c];
          most[c] = value > most[c] ? value : most[c];
        }
      }
  }
}

void NAME(phasor_deviations)(double *column_most, double *column_squares, double *row_most,
                             const real *x, size_t stride, const double *table, size_t table_stride,
                             const int32_t *places, double scale, size_t rows, size_t columns) {
  for (size_t r = 0; r < rows; r++) {
    const real *row = x + r * stride;
    const double *wanted = table + r * table_stride;
    double most = row_most[r];
    for (size_t c = 0; c < columns; c++) {
      const double difference = fabs((double)row[c] - scale * wanted[places[c]]);
      // Without branches, of which nobody could predict the outcome.
      const double size = difference - difference == 0 ? difference : 0;
      column_most[c] = size > column_most[c] ? size : column_most[c];
      most = size > most ? size : most;
      column_squares[c] += size * size;
    }
    row_most[r] = most;
  }
}

#endif
