// arithmetic.c: the rounding of other implementations, step by step in MPFR.
//
//   arithmetic [--all] [--seed N]
//
// --all tests the sine and cosine of every float up to 2^53, which takes a minute or two.
#include "exact.h"
#include "phasor.h"

enum { BITS = 300, MOST_PAIRS = 17 };

typedef struct {
  const char *name;
  mpfr_prec_t precision;
  int least; // exponent of the least normal number
  double largest;
} format;

static const format formats[] = {
    [PHASOR_FLOAT32] = {"float32", 24, -126, 0x1.fffffep127},
    [PHASOR_BFLOAT16] = {"bfloat16", 8, -126, 0x1.fep127},
    [PHASOR_FLOAT16] = {"float16", 11, -14, 65504},
    [PHASOR_GGML] = {"ggml", 24, -126, 0x1.fffffep127},
    [PHASOR_FLOAT32_POW] = {"float32-pow", 24, -126, 0x1.fffffep127},
    [PHASOR_FLOAT32_EXP] = {"float32-exp", 24, -126, 0x1.fffffep127},
};

static mpfr_t exact, factor;

// The number of a format nearest to x.
static double nearest(format f, mpfr_t x) {
  mpfr_t rounded;
  mpfr_init2(rounded, f.precision);
  if (!mpfr_zero_p(x) && mpfr_regular_p(x) && mpfr_get_exp(x) <= f.least) {
    // Subnormal: a multiple of the least number.
    const int last = f.least - (int)f.precision + 1;
    mpfr_t scaled;
    mpfr_init2(scaled, BITS);
    mpfr_mul_2si(scaled, x, -last, MPFR_RNDN);
    mpfr_rint(scaled, scaled, MPFR_RNDN);
    mpfr_mul_2si(rounded, scaled, last, MPFR_RNDN);
    mpfr_clear(scaled);
  } else {
    mpfr_set(rounded, x, MPFR_RNDN);
  }
  const double result = mpfr_get_d(rounded, MPFR_RNDN);
  mpfr_clear(rounded);
  return fabs(result) > f.largest ? copysign((double)INFINITY, result) : result;
}

static double nearest_to(format f, double x) {
  mpfr_set_d(exact, x, MPFR_RNDN);
  return nearest(f, exact);
}

static double nearest_product(format f, double a, double b) {
  mpfr_set_d(exact, a, MPFR_RNDN);
  mpfr_mul_d(exact, exact, b, MPFR_RNDN);
  return nearest(f, exact);
}

static void nearest_values(double *sine, double *cosine, format f, double angle) {
  mpfr_set_d(factor, angle, MPFR_RNDN);
  mpfr_sin(exact, factor, MPFR_RNDN);
  *sine = nearest(f, exact);
  mpfr_cos(exact, factor, MPFR_RNDN);
  *cosine = nearest(f, exact);
}

// ---- frequencies ----

// ω = base^(-exponent/denominator), as the power form or the exponential form makes it, one rounding after the
// other, or rounded once.
static float wanted_frequency(int arithmetic, double base, uint32_t exponent,
                              uint32_t denominator) {
  const format f = formats[arithmetic];
  if (arithmetic == PHASOR_FLOAT32_POW) {
    mpfr_set_d(exact, (double)((float)exponent / (float)denominator), MPFR_RNDN);
    mpfr_set_flt(factor, (float)base, MPFR_RNDN);
    mpfr_pow(exact, factor, exact, MPFR_RNDN);
    return 1 / (float)nearest(f, exact);
  }
  if (arithmetic == PHASOR_FLOAT32_EXP) {
    mpfr_set_d(exact, base, MPFR_RNDN);
    mpfr_log(exact, exact, MPFR_RNDN);
    const float step = (float)(mpfr_get_d(exact, MPFR_RNDN) / denominator);
    mpfr_set_flt(exact, -((float)exponent * step), MPFR_RNDN);
    mpfr_exp(exact, exact, MPFR_RNDN);
  } else {
    exact_power(exact, base, exponent, denominator);
  }
  return (float)nearest(f, exact);
}

