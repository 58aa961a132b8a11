// matrices_real.h: the subjects of matrices.c, for each_real.h.

#define OUTPUT(rows, width, stride) fuzz_output(fuzz, rows, width, stride, sizeof(real))
#define DOUBLES(count) fuzz_output(fuzz, 1, count, count, sizeof(double))
#define INPUT(count) NAME(fuzz_input)(fuzz, count)
#define CHANGED(count) NAME(fuzz_changed)(fuzz, count)

static void NAME(matrices)(Fuzz *fuzz) {
  const size_t rows = fuzz_below(fuzz, 12);
  const size_t pairs = fuzz_size(fuzz, 1, 20);
  const size_t width = 2 * pairs;
  const real *x = INPUT(rows * width);
  switch (fuzz_below(fuzz, 5)) {
  case 0: {
    const size_t stride = fuzz_stride(fuzz, pairs);
    NAME(phasor_split)
    (OUTPUT(rows, pairs, stride), OUTPUT(rows, pairs, stride), stride, x, rows, pairs);
    break;
  }
  case 1: {
    const size_t stride = fuzz_stride(fuzz, width);
    NAME(phasor_swap)(OUTPUT(rows, width, stride), stride, x, rows, pairs);
    break;
  }
  case 2:
    NAME(phasor_columns)
    (OUTPUT(rows, width, width), x, fuzz_indices(fuzz, width, width), rows, width);
    break;
  case 3: {
    const real scale = (real)fuzz_any(fuzz);
    real *out = CHANGED(rows * width);
    NAME(phasor_add)(OUTPUT(1, rows * width, rows * width), out, x, scale, rows * width);
    NAME(phasor_add)(out, out, x, scale, rows * width);
    break;
  }
  default: {
    const size_t words = fuzz_size(fuzz, 1, 9);
    const int32_t *ids = fuzz_indices(fuzz, rows, words);
    NAME(phasor_embed)
    (OUTPUT(rows, width, width), INPUT(words * width), ids, x, (real)fuzz_any(fuzz), rows, width);
  }
  }
}

static void NAME(rope)(Fuzz *fuzz) {
  const size_t pairs = fuzz_size(fuzz, 1, 20);
  const size_t rows = fuzz_below(fuzz, 6);
  const size_t start = fuzz_below(fuzz, 4);
  const size_t width = start + 2 * pairs + fuzz_below(fuzz, 6);
  const size_t heads = fuzz_size(fuzz, 1, 4);
  const size_t blocks = fuzz_below(fuzz, 4);
  const size_t apart = rows * heads * width + fuzz_below(fuzz, 5);
  int32_t *order = fuzz_work(fuzz, pairs * sizeof *order);
  for (size_t i = 0; i < pairs; i++) order[i] = (int32_t)(pairs - 1 - i);
  double *rates = DOUBLES(pairs);
  double *exponents = fuzz_work(fuzz, rows * sizeof *exponents);
  phasor_xpos_rates(rates, pairs);
  for (size_t r = 0; r < rows; r++) exponents[r] = fuzz_between(fuzz, -300, 300);
  real *angles = OUTPUT(rows, 2 * pairs, 2 * pairs);
  NAME(phasor_rope_rows)
  (angles, INPUT(rows * 2 * pairs), fuzz_below(fuzz, 2) ? order : 0, (real)fuzz_any(fuzz),
   (real)fuzz_any(fuzz), fuzz_below(fuzz, 4) ? 0 : rates, exponents, rows, pairs);
  const size_t block = rows * heads * width;
  const size_t size = blocks > 0 ? (blocks - 1) * apart + block : 0;
  real *x = CHANGED(size);
  real *out = OUTPUT(blocks, block, apart);
  double *list = fuzz_work(fuzz, rows * sizeof *list);
  for (size_t r = 0; r < rows; r++) list[r] = fuzz_any(fuzz);
  const double *factors = fuzz_below(fuzz, 2) ? list : 0;
  const int half = (int)fuzz_below(fuzz, 2);
  NAME(phasor_rope_rotate)
  (out, x, angles, factors, blocks, apart, rows, heads, width, start, pairs, half);
  NAME(phasor_rope_rotate)
  (x, x, angles, factors, blocks, apart, rows, heads, width, start, pairs, half);
  for (size_t b = 0; b < blocks; b++)
    fuzz_require(block == 0 || memcmp(out + b * apart, x + b * apart, block * sizeof(real)) == 0);
  phasor_query_factors(fuzz_changed_f64(fuzz, rows), rows, (int)fuzz_below(fuzz, 3),
                       fuzz_between(fuzz, 1.5, 0x1p53), fuzz_between(fuzz, -0x1p53, 0x1p53),
                       fuzz_between(fuzz, 0, 1e6), (int)fuzz_below(fuzz, 2));
  const double *from = fuzz_input_f64(fuzz, 2 * pairs);
  const double *to = fuzz_input_f64(fuzz, 2 * pairs);
  NAME(phasor_rope_between)(OUTPUT(1, 2 * pairs, 2 * pairs), from, to, pairs);
  NAME(phasor_rope_join)(OUTPUT(1, 2 * pairs, 2 * pairs), INPUT(pairs), INPUT(pairs), pairs);
}

