// bias.c: tests csrc/bias.c against the definitions of phasor.h, entry by entry, and the logarithms
// against MPFR.
#include "check.h"

#include <gmp.h>
#include <mpfr.h>

#include "phasor.h"

enum { BITS = 300, MARGIN = 4 };

#define KERNELS "../tests/csrc/bias_real.h"
#include "each_real.h"

static void test_log_coordinates(size_t count, uint32_t span) {
  mpfr_t ratio;
  mpfr_init2(ratio, BITS);
  SCOPED double *out = guarded_f64(count + MARGIN);
  SCOPED double *wanted = guarded_f64(count + MARGIN);
  for (size_t i = 0; i < count; i++) {
    wanted[i] = 0;
    if (i == 0) continue;
    mpfr_set_ui(ratio, 8 * i, MPFR_RNDN);
    mpfr_div_ui(ratio, ratio, span, MPFR_RNDN);
    mpfr_add_ui(ratio, ratio, 1, MPFR_RNDN);
    mpfr_log2(ratio, ratio, MPFR_RNDN);
    mpfr_div_ui(ratio, ratio, 3, MPFR_RNDN);
    wanted[i] = mpfr_get_d(ratio, MPFR_RNDN);
  }
  phasor_log_coordinates(out, count, span);
  check_all_f64("phasor_log_coordinates", out, wanted, count + MARGIN);
  mpfr_clear(ratio);
}

// 2^(−most·numerator/denominator) in many bits, to the nearest double.
static double slope_exactly(double most, uint32_t numerator, uint32_t denominator) {
  mpfr_t exponent;
  mpfr_init2(exponent, BITS);
  mpfr_set_d(exponent, -most, MPFR_RNDN);
  mpfr_mul_ui(exponent, exponent, numerator, MPFR_RNDN);
  mpfr_div_ui(exponent, exponent, denominator, MPFR_RNDN);
  mpfr_exp2(exponent, exponent, MPFR_RNDN);
  const double nearest = mpfr_get_d(exponent, MPFR_RNDN);
  mpfr_clear(exponent);
  return nearest;
}

static void test_slopes(uint32_t heads, double most) {
  SCOPED double *out = guarded_f64(heads + MARGIN);
  SCOPED double *wanted = guarded_f64(heads + MARGIN);
  uint32_t power = heads;
  while (power & (power - 1)) power &= power - 1;
  for (uint32_t j = 0; j < heads; j++)
    wanted[j] = j < power ? slope_exactly(most, j + 1, power)
                          : slope_exactly(most, 2 * (j - power) + 1, 2 * power);
  phasor_alibi_slopes(out, heads, most);
  check_all_f64("phasor_alibi_slopes", out, wanted, heads + MARGIN);
}

// The largest m < shared for which n^shared ≥ far^m·exact^(shared − m), in whole numbers.
static uint32_t shared_bucket(uint32_t n, uint32_t shared, uint32_t far, uint32_t exact) {
  mpz_t power, least;
  mpz_inits(power, least, NULL);
  mpz_ui_pow_ui(power, n, shared);
  mpz_ui_pow_ui(least, exact, shared);
  uint32_t m = 0;
  while (m + 1 < shared) {
    mpz_mul_ui(least, least, far);
    mpz_divexact_ui(least, least, exact);
    if (mpz_cmp(power, least) < 0) break;
    m++;
  }
  mpz_clears(power, least, NULL);
  return m;
}

static int32_t t5_bucket(double relative, uint32_t buckets, int bidirectional, uint32_t far) {
  const uint32_t side = bidirectional ? buckets / 2 : buckets;
  const uint32_t exact = side / 2;
  const double n = bidirectional ? fabs(relative) : relative < 0 ? -relative : 0;
  uint32_t bucket = bidirectional && relative > 0 ? side : 0;
  if (n < exact) return (int32_t)(bucket + (uint32_t)n);
  bucket +=
      exact + (n < far ? shared_bucket((uint32_t)n, side - exact, far, exact) : side - exact - 1);
  return (int32_t)bucket;
}

static void test_t5(double first, size_t count, uint32_t buckets, int bidirectional, uint32_t far) {
  SCOPED int32_t *out = (int32_t *)guarded((count + MARGIN) * sizeof *out);
  SCOPED int32_t *wanted = (int32_t *)guarded((count + MARGIN) * sizeof *wanted);
  for (size_t i = 0; i < count; i++)
    wanted[i] = t5_bucket(first + (double)i, buckets, bidirectional, far);
  phasor_t5_buckets(out, first, count, buckets, bidirectional, far);
  for (size_t i = 0; i < count + MARGIN; i++)
    if (!check(out[i] == wanted[i]))
      check_fail("phasor_t5_buckets, %u buckets, %s, %u: %g is in %d, should be in %d", buckets,
                 bidirectional ? "both" : "one", far, first + (double)i, out[i], wanted[i]);
}

