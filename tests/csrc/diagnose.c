// diagnose.c: tests csrc/diagnose.c against plain loops, and the marks that tell rows apart.
#include "check.h"

#include "phasor.h"

enum { MARGIN = 3, TABLE = 40 };

static const size_t widths[] = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33};
enum { WIDTHS = sizeof widths / sizeof *widths };

static double larger(double a, double b) { return b > a ? b : a; }

#define KERNELS "../tests/csrc/diagnose_real.h"
#include "each_real.h"

enum { PAIRS = 5, FEATURES = 8, WIDTH = 11, VECTORS = 9, ROWS = 4 };

// Random vectors and a pairing, in which features share pairs and partners as they like.
typedef struct {
  double *input, *output, *cells;
  int32_t rows[VECTORS], pairing[5 * FEATURES], copied[WIDTH - FEATURES];
} Turned;

static Turned random_turned(int special) {
  Turned t = {guarded_f64(VECTORS * WIDTH),
              guarded_f64(VECTORS * WIDTH),
              guarded_f64(ROWS * 3 * PAIRS),
              {0},
              {0},
              {0}};
  for (size_t i = 0; i < VECTORS * WIDTH; i++) {
    t.input[i] = random_between(-2, 2);
    t.output[i] = special ? random_or_special() : random_between(-2, 2);
  }
  for (size_t i = 0; i < ROWS * 3 * PAIRS; i++)
    t.cells[i] = random_between(i / PAIRS % 3 == 2 ? 0 : -1, 1);
  for (size_t v = 0; v < VECTORS; v++) t.rows[v] = (int32_t)random_below(ROWS);
  for (size_t f = 0; f < FEATURES; f++) {
    t.pairing[f] = (int32_t)random_below(WIDTH);
    t.pairing[FEATURES + f] = (int32_t)random_below(WIDTH);
    t.pairing[2 * FEATURES + f] = random_below(2) ? 1 : -1;
    t.pairing[3 * FEATURES + f] = (int32_t)random_below(PAIRS);
    t.pairing[4 * FEATURES + f] = (int32_t)f;
  }
  for (size_t k = 0; k < WIDTH - FEATURES; k++) t.copied[k] = (int32_t)(FEATURES + k);
  return t;
}

static void free_turned(Turned t) {
  free(t.input);
  free(t.output);
  free(t.cells);
}

static double slot(const Turned *t, const double *from, size_t v, size_t which, size_t f) {
  return from[v * WIDTH + (size_t)t->pairing[which * FEATURES + f]];
}

// Each sum by itself, over all vectors and features.
static void test_pair_sums(void) {
  const Turned t = random_turned(0);
  SCOPED double *sums = guarded_f64(ROWS * PAIRS * 6 + MARGIN);
  for (size_t i = 0; i < ROWS * PAIRS * 6; i++) sums[i] = 1;
  phasor_pair_sums(sums, t.input, t.output, t.rows, t.pairing, PAIRS, FEATURES, WIDTH, VECTORS);
  for (size_t i = 0; i < ROWS * PAIRS * 6; i++) {
    const size_t row = i / 6 / PAIRS;
    const size_t pair = i / 6 % PAIRS;
    long double wanted = 1;
    for (size_t v = 0; v < VECTORS; v++)
      for (size_t f = 0; f < FEATURES; f++) {
        if ((size_t)t.rows[v] != row || (size_t)t.pairing[3 * FEATURES + f] != pair) continue;
        const double a = slot(&t, t.input, v, 0, f);
        const double b = t.pairing[2 * FEATURES + f] * slot(&t, t.input, v, 1, f);
        const double u = slot(&t, t.output, v, 4, f);
        const double products[] = {a * a, a * b, b * b, a * u, b * u, u * u};
        wanted += (long double)products[i % 6];
      }
    check_near("pair sums", i, sums[i], (double)wanted, 1e-13);
  }
  check_past("pair sums", sums + ROWS * PAIRS * 6, MARGIN);
  free_turned(t);
}

