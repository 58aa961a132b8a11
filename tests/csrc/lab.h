// lab.h: shared by the tests of the kernels that train: arrays, and gradients by their norms.
#ifndef PHASOR_TESTS_LAB_H
#define PHASOR_TESTS_LAB_H

#include "check.h"

enum { MARGIN = 4 };

static inline float *random_array(size_t count) {
  float *x = guarded_f32(count);
  random_fill_f32(x, count);
  return x;
}

static inline float *copied(const float *x, size_t count) {
  float *copy = guarded_f32(count);
  memcpy(copy, x, count * sizeof *x);
  return copy;
}

static inline double *widened(const float *x, size_t count) {
  double *wide = guarded_f64(count);
  for (size_t i = 0; i < count; i++) wide[i] = (double)x[i];
  return wide;
}

// ‖got − wanted‖ ≤ bound·‖wanted‖.
static double worst_gradient;
static inline void check_norm(const char *what, const float *got, const double *wanted,
                              size_t count, double bound) {
  double difference = 0;
  double size = 0;
  for (size_t i = 0; i < count; i++) {
    difference += ((double)got[i] - wanted[i]) * ((double)got[i] - wanted[i]);
    size += wanted[i] * wanted[i];
  }
  const double relative = sqrt(difference / size);
  worst_gradient = fmax(worst_gradient, relative);
  if (!check(relative <= bound)) check_fail("%s: off by %g of its norm", what, relative);
}

// gradient[i] := the central difference of `loss` by x[i].
#define DIFFERENCES(gradient, x, count, loss)                                                      \
  for (size_t at_ = 0; at_ < (count); at_++) {                                                     \
    const double kept_ = (x)[at_];                                                                 \
    (x)[at_] = kept_ + 1e-5;                                                                       \
    const double up_ = (loss);                                                                     \
    (x)[at_] = kept_ - 1e-5;                                                                       \
    (gradient)[at_] = (up_ - (loss)) / 2e-5;                                                       \
    (x)[at_] = kept_;                                                                              \
  }

#endif
