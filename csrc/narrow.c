// narrow.c: doubles rounded to 16 bits, see phasor.h.
//
// Both formats keep a sign, an exponent and the first bits of the fraction. Where the result is a
// normal number, a double's high word holds all of that, and its low word only matters for a tie:
// so four elements are rounded at a time, as 32-bit integers. Vectors with any other element, or
// with a possible tie, are rounded as doubles: adding a power of two so large that the last bit of
// the sum is the last bit that the format keeps leaves the rounded fraction in the low bits of the
// sum.
#include "phasor.h"

#include <string.h>

#include "simd.h"

#define INLINE static inline __attribute__((always_inline))
#define NOT_INLINE __attribute__((noinline))

typedef struct {
  int fraction;     // bits of it that are kept
  int min_exponent; // of the smallest normal number
  int max_exponent; // of the largest
  uint32_t nan;     // a quiet NaN
} format;

static const format float16 = {10, -14, 15, 0x7e00};
static const format bfloat16 = {7, -126, 127, 0x7fc0};

// The bits of 2^exponent, and those of its high word.
INLINE uint64_t power(int exponent) { return (uint64_t)(1023 + exponent) << 52; }
INLINE uint32_t power_high(int exponent) { return (uint32_t)(1023 + exponent) << 20; }

// The rounded magnitudes of any two doubles, in the low words of the lanes.
INLINE v128_t round_pair(f64x2 x, const format *f) {
  const v128_t size = u64x2_and(x, ~(uint64_t)0 >> 1);
  const v128_t nan = f64x2_is_nan(x);
  const v128_t bounded = f64x2_at_most(size, u64x2_splat(power(f->max_exponent + 1)));
  // The largest power of two up to each magnitude, but at least the smallest normal number.
  const v128_t binade = u64x2_and(f64x2_at_least(bounded, u64x2_splat(power(f->min_exponent))),
                                  (uint64_t)0x7ff << 52);
  const v128_t large = u64x2_add(binade, u64x2_splat((uint64_t)(52 - f->fraction) << 52));
  const v128_t fraction = u64x2_sub(f64x2_add(bounded, large), large);
  const v128_t exponent =
      u64x2_shift_right(u64x2_sub(binade, u64x2_splat(power(f->min_exponent))), 52 - f->fraction);
  return bits_select(nan, u64x2_splat(f->nan), u64x2_add(fraction, exponent));
}

// The same for any four doubles, with their signs, in the high halves of the lanes.
INLINE v128_t round_four(const double *from, const format *f) {
  const f64x2 a = f64x2_load(from);
  const f64x2 b = f64x2_load(from + 2);
  const v128_t sign = u32x4_and(f32x4_odd(a, b), (uint32_t)1 << 31);
  return bits_or(u32x4_shift_left(f32x4_even(round_pair(a, f), round_pair(b, f)), 16), sign);
}

// The same for any eight doubles. Not inlined, so that both formats share one copy.
static NOT_INLINE void round_eight(uint16_t *out, const double *from, const format *f) {
  u16x8_store(out, u16x8_high(round_four(from, f), round_four(from + 4, f)));
}

// Four doubles whose results are normal numbers. `rounded`: the results, in the high halves of
// 32-bit lanes. `above`: the magnitudes minus the smallest normal number, plus half of the last
// bit. `even`: 0 where the dropped fraction may be a tie, so that the low words and the last bit
// decide.
typedef struct {
  v128_t above, even, rounded;
} quad;

INLINE quad round_normals(f64x2 a, f64x2 b, const format *f) {
  const int dropped = 20 - f->fraction; // bits of the high word
  const uint32_t half = (uint32_t)1 << (dropped - 1);
  const v128_t high = f32x4_odd(a, b);
  // A carry out of the fraction gives the next exponent, and after the largest that of infinity.
  // Numbers less than half of the last bit below the smallest normal number become that number.
  const v128_t sum = u32x4_sub(high, u32x4_splat(power_high(f->min_exponent) - half));
  const uint32_t first = 1 << 20; // exponent 0 is that of subnormal numbers
  const v128_t size = u32x4_shift_left(u32x4_add(sum, u32x4_splat(first)), 16 - dropped);
  return (quad){u32x4_and(sum, ~(uint32_t)0 >> 1), u32x4_and(sum, 2 * half - 1),
                bits_select(u32x4_splat((uint32_t)1 << 31), high, size)};
}

INLINE void narrow_eight(uint16_t *out, const double *from, const format *f) {
  const quad low = round_normals(f64x2_load(from), f64x2_load(from + 2), f);
  const quad high = round_normals(f64x2_load(from + 4), f64x2_load(from + 6), f);
  const uint32_t half = (uint32_t)1 << (19 - f->fraction);
  const uint32_t normals = power_high(f->max_exponent + 1) - power_high(f->min_exponent) + half;
  const v128_t outside = u32x4_at_least(u32x4_max(low.above, high.above), normals);
  if (bits_any(bits_or(outside, u32x4_is_zero(u32x4_min(low.even, high.even)))))
    round_eight(out, from, f);
  else
    u16x8_store(out, u16x8_high(low.rounded, high.rounded));
}

typedef void narrow_function(uint16_t *out, const double *x, size_t count);

// `self` is the function that this is inlined into: it rounds what is left, padded with zeros.
INLINE void narrow(uint16_t *out, const double *x, size_t count, const format *f,
                   narrow_function *self) {
  const size_t remaining = count % 8;
  for (; count >= 8; count -= 8, out += 8, x += 8) narrow_eight(out, x, f);
  if (remaining == 0) return;
  double padded[8] = {0};
  uint16_t rounded[8];
  memcpy(padded, x, remaining * sizeof *x);
  self(rounded, padded, 8);
  memcpy(out, rounded, remaining * sizeof *out);
}

NOT_INLINE void phasor_to_float16(uint16_t *out, const double *x, size_t count) {
  narrow(out, x, count, &float16, phasor_to_float16);
}

NOT_INLINE void phasor_to_bfloat16(uint16_t *out, const double *x, size_t count) {
  narrow(out, x, count, &bfloat16, phasor_to_bfloat16);
}
