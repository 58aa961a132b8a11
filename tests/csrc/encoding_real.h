// encoding_real.h: the tests of encoding.c, for csrc/each_real.h.

static real *NAME(random_array)(size_t count) {
  real *x = NAME(guarded)(count);
  for (size_t i = 0; i < count; i++) x[i] = (real)random_or_special();
  return x;
}

static void NAME(add_plainly)(real *out, const real *x, const real *table, real scale,
                              size_t count) {
  for (size_t i = 0; i < count; i++) {
    const volatile real product = scale * x[i];
    out[i] = product + table[i];
  }
}

static void NAME(test_add)(size_t count, real scale, size_t offset, placement where) {
  const size_t total = offset + count + MARGIN;
  SCOPED real *x = NAME(random_array)(offset + count);
  SCOPED real *table = NAME(random_array)(offset + count);
  SCOPED real *out = NAME(guarded)(total);
  SCOPED real *wanted = NAME(guarded)(total);
  real *at = out + offset;
  NAME(add_plainly)(wanted + offset, x + offset, table + offset, scale, count);
  if (where == OVER_X) memcpy(at, x + offset, count * sizeof(real));
  if (where == OVER_TABLE) memcpy(at, table + offset, count * sizeof(real));
  NAME(phasor_add)
  (at, where == OVER_X ? at : x + offset, where == OVER_TABLE ? at : table + offset, scale, count);
  char what[100];
  snprintf(what, sizeof what, "phasor_add, %zu of %zu bytes, offset %zu, placement %d", count,
           sizeof(real), offset, (int)where);
  NAME(check_all)(what, out, wanted, total);
}

static void NAME(test_embed)(size_t rows, size_t width, real scale, size_t offset) {
  const size_t total = offset + rows * width + MARGIN;
  SCOPED real *embeddings = NAME(random_array)(offset + VOCABULARY * width);
  SCOPED real *table = NAME(random_array)(offset + rows * width);
  SCOPED real *out = NAME(guarded)(total);
  SCOPED real *wanted = NAME(guarded)(total);
  SCOPED int32_t *ids = (int32_t *)guarded(rows * sizeof(int32_t));
  for (size_t r = 0; r < rows; r++) { // the first and the last, and then any, some of them twice
    ids[r] = r < 2 ? (int32_t)r * (VOCABULARY - 1) : (int32_t)random_below(VOCABULARY);
    NAME(add_plainly)
    (wanted + offset + r * width, embeddings + offset + (size_t)ids[r] * width,
     table + offset + r * width, scale, width);
  }
  NAME(phasor_embed)(out + offset, embeddings + offset, ids, table + offset, scale, rows, width);
  char what[100];
  snprintf(what, sizeof what, "phasor_embed, %zu × %zu of %zu bytes, offset %zu", rows, width,
           sizeof(real), offset);
  NAME(check_all)(what, out, wanted, total);
}

static void NAME(test_all)(void) {
  for (size_t i = 0; i < LENGTHS; i++)
    for (size_t offset = 0; offset < 4; offset++)
      for (size_t k = 0; k < SCALES; k++) {
        const real scale = (real)scales[k];
        NAME(test_add)(lengths[i], scale, offset, APART);
        NAME(test_add)(lengths[i], scale, offset, OVER_X);
        NAME(test_add)(lengths[i], scale, offset, OVER_TABLE);
        NAME(test_embed)(random_below(10), lengths[i], scale, offset);
      }
}
