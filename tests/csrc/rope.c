// rope.c: tests csrc/rope.c against scalar operations, bit for bit, and the factors of xPos against
// MPFR.
#include "check.h"

#include <mpfr.h>

#include "phasor.h"

enum { MARGIN = 4, BITS = 200 };

// What the kernel that rotates blocks is given.
typedef struct {
  size_t blocks, rows, pairs;
  size_t heads; // of a row
  size_t start; // features before the pairs
  size_t rest;  // features past the pairs
  size_t gap;   // elements from the end of a block to the next
  size_t offset;
  int half; // else interleaved
  int in_place;
} rotation;

#define KERNELS "../tests/csrc/rope_real.h"
#include "each_real.h"

static void test_rates(size_t pairs) {
  SCOPED double *rates = guarded_f64(pairs + MARGIN);
  SCOPED double *wanted = guarded_f64(pairs + MARGIN);
  mpfr_t rate;
  mpfr_init2(rate, BITS);
  for (size_t i = 0; i < pairs; i++) { // ln(1.4d/(2i + 0.4d)), d = 2·pairs
    mpfr_set_ui(rate, 7 * pairs, MPFR_RNDN);
    mpfr_div_ui(rate, rate, 5 * i + 2 * pairs, MPFR_RNDN);
    mpfr_log(rate, rate, MPFR_RNDN);
    wanted[i] = mpfr_get_d(rate, MPFR_RNDN);
  }
  mpfr_clear(rate);
  phasor_xpos_rates(rates, pairs);
  char what[50];
  snprintf(what, sizeof what, "phasor_xpos_rates, %zu pairs", pairs);
  check_all_f64(what, rates, wanted, pairs + MARGIN);
}

// e^x, as a sine of 1 and a cosine of −1 are multiplied by it.
static void test_scale(double x) {
  const double one = 1;
  double wide[2] = {1, -1};
  float narrow[2] = {1, -1};
  mpfr_t exact;
  mpfr_init2(exact, BITS);
  mpfr_set_d(exact, x, MPFR_RNDN);
  mpfr_exp(exact, exact, MPFR_RNDN);
  const double wanted = mpfr_get_d(exact, MPFR_RNDN);
  mpfr_clear(exact);
  phasor_rope_rows_f64(wide, wide, 0, 1, 1, &x, &one, 1, 1);
  char what[80];
  snprintf(what, sizeof what, "phasor_rope_rows_f64, e^%.17g", x);
  check_near(what, 0, wide[0], wanted, wanted * (3 + fabs(x)) * 0x1p-53);
  check_same_f64(what, 1, wide[1], -wide[0]);
  if (fabs(x) > 87) return;
  phasor_rope_rows_f32(narrow, narrow, 0, 1, 1, &x, &one, 1, 1);
  check_same_f32("phasor_rope_rows_f32", 0, narrow[0], (float)wide[0]);
  check_same_f32("phasor_rope_rows_f32", 1, narrow[1], -(float)wide[0]);
}

// Factors of queries. A factor's error is that of its logarithm, the rounding of its argument, and two roundings more.
static void test_query_factors(int rule, double length, double offset, double beta) {
  enum { ROWS = 60 };
  double factors[ROWS + MARGIN];
  double inverse[ROWS + MARGIN];
  double positions[ROWS + MARGIN];
  for (size_t r = 0; r < ROWS + MARGIN; r++) {
    const double near = floor(length) * (double)random_below(4) - offset;
    positions[r] = r % 3 == 0   ? near - 1 + (double)random_below(3)
                   : r % 3 == 1 ? floor(random_between(-1, 40) * length)
                                : random_between(-0x1p53, 0x1p53);
    factors[r] = inverse[r] = positions[r];
  }
  phasor_query_factors(factors, ROWS, rule, length, offset, beta, 0);
  phasor_query_factors(inverse, ROWS, rule, length, offset, beta, 1);
  mpfr_t exact;
  mpfr_t log_length;
  mpfr_inits2(BITS, exact, log_length, (mpfr_ptr)0);
  mpfr_set_d(log_length, length, MPFR_RNDN);
  mpfr_log(log_length, log_length, MPFR_RNDN);
  char what[120];
  snprintf(what, sizeof what, "phasor_query_factors, rule %d, length %g, offset %g, beta %g", rule,
           length, offset, beta);
  for (size_t r = 0; r < ROWS; r++) {
    double ratio = (positions[r] + offset) / length;
    if (rule == PHASOR_LLAMA4) ratio = floor(ratio) + 1;
    mpfr_set_d(exact, ratio > 1 ? ratio : 1, MPFR_RNDN);
    mpfr_log(exact, exact, MPFR_RNDN);
    if (rule == PHASOR_LOGN)
      mpfr_div(exact, exact, log_length, MPFR_RNDN);
    else
      mpfr_mul_d(exact, exact, beta, MPFR_RNDN);
    const double past = mpfr_get_d(exact, MPFR_RNDN);
    check_near(what, r, factors[r], 1 + past, past * 0x1p-50 + (1 + past) * 0x1p-52);
    check_same_f64(what, r, inverse[r], 1 / factors[r]);
  }
  for (size_t r = ROWS; r < ROWS + MARGIN; r++) check_same_f64(what, r, factors[r], positions[r]);
  mpfr_clears(exact, log_length, (mpfr_ptr)0);
}

int main(int argc, char **argv) {
  check_start(argc, argv);
  test_all_f32();
  test_all_f64();
  for (size_t pairs = 1; pairs <= 65; pairs++) test_rates(pairs);
  test_rates(32768);
  const double exponents[] = {0, -0., 1, -1, 0x1p-1074, 0.34657, 0.34658, 87, -87, 708, -708};
  for (size_t i = 0; i < sizeof exponents / sizeof *exponents; i++) test_scale(exponents[i]);
  for (int i = 0; i < 500; i++)
    for (int rule = PHASOR_LLAMA4; rule <= PHASOR_LOGN; rule++) {
      test_query_factors(rule, floor(random_log(2, 1e5)), (double)random_below(2), 0.1);
      test_query_factors(rule, random_log(1.001, 0x1p53), random_between(-100, 100),
                         random_log(1e-3, 1e6));
    }
  test_query_factors(PHASOR_LLAMA4, 1, 0, 0);
  for (int i = 0; i < 20000; i++) test_scale(random_between(-2, 2));
  for (int i = 0; i < 5000; i++) test_scale(random_between(-708, 708));
  return check_finish("rope");
}
