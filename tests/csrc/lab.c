// lab.c: tests csrc/lab.c and what it includes. Results against plain loops in double; gradients
// against central differences, and against the transpose identity ⟨A·x, y⟩ = ⟨x, Aᵀ·y⟩.
#include "lab.h"

#include "exponential.h"
#include "phasor.h"
#include "logarithm.h"
#include "random.h"

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
  DIFFERENCES(gradient, wide, count, norm_loss(wide, wide_y, rows, width))
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
  DIFFERENCES(wanted, wide, count, entropy_loss(wide, targets, rows, classes))
  for (size_t i = 0; i < count; i++)
    if (targets[i / classes] < 0) check_same_f32("where nothing is asked", i, gradient[i], 0);
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
  test_exponential();
  test_logarithm();
  test_uniform();
  for (size_t width = 1; width <= 9; width++) test_gather(7, 5, width);
  test_gather(100, 12, 32);
  // With one column the gradient is all but 0, a difference of nearly equal numbers.
  for (size_t width = 2; width <= 9; width++) test_norm(3, width);
  test_norm(6, 32);
  test_gelu();
  test_clip();
  for (size_t classes = 1; classes <= 17; classes++) test_entropy(9, classes, 1);
  test_entropy(5, 8, 0);
  test_adam();
  printf("gradients: off by at most %.2g of their norms\n", worst_gradient);
  return check_finish("lab");
}
