// attention_kernels.h: the kernels of attention.c, for each_real.h.

// ---- softmax ----

KEPT_WHOLE real NAME(phasor_greatest)(const real *x, real most, size_t count) {
  v128_t vector = VECTOR(_splat)(most);
  v128_t nan = VECTOR(_is_nan)(vector);
  size_t i = 0;
  for (; i + LANES <= count; i += LANES) {
    const v128_t scores = VECTOR(_load)(x + i);
    vector = VECTOR(_at_least)(vector, scores);
    nan = bits_or(nan, VECTOR(_is_nan)(scores));
  }
  real rest[2 * LANES]; // the lanes, and what did not fill a vector
  VECTOR(_store)(rest, vector);
  size_t end = LANES;
  RARELY
  for (; i < count; i++) rest[end++] = x[i];
  most = bits_any(nan) ? (real)NAN : most;
  RARELY
  for (i = 0; i < end; i++)
    if (rest[i] > most || isnan(rest[i])) most = rest[i];
  return most;
}

// The exponentials of scores below a finite greatest one are added to sums; e (HELD) holds those of
// the last chunk then, which are all if it is the whole row. Scores of +∞ are counted.
KEPT_WHOLE static void NAME(sum)(double *sums, double *e, const real *x, real most, size_t count,
                                 int whole_row) {
  if (!isfinite(most)) {
    RARELY
    for (size_t i = 0; i < count; i++) sums[0] += x[i] == (real)INFINITY;
    return;
  }
  for (size_t i = 0; i < count; i += NAME(CHUNK)) {
    const size_t chunk = count - i < NAME(CHUNK) ? count - i : NAME(CHUNK);
    NAME(exponentials)(e, sums, x + i, (double)most, chunk, whole_row);
  }
}

KEPT_WHOLE static void NAME(weigh)(real *out, double *e, const real *x, real most,
                                   const double *sums, size_t count, int whole_row) {
  if (!isfinite(most)) {
    RARELY
    for (size_t i = 0; i < count; i++) {
      const real share = x[i] == (real)INFINITY ? (real)(1 / sums[0]) : 0;
      out[i] = isnan(most) ? (real)NAN : share;
    }
    return;
  }
  for (size_t i = 0; i < count; i += NAME(CHUNK)) {
    const size_t chunk = count - i < NAME(CHUNK) ? count - i : NAME(CHUNK);
    double again[4] = {0, 0, 0, 0};
    if (!whole_row) NAME(exponentials)(e, again, x + i, (double)most, chunk, 0);
    NAME(divide)(out + i, e, sums, chunk);
  }
}

void NAME(phasor_exp_sums)(double *sums, const real *x, real most, size_t count) {
  double e[HELD];
  NAME(sum)(sums, e, x, most, count, 0);
}

void NAME(phasor_exp_weights)(real *out, const real *x, real most, const double *sums,
                              size_t count) {
  double e[HELD];
  NAME(weigh)(out, e, x, most, sums, count, 0);
}

// Returns the greatest score.
KEPT_WHOLE static real NAME(softmax_row)(real *out, const real *x, size_t columns) {
  double e[HELD];
  double sums[4] = {0, 0, 0, 0};
  const int whole_row = columns <= NAME(CHUNK);
  const real most = NAME(phasor_greatest)(x, (real)-INFINITY, columns);
  NAME(sum)(sums, e, x, most, columns, whole_row);
  NAME(weigh)(out, e, x, most, sums, columns, whole_row);
  return most;
}

void NAME(phasor_softmax)(real *out, const real *x, size_t rows, size_t columns) {
  for (size_t r = 0; r < rows; r++) NAME(softmax_row)(out + r * columns, x + r * columns, columns);
}

// ---- attention ----

#define PANEL ((size_t)(2 * LANES)) // keys in a panel

void NAME(phasor_panels)(real *out, const real *k, size_t stride, size_t rows, size_t depth) {
  for (size_t r = 0; r < rows; r += PANEL)
    for (size_t j = 0; j < depth; j++) {
      RARELY
      for (size_t i = 0; i < PANEL; i++) *out++ = r + i < rows ? k[(r + i) * stride + j] : 0;
    }
}

// sums (4 rows, a panel) += Σ_j rows[r][j]·panel[j], one j after the other.
INLINE void NAME(add_products)(v128_t sums[4][2], const real *const rows[4], const real *panel,
                               size_t depth) {
  for (size_t j = 0; j < depth; j++) {
    const v128_t left = VECTOR(_load)(panel + j * PANEL);
    const v128_t right = VECTOR(_load)(panel + j * PANEL + LANES);
    for (size_t r = 0; r < 4; r++) {
      const v128_t factor = VECTOR(_load_splat)(rows[r] + j);
      sums[r][0] = VECTOR(_add)(sums[r][0], VECTOR(_mul)(factor, left));
      sums[r][1] = VECTOR(_add)(sums[r][1], VECTOR(_mul)(factor, right));
    }
  }
}

