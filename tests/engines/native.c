// native.c: the part of computation.js that the C API has, from the same sources compiled for this
// machine. Writes the bytes of the results to stdout, in the order of computation.js.
#include "phasor.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { EXTREMES = 8, MOST_PAIRS = 1024 };

static const double extreme[EXTREMES] = {
    0x1p53, -0x1p53, 0x1p52 + 1, 0x1p32 + 0.5, -12345678.125, 1e-300, -0.75, 0,
};

static uint64_t increments[PHASOR_INCREMENTS_LENGTH(MOST_PAIRS)];
static double offsets[PHASOR_OFFSETS_LENGTH(MOST_PAIRS)];
static double work[PHASOR_WORK_LENGTH(MOST_PAIRS)];

static void put(const void *bytes, size_t size, size_t count) {
  if (fwrite(bytes, size, count, stdout) != count) exit(1);
}

static void numbers(double *out, size_t count) {
  uint32_t state = 1;
  for (size_t i = 0; i < count; i++) {
    state = state * 1664525u + 1013904223u;
    out[i] = ((double)state - 0x1p31) / 0x1p31;
  }
}

static void table_f32(float *out, double start, size_t rows, size_t pairs, double base) {
  phasor_increments(increments, pairs, base, 2, (uint32_t)(2 * pairs));
  phasor_offsets(offsets, increments, pairs);
  phasor_table_f32(out, 2 * pairs, increments, offsets, work, start, rows, pairs);
  put(out, sizeof *out, 2 * pairs * rows);
}

static void table_f64(double start, size_t rows, size_t pairs, double base) {
  static double out[300 * 128];
  phasor_increments(increments, pairs, base, 2, (uint32_t)(2 * pairs));
  phasor_offsets(offsets, increments, pairs);
  phasor_table_f64(out, 2 * pairs, increments, offsets, work, start, rows, pairs);
  put(out, sizeof *out, 2 * pairs * rows);
}

static void positions(void) {
  static float single[EXTREMES * 96];
  static double pair[EXTREMES * 96];
  phasor_increments(increments, 48, 10000, 2, 96);
  phasor_at_f32(single, 96, increments, NULL, extreme, EXTREMES, 48);
  phasor_at_f64(pair, 96, increments, NULL, extreme, EXTREMES, 48);
  put(single, sizeof *single, EXTREMES * 96);
  put(pair, sizeof *pair, EXTREMES * 96);
}

static void series(void) {
  static double out[512];
  phasor_frequencies(out, 512, 10000, 2, 1024);
  put(out, sizeof *out, 512);
  phasor_wavelengths(out, 512, 1.0001, 2, 1024);
  put(out, sizeof *out, 512);
}

static void rounded(int arithmetic, size_t first) {
  static float frequencies[32];
  static float out[EXTREMES * 64];
  const size_t rows = EXTREMES - first;
  phasor_rounded_frequencies(frequencies, 32, 10000, 2, 64, arithmetic);
  phasor_rounded_at_f32(out, 64, frequencies, extreme + first, rows, 32, arithmetic);
  put(out, sizeof *out, rows * 64);
}

// Blocks of 40 positions, 16 features of 20 turned.
static void rotations(const float *x) {
  enum { BLOCKS = 3, ROWS = 40, WIDTH = 20, PAIRS = 8, COUNT = BLOCKS * ROWS * WIDTH };
  static float values[ROWS * 2 * PAIRS];
  static float out[COUNT];
  phasor_increments(increments, PAIRS, 500000, 2, 2 * PAIRS);
  phasor_offsets(offsets, increments, PAIRS);
  for (int half = 1; half >= 0; half--) {
    const double start = half ? 0 : 70000;
    phasor_table_f32(values, 2 * PAIRS, increments, offsets, work, start, ROWS, PAIRS);
    phasor_rope_rotate_f32(out, x, values, NULL, BLOCKS, ROWS * WIDTH, ROWS, 1, WIDTH, 0, PAIRS,
                           half);
    put(out, sizeof *out, COUNT);
  }
}

static void softmax(const float *x) {
  enum { ROWS = 12, COLUMNS = 200, COUNT = ROWS * COLUMNS };
  static float single[COUNT];
  static double pair[COUNT];
  for (size_t i = 0; i < COUNT; i++) single[i] = 80 * x[i];
  phasor_softmax_f32(single, single, ROWS, COLUMNS);
  put(single, sizeof *single, COUNT);
  numbers(pair, COUNT);
  for (size_t i = 0; i < COUNT; i++) pair[i] *= 700;
  phasor_softmax_f64(pair, pair, ROWS, COLUMNS);
  put(pair, sizeof *pair, COUNT);
}

static void alibi(void) {
  enum { HEADS = 8, QUERIES = 9, KEYS = 11, COUNT = QUERIES - 1 + KEYS };
  double slopes[HEADS + 1];
  float line[COUNT];
  float out[QUERIES * KEYS];
  phasor_frequencies(slopes, HEADS + 1, 256, 1, HEADS);
  for (size_t head = 1; head <= HEADS; head++) {
    phasor_alibi_f32(line, 1 - QUERIES, COUNT, slopes[head], -HUGE_VAL);
    phasor_slide_f32(out, KEYS, line, 1, QUERIES, KEYS);
    put(out, sizeof *out, QUERIES * KEYS);
  }
}

int main(void) {
  enum { COUNT = 3 * 40 * 20 };
  static float table[300 * 128];
  static float products[300 * 300];
  static double exact[COUNT];
  static float single[COUNT];
  float normal[300];
  numbers(exact, COUNT);
  for (size_t i = 0; i < COUNT; i++) single[i] = (float)exact[i];

  table_f32(table, 0, 300, 33, 10000);
  table_f64(0, 300, 33, 10000);
  table_f32(table, -0x1p40 - 7, 70, 32, 500000);
  table_f64(0x1p53 - 199, 200, 64, 1e18);
  positions();
  series();
  rounded(PHASOR_BFLOAT16, 0);
  rounded(PHASOR_GGML, 2);
  rotations(single);
  softmax(single);
  alibi();
  phasor_increments(increments, 33, 10000, 2, 66);
  phasor_offsets(offsets, increments, 33);
  phasor_table_f32(table, 66, increments, offsets, work, 0, 300, 33);
  phasor_dots_f32(products, 300, table, 66, table, 66, 300, 300, 66, 0);
  put(products, sizeof *products, 300 * 300);
  phasor_normal_f32(normal, 0, 300, 42, 0.02);
  put(normal, sizeof *normal, 300);
  return fflush(stdout);
}