static void NAME(learned)(Fuzz *fuzz) {
  const size_t count = fuzz_below(fuzz, 70);
  const double first = 2 * floor(fuzz_between(fuzz, 0, 0x1p52 - 70));
  const double seed = floor(fuzz_between(fuzz, 0, 0x1p53 - 1));
  real *normal = OUTPUT(1, count, count);
  NAME(phasor_normal)(normal, first, count, seed, 1);
  for (size_t i = 0; i < count; i++) fuzz_require(fabs((double)normal[i]) < 9);
  const size_t batch = fuzz_below(fuzz, 5);
  const size_t apart = fuzz_stride(fuzz, count);
  NAME(phasor_batch_sum)(CHANGED(count), INPUT(batch * apart + count), batch, apart, count);
  const size_t width = fuzz_size(fuzz, 1, 9);
  const size_t rows = fuzz_size(fuzz, 1, 9);
  const int32_t *indices = fuzz_indices(fuzz, count, rows);
  const int32_t *sources = fuzz_indices(fuzz, count, count > 0 ? count : 1);
  NAME(phasor_scatter_add)
  (CHANGED(rows * width), indices, INPUT(count * width), fuzz_below(fuzz, 2) ? sources : 0, count,
   width);
}

static void NAME(attention)(Fuzz *fuzz) {
  const size_t rows = fuzz_below(fuzz, 12);
  const size_t columns = fuzz_below(fuzz, 30);
  const size_t depth = fuzz_size(fuzz, 1, 20);
  const size_t stride = fuzz_stride(fuzz, columns);
  const size_t panel = sizeof(real) == 4 ? 8 : 4;
  const size_t padded = (columns + panel - 1) / panel * panel;
  const size_t k_stride = fuzz_stride(fuzz, depth);
  const size_t q_stride = fuzz_stride(fuzz, depth);
  real *panels = OUTPUT(1, padded * depth, padded * depth);
  NAME(phasor_panels)(panels, INPUT(columns * k_stride), k_stride, columns, depth);
  real *scores = OUTPUT(rows, columns, stride);
  NAME(phasor_scores)
  (scores, stride, INPUT(rows * q_stride), q_stride, panels, (real)fuzz_any(fuzz), rows, columns,
   depth, 0);
  real *x = CHANGED(rows * columns);
  NAME(phasor_softmax)(OUTPUT(rows, columns, columns), x, rows, columns);
  NAME(phasor_softmax)(x, x, rows, columns);
  for (size_t r = 0; r < rows; r++) {
    double sum = 0;
    for (size_t c = 0; c < columns; c++) sum += (double)x[r * columns + c];
    fuzz_require(isnan(sum) || sum == 0 || fabs(sum - 1) < 1e-5);
  }
  double sums[4] = {0};
  const real *row = INPUT(columns);
  const real most = NAME(phasor_greatest)(row, -(real)INFINITY, columns);
  // The passes leave rows of NaN or of +∞ to phasor_softmax.
  if (isfinite((double)most)) {
    NAME(phasor_exp_sums)(sums, row, most, columns);
    NAME(phasor_exp_weights)(OUTPUT(1, columns, columns), row, most, sums, columns);
  }
  real *tame = fuzz_work(fuzz, (rows * stride + columns) * sizeof(real));
  for (size_t i = 0; i < rows * stride + columns; i++) tame[i] = (real)(i % 7);
  const real *bias = fuzz_below(fuzz, 2) ? INPUT(rows * columns) : 0;
  const size_t unsound =
      NAME(phasor_attend)(tame, stride, bias, (ptrdiff_t)fuzz_below(fuzz, 18) - 9, rows, columns,
                          (int)fuzz_below(fuzz, 2));
  fuzz_require(unsound <= rows);
  // The scores as the weights of values, finite or not.
  const size_t keys = columns;
  const size_t features = fuzz_size(fuzz, 1, 20);
  const size_t v_stride = fuzz_stride(fuzz, features);
  const size_t strip = (features + panel - 1) / panel * panel;
  real *strips = fuzz_work(fuzz, strip * PHASOR_STRIP * sizeof(real));
  NAME(phasor_strips)(strips, INPUT(keys * v_stride), v_stride, keys, features);
  const size_t out_stride = fuzz_stride(fuzz, features);
  real *sums_of = OUTPUT(rows, features, out_stride);
  NAME(phasor_weighted_sums)
  (sums_of, out_stride, scores, stride, strips, rows, features, keys, 0, (int)fuzz_below(fuzz, 2));
  NAME(phasor_weighted_sums)
  (sums_of, out_stride, scores, stride, strips, rows, features, keys, 1, (int)fuzz_below(fuzz, 2));
}

