// circle.c: the functions of circle.h that are not inlined.
#include "circle.h"

// Computed with mpmath at 300 bits (mpmath.sin(2*pi*k/64), rounded to nearest twice);
// tests/csrc/circle.c compares every entry with MPFR.
// clang-format off
const double circle_table[CIRCLE_PARTS + CIRCLE_PARTS / 4][2] = {
    {0, 0}, {0x1.917a6bc29b42cp-4, -0x1.e2718d26ed688p-60},
    {0x1.8f8b83c69a60bp-3, -0x1.26d19b9ff8d82p-57}, {0x1.294062ed59f06p-2, -0x1.5d28da2c4612dp-56},
    {0x1.87de2a6aea963p-2, -0x1.72cedd3d5a610p-57}, {0x1.e2b5d3806f63bp-2, 0x1.e0d891d3c6841p-58},
    {0x1.1c73b39ae68c8p-1, 0x1.b25dd267f6600p-55}, {0x1.44cf325091dd6p-1, 0x1.8076a2cfdc6b3p-57},
    {0x1.6a09e667f3bcdp-1, -0x1.bdd3413b26456p-55}, {0x1.8bc806b151741p-1, -0x1.2c5e12ed1336dp-55},
    {0x1.a9b66290ea1a3p-1, 0x1.9f630e8b6dac8p-60}, {0x1.c38b2f180bdb1p-1, -0x1.6e0b1757c8d07p-56},
    {0x1.d906bcf328d46p-1, 0x1.457e610231ac2p-56}, {0x1.e9f4156c62ddap-1, 0x1.760b1e2e3f81ep-55},
    {0x1.f6297cff75cb0p-1, 0x1.562172a361fd3p-56}, {0x1.fd88da3d12526p-1, -0x1.87df6378811c7p-55},
    {0x1.0000000000000p+0, 0}, {0x1.fd88da3d12526p-1, -0x1.87df6378811c7p-55},
    {0x1.f6297cff75cb0p-1, 0x1.562172a361fd3p-56}, {0x1.e9f4156c62ddap-1, 0x1.760b1e2e3f81ep-55},
    {0x1.d906bcf328d46p-1, 0x1.457e610231ac2p-56}, {0x1.c38b2f180bdb1p-1, -0x1.6e0b1757c8d07p-56},
    {0x1.a9b66290ea1a3p-1, 0x1.9f630e8b6dac8p-60}, {0x1.8bc806b151741p-1, -0x1.2c5e12ed1336dp-55},
    {0x1.6a09e667f3bcdp-1, -0x1.bdd3413b26456p-55}, {0x1.44cf325091dd6p-1, 0x1.8076a2cfdc6b3p-57},
    {0x1.1c73b39ae68c8p-1, 0x1.b25dd267f6600p-55}, {0x1.e2b5d3806f63bp-2, 0x1.e0d891d3c6841p-58},
    {0x1.87de2a6aea963p-2, -0x1.72cedd3d5a610p-57}, {0x1.294062ed59f06p-2, -0x1.5d28da2c4612dp-56},
    {0x1.8f8b83c69a60bp-3, -0x1.26d19b9ff8d82p-57}, {0x1.917a6bc29b42cp-4, -0x1.e2718d26ed688p-60},
    {0, 0}, {-0x1.917a6bc29b42cp-4, 0x1.e2718d26ed688p-60},
    {-0x1.8f8b83c69a60bp-3, 0x1.26d19b9ff8d82p-57}, {-0x1.294062ed59f06p-2, 0x1.5d28da2c4612dp-56},
    {-0x1.87de2a6aea963p-2, 0x1.72cedd3d5a610p-57}, {-0x1.e2b5d3806f63bp-2, -0x1.e0d891d3c6841p-58},
    {-0x1.1c73b39ae68c8p-1, -0x1.b25dd267f6600p-55}, {-0x1.44cf325091dd6p-1, -0x1.8076a2cfdc6b3p-57},
    {-0x1.6a09e667f3bcdp-1, 0x1.bdd3413b26456p-55}, {-0x1.8bc806b151741p-1, 0x1.2c5e12ed1336dp-55},
    {-0x1.a9b66290ea1a3p-1, -0x1.9f630e8b6dac8p-60}, {-0x1.c38b2f180bdb1p-1, 0x1.6e0b1757c8d07p-56},
    {-0x1.d906bcf328d46p-1, -0x1.457e610231ac2p-56}, {-0x1.e9f4156c62ddap-1, -0x1.760b1e2e3f81ep-55},
    {-0x1.f6297cff75cb0p-1, -0x1.562172a361fd3p-56}, {-0x1.fd88da3d12526p-1, 0x1.87df6378811c7p-55},
    {-0x1.0000000000000p+0, 0}, {-0x1.fd88da3d12526p-1, 0x1.87df6378811c7p-55},
    {-0x1.f6297cff75cb0p-1, -0x1.562172a361fd3p-56}, {-0x1.e9f4156c62ddap-1, -0x1.760b1e2e3f81ep-55},
    {-0x1.d906bcf328d46p-1, -0x1.457e610231ac2p-56}, {-0x1.c38b2f180bdb1p-1, 0x1.6e0b1757c8d07p-56},
    {-0x1.a9b66290ea1a3p-1, -0x1.9f630e8b6dac8p-60}, {-0x1.8bc806b151741p-1, 0x1.2c5e12ed1336dp-55},
    {-0x1.6a09e667f3bcdp-1, 0x1.bdd3413b26456p-55}, {-0x1.44cf325091dd6p-1, -0x1.8076a2cfdc6b3p-57},
    {-0x1.1c73b39ae68c8p-1, -0x1.b25dd267f6600p-55}, {-0x1.e2b5d3806f63bp-2, -0x1.e0d891d3c6841p-58},
    {-0x1.87de2a6aea963p-2, 0x1.72cedd3d5a610p-57}, {-0x1.294062ed59f06p-2, 0x1.5d28da2c4612dp-56},
    {-0x1.8f8b83c69a60bp-3, 0x1.26d19b9ff8d82p-57}, {-0x1.917a6bc29b42cp-4, 0x1.e2718d26ed688p-60},
    {0, 0}, {0x1.917a6bc29b42cp-4, -0x1.e2718d26ed688p-60},
    {0x1.8f8b83c69a60bp-3, -0x1.26d19b9ff8d82p-57}, {0x1.294062ed59f06p-2, -0x1.5d28da2c4612dp-56},
    {0x1.87de2a6aea963p-2, -0x1.72cedd3d5a610p-57}, {0x1.e2b5d3806f63bp-2, 0x1.e0d891d3c6841p-58},
    {0x1.1c73b39ae68c8p-1, 0x1.b25dd267f6600p-55}, {0x1.44cf325091dd6p-1, 0x1.8076a2cfdc6b3p-57},
    {0x1.6a09e667f3bcdp-1, -0x1.bdd3413b26456p-55}, {0x1.8bc806b151741p-1, -0x1.2c5e12ed1336dp-55},
    {0x1.a9b66290ea1a3p-1, 0x1.9f630e8b6dac8p-60}, {0x1.c38b2f180bdb1p-1, -0x1.6e0b1757c8d07p-56},
    {0x1.d906bcf328d46p-1, 0x1.457e610231ac2p-56}, {0x1.e9f4156c62ddap-1, 0x1.760b1e2e3f81ep-55},
    {0x1.f6297cff75cb0p-1, 0x1.562172a361fd3p-56}, {0x1.fd88da3d12526p-1, -0x1.87df6378811c7p-55},
};
// clang-format on

