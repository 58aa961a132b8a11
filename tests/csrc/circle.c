// circle.c: tests csrc/circle.h against MPFR and GMP: the table, the sine and cosine of a fraction
// of a turn, and the exactness of products of a position and a frequency.
#include "circle.h"
#include "exact.h"

enum { BITS = 300 };
static const double claim = 0x1p-55; // circle.h: the error before the last rounding

static mpfr_t angle, sine, cosine, difference;

// sine and cosine := those of 2π·f.
static void exact_circle(turn f) {
  mpfr_set_ui(angle, f.hi, MPFR_RNDN);
  mpfr_mul_2ui(angle, angle, 64, MPFR_RNDN);
  mpfr_add_ui(angle, angle, f.lo, MPFR_RNDN);
  mpfr_div_2ui(angle, angle, 128, MPFR_RNDN);
  mpfr_mul(angle, angle, two_pi, MPFR_RNDN);
  mpfr_sin_cos(sine, cosine, angle, MPFR_RNDN);
}

// The nearest double, where what is below 2^-250 is the error of exact_circle and truly 0.
static double nearest(mpfr_t x) {
  const double result = mpfr_get_d(x, MPFR_RNDN);
  return fabs(result) < 0x1p-250 ? 0 : result;
}

static void test_table(void) {
  for (size_t k = 0; k < CIRCLE_PARTS + CIRCLE_PARTS / 4; k++) {
    exact_circle((turn){(uint64_t)k << 58, 0});
    const double wanted = nearest(sine);
    check_same_f64("circle_table, sine", k, circle_table[k][0], wanted);
    mpfr_sub_d(sine, sine, wanted, MPFR_RNDN);
    check_same_f64("circle_table, rest", k, circle_table[k][1], nearest(sine));
  }
}

static double worst; // the greatest |result − truth| − 0.5 ulp

static void compare(const char *what, turn f, double got, mpfr_t truth) {
  const double near_truth = mpfr_get_d(truth, MPFR_RNDN);
  mpfr_d_sub(difference, got, truth, MPFR_RNDN);
  const double excess = fabs(mpfr_get_d(difference, MPFR_RNDN)) - ulp_f64(near_truth) / 2;
  if (!check(excess <= claim))
    check_fail("%s 2π(%llu·2^-64 + %llu·2^-128): got %a, wanted %a, 0.5 ulp + 2^%.2f", what,
               (unsigned long long)f.hi, (unsigned long long)f.lo, got, near_truth, log2(excess));
  if (excess > worst) worst = excess;
}

static void test_pair(turn a, turn b) {
  const rotor got = circle_at(a, b);
  double sines[2];
  double cosines[2];
  f64x2_store(sines, got.sin);
  f64x2_store(cosines, got.cos);
  double again[4];
  circle_pair(again, (uint64_t[]){a.hi, a.lo, b.hi, b.lo}, 1);
  check_same_f64("circle_pair, sin", 0, again[0], sines[0]);
  check_same_f64("circle_pair, sin", 1, again[1], sines[1]);
  check_same_f64("circle_pair, cos", 0, again[2], cosines[0]);
  check_same_f64("circle_pair, cos", 1, again[3], cosines[1]);
  exact_circle(a);
  compare("sin", a, sines[0], sine);
  compare("cos", a, cosines[0], cosine);
  exact_circle(b);
  compare("sin", b, sines[1], sine);
  compare("cos", b, cosines[1], cosine);
}

static turn random_turn(void) { return (turn){random_bits(), random_bits()}; }

// 2^power of 2^-128, and zero for power 128.
static turn power_turn(unsigned power) {
  return (turn){power < 64 || power > 127 ? 0 : (uint64_t)1 << (power - 64),
                power < 64 ? (uint64_t)1 << power : 0};
}

static turn sum(turn a, turn b) { return (turn){a.hi + b.hi + (a.lo + b.lo < a.lo), a.lo + b.lo}; }

static turn minus(turn a) { return (turn){~a.hi + (a.lo == 0), 0 - a.lo}; }

