// rope_real.h: the tests of rope.c, for csrc/each_real.h.

static real *NAME(random_array)(size_t count) {
  real *x = NAME(guarded)(count);
  for (size_t i = 0; i < count; i++) x[i] = (real)random_or_special();
  return x;
}

static real NAME(times)(real a, real b) {
  const volatile real product = a * b;
  return product;
}

// e^(rate·exponent) as a row of one pair has it; test_scale compares it with MPFR.
static real NAME(exponential)(double rate, double exponent) {
  real pair[2] = {1, 1};
  NAME(phasor_rope_rows)(pair, pair, 0, 1, 1, &rate, &exponent, 1, 1);
  return pair[0];
}

// ---- rows ----

static void NAME(test_rows)(size_t rows, size_t pairs, size_t offset, int ordered) {
  const size_t total = offset + 2 * rows * pairs + MARGIN;
  const int scaled = random_below(2) == 1;
  const real cos_factor = (real)random_between(-2, 2);
  const real sin_factor = (real)random_between(-2, 2);
  SCOPED real *values = NAME(random_array)(offset + 2 * rows * pairs);
  SCOPED real *out = NAME(guarded)(total);
  SCOPED real *wanted = NAME(guarded)(total);
  SCOPED double *rates = guarded_f64(pairs);
  SCOPED double *exponents = guarded_f64(rows);
  SCOPED int32_t *order = (int32_t *)guarded(pairs * sizeof(int32_t));
  for (size_t r = 0; r < rows; r++) exponents[r] = random_between(-2, 2);
  for (size_t i = 0; i < pairs; i++) { // shuffled as it grows
    const size_t at = ordered ? random_below(i + 1) : i;
    order[i] = order[at];
    order[at] = (int32_t)i;
    rates[i] = random_between(-2, 2);
  }
  for (size_t r = 0; r < rows; r++)
    for (size_t i = 0; i < pairs; i++) {
      const size_t from = offset + 2 * (r * pairs + i);
      const size_t to = offset + 2 * (r * pairs + (size_t)order[i]);
      const real scale = scaled ? NAME(exponential)(rates[i], exponents[r]) : 1;
      wanted[to] = NAME(times)(NAME(times)(values[from], sin_factor), scale);
      wanted[to + 1] = NAME(times)(NAME(times)(values[from + 1], cos_factor), scale);
    }
  const int in_place = !ordered && random_below(2) == 1;
  if (in_place) memcpy(out + offset, values + offset, 2 * rows * pairs * sizeof(real));
  NAME(phasor_rope_rows)
  (out + offset, (in_place ? out : values) + offset, ordered ? order : 0, sin_factor, cos_factor,
   scaled ? rates : 0, exponents, rows, pairs);
  char what[120];
  snprintf(what, sizeof what, "phasor_rope_rows, %zu × %zu of %zu bytes, offset %zu%s%s%s", rows,
           pairs, sizeof(real), offset, ordered ? ", order" : "", scaled ? ", scaled" : "",
           in_place ? ", in place" : "");
  NAME(check_all)(what, out, wanted, total);
}

static void NAME(test_between)(size_t pairs) {
  const size_t total = 2 * pairs + MARGIN;
  SCOPED double *from = guarded_f64(2 * pairs);
  SCOPED double *to = guarded_f64(2 * pairs);
  SCOPED real *out = NAME(guarded)(total);
  SCOPED real *wanted = NAME(guarded)(total);
  for (size_t i = 0; i < pairs; i++) {
    const double a = random_between(-4, 4);
    const double b = random_between(-4, 4);
    from[2 * i] = sin(a);
    from[2 * i + 1] = cos(a);
    to[2 * i] = sin(b);
    to[2 * i + 1] = cos(b);
  }
  NAME(phasor_rope_between)(out, from, to, pairs);
  const double bound = sizeof(real) == 4 ? 0x1p-24 : 0x1p-50;
  for (size_t i = 0; i < 2 * pairs; i += 2) {
    const volatile double sc = to[i] * from[i + 1];
    const volatile double cs = to[i + 1] * from[i];
    const volatile double cc = to[i + 1] * from[i + 1];
    const volatile double ss = to[i] * from[i];
    wanted[i] = (real)(sc - cs);
    wanted[i + 1] = (real)(cc + ss);
    const double angle = atan2(to[i], to[i + 1]) - atan2(from[i], from[i + 1]);
    check_near("phasor_rope_between, sine", i / 2, (double)out[i], sin(angle), bound);
    check_near("phasor_rope_between, cosine", i / 2, (double)out[i + 1], cos(angle), bound);
  }
  NAME(check_all)("phasor_rope_between", out, wanted, total);
}

static void NAME(test_join)(size_t count) {
  SCOPED real *sin = NAME(random_array)(count);
  SCOPED real *cos = NAME(random_array)(count);
  SCOPED real *out = NAME(guarded)(2 * count + MARGIN);
  SCOPED real *wanted = NAME(guarded)(2 * count + MARGIN);
  for (size_t i = 0; i < count; i++) {
    wanted[2 * i] = sin[i];
    wanted[2 * i + 1] = cos[i];
  }
  NAME(phasor_rope_join)(out, sin, cos, count);
  NAME(check_all)("phasor_rope_join", out, wanted, 2 * count + MARGIN);
}

