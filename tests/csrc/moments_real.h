// moments_real.h: the tests of moments.c's functions for both types, for csrc/each_real.h.

// Small integers, so that sums are exact, and values that are not counted.
static void NAME(fill_entries)(real *x, size_t count, uint64_t special) {
  const double values[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, -10000, -0.};
  for (size_t i = 0; i < count; i++) {
    const uint64_t choice = random_below(special);
    x[i] =
        choice < sizeof values / sizeof *values ? (real)values[choice] : (real)random_below(9) - 4;
  }
}

static void NAME(test_moments)(size_t rows, size_t columns, double limit, int equal) {
  const size_t stride = columns + random_below(3);
  real *x = NAME(guarded)(rows * stride);
  NAME(fill_entries)(x, rows * stride, equal ? 1000 : 20);
  if (equal)
    for (size_t i = 0; i < rows * stride; i++) x[i] = (real)0.1;
  int32_t *row_groups = (int32_t *)guarded(rows * sizeof *row_groups);
  int32_t *column_groups = (int32_t *)guarded(columns * sizeof *column_groups);
  for (size_t r = 0; r < rows; r++) row_groups[r] = 5 - (int32_t)random_below(6);
  for (size_t c = 0; c < columns; c++) column_groups[c] = (int32_t)random_below(4);
  enum { GROUPS = 9 };
  double moments[SUMS * GROUPS + MARGIN] = {0};
  double wanted[SUMS * GROUPS + MARGIN] = {0};
  size_t broken = 0;
  // In two pieces, which must be the same as in one.
  const size_t split = rows / 2;
  broken +=
      NAME(phasor_moments)(moments, x, stride, row_groups, column_groups, limit, split, columns);
  broken += NAME(phasor_moments)(moments, x + split * stride, stride, row_groups + split,
                                 column_groups, limit, rows - split, columns);
  size_t others = 0;
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < columns; c++) {
      const double value = (double)x[r * stride + c];
      if (isnan(value) || value == (double)INFINITY) others++;
    }
  check(broken == others) ? (void)0 : check_fail("phasor_moments: %zu of %zu", broken, others);
  for (int32_t group = 0; group < GROUPS; group++) {
    double *of = wanted + SUMS * group;
    for (size_t r = 0; r < rows; r++)
      for (size_t c = 0; c < columns; c++) {
        const double value = (double)x[r * stride + c];
        if (row_groups[r] + column_groups[c] != group || !(value > limit)) continue;
        if (value == (double)INFINITY) continue;
        if (of[0] == 0) of[1] = of[4] = of[5] = value;
        of[0]++;
        of[2] += value - of[1];
        of[3] += (value - of[1]) * (value - of[1]);
        of[4] = fmin(of[4], value);
        of[5] = fmax(of[5], value);
      }
  }
  for (size_t i = 0; i < SUMS * GROUPS + MARGIN; i++) // of equal zeros either sign may be the first
    check_same_f64("phasor_moments", i, moments[i] + 0, wanted[i] + 0);
  free(x);
  free(row_groups);
  free(column_groups);
}

static void NAME(test_least_above)(size_t count, double limit) {
  real *x = NAME(guarded)(count);
  NAME(fill_entries)(x, count, 30);
  double wanted = (double)INFINITY;
  for (size_t i = 0; i < count; i++)
    if ((double)x[i] > limit && (double)x[i] < wanted) wanted = (double)x[i];
  check_same_f64("phasor_least_above", count, NAME(phasor_least_above)(x, count, limit) + 0,
                 wanted + 0);
  free(x);
}

static void NAME(test_all)(void) {
  const double limits[] = {-(double)INFINITY, -5000, 0, 4};
  const double limit = limits[random_below(4)];
  NAME(test_moments)(random_below(12), random_below(30), limit, 0);
  NAME(test_moments)(random_below(12), random_below(30), -(double)INFINITY, 1);
  NAME(test_least_above)(random_below(60), limit);
}
