// analysis_real.h: the tests of analysis.c's functions for both types, for csrc/each_real.h.

static real *NAME(random_array)(size_t count, kind of) {
  real *x = NAME(guarded)(count);
  for (size_t i = 0; i < count; i++) x[i] = (real)random_value(of);
  return x;
}

// ---- products ----

// The order phasor.h states: lanes, then their sum (as in simd.h).
static real NAME(dot_plainly)(const real *a, const real *b, size_t depth) {
  real lanes[LANES] = {0};
  for (size_t k = 0; k < depth; k++) {
    const volatile real product = a[k] * b[k];
    lanes[k % LANES] += product;
  }
  if (LANES == 4) return (lanes[0] + lanes[2 % LANES]) + (lanes[1] + lanes[3 % LANES]);
  return lanes[0] + lanes[1];
}

static void NAME(test_dots)(size_t rows, size_t columns, size_t depth, kind of, int accumulate) {
  const size_t stride = columns + random_below(3);
  const size_t a_stride = depth + random_below(3);
  const size_t b_stride = depth + random_below(3);
  const size_t offset = random_below(3);
  const size_t total = offset + rows * stride + MARGIN;
  SCOPED real *a = NAME(random_array)(offset + rows * a_stride, of);
  SCOPED real *b = NAME(random_array)(offset + columns * b_stride, of);
  SCOPED real *out = NAME(guarded)(total);
  SCOPED real *wanted = NAME(guarded)(total);
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < columns; c++) {
      const size_t at = offset + r * stride + c;
      const real *left = a + offset + r * a_stride;
      const real *right = b + offset + c * b_stride;
      const real dot = NAME(dot_plainly)(left, right, depth);
      const real before = (real)random_value(of);
      if (accumulate) out[at] = before;
      wanted[at] = accumulate ? before + dot : dot;
      // phasor.h's bound on the error
      long double sum = 0;
      long double magnitudes = 0;
      for (size_t k = 0; k < depth; k++) {
        const long double product = (long double)left[k] * (long double)right[k];
        sum += product;
        magnitudes += fabsl(product);
      }
      const double unit = LANES == 4 ? 0x1p-24 : 0x1p-53;
      const double bound = ((double)depth / LANES + 3) * unit * (double)magnitudes;
      check_near("phasor_dots, error", depth, (double)((long double)dot - sum), 0,
                 of == INTEGERS ? 0 : bound);
    }
  NAME(phasor_dots)
  (out + offset, stride, a + offset, a_stride, b + offset, b_stride, rows, columns, depth,
   accumulate);
  char what[100];
  snprintf(what, sizeof what, "phasor_dots, %zu × %zu × %zu of %zu bytes", rows, columns, depth,
           sizeof(real));
  NAME(check_all)(what, out, wanted, total);
}

static void NAME(test_transpose)(size_t rows, size_t columns) {
  const size_t in_stride = columns + random_below(3);
  const size_t out_stride = rows + random_below(3);
  SCOPED real *in = NAME(random_array)(rows * in_stride, FRACTIONS);
  SCOPED real *out = NAME(guarded)(columns * out_stride + MARGIN);
  SCOPED real *wanted = NAME(guarded)(columns * out_stride + MARGIN);
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < columns; c++) wanted[c * out_stride + r] = in[r * in_stride + c];
  NAME(phasor_transpose)(out, out_stride, in, in_stride, rows, columns);
  NAME(check_all)("phasor_transpose", out, wanted, columns * out_stride + MARGIN);
}

// ---- rows: norms and errors of shifts ----