static void test_frequencies(int arithmetic, double base, uint32_t numerator, uint32_t denominator,
                             uint32_t pairs) {
  SCOPED float *got = guarded_f32(pairs + 1);
  SCOPED float *wanted = guarded_f32(pairs + 1);
  phasor_rounded_frequencies(got, pairs, base, numerator, denominator, arithmetic);
  for (uint32_t i = 0; i < pairs; i++)
    wanted[i] = wanted_frequency(arithmetic, base, i * numerator, denominator);
  char what[100];
  snprintf(what, sizeof what, "%s frequencies, base %.17g, %u/%u", formats[arithmetic].name, base,
           numerator, denominator);
  check_all_f32(what, got, wanted, pairs + 1);
}

static void test_rounded(void) {
  enum { COUNT = 3000 };
  SCOPED double *x = guarded_f64(COUNT);
  for (size_t i = 0; i < COUNT; i++) {
    x[i] = random_log(1e-9, 1e9) * (random_below(2) ? 1 : -1);
    if (i % 7 == 0) x[i] = (double)((float)x[i] + (float)x[i] * 0x1p-12f);
  }
  for (int arithmetic = PHASOR_FLOAT32; arithmetic <= PHASOR_FLOAT16; arithmetic++) {
    SCOPED float *got = guarded_f32(COUNT + 1);
    SCOPED float *wanted = guarded_f32(COUNT + 1);
    phasor_rounded(got, x, COUNT, arithmetic);
    for (size_t i = 0; i < COUNT; i++) wanted[i] = (float)nearest_to(formats[arithmetic], x[i]);
    check_all_f32("phasor_rounded", got, wanted, COUNT + 1);
  }
}

static void test_all_frequencies(void) {
  for (int arithmetic = PHASOR_FLOAT32; arithmetic <= PHASOR_FLOAT32_EXP; arithmetic++) {
    test_frequencies(arithmetic, 10000, 2, 1024, 512);
    test_frequencies(arithmetic, 500000, 2, 128, 64);
    test_frequencies(arithmetic, 1e18, 1, 63, 64);
    test_frequencies(arithmetic, nextafter(1, 2), 2, 64, 32); // 1 as a float
    // Powers of two, down to the least number of float16.
    test_frequencies(arithmetic, 65536, 2, 32, 16);
    test_frequencies(arithmetic, 0x1p24, 1, 24, 25);
    for (int i = 0; i < 100; i++) {
      const uint32_t pairs = (uint32_t)random_log(1, 200);
      test_frequencies(arithmetic, random_log(1.0001, 1e18), 2, 2 * pairs, pairs);
    }
    // ω_1 = 1/base, so near the middle between two numbers that its nearest double is the middle.
    for (int i = 0; i < 200; i++) {
      const int precision = (int)formats[arithmetic].precision;
      const uint64_t half = (uint64_t)1 << (precision - 1);
      const double middle = ldexp((double)(2 * (half + random_below(half)) + 1), -precision - 1);
      test_frequencies(arithmetic, 1 / middle, 1, 1, 2);
    }
  }
}

// ---- sines and cosines: a position that is in the format is the angle of pair 0 ----

static void test_angles(int arithmetic, const double *angles, size_t count) {
  const format f = formats[arithmetic];
  const float one = 1;
  SCOPED double *got = guarded_f64(2 * count);
  phasor_rounded_at_f64(got, 2, &one, angles, count, 1, arithmetic);
  for (size_t i = 0; i < count; i++) {
    double sine;
    double cosine;
    nearest_values(&sine, &cosine, f, angles[i]);
    char what[60];
    snprintf(what, sizeof what, "%s sine and cosine of %a", f.name, angles[i]);
    check_same_f64(what, 0, got[2 * i], sine);
    check_same_f64(what, 1, got[2 * i + 1], cosine);
  }
}

