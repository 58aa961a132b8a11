// scaling.c: tests the rules of csrc/scaling.c against MPFR, with random parameters.
#include "exact.h"
#include "phasor.h"

enum { BITS = 500, MOST_PAIRS = 300 };

static mpfr_t truth, a, b, c, low, high;

typedef struct {
  size_t pairs;
  double base, factor;
  uint32_t original, length;
  double beta_fast, beta_slow, low_freq_factor, high_freq_factor;
  int truncate;
} parameters;

static uint64_t increments[PHASOR_INCREMENTS_LENGTH(MOST_PAIRS)];
static uint64_t plain[PHASOR_INCREMENTS_LENGTH(MOST_PAIRS)];
static int64_t cycles[MOST_PAIRS];
static double frequencies[MOST_PAIRS];
static double worst_turns, worst_ulp;

static uint32_t random_length(void) {
  const uint32_t usual[] = {1, 2, 6, 7, 2048, 4096, 8192, 32768, 131072, UINT32_MAX};
  const uint64_t choice = random_below(24);
  if (choice < sizeof usual / sizeof *usual) return usual[choice];
  return (uint32_t)random_log(1, choice < 20 ? 1e6 : 4294967295.0);
}

static parameters random_parameters(void) {
  parameters p;
  p.pairs = random_below(2) ? 1 + random_below(MOST_PAIRS) : 2 + 2 * random_below(64);
  const double bases[] = {10000, 500000, 1e6, 2, 150000, 1.5};
  p.base = random_below(3) ? bases[random_below(6)] : random_log(1.01, 1e12);
  const double factors[] = {1, 2, 8, 40, 32, 1.5};
  p.factor = random_below(3) ? factors[random_below(6)] : random_log(1, 1e6);
  p.original = random_length();
  p.length = random_length();
  p.beta_slow = random_below(2) ? 1 : random_log(1e-9, 1e6);
  p.beta_fast = random_below(2) ? 32 : random_below(4) ? random_log(1e-9, 1e9) : p.beta_slow;
  if (p.beta_fast < p.beta_slow) p.beta_fast = p.beta_slow;
  p.truncate = random_below(2) == 0;
  p.low_freq_factor = random_below(2) ? 1 : random_below(8) ? random_log(1e-3, 100) : 0;
  p.high_freq_factor = random_below(2) ? 4 : p.low_freq_factor + random_log(0.1, 100);
  if (p.high_freq_factor < p.low_freq_factor || random_below(16) == 0)
    p.high_freq_factor = p.low_freq_factor;
  return p;
}

// x := base^(-i/pairs)/2π
static void series(mpfr_t x, parameters p, size_t i) {
  exact_power(x, p.base, i, p.pairs);
  mpfr_div(x, x, two_pi, MPFR_RNDN);
}

// The turns of pair i against `truth`, and its frequency.
static void compare(const char *rule, parameters p, size_t i, double bound) {
  const double units = units_off_turns(increments + 2 * i, cycles[i], truth, a);
  mpfr_mul(a, truth, two_pi, MPFR_RNDN);
  const double wanted = mpfr_get_d(a, MPFR_RNDN);
  mpfr_d_sub(a, frequencies[i], a, MPFR_RNDN);
  const double error = fabs(mpfr_get_d(a, MPFR_RNDN));
  const double ulp = ulp_f64(wanted);
  if (!check(units <= bound && error <= ulp / 2 + 0x1p-125 * bound))
    check_fail("%s, pair %zu of %zu, base %.17g, factor %.17g, original %u, length %u, beta %g %g "
               "truncate %d, freq_factor %g %g: got %.17g, wanted %.17g, off by %g·2^-128 turns",
               rule, i, p.pairs, p.base, p.factor, p.original, p.length, p.beta_fast, p.beta_slow,
               p.truncate, p.low_freq_factor, p.high_freq_factor, frequencies[i], wanted, units);
  if (bound <= 4) worst_turns = fmax(worst_turns, units);
  if (wanted > 0x1p-60 && bound <= 4) worst_ulp = fmax(worst_ulp, error / ulp);
}

static void check_identity(const char *rule, parameters p) {
  if (!check(memcmp(increments, plain, PHASOR_INCREMENTS_LENGTH(p.pairs) * sizeof *increments) ==
             0))
    check_fail("%s: a rule that changes nothing changes bits (%zu pairs, base %.17g)", rule,
               p.pairs, p.base);
}