static void NAME(test_rows)(size_t rows, size_t width, kind of) {
  const size_t offset = random_below(3);
  SCOPED real *x = NAME(random_array)(offset + rows * width, of);
  SCOPED real *y = NAME(random_array)(offset + rows * width, of);
  SCOPED double *values = random_doubles(width, of);
  SCOPED double *norms = guarded_f64(rows + MARGIN);
  SCOPED double *errors = guarded_f64(rows + MARGIN);
  for (size_t c = 0; c < width; c++) x[offset + c] = 0; // the first row has no norm
  NAME(phasor_norms)(norms, x + offset, rows, width);
  NAME(phasor_shift_errors)(errors, x + offset, y + offset, values, rows, width & ~(size_t)1);
  const size_t even = width & ~(size_t)1;
  for (size_t r = 0; r < rows; r++) {
    long double squares = 0;
    for (size_t c = 0; c < width; c++) {
      const long double value = (long double)x[offset + r * width + c];
      squares += value * value;
    }
    const double norm = root(squares, of);
    check_near("phasor_norms", r, norms[r], norm,
               of == INTEGERS ? 0 : norm * ((double)width + 4) * 0x1p-54);
    squares = 0;
    for (size_t c = 0; c < even; c += 2) {
      const real *at = x + offset + r * even + c;
      const real *to = y + offset + r * even + c;
      const long double s = (long double)values[c];
      const long double k = (long double)values[c + 1];
      const long double up = k * (long double)at[0] + s * (long double)at[1] - (long double)to[0];
      const long double across =
          k * (long double)at[1] - s * (long double)at[0] - (long double)to[1];
      squares += up * up + across * across;
    }
    const double error = root(squares, of);
    check_near("phasor_shift_errors", r, errors[r], error,
               of == INTEGERS ? 0
                              : sqrt((double)width) * 0x1p-51 + error * (double)width * 0x1p-53);
  }
  check_past("phasor_norms", norms + rows, MARGIN);
  check_past("phasor_shift_errors", errors + rows, MARGIN);
}

// Rows of which no entry has a square, or all have one too many: norms and errors as of the same rows
// in the middle of the range, times the power of two between them.
static void NAME(test_extremes)(size_t width) {
  const double scales[] = {0x1p-149,  0x1p-130, 0x1p100, 0x1p120,
                           0x1p-1060, 0x1p-700, 0x1p700, 0x1p1010};
  SCOPED double *values = random_doubles(width + 1, FRACTIONS);
  SCOPED real *x = NAME(random_array)(2 * width, INTEGERS);
  x[0] = 1;
  SCOPED real *scaled = NAME(guarded)(2 * width);
  for (size_t s = 0; s < (LANES == 4 ? 4 : 8); s++) {
    double norm, error, scaled_norm, scaled_error;
    for (size_t i = 0; i < 2 * width; i++) scaled[i] = x[i] * (real)scales[s];
    NAME(phasor_norms)(&norm, x, 1, width);
    NAME(phasor_norms)(&scaled_norm, scaled, 1, width);
    check_near("norm of an extreme row", s, scaled_norm, norm * scales[s],
               0x1p-50 * norm * scales[s] + 0x1p-1074);
    NAME(phasor_shift_errors)(&error, x, x + width, values, 1, width);
    NAME(phasor_shift_errors)(&scaled_error, scaled, scaled + width, values, 1, width);
    check_near("error of an extreme row", s, scaled_error, error * scales[s],
               0x1p-48 * error * scales[s] + 0x1p-1074);
  }
  // Norms that no double holds, and rows that have none.
  const double largest = LANES == 4 ? 0x1.fffffep127 : 0x1.fffffffffffffp1023;
  double norm;
  for (size_t i = 0; i < width; i++) scaled[i] = (real)largest;
  NAME(phasor_norms)(&norm, scaled, 1, width);
  const double wanted = LANES == 4  ? largest * sqrt((double)width)
                        : width > 1 ? (double)INFINITY
                                    : largest;
  if (!check(norm == wanted || fabs(norm / wanted - 1) < ((double)width + 8) * 0x1p-54))
    check_fail("norm of the largest row: %g, not %g", norm, wanted);
  const real odd[] = {(real)INFINITY, -(real)INFINITY, (real)NAN, 0};
  for (size_t i = 0; i < 4; i++) {
    for (size_t c = 0; c < width; c++) scaled[c] = 0;
    scaled[width - 1] = odd[i];
    NAME(phasor_norms)(&norm, scaled, 1, width);
    check_same_f64("norm of no number", i, norm, fabs((double)odd[i]));
  }
}

