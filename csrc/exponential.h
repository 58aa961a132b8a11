// exponential.h: e^x of four floats.
#ifndef PHASOR_EXPONENTIAL_H
#define PHASOR_EXPONENTIAL_H

#include "simd.h"

// e^x for x ≤ 0, with a relative error below 2^-21.9; e^-87, which is 2^-125.5, for all x below
// −87.
//
// x = k·ln 2 + r with |r| ≤ ln 2/2; e^r from the first terms of its series, the next is below
// 2^-22.9.
static inline f32x4 exponential_f32(f32x4 x) {
  const f32x4 rounder = f32x4_splat(0x1.8p23f); // leaves the nearest integer in the low bits
  const f32x4 clamped = f32x4_at_least(x, f32x4_splat(-87));
  const f32x4 shifted = f32x4_add(f32x4_mul(clamped, f32x4_splat(0x1.715476p0f)), rounder);
  const f32x4 k = f32x4_sub(shifted, rounder);
  // ln 2 in two parts, the first with 15 bits, so that k times it is exact.
  f32x4 r = f32x4_sub(clamped, f32x4_mul(k, f32x4_splat(0x1.62e4p-1f)));
  r = f32x4_sub(r, f32x4_mul(k, f32x4_splat(0x1.7f7d1cp-20f)));
  f32x4 power = f32x4_splat(0x1.6c16c2p-10f);
  power = f32x4_add(f32x4_mul(power, r), f32x4_splat(0x1.111112p-7f));
  power = f32x4_add(f32x4_mul(power, r), f32x4_splat(0x1.555556p-5f));
  power = f32x4_add(f32x4_mul(power, r), f32x4_splat(0x1.555556p-3f));
  power = f32x4_add(f32x4_mul(power, r), f32x4_splat(0.5f));
  power = f32x4_add(f32x4_mul(power, r), f32x4_splat(1));
  power = f32x4_add(f32x4_mul(power, r), f32x4_splat(1));
  return f32x4_add_exponent(power, shifted);
}

#endif
