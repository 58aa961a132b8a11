// bias.c: csrc/bias.c against the definitions of phasor.h, entry by entry; the logarithms against
// MPFR.
#include "check.h"

#include <mpfr.h>

#include "phasor.h"

enum { BITS = 300, MARGIN = 4 };

#define KERNELS "../tests/csrc/bias_real.h"
#include "each_real.h"

static void test_log_coordinates(size_t count, uint32_t span) {
  mpfr_t ratio;
  mpfr_init2(ratio, BITS);
  double *out = guarded_f64(count + MARGIN);
  double *wanted = guarded_f64(count + MARGIN);
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
  free(out);
  free(wanted);
  mpfr_clear(ratio);
}

int main(int argc, char **argv) {
  check_start(argc, argv);
  test_all_f32();
  test_all_f64();
  test_log_coordinates(1, 0);
  for (uint32_t span = 1; span <= 70; span++) test_log_coordinates(span + 5, span);
  for (int i = 0; i < 20; i++) test_log_coordinates(9, 1 + (uint32_t)random_below(0x7fffffff));
  mpfr_free_cache();
  return check_finish("bias");
}
