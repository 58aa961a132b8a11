// circle.h: sine and cosine of an angle that is given as an exact fraction of a turn.
//
// Working in turns makes the reduction modulo 2π exact: the integer part of a product is dropped by
// letting 128-bit arithmetic wrap around, and no constant for π is subtracted from anything.
//
//   fraction f = p·τ mod 1        (τ: turns per position, 128 fraction bits)
//   f = k/64 + r                  (k the nearest 64th, |r| ≤ 1/128 turn)
//   sin 2πf = S_k + (C_k·sin x − S_k·(1 − cos x)),  x = 2πr, |x| ≤ 0.0491
//
// S_k and C_k come from a table, each as a double plus a remainder, so the error before the last
// rounding is below 2^-55 (tests/csrc/circle.c).
#ifndef PHASOR_CIRCLE_H
#define PHASOR_CIRCLE_H

#include <stdint.h>

#include "bits.h"
#include "simd.h"

enum { CIRCLE_PARTS = 64 };

// The sine of k/64 of a turn, as a double and its remainder. The cosine is 16 entries (a quarter of
// a turn) further on.
extern const double circle_table[CIRCLE_PARTS + CIRCLE_PARTS / 4][2];

// A fraction of a turn, (hi·2^64 + lo)/2^128.
typedef struct {
  uint64_t hi, lo;
} turn;

// The angles of two neighbouring pairs, as { sine, cosine }.
typedef struct {
  f64x2 sin, cos;
} rotor;

static inline uint64_t multiply_high(uint64_t a, uint64_t b) {
  const uint64_t a0 = (uint32_t)a;
  const uint64_t a1 = a >> 32;
  const uint64_t b0 = (uint32_t)b;
  const uint64_t b1 = b >> 32;
  const uint64_t low = a0 * b1 + (a0 * b0 >> 32); // cannot overflow
  const uint64_t middle = a1 * b0 + (uint32_t)low;
  return a1 * b1 + (low >> 32) + (middle >> 32);
}

// position·frequency modulo one turn, exactly.
static inline turn turn_times(turn frequency, int64_t position) {
  const uint64_t magnitude = position < 0 ? 0 - (uint64_t)position : (uint64_t)position;
  turn product = {frequency.hi * magnitude + multiply_high(frequency.lo, magnitude),
                  frequency.lo * magnitude};
  if (position < 0) {
    product.lo = 0 - product.lo;
    product.hi = ~product.hi + (product.lo == 0);
  }
  return product;
}

// The same for any finite position below 2^53 in magnitude, including fractions, and a frequency of
// cycles + hi/2^64 + lo/2^128 turns per position.
turn turn_times_wide(uint64_t hi, uint64_t lo, int64_t cycles, double position);

// The angle from the nearest 64th of a turn, in radians.
static inline double circle_offset(turn f, uint64_t nearest) {
  const double unit = 0x1.921fb54442d18p-62; // 2π/2^64, rounded to nearest
  const int64_t hi = (int64_t)(f.hi - (nearest << 58));
  return ((double)hi + (double)(int64_t)(f.lo >> 1) * 0x1p-63) * unit;
}

// The sines and cosines of two angles. Inlined, for loops over many angles.
static inline rotor circle_at(turn a, turn b) {
  const uint64_t half = (uint64_t)1 << 57;
  const uint64_t nearest_a = (a.hi + half) >> 58;
  const uint64_t nearest_b = (b.hi + half) >> 58;
  const f64x2 x = f64x2_set(circle_offset(a, nearest_a), circle_offset(b, nearest_b));
  const f64x2 square = f64x2_mul(x, x);

  // Taylor: the next terms are below 2^-72 and 2^-65.
  f64x2 sine = f64x2_splat(0x1.71de3a556c734p-19); // 1/9!
  sine = f64x2_add(f64x2_mul(sine, square), f64x2_splat(-0x1.a01a01a01a01ap-13));
  sine = f64x2_add(f64x2_mul(sine, square), f64x2_splat(0x1.1111111111111p-7));
  sine = f64x2_add(f64x2_mul(sine, square), f64x2_splat(-0x1.5555555555555p-3));
  sine = f64x2_add(f64x2_mul(f64x2_mul(sine, square), x), x);
  // 1 − cos x
  f64x2 versine = f64x2_splat(-0x1.a01a01a01a01ap-16); // 1/8!
  versine = f64x2_add(f64x2_mul(versine, square), f64x2_splat(0x1.6c16c16c16c17p-10));
  versine = f64x2_add(f64x2_mul(versine, square), f64x2_splat(-0x1.5555555555555p-5));
  versine = f64x2_add(f64x2_mul(versine, square), f64x2_splat(0x1p-1));
  versine = f64x2_mul(versine, square);

  const uint64_t part_a = nearest_a % CIRCLE_PARTS;
  const uint64_t part_b = nearest_b % CIRCLE_PARTS;
  const f64x2 sin_a = f64x2_load(circle_table[part_a]);
  const f64x2 sin_b = f64x2_load(circle_table[part_b]);
  const f64x2 cos_a = f64x2_load(circle_table[part_a + CIRCLE_PARTS / 4]);
  const f64x2 cos_b = f64x2_load(circle_table[part_b + CIRCLE_PARTS / 4]);
  const f64x2 table_sin = f64x2_low(sin_a, sin_b);
  const f64x2 table_cos = f64x2_low(cos_a, cos_b);
  const f64x2 sin_tail = f64x2_high(sin_a, sin_b);
  const f64x2 cos_tail = f64x2_high(cos_a, cos_b);

  const f64x2 sin_change = f64x2_sub(f64x2_mul(table_cos, sine), f64x2_mul(table_sin, versine));
  const f64x2 cos_change = f64x2_add(f64x2_mul(table_sin, sine), f64x2_mul(table_cos, versine));
  return (rotor){f64x2_add(table_sin, f64x2_add(sin_tail, sin_change)),
                 f64x2_add(table_cos, f64x2_sub(cos_tail, cos_change))};
}

// The same as a function, for all other uses: to = { sin a, sin b, cos a, cos b } of two
// frequencies { hi, lo, hi, lo } at an integer position. For angles, pass position 1.
void circle_pair(double *to, const uint64_t frequencies[4], int64_t position);

#endif
