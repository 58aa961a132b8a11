// diagnose.c: column minima and maxima, non-finite counts, row norms and hashes; deviations from a table; sums and
// residuals of rotated pairs, see phasor.h.
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

void phasor_pair_sums(double *sums, const double *input, const double *output, const int32_t *rows,
                      const int32_t *pairing, size_t pairs, size_t features, size_t width,
                      size_t count) {
  const int32_t *source = pairing;
  const int32_t *partner = source + features;
  const int32_t *sign = partner + features;
  const int32_t *pair = sign + features;
  const int32_t *target = pair + features;
  for (size_t v = 0; v < count; v++) {
    const double *x = input + v * width;
    const double *y = output + v * width;
    double *row = sums + (size_t)rows[v] * pairs * 6;
    for (size_t f = 0; f < features; f++) {
      const double a = x[source[f]];
      const double b = sign[f] * x[partner[f]];
      const double u = y[target[f]];
      double *sum = row + 6 * pair[f];
      sum[0] += a * a;
      sum[1] += a * b;
      sum[2] += b * b;
      sum[3] += a * u;
      sum[4] += b * u;
      sum[5] += u * u;
    }
  }
}

void phasor_pair_arrows(double *arrows, double *moments, const double *sums, size_t rows,
                        size_t pairs) {
  double *cosines = arrows;
  double *sines = cosines + pairs * rows;
  double *weights = sines + pairs * rows;
  double *squares = weights + pairs * rows;
  for (size_t i = 0; i < pairs; i++) {
    double *moment = moments + 4 * i;
    for (size_t r = 0; r < rows; r++) {
      const double *sum = sums + 6 * (r * pairs + i);
      const double aa = sum[0];
      const double ab = sum[1];
      const double bb = sum[2];
      const double determinant = aa * bb - ab * ab;
      const double scale = determinant > 0 ? 1 / determinant : 0;
      const double c = (bb * sum[3] - ab * sum[4]) * scale;
      const double s = (aa * sum[4] - ab * sum[3]) * scale;
      const double half_trace = (aa + bb) / 2;
      const double discriminant = half_trace * half_trace - determinant;
      const double eigenvalue = half_trace + (discriminant > 0 ? sqrt(discriminant) : 0);
      const double weight = determinant > 0 ? determinant / eigenvalue : 0;
      const double size = c * c + s * s;
      const double residual = sum[5] - c * sum[3] - s * sum[4];
      cosines[i * rows + r] = c;
      sines[i * rows + r] = s;
      weights[i * rows + r] = weight;
      squares[i * rows + r] = sum[5];
      moment[0] += weight;
      moment[1] += weight * sqrt(size);
      moment[2] += weight * size;
      moment[3] += residual > 0 ? residual : 0;
    }
  }
}

// Adds a difference to the worst; 1 if it is above its limit.
static inline uint32_t tally(double *worst, double difference, double limit) {
  double size = fabs(difference);
  if (!(size < (double)INFINITY)) size = (double)INFINITY;
  worst[3] += size * size;
  if (size > worst[0] * limit) {
    worst[0] = limit > 0 ? size / limit : size > 0 ? (double)INFINITY : -1;
    worst[1] = size;
    worst[2] = limit;
  }
  return size > limit;
}

size_t phasor_pair_residuals(double *worst, uint32_t *columns, uint32_t *above, const double *input,
                             const double *output, const double *cells, const int32_t *rows,
                             const int32_t *pairing, const int32_t *copied, const double *limits,
                             size_t pairs, size_t features, size_t copies, size_t width,
                             size_t count, int stop) {
  const int32_t *source = pairing;
  const int32_t *partner = source + features;
  const int32_t *sign = partner + features;
  const int32_t *pair = sign + features;
  const int32_t *target = pair + features;
  const double products = limits[0];
  const double sum = limits[1];
  const double floor = limits[2];
  const double uncertain = limits[3];
  for (size_t v = 0; v < count; v++) {
    const double *x = input + v * width;
    const double *y = output + v * width;
    const double *cos = cells + (size_t)rows[v] * pairs * 3;
    const double *sin = cos + pairs;
    const double *errors = sin + pairs;
    uint32_t exceeded = 0;
    for (size_t f = 0; f < features; f++) {
      const int32_t i = pair[f];
      const double c = cos[i];
      const double s = sign[f] * sin[i];
      const double phase_error = errors[i] < uncertain ? errors[i] : uncertain;
      const double a = x[source[f]];
      const double b = x[partner[f]];
      const double expected = a * c + b * s;
      const double size = fabs(a * c) + fabs(b * s);
      const double tangent = fabs(b * c - a * s) + phase_error * size;
      const double rounded = size * products + fabs(expected) * sum + phase_error * tangent;
      const double limit = 1.01 * rounded + floor * (2 + fabs(a) + fabs(b));
      const uint32_t exceeds = tally(worst, y[target[f]] - expected, limit);
      columns[target[f]] += exceeds;
      exceeded += exceeds;
    }
    for (size_t k = 0; k < copies; k++) {
      const int32_t c = copied[k];
      const uint32_t exceeds = tally(worst, y[c] - x[c], fabs(x[c]) * limits[4] + floor);
      columns[c] += exceeds;
      exceeded += exceeds;
    }
    above[v] += exceeded;
    if (stop && exceeded > 0) return v + 1;
  }
  return count;
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
    double second_sum = 0;
    size_t c = 0;
    for (; c + 2 <= width; c += 2) {
      const double first = (double)row[c];
      const double second = (double)row[c + 1];
      even = hash_with(even, first);
      odd = hash_with(odd, second);
      sum += first * first;
      second_sum += second * second;
    }
    if (c < width) {
      const double last = (double)row[c];
      even = hash_with(even, last);
      sum += last * last;
    }
    sum += second_sum;
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
    const double *expected = table + r * table_stride;
    double max = row_max[r];
    for (size_t c = 0; c < columns; c++) {
      const double difference = fabs((double)row[c] - scale * expected[places[c]]);
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
