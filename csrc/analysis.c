// analysis.c: what a table's rows have to do with each other, see phasor.h.
#include "phasor.h"

#include <math.h>

#include "simd.h"

void phasor_shift_matrix(double *out, const double *values, size_t first, size_t rows,
                         size_t width) {
  for (size_t r = 0; r < rows; r++) {
    double *row = out + r * width;
    for (size_t c = 0; c < width; c++) row[c] = 0;
    const size_t at = first + r;
    const double sine = values[at & ~(size_t)1];
    const double cosine = values[at | 1];
    row[at] = cosine;
    if (at % 2 == 0)
      row[at + 1] = sine;
    else
      row[at - 1] = -sine;
  }
}

// Squares of values·scale are added up in double for both types, two lanes wide.
static inline f64x2 add_squares_f64(f64x2 sum, f64x2 values, f64x2 scale) {
  const f64x2 scaled = f64x2_mul(values, scale);
  return f64x2_add(sum, f64x2_mul(scaled, scaled));
}

static inline f64x2 add_squares_f32(f64x2 sum, f32x4 values, f64x2 scale) {
  return add_squares_f64(add_squares_f64(sum, f64x2_widen_low(values), scale),
                         f64x2_widen_high(values), scale);
}

// What to multiply values by whose sum of squares is no good: it overflowed, or lost bits at the
// lower end. Their squares then do neither. 1 for any other sum, and for NaN.
static double scale_for(double sum) {
  if (sum > 0x1p1000) return 0x1p-600;
  return sum < 0x1p-900 ? 0x1p600 : 1;
}

#define KERNELS "analysis_kernels.h"
#include "each_real.h"