// ---- tiles ----

static void NAME(test_tile)(size_t rows, size_t columns, kind of) {
  const size_t stride = columns + random_below(3);
  const size_t total = 1 + rows * stride;
  SCOPED real *tile = NAME(random_array)(total, of);
  SCOPED real *wanted = NAME(guarded)(total);
  memcpy(wanted, tile, total * sizeof(real));

  // Sums of diagonals, the tile lying anywhere about the main one, onto what is there.
  const size_t first_row = random_below(40);
  const size_t first_column = random_below(40);
  const size_t length = first_column + columns + MARGIN;
  SCOPED double *sums = random_doubles(length, INTEGERS);
  SCOPED long double *sums_wanted = (long double *)guarded(length * sizeof(long double));
  for (size_t i = 0; i < length; i++) sums_wanted[i] = (long double)sums[i];
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < columns; c++)
      if (first_column + c >= first_row + r)
        sums_wanted[first_column + c - first_row - r] += (long double)tile[1 + r * stride + c];
  NAME(phasor_diagonal_sums)(sums, tile + 1, stride, first_row, first_column, rows, columns);
  for (size_t i = 0; i < length; i++)
    check_near("phasor_diagonal_sums", i, sums[i], (double)sums_wanted[i],
               of == INTEGERS ? 0 : (double)rows * ((double)rows + 8) * 0x1p-53);
  NAME(check_all)("phasor_diagonal_sums, its input", tile, wanted, total);

  SCOPED double *row_norms = random_doubles(rows, POSITIVE);
  SCOPED double *column_norms = random_doubles(columns, POSITIVE);
  row_norms[random_below(rows)] = 0;
  column_norms[random_below(columns)] = 0;
  if (rows > 4 && columns > 4) { // products that underflow, and that are no numbers
    row_norms[0] = 1e-200;
    column_norms[0] = 1e-200;
    row_norms[1] = (double)NAN;
    column_norms[1] = (double)INFINITY;
  }
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < columns; c++) {
      const double norm = row_norms[r] * column_norms[c];
      real *at = wanted + 1 + r * stride + c;
      *at = norm == 0 ? 0 : (real)((double)*at / norm);
      if (fabs((double)*at) > 1) *at = *at > 0 ? 1 : -1;
    }
  NAME(phasor_normalise)(tile + 1, stride, row_norms, column_norms, rows, columns);
  NAME(check_all)("phasor_normalise", tile, wanted, total);
  // On the diagonal, where a row meets itself.
  double *norms = rows > columns ? row_norms : column_norms;
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < columns; c++) {
      const double norm = norms[r] * norms[c];
      real *at = wanted + 1 + r * stride + c;
      *at = norm == 0 ? 0 : (real)((double)*at / norm);
      if (fabs((double)*at) > 1) *at = *at > 0 ? 1 : -1;
      if (r == c && norm != 0 && isfinite(norm)) *at = 1;
    }
  NAME(phasor_normalise)(tile + 1, stride, norms, norms, rows, columns);
  NAME(check_all)("phasor_normalise, the diagonal", tile, wanted, total);
}

// ---- columns ----

