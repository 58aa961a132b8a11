// fit.c: fits of sinusoids to tables by least squares, and the invariants of sinusoidal tables, see phasor.h.
#include <math.h>

#include "phasor.h"

enum { PARAMETERS = 4 };

// Inverts a symmetric matrix in place, scaled to a unit diagonal since the units of its parameters lie far apart.
// Rows and columns of parameters that the ones before determine become zero.
static void invert(double matrix[PARAMETERS][PARAMETERS]) {
  double inverse[PARAMETERS][PARAMETERS] = {{0}};
  double scales[PARAMETERS];
  for (size_t i = 0; i < PARAMETERS; i++) scales[i] = matrix[i][i] > 0 ? 1 / sqrt(matrix[i][i]) : 0;
  for (size_t i = 0; i < PARAMETERS; i++) {
    for (size_t j = 0; j < PARAMETERS; j++) matrix[i][j] *= scales[i] * scales[j];
    inverse[i][i] = 1;
  }
  for (size_t i = 0; i < PARAMETERS; i++) {
    const double pivot = matrix[i][i];
    if (!(pivot > 1e-13)) {
      for (size_t j = 0; j < PARAMETERS; j++) matrix[i][j] = inverse[i][j] = matrix[j][i] = 0;
      continue;
    }
    for (size_t j = 0; j < PARAMETERS; j++) {
      matrix[i][j] /= pivot;
      inverse[i][j] /= pivot;
    }
    for (size_t k = 0; k < PARAMETERS; k++) {
      const double factor = k == i ? 0 : matrix[k][i];
      for (size_t j = 0; j < PARAMETERS; j++) {
        matrix[k][j] -= factor * matrix[i][j];
        inverse[k][j] -= factor * inverse[i][j];
      }
    }
  }
  for (size_t i = 0; i < PARAMETERS; i++)
    for (size_t j = 0; j < PARAMETERS; j++) matrix[i][j] = inverse[i][j] * scales[i] * scales[j];
}

void phasor_fit_step(double *step, const double *values, const double *cells,
                     const double *positions, const double *waves, size_t stride,
                     const int32_t *places, const double *columns, double rate, double amplitude,
                     uint32_t vary, size_t rows, size_t count) {
  const double *exponents = columns;
  const double *frequencies = exponents + count;
  const double *weights = frequencies + count;
  double matrix[PARAMETERS][PARAMETERS] = {{0}};
  double gradient[PARAMETERS] = {0};
  for (size_t i = 0; i < 3 + 2 * PARAMETERS; i++) step[i] = 0;
  for (size_t r = 0; r < rows; r++) {
    const double *table = waves + r * stride;
    for (size_t c = 0; c < count; c++) {
      const double value = values[r * count + c];
      const double wave = table[places[c]];
      const double partner = table[places[c] ^ 1];
      if (value - value != 0) continue;
      double residual = weights[c] * (value - amplitude * wave);
      if (cells) {
        const double excess = fabs(residual) - weights[c] * cells[r * count + c];
        if (!(excess > 0)) continue;
        residual = residual < 0 ? -excess : excess;
      }
      const double angle = positions[r] * frequencies[c];
      const double slope = weights[c] * amplitude * (places[c] % 2 ? -partner : partner);
      const double slopes[PARAMETERS] = {-exponents[c] * angle * slope, frequencies[c] * slope,
                                         angle / rate * slope, weights[c] * wave};
      step[0] += residual * residual;
      step[1] += 1;
      for (size_t i = 0; i < PARAMETERS; i++) {
        if (!(vary >> i & 1)) continue;
        gradient[i] += residual * slopes[i];
        for (size_t j = 0; j < PARAMETERS; j++)
          if (vary >> j & 1) matrix[i][j] += slopes[i] * slopes[j];
      }
    }
  }
  invert(matrix);
  for (size_t i = 0; i < PARAMETERS; i++) {
    for (size_t j = 0; j < PARAMETERS; j++) step[3 + i] += matrix[i][j] * gradient[j];
    step[2] += step[3 + i] * gradient[i];
    step[3 + PARAMETERS + i] = matrix[i][i];
  }
}

void phasor_pair_motion(double *most, const double *x, const double *later, size_t rows,
                        size_t moved, size_t pairs, size_t stride, size_t apart) {
  const size_t width = 2 * pairs;
  for (size_t i = 0; i < pairs; i++) {
    const double *first = x + i * stride;
    const double *moving = later + i * stride;
    double cosine = 0;
    double sine = 0;
    double square = 0;
    for (size_t r = 0; r < rows; r++) {
      const double a = first[r * width];
      const double b = first[r * width + apart];
      const double norm_error = fabs(a * a + b * b - 1);
      if (norm_error > most[0]) most[0] = norm_error;
      if (r >= moved) continue;
      const double u = moving[r * width];
      const double v = moving[r * width + apart];
      const double dot = a * u + b * v;
      if (dot - dot != 0) continue;
      cosine += dot;
      sine += b * u - a * v;
      square += a * a + b * b;
    }
    const double scale = square > 0 ? square : 1;
    cosine /= scale;
    sine /= scale;
    for (size_t r = 0; r < moved; r++) {
      const double a = first[r * width];
      const double b = first[r * width + apart];
      const double first_error = fabs(moving[r * width] - (cosine * a + sine * b));
      const double second_error = fabs(moving[r * width + apart] - (cosine * b - sine * a));
      if (first_error > most[1]) most[1] = first_error;
      if (second_error > most[1]) most[1] = second_error;
    }
  }
}

void phasor_row_dots(double *dots, const double *x, const double *y, size_t rows, size_t width) {
  for (size_t r = 0; r < rows; r++) {
    double sum = 0;
    for (size_t i = r * width; i < (r + 1) * width; i++) sum += x[i] * y[i];
    dots[r] = sum;
  }
}