// Where the sine or the cosine comes nearest to the middle between two floats.
static const double hard_angles[] = {
    0x1p-12,       0x1.a8872ap-11, 0x1.20ffccp-7, 0x1.9eab2ep-4, 0x1.e7061ep-2, 0x1.6f1b7p5,
    0x1.8f219cp5,  0x1.e35bc6p7,   0x1.515766p12, 0x1.33333p13,  0x1.41c47p16,  0x1.cf9736p19,
    0x1.6ad26ep32, 0x1.b3a7fcp38,  0x1.95f654p44, 0x1.ca46bap44, 0x1.4555p51,   0x1.887814p51};

static void test_all_angles(void) {
  static double angles[1 << 16];
  size_t count = 0;
  for (uint32_t top = 0; top < 1 << 16; top++) { // every bfloat16
    const uint32_t bits = top << 16;
    float angle;
    memcpy(&angle, &bits, sizeof angle);
    if (fabsf(angle) <= 0x1p53f && random_below(2)) angles[count++] = (double)angle;
  }
  test_angles(PHASOR_BFLOAT16, angles, count);
  count = 0;
  for (int exponent = -14; exponent <= 15; exponent++) // every float16, the subnormal ones first
    for (int i = exponent == -14 ? 0 : 1024; i < 2048; i++)
      angles[count++] = ldexp(random_below(2) ? i : -i, exponent - 10);
  test_angles(PHASOR_FLOAT16, angles, count);
  count = 0;
  for (size_t i = 0; i < sizeof hard_angles / sizeof *hard_angles; i++) {
    angles[count++] = hard_angles[i];
    angles[count++] = -hard_angles[i];
  }
  for (int exponent = -149; exponent <= 53; exponent++) {
    angles[count++] = ldexp(1, exponent);
    if (exponent > -149 && exponent < 53) angles[count++] = -ldexp(1.5, exponent);
    if (exponent > -126) angles[count++] = ldexp(0x1.fffffep0, exponent - 1);
  }
  for (int i = 0; i < 20000; i++) {
    const double angle = (double)(float)random_log(0x1p-20, 0x1p53);
    angles[count++] = random_below(2) ? angle : -angle;
  }
  for (int arithmetic = PHASOR_FLOAT32; arithmetic <= PHASOR_GGML; arithmetic += PHASOR_GGML)
    test_angles(arithmetic, angles, count);
}

// Every float: MPFR judges where the C library's sine is too near a tie to do so.
static void test_every_float(void) {
  enum { BLOCK = 1024 };
  static double angles[BLOCK];
  static float got[2 * BLOCK];
  const float one = 1;
  const uint32_t end = bits_f32(0x1p53f) + 1;
  uint64_t hard = 0;
  for (uint32_t first = bits_f32(0x1p-13f); first < end; first += BLOCK) {
    const size_t count = end - first < BLOCK ? end - first : BLOCK;
    for (size_t i = 0; i < count; i++) {
      const uint32_t bits = first + (uint32_t)i;
      float angle;
      memcpy(&angle, &bits, sizeof angle);
      angles[i] = (double)angle;
    }
    phasor_rounded_at_f32(got, 2, &one, angles, count, 1, PHASOR_FLOAT32);
    for (size_t i = 0; i < count; i++) {
      double sine = sin(angles[i]);
      double cosine = cos(angles[i]);
      const double less = 1 - 0x1p-51;
      const double more = 1 + 0x1p-51;
      if ((float)(sine * less) != (float)(sine * more) ||
          (float)(cosine * less) != (float)(cosine * more)) {
        nearest_values(&sine, &cosine, formats[PHASOR_FLOAT32], angles[i]);
        printf("arithmetic: nearly a tie at %a\n", angles[i]);
        hard++;
      }
      check_same_f32("sine", first + i, got[2 * i], (float)sine);
      check_same_f32("cosine", first + i, got[2 * i + 1], (float)cosine);
    }
  }
  printf("arithmetic: every float from 2^-13 to 2^53, %llu of them nearly ties\n",
         (unsigned long long)hard);
}