// Boundaries at whole numbers, exact·t^m of exact·t^shared, and numbers next to them.
static void test_t5_ties(uint32_t exact, uint32_t shared, uint32_t t) {
  double far = exact;
  for (uint32_t m = 0; m < shared; m++) far *= t;
  if (far >= 0x1p31) return;
  double n = exact;
  for (uint32_t m = 0; m < shared; m++, n *= t)
    test_t5(-n - 1, 3, exact + shared, 0, (uint32_t)far);
}

static void test_all_t5(void) {
  for (uint32_t buckets = 2; buckets <= 70; buckets++)
    for (int bidirectional = 0; bidirectional <= (buckets > 3 && buckets % 2 == 0);
         bidirectional++) {
      const uint32_t exact = buckets / (bidirectional ? 4 : 2);
      test_t5(-200, 401, buckets, bidirectional, exact + 1);
      test_t5(-140, 281, buckets, bidirectional, exact < 128 ? 128 : exact + 1);
      test_t5(-(double)random_below(300), 40, buckets, bidirectional,
              exact + 1 + (uint32_t)random_below(1000));
      test_t5(floor(random_between(-1e5, 1e5)), 40, buckets, bidirectional,
              exact + 1 + (uint32_t)random_below(0x7fff0000));
    }
  for (uint32_t t = 2; t <= 40; t++)
    for (uint32_t shared = 2; shared <= 20; shared++) {
      test_t5_ties(shared, shared, t);     // an even number of buckets
      test_t5_ties(shared - 1, shared, t); // an odd number
    }
  test_t5(-5000, 40, 4096, 0, 100000);
  test_t5(-0x1p53, 5, 32, 1, 128);
  test_t5(0x1p53 - 4, 5, 32, 1, 128);
  test_t5(0, 0, 32, 1, 128);
}

static void test_swin_line(uint32_t height, uint32_t width) {
  const size_t count = (2 * height - 1) * width;
  SCOPED int32_t *line = (int32_t *)guarded((count + MARGIN) * sizeof *line);
  SCOPED int32_t *past = (int32_t *)guarded(MARGIN * sizeof *past);
  for (uint32_t x = 0; x < width; x++) {
    phasor_swin_line(line, height, width, x);
    for (uint32_t y = 0; y < height; y++)
      for (uint32_t key = 0; key < height * width; key++) {
        const uint32_t down = y + height - 1 - key / width;
        const uint32_t wanted = down * (2 * width - 1) + x + width - 1 - key % width;
        if (!check(line[(height - 1 - y) * width + key] == (int32_t)wanted))
          check_fail("phasor_swin_line, %u × %u, query (%u, %u), key %u", height, width, y, x, key);
      }
    if (!check(memcmp(line + count, past, MARGIN * sizeof *past) == 0))
      check_fail("phasor_swin_line writes past its end");
  }
}

int main(int argc, char **argv) {
  check_start(argc, argv);
  test_all_f32();
  test_all_f64();
  test_all_t5();
  for (uint32_t size = 1; size <= 9; size++)
    for (uint32_t other = 1; other <= 9; other++) test_swin_line(size, other);
  test_log_coordinates(1, 0);
  for (uint32_t span = 1; span <= 70; span++) test_log_coordinates(span + 5, span);
  for (int i = 0; i < 20; i++) test_log_coordinates(9, 1 + (uint32_t)random_below(0x7fffffff));
  const double most[] = {8, 1, 0.1, 11.5, 1000, 0x1p-1074, 0x1p-60, 999.9999999999999};
  for (size_t i = 0; i < sizeof most / sizeof *most; i++) {
    for (uint32_t heads = 1; heads <= 70; heads++) test_slopes(heads, most[i]);
    for (int j = 0; j < 3; j++) test_slopes(1 + (uint32_t)random_below(3000), most[i]);
  }
  for (int i = 0; i < 30; i++) test_slopes(1 + (uint32_t)random_below(200), random_log(1e-3, 1000));
  test_slopes(65535, 8);
  test_slopes(65536, random_log(1e-3, 1000));
  mpfr_free_cache();
  return check_finish("bias");
}
