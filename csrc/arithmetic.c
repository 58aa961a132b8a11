// arithmetic.c: tables with the rounding errors of other implementations, see phasor.h.
//
// This file reproduces the roundings that lead to an angle. Its sine and cosine come from circle.h:
// 1/2π to 128 bits, times the angle, is a fraction of a turn with an error of at most 2^-75. The
// doubles computed from it round to the nearest float for every float angle but one
// (`build/native/arithmetic --all` checks all of them).
#include "phasor.h"

#include <math.h>

#include "bits.h"
#include "circle.h"
#include "series.h"

// 1/π: 1/2π, cut after 128 bits, times 2.
static const turn turns_per_two_radians = {0x517cc1b727220a94, 0xfe13abe8fa9a6ee0};

// A binary floating-point format.
typedef struct {
  int precision;    // bits of a significand
  int min_exponent; // of the smallest normal number
  double largest;
} format;

static const format *format_of(int arithmetic) {
  static const format formats[] = {[PHASOR_FLOAT32] = {24, -126, 0x1.fffffep127},
                                   [PHASOR_BFLOAT16] = {8, -126, 0x1.fep127},
                                   [PHASOR_FLOAT16] = {11, -14, 65504}};
  return &formats[arithmetic <= PHASOR_FLOAT16 ? arithmetic : PHASOR_FLOAT32];
}

// The number of a format that is nearest to x, ties to even; infinity past the largest.
static inline double round_to(const format *f, double x) {
  int exponent = (int)(bits_of(x) >> 52 & 0x7ff) - 1023;
  if (exponent > 1023) return x; // infinite, or not a number
  if (exponent < f->min_exponent) exponent = f->min_exponent;
  // So large that the last bit of the sum is the last bit of x that the format keeps.
  const double large = power_of_two(exponent - f->precision + 53);
  const double rounded = fabs(x) + large - large;
  return copysign(rounded > f->largest ? (double)INFINITY : rounded, x);
}

// The same for a positive fixed. It goes through a double that is rounded to odd: its last bit is
// set if anything is cut off, so that the second rounding knows on which side of a tie the value
// is.
static double round_fixed_to(const format *f, const fixed *x) {
  const double nearest = fixed_to_double(x);
  const double remainder = fixed_remainder(x, nearest);
  uint64_t bits = bits_of(nearest);
  if (remainder != 0 && !(bits & 1)) bits = remainder > 0 ? bits + 1 : bits - 1;
  return round_to(f, double_of(bits));
}

// fl32(1/fl32(fl32(base)^fl32(i·numerator/denominator))). base^x is never halfway between two floats.
static float power_form(double base, uint32_t numerator, uint32_t denominator) {
  const double rounded = (double)(float)base;
  const float exponent = (float)numerator / (float)denominator;
  const double scale = power_of_two((int)(bits_of(rounded) >> 52) - 1023);
  // base^x = base·base^(x − 1), with the base without its power of two, so that it fits.
  fixed power;
  fixed factor;
  fixed_from_double(&factor, (double)exponent);
  fixed_subtract(&factor, &fixed_one, &factor);
  fixed_log(&power, rounded);
  fixed_mul(&power, &power, &factor);
  fixed_exp_negative(&power, &power);
  fixed_from_double(&factor, rounded / scale);
  fixed_mul(&power, &power, &factor);
  return 1 / (float)(round_fixed_to(format_of(PHASOR_FLOAT32), &power) * scale);
}

// fl32(exp(fl32(i·numerator·fl32(−ln base/denominator)))).
static float exponential_form(double base, uint32_t numerator, uint32_t denominator) {
  fixed power;
  fixed_log(&power, base);
  const float step = (float)(fixed_to_double(&power) / denominator);
  const float product = (float)numerator * step;
  fixed_from_double(&power, (double)product);
  fixed_exp_negative(&power, &power);
  return (float)round_fixed_to(format_of(PHASOR_FLOAT32), &power);
}

