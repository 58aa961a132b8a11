// diagnose.c: column minima and maxima, non-finite counts, row norms and hashes; and deviations from
// a table, see phasor.h.
#ifndef real // this file includes itself for each element type, see each_real.h
#include "phasor.h"

#include <math.h>

#include "bits.h"
#include "simd.h"

// The next state of a row's hash. −0 counts as 0.
static inline uint64_t hash_with(uint64_t hash, double value) {
  hash ^= bits_of(value + 0.0);
  return (hash << 27 | hash >> 37) * 0x9e3779b97f4a7c15;
}

#define KERNELS "diagnose.c"
#include "each_real.h"

#else // once for each type

void NAME(phasor_survey)(double *min, double *max, double *nonfinite, double *squares,
                         uint64_t *hashes, const real *x, size_t rows, size_t width) {
  for (size_t r = 0; r < rows; r++) {
    const real *row = x + r * width;
    // Two chains of each, so that they run in parallel.
    uint64_t even = 1;
    uint64_t odd = 2;
    double sum = 0;
    double other = 0;
    size_t c = 0;
    for (; c + 2 <= width; c += 2) {
      const double first = (double)row[c];
      const double second = (double)row[c + 1];
      even = hash_with(even, first);
      odd = hash_with(odd, second);
      sum += first * first;
      other += second * second;
    }
    if (c < width) {
      const double last = (double)row[c];
      even = hash_with(even, last);
      sum += last * last;
    }
    sum += other;
    squares[r] = sum;
    hashes[r] = even ^ (odd << 32 | odd >> 32);
    if (sum - sum == 0)
      for (c = 0; c < width; c++) {
        const double value = (double)row[c];
        min[c] = value < min[c] ? value : min[c];
        max[c] = value > max[c] ? value : max[c];
      }
    else
      for (c = 0; c < width; c++) {
        const double value = (double)row[c];
        if (value - value != 0) // NaN or infinite
          nonfinite[c] += 1;
        else {
          min[c] = value < min[c] ? value : min[c];
          max[c] = value > max[c] ? value : max[c];
        }
      }
  }
}

void NAME(phasor_deviations)(double *column_max, double *column_squares, double *row_max,
                             const real *x, size_t stride, const double *table, size_t table_stride,
                             const int32_t *places, double scale, size_t rows, size_t columns) {
  for (size_t r = 0; r < rows; r++) {
    const real *row = x + r * stride;
    const double *wanted = table + r * table_stride;
    double max = row_max[r];
    for (size_t c = 0; c < columns; c++) {
      const double difference = fabs((double)row[c] - scale * wanted[places[c]]);
      // Without branches, which would be unpredictable.
      const double size = difference - difference == 0 ? difference : 0;
      column_max[c] = size > column_max[c] ? size : column_max[c];
      max = size > max ? size : max;
      column_squares[c] += size * size;
    }
    row_max[r] = max;
  }
}

#endif
