// simd.h: the only file that names vector intrinsics.
//
// A vector is 128 bits: four floats or two doubles. Everything here is plain IEEE arithmetic with
// one rounding per operation, so a scalar program with the same operations gives the same bits. The
// intrinsics are those of WebAssembly; native builds take them from simd_native.h.
#ifndef PHASOR_SIMD_H
#define PHASOR_SIMD_H

#include <stddef.h>
#include <stdint.h>
#ifdef __wasm__
#include <wasm_simd128.h>
#else
#include "simd_native.h"
#endif

typedef v128_t f64x2;
typedef v128_t f32x4;

// Before a loop over the elements that do not fill a vector, or one that seldom runs: it is
// compiled without vector code.
#ifdef __clang__
#define RARELY _Pragma("clang loop vectorize(disable) unroll(disable)")
#else
#define RARELY
#endif

static inline f64x2 f64x2_load(const double *from) { return wasm_v128_load(from); }
static inline void f64x2_store(double *to, f64x2 a) { wasm_v128_store(to, a); }
static inline f64x2 f64x2_set(double a, double b) { return wasm_f64x2_make(a, b); }
static inline f64x2 f64x2_splat(double a) { return wasm_f64x2_splat(a); }
static inline f64x2 f64x2_add(f64x2 a, f64x2 b) { return wasm_f64x2_add(a, b); }
static inline f64x2 f64x2_sub(f64x2 a, f64x2 b) { return wasm_f64x2_sub(a, b); }
static inline f64x2 f64x2_mul(f64x2 a, f64x2 b) { return wasm_f64x2_mul(a, b); }

static inline f32x4 f32x4_load(const float *from) { return wasm_v128_load(from); }
static inline void f32x4_store(float *to, f32x4 a) { wasm_v128_store(to, a); }
static inline f32x4 f32x4_splat(float a) { return wasm_f32x4_splat(a); }
static inline f32x4 f32x4_add(f32x4 a, f32x4 b) { return wasm_f32x4_add(a, b); }
static inline f32x4 f32x4_sub(f32x4 a, f32x4 b) { return wasm_f32x4_sub(a, b); }
static inline f32x4 f32x4_mul(f32x4 a, f32x4 b) { return wasm_f32x4_mul(a, b); }
static inline f32x4 f32x4_div(f32x4 a, f32x4 b) { return wasm_f32x4_div(a, b); }

// [a0 b0] and [a1 b1]: the low and the high lanes of two vectors, side by side.
static inline f64x2 f64x2_low(f64x2 a, f64x2 b) { return wasm_i64x2_shuffle(a, b, 0, 2); }
static inline f64x2 f64x2_high(f64x2 a, f64x2 b) { return wasm_i64x2_shuffle(a, b, 1, 3); }

// Deinterleave: the even lanes of a, then those of b; likewise the odd lanes. Interleave: a0 b0 a1
// b1 … from the first halves of a and b; likewise from the second halves.
static inline f32x4 f32x4_even(f32x4 a, f32x4 b) { return wasm_i32x4_shuffle(a, b, 0, 2, 4, 6); }
static inline f32x4 f32x4_odd(f32x4 a, f32x4 b) { return wasm_i32x4_shuffle(a, b, 1, 3, 5, 7); }
static inline f32x4 f32x4_zip_low(f32x4 a, f32x4 b) { return wasm_i32x4_shuffle(a, b, 0, 4, 1, 5); }
static inline f32x4 f32x4_zip_high(f32x4 a, f32x4 b) {
  return wasm_i32x4_shuffle(a, b, 2, 6, 3, 7);
}
static inline f64x2 f64x2_even(f64x2 a, f64x2 b) { return f64x2_low(a, b); }
static inline f64x2 f64x2_odd(f64x2 a, f64x2 b) { return f64x2_high(a, b); }
static inline f64x2 f64x2_zip_low(f64x2 a, f64x2 b) { return f64x2_low(a, b); }
static inline f64x2 f64x2_zip_high(f64x2 a, f64x2 b) { return f64x2_high(a, b); }

// [a0 b0 a1 b1] as floats, each rounded to nearest.
static inline f32x4 f32x4_narrow_interleaved(f64x2 a, f64x2 b) {
  return wasm_i32x4_shuffle(wasm_f32x4_demote_f64x2_zero(a), wasm_f32x4_demote_f64x2_zero(b), 0, 4,
                            1, 5);
}

// Stores the first two floats.
static inline void f32x4_store_low(float *to, f32x4 a) { wasm_v128_store64_lane(to, a, 0); }

// The first `count` elements, the rest zero; nothing past them is read.
static inline f32x4 f32x4_load_part(const float *from, size_t count) {
  return wasm_f32x4_make(count > 0 ? from[0] : 0, count > 1 ? from[1] : 0, count > 2 ? from[2] : 0,
                         count > 3 ? from[3] : 0);
}
static inline f64x2 f64x2_load_part(const double *from, size_t count) {
  return wasm_f64x2_make(count > 0 ? from[0] : 0, count > 1 ? from[1] : 0);
}

// (lane 0 + lane 2) + (lane 1 + lane 3), and lane 0 + lane 1.
static inline float f32x4_sum(f32x4 a) {
  return (wasm_f32x4_extract_lane(a, 0) + wasm_f32x4_extract_lane(a, 2)) +
         (wasm_f32x4_extract_lane(a, 1) + wasm_f32x4_extract_lane(a, 3));
}
static inline double f64x2_sum(f64x2 a) {
  return wasm_f64x2_extract_lane(a, 0) + wasm_f64x2_extract_lane(a, 1);
}