// Frequencies of the rule lie between ω/F and ω, with F = 1 turns are those of phasor_increments, and
// padding stays zero.
static void check_shape(const char *rule, parameters p) {
  phasor_rope_frequencies(frequencies, increments, cycles, p.pairs);
  double unscaled[MOST_PAIRS];
  phasor_rope_frequencies(unscaled, plain, 0, p.pairs);
  for (size_t i = 0; i < p.pairs; i++) {
    const double least = unscaled[i] / p.factor;
    if (!check(frequencies[i] <= unscaled[i] && frequencies[i] >= least * (1 - 0x1p-51) - 0x1p-120))
      check_fail("%s, pair %zu: %.17g is not within %.17g … %.17g", rule, i, frequencies[i], least,
                 unscaled[i]);
  }
  check_padding(rule, increments, 2 * p.pairs, PHASOR_INCREMENTS_LENGTH(p.pairs));
  if (p.factor == 1) check_identity(rule, p);
}

static void start(parameters p) {
  memset(cycles, 0, sizeof cycles);
  memset(plain, 0xa5, sizeof plain);
  memset(increments, 0xa5, sizeof increments);
  phasor_increments(plain, p.pairs, p.base, 2, 2 * (uint32_t)p.pairs);
}

// A rule's attention factor, which is 1 unless the rule has one.
static void check_factor(const char *rule, double got, double wanted) {
  if (!check(got == wanted)) check_fail("%s returns %.17g, not %.17g", rule, got, wanted);
}

static void test_default(parameters p) {
  start(p);
  check_factor("default", phasor_rope_default(increments, p.pairs, p.base), 1);
  check_identity("default", p);
}

// truth := (base·growth^(r/(r − 2)))^(-2i/r)/2π, the growth in `b`
static void stretched(parameters p, size_t i) {
  mpfr_log(c, b, MPFR_RNDN);
  mpfr_mul_ui(c, c, i, MPFR_RNDN);
  mpfr_div_ui(c, c, p.pairs - 1, MPFR_RNDN);
  mpfr_neg(c, c, MPFR_RNDN);
  mpfr_exp(c, c, MPFR_RNDN);
  series(truth, p, i);
  mpfr_mul(truth, truth, c, MPFR_RNDN);
}

static void test_ntk(parameters p) {
  if (p.pairs < 2) return;
  start(p);
  check_factor("ntk", phasor_rope_ntk(increments, p.pairs, p.base, p.factor), 1);
  check_shape("ntk", p);
  for (size_t i = 0; i < p.pairs; i++) {
    mpfr_set_d(b, p.factor, MPFR_RNDN);
    stretched(p, i);
    compare("ntk", p, i, 2);
  }
}

static void test_dynamic(parameters p) {
  if (p.pairs < 2) return;
  const double growth = 1 + p.factor * ((double)p.length / p.original - 1);
  if (growth >= 0x1p31) return;
  start(p);
  check_factor("dynamic",
               phasor_rope_dynamic(increments, p.pairs, p.base, p.factor, p.original, p.length), 1);
  phasor_rope_frequencies(frequencies, increments, cycles, p.pairs);
  if (p.length <= p.original) check_identity("dynamic", p);
  for (size_t i = 0; i < p.pairs; i++) {
    // F·S/L − (F − 1)
    mpfr_set_d(b, p.factor, MPFR_RNDN);
    mpfr_mul_ui(b, b, p.length > p.original ? p.length : p.original, MPFR_RNDN);
    mpfr_div_ui(b, b, p.original, MPFR_RNDN);
    mpfr_sub_d(b, b, p.factor, MPFR_RNDN);
    mpfr_add_ui(b, b, 1, MPFR_RNDN);
    stretched(p, i);
    compare("dynamic", p, i, 2);
  }
}

static void test_linear(parameters p) {
  start(p);
  check_factor("linear", phasor_rope_linear(increments, p.pairs, p.base, p.factor), 1);
  check_shape("linear", p);
  for (size_t i = 0; i < p.pairs; i++) {
    series(truth, p, i);
    mpfr_div_d(truth, truth, p.factor, MPFR_RNDN);
    compare("linear", p, i, 2);
  }
}

static void test_proportional(parameters p) {
  const double parts[] = {0, 0.25, 0.5, 0.75, 1};
  const uint64_t choice = random_below(8);
  const double part = choice < 5 ? parts[choice] : random_between(0, 1);
  start(p);
  check_factor("proportional",
               phasor_rope_proportional(increments, p.pairs, p.base, p.factor, part), 1);
  phasor_rope_frequencies(frequencies, increments, cycles, p.pairs);
  for (size_t i = 0; i < p.pairs; i++) {
    series(truth, p, i);
    mpfr_div_d(truth, truth, p.factor, MPFR_RNDN);
    if ((double)(i + 1) > part * (double)p.pairs) mpfr_set_ui(truth, 0, MPFR_RNDN);
    compare("proportional", p, i, 2);
  }
}

