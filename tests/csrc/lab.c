// lab.c: tests csrc/lab.c, csrc/matmul.c and csrc/causal.c. Results against plain loops in double;
// gradients against central differences, and against the transpose identity ⟨A·x, y⟩ = ⟨x, Aᵀ·y⟩.
#include "check.h"

#include "exponential.h"
#include "phasor.h"
#include "logarithm.h"
#include "random.h"

enum { MARGIN = 4 };

static float *random_array(size_t count) {
  float *x = guarded_f32(count);
  random_fill_f32(x, count);
  return x;
}

static float *copied(const float *x, size_t count) {
  float *copy = guarded_f32(count);
  memcpy(copy, x, count * sizeof *x);
  return copy;
}

static double *widened(const float *x, size_t count) {
  double *wide = guarded_f64(count);
  for (size_t i = 0; i < count; i++) wide[i] = (double)x[i];
  return wide;
}

// ‖got − wanted‖ ≤ bound·‖wanted‖.
static double worst_gradient;
static void check_norm(const char *what, const float *got, const double *wanted, size_t count,
                       double bound) {
  double difference = 0;
  double size = 0;
  for (size_t i = 0; i < count; i++) {
    difference += ((double)got[i] - wanted[i]) * ((double)got[i] - wanted[i]);
    size += wanted[i] * wanted[i];
  }
  const double relative = sqrt(difference / size);
  worst_gradient = fmax(worst_gradient, relative);
  if (!check(relative <= bound)) check_fail("%s: off by %g of its norm", what, relative);
}

// ---- products ----

typedef enum { NN, TN, NT } Form;
static const char *const forms[] = {"phasor_matmul_nn", "phasor_matmul_tn", "phasor_matmul_nt"};

static void test_matmul(Form form, size_t rows, size_t columns, size_t depth, int accumulate) {
  const size_t a_rows = form == TN ? depth : rows;
  const size_t a_columns = form == TN ? rows : depth;
  const size_t b_rows = form == NT ? columns : depth;
  const size_t b_columns = form == NT ? depth : columns;
  const size_t a_stride = a_columns + random_below(3);
  const size_t b_stride = b_columns + random_below(3);
  const size_t stride = columns + random_below(3);
  SCOPED float *a = random_array(a_rows * a_stride);
  SCOPED float *b = random_array(b_rows * b_stride);
  SCOPED float *out = random_array(rows * stride + MARGIN);
  SCOPED float *wanted = copied(out, rows * stride + MARGIN);
  SCOPED float *work = guarded_f32(depth * columns);
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < columns; c++) {
      float *to = wanted + r * stride + c;
      double exact = accumulate ? (double)*to : 0;
      double sizes = fabs(exact);
      float total = accumulate ? *to : 0;
      for (size_t first = 0; first < depth; first += 128) {
        float sum = 0;
        for (size_t k = first; k < depth && k < first + 128; k++) {
          const float left = form == TN ? a[k * a_stride + r] : a[r * a_stride + k];
          const float right = form == NT ? b[c * b_stride + k] : b[k * b_stride + c];
          sum += left * right;
          exact += (double)left * (double)right;
          sizes += fabs((double)left * (double)right);
        }
        total = first || accumulate ? total + sum : sum;
      }
      *to = total;
      const double bound = (128 + (double)depth / 128) * 0x1p-24 * sizes + 1e-40;
      check_near(forms[form], r * columns + c, (double)total, exact, bound);
    }
  if (form == NN)
    phasor_matmul_nn(out, stride, a, a_stride, b, b_stride, rows, columns, depth, accumulate);
  else if (form == TN)
    phasor_matmul_tn(out, stride, a, a_stride, b, b_stride, rows, columns, depth, accumulate);
  else
    phasor_matmul_nt(out, stride, a, a_stride, b, b_stride, work, rows, columns, depth, accumulate);
  check_all_f32(forms[form], out, wanted, rows * stride + MARGIN);
}

static void test_products(void) {
  for (Form form = NN; form <= NT; form++) {
    for (size_t rows = 1; rows <= 9; rows++)
      for (size_t columns = 1; columns <= 17; columns++)
        for (size_t depth = 0; depth <= 9; depth++)
          test_matmul(form, rows, columns, depth, (rows + columns + depth) % 2 == 0);
    for (size_t depth = 126; depth <= 130; depth++) test_matmul(form, 5, 11, depth, depth % 2 == 0);
    test_matmul(form, 8, 16, 1024, 0);
    test_matmul(form, 1024, 32, 32, 1);
  }
}

// ---- exponential ----

