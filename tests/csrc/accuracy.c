// accuracy.c: tables of sines and cosines against MPFR, at random and at the hardest places.
//
//   accuracy [--cases N | --long] [--seed N]      256 cases, or with --long 65536: minutes
//
// A case is a base, a spacing of exponents, a few neighbouring pairs and a run of positions. The
// exact value is base^(-i·numerator/denominator) in 300 bits, times the first position; each
// further position is a rotation, which loses less than a bit. Prints the worst errors and their
// places, and fails if an error is greater than phasor.h allows.
#include "exact.h"
#include "phasor.h"

enum { BITS = 300, MOST_ROWS = 80, MOST_PAIRS = 4, SPREAD = 2 * MOST_PAIRS };

typedef struct {
  double base;
  uint32_t numerator, denominator;
  size_t pairs; // of the whole series
} series;

// ---- the worst so far ----

typedef struct {
  double error; // double: |error|; float: |error| − 0.5 ulp
  series of;
  size_t column; // of the whole table
  double position, got, wanted;
} place;

typedef struct {
  const char *name;
  double bound;
  double largest_position;
  place worst;
} record;

enum { FLOAT, DOUBLE_NEAR, DOUBLE_FAR };
static record records[] = {
    {"float,  |p| to 2^53: 0.5 ulp +", 0x1p-50, 0x1p53, {.error = -1}},
    {"double, |p| to 2^32:", 0x1p-51, 0x1p32, {.error = -1}},
    {"double, |p| to 2^53:", 0x1p-51, 0x1p53, {.error = -1}},
};

static void print_place(const char *what, place p) {
  printf("%s %s2^%.2f at base %.17g^(-%zu·%u/%u), position %.17g, %s: got %a, truth %a\n", what,
         p.error < 0 ? "-" : "", log2(fabs(p.error)), p.of.base, p.column / 2, p.of.numerator,
         p.of.denominator, p.position, p.column % 2 ? "cos" : "sin", p.got, p.wanted);
}

static void enter(record *r, place p) {
  if (!check(p.error <= r->bound)) {
    check_fail("%s more than 2^%.0f:", r->name, log2(r->bound));
    if (check_failures <= CHECK_SHOWN) print_place("   ", p);
  }
  if (p.error > r->worst.error) r->worst = p;
}

// ---- truth ----

static mpfr_t frequency, angle, next, part;
static mpfr_t turned[2 * MOST_PAIRS]; // sine and cosine of each pair at the present position
static mpfr_t steps_of[2 * MOST_PAIRS];

static void exact_frequency(series s, size_t pair) {
  exact_power(frequency, s.base, s.numerator * pair, s.denominator);
}

static void exact_values(mpfr_t sine, mpfr_t cosine, double position) {
  mpfr_mul_d(angle, frequency, position, MPFR_RNDN);
  mpfr_sin_cos(sine, cosine, angle, MPFR_RNDN);
}

// values := values turned by one more step.
static void advance(mpfr_t *values, mpfr_t *step) {
  mpfr_fmma(next, values[0], step[1], values[1], step[0], MPFR_RNDN);
  mpfr_fmms(values[1], values[1], step[1], values[0], step[0], MPFR_RNDN);
  mpfr_swap(values[0], next);
}

static void compare(series s, size_t column, double position, mpfr_t truth, double got,
                    float got_float) {
  const double wanted = mpfr_get_d(truth, MPFR_RNDN);
  mpfr_sub_d(part, truth, wanted, MPFR_RNDN);
  const double rest = mpfr_get_d(part, MPFR_RNDN);
  place p = {fabs((got - wanted) - rest), s, column, position, got, wanted};
  enter(&records[fabs(position) <= 0x1p32 ? DOUBLE_NEAR : DOUBLE_FAR], p);
  p.got = (double)got_float;
  // The binade of the truth, which rounding to a double may have left.
  const long exponent = mpfr_zero_p(truth) ? -200 : mpfr_get_exp(truth);
  const double half_ulp = exponent > -125 ? ldexp(1, (int)exponent - 25) : 0x1p-150;
  p.error = fabs((p.got - wanted) - rest) - half_ulp;
  enter(&records[FLOAT], p);
}

// ---- cases ----

static double random_base(void) {
  const double usual[] = {10000, 10000, 500000, 1e6, 1.0001, 1e12, 1e18, 2, 100, nextafter(1, 2)};
  const uint64_t choice = random_below(16);
  if (choice < sizeof usual / sizeof *usual) return usual[choice];
  return random_log(1.0001, 1e12);
}

static series random_series(uint64_t number) {
  // The longest series take the longest to make, so there are fewer of them.
  const double most = number % 64 == 0 ? 32769 : number % 8 == 0 ? 1025 : 65;
  const uint32_t pairs = (uint32_t)random_log(1, most);
  series s = {random_base(), 2, 2 * pairs, pairs};
  if (pairs > 1 && random_below(4) == 0) s = (series){s.base, 1, pairs - 1, pairs};
  return s;
}

static double clamp(double position, double rows) {
  return fmax(-0x1p53, fmin(position, 0x1p53 - rows + 1));
}

static double random_size(void) {
  switch (random_below(6)) {
  case 0:
    return (double)random_below(4096);
  case 1:
    return (double)(random_bits() >> (11 + random_below(53)));
  case 2:
    return 0x1p53 - (double)random_below(4096);
  case 3:
    return 0x1p32 - (double)random_below(4096);
  case 4:
    return ldexp(1, (int)random_below(54)) + (double)random_below(129) - 64;
  default:
    return floor(random_log(1, 0x1p53));
  }
}

static double random_position(double rows) {
  const double sign = random_below(2) ? 1 : -1;
  return clamp(sign * random_size(), rows);
}