static void NAME(test_columns)(size_t rows, size_t width, kind of) {
  const size_t offset = random_below(3);
  SCOPED real *x = NAME(random_array)(offset + rows * width, of);
  SCOPED double *mean = random_doubles(width, of);
  SCOPED double *sums = random_doubles(width + MARGIN, INTEGERS);
  SCOPED double *squares = random_doubles(width + MARGIN, INTEGERS);
  SCOPED double *before = random_doubles(width + MARGIN, INTEGERS);
  memcpy(squares, before, (width + MARGIN) * sizeof(double));
  memcpy(sums, before, (width + MARGIN) * sizeof(double));
  NAME(phasor_column_sums)(sums, x + offset, rows, width);
  NAME(phasor_column_squares)(squares, mean, x + offset, rows, width);
  const double bound = of == INTEGERS ? 0 : (double)rows * (2 * (double)rows + 16) * 0x1p-51;
  for (size_t c = 0; c < width; c++) {
    long double sum = (long double)before[c];
    long double square = sum;
    for (size_t r = 0; r < rows; r++) {
      const long double value = (long double)x[offset + r * width + c];
      sum += value;
      square += (value - (long double)mean[c]) * (value - (long double)mean[c]);
    }
    check_near("phasor_column_sums", c, sums[c], (double)sum, bound);
    check_near("phasor_column_squares", c, squares[c], (double)square, bound);
  }
  check_all_f64("phasor_column_sums, beyond", sums + width, before + width, MARGIN);
  check_all_f64("phasor_column_squares, beyond", squares + width, before + width, MARGIN);
}

static void NAME(test_range)(size_t count) {
  const size_t offset = random_below(3);
  SCOPED real *x = NAME(random_array)(offset + count, FRACTIONS);
  const double starts[][2] = {{(double)INFINITY, -(double)INFINITY}, {-0.5, 0.5}, {-2, 2}};
  for (size_t s = 0; s < sizeof starts / sizeof *starts; s++) {
    double range[2] = {starts[s][0], starts[s][1]};
    double wanted[2] = {starts[s][0], starts[s][1]};
    for (size_t i = 0; i < count; i++) {
      wanted[0] = fmin(wanted[0], (double)x[offset + i]);
      wanted[1] = fmax(wanted[1], (double)x[offset + i]);
    }
    NAME(phasor_range)(range, x + offset, count);
    check_all_f64("phasor_range", range, wanted, 2);
  }
  // A NaN in any place stays, in this call and in those that follow.
  const double nan[2] = {(double)NAN, (double)NAN};
  for (size_t i = 0; i < count; i++) {
    const real kept = x[offset + i];
    double range[2] = {-0.5, 0.5};
    x[offset + i] = (real)NAN;
    NAME(phasor_range)(range, x + offset, count);
    check_all_f64("phasor_range of a NaN", range, nan, 2);
    x[offset + i] = kept;
    NAME(phasor_range)(range, x + offset, count);
    check_all_f64("phasor_range after a NaN", range, nan, 2);
  }
  // Infinities are ends like any other.
  double range[2] = {0, 0};
  const double infinite[2] = {-(double)INFINITY, (double)INFINITY};
  x[offset] = (real)INFINITY;
  NAME(phasor_range)(range, x + offset, 1);
  x[offset] = -(real)INFINITY;
  NAME(phasor_range)(range, x + offset, 1);
  check_all_f64("phasor_range of infinities", range, infinite, 2);
}

static void NAME(test_all)(void) {
  for (size_t i = 0; i < WIDTHS; i++)
    for (kind of = INTEGERS; of < KINDS; of++) {
      const size_t width = widths[i];
      for (size_t rows = 1; rows <= 9; rows++) {
        NAME(test_dots)(rows, 1 + random_below(9), width, of, (int)random_below(2));
        NAME(test_rows)(rows, width, of);
        NAME(test_columns)(rows, width, of);
        NAME(test_tile)(rows, width, of);
        NAME(test_tile)(width, rows, of);
        NAME(test_transpose)(rows, width);
        NAME(test_transpose)(width, rows);
      }
      NAME(test_extremes)(width);
      NAME(test_transpose)(width, width);
      NAME(test_dots)(width % 40 + 1, width % 23 + 1, 1000, of, 0);
      NAME(test_range)(width);
    }
}
