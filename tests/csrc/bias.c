// bias.c: tests csrc/bias.c against the definitions of phasor.h, entry by entry, and the logarithms
// against MPFR.
#include "check.h"

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

int main(int argc, char **argv) {
  check_start(argc, argv);
  test_all_f32();
  test_all_f64();
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
