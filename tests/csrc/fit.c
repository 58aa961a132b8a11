// fit.c: tests csrc/fit.c against the same sums in extended precision, and against solutions by elimination with pivots.
#include "check.h"

#include "phasor.h"

enum { MARGIN = 3, PARAMETERS = 4, STEP = 3 + 2 * PARAMETERS, MOST_ROWS = 9, MOST_COLUMNS = 7 };

// Solves a·x = b of `size` equations with column pivots.
static void solve(long double a[PARAMETERS][PARAMETERS + 1], size_t size) {
  for (size_t i = 0; i < size; i++) {
    size_t largest = i;
    for (size_t k = i + 1; k < size; k++)
      if (fabsl(a[k][i]) > fabsl(a[largest][i])) largest = k;
    for (size_t j = 0; j <= size; j++) {
      const long double other = a[i][j];
      a[i][j] = a[largest][j];
      a[largest][j] = other;
    }
    for (size_t k = 0; k < size; k++) {
      const long double factor = k == i ? 0 : a[k][i] / a[i][i];
      for (size_t j = 0; j <= size; j++) a[k][j] -= factor * a[i][j];
    }
  }
  for (size_t i = 0; i < size; i++) a[i][size] /= a[i][i];
}

typedef struct {
  double values[MOST_ROWS * MOST_COLUMNS], cells[MOST_ROWS * MOST_COLUMNS];
  double positions[MOST_ROWS], waves[MOST_ROWS * 2 * MOST_COLUMNS], columns[3 * MOST_COLUMNS];
  int32_t places[MOST_COLUMNS];
  double rate, amplitude;
  size_t rows, count, stride;
} Fit;

static Fit random_fit(size_t rows, size_t count) {
  Fit f = {.rows = rows, .count = count, .stride = 2 * count};
  f.rate = random_between(0.5, 2);
  f.amplitude = random_between(0.5, 2);
  for (size_t i = 0; i < rows * count; i++) {
    f.values[i] = random_below(9) ? random_between(-2, 2) : (double)NAN;
    f.cells[i] = random_between(0, 0.5);
  }
  for (size_t r = 0; r < rows; r++) f.positions[r] = random_between(-3, 3);
  for (size_t i = 0; i < rows * f.stride; i++) f.waves[i] = random_between(-1, 1);
  for (size_t c = 0; c < count; c++) {
    f.columns[c] = random_between(0, 6);
    f.columns[count + c] = random_between(-2, 2);
    f.columns[2 * count + c] = random_between(0.5, 2);
    f.places[c] = (int32_t)random_below(f.stride);
  }
  return f;
}

static void step_of(double *step, const Fit *f, const double *cells, uint32_t vary) {
  phasor_fit_step(step, f->values, cells, f->positions, f->waves, f->stride, f->places, f->columns,
                  f->rate, f->amplitude, vary, f->rows, f->count);
}

static void test_fit_step(size_t rows, size_t count, int with_cells, uint32_t vary) {
  const Fit f = random_fit(rows, count);
  SCOPED double *step = guarded_f64(STEP + MARGIN);
  step_of(step, &f, with_cells ? f.cells : 0, vary);
  long double squares = 0;
  long double entries = 0;
  long double matrix[PARAMETERS][PARAMETERS] = {{0}};
  long double right[PARAMETERS] = {0};
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < count; c++) {
      const double value = f.values[r * count + c];
      if (isnan(value)) continue;
      const double *waves = f.waves + r * f.stride;
      const size_t place = (size_t)f.places[c];
      const long double weight = (long double)f.columns[2 * count + c];
      const long double wave = (long double)waves[place];
      const long double turned =
          place % 2 ? -(long double)waves[place - 1] : (long double)waves[place + 1];
      long double residual = weight * ((long double)value - (long double)f.amplitude * wave);
      if (with_cells) {
        const long double beyond = fabsl(residual) - weight * (long double)f.cells[r * count + c];
        if (beyond <= 0) continue;
        residual = copysignl(beyond, residual);
      }
      const long double frequency = (long double)f.columns[count + c];
      const long double angle = (long double)f.positions[r] * frequency;
      const long double by_angle = weight * (long double)f.amplitude * turned;
      const long double slopes[] = {-(long double)f.columns[c] * angle * by_angle,
                                    frequency * by_angle, angle / (long double)f.rate * by_angle,
                                    weight * wave};
      squares += residual * residual;
      entries++;
      for (size_t i = 0; i < PARAMETERS; i++) {
        right[i] += residual * slopes[i];
        for (size_t j = 0; j < PARAMETERS; j++) matrix[i][j] += slopes[i] * slopes[j];
      }
    }
  check_near("fit, squares", rows, step[0], (double)squares, 1e-13 * (1 + (double)squares));
  check_near("fit, entries", rows, step[1], (double)entries, 0);
  // A column for each free parameter's variance, and the last for the changes.
  size_t names[PARAMETERS];
  size_t size = 0;
  for (size_t i = 0; i < PARAMETERS; i++)
    if (vary >> i & 1) names[size++] = i;
  long double wanted[2 * PARAMETERS] = {0};
  long double gain = 0;
  for (size_t which = 0; which <= size; which++) {
    long double a[PARAMETERS][PARAMETERS + 1];
    for (size_t i = 0; i < size; i++) {
      for (size_t j = 0; j < size; j++) a[i][j] = matrix[names[i]][names[j]];
      a[i][size] = which == size ? right[names[i]] : i == which;
    }
    solve(a, size);
    if (which < size) wanted[PARAMETERS + names[which]] = a[which][size];
    for (size_t i = 0; i < size && which == size; i++) {
      wanted[names[i]] = a[i][size];
      gain += a[i][size] * right[names[i]];
    }
  }
  check_near("fit, gain", vary, step[2], (double)gain, 1e-7 * (1 + fabs((double)gain)));
  for (size_t i = 0; i < 2 * PARAMETERS; i++)
    check_near("fit, changes and variances", i, step[3 + i], (double)wanted[i],
               1e-7 * (1 + fabs((double)wanted[i])));
  check_past("fit", step + STEP, MARGIN);
}

