// analysis.c: shift matrices, and products, norms and statistics of a table's rows, see phasor.h.
#ifndef real // this file includes itself for each element type, see each_real.h
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

// The factor for values whose sum of squares overflowed or lost bits to underflow. With it, the
// squares do neither. It is 1 for any other sum, and for NaN.
static double scale_for(double sum) {
  if (sum > 0x1p1000) return 0x1p-600;
  return sum < 0x1p-900 ? 0x1p600 : 1;
}

#define KERNELS "analysis.c"
#include "each_real.h"

#else // once for each type

// Loads one vector of a row, or what is left of the row.
static inline v128_t NAME(load)(const real *from, size_t left) {
  return left >= LANES ? VECTOR(_load)(from) : VECTOR(_load_part)(from, left);
}

// A block of `height` × `breadth` products. Each is summed lane by lane, in an order that does not
// depend on the block.
static inline __attribute__((always_inline)) void
NAME(dot_block)(real *out, size_t stride, const real *a, size_t a_stride, const real *b,
                size_t b_stride, size_t depth, size_t height, size_t breadth, int accumulate) {
  v128_t sums[4][2];
  UNROLL
  for (size_t r = 0; r < height; r++) {
    UNROLL
    for (size_t c = 0; c < breadth; c++) sums[r][c] = VECTOR(_splat)(0);
  }
  size_t k = 0;
  for (; k + LANES <= depth; k += LANES) {
    UNROLL
    for (size_t r = 0; r < height; r++) {
      const v128_t left = VECTOR(_load)(a + r * a_stride + k);
      UNROLL
      for (size_t c = 0; c < breadth; c++) {
        const v128_t right = VECTOR(_load)(b + c * b_stride + k);
        sums[r][c] = VECTOR(_add)(sums[r][c], VECTOR(_mul)(left, right));
      }
    }
  }
  UNROLL
  for (size_t r = 0; r < height; r++) {
    UNROLL
    for (size_t c = 0; c < breadth; c++) {
      if (k < depth) {
        const v128_t left = VECTOR(_load_part)(a + r * a_stride + k, depth - k);
        const v128_t right = VECTOR(_load_part)(b + c * b_stride + k, depth - k);
        sums[r][c] = VECTOR(_add)(sums[r][c], VECTOR(_mul)(left, right));
      }
      real *to = out + r * stride + c;
      const real sum = VECTOR(_sum)(sums[r][c]);
      *to = accumulate ? *to + sum : sum;
    }
  }
}

void NAME(phasor_dots)(real *out, size_t stride, const real *a, size_t a_stride, const real *b,
                       size_t b_stride, size_t rows, size_t columns, size_t depth, int accumulate) {
  for (size_t c = 0; c < columns; c += 2) {
    const real *right = b + c * b_stride;
    for (size_t r = 0; r < rows; r += 4) {
      const real *left = a + r * a_stride;
      real *to = out + r * stride + c;
      if (r + 4 <= rows && c + 2 <= columns) {
        NAME(dot_block)(to, stride, left, a_stride, right, b_stride, depth, 4, 2, accumulate);
        continue;
      }
      for (size_t i = 0; i < 4 && r + i < rows; i++)
        for (size_t j = 0; j < 2 && c + j < columns; j++) NAME(dot_block)
      (to + i * stride + j, stride, left + i * a_stride, a_stride, right + j * b_stride, b_stride,
       depth, 1, 1, accumulate);
    }
  }
}

void NAME(phasor_transpose)(real *out, size_t out_stride, const real *in, size_t in_stride,
                            size_t rows, size_t columns) {
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < columns; c++) out[c * out_stride + r] = in[r * in_stride + c];
}

static double NAME(sum_of_squares)(const real *row, size_t width, double scale) {
  const f64x2 factor = f64x2_splat(scale);
  f64x2 sum = f64x2_splat(0);
  for (size_t c = 0; c < width; c += LANES) {
    const v128_t values = NAME(load)(row + c, width - c);
    sum = NAME(add_squares)(sum, values, factor);
  }
  return f64x2_sum(sum);
}

void NAME(phasor_norms)(double *out, const real *x, size_t rows, size_t width) {
  for (size_t r = 0; r < rows; r++) {
    const real *row = x + r * width;
    double sum = NAME(sum_of_squares)(row, width, 1);
    const double scale = scale_for(sum);
    if (scale != 1) sum = NAME(sum_of_squares)(row, width, scale);
    out[r] = sqrt(sum) / scale;
  }
}

static double NAME(shift_error)(const real *x, const real *shifted, const double *values,
                                size_t width, double scale) {
  double sum = 0;
  for (size_t c = 0; c + 1 < width; c += 2) {
    const double sine = (double)x[c] * scale;
    const double cosine = (double)x[c + 1] * scale;
    const double new_sine = values[c + 1] * sine + values[c] * cosine;
    const double new_cosine = values[c + 1] * cosine - values[c] * sine;
    const double sine_error = new_sine - (double)shifted[c] * scale;
    const double cosine_error = new_cosine - (double)shifted[c + 1] * scale;
    sum += sine_error * sine_error + cosine_error * cosine_error;
  }
  if (width % 2) {
    const double error = (double)x[width - 1] * scale - (double)shifted[width - 1] * scale;
    sum += error * error;
  }
  return sum;
}

void NAME(phasor_shift_errors)(double *out, const real *x, const real *shifted,
                               const double *values, size_t rows, size_t width) {
  for (size_t r = 0; r < rows; r++) {
    const size_t at = r * width;
    double sum = NAME(shift_error)(x + at, shifted + at, values, width, 1);
    const double scale = scale_for(sum);
    if (scale != 1) sum = NAME(shift_error)(x + at, shifted + at, values, width, scale);
    out[r] = sqrt(sum) / scale;
  }
}

void NAME(phasor_normalise)(real *tile, size_t stride, const double *row_norms,
                            const double *column_norms, size_t rows, size_t columns) {
  const int diagonal = row_norms == column_norms;
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < columns; c++) {
      const double norm = row_norms[r] * column_norms[c];
      real *entry = tile + r * stride + c;
      const real cosine = norm == 0 ? 0 : (real)((double)*entry / norm);
      *entry = cosine > 1 ? 1 : cosine < -1 ? -1 : cosine;
      if (diagonal && r == c && norm > 0 && norm - norm == 0) *entry = 1;
    }
}

void NAME(phasor_diagonal_sums)(double *sums, const real *tile, size_t stride, size_t first_row,
                                size_t first_column, size_t rows, size_t columns) {
  for (size_t r = 0; r < rows; r++) {
    const size_t row = first_row + r;
    for (size_t c = row > first_column ? row - first_column : 0; c < columns; c++)
      sums[first_column + c - row] += (double)tile[r * stride + c];
  }
}

void NAME(phasor_column_sums)(double *sums, const real *x, size_t rows, size_t width) {
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < width; c++) sums[c] += (double)x[r * width + c];
}

void NAME(phasor_column_squares)(double *sums, const double *mean, const real *x, size_t rows,
                                 size_t width) {
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < width; c++) {
      const double difference = (double)x[r * width + c] - mean[c];
      sums[c] += difference * difference;
    }
}

void NAME(phasor_range)(double *range, const real *x, size_t count) {
  double low = range[0];
  double high = range[1];
  for (size_t i = 0; i < count; i++) {
    const double value = (double)x[i];
    low = value < low || value != value ? value : low;
    high = value > high || value != value ? value : high;
  }
  range[0] = low;
  range[1] = high;
}

#endif