// Each pair by Cramer's rule and the eigenvalues in extended precision; some equations are singular.
static void test_pair_arrows(void) {
  enum { COUNT = ROWS * PAIRS };
  SCOPED double *sums = guarded_f64(6 * COUNT);
  SCOPED double *arrows = guarded_f64(4 * COUNT + MARGIN);
  SCOPED double *moments = guarded_f64(4 * PAIRS + MARGIN);
  long double wanted[4 * PAIRS];
  for (size_t k = 0; k < 4 * PAIRS; k++) {
    wanted[k] = 1;
    moments[k] = 1;
  }
  for (size_t k = 0; k < COUNT; k++) {
    double *sum = sums + 6 * k;
    for (size_t i = 0; i < 6; i++) sum[i] = 0;
    for (size_t vectors = random_below(4); vectors > 0; vectors--) {
      const double a = random_between(-2, 2);
      const double b = random_between(-2, 2);
      const double u = random_between(-2, 2);
      const double products[] = {a * a, a * b, b * b, a * u, b * u, u * u};
      for (size_t i = 0; i < 6; i++) sum[i] += products[i];
    }
    // Rounding can make Σu² smaller than what is subtracted from it.
    sum[5] *= random_between(0, 1);
  }
  phasor_pair_arrows(arrows, moments, sums, ROWS, PAIRS);
  for (size_t k = 0; k < COUNT; k++) {
    const double *sum = sums + 6 * k;
    const double determinant = sum[0] * sum[2] - sum[1] * sum[1];
    const int solvable = determinant > 0;
    const long double aa = (long double)sum[0];
    const long double ab = (long double)sum[1];
    const long double bb = (long double)sum[2];
    const long double exact = aa * bb - ab * ab;
    const long double c =
        solvable ? (bb * (long double)sum[3] - ab * (long double)sum[4]) / exact : 0;
    const long double s =
        solvable ? (aa * (long double)sum[4] - ab * (long double)sum[3]) / exact : 0;
    const long double trace = aa + bb;
    const long double larger = (trace + sqrtl((aa - bb) * (aa - bb) + 4 * ab * ab)) / 2;
    const long double weight = solvable ? exact / larger : 0;
    const long double length = sqrtl(c * c + s * s);
    const long double left =
        (long double)sum[5] - c * (long double)sum[3] - s * (long double)sum[4];
    const size_t at = k % PAIRS * ROWS + k / PAIRS;
    // The smaller the determinant, the more digits it has lost.
    const double lost = solvable ? 1 + sum[0] * sum[2] / determinant : 1;
    const double size = (1 + (double)length) * lost;
    check_near("pair arrows, cosine", k, arrows[at], (double)c, 1e-14 * size * lost);
    check_near("pair arrows, sine", k, arrows[COUNT + at], (double)s, 1e-14 * size * lost);
    check_near("pair arrows, weight", k, arrows[2 * COUNT + at], (double)weight,
               1e-14 * lost * (double)trace);
    check_same_f64("pair arrows, squares", k, arrows[3 * COUNT + at], sum[5]);
    long double *moment = wanted + 4 * (k % PAIRS);
    moment[0] += (long double)arrows[2 * COUNT + at];
    moment[1] += (long double)arrows[2 * COUNT + at] * length;
    moment[2] += (long double)arrows[2 * COUNT + at] * length * length;
    if (left > 0) moment[3] += left;
    if (lost > 1e4) moments[4 * (k % PAIRS)] = (double)NAN;
  }
  for (size_t k = 0; k < 4 * PAIRS; k++)
    if (!isnan(moments[k - k % 4]))
      check_near("pair arrows, moments", k, moments[k], (double)wanted[k], 1e-5);
  check_past("pair arrows", arrows + 4 * COUNT, MARGIN);
  check_past("pair moments", moments + 4 * PAIRS, MARGIN);
}

