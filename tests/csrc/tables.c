// tables.c: tests that a table's bits do not depend on how it is requested. The definition is the
// result of phasor_at_f64 for a position; tables of any size, start, stride, alignment and strip of
// columns, in either type, must agree with it, and write nothing else.
#include "check.h"

#include "phasor.h"

enum { MOST_ROWS = 129 };

typedef struct {
  size_t pairs;
  uint64_t *increments;
  double *offsets;
} tabled;

static tabled make(size_t pairs, double base, uint32_t denominator) {
  tabled t = {pairs, 0, 0};
  t.increments = (uint64_t *)guarded(PHASOR_INCREMENTS_LENGTH(pairs) * sizeof(uint64_t));
  t.offsets = guarded_f64(PHASOR_OFFSETS_LENGTH(pairs));
  phasor_increments(t.increments, pairs, base, 2, denominator);
  phasor_offsets(t.offsets, t.increments, pairs);
  return t;
}

static void discard(tabled t) {
  free(t.increments);
  free(t.offsets);
}

// The definition: rows of 2·pairs, tight.
static double *define(tabled t, double start, size_t rows) {
  const size_t width = 2 * t.pairs;
  double *wanted = guarded_f64(rows * width);
  for (size_t r = 0; r < rows; r++) {
    const double position = start + (double)r;
    phasor_at_f64(wanted + r * width, width, t.increments, NULL, &position, 1, t.pairs);
  }
  return wanted;
}

// One call for columns [from, from + pairs) of `wanted` in each type, into guarded arrays that begin
// `offset` elements into their memory and whose rows are `gap` elements longer than they need be.
typedef struct {
  tabled of;
  const double *wanted;
  size_t wanted_stride;
  double start;
  size_t rows, offset, gap;
  int by_positions; // phasor_at instead of phasor_table
} call;

static void check_call(call c) {
  const size_t width = 2 * c.of.pairs;
  const size_t stride = width + c.gap;
  const size_t count = c.offset + c.rows * stride;
  SCOPED double *doubles = guarded_f64(count);
  SCOPED double *doubles_wanted = guarded_f64(count);
  SCOPED float *floats = guarded_f32(count);
  SCOPED float *floats_wanted = guarded_f32(count);
  for (size_t r = 0; r < c.rows; r++)
    for (size_t i = 0; i < width; i++) {
      const double value = c.wanted[r * c.wanted_stride + i];
      doubles_wanted[c.offset + r * stride + i] = value;
      floats_wanted[c.offset + r * stride + i] = (float)value;
    }
  if (c.by_positions) {
    double positions[MOST_ROWS];
    for (size_t r = 0; r < c.rows; r++) positions[r] = c.start + (double)r;
    phasor_at_f64(doubles + c.offset, stride, c.of.increments, NULL, positions, c.rows, c.of.pairs);
    phasor_at_f32(floats + c.offset, stride, c.of.increments, NULL, positions, c.rows, c.of.pairs);
  } else {
    SCOPED double *work = guarded_f64(PHASOR_WORK_LENGTH(c.of.pairs));
    phasor_table_f64(doubles + c.offset, stride, c.of.increments, c.of.offsets, work, c.start,
                     c.rows, c.of.pairs);
    phasor_table_f32(floats + c.offset, stride, c.of.increments, c.of.offsets, work, c.start,
                     c.rows, c.of.pairs);
  }
  char what[200];
  snprintf(what, sizeof what, "%s: pairs %zu, start %.17g, rows %zu, stride %zu, offset %zu",
           c.by_positions ? "phasor_at" : "phasor_table", c.of.pairs, c.start, c.rows, stride,
           c.offset);
  if (!check(memcmp(doubles, doubles_wanted, count * sizeof(double)) == 0))
    check_all_f64(what, doubles, doubles_wanted, count);
  if (!check(memcmp(floats, floats_wanted, count * sizeof(float)) == 0))
    check_all_f32(what, floats, floats_wanted, count);
}

// ---- sizes and starts ----

static int is_row_count(size_t rows) {
  return rows <= 17 || (rows >= 31 && rows <= 33) || (rows >= 63 && rows <= 65) || rows >= 127;
}

static const double starts[] = {
    0,   1,          -1,           31,          32,           33,         -31,     -32,
    -33, 63,         64,           65,          -63,          -64,        -65,     -128,
    95,  2147483647, -2147483649., 1000000007., 0x1p40 + 17., 0x1p52 - 1, -0x1p53, 0x1p53 - 128};
enum { STARTS = sizeof starts / sizeof *starts };

// Every row count for one width and start.
static void test_sizes(tabled t, double start) {
  const size_t width = 2 * t.pairs;
  SCOPED double *wanted = define(t, start, MOST_ROWS);
  for (size_t rows = 0; rows <= MOST_ROWS; rows++) {
    if (!is_row_count(rows)) continue;
    call c = {t, wanted, width, start, rows, 0, 0, 0};
    check_call(c);
    c.offset = 1 + random_below(3);
    c.gap = 1 + random_below(4);
    check_call(c);
  }
  call positions = {t, wanted, width, start, 3, 1, 3, 1};
  check_call(positions);
}