typedef struct {
  series of;
  size_t first, count; // the pairs looked at
  const uint64_t *increments;
} strip;

static void test_table(strip t, double start, size_t rows) {
  static double offsets[PHASOR_OFFSETS_LENGTH(MOST_PAIRS)];
  static double work[PHASOR_WORK_LENGTH(MOST_PAIRS)];
  static double doubles[MOST_ROWS * SPREAD];
  static float floats[MOST_ROWS * SPREAD];
  phasor_offsets(offsets, t.increments, t.count);
  phasor_table_f64(doubles, SPREAD, t.increments, offsets, work, start, rows, t.count);
  phasor_table_f32(floats, SPREAD, t.increments, offsets, work, start, rows, t.count);
  for (size_t pair = 0; pair < t.count; pair++) {
    exact_frequency(t.of, t.first + pair);
    exact_values(turned[2 * pair], turned[2 * pair + 1], start);
    exact_values(steps_of[2 * pair], steps_of[2 * pair + 1], 1);
  }
  for (size_t row = 0; row < rows; row++)
    for (size_t pair = 0; pair < t.count; pair++) {
      for (size_t side = 0; side < 2; side++) {
        const size_t column = 2 * pair + side;
        compare(t.of, 2 * t.first + column, start + (double)row, turned[column],
                doubles[row * SPREAD + column], floats[row * SPREAD + column]);
      }
      advance(turned + 2 * pair, steps_of + 2 * pair);
    }
}

static void test_position(strip t, double position) {
  double doubles[SPREAD];
  float floats[SPREAD];
  phasor_at_f64(doubles, SPREAD, t.increments, NULL, &position, 1, t.count);
  phasor_at_f32(floats, SPREAD, t.increments, NULL, &position, 1, t.count);
  for (size_t pair = 0; pair < t.count; pair++) {
    exact_frequency(t.of, t.first + pair);
    exact_values(turned[0], turned[1], position);
    for (size_t side = 0; side < 2; side++)
      compare(t.of, 2 * (t.first + pair) + side, position, turned[side], doubles[2 * pair + side],
              floats[2 * pair + side]);
  }
}

// The positions at which p·ω comes nearest to a multiple of 1/parts of a turn: the denominators of
// the continued fraction of parts·ω/2π. Tables around each, and fractions beside it.
static void test_convergents(strip t, unsigned parts) {
  mpz_t top, bottom, quotient, now, before;
  mpz_inits(top, bottom, quotient, now, before, (mpz_ptr)0);
  exact_frequency(t.of, t.first);
  mpfr_div(angle, frequency, two_pi, MPFR_RNDN);
  mpfr_mul_ui(angle, angle, parts, MPFR_RNDN);
  mpfr_mul_2ui(angle, angle, BITS, MPFR_RNDN);
  mpfr_get_z(top, angle, MPFR_RNDN);
  mpz_setbit(bottom, BITS);
  mpz_set_ui(now, 0);
  mpz_set_ui(before, 1); // the denominators before the first
  while (mpz_sgn(bottom)) {
    mpz_fdiv_qr(quotient, top, top, bottom);
    mpz_swap(top, bottom);
    mpz_addmul(before, quotient, now);
    mpz_swap(before, now);
    if (mpz_cmp_d(now, 0x1p53) > 0) break;
    const double position = mpz_get_d(now) * (random_below(2) ? 1 : -1);
    test_table(t, clamp(position - (double)random_below(3), 5), 5);
    test_position(t, position);
    if (fabs(position) < 0x1p51) test_position(t, position + random_between(-1, 1) * 0x1p-6);
  }
  mpz_clears(top, bottom, quotient, now, before, (mpz_ptr)0);
}

static void test_case(uint64_t number) {
  const series s = random_series(number);
  SCOPED uint64_t *increments =
      (uint64_t *)guarded(PHASOR_INCREMENTS_LENGTH(s.pairs) * sizeof(uint64_t));
  phasor_increments(increments, s.pairs, s.base, s.numerator, s.denominator);
  for (int i = 0; i < 4; i++) {
    const size_t first = 2 * random_below((s.pairs + 1) / 2); // an even one, as pairs come in twos
    const size_t left = s.pairs - first;
    const strip t = {s, first, left < MOST_PAIRS ? left : MOST_PAIRS, increments + 2 * first};
    const size_t rows = 1 + random_below(MOST_ROWS);
    test_table(t, random_position((double)rows), rows);
    test_position(t, random_position(1));
    const double fraction = random_between(-1, 1);
    test_position(t, ldexp(fraction, (int)random_below(54)));
    test_position(t, ldexp(fraction, -(int)random_below(128)));
    if (i == 0) test_convergents(t, 4u << 2 * random_below(3)); // quarters, 16ths, 64ths of a turn
    if (i == 1) test_convergents(t, 128);
  }
}

int main(int argc, char **argv) {
  check_start(argc, argv);
  uint64_t cases = 256;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--long") == 0) cases = 65536;
    if (strcmp(argv[i], "--cases") == 0 && i + 1 < argc) cases = strtoull(argv[i + 1], 0, 10);
  }
  exact_start(BITS);
  mpfr_inits2(BITS, frequency, angle, next, part, (mpfr_ptr)0);
  for (int i = 0; i < 2 * MOST_PAIRS; i++) mpfr_inits2(BITS, turned[i], steps_of[i], (mpfr_ptr)0);
  for (uint64_t number = 0; number < cases; number++) test_case(number);
  for (size_t i = 0; i < sizeof records / sizeof *records; i++)
    print_place(records[i].name, records[i].worst);
  return check_finish("accuracy");
}