static void test_longrope(parameters p) {
  double divisors[2][MOST_PAIRS];
  for (size_t i = 0; i < p.pairs; i++)
    for (int list = 0; list < 2; list++)
      divisors[list][i] = random_below(4) ? random_log(0x1p-14, 100) : 1;
  if (p.original < 2) p.original = 2;
  start(p);
  const double factor = phasor_rope_longrope(increments, p.pairs, p.base, p.factor, p.original,
                                             p.length, divisors[0], divisors[1], cycles);
  check_factor("longrope", factor, phasor_longrope_attention(p.factor, p.original));
  phasor_rope_frequencies(frequencies, increments, cycles, p.pairs);
  for (size_t i = 0; i < p.pairs; i++) {
    const double divisor = divisors[p.length > p.original][i];
    series(truth, p, i);
    mpfr_div_d(truth, truth, divisor, MPFR_RNDN);
    compare("longrope", p, i, 1 + fmax(1, 2 / divisor));
  }
}

// to := r·ln(L/(2πβ))/(2 ln base)
static void pair_of(mpfr_t to, parameters p, double beta) {
  mpfr_ui_div(to, p.original, two_pi, MPFR_RNDN);
  mpfr_div_d(to, to, beta, MPFR_RNDN);
  mpfr_log(to, to, MPFR_RNDN);
  mpfr_mul_ui(to, to, p.pairs, MPFR_RNDN);
  mpfr_set_d(c, p.base, MPFR_RNDN);
  mpfr_log(c, c, MPFR_RNDN);
  mpfr_div(to, to, c, MPFR_RNDN);
}

static void test_yarn(parameters p) {
  start(p);
  const double mscale = random_below(2) ? random_between(0, 2) : 0;
  const double all = random_below(2) ? random_between(0, 2) : 0;
  const double factor = phasor_rope_yarn(increments, p.pairs, p.base, p.factor, p.original,
                                         p.beta_fast, p.beta_slow, p.truncate, mscale, all);
  check_factor("yarn", factor,
               mscale > 0 && all > 0
                   ? phasor_yarn_attention(p.factor, mscale) / phasor_yarn_attention(p.factor, all)
                   : phasor_yarn_attention(p.factor, 1));
  check_shape("yarn", p);
  pair_of(low, p, p.beta_fast);
  pair_of(high, p, p.beta_slow);
  if (p.truncate) {
    mpfr_floor(low, low);
    mpfr_ceil(high, high);
  }
  if (mpfr_sgn(low) < 0) mpfr_set_ui(low, 0, MPFR_RNDN);
  if (mpfr_cmp_ui(high, 2 * p.pairs - 1) > 0) mpfr_set_ui(high, 2 * p.pairs - 1, MPFR_RNDN);
  if (mpfr_equal_p(low, high)) {
    mpfr_set_ui(c, 1, MPFR_RNDN);
    mpfr_div_ui(c, c, 1000, MPFR_RNDN);
    mpfr_add(high, high, c, MPFR_RNDN);
  }
  mpfr_sub(b, high, low, MPFR_RNDN);
  // Bounds that are not whole are known to some 2^-140 of a pair, and divided by their distance.
  const double width = fabs(mpfr_get_d(b, MPFR_RNDN));
  const double bound =
      p.truncate ? 3 : 3 + 0x1p-12 * (double)(p.pairs * p.pairs) / (width * log(p.base));
  for (size_t i = 0; i < p.pairs; i++) {
    mpfr_ui_sub(a, i, low, MPFR_RNDN);
    mpfr_sub(b, high, low, MPFR_RNDN);
    mpfr_div(a, a, b, MPFR_RNDN);
    if (mpfr_sgn(a) < 0) mpfr_set_ui(a, 0, MPFR_RNDN);
    if (mpfr_cmp_ui(a, 1) > 0) mpfr_set_ui(a, 1, MPFR_RNDN);
    // (1 − s) + s/F
    mpfr_div_d(b, a, p.factor, MPFR_RNDN);
    mpfr_ui_sub(a, 1, a, MPFR_RNDN);
    mpfr_add(b, a, b, MPFR_RNDN);
    series(truth, p, i);
    mpfr_mul(truth, truth, b, MPFR_RNDN);
    compare("yarn", p, i, bound);
  }
}

