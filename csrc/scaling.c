// scaling.c: the scaling rules of rotary embeddings for longer contexts, see phasor.h.
//
// A rule multiplies each frequency by its own factor. This happens in fixed point, on fractions of
// a turn, so that a scaled frequency is as exact as an unscaled one, and a position of 2^40 still
// has the right angle. A rule that changes nothing (factor 1) returns the same bits.
#include "phasor.h"

#include "bits.h"
#include "series.h"

static void reciprocal(fixed *out, double x) {
  fixed_from_double(out, x);
  fixed_divide(out, &fixed_one, out);
}

double phasor_rope_default(uint64_t *increments, size_t pairs, double base) {
  fixed ratio;
  series_ratio(&ratio, base, 2, (uint32_t)(2 * pairs));
  series_increments(increments, pairs, &ratio);
  return 1;
}

// ---- a larger base: NTK ----

// The series of base·F^(r/(r − 2)), r = 2·pairs, from ln F. In log space the new ratio is
// exp(−ln base/pairs − ln F/(pairs − 1)).
static void stretch_base(uint64_t *increments, size_t pairs, double base, const fixed *log_factor) {
  fixed exponent;
  fixed ratio;
  fixed_log(&ratio, base);
  fixed_scale(&ratio, &ratio, 1, (uint32_t)pairs);
  fixed_scale(&exponent, log_factor, 1, (uint32_t)pairs - 1);
  fixed_add(&ratio, &ratio, &exponent);
  fixed_exp_negative(&ratio, &ratio);
  series_increments(increments, pairs, &ratio);
}

double phasor_rope_ntk(uint64_t *increments, size_t pairs, double base, double factor) {
  fixed log_factor;
  fixed_log(&log_factor, factor);
  stretch_base(increments, pairs, base, &log_factor);
  return 1;
}

double phasor_rope_dynamic(uint64_t *increments, size_t pairs, double base, double factor,
                           uint32_t original, uint32_t length) {
  // F·S/L − (F − 1) = 1 + F·(S − L)/L
  const uint32_t excess = length > original ? length - original : 0;
  fixed growth;
  fixed_from_double(&growth, factor);
  fixed_scale(&growth, &growth, excess, original);
  fixed_add(&growth, &growth, &fixed_one);
  fixed_log_of(&growth, &growth);
  stretch_base(increments, pairs, base, &growth);
  return 1;
}

// ---- lower frequencies ----

// Multiplies a turn and returns the whole turns of the product.
static uint32_t multiply(uint64_t *turn, const fixed *multiplier) {
  fixed product;
  turn_load(&product, turn);
  fixed_mul(&product, &product, multiplier);
  turn_store(turn, &product);
  return fixed_integer(&product);
}

double phasor_rope_linear(uint64_t *increments, size_t pairs, double base, double factor) {
  return phasor_rope_proportional(increments, pairs, base, factor, 1);
}

double phasor_rope_proportional(uint64_t *increments, size_t pairs, double base, double factor,
                                double part) {
  phasor_rope_default(increments, pairs, base);
  fixed multiplier;
  reciprocal(&multiplier, factor);
  const size_t rotated = (size_t)(part * (double)pairs);
  for (size_t i = 0; i < rotated; i++) multiply(increments + 2 * i, &multiplier);
  for (size_t i = rotated; i < pairs; i++) increments[2 * i] = increments[2 * i + 1] = 0;
  return 1;
}

double phasor_rope_longrope(uint64_t *increments, size_t pairs, double base, double factor,
                            uint32_t original, uint32_t length, const double *short_divisors,
                            const double *long_divisors, int64_t *cycles) {
  phasor_rope_default(increments, pairs, base);
  const double *const divisors = length > original ? long_divisors : short_divisors;
  for (size_t i = 0; i < pairs; i++) {
    fixed multiplier;
    reciprocal(&multiplier, divisors[i]);
    cycles[i] = multiply(increments + 2 * i, &multiplier);
  }
  return phasor_longrope_attention(factor, original);
}

