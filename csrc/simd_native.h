// simd_native.h: the WebAssembly intrinsics that simd.h uses, for native builds, in the vector
// extensions of GCC and Clang. Nothing here depends on the processor.
#ifndef PHASOR_SIMD_NATIVE_H
#define PHASOR_SIMD_NATIVE_H

#ifdef __wasm__
#error "WebAssembly builds have wasm_simd128.h"
#endif

#include <stdint.h>
#include <string.h>

// The type of a vector, and the types of its lanes.
typedef uint32_t v128_t __attribute__((vector_size(16)));
typedef uint64_t lanes_u64 __attribute__((vector_size(16)));
typedef float lanes_f32 __attribute__((vector_size(16)));
typedef double lanes_f64 __attribute__((vector_size(16)));

#define NATIVE static inline __attribute__((always_inline, unused))

// ---- memory ----

NATIVE v128_t wasm_v128_load(const void *from) {
  v128_t a;
  memcpy(&a, from, sizeof a);
  return a;
}
NATIVE void wasm_v128_store(void *to, v128_t a) { memcpy(to, &a, sizeof a); }
NATIVE void wasm_v128_store64_lane(void *to, v128_t a, int lane) {
  const uint64_t word = ((lanes_u64)a)[lane];
  memcpy(to, &word, sizeof word);
}
NATIVE v128_t wasm_v128_load32_splat(const void *from) {
  uint32_t word;
  memcpy(&word, from, sizeof word);
  return (v128_t){word, word, word, word};
}
NATIVE v128_t wasm_v128_load64_splat(const void *from) {
  uint64_t word;
  memcpy(&word, from, sizeof word);
  return (v128_t)(lanes_u64){word, word};
}

// ---- lanes ----

NATIVE v128_t wasm_f32x4_make(float a, float b, float c, float d) {
  return (v128_t)(lanes_f32){a, b, c, d};
}
NATIVE v128_t wasm_f64x2_make(double a, double b) { return (v128_t)(lanes_f64){a, b}; }
NATIVE v128_t wasm_f32x4_splat(float a) { return wasm_f32x4_make(a, a, a, a); }
NATIVE v128_t wasm_f64x2_splat(double a) { return wasm_f64x2_make(a, a); }
NATIVE v128_t wasm_i32x4_splat(int32_t a) {
  const uint32_t word = (uint32_t)a;
  return (v128_t){word, word, word, word};
}
NATIVE v128_t wasm_i64x2_splat(int64_t a) { return (v128_t)(lanes_u64){(uint64_t)a, (uint64_t)a}; }
NATIVE float wasm_f32x4_extract_lane(v128_t a, int lane) { return ((lanes_f32)a)[lane]; }
NATIVE double wasm_f64x2_extract_lane(v128_t a, int lane) { return ((lanes_f64)a)[lane]; }

// A lane of two vectors; those of b are numbered after those of a.
NATIVE uint32_t native_word(v128_t a, v128_t b, int lane) {
  return lane < 4 ? a[lane] : b[lane - 4];
}
NATIVE v128_t wasm_i32x4_shuffle(v128_t a, v128_t b, int c0, int c1, int c2, int c3) {
  return (v128_t){native_word(a, b, c0), native_word(a, b, c1), native_word(a, b, c2),
                  native_word(a, b, c3)};
}
NATIVE v128_t wasm_i64x2_shuffle(v128_t a, v128_t b, int c0, int c1) {
  return wasm_i32x4_shuffle(a, b, 2 * c0, 2 * c0 + 1, 2 * c1, 2 * c1 + 1);
}
NATIVE v128_t wasm_i16x8_shuffle(v128_t a, v128_t b, int c0, int c1, int c2, int c3, int c4, int c5,
                                 int c6, int c7) {
  const int chosen[] = {c0, c1, c2, c3, c4, c5, c6, c7};
  uint16_t from[16], to[8];
  wasm_v128_store(from, a);
  wasm_v128_store(from + 8, b);
  for (int i = 0; i < 8; i++) to[i] = from[chosen[i]];
  return wasm_v128_load(to);
}

