// attention.c: tests csrc/attention.c. Softmax against MPFR, with errors in ulp of the weight
// itself, on rows of all kinds; the worst error of each type is printed. Scores against scalar
// operations, bit for bit.
#include "check.h"

#include <mpfr.h>

#include "phasor.h"

enum { BITS = 200, MARGIN = 4, LONGEST = 9000 };

static mpfr_t exponentials[LONGEST];
static mpfr_t sum, weight, shift;

typedef struct {
  const char *name;
  double bound, worst; // in ulp of the weight
  double worst_of_row; // in ulp of the greatest weight
} record;

// Bounds as phasor.h states them.
static record records[] = {{"float", 0.6, 0, 0}, {"double", 0.65, 0, 0}};

static const size_t lengths[] = {1,   2,   3,    4,    5,    6,    7,    8,    9,    10,   11,
                                 12,  13,  14,   15,   16,   17,   31,   32,   33,   64,   127,
                                 128, 129, 1000, 2047, 2048, 2049, 4095, 4096, 4097, 8192, 8193};
enum { LENGTHS = sizeof lengths / sizeof *lengths };

typedef enum {
  NARROW,    // within a binade or two
  WIDE,      // weights from 1 down to what a float cannot hold
  SHARP,     // one far above the rest
  TIED,      // few different scores
  HUGE_ONES, // as large as the type has them
  MASKED,    // some are −∞
  TAIL,      // many that count for little, so that their sum counts
  KINDS
} kind;

// Scores that come in kinds, for a type whose greatest number is `largest`.
static double random_score(kind of, size_t index, double largest) {
  switch (of) {
  case NARROW:
    return random_between(-1, 1);
  case WIDE:
    return random_between(-120, 20);
  case SHARP:
    return index == 3 ? 50 : random_between(-50, 45);
  case TIED:
    return 0.3 * (double)random_below(4);
  case HUGE_ONES:
    return random_between(-1, 1) * largest;
  case MASKED:
    return random_below(3) ? random_between(-8, 8) : -(double)INFINITY;
  default:
    return index == 0 ? 0 : random_between(-12, -9);
  }
}

#define KERNELS "../tests/csrc/attention_real.h"
#include "each_real.h"

// Rows of which some weight lies so near to the middle between two floats that sums rounded in
// double give the one or the other, forwards and backwards. They are 3 of 400,000.
static void test_order(void) {
  enum { COUNT = 4096 };
  const uint64_t seeds[] = {71997, 85548, 98987};
  for (size_t s = 0; s < sizeof seeds / sizeof *seeds; s++) {
    static float forwards[COUNT], backwards[COUNT], mirrored[COUNT];
    const uint64_t state = check_state;
    check_state = seeds[s];
    for (size_t i = 0; i < COUNT; i++) {
      forwards[i] = (float)(-4 * ((double)(random_bits() >> 11) * 0x1p-53));
      backwards[COUNT - 1 - i] = forwards[i];
    }
    check_state = state;
    phasor_softmax_f32(forwards, forwards, 1, COUNT);
    phasor_softmax_f32(backwards, backwards, 1, COUNT);
    for (size_t i = 0; i < COUNT; i++) mirrored[i] = backwards[COUNT - 1 - i];
    check_all_f32("a row backwards", mirrored, forwards, COUNT);
  }
}

int main(int argc, char **argv) {
  check_start(argc, argv);
  for (size_t i = 0; i < LONGEST; i++) mpfr_init2(exponentials[i], BITS);
  mpfr_inits2(BITS, sum, weight, shift, (mpfr_ptr)0);
  test_order();
  test_all_f32();
  test_all_f64();
  for (size_t i = 0; i < 2; i++)
    printf("softmax, %s: at most %.4f ulp of a weight, %.4f ulp of a row's greatest\n",
           records[i].name, records[i].worst, records[i].worst_of_row);
  for (size_t i = 0; i < LONGEST; i++) mpfr_clear(exponentials[i]);
  mpfr_clears(sum, weight, shift, (mpfr_ptr)0);
  mpfr_free_cache();
  return check_finish("attention");
}
