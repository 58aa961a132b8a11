// lab.c: fuzzes lab.c, matmul.c and causal.c.
#include <math.h>
#include <string.h>

#include "fuzz.h"
#include "phasor.h"

#define OUTPUT(rows, width, stride) fuzz_output(fuzz, rows, width, stride, sizeof(float))

static void products(Fuzz *fuzz) {
  const size_t rows = fuzz_below(fuzz, 14);
  const size_t columns = fuzz_below(fuzz, 20);
  const size_t depth = fuzz_below(fuzz, 140);
  const size_t a_stride = fuzz_stride(fuzz, depth > rows ? depth : rows);
  const size_t b_stride = fuzz_stride(fuzz, depth > columns ? depth : columns);
  const size_t most = depth > rows ? depth : rows;
  const float *a = fuzz_input_f32(fuzz, most * a_stride);
  const float *b = fuzz_input_f32(fuzz, (depth > columns ? depth : columns) * b_stride);
  const size_t stride = fuzz_stride(fuzz, columns);
  phasor_matmul_nn(OUTPUT(rows, columns, stride), stride, a, a_stride, b, b_stride, rows, columns,
                   depth, 0);
  phasor_matmul_tn(OUTPUT(rows, columns, stride), stride, a, a_stride, b, b_stride, rows, columns,
                   depth, 0);
  float *work = fuzz_work(fuzz, depth * columns * sizeof *work);
  phasor_matmul_nt(fuzz_changed_f32(fuzz, rows * columns), columns, a, a_stride, b, b_stride, work,
                   rows, columns, depth, 1);
}

static int tame(const float *x, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!(fabsf(x[i]) <= 1)) return 0;
  return 1;
}

static void attention(Fuzz *fuzz) {
  const size_t batch = fuzz_size(fuzz, 1, 2);
  const size_t length = fuzz_size(fuzz, 1, 20);
  const size_t heads = fuzz_size(fuzz, 1, 3);
  const size_t width = fuzz_size(fuzz, 1, 12);
  const size_t row = heads * width;
  const size_t count = batch * length * row;
  const size_t across = (length + 7) / 8 * 8;
  const float *qk = fuzz_input_f32(fuzz, 2 * count);
  const float *v = fuzz_input_f32(fuzz, count);
  const float *bias = fuzz_below(fuzz, 2) ? fuzz_input_f32(fuzz, length * heads) : 0;
  float *work = fuzz_work(fuzz, ((width + 5) * across + 16) * sizeof *work);
  float *out = OUTPUT(1, count, count);
  const size_t entries = batch * heads * length * length;
  float *weights = OUTPUT(1, entries, entries);
  phasor_causal(out, weights, qk, qk + row, v, bias, work, batch, length, heads, width, 2 * row,
                row, (float)fuzz_between(fuzz, 0, 1));
  const int sound = tame(qk, 2 * count) && (!bias || tame(bias, length * heads));
  for (size_t r = 0; r < batch * heads * length && sound; r++) {
    double sum = 0;
    for (size_t j = 0; j < length; j++) sum += (double)weights[r * length + j];
    fuzz_require(fabs(sum - 1) < 1e-5);
  }
  float *dqk = OUTPUT(1, 2 * count, 2 * count);
  float *dv = OUTPUT(1, count, count);
  work = fuzz_work(fuzz, (width + length) * across * sizeof *work);
  double *dbias = bias ? fuzz_changed_f64(fuzz, length * heads) : 0;
  phasor_causal_backward(dqk, dqk + row, dv, dbias, fuzz_input_f32(fuzz, count), weights, qk,
                         qk + row, v, work, batch, length, heads, width, 2 * row, row, 0.5f);
}

static void others(Fuzz *fuzz) {
  const size_t rows = fuzz_below(fuzz, 12);
  const size_t width = fuzz_size(fuzz, 1, 20);
  const size_t words = fuzz_size(fuzz, 1, 9);
  int32_t *ids = fuzz_indices(fuzz, rows, words + 1);
  for (size_t r = 0; r < rows; r++) ids[r]--;
  const float *x = fuzz_input_f32(fuzz, rows * width);
  phasor_gather_add(fuzz_changed_f32(fuzz, rows * width), fuzz_input_f32(fuzz, words * width), ids,
                    rows, width);
  phasor_gather_backward(fuzz_changed_f32(fuzz, words * width), ids, x, rows, width);
  float *out = OUTPUT(rows, width, width);
  float *inverse = OUTPUT(1, rows, rows);
  phasor_rms_norm(out, inverse, x, rows, width, 1e-5f);
  phasor_rms_norm_backward(fuzz_changed_f32(fuzz, rows * width), x, out, inverse, rows, width);
  int32_t *targets = fuzz_indices(fuzz, rows, width + 1);
  for (size_t r = 0; r < rows; r++) targets[r]--;
  phasor_cross_entropy(OUTPUT(rows, width, width), x, targets, rows, width);
  const size_t count = rows * width;
  phasor_adam(fuzz_changed_f32(fuzz, count), fuzz_changed_f32(fuzz, count),
              fuzz_changed_f32(fuzz, count), x, count, 0.01f, 0.9f, 0.99f, 0.5f, 0.25f, 1e-8f);
  double *numbers = fuzz_output(fuzz, 1, count, count, sizeof *numbers);
  phasor_uniform(numbers, (double)fuzz_below(fuzz, 1000), count, (double)(fuzz_bits(fuzz) >> 11));
  for (size_t i = 0; i < count; i++) fuzz_require(numbers[i] >= 0 && numbers[i] < 1);
}

void fuzz_lab(Fuzz *fuzz) {
  switch (fuzz_below(fuzz, 3)) {
  case 0:
    products(fuzz);
    break;
  case 1:
    attention(fuzz);
    break;
  default:
    others(fuzz);
  }
}