// Up to four rows against the keys of a panel that count.
KEPT_WHOLE static void NAME(score_block)(real *out, size_t stride, const real *q, size_t q_stride,
                                         const real *panel, real scale, size_t rows, size_t columns,
                                         size_t depth, int accumulate) {
  real block[4 * PANEL] = {0};
  RARELY
  for (size_t r = 0; r < rows && accumulate; r++)
    memcpy(block + r * PANEL, out + r * stride, columns * sizeof(real));
  v128_t sums[4][2];
  const real *row[4];
  for (size_t r = 0; r < 4; r++) {
    row[r] = q + (r < rows ? r : 0) * q_stride; // rows past the last are computed for nothing
    sums[r][0] = VECTOR(_load)(block + r * PANEL);
    sums[r][1] = VECTOR(_load)(block + r * PANEL + LANES);
  }
  NAME(add_products)(sums, row, panel, depth);
  for (size_t r = 0; r < 4; r++) {
    VECTOR(_store)(block + r * PANEL, VECTOR(_mul)(sums[r][0], VECTOR(_splat)(scale)));
    VECTOR(_store)(block + r * PANEL + LANES, VECTOR(_mul)(sums[r][1], VECTOR(_splat)(scale)));
  }
  RARELY
  for (size_t r = 0; r < rows; r++)
    if (columns == PANEL)
      memcpy(out + r * stride, block + r * PANEL, sizeof(real) * PANEL);
    else
      memcpy(out + r * stride, block + r * PANEL, columns * sizeof(real));
}

void NAME(phasor_scores)(real *out, size_t stride, const real *q, size_t q_stride,
                         const real *panels, real scale, size_t rows, size_t columns, size_t depth,
                         int accumulate) {
  for (size_t r = 0; r < rows; r += 4)
    for (size_t c = 0; c < columns; c += PANEL) NAME(score_block)
  (out + r * stride + c, stride, q + r * q_stride, q_stride, panels + c * depth, scale,
   rows - r < 4 ? rows - r : 4, columns - c < PANEL ? columns - c : PANEL, depth, accumulate);
}

// ---- values ----

real NAME(phasor_strips)(real *out, const real *v, size_t stride, size_t rows, size_t columns) {
  v128_t most = VECTOR(_splat)(0);
  v128_t nan = most;
  for (size_t c = 0; c < columns; c += PANEL) {
    const size_t count = columns - c < PANEL ? columns - c : PANEL;
    real *to = out + c * PHASOR_STRIP;
    for (size_t r = 0; r < rows; r++, to += PANEL) {
      const real *from = v + r * stride + c;
      real part[PANEL] = {0};
      if (count < PANEL) {
        RARELY
        for (size_t i = 0; i < count; i++) part[i] = from[i];
        from = part;
      }
      for (size_t i = 0; i < PANEL; i += LANES) {
        const v128_t values = VECTOR(_load)(from + i);
        VECTOR(_store)(to + i, values);
        most = VECTOR(_at_least)(most, VECTOR(_size)(values));
        nan = bits_or(nan, VECTOR(_is_nan)(values));
      }
    }
  }
  real lanes[LANES];
  VECTOR(_store)(lanes, most);
  real greatest = bits_any(nan) ? (real)NAN : 0;
  RARELY
  for (size_t i = 0; i < LANES; i++)
    if (lanes[i] > greatest) greatest = lanes[i];
  return greatest;
}

// Up to four rows of weights against the columns of a strip that count.
KEPT_WHOLE static void NAME(sum_block)(real *out, size_t stride, const real *weights,
                                       size_t weight_stride, const real *strip, size_t rows,
                                       size_t columns, size_t keys, int accumulate, int careful) {
  real block[4 * PANEL] = {0};
  if (careful) {
    RARELY
    for (size_t r = 0; r < rows; r++)
      for (size_t j = 0; j < keys; j++) {
        const real weight = weights[r * weight_stride + j];
        for (size_t i = 0; i < PANEL && weight != 0; i++)
          block[r * PANEL + i] += weight * strip[j * PANEL + i];
      }
  } else {
    v128_t sums[4][2];
    const real *row[4];
    for (size_t r = 0; r < 4; r++) {
      row[r] = weights + (r < rows ? r : 0) * weight_stride;
      sums[r][0] = sums[r][1] = VECTOR(_splat)(0);
    }
    NAME(add_products)(sums, row, strip, keys);
    for (size_t r = 0; r < 4; r++) {
      VECTOR(_store)(block + r * PANEL, sums[r][0]);
      VECTOR(_store)(block + r * PANEL + LANES, sums[r][1]);
    }
  }
  for (size_t r = 0; r < rows; r++) {
    real *to = out + r * stride;
    RARELY
    for (size_t i = 0; i < columns; i++)
      to[i] = accumulate ? to[i] + block[r * PANEL + i] : block[r * PANEL + i];
  }
}

void NAME(phasor_weighted_sums)(real *out, size_t stride, const real *weights, size_t weight_stride,
                                const real *strips, size_t rows, size_t columns, size_t keys,
                                int accumulate, int careful) {
  for (size_t r = 0; r < rows; r += 4)
    for (size_t c = 0; c < columns; c += PANEL) NAME(sum_block)
  (out + r * stride + c, stride, weights + r * weight_stride, weight_stride,
   strips + c * PHASOR_STRIP, rows - r < 4 ? rows - r : 4,
   columns - c < PANEL ? columns - c : PANEL, keys, accumulate, careful);
}

#undef PANEL

size_t NAME(phasor_attend)(real *scores, size_t stride, const real *bias, ptrdiff_t first,
                           size_t rows, size_t columns, int causal) {
  size_t failed = 0;
  for (size_t r = 0; r < rows; r++) {
    real *row = scores + r * stride;
    const ptrdiff_t last = first + (ptrdiff_t)r;
    size_t seen = columns;
    if (causal && last < (ptrdiff_t)columns) seen = last < 0 ? 0 : (size_t)last + 1;
    if (bias) NAME(phasor_batch_sum)(row, bias + r * columns, 1, 0, seen);
    const real most = NAME(softmax_row)(row, row, seen);
    memset(row + seen, 0, (columns - seen) * sizeof(real));
    if (most < (real)INFINITY && (most > (real)-INFINITY || seen == 0)) continue;
    if (most != (real)-INFINITY) row[0] = (real)NAN;
    failed++;
  }
  return failed;
}