// Bounds that coincide, just before a pair: the ramp is a thousandth of a pair wide.
static void test_narrow_ramp(void) {
  for (int truncate = 0; truncate < 2; truncate++) {
    parameters p = {.pairs = 32, .base = 10000, .factor = 8, .original = 4096};
    p.beta_slow = p.beta_fast = 4096 / 6.283185307179586 * pow(10000, -2.9995 / 32);
    p.truncate = truncate;
    test_yarn(p);
  }
}

static void test_llama3(parameters p) {
  start(p);
  check_factor("llama3",
               phasor_rope_llama3(increments, p.pairs, p.base, p.factor, p.original,
                                  p.low_freq_factor, p.high_freq_factor),
               1);
  check_shape("llama3", p);
  for (size_t i = 0; i < p.pairs; i++) {
    series(truth, p, i);
    mpfr_mul_ui(b, truth, p.original, MPFR_RNDN); // L/λ
    double bound = 3;
    if (mpfr_cmp_d(b, p.low_freq_factor) < 0) {
      mpfr_div_d(truth, truth, p.factor, MPFR_RNDN);
    } else if (mpfr_cmp_d(b, p.high_freq_factor) < 0) {
      mpfr_sub_d(b, b, p.low_freq_factor, MPFR_RNDN);
      mpfr_set_d(c, p.high_freq_factor, MPFR_RNDN);
      mpfr_sub_d(c, c, p.low_freq_factor, MPFR_RNDN);
      mpfr_div(b, b, c, MPFR_RNDN); // s
      mpfr_ui_sub(c, 1, b, MPFR_RNDN);
      mpfr_div_d(c, c, p.factor, MPFR_RNDN);
      mpfr_add(b, b, c, MPFR_RNDN);
      mpfr_mul(truth, truth, b, MPFR_RNDN);
      bound += p.high_freq_factor / (p.high_freq_factor - p.low_freq_factor);
    }
    compare("llama3", p, i, bound);
  }
}

static void test_attention(void) {
  const double factors[] = {0.5, 1, 1 + 0x1p-52, 4, 40, 1e6};
  for (size_t i = 0; i < 1000; i++) {
    const double factor = i < 6 ? factors[i] : random_log(1, 1e6);
    const double mscale = i % 3 ? 1 : random_between(0, 2);
    const double original = i % 2 ? 4096 : (double)(2 + random_below(1000000));
    mpfr_set_d(a, factor > 1 ? factor : 1, MPFR_RNDN);
    mpfr_log(a, a, MPFR_RNDN);
    mpfr_mul_d(b, a, mscale, MPFR_RNDN);
    mpfr_div_ui(b, b, 10, MPFR_RNDN);
    mpfr_add_ui(b, b, 1, MPFR_RNDN);
    const double yarn = mpfr_get_d(b, MPFR_RNDN);
    check_near("phasor_yarn_attention", i, phasor_yarn_attention(factor, mscale), yarn,
               2 * ulp_f64(yarn));
    mpfr_set_d(b, original, MPFR_RNDN);
    mpfr_log(b, b, MPFR_RNDN);
    mpfr_div(b, a, b, MPFR_RNDN);
    mpfr_add_ui(b, b, 1, MPFR_RNDN);
    mpfr_sqrt(b, b, MPFR_RNDN);
    const double longrope = mpfr_get_d(b, MPFR_RNDN);
    check_near("phasor_longrope_attention", i, phasor_longrope_attention(factor, original),
               longrope, 2 * ulp_f64(longrope));
  }
  // 0.1·ln 4 + 1, which Qwen's model cards use; √(1 + ln 32/ln 4096), that of Phi-3's.
  check_same_f64("attention factor at 4", 0, phasor_yarn_attention(4, 1), 1.138629436111989);
  check_near("attention factor of 131072/4096", 0, phasor_longrope_attention(32, 4096),
             1.1902380714238083, 0x1p-52);
}

int main(int argc, char **argv) {
  check_start(argc, argv);
  exact_start(BITS);
  mpfr_inits2(BITS, truth, a, b, c, low, high, (mpfr_ptr)0);
  for (int i = 0; i < 250; i++) {
    const parameters p = random_parameters();
    test_ntk(p);
    test_dynamic(p);
    test_default(p);
    test_linear(p);
    test_proportional(p);
    test_longrope(p);
    test_yarn(p);
    test_llama3(p);
  }
  test_narrow_ramp();
  test_attention();
  printf("scaling: worst turns %.3g·2^-128, worst frequency %.6f ulp\n", worst_turns, worst_ulp);
  return check_finish("scaling");
}