static void NAME(bias)(Fuzz *fuzz) {
  const size_t rows = fuzz_size(fuzz, 1, 12);
  const size_t columns = fuzz_size(fuzz, 1, 30);
  const size_t stride = fuzz_stride(fuzz, columns);
  const size_t step = fuzz_size(fuzz, 1, 3);
  const size_t count = (rows - 1) * step + columns;
  real *line = OUTPUT(1, count, count);
  NAME(phasor_alibi)
  (line, floor(fuzz_between(fuzz, -0x1p52, 0x1p52)), count, fuzz_between(fuzz, 0, 1),
   fuzz_below(fuzz, 2) ? -(double)INFINITY : -0.5);
  real *out = OUTPUT(rows, columns, stride);
  NAME(phasor_slide)(out, stride, line, step, rows, columns);
  fuzz_require(memcmp(out + (rows - 1) * stride, line, columns * sizeof(real)) == 0);
  NAME(phasor_mask)(out, stride, (ptrdiff_t)fuzz_below(fuzz, 60) - 20, rows, columns);
  NAME(phasor_slide_sums)
  (fuzz_changed_f64(fuzz, count), INPUT(rows * stride), stride, step, rows, columns);
  const size_t span = fuzz_size(fuzz, 1, 300);
  double *coordinates = DOUBLES(count);
  phasor_log_coordinates(coordinates, count, (uint32_t)span);
  for (size_t i = 1; i < count; i++) fuzz_require(coordinates[i] > coordinates[i - 1]);
  const size_t heads = fuzz_size(fuzz, 1, 70);
  double *slopes = DOUBLES(heads);
  phasor_alibi_slopes(slopes, (uint32_t)heads, fuzz_between(fuzz, 0x1p-100, 1000));
  for (size_t i = 0; i < heads; i++) fuzz_require(slopes[i] > 0 && slopes[i] <= 1);
  const uint32_t buckets = 4 + 2 * (uint32_t)fuzz_below(fuzz, 40);
  const int bidirectional = (int)fuzz_below(fuzz, 2);
  int32_t *places = fuzz_output(fuzz, 1, count, count, sizeof *places);
  phasor_t5_buckets(places, floor(fuzz_between(fuzz, -0x1p52, 0x1p52)), count, buckets,
                    bidirectional, (uint32_t)fuzz_size(fuzz, buckets, 0x7fffffff));
  for (size_t i = 0; i < count; i++) fuzz_require(places[i] >= 0 && (uint32_t)places[i] < buckets);
  const size_t height = fuzz_size(fuzz, 1, 9);
  int32_t *indices = fuzz_output(fuzz, 2 * height - 1, columns, columns, sizeof *indices);
  phasor_swin_line(indices, (uint32_t)height, (uint32_t)columns,
                   (uint32_t)fuzz_below(fuzz, columns));
  const real *entries = INPUT(rows * stride);
  const double limit = fuzz_any(fuzz);
  const double least = NAME(phasor_least_above)(entries, rows * stride, limit);
  fuzz_require(!(least <= limit));
  double moments[6 * 10] = {0};
  NAME(phasor_moments)
  (moments, entries, stride, fuzz_indices(fuzz, rows, 5), fuzz_indices(fuzz, columns, 6), limit,
   rows, columns);
  for (size_t i = 0; i < 10; i++) fuzz_require(moments[6 * i + 4] <= moments[6 * i + 5]);
}

