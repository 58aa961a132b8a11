// moments.c: moments of the entries of a bias in groups, see phasor.h.
#ifndef real // this file includes itself for each element type, see each_real.h
#include "phasor.h"

#include <math.h>

#include "simd.h"

#define KERNELS "moments.c"
#include "each_real.h"

#else // once for each type

double NAME(phasor_least_above)(const real *x, size_t count, double limit) {
  double least = (double)INFINITY;
  size_t i = 0;
  RARELY
  for (; i < count; i++) {
    const double value = (double)x[i];
    if (value < least && value > limit) least = value;
  }
  return least;
}

size_t NAME(phasor_moments)(double *moments, const real *x, size_t stride,
                            const int32_t *row_groups, const int32_t *column_groups, double limit,
                            size_t rows, size_t columns) {
  size_t invalid = 0;
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < columns; c++) {
      const double value = (double)x[r * stride + c];
      if (!(value > limit && value < (double)INFINITY)) {
        invalid += !(value <= limit);
        continue;
      }
      double *group = moments + 6 * (size_t)(row_groups[r] + column_groups[c]);
      group[0] += 1;
      if (group[0] == 1) {
        group[1] = group[4] = group[5] = value;
        continue;
      }
      const double difference = value - group[1];
      if (difference == 0) continue;
      group[2] += difference;
      group[3] += difference * difference;
      if (value < group[4]) group[4] = value;
      if (value > group[5]) group[5] = value;
    }
  return invalid;
}

#endif
