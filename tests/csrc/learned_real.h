// learned_real.h: the tests of learned.c's functions for both types, for csrc/each_real.h.

static real *NAME(random_array)(size_t count) {
  real *x = NAME(guarded)(count);
  NAME(random_fill)(x, count);
  return x;
}

// A number of the stream does not depend on where a call starts or ends.
static void NAME(test_normal_pieces)(void) {
  enum { COUNT = 61 };
  real all[COUNT];
  NAME(phasor_normal)(all, 0, COUNT, 5, 0.02);
  for (size_t first = 0; first < COUNT; first += 2)
    for (size_t count = 0; count <= COUNT - first; count++) {
      SCOPED real *out = NAME(guarded)(count + MARGIN);
      SCOPED real *wanted = NAME(guarded)(count + MARGIN);
      memcpy(wanted, all + first, count * sizeof(real));
      NAME(phasor_normal)(out, (double)first, count, 5, 0.02);
      NAME(check_all)("a piece of phasor_normal", out, wanted, count + MARGIN);
    }
}

static void NAME(test_batch_sum)(size_t batch, size_t count, size_t offset) {
  const size_t stride = count + random_below(4);
  const size_t total = offset + count + MARGIN;
  SCOPED real *x = NAME(random_array)(offset + batch * stride + count);
  SCOPED real *sums = NAME(random_array)(total);
  SCOPED real *wanted = NAME(guarded)(total);
  memcpy(wanted, sums, total * sizeof(real));
  for (size_t i = 0; i < count; i++)
    for (size_t b = 0; b < batch; b++) {
      const volatile real sum = wanted[offset + i] + x[offset + b * stride + i];
      wanted[offset + i] = sum;
    }
  NAME(phasor_batch_sum)(sums + offset, x + offset, batch, stride, count);
  char what[100];
  snprintf(what, sizeof what, "phasor_batch_sum, %zu of %zu × %zu bytes", batch, count,
           sizeof(real));
  NAME(check_all)(what, sums, wanted, total);
}

static void NAME(test_scatter_add)(size_t rows, size_t count, size_t width) {
  SCOPED real *table = NAME(random_array)(rows * width + MARGIN);
  SCOPED real *wanted = NAME(guarded)(rows * width + MARGIN);
  SCOPED real *x = NAME(random_array)(count * width);
  SCOPED int32_t *indices = (int32_t *)guarded(count * sizeof(int32_t));
  SCOPED int32_t *sources = (int32_t *)guarded(count * sizeof(int32_t));
  const int has_sources = random_below(2) == 0;
  memcpy(wanted, table, (rows * width + MARGIN) * sizeof(real));
  for (size_t i = 0; i < count; i++) {
    indices[i] = (int32_t)random_below(rows);
    sources[i] = (int32_t)random_below(count);
    const size_t source = has_sources ? (size_t)sources[i] : i;
    for (size_t c = 0; c < width; c++) {
      real *at = wanted + (size_t)indices[i] * width + c;
      const volatile real sum = *at + x[source * width + c];
      *at = sum;
    }
  }
  NAME(phasor_scatter_add)(table, indices, x, has_sources ? sources : 0, count, width);
  NAME(check_all)("phasor_scatter_add", table, wanted, rows * width + MARGIN);
}

static void NAME(test_all)(void) {
  NAME(test_normal_pieces)();
  for (size_t count = 0; count <= 70; count++)
    for (size_t batch = 0; batch <= 9; batch++)
      NAME(test_batch_sum)(batch, count, (count + batch) % 4);
  NAME(test_batch_sum)(8, 1031, 1);
  for (size_t width = 1; width <= 35; width++)
    for (size_t count = 0; count <= 12; count += 3) NAME(test_scatter_add)(5, count, width);
}