static void test_exponential(void) {
  double worst = 0;
  for (int i = 0; i < 200000; i++) {
    const float x = (float)(i < 100000 ? -random_between(0, 87) : -random_log(1e-30, 87));
    const float got = f32x4_sum(exponential_f32(f32x4_load_part(&x, 1))) - 3;
    float lanes[4];
    f32x4_store(lanes, exponential_f32(f32x4_splat(x)));
    worst = fmax(worst, fabs((double)lanes[0] / exp((double)x) - 1));
    if (x > -1) check_near("a lane beside others", 0, (double)got, (double)lanes[0], 0x1p-21);
  }
  printf("exponential_f32: off by at most 2^%.2f of itself\n", log2(worst));
  if (!check(worst < 2.55e-7)) check_fail("exponential_f32 is off by %g", worst);
  float lanes[4];
  f32x4_store(lanes, exponential_f32(f32x4_splat(-1e30f)));
  check_near("far below", 0, (double)lanes[0], exp(-87), 1e-44);
  f32x4_store(lanes, exponential_f32(f32x4_splat(0)));
  check_same_f32("e^0", 0, lanes[0], 1);
}

static void test_logarithm(void) {
  for (int i = 0; i < 100000; i++) {
    const double x = random_log(1e-300, 1e300);
    check_near("logarithm", 0, logarithm(x), log(x), 0x1p-51 * fabs(log(x)));
  }
}

// ---- uniform numbers ----

static void test_uniform(void) {
  enum { COUNT = 1 << 16 };
  SCOPED double *x = guarded_f64(COUNT);
  phasor_uniform(x, 0, COUNT, 9);
  uint64_t state = 9; // splitmix64 as its authors write it
  double mean = 0;
  for (size_t i = 0; i < COUNT; i++) {
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    z ^= z >> 31;
    check_same_f64("phasor_uniform", i, x[i], ldexp((double)(z >> 11), -53));
    mean += x[i] / COUNT;
  }
  check_near("mean", 0, mean, 0.5, 0.006);
  double piece[7];
  phasor_uniform(piece, 1234, 7, 9);
  check_all_f64("a piece of phasor_uniform", piece, x + 1234, 7);
}

// ---- gather ----

static void test_gather(size_t rows, size_t words, size_t width) {
  SCOPED float *table = random_array(words * width);
  SCOPED float *out = random_array(rows * width + MARGIN);
  SCOPED float *wanted = copied(out, rows * width + MARGIN);
  SCOPED float *start = copied(out, rows * width);
  SCOPED float *y = random_array(rows * width);
  SCOPED float *dtable = guarded_f32(words * width + MARGIN);
  SCOPED float *dwanted = guarded_f32(words * width + MARGIN);
  SCOPED int32_t *ids = (int32_t *)guarded(rows * sizeof *ids);
  memset(dtable, 0, words * width * sizeof *dtable);
  memset(dwanted, 0, words * width * sizeof *dwanted);
  for (size_t r = 0; r < rows; r++) {
    ids[r] = (int32_t)random_below(words + 1) - 1;
    for (size_t c = 0; c < width && ids[r] >= 0; c++) {
      wanted[r * width + c] += table[(size_t)ids[r] * width + c];
      dwanted[(size_t)ids[r] * width + c] += y[r * width + c];
    }
  }
  phasor_gather_add(out, table, ids, rows, width);
  check_all_f32("phasor_gather_add", out, wanted, rows * width + MARGIN);
  phasor_gather_backward(dtable, ids, y, rows, width);
  check_all_f32("phasor_gather_backward", dtable, dwanted, words * width + MARGIN);
  double left = 0;
  double right = 0;
  for (size_t i = 0; i < rows * width; i++)
    left += ((double)out[i] - (double)start[i]) * (double)y[i];
  for (size_t i = 0; i < words * width; i++) right += (double)table[i] * (double)dtable[i];
  check_near("transpose of phasor_gather_add", 0, left, right,
             1e-6 * (double)(rows * width) + 1e-12);
}

// ---- norms ----

static double norm_loss(const double *x, const double *y, size_t rows, size_t width) {
  double loss = 0;
  for (size_t r = 0; r < rows; r++) {
    double squares = 0;
    for (size_t c = 0; c < width; c++) squares += x[r * width + c] * x[r * width + c];
    const double factor = 1 / sqrt(squares / (double)width + 1e-5);
    for (size_t c = 0; c < width; c++) loss += factor * x[r * width + c] * y[r * width + c];
  }
  return loss;
}

