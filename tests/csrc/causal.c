// causal.c: tests csrc/causal.c against plain loops in double; gradients against central differences,
// and against the transpose identity ⟨A·x, y⟩ = ⟨x, Aᵀ·y⟩.
#include "lab.h"

#include "phasor.h"

// The last row of phasor_causal, from a cache of keys and values.
static void test_last(size_t length, size_t heads, size_t width, int biased) {
  const size_t row = heads * width;
  const size_t across = (length + 7) & ~(size_t)7;
  SCOPED float *q = random_array(length * row);
  SCOPED float *k = random_array(length * row);
  SCOPED float *v = random_array(length * row);
  SCOPED float *bias = random_array(length * heads);
  SCOPED float *work = guarded_f32((width + 7) * across + 16);
  SCOPED float *out = guarded_f32(length * row);
  SCOPED float *weights = guarded_f32(heads * length * length);
  SCOPED float *last = guarded_f32(row);
  const float *biases = biased ? bias : NULL;
  phasor_causal(out, weights, q, k, v, biases, work, 1, length, heads, width, row, row, 0.4f);
  phasor_causal_last(last, q + (length - 1) * row, k, v, biases, work, length, heads, width, 0.4f);
  check_all_f32("phasor_causal_last", last, out + (length - 1) * row, row);
}

typedef struct {
  size_t batch, length, heads, width;
  double scale;
} sizes;

// Σ out·y, and the weights, if asked for: q, k, v (batch, length, heads, width).
static double attention_loss(double *weights, const double *q, const double *k, const double *v,
                             const double *bias, const double *y, sizes s) {
  const size_t row = s.heads * s.width;
  double loss = 0;
  for (size_t b = 0; b < s.batch; b++)
    for (size_t h = 0; h < s.heads; h++)
      for (size_t i = 0; i < s.length; i++) {
        double e[64];
        double sum = 0;
        const size_t at = (b * s.length + i) * row + h * s.width;
        for (size_t j = 0; j <= i; j++) {
          double score = 0;
          for (size_t c = 0; c < s.width; c++)
            score += q[at + c] * k[(b * s.length + j) * row + h * s.width + c];
          e[j] = exp(s.scale * score + (bias ? bias[(i - j) * s.heads + h] : 0));
          sum += e[j];
        }
        for (size_t j = 0; j < s.length; j++) {
          const double p = j <= i ? e[j] / sum : 0;
          if (weights) weights[((b * s.heads + h) * s.length + i) * s.length + j] = p;
          for (size_t c = 0; c < s.width; c++)
            loss += p * v[(b * s.length + j) * row + h * s.width + c] * y[at + c];
        }
      }
  return loss;
}

static void test_attention(sizes s, int biased) {
  const size_t row = s.heads * s.width;
  const size_t rows = s.batch * s.length;
  const size_t count = rows * row;
  const size_t entries = s.batch * s.heads * s.length * s.length;
  const size_t across = (s.length + 7) / 8 * 8;
  SCOPED float *qk = random_array(2 * count);
  for (size_t i = 0; i < 2 * count; i++) qk[i] *= 3;
  SCOPED float *v = random_array(count);
  SCOPED float *y = random_array(count);
  SCOPED float *bias = random_array(s.length * s.heads);
  SCOPED float *out = guarded_f32(count + MARGIN);
  SCOPED float *weights = guarded_f32(entries);
  SCOPED float *work = guarded_f32((s.width + 5) * across + 16);
  phasor_causal(out, weights, qk, qk + row, v, biased ? bias : 0, work, s.batch, s.length, s.heads,
                s.width, 2 * row, row, (float)s.scale);

  // [q, k, v, bias] in double, q and k apart
  SCOPED double *all = guarded_f64(3 * count + s.length * s.heads);
  double *q = all;
  double *k = q + count;
  double *wide_v = k + count;
  double *wide_bias = wide_v + count;
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < row; c++) {
      q[r * row + c] = (double)qk[r * 2 * row + c];
      k[r * row + c] = (double)qk[r * 2 * row + row + c];
    }
  for (size_t i = 0; i < count; i++) wide_v[i] = (double)v[i];
  for (size_t i = 0; i < s.length * s.heads; i++) wide_bias[i] = (double)bias[i];
  SCOPED double *wide_y = widened(y, count);
  SCOPED double *exact = guarded_f64(entries);
  double *const biases = biased ? wide_bias : 0;
  const double wanted = attention_loss(exact, q, k, wide_v, biases, wide_y, s);
  for (size_t i = 0; i < entries; i++)
    check_near("weights of phasor_causal", i, (double)weights[i], exact[i], 3e-6 * exact[i]);
  double loss = 0;
  for (size_t i = 0; i < count; i++) loss += (double)out[i] * wide_y[i];
  check_near("phasor_causal", 0, loss, wanted, 1e-6 * (double)count);

  SCOPED float *dqk = guarded_f32(2 * count);
  SCOPED float *dv = guarded_f32(count);
  SCOPED double *dbias = guarded_f64(s.length * s.heads);
  memset(dbias, 0, s.length * s.heads * sizeof *dbias);
  SCOPED float *room = guarded_f32((s.width + s.length) * across);
  phasor_causal_backward(dqk, dqk + row, dv, biased ? dbias : 0, y, weights, qk, qk + row, v, room,
                         s.batch, s.length, s.heads, s.width, 2 * row, row, (float)s.scale);
  const size_t inputs = 3 * count + (biased ? s.length * s.heads : 0);
  SCOPED double *gradient = guarded_f64(inputs);
  SCOPED float *got = guarded_f32(inputs);
  DIFFERENCES(gradient, all, inputs, attention_loss(0, q, k, wide_v, biases, wide_y, s))
  for (size_t i = 0; i < inputs; i++) {
    const size_t r = i % count / row;
    const size_t c = i % row;
    if (i < 2 * count)
      got[i] = dqk[r * 2 * row + (i < count ? 0 : row) + c];
    else
      got[i] = i < 3 * count ? dv[i - 2 * count] : (float)dbias[i - 3 * count];
  }
  if (s.length > 1) { // with one key there is nothing to choose
    check_norm("gradient of queries", got, gradient, count, 1e-5);
    check_norm("gradient of keys", got + count, gradient + count, count, 1e-5);
    if (biased)
      check_norm("gradient of biases", got + 3 * count, gradient + 3 * count, s.length * s.heads,
                 1e-5);
  }
  check_norm("gradient of values", got + 2 * count, gradient + 2 * count, count, 1e-5);
  // Attention is linear in the values: the transpose identity.
  double right = 0;
  for (size_t i = 0; i < count; i++) right += (double)dv[i] * wide_v[i];
  check_near("transpose of phasor_causal", 0, loss, right, 1e-6 * (double)count);
}

int main(int argc, char **argv) {
  check_start(argc, argv);
  for (size_t length = 1; length <= 18; length++)
    test_attention((sizes){2, length, 2, 3, 0.6}, length % 2 == 0);
  test_attention((sizes){1, 33, 1, 8, 0.35355339059327373}, 1);
  test_attention((sizes){2, 16, 4, 8, 0.35355339059327373}, 0);
  for (size_t length = 1; length <= 300; length += length < 20 ? 1 : 70)
    test_last(length, 2, length % 3 + 2, length % 2 == 0);
  printf("gradients: off by at most %.2g of their norms\n", worst_gradient);
  return check_finish("causal");
}
