// attention_real.h: the tests of attention.c, for csrc/each_real.h.

#define RECORD (&records[LANES == 2])
#define LARGEST (LANES == 4 ? 0x1.fffffep127 : 0x1.fffffffffffffp1023)

// The distance of neighbours at the exact value: of its own binade, not of the one it is rounded to.
static double NAME(ulp_of)(const mpfr_t exact) {
  if (mpfr_zero_p(exact)) return LANES == 4 ? 0x1p-149 : 0x1p-1074;
  const long exponent = mpfr_get_exp(exact);
  if (LANES == 4) return exponent > -125 ? ldexp(1, (int)exponent - 24) : 0x1p-149;
  return exponent > -1021 ? ldexp(1, (int)exponent - 53) : 0x1p-1074;
}

// The weights of x, of which some may be −∞, in many bits: left in `exponentials`.
static void NAME(weigh_exactly)(const real *x, size_t count) {
  double most = -(double)INFINITY;
  for (size_t i = 0; i < count; i++) most = fmax(most, (double)x[i]);
  mpfr_set_zero(sum, 1);
  for (size_t i = 0; i < count; i++) {
    mpfr_set_d(shift, (double)x[i], MPFR_RNDN);
    mpfr_sub_d(shift, shift, most, MPFR_RNDN);
    mpfr_exp(exponentials[i], shift, MPFR_RNDN);
    mpfr_add(sum, sum, exponentials[i], MPFR_RNDN);
  }
  for (size_t i = 0; i < count; i++) mpfr_div(exponentials[i], exponentials[i], sum, MPFR_RNDN);
}

static void NAME(check_weights)(const char *what, const real *got, const real *x, size_t count) {
  NAME(weigh_exactly)(x, count);
  double ulp_of_greatest = 0;
  for (size_t i = 0; i < count; i++)
    ulp_of_greatest = fmax(ulp_of_greatest, NAME(ulp_of)(exponentials[i]));
  for (size_t i = 0; i < count; i++) {
    const double ulp = NAME(ulp_of)(exponentials[i]);
    mpfr_sub_d(weight, exponentials[i], (double)got[i], MPFR_RNDN);
    const double error = fabs(mpfr_get_d(weight, MPFR_RNDN));
    const double exact = mpfr_get_d(exponentials[i], MPFR_RNDN);
    const int faint = LANES == 2 && exact < 0x1p-1000; // e^-700, over at most 2^13
    if (!check(faint ? error < 0x1p-1000 : error <= RECORD->bound * ulp))
      check_fail("%s, %zu of %zu: score %.17g, got %.17g, wanted %.17g, off by %.4f ulp", what, i,
                 count, (double)x[i], (double)got[i], exact, error / ulp);
    if (!check(error <= ulp_of_greatest))
      check_fail("%s, %zu of %zu: off by %.4f ulp of the greatest", what, i, count,
                 error / ulp_of_greatest);
    if (!faint) RECORD->worst = fmax(RECORD->worst, error / ulp);
    RECORD->worst_of_row = fmax(RECORD->worst_of_row, error / ulp_of_greatest);
  }
}

static real *NAME(random_scores)(size_t count, kind of) {
  real *x = NAME(guarded)(count);
  for (size_t i = 0; i < count; i++) x[i] = (real)random_score(of, i, LARGEST);
  if (of == MASKED) x[random_below(count)] = 1;
  return x;
}

