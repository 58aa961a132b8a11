/*
 * wasm_simd128.h for native builds.
 *
 * With `-isystem csrc/native` in front of the compiler's own headers, the same C sources that become
 * the WebAssembly module compile for the machine at hand, so that sanitizers, fuzzers and MPFR can be
 * used on them. The intrinsics come from SIMDe (Debian: libsimde-dev). Added here:
 *
 *   - the names that SIMDe lacks: `*_const_splat`, and the unsigned `const`, `make`, `splat`,
 *     `extract_lane` and `replace_lane`;
 *   - f32x4 and f64x2 `min` and `max`, and u32x4 `trunc_sat`, where SIMDe differs from WebAssembly
 *     (at NaN and at zeros of opposite signs; above 2^31).
 *
 * Compile with -ffp-contract=off to get the bits that the WebAssembly module gives.
 */
#ifndef PHASOR_NATIVE_WASM_SIMD128_H
#define PHASOR_NATIVE_WASM_SIMD128_H

#ifdef __wasm__
#error "csrc/native is for native builds only; Emscripten brings its own wasm_simd128.h"
#endif

#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/wasm/simd128.h>

#include <stdint.h>
#include <string.h>

#define PHASOR_SHIM static inline __attribute__((always_inline, unused))

/* ---- constants: every lane the same ---- */

#define wasm_i8x16_const_splat(c) simde_wasm_i8x16_splat((int8_t)(c))
#define wasm_i16x8_const_splat(c) simde_wasm_i16x8_splat((int16_t)(c))
#define wasm_i32x4_const_splat(c) simde_wasm_i32x4_splat((int32_t)(c))
#define wasm_i64x2_const_splat(c) simde_wasm_i64x2_splat((int64_t)(c))
#define wasm_f32x4_const_splat(c) simde_wasm_f32x4_splat((float)(c))
#define wasm_f64x2_const_splat(c) simde_wasm_f64x2_splat((double)(c))
#define wasm_u8x16_const_splat(c) wasm_u8x16_splat(c)
#define wasm_u16x8_const_splat(c) wasm_u16x8_splat(c)
#define wasm_u32x4_const_splat(c) wasm_u32x4_splat(c)
#define wasm_u64x2_const_splat(c) wasm_u64x2_splat(c)

/* ---- unsigned lanes: the signed ones under another type ---- */

#define wasm_u8x16_splat(a) simde_wasm_i8x16_splat((int8_t)(uint8_t)(a))
#define wasm_u16x8_splat(a) simde_wasm_i16x8_splat((int16_t)(uint16_t)(a))
#define wasm_u32x4_splat(a) simde_wasm_i32x4_splat((int32_t)(uint32_t)(a))
#define wasm_u64x2_splat(a) simde_wasm_i64x2_splat((int64_t)(uint64_t)(a))

#define wasm_u32x4_extract_lane(a, lane) ((uint32_t)simde_wasm_i32x4_extract_lane((a), (lane)))
#define wasm_u64x2_extract_lane(a, lane) ((uint64_t)simde_wasm_i64x2_extract_lane((a), (lane)))

#define wasm_u8x16_replace_lane(a, lane, value)                                                    \
  simde_wasm_i8x16_replace_lane((a), (lane), (int8_t)(uint8_t)(value))
#define wasm_u16x8_replace_lane(a, lane, value)                                                    \
  simde_wasm_i16x8_replace_lane((a), (lane), (int16_t)(uint16_t)(value))
#define wasm_u32x4_replace_lane(a, lane, value)                                                    \
  simde_wasm_i32x4_replace_lane((a), (lane), (int32_t)(uint32_t)(value))
#define wasm_u64x2_replace_lane(a, lane, value)                                                    \
  simde_wasm_i64x2_replace_lane((a), (lane), (int64_t)(uint64_t)(value))

/* `make` and `const` through memory: the compiler folds them, and one definition serves all. */
#define PHASOR_SHIM_LANES(type, ...) phasor_shim_load((const type[]){__VA_ARGS__})
PHASOR_SHIM simde_v128_t phasor_shim_load(const void *lanes) {
  simde_v128_t v;
  memcpy(&v, lanes, sizeof v);
  return v;
}

#undef wasm_i8x16_make
#undef wasm_i16x8_make
#define wasm_i8x16_make(c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15)      \
  PHASOR_SHIM_LANES(int8_t, c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15)
#define wasm_i16x8_make(c0, c1, c2, c3, c4, c5, c6, c7)                                            \
  PHASOR_SHIM_LANES(int16_t, c0, c1, c2, c3, c4, c5, c6, c7)
#define wasm_u8x16_make(c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15)      \
  PHASOR_SHIM_LANES(uint8_t, c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15)
#define wasm_u16x8_make(c0, c1, c2, c3, c4, c5, c6, c7)                                            \
  PHASOR_SHIM_LANES(uint16_t, c0, c1, c2, c3, c4, c5, c6, c7)
