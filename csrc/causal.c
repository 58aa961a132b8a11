// causal.c: causal attention of short sequences, forward and backward, see phasor.h.
//
// Queries are processed in blocks of four. A block's scores reach as far as its last query sees,
// rounded up to vectors, so most of the upper triangle is skipped. Rows of scores are padded to
// multiples of eight.
#include "phasor.h"

#include <string.h>

#include "exponential.h"

enum { BLOCK = 4 };

#define NOINLINE __attribute__((noinline))

static size_t pad(size_t length) { return (length + 7) & ~(size_t)7; }
static size_t min_size(size_t a, size_t b) { return a < b ? a : b; }

// out (width, padded): the rows of one head, transposed, and zeros.
NOINLINE static void transpose(float *out, const float *rows, size_t stride, size_t length,
                               size_t width) {
  const size_t padded = pad(length);
  for (size_t i = 0; i < width; i++) {
    float *to = out + i * padded;
    RARELY
    for (size_t t = 0; t < padded; t++) to[t] = t < length ? rows[t * stride + i] : 0;
  }
}

// The weights of one query, which sees `seen` keys. The padding of scores is arbitrary; bias is
// that of the first key, or null.
NOINLINE static void weigh(float *weights, float *scores, const float *bias, float scale,
                           size_t seen, size_t length) {
  const size_t padded = (seen + 3) & ~(size_t)3;
  const f32x4 factor = f32x4_splat(scale);
  f32x4 greatest = f32x4_splat(-0x1p100f);
  for (size_t j = 0; j < padded; j += 4) {
    f32x4 values = f32x4_mul(f32x4_load(scores + j), factor);
    if (bias) values = f32x4_add(values, f32x4_load(bias + j));
    f32x4_store(scores + j, values);
    if (j + 4 > seen) {
      RARELY
      for (size_t i = seen; i < padded; i++) scores[i] = -0x1p100f; // weighs nothing
      values = f32x4_load(scores + j);
    }
    greatest = f32x4_at_least(values, greatest);
  }
  float lanes[4];
  f32x4_store(lanes, greatest);
  float max = lanes[0];
  RARELY
  for (size_t i = 1; i < 4; i++) max = lanes[i] > max ? lanes[i] : max;
  f32x4 sums = f32x4_splat(0);
  for (size_t j = 0; j < padded; j += 4) {
    const f32x4 e = exponential_f32(f32x4_sub(f32x4_load(scores + j), f32x4_splat(max)));
    f32x4_store(scores + j, e);
    sums = f32x4_add(sums, e);
  }
  const f32x4 inverse = f32x4_splat(1 / f32x4_sum(sums));
  for (size_t j = 0; j < padded; j += 4)
    f32x4_store(scores + j, f32x4_mul(f32x4_load(scores + j), inverse));
  memcpy(weights, scores, seen * sizeof *weights);
  memset(weights + seen, 0, (length - seen) * sizeof *weights);
}

void phasor_causal(float *out, float *weights, const float *q, const float *k, const float *v,
                   const float *bias, float *work, size_t batch, size_t length, size_t heads,
                   size_t width, size_t qk_stride, size_t v_stride, float scale) {
  const size_t padded = pad(length);
  float *keys = work;
  float *scores = keys + width * padded;
  float *line = scores + BLOCK * padded;
  for (size_t h = 0; h < heads; h++) {
    // Backwards: the bias of key j for query i is line[length − 1 − i + j].
    RARELY
    for (size_t d = 0; bias && d < padded + 4; d++)
      line[d] = d < length ? bias[(length - 1 - d) * heads + h] : 0;
    for (size_t b = 0; b < batch; b++) {
      const float *q_rows = q + b * length * qk_stride + h * width;
      const float *k_rows = k + b * length * qk_stride + h * width;
      const float *v_rows = v + b * length * v_stride + h * width;
      float *out_rows = out + b * length * v_stride + h * width;
      float *weight_rows = weights + (b * heads + h) * length * length;
      transpose(keys, k_rows, qk_stride, length, width);
      for (size_t i = 0; i < length; i += BLOCK) {
        const size_t rows = min_size(length - i, BLOCK);
        phasor_matmul_nn(scores, padded, q_rows + i * qk_stride, qk_stride, keys, padded, rows,
                         pad(i + rows), width, 0);
        for (size_t r = 0; r < rows; r++)
          weigh(weight_rows + (i + r) * length, scores + r * padded,
                bias ? line + (length - 1 - i - r) : 0, scale, i + r + 1, length);
        phasor_matmul_nn(out_rows + i * v_stride, v_stride, weight_rows + i * length, length,
                         v_rows, v_stride, rows, width, i + rows, 0);
      }
    }
  }
}