static void NAME(test_softmax)(size_t count, kind of, size_t offset) {
  const size_t total = offset + count + MARGIN;
  SCOPED real *x = NAME(random_scores)(offset + count, of);
  SCOPED real *out = NAME(guarded)(total);
  SCOPED real *in_place = NAME(guarded)(total);
  SCOPED real *wanted = NAME(guarded)(total);
  if (of == MASKED) x[offset + random_below(count)] = 2;
  char what[100];
  snprintf(what, sizeof what, "phasor_softmax, kind %d of %zu bytes", (int)of, sizeof(real));
  NAME(phasor_softmax)(out + offset, x + offset, 1, count);
  NAME(check_weights)(what, out + offset, x + offset, count);
  memcpy(wanted + offset, out + offset, count * sizeof(real));
  NAME(check_all)(what, out, wanted, total);
  memcpy(in_place + offset, x + offset, count * sizeof(real));
  NAME(phasor_softmax)(in_place + offset, in_place + offset, 1, count);
  NAME(check_all)("phasor_softmax in place", in_place, wanted, total);

  // In three passes, in pieces of a multiple of four.
  double sums[4] = {0, 0, 0, 0};
  const size_t piece = 4 * (1 + random_below(1 + count / 4));
  real most = (real)-INFINITY;
  for (size_t i = 0; i < count; i += piece)
    most = NAME(phasor_greatest)(x + offset + i, most, count - i < piece ? count - i : piece);
  for (size_t i = 0; i < count; i += piece)
    NAME(phasor_exp_sums)(sums, x + offset + i, most, count - i < piece ? count - i : piece);
  for (size_t i = 0; i < count; i += piece) NAME(phasor_exp_weights)
  (out + offset + i, x + offset + i, most, sums, count - i < piece ? count - i : piece);
  if (LANES == 2 || count > 4096)
    NAME(check_all)("three passes", out, wanted, total);
  else
    NAME(check_weights)("three passes", out + offset, x + offset, count);

  // Any order, for floats: the same bits.
  if (LANES == 4 && count <= 4096) {
    for (size_t i = count; i > 1; i--) {
      const size_t j = random_below(i);
      const real score = x[offset + i - 1];
      const real weight_of_it = wanted[offset + i - 1];
      x[offset + i - 1] = x[offset + j];
      wanted[offset + i - 1] = wanted[offset + j];
      x[offset + j] = score;
      wanted[offset + j] = weight_of_it;
    }
    NAME(phasor_softmax)(out + offset, x + offset, 1, count);
    NAME(check_all)("phasor_softmax of shuffled scores", out, wanted, total);
  }
}

// e^-t/(1 + e^-t) for t all over the range.
static void NAME(test_pairs)(void) {
  for (size_t i = 0; i < 20000; i++) {
    const double t = i % 2 ? random_between(0, LANES == 4 ? 104 : 745) : random_log(1e-20, 100);
    const double base = i % 3 ? 0 : random_between(-1000, 1000);
    const real x[2] = {(real)base, (real)(base - t)};
    real out[2];
    NAME(phasor_softmax)(out, x, 1, 2);
    NAME(check_weights)("a pair", out, x, 2);
  }
}

static void NAME(test_special)(void) {
  const real none = (real)-INFINITY;
  const real all = (real)INFINITY;
  const real nan = (real)NAN;
  for (size_t count = 1; count <= 4100; count += count < 20 ? 1 : 680) {
    SCOPED real *x = NAME(random_scores)(count, NARROW);
    SCOPED real *out = NAME(guarded)(count);
    SCOPED real *wanted = NAME(guarded)(count);
    for (size_t i = 0; i < count; i++) x[i] = none;
    for (size_t i = 0; i < count; i++) wanted[i] = 0;
    NAME(phasor_softmax)(out, x, 1, count);
    NAME(check_all)("a row of -inf", out, wanted, count);
    x[count / 2] = (real)-LARGEST;
    wanted[count / 2] = 1;
    NAME(phasor_softmax)(out, x, 1, count);
    NAME(check_all)("a row of -inf but one", out, wanted, count);
    x[0] = all;
    x[count - 1] = all;
    for (size_t i = 0; i < count; i++)
      wanted[i] = i == 0 || i == count - 1 ? (real)(count > 1 ? 0.5 : 1) : 0;
    NAME(phasor_softmax)(out, x, 1, count);
    NAME(check_all)("a row with two inf", out, wanted, count);
    for (size_t at = 0; at < count; at += 1 + count / 5) {
      const real before = x[at];
      x[at] = nan;
      for (size_t i = 0; i < count; i++) wanted[i] = nan;
      NAME(phasor_softmax)(out, x, 1, count);
      NAME(check_all)("a row with a NaN", out, wanted, count);
      x[at] = before;
    }
  }
}

// ---- scores ----

// Panels of rows first … first + rows − 1, with guards behind them.
static real *NAME(panels_of)(const real *k, size_t stride, size_t rows, size_t depth) {
  const size_t panel = 2 * LANES;
  const size_t padded = (rows + panel - 1) / panel * panel;
  real *panels = NAME(guarded)(padded * depth + MARGIN);
  SCOPED real *wanted = NAME(guarded)(padded * depth + MARGIN);
  NAME(phasor_panels)(panels, k, stride, rows, depth);
  for (size_t r = 0; r < padded; r++)
    for (size_t j = 0; j < depth; j++)
      wanted[r / panel * panel * depth + j * panel + r % panel] = r < rows ? k[r * stride + j] : 0;
  NAME(check_all)("phasor_panels", panels, wanted, padded * depth + MARGIN);
  return panels;
}

