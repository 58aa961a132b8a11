// radians.c: tests any frequencies as increments, and their sines and cosines, against MPFR.
#include "exact.h"
#include "phasor.h"

enum { BITS = 500 };

static mpfr_t truth, a, b;

// Any frequencies in radians, and their sines and cosines at fractional positions.
static void test_radians(void) {
  enum { PAIRS = 33 };
  const double special[] = {0,
                            -0.,
                            1,
                            -1,
                            0x1p64,
                            -0x1p64,
                            0x1p-1074,
                            0x1p-70,
                            -0x1p-74,
                            0x1p-75,
                            6.28125,
                            -6.28125,
                            0x1.921fb54442d18p+2};
  const size_t count = 1 + random_below(PAIRS);
  double radians[PAIRS];
  for (size_t i = 0; i < count; i++) {
    const double size = random_below(2) ? random_log(1e-20, 0x1p64) : random_log(0.01, 100);
    radians[i] = random_below(3) ? size : -size;
    const uint64_t choice = random_below(60);
    if (choice < sizeof special / sizeof *special) radians[i] = special[choice];
  }
  uint64_t increments[PHASOR_INCREMENTS_LENGTH(PAIRS)];
  int64_t cycles[PAIRS];
  memset(increments, 0xa5, sizeof increments);
  phasor_rope_radians(increments, cycles, radians, count);
  check_padding("radians", increments, 2 * count, PHASOR_INCREMENTS_LENGTH(count));
  for (size_t i = 0; i < count; i++) {
    mpfr_d_div(truth, radians[i], two_pi, MPFR_RNDN);
    const double units = units_off_turns(increments + 2 * i, cycles[i], truth, a);
    if (!check(units <= 1.001)) check_fail("radians %a: off by %g·2^-128 turns", radians[i], units);
  }
  double position = random_below(2) ? random_between(-10, 10) : ldexp(random_between(-1, 1), 40);
  if (random_below(4) == 0) position = ldexp(floor(random_between(-9e15, 9e15)), -1);
  if (random_below(4) == 0) position = floor(position);
  double wide[2 * PAIRS];
  float narrow[2 * PAIRS];
  phasor_at_f64(wide, 2 * count, increments, cycles, &position, 1, count);
  phasor_at_f32(narrow, 2 * count, increments, cycles, &position, 1, count);
  for (size_t i = 0; i < 2 * count; i++) {
    mpfr_set_d(a, position, MPFR_RNDN);
    mpfr_mul_d(a, a, radians[i / 2], MPFR_RNDN);
    (i % 2 ? mpfr_cos : mpfr_sin)(a, a, MPFR_RNDN);
    mpfr_d_sub(b, wide[i], a, MPFR_RNDN);
    const double error = fabs(mpfr_get_d(b, MPFR_RNDN));
    if (!check(error <= 0x1p-51 && narrow[i] == (float)wide[i]))
      check_fail("%s of %a·%a: %.17g and %.9g, off by %g", i % 2 ? "cosine" : "sine", position,
                 radians[i / 2], wide[i], (double)narrow[i], error);
  }
}

int main(int argc, char **argv) {
  check_start(argc, argv);
  exact_start(BITS);
  mpfr_inits2(BITS, truth, a, b, (mpfr_ptr)0);
  for (int i = 0; i < 5000; i++) test_radians();
  return check_finish("radians");
}
