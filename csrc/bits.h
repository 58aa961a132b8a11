// bits.h: the bits of doubles.
#ifndef PHASOR_BITS_H
#define PHASOR_BITS_H

#include <stdint.h>
#include <string.h>

static inline uint64_t bits_of(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

static inline double double_of(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

// 2^exponent for exponents of normal numbers, −1022 … 1023.
static inline double power_of_two(int exponent) {
  return double_of((uint64_t)(exponent + 1023) << 52);
}

#endif