static void test_circle_at(void) {
  // Multiples of a 128th of a turn (the odd ones lie between two entries) and all neighbours at a
  // distance of a power of two.
  for (uint64_t k = 0; k < 128; k++)
    for (unsigned power = 0; power <= 128; power++) {
      const turn center = {k << 57, 0};
      const turn step = power_turn(power);
      test_pair(sum(center, step), sum(center, minus(step)));
    }
  // Both ends of the range of the rest, where it is greatest.
  for (int i = 0; i < 20000; i++) {
    const turn edge = {(random_below(64) * 2 + 1) << 57, 0};
    const turn off = {random_bits() >> (7 + random_below(57)), random_bits()};
    test_pair(sum(edge, off), sum(edge, minus(off)));
  }
  for (int i = 0; i < 40000; i++) test_pair(random_turn(), random_turn());
  const turn zero = {0, 0};
  test_pair(zero, zero);
  printf("circle: sine and cosine of a turn: worst error 0.5 ulp + 2^%.2f\n", log2(worst));
}

// Beside a quarter turn the sine or the cosine is small, and good to its own last digits,
// down to where they are below 2^-114.
static void test_small(void) {
  for (int i = 0; i < 20000; i++) {
    const unsigned quarter = (unsigned)random_below(4);
    turn off = {random_bits() >> 7, random_bits()};
    const unsigned down = (unsigned)random_below(64);
    if (down) off = (turn){off.hi >> down, off.lo >> down | off.hi << (64 - down)};
    if (random_below(2)) off = minus(off);
    const turn f = sum((turn){(uint64_t)quarter << 62, 0}, off);
    const rotor pair = circle_at(f, f);
    double got[2];
    f64x2_store(got, quarter % 2 ? pair.cos : pair.sin);
    exact_circle(f);
    mpfr_t *const truth = quarter % 2 ? &cosine : &sine;
    const double wanted = mpfr_get_d(*truth, MPFR_RNDN);
    check_near("a small sine or cosine", quarter, got[0], wanted, 2.5 * ulp_f64(wanted) + 0x1p-114);
  }
}

// The series are long enough and their coefficients right: where that matters most, at the edge of
// what an entry of the table is used for, sines are short on average by what rounding 2π leaves
// out, and cosines by nothing. Single results hide such errors behind their last rounding.
static void test_bias(void) {
  enum { SAMPLES = 20000 };
  double sines = 0;
  double cosines = 0;
  double expected = 0;
  for (int i = 0; i < SAMPLES; i++) {
    const turn f = {((uint64_t)1 << 57) - (random_bits() >> 10) - 1, random_bits()};
    const rotor pair = circle_at(f, f);
    double got[2];
    f64x2_store(got, f64x2_low(pair.sin, pair.cos));
    exact_circle(f);
    mpfr_sub_d(difference, sine, got[0], MPFR_RNDN);
    sines += mpfr_get_d(difference, MPFR_RNDN);
    mpfr_sub_d(difference, cosine, got[1], MPFR_RNDN);
    cosines += mpfr_get_d(difference, MPFR_RNDN);
    expected += got[0] * (0x1.1a62633145c07p-52 / 0x1.921fb54442d18p+2);
  }
  check_near("the mean error of sines", 0, sines / SAMPLES, expected / SAMPLES, 0x1p-61);
  check_near("the mean error of cosines", 0, cosines / SAMPLES, 0, 0x1p-59);
}

// ---- products ----

static mpz_t product, modulus, expected;

static void set_turn(mpz_t to, turn f) {
  mpz_set_ui(to, f.hi);
  mpz_mul_2exp(to, to, 64);
  mpz_add_ui(to, to, f.lo);
}

static void compare_turn(const char *what, turn frequency, double position, turn got) {
  set_turn(product, got);
  if (!check(mpz_cmp(product, expected) == 0))
    check_fail("%s: frequency %llx %016llx, position %.17g: got %llx %016llx", what,
               (unsigned long long)frequency.hi, (unsigned long long)frequency.lo, position,
               (unsigned long long)got.hi, (unsigned long long)got.lo);
}