static void NAME(analysis)(Fuzz *fuzz) {
  const size_t rows = fuzz_below(fuzz, 20);
  const size_t columns = fuzz_below(fuzz, 20);
  const size_t pairs = fuzz_size(fuzz, 1, 12);
  const size_t width = 2 * pairs;
  const size_t depth = fuzz_size(fuzz, 1, 40);
  const double *values = fuzz_input_f64(fuzz, width);
  const size_t shown = fuzz_below(fuzz, width + 1);
  phasor_shift_matrix(fuzz_output(fuzz, shown, width, width, sizeof(double)), values,
                      fuzz_below(fuzz, width - shown + 1), shown, width);
  const real *x = INPUT(rows * width);
  NAME(phasor_shift_errors)(DOUBLES(rows), x, INPUT(rows * width), values, rows, width);
  NAME(phasor_norms)(DOUBLES(rows), x, rows, width);
  NAME(phasor_column_sums)(fuzz_changed_f64(fuzz, width), x, rows, width);
  NAME(phasor_column_squares)(fuzz_changed_f64(fuzz, width), values, x, rows, width);
  NAME(phasor_range)(fuzz_changed_f64(fuzz, 2), x, rows * width);
  const size_t stride = fuzz_stride(fuzz, columns);
  const size_t a_stride = fuzz_stride(fuzz, depth);
  const size_t b_stride = fuzz_stride(fuzz, depth);
  real *tile = OUTPUT(rows, columns, stride);
  const real *a = INPUT(rows * a_stride);
  const real *b = INPUT(columns * b_stride);
  NAME(phasor_dots)(tile, stride, a, a_stride, b, b_stride, rows, columns, depth, 0);
  NAME(phasor_dots)(tile, stride, a, a_stride, b, b_stride, rows, columns, depth, 1);
  NAME(phasor_diagonal_sums)
  (fuzz_changed_f64(fuzz, 64), tile, stride, fuzz_below(fuzz, 20), fuzz_below(fuzz, 20), rows,
   columns);
  NAME(phasor_normalise)
  (tile, stride, fuzz_input_f64(fuzz, rows), fuzz_input_f64(fuzz, columns), rows, columns);
  const size_t turned = fuzz_stride(fuzz, rows);
  NAME(phasor_transpose)(OUTPUT(columns, rows, turned), turned, tile, stride, rows, columns);
}