static void test_norm(size_t rows, size_t width) {
  const size_t count = rows * width;
  SCOPED float *x = random_array(count);
  SCOPED float *y = random_array(count);
  SCOPED float *out = guarded_f32(count);
  SCOPED float *inverse = guarded_f32(rows);
  SCOPED float *dx = guarded_f32(count);
  SCOPED double *wide = widened(x, count);
  SCOPED double *wide_y = widened(y, count);
  SCOPED double *gradient = guarded_f64(count);
  phasor_rms_norm(out, inverse, x, rows, width, 1e-5f);
  for (size_t r = 0; r < rows; r++) {
    double squares = 0;
    for (size_t c = 0; c < width; c++) squares += wide[r * width + c] * wide[r * width + c];
    const double factor = 1 / sqrt(squares / (double)width + 1e-5);
    check_near("phasor_rms_norm, factor", r, (double)inverse[r], factor, 4e-7 * factor);
    for (size_t c = 0; c < width; c++) {
      const double wanted = wide[r * width + c] * factor;
      check_near("phasor_rms_norm", c, (double)out[r * width + c], wanted, 6e-7 * fabs(wanted));
    }
  }
  memset(dx, 0, count * sizeof *dx);
  phasor_rms_norm_backward(dx, y, out, inverse, rows, width);
  for (size_t i = 0; i < count; i++) {
    const double kept = wide[i];
    wide[i] = kept + 1e-5;
    const double up = norm_loss(wide, wide_y, rows, width);
    wide[i] = kept - 1e-5;
    gradient[i] = (up - norm_loss(wide, wide_y, rows, width)) / 2e-5;
    wide[i] = kept;
  }
  check_norm("phasor_rms_norm_backward", dx, gradient, count, 1e-5);
  phasor_rms_norm_backward(dx, y, out, inverse, rows, width); // adds
  for (size_t i = 0; i < count; i++) gradient[i] *= 2;
  check_norm("phasor_rms_norm_backward, twice", dx, gradient, count, 1e-5);
}

// ---- activation and clipping ----

static double gelu(double x) {
  return 0.5 * x * (1 + tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)));
}

static void test_gelu(void) {
  enum { COUNT = 4096 };
  SCOPED float *x = guarded_f32(COUNT);
  SCOPED float *out = guarded_f32(COUNT);
  SCOPED float *slope = guarded_f32(COUNT);
  // From −16 to 16, and far out, where e^−|2u| is 0.
  for (size_t i = 0; i < COUNT; i++) x[i] = ((float)i - COUNT / 2) / 128;
  x[0] = 0x1p39f;
  x[1] = -0x1p39f;
  phasor_gelu(out, slope, x, COUNT);
  for (size_t i = 0; i < COUNT; i++) {
    const double at = (double)x[i];
    const double bound = 0x1p-21 * (1 + fabs(at));
    check_near("phasor_gelu", i, (double)out[i], gelu(at), bound);
    const double wanted = i < 2 ? (at > 0) : (gelu(at + 1e-5) - gelu(at - 1e-5)) / 2e-5;
    check_near("phasor_gelu, slope", i, (double)slope[i], wanted, bound);
  }
  SCOPED float *dx = random_array(COUNT);
  SCOPED float *kept = copied(dx, COUNT);
  phasor_gelu_backward(dx, slope, COUNT);
  for (size_t i = 0; i < COUNT; i++)
    check_near("phasor_gelu_backward", i, (double)dx[i], (double)(kept[i] * slope[i]), 0);
  SCOPED float *same = copied(x, COUNT);
  phasor_gelu(dx, same, same, COUNT); // in place
  check_all_f32("phasor_gelu, in place", same, slope, COUNT);
}

static void test_clip(void) {
  enum { COUNT = 101 };
  SCOPED float *gradient = random_array(COUNT);
  SCOPED float *kept = copied(gradient, COUNT);
  double square = 0;
  for (size_t i = 0; i < COUNT; i++) square += (double)kept[i] * (double)kept[i];
  check_near("phasor_clip, norm", 0, phasor_clip(gradient, COUNT, 1e9f), sqrt(square), 1e-12);
  check_all_f32("phasor_clip, below the limit", gradient, kept, COUNT);
  phasor_clip(gradient, COUNT, 0.5f);
  for (size_t i = 0; i < COUNT; i++) {
    const double wanted = (double)kept[i] * 0.5 / sqrt(square);
    check_near("phasor_clip", i, (double)gradient[i], wanted, 2e-7 * fabs(wanted));
  }
}

