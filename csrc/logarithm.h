// logarithm.h: ln x in double.
#ifndef PHASOR_LOGARITHM_H
#define PHASOR_LOGARITHM_H

#include <stdint.h>

#include "bits.h"

// ln x for normal numbers x > 0, with a relative error below 2^-51.
//
// x = 2^e·m with m in [2/3, 4/3); ln m = 2·atanh s with s = (m − 1)/(m + 1), |s| ≤ 1/5; the first
// term left out is 2·s^25/25.
static inline double logarithm(double x) {
  const uint64_t bits = bits_of(x);
  const uint64_t third = 0x3fe5555555555555; // of 2/3
  const int64_t exponent = (int64_t)(bits - third) >> 52;
  const double m = double_of(bits - ((uint64_t)exponent << 52));
  const double s = (m - 1) / (m + 1);
  const double square = s * s;
  double sum = 0;
  for (int odd = 23; odd > 1; odd -= 2) sum = (sum + 2.0 / odd) * square;
  const double of_m = 2 * s + s * sum;
  return (double)exponent * 0x1.62e42fefa39efp-1 + of_m; // ln 2, rounded to nearest
}

#endif