// The difference of an entry from what is expected, and its limit.
static void remains(const Turned *t, const double *limits, size_t v, size_t column, double *size,
                    double *limit) {
  const double x = t->input[v * WIDTH + column];
  const double y = t->output[v * WIDTH + column];
  if (column >= FEATURES) {
    *size = fabs(y - x);
    *limit = fabs(x) * limits[4] + limits[2];
  } else {
    const double *row = t->cells + (size_t)t->rows[v] * 3 * PAIRS;
    const size_t i = (size_t)t->pairing[3 * FEATURES + column];
    const double sine = t->pairing[2 * FEATURES + column] * row[PAIRS + i];
    const double error = fmin(row[2 * PAIRS + i], limits[3]);
    const double a = slot(t, t->input, v, 0, column);
    const double b = slot(t, t->input, v, 1, column);
    const double size_of = fabs(a * row[i]) + fabs(b * sine);
    const double wanted = a * row[i] + b * sine;
    const double turning = error * (fabs(b * row[i] - a * sine) + error * size_of);
    *size = fabs(y - wanted);
    *limit = 1.01 * (limits[0] * size_of + limits[1] * fabs(wanted) + turning) +
             limits[2] * (2 + fabs(a) + fabs(b));
  }
  if (!(*size < (double)INFINITY)) *size = (double)INFINITY;
}

static void test_pair_residuals(int special, int stop) {
  const Turned t = random_turned(special);
  const double limits[] = {random_between(0, 0.3), random_between(0, 0.3), random_between(0, 0.1),
                           random_between(0, 0.2), random_between(0, 0.5)};
  double worst[] = {-1, 0, 0, 0};
  uint32_t columns[WIDTH + MARGIN] = {0};
  uint32_t above[VECTORS + MARGIN] = {0};
  const size_t count = phasor_pair_residuals(worst, columns, above, t.input, t.output, t.cells,
                                             t.rows, t.pairing, t.copied, limits, PAIRS, FEATURES,
                                             WIDTH - FEATURES, WIDTH, VECTORS, stop);
  double squares = 0;
  double ratio = -1;
  uint32_t wanted_columns[WIDTH + MARGIN] = {0};
  uint32_t wanted_above[VECTORS + MARGIN] = {0};
  size_t wanted_count = 0;
  for (size_t v = 0; v < VECTORS && !(stop && v > 0 && wanted_above[v - 1]); v++) {
    wanted_count++;
    for (size_t c = 0; c < WIDTH; c++) {
      double size = 0;
      double limit = 0;
      remains(&t, limits, v, c, &size, &limit);
      squares += size * size;
      ratio = larger(ratio, size / limit);
      wanted_columns[c] += size > limit;
      wanted_above[v] += size > limit;
    }
  }
  if (!check(count == wanted_count)) check_fail("pair residuals: %zu vectors", count);
  for (size_t c = 0; c < WIDTH + MARGIN; c++)
    check_same_f64("pair residuals, columns", c, columns[c], wanted_columns[c]);
  for (size_t v = 0; v < VECTORS + MARGIN; v++)
    check_same_f64("pair residuals, above", v, above[v], wanted_above[v]);
  const double got[] = {worst[0], worst[1] / worst[2], worst[3]};
  const double wanted[] = {ratio, ratio, squares};
  for (size_t i = 0; i < 3; i++)
    if (isinf(wanted[i]))
      check_same_f64("pair residuals, infinite", i, got[i], wanted[i]);
    else
      check_near("pair residuals", i, got[i], wanted[i], 1e-9 * wanted[i]);
  free_turned(t);
}

int main(int argc, char **argv) {
  check_start(argc, argv);
  test_all_f32();
  test_all_f64();
  for (int i = 0; i < 200; i++) {
    test_pair_sums();
    test_pair_arrows();
    for (int special = 0; special < 2; special++)
      for (int stop = 0; stop < 2; stop++) test_pair_residuals(special, stop);
  }
  return check_finish("diagnose");
}