turn turn_times_wide(uint64_t hi, uint64_t lo, int64_t cycles, double position) {
  const uint64_t bits = bits_of(position);
  const int exponent = (int)(bits >> 52 & 0x7ff);
  const uint64_t fraction = bits & 0xfffffffffffff;
  // |position| = mantissa/2^shift
  const uint64_t mantissa = exponent ? fraction | (uint64_t)1 << 52 : fraction;
  const int shift = 1075 - (exponent ? exponent : 1);
  uint64_t negative = bits >> 63;
  uint64_t n = (uint64_t)cycles;
  if (cycles < 0) { // turn the other way
    negative ^= 1;
    lo = 0 - lo;
    hi = ~hi + (lo == 0);
    n = ~n + (lo == 0 && hi == 0);
  }
  // mantissa·(n + hi/2^64 + lo/2^128): 128 integer bits over 128 of fraction
  const uint64_t carry = multiply_high(lo, mantissa);
  uint64_t w0 = lo * mantissa;
  uint64_t w1 = hi * mantissa + carry;
  const uint64_t high = multiply_high(hi, mantissa) + (w1 < carry);
  uint64_t w2 = n * mantissa + high;
  uint64_t w3 = multiply_high(n, mantissa) + (w2 < high);
  int remaining = shift;
  for (; remaining >= 64; remaining -= 64) {
    w0 = w1;
    w1 = w2;
    w2 = w3;
    w3 = 0;
    if (!w0 && !w1 && !w2) break;
  }
  if (remaining > 0 && remaining < 64) {
    w0 = w0 >> remaining | w1 << (64 - remaining);
    w1 = w1 >> remaining | w2 << (64 - remaining);
  }
  if (negative) {
    w0 = 0 - w0;
    w1 = ~w1 + (w0 == 0);
  }
  return (turn){w1, w0};
}

void circle_pair(double *to, const uint64_t frequencies[4], int64_t position) {
  const rotor at = circle_at(turn_times((turn){frequencies[0], frequencies[1]}, position),
                             turn_times((turn){frequencies[2], frequencies[3]}, position));
  f64x2_store(to, at.sin);
  f64x2_store(to + 2, at.cos);
}
