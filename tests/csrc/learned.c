// learned.c: tests csrc/learned.c. Normal numbers against MPFR, among them those with the smallest
// and the largest radius of many; sums against scalar additions, bit for bit.
#include "check.h"

#include <mpfr.h>

#include "phasor.h"

enum { BITS = 200, MARGIN = 4 };

static mpfr_t exact_radius, exact_angle, exact_sine, exact_cosine;
static double worst; // of a double, in units of 2^-53 of its radius

// Draw n of splitmix64: its state advances by the golden ratio, and is mixed.
static uint64_t draw(uint64_t seed, uint64_t n) {
  uint64_t z = seed;
  for (uint64_t product = 0x9e3779b97f4a7c15, i = n + 1; i; i >>= 1, product += product)
    if (i & 1) z += product;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

// √(−2 ln u) and the angle of the pair in exact_radius, exact_cosine, exact_sine.
static void exact_pair(uint64_t seed, uint64_t pair) {
  const double u = (double)((draw(seed, 2 * pair) >> 11) + 1);
  mpfr_set_d(exact_radius, ldexp(u, -53), MPFR_RNDN);
  mpfr_log(exact_radius, exact_radius, MPFR_RNDN);
  mpfr_mul_si(exact_radius, exact_radius, -2, MPFR_RNDN);
  mpfr_sqrt(exact_radius, exact_radius, MPFR_RNDN);
  mpfr_const_pi(exact_angle, MPFR_RNDN);
  mpfr_mul_2ui(exact_angle, exact_angle, 1, MPFR_RNDN);
  mpfr_set_uj(exact_sine, draw(seed, 2 * pair + 1), MPFR_RNDN);
  mpfr_mul(exact_angle, exact_angle, exact_sine, MPFR_RNDN);
  mpfr_div_2ui(exact_angle, exact_angle, 64, MPFR_RNDN);
  mpfr_sin_cos(exact_sine, exact_cosine, exact_angle, MPFR_RNDN);
}

static void test_pair(uint64_t seed, uint64_t pair, double std) {
  double doubles[2];
  float floats[2];
  phasor_normal_f64(doubles, 2 * (double)pair, 2, (double)seed, std);
  phasor_normal_f32(floats, 2 * (double)pair, 2, (double)seed, std);
  exact_pair(seed, pair);
  const double radius = mpfr_get_d(exact_radius, MPFR_RNDN) * std;
  for (int odd = 0; odd < 2; odd++) {
    mpfr_mul(exact_angle, exact_radius, odd ? exact_sine : exact_cosine, MPFR_RNDN);
    mpfr_mul_d(exact_angle, exact_angle, std, MPFR_RNDN);
    mpfr_sub_d(exact_angle, exact_angle, doubles[odd], MPFR_RNDN);
    const double error = fabs(mpfr_get_d(exact_angle, MPFR_RNDN));
    if (!check(error <= 0x1p-51 * radius))
      check_fail("phasor_normal_f64, seed %llu, pair %llu: got %.17g, off by %g of its radius",
                 (unsigned long long)seed, (unsigned long long)pair, doubles[odd], error / radius);
    check_same_f32("phasor_normal_f32", (size_t)odd, floats[odd], (float)doubles[odd]);
    if (radius > 0) worst = fmax(worst, error / radius * 0x1p53);
  }
}

static void test_normal(void) {
  for (int i = 0; i < 20000; i++) {
    const uint64_t seed = i % 4 ? random_bits() >> (11 + random_below(53)) : random_below(3);
    const uint64_t pair = random_bits() >> (12 + random_below(52));
    test_pair(seed, pair, i % 2 ? 1 : random_log(1e-20, 1e20));
  }
  test_pair(0, 0, 0);
  // The places of the least and the greatest u among 2^24 are the hardest for the logarithm.
  uint64_t least = 0;
  uint64_t most = 0;
  for (uint64_t pair = 0; pair < (uint64_t)1 << 24; pair++) {
    if (draw(1, 2 * pair) < draw(1, 2 * least)) least = pair;
    if (draw(1, 2 * pair) > draw(1, 2 * most)) most = pair;
  }
  test_pair(1, least, 1);
  test_pair(1, most, 1);
}

// The bytes of normal numbers and of their softmax, as tests/phasor/learned.test.js finds them too:
// another machine, another compiler, the same bits.
static void test_bits(void) {
  enum { ROWS = 64, COLUMNS = 65, COUNT = ROWS * COLUMNS };
  static double doubles[COUNT];
  static float floats[COUNT];
  phasor_normal_f64(doubles, 0, COUNT, 42, 3);
  phasor_normal_f32(floats, 0, COUNT, 42, 3);
  const uint64_t before[] = {hash_bytes(doubles, sizeof doubles),
                             hash_bytes(floats, sizeof floats)};
  phasor_softmax_f64(doubles, doubles, ROWS, COLUMNS);
  phasor_softmax_f32(floats, floats, ROWS, COLUMNS);
  const uint64_t after[] = {hash_bytes(doubles, sizeof doubles), hash_bytes(floats, sizeof floats)};
  const uint64_t wanted[] = {0x12a8a9e28c4dc3d8, 0xe1d4e30026fd0d78, 0x31feca19a387f65e,
                             0x9230830cb4e51599};
  const uint64_t got[] = {before[0], before[1], after[0], after[1]};
  for (size_t i = 0; i < 4; i++)
    if (!check(got[i] == wanted[i]))
      check_fail("hash %zu is %016llx", i, (unsigned long long)got[i]);
}

#define KERNELS "../tests/csrc/learned_real.h"
#include "each_real.h"

int main(int argc, char **argv) {
  check_start(argc, argv);
  mpfr_inits2(BITS, exact_radius, exact_angle, exact_sine, exact_cosine, (mpfr_ptr)0);
  test_normal();
  test_bits();
  test_all_f32();
  test_all_f64();
  printf("phasor_normal_f64: off by at most %.3f·2^-53 of the radius\n", worst);
  mpfr_clears(exact_radius, exact_angle, exact_sine, exact_cosine, (mpfr_ptr)0);
  mpfr_free_cache();
  return check_finish("learned");
}