void phasor_causal_last(float *out, const float *q, const float *k, const float *v,
                        const float *bias, float *work, size_t length, size_t heads, size_t width,
                        float scale) {
  const size_t padded = pad(length);
  const size_t stride = heads * width;
  float *keys = work;
  float *scores = keys + width * padded;
  float *line = scores + BLOCK * padded;
  float *weights = line + padded + 4;
  for (size_t h = 0; h < heads; h++) {
    RARELY
    for (size_t d = 0; bias && d < padded + 4; d++)
      line[d] = d < length ? bias[(length - 1 - d) * heads + h] : 0;
    transpose(keys, k + h * width, stride, length, width);
    phasor_matmul_nn(scores, padded, q + h * width, stride, keys, padded, 1, padded, width, 0);
    weigh(weights, scores, bias ? line : 0, scale, length, length);
    phasor_matmul_nn(out + h * width, stride, weights, padded, v + h * width, stride, 1, width,
                     length, 0);
  }
}

// In place: the gradient of one query's scores from that of its weights, p∘(dp − Σ p·dp).
static void softmax_backward(float *gradient, const float *weights, size_t seen, size_t padded) {
  float total = 0;
  RARELY
  for (size_t j = 0; j < seen; j++) total += weights[j] * gradient[j];
  RARELY
  for (size_t j = 0; j < seen; j++) gradient[j] = weights[j] * (gradient[j] - total);
  memset(gradient + seen, 0, (padded - seen) * sizeof *gradient);
}

void phasor_causal_backward(float *dq, float *dk, float *dv, double *dbias, const float *dout,
                            const float *weights, const float *q, const float *k, const float *v,
                            float *work, size_t batch, size_t length, size_t heads, size_t width,
                            size_t qk_stride, size_t v_stride, float scale) {
  const size_t padded = pad(length);
  float *values = work;
  float *ds = values + width * padded;
  for (size_t b = 0; b < batch; b++)
    for (size_t h = 0; h < heads; h++) {
      const size_t qk_at = b * length * qk_stride + h * width;
      const size_t v_at = b * length * v_stride + h * width;
      const float *p = weights + (b * heads + h) * length * length;
      const float *dout_rows = dout + v_at;
      transpose(values, v + v_at, v_stride, length, width);
      for (size_t i = 0; i < length; i += BLOCK) {
        const size_t rows = min_size(length - i, BLOCK);
        float *ds_rows = ds + i * padded;
        phasor_matmul_nn(ds_rows, padded, dout_rows + i * v_stride, v_stride, values, padded, rows,
                         pad(i + rows), width, 0);
        for (size_t r = 0; r < rows; r++)
          softmax_backward(ds_rows + r * padded, p + (i + r) * length, i + r + 1, padded);
      }
      if (dbias)
        for (size_t i = 0; i < length; i++)
          for (size_t d = 0; d <= i; d++) dbias[d * heads + h] += (double)ds[i * padded + i - d];
      // The scale belongs to the scores.
      for (size_t i = 0; i < length * padded; i += 4)
        f32x4_store(ds + i, f32x4_mul(f32x4_load(ds + i), f32x4_splat(scale)));
      for (size_t i = 0; i < length; i += BLOCK) {
        const size_t rows = min_size(length - i, BLOCK);
        phasor_matmul_nn(dq + qk_at + i * qk_stride, qk_stride, ds + i * padded, padded, k + qk_at,
                         qk_stride, rows, width, i + rows, 0);
        // Keys and values i … i + 3 are seen from query i on.
        phasor_matmul_tn(dk + qk_at + i * qk_stride, qk_stride, ds + i * padded + i, padded,
                         q + qk_at + i * qk_stride, qk_stride, rows, width, length - i, 0);
        phasor_matmul_tn(dv + v_at + i * v_stride, v_stride, p + i * length + i, length,
                         dout_rows + i * v_stride, v_stride, rows, width, length - i, 0);
      }
    }
}