static void NAME(test_scores)(size_t rows, size_t columns, size_t depth, real scale,
                              int accumulate) {
  const size_t stride = columns + random_below(3);
  const size_t q_stride = depth + random_below(3);
  const size_t k_stride = depth + random_below(3);
  const size_t total = rows * stride + MARGIN;
  SCOPED real *q = NAME(random_scores)(rows * q_stride, NARROW);
  SCOPED real *k = NAME(random_scores)(columns * k_stride, NARROW);
  SCOPED real *panels = NAME(panels_of)(k, k_stride, columns, depth);
  SCOPED real *out = NAME(guarded)(total);
  SCOPED real *wanted = NAME(guarded)(total);
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < columns; c++) {
      volatile real dot = 0;
      if (accumulate) dot = out[r * stride + c] = (real)random_between(-1, 1);
      for (size_t j = 0; j < depth; j++) {
        const volatile real product = q[r * q_stride + j] * k[c * k_stride + j];
        dot = dot + product;
      }
      wanted[r * stride + c] = dot * scale;
    }
  NAME(phasor_scores)
  (out, stride, q, q_stride, panels, scale, rows, columns, depth, accumulate);
  char what[100];
  snprintf(what, sizeof what, "phasor_scores, %zu × %zu × %zu of %zu bytes", rows, columns, depth,
           sizeof(real));
  NAME(check_all)(what, out, wanted, total);
}

static void NAME(test_attend)(size_t rows, size_t columns, ptrdiff_t first, int causal,
                              int with_bias) {
  const size_t stride = columns + random_below(3);
  const size_t total = rows * stride + MARGIN;
  SCOPED real *scores = NAME(guarded)(total);
  SCOPED real *wanted = NAME(guarded)(total);
  SCOPED real *bias = NAME(random_scores)(rows * columns, NARROW);
  size_t failed = 0;
  for (size_t r = 0; r < rows; r++) {
    const ptrdiff_t last = first + (ptrdiff_t)r;
    const size_t seen = !causal || last >= (ptrdiff_t)columns ? columns
                        : last < 0                            ? 0
                                                              : (size_t)last + 1;
    real *row = wanted + r * stride;
    for (size_t c = 0; c < columns; c++) {
      scores[r * stride + c] = (real)random_between(-4, 4);
      if (random_below(10) == 0) bias[r * columns + c] = (real)-INFINITY;
      const volatile real biased = scores[r * stride + c] + bias[r * columns + c];
      row[c] = c >= seen ? 0 : with_bias ? biased : scores[r * stride + c];
    }
    int blank = seen > 0; // nothing but −∞
    for (size_t c = 0; c < seen; c++) blank = blank && row[c] == (real)-INFINITY;
    NAME(phasor_softmax)(row, row, 1, seen);
    if (seen > 0 &&
        random_below(5) == 0) { // a score that is no number, or too large, among those seen
      const size_t at = random_below(seen);
      scores[r * stride + at] = random_below(2) ? (real)INFINITY : (real)NAN;
      bias[r * columns + at] = 0;
      for (size_t c = 0; c < columns; c++) row[c] = (real)NAN;
      blank = 1;
    }
    failed += (size_t)blank;
  }
  const size_t got =
      NAME(phasor_attend)(scores, stride, with_bias ? bias : 0, first, rows, columns, causal);
  if (!check(got == failed)) check_fail("phasor_attend: %zu rows failed, not %zu", got, failed);
  for (size_t r = 0; r < rows; r++) // of a row that failed, only the first weight is defined
    if (columns > 0 && isnan(wanted[r * stride]))
      for (size_t c = 1; c < columns; c++) scores[r * stride + c] = wanted[r * stride + c];
  NAME(check_all)("phasor_attend", scores, wanted, total);
}