#define wasm_u32x4_make(c0, c1, c2, c3) PHASOR_SHIM_LANES(uint32_t, c0, c1, c2, c3)
#define wasm_u64x2_make(c0, c1) PHASOR_SHIM_LANES(uint64_t, c0, c1)
#define wasm_u8x16_const wasm_u8x16_make
#define wasm_u16x8_const wasm_u16x8_make
#define wasm_u32x4_const wasm_u32x4_make
#define wasm_u64x2_const wasm_u64x2_make

/* ---- min and max as WebAssembly has them: a NaN wins, and -0 < +0 ---- */

#define PHASOR_SHIM_MIN_MAX(shape, type, bits, count)                                              \
  PHASOR_SHIM simde_v128_t phasor_shim_##shape##_min(simde_v128_t a, simde_v128_t b) {             \
    type x[count], y[count];                                                                       \
    memcpy(x, &a, sizeof x);                                                                       \
    memcpy(y, &b, sizeof y);                                                                       \
    for (int i = 0; i < (count); i++) {                                                            \
      if (x[i] != x[i] || y[i] != y[i]) {                                                          \
        x[i] = x[i] + y[i];                                                                        \
      } else if (x[i] == y[i]) {                                                                   \
        bits p, q;                                                                                 \
        memcpy(&p, &x[i], sizeof p);                                                               \
        memcpy(&q, &y[i], sizeof q);                                                               \
        p |= q;                                                                                    \
        memcpy(&x[i], &p, sizeof p);                                                               \
      } else if (y[i] < x[i]) {                                                                    \
        x[i] = y[i];                                                                               \
      }                                                                                            \
    }                                                                                              \
    return phasor_shim_load(x);                                                                    \
  }                                                                                                \
  PHASOR_SHIM simde_v128_t phasor_shim_##shape##_max(simde_v128_t a, simde_v128_t b) {             \
    type x[count], y[count];                                                                       \
    memcpy(x, &a, sizeof x);                                                                       \
    memcpy(y, &b, sizeof y);                                                                       \
    for (int i = 0; i < (count); i++) {                                                            \
      if (x[i] != x[i] || y[i] != y[i]) {                                                          \
        x[i] = x[i] + y[i];                                                                        \
      } else if (x[i] == y[i]) {                                                                   \
        bits p, q;                                                                                 \
        memcpy(&p, &x[i], sizeof p);                                                               \
        memcpy(&q, &y[i], sizeof q);                                                               \
        p &= q;                                                                                    \
        memcpy(&x[i], &p, sizeof p);                                                               \
      } else if (y[i] > x[i]) {                                                                    \
        x[i] = y[i];                                                                               \
      }                                                                                            \
    }                                                                                              \
    return phasor_shim_load(x);                                                                    \
  }

PHASOR_SHIM_MIN_MAX(f32x4, float, uint32_t, 4)
PHASOR_SHIM_MIN_MAX(f64x2, double, uint64_t, 2)

#undef wasm_f32x4_min
#undef wasm_f32x4_max
#undef wasm_f64x2_min
#undef wasm_f64x2_max
#define wasm_f32x4_min(a, b) phasor_shim_f32x4_min((a), (b))
#define wasm_f32x4_max(a, b) phasor_shim_f32x4_max((a), (b))
#define wasm_f64x2_min(a, b) phasor_shim_f64x2_min((a), (b))
#define wasm_f64x2_max(a, b) phasor_shim_f64x2_max((a), (b))

/* ---- saturating truncation to unsigned: NaN and negatives to 0, too large to the maximum ---- */

PHASOR_SHIM uint32_t phasor_shim_trunc_u32(double x) {
  return !(x > 0.0) ? 0u : x >= 4294967295.0 ? 4294967295u : (uint32_t)x;
}

PHASOR_SHIM simde_v128_t phasor_shim_u32x4_trunc_sat_f32x4(simde_v128_t a) {
  float x[4];
  uint32_t r[4];
  memcpy(x, &a, sizeof x);
  for (int i = 0; i < 4; i++) {
    r[i] = phasor_shim_trunc_u32((double)x[i]);
  }
  return phasor_shim_load(r);
}

PHASOR_SHIM simde_v128_t phasor_shim_u32x4_trunc_sat_f64x2_zero(simde_v128_t a) {
  double x[2];
  uint32_t r[4] = {0, 0, 0, 0};
  memcpy(x, &a, sizeof x);
  for (int i = 0; i < 2; i++) {
    r[i] = phasor_shim_trunc_u32(x[i]);
  }
  return phasor_shim_load(r);
}

#undef wasm_u32x4_trunc_sat_f32x4
#undef wasm_u32x4_trunc_sat_f64x2_zero
#define wasm_u32x4_trunc_sat_f32x4(a) phasor_shim_u32x4_trunc_sat_f32x4(a)
#define wasm_u32x4_trunc_sat_f64x2_zero(a) phasor_shim_u32x4_trunc_sat_f64x2_zero(a)

#endif
