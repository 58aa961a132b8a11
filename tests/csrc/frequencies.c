// frequencies.c: tests csrc/fixed.h and the series of csrc/frequencies.c against MPFR and GMP.
#include "exact.h"
#include "fixed.h"
#include "phasor.h"

enum { FRACTION = 160, BITS = 400 };

static mpz_t left, right, exact, got_integer;
static mpfr_t logarithm, ratio, current, inverse, scaled;

// ---- fixed.h ----

static void set_fixed(mpz_t to, fixed a) {
  mpz_import(to, FIXED_LIMBS, -1, sizeof a.limb[0], 0, 0, a.limb);
}

static fixed get_fixed(mpz_t from) {
  fixed result = {{0}};
  mpz_export(result.limb, 0, -1, sizeof result.limb[0], 0, 0, from);
  return result;
}

// A number below 2^integer_bits, with any number of leading and trailing zeros.
static fixed random_fixed(uint32_t integer_bits) {
  mpz_set_ui(left, 0);
  for (int limb = 0; limb < 3; limb++) {
    mpz_mul_2exp(left, left, 64);
    mpz_add_ui(left, left, random_bits());
  }
  if (random_below(8) == 0) mpz_sub_ui(left, left, 1);
  const uint64_t total = FRACTION + integer_bits;
  mpz_fdiv_r_2exp(left, left, random_below(4) ? total : random_below(total + 1));
  if (random_below(4) == 0) {
    const uint64_t zeros = random_below(FRACTION);
    mpz_fdiv_q_2exp(left, left, zeros);
    mpz_mul_2exp(left, left, zeros);
  }
  return get_fixed(left);
}

// exact − got, in units of 2^-160.
static double units_off(const fixed *got) {
  set_fixed(got_integer, *got);
  mpz_sub(got_integer, exact, got_integer);
  return mpz_get_d(got_integer);
}

// exact := the integer nearest to x·2^160.
static void set_exact(mpfr_t x) {
  mpfr_mul_2ui(scaled, x, FRACTION, MPFR_RNDN);
  mpfr_get_z(exact, scaled, MPFR_RNDN);
}

static void test_constants(void) {
  fixed got;
  mpfr_set_ui(current, 1, MPFR_RNDN);
  set_exact(current);
  check_near("fixed_one", 0, units_off(&fixed_one), 0, 0);
  mpfr_ui_div(current, 1, two_pi, MPFR_RNDN);
  set_exact(current);
  check_near("fixed_one_over_two_pi", 0, units_off(&fixed_one_over_two_pi), 0, 0);
  set_exact(two_pi);
  check_near("fixed_two_pi", 0, units_off(&fixed_two_pi), 0, 0);
  mpfr_log(current, two_pi, MPFR_RNDN);
  set_exact(current);
  check_near("fixed_log_two_pi", 0, units_off(&fixed_log_two_pi), 0, 0);
  mpfr_const_log2(current, MPFR_RNDN);
  set_exact(current);
  fixed_log(&got, 2);
  check_near("ln 2", 0, units_off(&got), 0, 0);
}

static void test_arithmetic(void) {
  fixed got;
  for (size_t i = 0; i < 60000; i++) {
    const uint32_t widest = i % 2 ? 16 : 31; // products must stay below 2^32
    const fixed a = random_fixed((uint32_t)random_below(widest + 1));
    fixed b = random_fixed((uint32_t)random_below(widest + 1));
    if (random_below(16) == 0) b = random_below(2) ? a : fixed_one;
    set_fixed(left, a);
    set_fixed(right, b);
    mpz_add(exact, left, right);
    fixed_add(&got, &a, &b);
    check_near("fixed_add, units", i, units_off(&got), 0, 0);
    mpz_sub(exact, left, right);
    const int less = mpz_sgn(exact) < 0;
    mpz_fdiv_r_2exp(exact, exact, 32 * FIXED_LIMBS);
    fixed_subtract(&got, &a, &b);
    check_near("fixed_subtract, units", i, units_off(&got), 0, 0);
    if (!check(fixed_less(&a, &b) == less)) check_fail("fixed_less [%zu] is not %d", i, less);
    if (!check(fixed_less(&a, &a) == 0)) check_fail("fixed_less [%zu] of itself", i);
    if (mpz_sgn(right)) {
      mpz_mul_2exp(exact, left, FRACTION);
      mpz_fdiv_q(exact, exact, right);
      if (mpz_sizeinbase(exact, 2) > 32 * FIXED_LIMBS) {
        mpz_set_ui(exact, 0);
        mpz_setbit(exact, 32 * FIXED_LIMBS);
        mpz_sub_ui(exact, exact, 1);
      }
      fixed_divide(&got, &a, &b);
      check_near("fixed_divide, units", i, units_off(&got), 0, 0);
    }

    if (widest > 16) continue;
    mpz_mul(exact, left, right);
    mpz_fdiv_q_2exp(exact, exact, FRACTION);
    fixed_mul(&got, &a, &b);
    check_near("fixed_mul, units", i, units_off(&got), 0.5, 0.5); // 0 or 1 below
    const uint32_t factor = (uint32_t)(random_bits() >> (48 + random_below(16)));
    const uint32_t divisor = (uint32_t)(random_bits() >> (32 + random_below(32))) | 1;
    mpz_mul_ui(exact, left, factor);
    mpz_fdiv_q_ui(exact, exact, divisor);
    fixed_scale(&got, &a, factor, divisor);
    check_near("fixed_scale, units", i, units_off(&got), 0, 0);
  }
}

