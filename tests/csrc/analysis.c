// analysis.c: tests csrc/analysis.c against plain sums. With small integers as data every sum is
// exact, so the results must be exact in any order; with fractions they must be within a bound of
// long double. phasor_dots must also keep the order that phasor.h states, to the bit.
#include "check.h"

#include "phasor.h"

enum { MARGIN = 3 };

static const size_t widths[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11,  12,  13,
                                14, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129};
enum { WIDTHS = sizeof widths / sizeof *widths };

typedef enum { INTEGERS, FRACTIONS, POSITIVE, KINDS } kind;

static double random_value(kind of) {
  switch (of) {
  case INTEGERS:
    return (double)random_below(17) - 8;
  case FRACTIONS:
    return random_between(-1, 1);
  default:
    return random_between(0.5, 1);
  }
}

static double *random_doubles(size_t count, kind of) {
  double *x = guarded_f64(count);
  for (size_t i = 0; i < count; i++) x[i] = random_value(of);
  return x;
}

// The nearest double, which takes one rounding: integers are doubles already.
static double root(long double x, kind of) {
  return of == INTEGERS ? sqrt((double)x) : (double)sqrtl(x);
}

#define KERNELS "../tests/csrc/analysis_real.h"
#include "each_real.h"

// M_k from its drawing in phasor.h, any rows of it.
static void test_shift_matrix(void) {
  for (size_t width = 2; width <= 18; width += 2)
    for (size_t first = 0; first < width; first++) {
      const size_t rows = 1 + random_below(width - first);
      SCOPED double *values = random_doubles(width, FRACTIONS);
      SCOPED double *out = guarded_f64(rows * width + MARGIN);
      SCOPED double *wanted = guarded_f64(rows * width + MARGIN);
      for (size_t r = 0; r < rows; r++)
        for (size_t c = 0; c < width; c++) {
          const size_t at = first + r;
          const double sine = values[at / 2 * 2];
          const double cosine = values[at / 2 * 2 + 1];
          double entry = 0;
          if (c == at)
            entry = cosine;
          else if (c / 2 == at / 2)
            entry = c > at ? sine : -sine;
          wanted[r * width + c] = entry;
        }
      phasor_shift_matrix(out, values, first, rows, width);
      check_all_f64("phasor_shift_matrix", out, wanted, rows * width + MARGIN);
    }
}

// The matrix is the shift: M_k·PE(p) is PE(p + k), of which phasor_shift_errors is the proof.
static void test_shift(void) {
  enum { PAIRS = 9, ROWS = 40, SHIFT = 13, WIDTH = 2 * PAIRS };
  uint64_t increments[PHASOR_INCREMENTS_LENGTH(PAIRS)];
  double offsets[PHASOR_OFFSETS_LENGTH(PAIRS)];
  double work[PHASOR_WORK_LENGTH(PAIRS)];
  double table[ROWS * WIDTH];
  double values[WIDTH];
  double errors[ROWS];
  const double shift = SHIFT;
  phasor_increments(increments, PAIRS, 10000, 2, WIDTH);
  phasor_offsets(offsets, increments, PAIRS);
  phasor_table_f64(table, WIDTH, increments, offsets, work, -7, ROWS, PAIRS);
  phasor_at_f64(values, WIDTH, increments, NULL, &shift, 1, PAIRS);
  phasor_shift_errors_f64(errors, table, table + SHIFT * WIDTH, values, ROWS - SHIFT, WIDTH);
  for (size_t r = 0; r < ROWS - SHIFT; r++) check_near("a shift", r, errors[r], 0, 0x1p-48);
  values[2] = -values[2];
  phasor_shift_errors_f64(errors, table, table + SHIFT * WIDTH, values, ROWS - SHIFT, WIDTH);
  for (size_t r = 0; r < ROWS - SHIFT; r++)
    if (!check(errors[r] > 0.01)) check_fail("a wrong shift passes, row %zu: %g", r, errors[r]);
}

int main(int argc, char **argv) {
  check_start(argc, argv);
  test_shift_matrix();
  test_shift();
  test_all_f32();
  test_all_f64();
  return check_finish("analysis");
}