static void test_times(turn frequency, int64_t position) {
  set_turn(expected, frequency);
  mpz_mul_si(expected, expected, position);
  mpz_mod(expected, expected, modulus);
  compare_turn("turn_times", frequency, (double)position, turn_times(frequency, position));
}

// The product is cut at 2^-128 towards zero.
static void test_times_fraction(turn frequency, double position) {
  int exponent;
  const double mantissa = ldexp(frexp(position, &exponent), 53);
  exponent -= 53;
  set_turn(expected, frequency);
  mpz_mul_si(expected, expected, (long)mantissa);
  if (exponent < 0)
    mpz_tdiv_q_2exp(expected, expected, (unsigned long)-exponent);
  else
    mpz_mul_2exp(expected, expected, (unsigned long)exponent);
  mpz_mod(expected, expected, modulus);
  compare_turn("turn_times_wide", frequency, position,
               turn_times_wide(frequency.hi, frequency.lo, 0, position));
}

static turn random_frequency(void) {
  const turn hard[] = {{0, 0},         {0, 1},          {0, UINT64_MAX},
                       {1, 0},         {UINT64_MAX, 0}, {UINT64_MAX, UINT64_MAX},
                       {1, UINT64_MAX}};
  const uint64_t choice = random_below(32);
  if (choice < sizeof hard / sizeof *hard) return hard[choice];
  turn f = random_turn();
  if (choice < 12) f.hi >>= random_below(64);
  if (choice == 12) f = (turn){0, f.lo >> random_below(64)};
  if (choice == 13) f.lo = 0;
  return f;
}

// A product whose middle word all but overflows, so that its low part carries.
static void test_carry(double position) {
  const uint64_t mantissa = (uint64_t)ldexp(frexp(fabs(position), &(int){0}), 53) | 1;
  uint64_t inverse = mantissa; // modulo 2^64, three bits of it right, then twice as many each time
  for (int i = 0; i < 5; i++) inverse *= 2 - mantissa * inverse;
  const turn frequency = {inverse * (0 - (random_bits() >> 13)), random_bits()};
  test_times_fraction(frequency, copysign(ldexp((double)mantissa, ilogb(position) - 52), position));
}

static void test_products(void) {
  const double fractions[] = {0x1p-1074, 0x1p-1022, 0x1p-76,
                              1e-300,    0x1.8p-11, 0x1.fffffffffffffp52};
  for (int i = 0; i < 3000; i++) {
    const turn frequency = random_frequency();
    test_times(frequency, 0);
    for (int k = 0; k < 16; k++) { // powers of two, or one less, of either sign
      const uint64_t power = (uint64_t)1 << random_below(64);
      test_times(frequency, (int64_t)(random_below(2) ? power - random_below(2) : 0 - power));
      test_times_fraction(frequency, ldexp(random_below(2) ? 1.5 : -1, 52 - (int)random_below(70)));
    }
    for (size_t k = 0; k < sizeof fractions / sizeof *fractions; k++)
      test_times_fraction(frequency, random_below(2) ? fractions[k] : -fractions[k]);
    const int64_t integer = (int64_t)random_bits() >> random_below(64);
    test_times(frequency, integer);
    const double fraction = random_between(-1, 1);
    test_times_fraction(frequency, ldexp(fraction, 53 - (int)random_below(200)));
    test_times_fraction(frequency, ldexp(fraction, 53 - (int)random_below(64)));
    test_carry(ldexp(fraction, 53 - (int)random_below(64)));
  }
}

int main(int argc, char **argv) {
  check_start(argc, argv);
  exact_start(BITS);
  mpfr_inits2(BITS, angle, sine, cosine, difference, (mpfr_ptr)0);
  mpz_inits(product, modulus, expected, (mpz_ptr)0);
  mpz_setbit(modulus, 128);
  test_table();
  test_circle_at();
  test_small();
  test_bias();
  test_products();
  return check_finish("circle");
}
