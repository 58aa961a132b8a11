// scaling.c: the rules that stretch a rotary embedding over longer contexts, see phasor.h.
//
// A rule multiplies every frequency by a number of its own. All of it happens in fixed point, on
// fractions of a turn, so that a scaled frequency is as good as an unscaled one and a position of
// 2^40 still has the right angle. A rule that changes nothing (factor 1) returns the same bits.
#include "phasor.h"

#include <string.h>

#include "fixed.h"

static fixed load(const uint64_t *turn) {
  const uint64_t hi = turn[0];
  const uint64_t lo = turn[1];
  return (fixed){{0, (uint32_t)lo, (uint32_t)(lo >> 32), (uint32_t)hi, (uint32_t)(hi >> 32), 0}};
}

static void store(uint64_t *turn, fixed a) {
  turn[0] = (uint64_t)a.limb[4] << 32 | a.limb[3];
  turn[1] = (uint64_t)a.limb[2] << 32 | a.limb[1];
}

static const fixed zero = {{0}};

static fixed whole(uint32_t n) { return (fixed){{0, 0, 0, 0, 0, n}}; }

static fixed reciprocal(double x) { return fixed_divide(fixed_one, fixed_from_double(x)); }

// ---- a larger base: NTK ----

// The series of base·F^(r/(r − 2)), r = 2·pairs, from ln F. In log space the new ratio is
// exp(−ln base/pairs − ln F/(pairs − 1)).
static void stretch_base(uint64_t *turns, size_t pairs, double base, fixed log_factor) {
  const fixed from_base = fixed_scale(fixed_log(base), 1, (uint32_t)pairs);
  const fixed from_factor = fixed_scale(log_factor, 1, (uint32_t)pairs - 1);
  const fixed ratio = fixed_exp_negative(fixed_add(from_base, from_factor));
  fixed current = fixed_one_over_two_pi;
  for (size_t i = 0; i < pairs; i++) {
    store(turns + 2 * i, current);
    current = fixed_mul(current, ratio);
  }
  if (pairs % 2) turns[2 * pairs] = turns[2 * pairs + 1] = 0;
}

void phasor_rope_ntk(uint64_t *turns, size_t pairs, double base, double factor) {
  stretch_base(turns, pairs, base, fixed_log(factor));
}

void phasor_rope_dynamic(uint64_t *turns, size_t pairs, double base, double factor,
                         uint32_t original, uint32_t length) {
  // F·S/L − (F − 1) = 1 + F·(S − L)/L
  const uint32_t excess = length > original ? length - original : 0;
  const fixed growth = fixed_scale(fixed_from_double(factor), excess, original);
  stretch_base(turns, pairs, base, fixed_log_of(fixed_add(fixed_one, growth)));
}

// ---- slower pairs ----

void phasor_rope_divide(uint64_t *turns, int64_t *wholes, const double *divisors, size_t pairs) {
  double divisor = 1;
  fixed multiplier = fixed_one;
  for (size_t i = 0; i < pairs; i++) {
    if (divisors[i] != divisor) {
      divisor = divisors[i];
      multiplier = reciprocal(divisor);
    }
    const fixed slower = fixed_mul(load(turns + 2 * i), multiplier);
    store(turns + 2 * i, slower);
    if (wholes) wholes[i] = slower.limb[FIXED_LIMBS - 1];
  }
}

// 1 − share·(1 − 1/F): between 1 and 1/F.
static fixed between(fixed share, fixed one_over_factor) {
  return fixed_subtract(fixed_one, fixed_mul(share, fixed_subtract(fixed_one, one_over_factor)));
}

// ---- YaRN ----

// The pair, as a real number, that makes `beta` turns over the original context:
//   r·ln(L/(2πβ))/(2 ln base)
// Returns its magnitude; sets *negative if it lies before pair 0.
static fixed pair_of(double beta, uint32_t pairs, double base, uint32_t original, int *negative) {
  const double lift = 0x1p30; // brings a small beta above 1; in the difference it cancels out
  const fixed above = fixed_log((double)original * lift);
  const fixed below = fixed_add(fixed_log(beta * lift), fixed_log_two_pi);
  *negative = fixed_less(above, below);
  const fixed difference = *negative ? fixed_subtract(below, above) : fixed_subtract(above, below);
  return fixed_divide(fixed_scale(difference, pairs, 1), fixed_log(base));
}

static fixed rounded_down(fixed a) { return whole(a.limb[FIXED_LIMBS - 1]); }

// A pair_of is never whole: π is transcendental, all else in it is rational.
static fixed rounded_up(fixed a) {
  const uint32_t integer = a.limb[FIXED_LIMBS - 1];
  return whole(integer < UINT32_MAX ? integer + 1 : integer);
}