static void set_fraction(mpfr_t to, mpz_t from) {
  mpfr_set_z(to, from, MPFR_RNDN);
  mpfr_div_2ui(to, to, FRACTION, MPFR_RNDN);
}

static void test_rounding(void) {
  fixed got;
  for (size_t i = 0; i < 30000; i++) {
    fixed a = random_fixed(16);
    if (random_below(4) == 0) { // a tie, or a unit beside one
      set_fixed(left, a);
      const size_t size = mpz_sizeinbase(left, 2);
      if (size > 60) {
        mpz_fdiv_q_2exp(left, left, size - 53);
        mpz_mul_2exp(left, left, size - 53);
        mpz_setbit(left, size - 54);
        if (random_below(3) == 0)
          mpz_add_ui(left, left, 1);
        else if (random_below(2) == 0)
          mpz_sub_ui(left, left, 1);
        a = get_fixed(left);
      }
    }
    set_fixed(exact, a);
    set_fraction(current, exact);
    const double hi = fixed_to_double(&a);
    check_same_f64("fixed_to_double", i, hi, mpfr_get_d(current, MPFR_RNDN));
    mpfr_sub_d(current, current, hi, MPFR_RNDN);
    const double wanted = mpfr_get_d(current, MPFR_RNDN);
    check_same_f64("fixed_remainder", i, fixed_remainder(&a, hi), wanted == 0 ? 0 : wanted);

    const double x = i == 0 ? 0 : random_log(0x1p-200, 0x1p32);
    mpfr_set_d(scaled, x, MPFR_RNDN);
    mpfr_mul_2ui(scaled, scaled, FRACTION, MPFR_RNDN);
    mpfr_get_z(exact, scaled, MPFR_RNDZ);
    fixed_from_double(&got, x);
    check_near("fixed_from_double, units", i, units_off(&got), 0, 0);
  }
}

static void test_functions(void) {
  fixed got;
  double worst_log = 0;
  double worst_exp = 0;
  const double hard[] = {1, nextafter(1, 2), nextafter(2, 1), 3, 1e18};
  enum { HARD = sizeof hard / sizeof *hard };
  for (size_t i = 0; i < 2000; i++) {
    const double x = i < HARD ? hard[i] : random_log(1, i % 2 ? 1e18 : 2);
    mpfr_set_d(current, x, MPFR_RNDN);
    mpfr_log(current, current, MPFR_RNDN);
    set_exact(current);
    fixed_log(&got, x);
    const double log_error = fabs(units_off(&got));
    if (!check(log_error < 256)) check_fail("fixed_log(%.17g): off by %g units", x, log_error);
    worst_log = fmax(worst_log, log_error);

    fixed a = random_fixed((uint32_t)random_below(32));
    fixed_add(&a, &a, &fixed_one);
    // The least, a unit above it, and the largest integer.
    if (i < 4) a = i == 0 ? fixed_one : (fixed){{i == 1, 0, 0, 0, 0, i < 3 ? 1U : ~0U}};
    set_fixed(exact, a);
    set_fraction(current, exact);
    mpfr_log(current, current, MPFR_RNDN);
    set_exact(current);
    fixed_log_of(&got, &a);
    const double log_of_error = fabs(units_off(&got));
    if (!check(log_of_error < 256)) check_fail("fixed_log_of: off by %g units", log_of_error);
    worst_log = fmax(worst_log, log_of_error);

    const fixed power = random_fixed((uint32_t)random_below(7));
    set_fixed(exact, power);
    set_fraction(current, exact);
    mpfr_neg(current, current, MPFR_RNDN);
    mpfr_exp(current, current, MPFR_RNDN);
    set_exact(current);
    fixed_exp_negative(&got, &power);
    const double exp_error = fabs(units_off(&got));
    if (!check(exp_error < 64)) check_fail("fixed_exp_negative: off by %g units", exp_error);
    worst_exp = fmax(worst_exp, exp_error);
  }
  printf("frequencies: worst logarithm %g units of 2^-160, worst exponential %g\n", worst_log,
         worst_exp);
}