void phasor_rounded_frequencies(float *out, size_t pairs, double base, uint32_t numerator,
                                uint32_t denominator, int arithmetic) {
  if (arithmetic == PHASOR_FLOAT32_POW || arithmetic == PHASOR_FLOAT32_EXP) {
    for (size_t i = 0; i < pairs; i++) {
      const uint32_t power = (uint32_t)i * numerator;
      out[i] = arithmetic == PHASOR_FLOAT32_POW ? power_form(base, power, denominator)
                                                : exponential_form(base, power, denominator);
    }
    return;
  }
  const format *const f = format_of(arithmetic);
  fixed ratio;
  series_ratio(&ratio, base, numerator, denominator);
  fixed frequency = fixed_one;
  for (size_t i = 0; i < pairs; i++) {
    out[i] = (float)round_fixed_to(f, &frequency);
    fixed_mul(&frequency, &frequency, &ratio);
  }
}

void phasor_rounded(float *out, const double *x, size_t count, int arithmetic) {
  const format *const f = format_of(arithmetic);
  for (size_t i = 0; i < count; i++) out[i] = (float)round_to(f, x[i]);
}

// An angle in radians as a fraction of a turn, for angles up to 2^53: halves are below that.
static inline turn turn_of(double angle) {
  return turn_times_wide(turns_per_two_radians.hi, turns_per_two_radians.lo, 0, angle / 2);
}

// Replaces { sin, cos } of the angles for which circle.h is not exact enough or has no answer.
static inline void correct(double *values, double angle) {
  const double magnitude = fabs(angle);
  // Too small for 128 fraction bits of a turn; the sine rounds to the angle in every format here.
  if (magnitude < 0x1p-12) values[0] = angle;
  // The sine, -0x1.63f4bafffffffa5p-2, rounds to a double that is halfway between two floats.
  if (magnitude == 0x1.33333p13) values[0] = copysign(0x1.63f4bap-2, -angle);
  if (!(magnitude <= 0x1p53)) values[0] = values[1] = (double)NAN;
}

// Writes the row of floats or, if that is null, of doubles.
static void put_row(float *floats, double *doubles, const float *frequencies, double position,
                    size_t pairs, int arithmetic) {
  const format *const f = format_of(arithmetic);
  const int running = arithmetic == PHASOR_GGML;
  const double ratio = running && pairs > 1 ? (double)frequencies[1] : 1;
  const double rounded = round_to(f, position);
  double product = rounded;
  for (size_t i = 0; i < pairs; i += 2) {
    double angles[2] = {0, 0};
    uint64_t turns[4];
    RARELY for (size_t k = 0; k < 2; k++) {
      if (i + k < pairs)
        angles[k] = running ? product : round_to(f, rounded * (double)frequencies[i + k]);
      product = round_to(f, product * ratio);
      const turn angle = turn_of(angles[k]);
      turns[2 * k] = angle.hi;
      turns[2 * k + 1] = angle.lo;
    }
    double exact[4];
    circle_pair(exact, turns, 1);
    RARELY for (size_t k = 0; k < 2 && i + k < pairs; k++) {
      double values[2] = {exact[k], exact[k + 2]};
      correct(values, angles[k]);
      RARELY for (size_t j = 0; j < 2; j++) {
        const size_t at = 2 * (i + k) + j;
        const double value = round_to(f, values[j]);
        if (floats)
          floats[at] = (float)value;
        else
          doubles[at] = value;
      }
    }
  }
}

void phasor_rounded_at_f32(float *out, size_t stride, const float *frequencies,
                           const double *positions, size_t rows, size_t pairs, int arithmetic) {
  for (size_t r = 0; r < rows; r++)
    put_row(out + r * stride, 0, frequencies, positions[r], pairs, arithmetic);
}

void phasor_rounded_at_f64(double *out, size_t stride, const float *frequencies,
                           const double *positions, size_t rows, size_t pairs, int arithmetic) {
  for (size_t r = 0; r < rows; r++)
    put_row(0, out + r * stride, frequencies, positions[r], pairs, arithmetic);
}