// The first and the last two floats as doubles.
static inline f64x2 f64x2_widen_low(f32x4 a) { return wasm_f64x2_promote_low_f32x4(a); }
static inline f64x2 f64x2_widen_high(f32x4 a) {
  return wasm_f64x2_promote_low_f32x4(wasm_i32x4_shuffle(a, a, 2, 3, 2, 3));
}

// at_least: the larger of a and `least`, a where a is NaN. size: magnitudes. is_nan, above: all
// bits set where a is NaN, or a > b.
static inline f32x4 f32x4_at_least(f32x4 a, f32x4 least) { return wasm_f32x4_pmax(a, least); }
static inline f64x2 f64x2_at_least(f64x2 a, f64x2 least) { return wasm_f64x2_pmax(a, least); }
static inline f32x4 f32x4_size(f32x4 a) { return wasm_f32x4_abs(a); }
static inline f64x2 f64x2_size(f64x2 a) { return wasm_f64x2_abs(a); }
static inline f32x4 f32x4_is_nan(f32x4 a) { return wasm_f32x4_ne(a, a); }
static inline f64x2 f64x2_is_nan(f64x2 a) { return wasm_f64x2_ne(a, a); }
static inline f64x2 f64x2_above(f64x2 a, f64x2 b) { return wasm_f64x2_gt(a, b); }
static inline f64x2 f64x2_and(f64x2 a, f64x2 bits) { return wasm_v128_and(a, bits); }
static inline v128_t bits_or(v128_t a, v128_t b) { return wasm_v128_or(a, b); }
static inline int bits_any(v128_t a) { return wasm_v128_any_true(a); }

// The leading 26 bits of each lane's significand.
static inline f64x2 f64x2_leading(f64x2 a) {
  return wasm_v128_and(a, wasm_i64x2_splat(-0x8000000));
}

// Each lane times 2^k, k the integer in the low bits of `shifted`. The exponent must stay in range.
static inline f64x2 f64x2_add_exponent(f64x2 a, f64x2 shifted) {
  return wasm_i64x2_add(a, wasm_i64x2_shl(shifted, 52));
}

// The same for floats, with k in the low bits.
static inline f32x4 f32x4_add_exponent(f32x4 a, f32x4 shifted) {
  return wasm_i32x4_add(a, wasm_i32x4_shl(shifted, 23));
}

// One element in all lanes.
static inline f64x2 f64x2_load_splat(const double *from) { return wasm_v128_load64_splat(from); }
static inline f32x4 f32x4_load_splat(const float *from) { return wasm_v128_load32_splat(from); }

static inline double f64x2_first(f64x2 a) { return wasm_f64x2_extract_lane(a, 0); }

// [a0 a1 b0 b1] as floats, each rounded to nearest.
static inline f32x4 f32x4_narrow(f64x2 a, f64x2 b) {
  return wasm_i32x4_shuffle(wasm_f32x4_demote_f64x2_zero(a), wasm_f32x4_demote_f64x2_zero(b), 0, 1,
                            4, 5);
}

// ---- integers, for narrow.c ----

static inline v128_t u64x2_splat(uint64_t a) { return wasm_i64x2_splat((int64_t)a); }
static inline v128_t u64x2_and(v128_t a, uint64_t bits) {
  return wasm_v128_and(a, u64x2_splat(bits));
}
static inline v128_t u64x2_add(v128_t a, v128_t b) { return wasm_i64x2_add(a, b); }
static inline v128_t u64x2_sub(v128_t a, v128_t b) { return wasm_i64x2_sub(a, b); }
static inline v128_t u64x2_shift_right(v128_t a, int bits) {
  return wasm_u64x2_shr(a, (uint32_t)bits);
}

static inline v128_t u32x4_splat(uint32_t a) { return wasm_i32x4_splat((int32_t)a); }
static inline v128_t u32x4_and(v128_t a, uint32_t bits) {
  return wasm_v128_and(a, u32x4_splat(bits));
}
static inline v128_t u32x4_add(v128_t a, v128_t b) { return wasm_i32x4_add(a, b); }
static inline v128_t u32x4_sub(v128_t a, v128_t b) { return wasm_i32x4_sub(a, b); }
static inline v128_t u32x4_shift_left(v128_t a, int bits) {
  return wasm_i32x4_shl(a, (uint32_t)bits);
}
static inline v128_t u32x4_max(v128_t a, v128_t b) { return wasm_u32x4_max(a, b); }
static inline v128_t u32x4_min(v128_t a, v128_t b) { return wasm_u32x4_min(a, b); }
static inline v128_t u32x4_is_zero(v128_t a) { return wasm_i32x4_eq(a, u32x4_splat(0)); }
static inline v128_t u32x4_at_least(v128_t a, uint32_t b) {
  return wasm_u32x4_ge(a, u32x4_splat(b));
}

// The high halves of eight lanes.
static inline v128_t u16x8_high(v128_t a, v128_t b) {
  return wasm_i16x8_shuffle(a, b, 1, 3, 5, 7, 9, 11, 13, 15);
}
static inline void u16x8_store(uint16_t *to, v128_t a) { wasm_v128_store(to, a); }

// at_most: the smaller of a and `most`, a where a is NaN. bits_select: the bits of `yes` where
// those of `mask` are set, else those of `no`.
static inline f64x2 f64x2_at_most(f64x2 a, f64x2 most) { return wasm_f64x2_pmin(a, most); }
static inline v128_t bits_select(v128_t mask, v128_t yes, v128_t no) {
  return wasm_v128_bitselect(yes, no, mask);
}

#endif
