// diagnose_real.h: the tests of diagnose.c, for csrc/each_real.h.

static real *NAME(random_array)(size_t count, int special) {
  real *x = NAME(guarded)(count);
  for (size_t i = 0; i < count; i++)
    x[i] = (real)(special ? random_or_special() : random_between(-2, 2));
  return x;
}

static void NAME(test_survey)(size_t rows, size_t width, int special) {
  SCOPED real *x = NAME(random_array)(rows * width, special);
  SCOPED double *least = guarded_f64(width + MARGIN);
  SCOPED double *most = guarded_f64(width + MARGIN);
  SCOPED double *missing = guarded_f64(width + MARGIN);
  SCOPED double *squares = guarded_f64(rows + MARGIN);
  SCOPED uint64_t *marks = (uint64_t *)guarded(rows * sizeof *marks);
  for (size_t c = 0; c < width; c++) {
    least[c] = 1;
    most[c] = -1;
    missing[c] = 3;
  }
  NAME(phasor_survey)(least, most, missing, squares, marks, x, rows, width);
  for (size_t c = 0; c < width; c++) {
    double low = 1;
    double high = -1;
    double absent = 3;
    for (size_t r = 0; r < rows; r++) {
      const double value = (double)x[r * width + c];
      if (isfinite(value)) {
        low = -larger(-low, -value);
        high = larger(high, value);
      } else
        absent++;
    }
    check_same_f64("survey, least", c, least[c], low);
    check_same_f64("survey, most", c, most[c], high);
    check_same_f64("survey, missing", c, missing[c], absent);
  }
  for (size_t r = 0; r < rows; r++) {
    double sum = 0;
    int finite = 1;
    for (size_t c = 0; c < width; c++) {
      const double value = (double)x[r * width + c];
      finite &= isfinite(value) != 0;
      sum += value * value;
    }
    if (finite)
      check_near("survey, squares", r, squares[r], sum, 1e-14 * (1 + sum));
    else if (!check(!isfinite(squares[r])))
      check_fail("survey: squares[%zu] is %g although a value is missing", r, squares[r]);
  }
  check_past("survey, least", least + width, MARGIN);
  check_past("survey, most", most + width, MARGIN);
  check_past("survey, missing", missing + width, MARGIN);
  check_past("survey, squares", squares + rows, MARGIN);
}

static uint64_t NAME(mark_of)(const real *row, size_t width) {
  SCOPED double *least = guarded_f64(width);
  SCOPED double *most = guarded_f64(width);
  SCOPED double *missing = guarded_f64(width);
  double square;
  uint64_t mark;
  for (size_t c = 0; c < width; c++) least[c] = most[c] = missing[c] = 0;
  NAME(phasor_survey)(least, most, missing, &square, &mark, row, 1, width);
  return mark;
}

// A row's mark changes with any value, with the order of values, and not with the sign of a zero.
static void NAME(test_marks)(size_t width) {
  SCOPED real *row = NAME(random_array)(width, 0);
  const uint64_t mark = NAME(mark_of)(row, width);
  if (!check(NAME(mark_of)(row, width) == mark)) check_fail("equal rows have different marks");
  for (size_t c = 0; c < width; c++) {
    const real kept = row[c];
    row[c] = (real)nextafter((double)kept, 9);
    if (row[c] == kept) row[c] = kept * (real)1.000001;
    if (!check(NAME(mark_of)(row, width) != mark)) check_fail("a changed row keeps its mark");
    row[c] = 0;
    const uint64_t zero = NAME(mark_of)(row, width);
    row[c] = -(real)0;
    if (!check(NAME(mark_of)(row, width) == zero)) check_fail("the sign of a zero is marked");
    row[c] = kept;
    for (size_t other = 0; other < c; other++) {
      row[c] = row[other];
      row[other] = kept;
      if (!check(NAME(mark_of)(row, width) != mark))
        check_fail("columns %zu and %zu exchanged, of %zu, are not marked", other, c, width);
      row[other] = row[c];
      row[c] = kept;
    }
  }
}

static void NAME(test_deviations)(size_t rows, size_t columns, size_t stride, int special) {
  SCOPED real *x = NAME(random_array)(rows * stride, special);
  SCOPED double *table = guarded_f64(rows * TABLE);
  SCOPED int32_t *places = (int32_t *)guarded(columns * sizeof *places);
  SCOPED double *column_most = guarded_f64(columns + MARGIN);
  SCOPED double *squares = guarded_f64(columns + MARGIN);
  SCOPED double *row_most = guarded_f64(rows + MARGIN);
  const double scale = random_between(-3, 3);
  random_fill_f64(table, rows * TABLE);
  for (size_t c = 0; c < columns; c++) {
    places[c] = (int32_t)random_below(TABLE);
    column_most[c] = random_between(0, 2);
    squares[c] = 1;
  }
  for (size_t r = 0; r < rows; r++) row_most[r] = random_between(0, 2);
  SCOPED double *columns_wanted = guarded_f64(columns);
  SCOPED double *squares_wanted = guarded_f64(columns);
  SCOPED double *rows_wanted = guarded_f64(rows);
  memcpy(columns_wanted, column_most, columns * sizeof(double));
  memcpy(squares_wanted, squares, columns * sizeof(double));
  memcpy(rows_wanted, row_most, rows * sizeof(double));
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < columns; c++) {
      const volatile double product = scale * table[r * TABLE + (size_t)places[c]];
      const double off = fabs((double)x[r * stride + c] - product);
      if (!isfinite(off)) continue;
      const volatile double square = off * off;
      columns_wanted[c] = larger(columns_wanted[c], off);
      rows_wanted[r] = larger(rows_wanted[r], off);
      squares_wanted[c] += square;
    }
  NAME(phasor_deviations)
  (column_most, squares, row_most, x, stride, table, TABLE, places, scale, rows, columns);
  check_all_f64("deviations, column_most", column_most, columns_wanted, columns);
  check_all_f64("deviations, column_squares", squares, squares_wanted, columns);
  check_all_f64("deviations, row_most", row_most, rows_wanted, rows);
  check_past("deviations, column_most", column_most + columns, MARGIN);
  check_past("deviations, column_squares", squares + columns, MARGIN);
  check_past("deviations, row_most", row_most + rows, MARGIN);
}

static void NAME(test_all)(void) {
  for (size_t i = 0; i < WIDTHS; i++)
    for (size_t rows = 0; rows <= 9; rows++)
      for (int special = 0; special < 2; special++) {
        NAME(test_survey)(rows, widths[i], special);
        NAME(test_deviations)(rows, widths[i], widths[i] + random_below(3), special);
      }
  for (size_t i = 0; i < WIDTHS; i++) NAME(test_marks)(widths[i]);
}