// turn·(1 − share·(1 − 1/F)): between turn and turn/F.
static void interpolate(uint64_t *turn, const fixed *share, const fixed *one_over_factor) {
  fixed multiplier;
  fixed frequency;
  fixed_subtract(&multiplier, &fixed_one, one_over_factor);
  fixed_mul(&multiplier, &multiplier, share);
  fixed_subtract(&multiplier, &fixed_one, &multiplier);
  turn_load(&frequency, turn);
  fixed_mul(&frequency, &frequency, &multiplier);
  turn_store(turn, &frequency);
}

// ---- YaRN ----

// The pair, as a real number, that completes `beta` cycles over the original context:
//   r·ln(L/(2πβ))/(2 ln base)
// Stores its magnitude and returns whether it is negative.
static int pair_for(fixed *out, double beta, uint32_t pairs, double base, uint32_t original) {
  const double lift = 0x1p30; // brings a small beta above 1; it cancels out in the difference
  fixed numerator;
  fixed denominator;
  fixed_log(&numerator, (double)original * lift);
  fixed_log(&denominator, beta * lift);
  fixed_add(&denominator, &denominator, &fixed_log_two_pi);
  const int negative = fixed_less(&numerator, &denominator);
  fixed_subtract(out, &numerator, &denominator);
  if (negative) fixed_subtract(out, &denominator, &numerator);
  fixed_scale(out, out, pairs, 1);
  fixed_log(&denominator, base);
  fixed_divide(out, out, &denominator);
  return negative;
}

// Rounds the result of pair_for, which is never an integer: π is transcendental, and everything else
// in it is rational. `up` is 0 or 1.
static void round_pair(fixed *pair, uint32_t up) {
  const uint32_t integer = fixed_integer(pair);
  fixed_from_integer(pair, integer < UINT32_MAX ? integer + up : integer);
}

double phasor_rope_yarn(uint64_t *increments, size_t pairs, double base, double factor,
                        uint32_t original, double beta_fast, double beta_slow, int truncate,
                        double mscale, double mscale_all_dim) {
  phasor_rope_default(increments, pairs, base);
  const uint32_t count = (uint32_t)pairs;
  fixed low;
  fixed high;
  const int low_negative = pair_for(&low, beta_fast, count, base, original);
  int high_negative = pair_for(&high, beta_slow, count, base, original);
  if (low_negative)
    low = fixed_zero;
  else if (truncate)
    round_pair(&low, 0);
  if (high_negative && truncate && fixed_integer(&high) == 0) { // −0.x rounds up to 0
    high = fixed_zero;
    high_negative = 0;
  } else if (truncate) {
    round_pair(&high, 1);
  }
  fixed last; // the published code's limit: r − 1, not the last pair
  fixed_from_integer(&last, 2 * count - 1);
  if (!high_negative && fixed_less(&last, &high)) high = last;

  // If the bounds cross (`low` is after all pairs, or `high` before them), the ramp would run
  // backwards. Clamped, as the formula says, it is a step at `low`.
  const int crossed = high_negative || fixed_less(&high, &low);
  fixed width;
  fixed_subtract(&width, &high, &low);
  if (!crossed && !fixed_less(&low, &high)) { // the published code's guard
    fixed_scale(&width, &fixed_one, 1, 1000);
    fixed_add(&high, &low, &width);
  }
  fixed slope = fixed_zero;
  if (!crossed) fixed_divide(&slope, &fixed_one, &width);

  fixed one_over_factor;
  reciprocal(&one_over_factor, factor);
  for (uint32_t i = 0; i < count; i++) {
    fixed pair;
    fixed_from_integer(&pair, i);
    fixed share = fixed_zero; // of the interpolated frequency
    if (crossed ? fixed_less(&pair, &low) : fixed_less(&high, &pair)) {
      share = fixed_one;
    } else if (!crossed && fixed_less(&low, &pair)) {
      fixed_subtract(&share, &pair, &low);
      fixed_mul(&share, &share, &slope);
    }
    interpolate(increments + 2 * (size_t)i, &share, &one_over_factor);
  }
  if (mscale == 0 || mscale_all_dim == 0) return phasor_yarn_attention(factor, 1);
  return phasor_yarn_attention(factor, mscale) / phasor_yarn_attention(factor, mscale_all_dim);
}

// ---- Llama 3 ----