// ---- rotations ----

static void NAME(rotate_plainly)(real *out, const real *x, const real *angles,
                                 const double *factors, rotation t) {
  const size_t width = t.start + 2 * t.pairs + t.rest;
  for (size_t b = 0; b < t.blocks; b++)
    for (size_t head = 0; head < t.rows * t.heads; head++) {
      const size_t r = head / t.heads;
      const size_t at = b * (t.rows * t.heads * width + t.gap) + head * width;
      for (size_t i = 0; i < width; i++) out[at + i] = x[at + i];
      for (size_t i = 0; i < t.pairs; i++) {
        const size_t first = at + t.start + (t.half ? i : 2 * i);
        const size_t second = first + (t.half ? t.pairs : 1);
        const real s = angles[2 * (r * t.pairs + i)];
        const real c = angles[2 * (r * t.pairs + i) + 1];
        out[first] = NAME(times)(x[first], c) - NAME(times)(x[second], s);
        out[second] = NAME(times)(x[first], s) + NAME(times)(x[second], c);
      }
      for (size_t i = 0; factors && i < width; i++)
        out[at + i] = NAME(times)(out[at + i], (real)factors[r]);
    }
}

static void NAME(test_rotation)(rotation t) {
  const size_t width = t.start + 2 * t.pairs + t.rest;
  const size_t stride = t.rows * t.heads * width + t.gap;
  const size_t size = t.blocks ? t.blocks * stride - t.gap : 0;
  const size_t total = t.offset + t.blocks * stride + MARGIN;
  SCOPED real *x = NAME(random_array)(t.offset + size);
  SCOPED real *angles = NAME(random_array)(t.offset + 2 * t.rows * t.pairs);
  SCOPED real *out = NAME(guarded)(total);
  SCOPED real *wanted = NAME(guarded)(total);
  SCOPED double *list = guarded_f64(t.rows);
  for (size_t r = 0; r < t.rows; r++) list[r] = random_below(3) ? random_between(-2, 2) : 1;
  const double *factors = random_below(3) ? 0 : list;
  if (t.in_place) { // what lies between the blocks stays, too
    memcpy(out + t.offset, x + t.offset, size * sizeof(real));
    memcpy(wanted + t.offset, x + t.offset, size * sizeof(real));
  }
  NAME(rotate_plainly)(wanted + t.offset, x + t.offset, angles + t.offset, factors, t);
  const real *from = (t.in_place ? out : x) + t.offset;
  NAME(phasor_rope_rotate)
  (out + t.offset, from, angles + t.offset, factors, t.blocks, stride, t.rows, t.heads, width,
   t.start, t.pairs, t.half);
  char what[200];
  snprintf(what, sizeof what,
           "phasor_rope_rotate, %s, %zu blocks of %zu × %zu × (%zu + 2·%zu + %zu) of %zu bytes, "
           "gap %zu, "
           "offset %zu%s%s",
           t.half ? "half" : "interleaved", t.blocks, t.rows, t.heads, t.start, t.pairs, t.rest,
           sizeof(real), t.gap, t.offset, t.in_place ? ", in place" : "",
           factors ? ", factors" : "");
  NAME(check_all)(what, out, wanted, total);
}

static void NAME(test_shape)(size_t blocks, size_t rows, size_t pairs) {
  rotation t = {.blocks = blocks, .rows = rows, .pairs = pairs};
  for (t.half = 0; t.half < 2; t.half++)
    for (t.in_place = 0; t.in_place < 2; t.in_place++) {
      t.heads = 1;
      t.start = t.rest = t.gap = t.offset = 0;
      NAME(test_rotation)(t);
      t.heads = 1 + random_below(4);
      t.start = random_below(5);
      t.rest = 1 + random_below(5);
      t.gap = random_below(6);
      t.offset = random_below(4);
      NAME(test_rotation)(t);
    }
}

static void NAME(test_all)(void) {
  for (size_t pairs = 1; pairs <= 33; pairs++)
    for (size_t rows = 0; rows < 5; rows++) {
      for (size_t offset = 0; offset < 4; offset++)
        for (int ordered = 0; ordered < 2; ordered++) NAME(test_rows)(rows, pairs, offset, ordered);
      NAME(test_shape)(random_below(5), rows, pairs);
    }
  for (size_t pairs = 0; pairs <= 17; pairs++) {
    NAME(test_between)(pairs);
    NAME(test_join)(pairs);
  }
  // Rows on either side of every number that decides how they are read, see csrc/rope.c.
  const size_t pairs[] = {1, 7, 32, 63, 64, 65, 127, 128, 129, 256, 300};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    const size_t held = 16384 / (2 * sizeof(real) * pairs[i]);
    for (size_t blocks = 1; blocks <= 5; blocks++)
      for (size_t rows = held > 1 ? held - 1 : 1; rows <= held + 2; rows++)
        NAME(test_shape)(blocks, rows, pairs[i]);
  }
}