static void NAME(diagnose)(Fuzz *fuzz) {
  const size_t rows = fuzz_below(fuzz, 20);
  const size_t width = fuzz_size(fuzz, 1, 30);
  const real *x = INPUT(rows * width);
  uint64_t *marks = fuzz_output(fuzz, 1, rows, rows, sizeof *marks);
  double *squares = DOUBLES(rows);
  double *least = fuzz_changed_f64(fuzz, width);
  double *most = fuzz_changed_f64(fuzz, width);
  NAME(phasor_survey)(least, most, fuzz_changed_f64(fuzz, width), squares, marks, x, rows, width);
  for (size_t r = 1; r < rows; r++) {
    const int same = memcmp(x + r * width, x, width * sizeof(real)) == 0;
    fuzz_require(!same || marks[r] == marks[0]);
  }
  const size_t table_width = fuzz_size(fuzz, 1, 30);
  const int32_t *places = fuzz_indices(fuzz, width, table_width);
  NAME(phasor_deviations)
  (fuzz_changed_f64(fuzz, width), fuzz_changed_f64(fuzz, width), fuzz_changed_f64(fuzz, rows), x,
   width, fuzz_input_f64(fuzz, rows * table_width), table_width, places, fuzz_any(fuzz), rows,
   width);
  const size_t pairs = fuzz_size(fuzz, 1, 9);
  const int32_t *of = fuzz_indices(fuzz, rows, 3);
  int32_t pairing[5 * 30];
  memcpy(pairing, fuzz_indices(fuzz, 5 * width, width), 5 * width * sizeof *pairing);
  memcpy(pairing + 3 * width, fuzz_indices(fuzz, width, pairs), width * sizeof *pairing);
  const double *input = fuzz_input_f64(fuzz, rows * width);
  const double *output = fuzz_input_f64(fuzz, rows * width);
  phasor_pair_sums(fuzz_changed_f64(fuzz, 18 * pairs), input, output, of, pairing, pairs, width,
                   width, rows);
  phasor_pair_arrows(fuzz_changed_f64(fuzz, 12 * pairs), fuzz_changed_f64(fuzz, 4 * pairs),
                     fuzz_input_f64(fuzz, 18 * pairs), 3, pairs);
  uint32_t columns[30] = {0};
  uint32_t above[20] = {0};
  phasor_pair_residuals(fuzz_changed_f64(fuzz, 4), columns, above, input, output,
                        fuzz_input_f64(fuzz, 9 * pairs), of, pairing, places,
                        fuzz_input_f64(fuzz, 5), pairs, width, 0, width, rows, 1);
  double *step = DOUBLES(11);
  phasor_fit_step(step, input, fuzz_below(fuzz, 2) ? output : 0, fuzz_input_f64(fuzz, rows),
                  fuzz_input_f64(fuzz, rows * 2 * width), 2 * width,
                  fuzz_indices(fuzz, width, width), fuzz_input_f64(fuzz, 3 * width), fuzz_any(fuzz),
                  fuzz_any(fuzz), (uint32_t)fuzz_below(fuzz, 16), rows, width);
  fuzz_require(step[1] >= 0 && step[1] <= (double)(rows * width));
  const int apart = (int)fuzz_below(fuzz, 2);
  phasor_pair_motion(fuzz_changed_f64(fuzz, 2), fuzz_input_f64(fuzz, rows * 2 * pairs),
                     fuzz_input_f64(fuzz, rows * 2 * pairs), rows, fuzz_below(fuzz, rows + 1),
                     pairs, apart ? 1 : 2, apart ? pairs : 1);
  phasor_row_dots(DOUBLES(rows), input, output, rows, width);
}

#undef OUTPUT
#undef DOUBLES
#undef INPUT
#undef CHANGED