// ---- the series ----

typedef struct {
  double base;
  uint32_t numerator, denominator;
  size_t pairs;
} series;

static double worst_turns;

// |got − truth| ≤ 0.5 ulp + hair
static void compare(const char *what, series s, size_t i, double got, mpfr_t truth, double hair) {
  mpfr_d_sub(scaled, got, truth, MPFR_RNDN);
  const double wanted = mpfr_get_d(truth, MPFR_RNDN);
  const double excess = fabs(mpfr_get_d(scaled, MPFR_RNDN)) - ulp_f64(wanted) / 2;
  if (!check(excess <= hair))
    check_fail("%s, base %.17g to %u/%u, pair %zu: got %.17g, wanted %.17g, excess %g ulp", what,
               s.base, s.numerator, s.denominator, i, got, wanted, excess / ulp_f64(wanted));
}

// |increments_i − truth| in units of 2^-128.
static double turns_off(const uint64_t *increments, size_t i, mpfr_t frequency) {
  mpfr_div(inverse, frequency, two_pi, MPFR_RNDN);
  return units_off_turns(increments + 2 * i, 0, inverse, scaled);
}

static void test_series(series s) {
  SCOPED double *frequencies = guarded_f64(s.pairs);
  SCOPED double *wavelengths = guarded_f64(s.pairs);
  const size_t length = PHASOR_INCREMENTS_LENGTH(s.pairs);
  SCOPED uint64_t *increments = (uint64_t *)guarded(length * sizeof(uint64_t));
  phasor_frequencies(frequencies, s.pairs, s.base, s.numerator, s.denominator);
  phasor_wavelengths(wavelengths, s.pairs, s.base, s.numerator, s.denominator);
  phasor_increments(increments, s.pairs, s.base, s.numerator, s.denominator);

  exact_power(ratio, s.base, s.numerator, s.denominator);
  mpfr_set_ui(current, 1, MPFR_RNDN);
  for (size_t i = 0; i < s.pairs; i++) {
    // 2^-138 absolute: the series carries 160 bits and loses at most log2(64·32768) of them.
    compare("phasor_frequencies", s, i, frequencies[i], current, 0x1p-138);
    // The reciprocal's Newton step leaves 2^-52 ulp; the series counts as above, per turn.
    mpfr_div(inverse, two_pi, current, MPFR_RNDN);
    const double size = mpfr_get_d(inverse, MPFR_RNDN);
    compare("phasor_wavelengths", s, i, wavelengths[i], inverse,
            ulp_f64(size) * 0x1p-50 + 0x1p-138 * size * size);
    // Turns are cut at 2^-128, and the series is a hair off before.
    const double units = turns_off(increments, i, current);
    if (!check(units < 1 + 0x1p-10))
      check_fail("phasor_increments, base %.17g to %u/%u, pair %zu: off by %.9g·2^-128", s.base,
                 s.numerator, s.denominator, i, units);
    worst_turns = fmax(worst_turns, units);
    mpfr_mul(current, current, ratio, MPFR_RNDN);
  }
  check_padding("phasor_increments", increments, 2 * s.pairs, length);
}

static double random_base(void) {
  const double hard[] = {nextafter(1, 2), 1 + 0x1p-30, nextafter(2, 1), 2, 1024, 10000, 1e12, 1e18};
  const uint64_t choice = random_below(32);
  if (choice < sizeof hard / sizeof *hard) return hard[choice];
  return choice < 24 ? random_log(1.0001, 1e12) : random_log(1 + 1e-9, 1e18);
}

