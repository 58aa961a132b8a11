// bias_real.h: the tests of bias.c's functions for both types, for csrc/each_real.h.

static void NAME(test_slide)(size_t rows, size_t columns, size_t step, size_t offset) {
  const size_t stride = columns + random_below(3);
  const size_t length = rows ? (rows - 1) * step + columns : 0;
  const size_t total = offset + rows * stride + MARGIN;
  SCOPED real *line = NAME(guarded)(offset + length);
  NAME(random_fill)(line, offset + length);
  SCOPED real *out = NAME(guarded)(total);
  SCOPED real *wanted = NAME(guarded)(total);
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < columns; c++)
      wanted[offset + r * stride + c] = line[offset + (rows - 1 - r) * step + c];
  NAME(phasor_slide)(out + offset, stride, line + offset, step, rows, columns);
  char what[100];
  snprintf(what, sizeof what, "phasor_slide, %zu × %zu, step %zu, of %zu bytes", rows, columns,
           step, sizeof(real));
  NAME(check_all)(what, out, wanted, total);
}

// Of small integers, so that sums are exact in any order.
static void NAME(test_slide_sums)(size_t rows, size_t columns, size_t step) {
  const size_t stride = columns + random_below(3);
  const size_t length = rows ? (rows - 1) * step + columns : 0;
  SCOPED real *x = NAME(guarded)(rows * stride);
  SCOPED double *sums = guarded_f64(length + MARGIN);
  SCOPED double *wanted = guarded_f64(length + MARGIN);
  for (size_t i = 0; i < length; i++) sums[i] = wanted[i] = (double)random_below(9);
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < columns; c++) {
      x[r * stride + c] = (real)random_below(100);
      wanted[(rows - 1 - r) * step + c] += (double)x[r * stride + c];
    }
  NAME(phasor_slide_sums)(sums, x, stride, step, rows, columns);
  check_all_f64("phasor_slide_sums", sums, wanted, length + MARGIN);
}

static void NAME(test_alibi)(size_t count, double first, double before, double after) {
  SCOPED real *line = NAME(guarded)(count + MARGIN);
  SCOPED real *wanted = NAME(guarded)(count + MARGIN);
  for (size_t i = 0; i < count; i++) {
    const double distance = first + (double)i;
    wanted[i] = (real)(distance <= 0 ? distance * before : distance * after);
  }
  NAME(phasor_alibi)(line, first, count, before, after);
  NAME(check_all)("phasor_alibi", line, wanted, count + MARGIN);
}

static void NAME(test_mask)(size_t rows, size_t columns, ptrdiff_t seen) {
  const size_t stride = columns + random_below(3);
  const size_t total = rows * stride + MARGIN;
  SCOPED real *out = NAME(guarded)(total);
  SCOPED real *wanted = NAME(guarded)(total);
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < columns; c++)
      if ((ptrdiff_t)c >= seen + (ptrdiff_t)r) wanted[r * stride + c] = (real)-INFINITY;
  NAME(phasor_mask)(out, stride, seen, rows, columns);
  NAME(check_all)("phasor_mask", out, wanted, total);
}

static void NAME(test_all)(void) {
  for (size_t rows = 0; rows <= 9; rows++)
    for (size_t columns = 0; columns <= 40; columns++) {
      for (size_t step = 0; step <= 5; step++) {
        NAME(test_slide)(rows, columns, step, (rows + columns + step) % 4);
        NAME(test_slide_sums)(rows, columns, step);
      }
      for (ptrdiff_t seen = -11; seen <= (ptrdiff_t)columns + 1; seen++)
        NAME(test_mask)(rows, columns, seen);
    }
  NAME(test_slide)(70, 257, 1, 1);
  for (size_t count = 0; count <= 30; count++) {
    const double first = (double)random_below(40) - 35;
    const double slope = random_between(0, 1);
    NAME(test_alibi)(count, first, slope, -(double)INFINITY);
    NAME(test_alibi)(count, first, slope, -slope);
    NAME(test_alibi)(count, first, slope, slope);
    NAME(test_alibi)(count, first * 0x1p25, slope, -slope);
  }
}