// ---- rows ----

static void wanted_row(double *row, int arithmetic, const float *frequencies, double position,
                       size_t pairs) {
  const format f = formats[arithmetic];
  const double rounded = nearest_to(f, position);
  double running = rounded;
  for (size_t i = 0; i < pairs; i++) {
    double angle =
        isfinite(rounded) ? nearest_product(f, rounded, (double)frequencies[i]) : (double)NAN;
    if (arithmetic == PHASOR_GGML) {
      if (i > 0) running = nearest_product(f, running, (double)frequencies[1]);
      angle = running;
    }
    if (isnan(angle))
      row[2 * i] = row[2 * i + 1] = (double)NAN;
    else
      nearest_values(&row[2 * i], &row[2 * i + 1], f, angle);
  }
}

static double random_position(void) {
  const double sign = random_below(2) ? 1 : -1;
  switch (random_below(5)) {
  case 0:
    return sign * (double)random_below(4096);
  case 1:
    return sign * (double)(random_bits() >> (11 + random_below(53)));
  case 2:
    return sign * ldexp(1, (int)random_below(54));
  case 3:
    return sign * random_log(0x1p-30, 0x1p53);
  default:
    return sign * (65504 + (double)random_below(32)); // around the end of float16
  }
}

static void test_rows(int arithmetic, size_t pairs) {
  enum { ROWS = 9, GAP = 3, OFFSET = 1 };
  const size_t width = 2 * pairs;
  const size_t stride = width + GAP;
  const size_t count = OFFSET + ROWS * stride;
  SCOPED float *frequencies = guarded_f32(pairs);
  phasor_rounded_frequencies(frequencies, pairs, random_log(1.0001, 1e6), 2, (uint32_t)width,
                             arithmetic);
  SCOPED double *positions = guarded_f64(ROWS);
  SCOPED double *doubles = guarded_f64(count);
  SCOPED double *doubles_wanted = guarded_f64(count);
  SCOPED float *floats = guarded_f32(count);
  SCOPED float *floats_wanted = guarded_f32(count);
  for (size_t r = 0; r < ROWS; r++) {
    positions[r] = r == 0 ? -0.0 : random_position();
    double row[2 * MOST_PAIRS];
    wanted_row(row, arithmetic, frequencies, positions[r], pairs);
    for (size_t i = 0; i < width; i++) {
      doubles_wanted[OFFSET + r * stride + i] = row[i];
      floats_wanted[OFFSET + r * stride + i] = (float)row[i];
    }
  }
  phasor_rounded_at_f64(doubles + OFFSET, stride, frequencies, positions, ROWS, pairs, arithmetic);
  phasor_rounded_at_f32(floats + OFFSET, stride, frequencies, positions, ROWS, pairs, arithmetic);
  check_all_f64(formats[arithmetic].name, doubles, doubles_wanted, count);
  check_all_f32(formats[arithmetic].name, floats, floats_wanted, count);
}

int main(int argc, char **argv) {
  check_start(argc, argv);
  mpfr_inits2(BITS, exact, factor, (mpfr_ptr)0);
  test_all_frequencies();
  test_rounded();
  test_all_angles();
  for (int arithmetic = PHASOR_FLOAT32; arithmetic <= PHASOR_FLOAT32_EXP; arithmetic++)
    for (size_t pairs = 1; pairs <= MOST_PAIRS; pairs++)
      for (int i = 0; i < 8; i++) test_rows(arithmetic, pairs);
  for (int i = 1; i < argc; i++)
    if (strcmp(argv[i], "--all") == 0) test_every_float();
  return check_finish("arithmetic");
}