// ---- attention ----

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
  const float *given = biased ? bias : NULL;
  phasor_causal(out, weights, q, k, v, given, work, 1, length, heads, width, row, row, 0.4f);
  phasor_causal_last(last, q + (length - 1) * row, k, v, given, work, length, heads, width, 0.4f);
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
  double *const given = biased ? wide_bias : 0;
  const double wanted = attention_loss(exact, q, k, wide_v, given, wide_y, s);
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
  for (size_t i = 0; i < inputs; i++) {
    const double kept = all[i];
    all[i] = kept + 1e-5;
    const double up = attention_loss(0, q, k, wide_v, given, wide_y, s);
    all[i] = kept - 1e-5;
    gradient[i] = (up - attention_loss(0, q, k, wide_v, given, wide_y, s)) / 2e-5;
    all[i] = kept;
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

// ---- cross-entropy ----

static double entropy_loss(const double *x, const int32_t *targets, size_t rows, size_t classes) {
  double loss = 0;
  double count = 0;
  for (size_t r = 0; r < rows; r++) {
    if (targets[r] < 0) continue;
    double sum = 0;
    for (size_t i = 0; i < classes; i++) sum += exp(x[r * classes + i]);
    loss += log(sum) - x[r * classes + (size_t)targets[r]];
    count++;
  }
  return count > 0 ? loss / count : 0;
}

static void test_entropy(size_t rows, size_t classes, int asked) {
  const size_t count = rows * classes;
  SCOPED float *logits = random_array(count);
  for (size_t i = 0; i < count; i++) logits[i] *= 6;
  SCOPED float *gradient = guarded_f32(count);
  SCOPED double *wide = widened(logits, count);
  SCOPED double *wanted = guarded_f64(count);
  SCOPED int32_t *targets = (int32_t *)guarded(rows * sizeof *targets);
  for (size_t r = 0; r < rows; r++)
    targets[r] = asked && (r == 0 || random_below(3) > 0) ? (int32_t)random_below(classes) : -1;
  const double loss = phasor_cross_entropy(gradient, logits, targets, rows, classes);
  const double exact = entropy_loss(wide, targets, rows, classes);
  check_near("phasor_cross_entropy", 0, loss, exact, 1e-6 * (1 + exact));
  for (size_t i = 0; i < count; i++) {
    const double kept = wide[i];
    wide[i] = kept + 1e-5;
    const double up = entropy_loss(wide, targets, rows, classes);
    wide[i] = kept - 1e-5;
    wanted[i] = (up - entropy_loss(wide, targets, rows, classes)) / 2e-5;
    wide[i] = kept;
    if (targets[i / classes] < 0) check_same_f32("where nothing is asked", i, gradient[i], 0);
  }
  if (asked && classes > 1) check_norm("gradient of logits", gradient, wanted, count, 1e-5);
}

// ---- Adam ----

static void test_adam(void) {
  enum { COUNT = 37, STEPS = 20 };
  float x[COUNT + MARGIN] = {0};
  float first[COUNT] = {0};
  float second[COUNT] = {0};
  double exact[COUNT] = {0};
  double mean[COUNT] = {0};
  double square[COUNT] = {0};
  for (int step = 1; step <= STEPS; step++) {
    float gradient[COUNT];
    random_fill_f32(gradient, COUNT);
    phasor_adam(x, first, second, gradient, COUNT, 0.01f, 0.9f, 0.99f, (float)(1 - pow(0.9, step)),
                (float)(1 - pow(0.99, step)), 1e-8f);
    for (size_t i = 0; i < COUNT; i++) {
      const double g = (double)gradient[i];
      mean[i] = 0.9 * mean[i] + (1 - 0.9) * g;
      square[i] = 0.99 * square[i] + (1 - 0.99) * g * g;
      exact[i] -=
          0.01 * mean[i] / (1 - pow(0.9, step)) / (sqrt(square[i] / (1 - pow(0.99, step))) + 1e-8);
      check_near("phasor_adam", i, (double)x[i], exact[i], 1e-7 * step);
    }
  }
  for (size_t i = COUNT; i < COUNT + MARGIN; i++) check_same_f32("past the end", i, x[i], 0);
}

int main(int argc, char **argv) {
  check_start(argc, argv);
  test_products();
  test_exponential();
  test_logarithm();
  test_uniform();
  for (size_t width = 1; width <= 9; width++) test_gather(7, 5, width);
  test_gather(100, 12, 32);
  // With one column the gradient is all but 0, a difference of nearly equal numbers.
  for (size_t width = 2; width <= 9; width++) test_norm(3, width);
  test_norm(6, 32);
  for (size_t length = 1; length <= 18; length++)
    test_attention((sizes){2, length, 2, 3, 0.6}, length % 2 == 0);
  test_attention((sizes){1, 33, 1, 8, 0.35355339059327373}, 1);
  test_attention((sizes){2, 16, 4, 8, 0.35355339059327373}, 0);
  test_gelu();
  test_clip();
  for (size_t length = 1; length <= 300; length += length < 20 ? 1 : 70)
    test_last(length, 2, length % 3 + 2, length % 2 == 0);
  for (size_t classes = 1; classes <= 17; classes++) test_entropy(9, classes, 1);
  test_entropy(5, 8, 0);
  test_adam();
  printf("gradients: off by at most %.2g of their norms\n", worst_gradient);
  return check_finish("lab");
}