static void test_all_series(void) {
  for (int i = 0; i < 300; i++) {
    // The exponents of transformers: 2i/d, 2i/(d − 2), and any that end at 2 or less.
    const uint32_t half = (uint32_t)random_log(1, i % 50 ? 1025 : 32769);
    const double base = random_base();
    test_series((series){base, 2, 2 * half, half});
    if (half > 1) test_series((series){base, 1, half - 1, half});
    const uint32_t denominator = 1 + (uint32_t)(random_bits() >> (32 + random_below(32)) >> 1);
    const uint32_t numerator = 1 + (uint32_t)random_below(2 * (uint64_t)denominator);
    const uint64_t longest = 1 + denominator / numerator;
    test_series((series){base, numerator, denominator, longest < half ? longest : half});
  }
  test_series((series){10000, 2, 65536, 32768});
  test_series((series){1.0001, 2, 65536, 32768});
  printf("frequencies: worst turns %.9g·2^-128\n", worst_turns);
}

// base^(-i/(span − shift)), the difference taken without error.
static void test_shifted(double base, size_t pairs, double span, double shift) {
  const size_t length = PHASOR_INCREMENTS_LENGTH(pairs);
  SCOPED uint64_t *increments = (uint64_t *)guarded(length * sizeof(uint64_t));
  phasor_increments_shifted(increments, pairs, base, span, shift);
  mpfr_set_d(logarithm, base, MPFR_RNDN);
  mpfr_log(logarithm, logarithm, MPFR_RNDN);
  mpfr_set_d(scaled, span, MPFR_RNDN);
  mpfr_sub_d(scaled, scaled, shift, MPFR_RNDN); // 400 bits hold all of it that counts
  const double difference = mpfr_get_d(scaled, MPFR_RNDN);
  mpfr_div(logarithm, logarithm, scaled, MPFR_RNDN);
  mpfr_neg(logarithm, logarithm, MPFR_RNDN);
  mpfr_exp(ratio, logarithm, MPFR_RNDN);
  mpfr_set_ui(current, 1, MPFR_RNDN);
  for (size_t i = 0; i < pairs; i++) {
    const double units = turns_off(increments, i, current);
    if (!check(units < 1 + 0x1p-10 / fmin(difference, 1)))
      check_fail(
          "phasor_increments_shifted, base %.17g, %.17g − %.17g, pair %zu: off by %.9g·2^-128",
          base, span, shift, i, units);
    mpfr_mul(current, current, ratio, MPFR_RNDN);
  }
  check_padding("phasor_increments_shifted", increments, 2 * pairs, length);
}

static void test_all_shifts(void) {
  const double hard[] = {0,    0.5,     0.1,         1.0 / 3, -1,        -0.7,        1e-300,
                         -0.0, -0x1p29, -0x1p29 - 1, -1e10,   -0x1p1000, -0x1.fp1023, -0x1p-160};
  for (size_t k = 0; k < sizeof hard / sizeof *hard; k++)
    for (size_t pairs = 1; pairs <= 64; pairs = 2 * pairs + 1)
      test_shifted(10000, pairs, (double)pairs, hard[k]);
  for (int i = 0; i < 300; i++) {
    const size_t pairs = (size_t)random_log(1, i % 50 ? 1025 : 32769);
    const double span = (double)pairs;
    double shift = random_between(0, 1);
    if (i % 4 == 1) shift = span - random_log(0x1p-30, span);
    if (i % 4 == 2) shift = -random_log(0x1p-60, 0x1p60);
    if (i % 4 == 3) shift = random_log(0x1p-100, 1);
    if (!(shift < span)) shift = nextafter(span, 0);
    test_shifted(random_base(), pairs, span, shift);
  }
  // What is far below the fraction bits is nothing, and takes no time.
  test_shifted(1e18, 3, 3, nextafter(3, 0));
  test_shifted(2, 2, 2, 2 - 0x1p-7);
}

int main(int argc, char **argv) {
  check_start(argc, argv);
  mpz_inits(left, right, exact, got_integer, (mpz_ptr)0);
  exact_start(BITS);
  mpfr_inits2(BITS, logarithm, ratio, current, inverse, scaled, (mpfr_ptr)0);
  test_constants();
  test_arithmetic();
  test_rounding();
  test_functions();
  test_all_series();
  test_all_shifts();
  return check_finish("frequencies");
}