// With one exponent for all columns, t and the rate do the same: the later of them, the rate, stays.
static void test_determined(void) {
  Fit f = random_fit(MOST_ROWS, MOST_COLUMNS);
  for (size_t c = 0; c < f.count; c++) f.columns[c] = 2;
  double all[STEP];
  double without[STEP];
  step_of(all, &f, 0, 0xf);
  step_of(without, &f, 0, 0xb);
  for (size_t i = 0; i < STEP; i++)
    check_near("fit, determined", i, all[i], without[i], 1e-9 * (1 + fabs(without[i])));
  check_near("fit, determined", STEP, all[5], 0, 0);
  // The squares of a model that is no number are no number, so it is no better than another.
  f.waves[f.places[1]] = (double)NAN;
  f.values[1] = 1;
  step_of(all, &f, 0, 0xf);
  if (!check(isnan(all[0]))) check_fail("squares of no number: %g", all[0]);
}

static void test_pair_motion(size_t rows, size_t moved, size_t pairs, int apart) {
  const size_t width = 2 * pairs;
  SCOPED double *x = guarded_f64(rows * width);
  SCOPED double *later = guarded_f64(moved * width);
  SCOPED double *most = guarded_f64(2 + MARGIN);
  for (size_t i = 0; i < rows * width; i++) x[i] = random_between(-1, 1);
  for (size_t i = 0; i < moved * width; i++)
    later[i] = random_below(20) ? random_between(-1, 1) : (double)INFINITY;
  most[0] = most[1] = 0.25;
  phasor_pair_motion(most, x, later, rows, moved, pairs, apart ? 1 : 2, apart ? pairs : 1);
  long double unit = 0.25L;
  long double shift = 0.25L;
  for (size_t i = 0; i < pairs; i++) {
    const size_t first = apart ? i : 2 * i;
    const size_t second = apart ? pairs + i : 2 * i + 1;
    long double sums[3] = {0};
    for (int pass = 0; pass < 2; pass++)
      for (size_t r = 0; r < rows; r++) {
        const long double a = (long double)x[r * width + first];
        const long double b = (long double)x[r * width + second];
        unit = fmaxl(unit, fabsl(a * a + b * b - 1));
        if (r >= moved) continue;
        const long double u = (long double)later[r * width + first];
        const long double v = (long double)later[r * width + second];
        if (pass == 1) {
          const long double c = sums[2] > 0 ? sums[0] / sums[2] : 0;
          const long double s = sums[2] > 0 ? sums[1] / sums[2] : 0;
          shift = fmaxl(shift, fmaxl(fabsl(u - (c * a + s * b)), fabsl(v - (c * b - s * a))));
        } else if (isfinite(a * u + b * v)) {
          sums[0] += a * u + b * v;
          sums[1] += b * u - a * v;
          sums[2] += a * a + b * b;
        }
      }
  }
  check_near("pairs, size", pairs, most[0], (double)unit, 1e-14);
  if (!check(most[1] == (double)shift || fabs(most[1] - (double)shift) < 1e-12))
    check_fail("pairs, motion: got %g, wanted %Lg", most[1], shift);
  check_past("pairs", most + 2, MARGIN);
}

static void test_row_dots(size_t rows, size_t width) {
  SCOPED double *x = guarded_f64(rows * width);
  SCOPED double *y = guarded_f64(rows * width);
  SCOPED double *dots = guarded_f64(rows + MARGIN);
  random_fill_f64(x, rows * width);
  random_fill_f64(y, rows * width);
  phasor_row_dots(dots, x, y, rows, width);
  for (size_t r = 0; r < rows; r++) {
    long double sum = 0;
    for (size_t i = r * width; i < (r + 1) * width; i++)
      sum += (long double)x[i] * (long double)y[i];
    check_near("dots", r, dots[r], (double)sum, 1e-14 * (double)width);
  }
  check_past("dots", dots + rows, MARGIN);
}

int main(int argc, char **argv) {
  check_start(argc, argv);
  for (int n = 0; n < 60; n++) {
    for (uint32_t vary = 0; vary < 16; vary++)
      test_fit_step(5 + random_below(5), 5 + random_below(3), n % 2, vary);
    test_determined();
    const size_t rows = 1 + random_below(9);
    test_pair_motion(rows, random_below(rows + 1), 1 + random_below(5), n % 2);
    test_row_dots(random_below(5), random_below(9));
  }
  return check_finish("fit");
}