// Strips and weighted sums against one scalar operation after the other; `careful` with values that are
// not finite where weights are 0.
static void NAME(test_sums)(size_t rows, size_t columns, size_t keys, int accumulate) {
  const size_t panel = 2 * LANES;
  const size_t stride = columns + random_below(3);
  const size_t v_stride = columns + random_below(3);
  const size_t w_stride = keys + random_below(3);
  const size_t total = rows * stride + MARGIN;
  const size_t padded = (columns + panel - 1) / panel * panel;
  const int careful = (int)random_below(2);
  SCOPED real *weights = NAME(random_scores)(rows * w_stride, NARROW);
  SCOPED real *v = NAME(random_scores)(keys * v_stride, NARROW);
  SCOPED real *strips = NAME(guarded)(padded * PHASOR_STRIP + MARGIN);
  SCOPED real *packed = NAME(guarded)(padded * PHASOR_STRIP + MARGIN);
  SCOPED real *out = NAME(guarded)(total);
  SCOPED real *wanted = NAME(guarded)(total);
  double most = 0;
  for (size_t j = 0; j < keys; j++) {
    const int odd = careful && random_below(4) == 0;
    for (size_t r = 0; r < rows; r++)
      if (odd || random_below(9) == 0) weights[r * w_stride + j] = 0;
    for (size_t c = 0; c < columns; c++) {
      if (odd) v[j * v_stride + c] = (real)(random_below(2) ? INFINITY : -INFINITY);
      most = fmax(most, fabs((double)v[j * v_stride + c]));
    }
  }
  for (size_t c = 0; c < padded; c++)
    for (size_t j = 0; j < keys; j++)
      packed[c / panel * panel * PHASOR_STRIP + j * panel + c % panel] =
          c < columns ? v[j * v_stride + c] : 0;
  const real greatest = NAME(phasor_strips)(strips, v, v_stride, keys, columns);
  NAME(check_all)("phasor_strips", strips, packed, padded * PHASOR_STRIP + MARGIN);
  check_same_f64("phasor_strips, the greatest", keys, (double)greatest, most);
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < columns; c++) {
      volatile real total_of = 0;
      for (size_t j = 0; j < keys; j++) {
        const real factor = weights[r * w_stride + j];
        const volatile real product = factor == 0 ? 0 : factor * v[j * v_stride + c];
        total_of = total_of + product;
      }
      if (accumulate) out[r * stride + c] = (real)random_between(-1, 1);
      wanted[r * stride + c] = accumulate ? out[r * stride + c] + total_of : total_of;
    }
  NAME(phasor_weighted_sums)
  (out, stride, weights, w_stride, strips, rows, columns, keys, accumulate, careful);
  char what[100];
  snprintf(what, sizeof what, "phasor_weighted_sums, %zu × %zu × %zu of %zu bytes", rows, columns,
           keys, sizeof(real));
  NAME(check_all)(what, out, wanted, total);
  if (keys > 0 && columns > 0) {
    v[random_below(keys) * v_stride + random_below(columns)] = (real)NAN;
    const real nan = NAME(phasor_strips)(strips, v, v_stride, keys, columns);
    if (!check(isnan(nan))) check_fail("phasor_strips: greatest of a NaN: %g", (double)nan);
  }
}

static void NAME(test_all)(void) {
  for (size_t i = 0; i < LENGTHS; i++)
    for (int of = 0; of < KINDS; of++)
      NAME(test_softmax)(lengths[i], (kind)of, lengths[i] > 300 ? random_below(4) : (size_t)of % 4);
  NAME(test_pairs)();
  NAME(test_special)();
  for (size_t rows = 0; rows <= 9; rows++)
    for (size_t columns = 0; columns <= 2 * 2 * LANES + 1; columns++)
      for (size_t depth = 0; depth <= 5; depth++)
        NAME(test_scores)(rows, columns, depth, (real)(depth % 2 ? 0.3 : 1), columns % 2);
  NAME(test_scores)(37, 65, 131, (real)0.125, 0);
  NAME(test_scores)(16, 64, 64, (real)0.125, 1);
  for (int flags = 0; flags < 4; flags++)
    for (size_t columns = 1; columns <= 40; columns++) NAME(test_attend)
  (random_below(columns + 1), columns,
   (ptrdiff_t)random_below(2 * columns) - (ptrdiff_t)columns / 2, flags & 1, flags >> 1);
  for (size_t rows = 0; rows <= 9; rows++)
    for (size_t columns = 0; columns <= 2 * 2 * LANES + 1; columns++)
      for (size_t keys = 0; keys <= 5; keys++)
        NAME(test_sums)(rows, columns, keys, (int)(rows + columns) % 2);
  NAME(test_sums)(13, 65, PHASOR_STRIP, 0);
  NAME(test_sums)(8, 64, PHASOR_STRIP - 1, 1);
}

#undef RECORD
#undef LARGEST