static void test_all_sizes(void) {
  for (size_t pairs = 1; pairs <= 17; pairs++) {
    const tabled t = make(pairs, pairs % 2 ? 10000 : random_log(1.0001, 1e12), 2 * (uint32_t)pairs);
    for (size_t i = 0; i < STARTS; i++) test_sizes(t, starts[i]);
    discard(t);
  }
  const size_t large[] = {511, 512, 513, 1025};
  for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
    const tabled t = make(large[i], 10000, 2 * (uint32_t)large[i]);
    for (int k = 0; k < 3; k++) test_sizes(t, starts[random_below(STARTS)]);
    discard(t);
  }
}

// Tables that are too large for a cache are written in another order, groups of rows at a time.
// Sizes on both sides of that in both types, at starts that cut a group in any place.
static void test_large(size_t pairs, size_t bytes) {
  const tabled t = make(pairs, 10000, 2 * (uint32_t)pairs);
  const size_t width = 2 * pairs;
  const size_t most = bytes / (width * sizeof(float)) + 40;
  const double start = (double)random_below(2000) - 1000;
  SCOPED double *wanted = define(t, start, most);
  for (int i = 0; i < 8; i++) {
    const size_t skipped = random_below(20);
    const size_t rows = most - skipped - random_below(20);
    check_call((call){t, wanted + skipped * width, width, start + (double)skipped, rows,
                      random_below(4), i == 7, 0});
  }
  discard(t);
}

static void test_all_large(void) {
  enum { LIMIT = 1 << 21 }; // bytes
  test_large(2, LIMIT);
  test_large(7, LIMIT);
  test_large(64, LIMIT);
  test_large(64, LIMIT / 2);
  test_large(1025, LIMIT);
  test_large(3000, 2 * LIMIT);
}

// ---- splits ----

// A table of many calls: tiles of rows and strips of columns, each strip with turns and steps of
// its own or with its part of the whole's turns.
static void test_splits(size_t pairs, double start) {
  const size_t width = 2 * pairs;
  const size_t rows = MOST_ROWS;
  const tabled t = make(pairs, 10000, 2 * (uint32_t)pairs);
  SCOPED double *wanted = define(t, start, rows);
  for (size_t from = 0; from < pairs;) {
    const size_t left = pairs - from;
    size_t count = 1 + random_below(left < 600 ? left : 600);
    // The turns of a strip of odd length end in padding; here, in the next pair instead.
    tabled strip = {count, 0, 0};
    strip.increments = (uint64_t *)guarded(PHASOR_INCREMENTS_LENGTH(count) * sizeof(uint64_t));
    memcpy(strip.increments, t.increments + 2 * from, 2 * count * sizeof(uint64_t));
    if (count % 2) {
      strip.increments[2 * count] = random_bits();
      strip.increments[2 * count + 1] = random_bits();
    }
    strip.offsets = guarded_f64(PHASOR_OFFSETS_LENGTH(count));
    phasor_offsets(strip.offsets, strip.increments, count);
    for (size_t row = 0; row < rows;) {
      const size_t tile = 1 + random_below(random_below(3) ? 9 : rows - row);
      const size_t height = tile < rows - row ? tile : rows - row;
      check_call((call){strip, wanted + row * width + 2 * from, width, start + (double)row, height,
                        random_below(4), random_below(5), 0});
      row += height;
    }
    discard(strip);
    from += count;
  }
  discard(t);
}

// sin 0 and cos 0 are exact, whatever the frequencies.
static void test_zero_position(void) {
  for (size_t pairs = 1; pairs <= 33; pairs++) {
    const tabled t = make(pairs, random_log(1.0001, 1e12), 2 * (uint32_t)pairs);
    SCOPED double *wanted = guarded_f64(2 * pairs);
    for (size_t i = 0; i < 2 * pairs; i++) wanted[i] = (double)(i % 2);
    check_call((call){t, wanted, 2 * pairs, 0, 1, 0, 0, 0});
    check_call((call){t, wanted, 2 * pairs, 0, 1, 0, 0, 1});
    check_call((call){t, wanted, 2 * pairs, -0.0, 1, 0, 0, 0});
    check_call((call){t, wanted, 2 * pairs, -0.0, 1, 0, 0, 1});
    discard(t);
  }
}

// Fractions: the float values are the rounded doubles.
static void test_fractions(void) {
  for (int i = 0; i < 300; i++) {
    const size_t pairs = 1 + random_below(9);
    const tabled t = make(pairs, random_log(1.0001, 1e12), 2 * (uint32_t)pairs);
    const double position = ldexp(random_between(-1, 1), (int)random_below(60) - 8);
    SCOPED double *wanted = define(t, position, 1);
    check_call((call){t, wanted, 2 * pairs, position, 1, 1, 1, 1});
    discard(t);
  }
}

int main(int argc, char **argv) {
  check_start(argc, argv);
  test_all_sizes();
  test_all_large();
  for (size_t i = 0; i < STARTS; i++) {
    test_splits(1 + random_below(40), starts[i]);
    if (i % 12 == 5) test_splits(1025, starts[i]);
  }
  test_zero_position();
  test_fractions();
  return check_finish("tables");
}