double phasor_rope_llama3(uint64_t *increments, size_t pairs, double base, double factor,
                          uint32_t original, double low_freq_factor, double high_freq_factor) {
  phasor_rope_default(increments, pairs, base);
  fixed low;
  fixed high;
  fixed slope;
  fixed one_over_factor;
  fixed_from_double(&low, low_freq_factor);
  fixed_from_double(&high, high_freq_factor);
  if (fixed_less(&low, &high)) {
    fixed_subtract(&slope, &high, &low);
    fixed_divide(&slope, &fixed_one, &slope);
  } else {
    slope = fixed_zero;
  }
  reciprocal(&one_over_factor, factor);
  for (size_t i = 0; i < pairs; i++) {
    fixed cycles; // L/λ: those of the pair over that context
    turn_load(&cycles, increments + 2 * i);
    fixed_scale(&cycles, &cycles, original, 1);
    fixed share = fixed_zero; // of the interpolated frequency
    if (fixed_less(&cycles, &low)) {
      share = fixed_one;
    } else if (fixed_less(&cycles, &high)) {
      fixed_subtract(&share, &high, &cycles);
      fixed_mul(&share, &share, &slope);
    }
    interpolate(increments + 2 * i, &share, &one_over_factor);
  }
  return 1;
}

// ---- given frequencies ----

void phasor_rope_radians(uint64_t *increments, int64_t *cycles, const double *frequencies,
                         size_t pairs) {
  // 1/2π, cut after 256 bits; the least significant 32 first.
  static const uint32_t per_radian[] = {0xf7aef158, 0x7f9458ea, 0x4f10e410, 0x36d8a566,
                                        0x7d4d3770, 0x7f09d5f4, 0x9391054a, 0x28be60db};
  enum { LIMBS = sizeof per_radian / sizeof *per_radian, PRODUCT = LIMBS + 2 };
  for (size_t i = 0; i < pairs; i++) {
    const uint64_t bits = bits_of(frequencies[i]);
    const int exponent = (int)(bits >> 52 & 0x7ff);
    const uint64_t fraction = bits & 0xfffffffffffff;
    // |frequency| = mantissa·2^(exponent − 1075); subnormal frequencies count as 0
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
      const int index = from + bit;
      words[bit / 64] |= (uint64_t)(product[index / 32] >> index % 32 & 1) << bit % 64;
    }
    if (bits >> 63) {
      words[0] = 0 - words[0];
      words[1] = ~words[1] + (words[0] == 0);
      words[2] = ~words[2] + (words[0] == 0 && words[1] == 0);
    }
    increments[2 * i] = words[1];
    increments[2 * i + 1] = words[0];
    cycles[i] = (int64_t)words[2];
  }
  if (pairs % 2) increments[2 * pairs] = increments[2 * pairs + 1] = 0;
}

// ---- the nearest doubles of frequencies, and attention factors ----

void phasor_rope_frequencies(double *out, const uint64_t *increments, const int64_t *cycles,
                             size_t pairs) {
  for (size_t i = 0; i < pairs; i++) {
    fixed frequency;
    turn_load(&frequency, increments + 2 * i);
    if (cycles) frequency.limb[FIXED_LIMBS - 1] = (uint32_t)cycles[i];
    fixed_mul(&frequency, &frequency, &fixed_two_pi);
    out[i] = fixed_to_double(&frequency);
  }
}

// ln(x) for x ≥ 1, the nearest double.
static double log_of(double x) {
  fixed log;
  fixed_log(&log, x);
  return fixed_to_double(&log);
}

double phasor_yarn_attention(double factor, double mscale) {
  if (!(factor > 1)) return 1;
  return 0.1 * mscale * log_of(factor) + 1;
}

double phasor_longrope_attention(double factor, double original) {
  if (!(factor > 1)) return 1;
  return __builtin_sqrt(1 + log_of(factor) / log_of(original));
}

void phasor_xpos_rates(double *rates, size_t pairs) {
  for (size_t i = 0; i < pairs; i++) {
    fixed rate;
    fixed denominator;
    fixed_from_integer(&rate, (uint32_t)(7 * pairs));
    fixed_from_integer(&denominator, (uint32_t)(5 * i + 2 * pairs));
    fixed_divide(&rate, &rate, &denominator);
    fixed_log_of(&rate, &rate);
    rates[i] = fixed_to_double(&rate);
  }
}