void phasor_rope_yarn(uint64_t *turns, size_t pairs, double base, double factor, uint32_t original,
                      double beta_fast, double beta_slow, int truncate) {
  const uint32_t count = (uint32_t)pairs;
  int low_negative;
  int high_negative;
  fixed low = pair_of(beta_fast, count, base, original, &low_negative);
  fixed high = pair_of(beta_slow, count, base, original, &high_negative);
  if (low_negative)
    low = zero;
  else if (truncate)
    low = rounded_down(low);
  if (high_negative && truncate && high.limb[FIXED_LIMBS - 1] == 0) { // −0.x rounds up to 0
    high = zero;
    high_negative = 0;
  } else if (truncate) {
    high = rounded_up(high);
  }
  const fixed last = whole(2 * count - 1); // the published code's limit: r − 1, not the last pair
  if (!high_negative && fixed_less(last, high)) high = last;

  // Where the bounds cross (`low` past all pairs, or `high` before them) the ramp would run
  // backwards; clamped, as the formula has it, it is a step at `low`.
  const int crossed = high_negative || fixed_less(high, low);
  if (!crossed && !fixed_less(low, high))
    high = fixed_add(low, fixed_scale(fixed_one, 1, 1000)); // the published code's guard

  const fixed slope = crossed ? zero : fixed_divide(fixed_one, fixed_subtract(high, low));
  const fixed one_over_factor = reciprocal(factor);
  for (uint32_t i = 0; i < count; i++) {
    const fixed pair = whole(i);
    fixed share = zero; // of the interpolated frequency
    if (crossed)
      share = fixed_less(pair, low) ? fixed_one : zero;
    else if (fixed_less(high, pair))
      share = fixed_one;
    else if (fixed_less(low, pair))
      share = fixed_mul(fixed_subtract(pair, low), slope);
    uint64_t *const turn = turns + 2 * (size_t)i;
    store(turn, fixed_mul(load(turn), between(share, one_over_factor)));
  }
}

// ---- Llama 3 ----

void phasor_rope_llama3(uint64_t *turns, size_t pairs, double factor, uint32_t original,
                        double low_freq_factor, double high_freq_factor) {
  const fixed low = fixed_from_double(low_freq_factor);
  const fixed high = fixed_from_double(high_freq_factor);
  const int mixed = fixed_less(low, high);
  const fixed slope = mixed ? fixed_divide(fixed_one, fixed_subtract(high, low)) : zero;
  const fixed one_over_factor = reciprocal(factor);
  for (size_t i = 0; i < pairs; i++) {
    const fixed turn = load(turns + 2 * i);
    const fixed over_context = fixed_scale(turn, original, 1); // L/λ: turns over that context
    fixed share = zero;                                        // of the interpolated frequency
    if (fixed_less(over_context, low))
      share = fixed_one;
    else if (fixed_less(over_context, high))
      share = fixed_mul(fixed_subtract(high, over_context), slope);
    store(turns + 2 * i, fixed_mul(turn, between(share, one_over_factor)));
  }
}

// ---- given frequencies ----

void phasor_rope_radians(uint64_t *turns, int64_t *wholes, const double *frequencies,
                         size_t pairs) {
  // 1/2π, cut after 256 bits; the least significant 32 first.
  static const uint32_t per_radian[] = {0xf7aef158, 0x7f9458ea, 0x4f10e410, 0x36d8a566,
                                        0x7d4d3770, 0x7f09d5f4, 0x9391054a, 0x28be60db};
  enum { LIMBS = sizeof per_radian / sizeof *per_radian, PRODUCT = LIMBS + 2 };
  for (size_t i = 0; i < pairs; i++) {
    uint64_t bits;
    memcpy(&bits, frequencies + i, sizeof bits);
    const int exponent = (int)(bits >> 52 & 0x7ff);
    const uint64_t fraction = bits & 0xfffffffffffff;
    // |frequency| = mantissa·2^(exponent − 1075), and those that are subnormal make no turn here
    const uint64_t mantissa = exponent ? fraction | (uint64_t)1 << 52 : 0;
    uint32_t product[PRODUCT + 1] = {0};
    for (int half = 0; half < 2; half++) {
      const uint64_t factor = (uint32_t)(mantissa >> 32 * half);
      uint64_t carry = 0;
      for (int k = 0; k < LIMBS; k++) {
        carry += factor * per_radian[k] + product[k + half];
        product[k + half] = (uint32_t)carry;
        carry >>= 32;
      }
      product[LIMBS + half] = (uint32_t)carry;
    }
    // product·2^(exponent − 1075 − 256) turns: the bits from 2^-128 up, in three words
    const int from = 256 - 128 + 1075 - exponent;
    uint64_t words[3] = {0, 0, 0};
    for (int bit = 0; bit < 192 && from + bit < 32 * PRODUCT; bit++) {
      const int at = from + bit;
      words[bit / 64] |= (uint64_t)(product[at / 32] >> at % 32 & 1) << bit % 64;
    }
    if (bits >> 63) {
      words[0] = 0 - words[0];
      words[1] = ~words[1] + (words[0] == 0);
      words[2] = ~words[2] + (words[0] == 0 && words[1] == 0);
    }
    turns[2 * i] = words[1];
    turns[2 * i + 1] = words[0];
    wholes[i] = (int64_t)words[2];
  }
  if (pairs % 2) turns[2 * pairs] = turns[2 * pairs + 1] = 0;
}

// ---- what comes with the frequencies ----

void phasor_rope_frequencies(double *out, const uint64_t *turns, const int64_t *wholes,
                             size_t pairs) {
  for (size_t i = 0; i < pairs; i++) {
    const fixed all = fixed_add(load(turns + 2 * i), whole(wholes ? (uint32_t)wholes[i] : 0));
    out[i] = fixed_to_double(fixed_mul(all, fixed_two_pi));
  }
}

double phasor_yarn_attention(double factor, double mscale) {
  if (!(factor > 1)) return 1;
  return 0.1 * mscale * fixed_to_double(fixed_log(factor)) + 1;
}

double phasor_longrope_attention(double factor, double original) {
  if (!(factor > 1)) return 1;
  const double ratio = fixed_to_double(fixed_log(factor)) / fixed_to_double(fixed_log(original));
  return __builtin_sqrt(1 + ratio);
}

void phasor_xpos_rates(double *rates, size_t pairs) {
  for (size_t i = 0; i < pairs; i++)
    rates[i] = fixed_to_double(fixed_log_of(fixed_divide(
        fixed_from_double((double)(7 * pairs)), fixed_from_double((double)(5 * i + 2 * pairs)))));
}