// ---- arithmetic ----

#define NATIVE_OPERATION(name, lanes, operator)                                                    \
  NATIVE v128_t wasm_##name(v128_t a, v128_t b) { return (v128_t)((lanes)a operator(lanes) b); }

NATIVE_OPERATION(f32x4_add, lanes_f32, +)
NATIVE_OPERATION(f32x4_sub, lanes_f32, -)
NATIVE_OPERATION(f32x4_mul, lanes_f32, *)
NATIVE_OPERATION(f32x4_div, lanes_f32, /)
NATIVE_OPERATION(f32x4_ne, lanes_f32, !=)
NATIVE_OPERATION(f64x2_add, lanes_f64, +)
NATIVE_OPERATION(f64x2_sub, lanes_f64, -)
NATIVE_OPERATION(f64x2_mul, lanes_f64, *)
NATIVE_OPERATION(f64x2_ne, lanes_f64, !=)
NATIVE_OPERATION(f64x2_gt, lanes_f64, >)
NATIVE_OPERATION(i32x4_add, v128_t, +)
NATIVE_OPERATION(i32x4_sub, v128_t, -)
NATIVE_OPERATION(i32x4_eq, v128_t, ==)
NATIVE_OPERATION(u32x4_ge, v128_t, >=)
NATIVE_OPERATION(i64x2_add, lanes_u64, +)
NATIVE_OPERATION(i64x2_sub, lanes_u64, -)
NATIVE_OPERATION(v128_and, v128_t, &)
NATIVE_OPERATION(v128_or, v128_t, |)

NATIVE v128_t wasm_i32x4_shl(v128_t a, uint32_t bits) { return a << bits; }
NATIVE v128_t wasm_u64x2_shr(v128_t a, uint32_t bits) {
  return (v128_t)((lanes_u64)a >> (uint64_t)bits);
}
NATIVE v128_t wasm_i64x2_shl(v128_t a, uint32_t bits) {
  return (v128_t)((lanes_u64)a << (uint64_t)bits);
}
NATIVE int wasm_v128_any_true(v128_t a) { return (a[0] | a[1] | a[2] | a[3]) != 0; }
NATIVE v128_t wasm_v128_bitselect(v128_t yes, v128_t no, v128_t mask) {
  return (yes & mask) | (no & ~mask);
}

NATIVE v128_t wasm_f32x4_abs(v128_t a) { return a & wasm_i32x4_splat(INT32_MAX); }
NATIVE v128_t wasm_f64x2_abs(v128_t a) { return a & wasm_i64x2_splat(INT64_MAX); }
// b where b < a (pmin) or a < b (pmax), else a.
NATIVE v128_t wasm_f64x2_pmin(v128_t a, v128_t b) {
  return wasm_v128_bitselect(b, a, wasm_f64x2_gt(a, b));
}
NATIVE v128_t wasm_f64x2_pmax(v128_t a, v128_t b) {
  return wasm_v128_bitselect(b, a, wasm_f64x2_gt(b, a));
}
NATIVE v128_t wasm_f32x4_pmax(v128_t a, v128_t b) {
  return wasm_v128_bitselect(b, a, (v128_t)((lanes_f32)a < (lanes_f32)b));
}
NATIVE v128_t wasm_u32x4_min(v128_t a, v128_t b) {
  return wasm_v128_bitselect(b, a, wasm_u32x4_ge(a, b));
}
NATIVE v128_t wasm_u32x4_max(v128_t a, v128_t b) {
  return wasm_v128_bitselect(a, b, wasm_u32x4_ge(a, b));
}

// ---- conversions ----

NATIVE v128_t wasm_f64x2_promote_low_f32x4(v128_t a) {
  return wasm_f64x2_make((double)((lanes_f32)a)[0], (double)((lanes_f32)a)[1]);
}
NATIVE v128_t wasm_f32x4_demote_f64x2_zero(v128_t a) {
  return wasm_f32x4_make((float)((lanes_f64)a)[0], (float)((lanes_f64)a)[1], 0, 0);
}

#endif
