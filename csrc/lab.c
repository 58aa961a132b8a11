// lab.c: the other parts of a small transformer and its training, see phasor.h.
#include "phasor.h"

#include <math.h>

#include "exponential.h"
#include "logarithm.h"
#include "random.h"

void phasor_uniform(double *out, double first, size_t count, double seed) {
  for (size_t i = 0; i < count; i++)
    out[i] = (double)(random_draw((uint64_t)seed, (uint64_t)first + i) >> 11) * 0x1p-53;
}

static void add_row(float *to, const float *from, size_t width) {
  size_t i = 0;
  for (; i + 4 <= width; i += 4)
    f32x4_store(to + i, f32x4_add(f32x4_load(to + i), f32x4_load(from + i)));
  RARELY
  for (; i < width; i++) to[i] += from[i];
}

void phasor_gather_add(float *out, const float *table, const int32_t *ids, size_t rows,
                       size_t width) {
  for (size_t r = 0; r < rows; r++)
    if (ids[r] >= 0) add_row(out + r * width, table + (size_t)ids[r] * width, width);
}

void phasor_gather_backward(float *dtable, const int32_t *ids, const float *dout, size_t rows,
                            size_t width) {
  for (size_t r = 0; r < rows; r++)
    if (ids[r] >= 0) add_row(dtable + (size_t)ids[r] * width, dout + r * width, width);
}

// Σ a·b in four lanes, then the rest.
static float dot(const float *a, const float *b, size_t width) {
  f32x4 sums = f32x4_splat(0);
  size_t i = 0;
  for (; i + 4 <= width; i += 4)
    sums = f32x4_add(sums, f32x4_mul(f32x4_load(a + i), f32x4_load(b + i)));
  float sum = f32x4_sum(sums);
  RARELY
  for (; i < width; i++) sum += a[i] * b[i];
  return sum;
}

void phasor_rms_norm(float *out, float *inverse, const float *x, size_t rows, size_t width,
                     float epsilon) {
  for (size_t r = 0; r < rows; r++) {
    const float *row = x + r * width;
    float *to = out + r * width;
    const float factor = 1 / sqrtf(dot(row, row, width) / (float)width + epsilon);
    inverse[r] = factor;
    size_t i = 0;
    for (; i + 4 <= width; i += 4)
      f32x4_store(to + i, f32x4_mul(f32x4_load(row + i), f32x4_splat(factor)));
    RARELY
    for (; i < width; i++) to[i] = row[i] * factor;
  }
}

void phasor_rms_norm_backward(float *dx, const float *dout, const float *out, const float *inverse,
                              size_t rows, size_t width) {
  for (size_t r = 0; r < rows; r++) {
    const float *dy = dout + r * width;
    const float *y = out + r * width;
    float *to = dx + r * width;
    const float mean = dot(dy, y, width) / (float)width;
    const float factor = inverse[r];
    size_t i = 0;
    for (; i + 4 <= width; i += 4) {
      const f32x4 projected =
          f32x4_sub(f32x4_load(dy + i), f32x4_mul(f32x4_load(y + i), f32x4_splat(mean)));
      f32x4_store(to + i, f32x4_add(f32x4_load(to + i), f32x4_mul(f32x4_splat(factor), projected)));
    }
    RARELY
    for (; i < width; i++) to[i] += factor * (dy[i] - y[i] * mean);
  }
}

// x·σ(2u) with u = √(2/π)·(x + 0.044715x³), and its slope. σ from e^−|2u|, which cannot overflow.
void phasor_gelu(float *out, float *slope, const float *x, size_t count) {
  const f32x4 one = f32x4_splat(1);
  const f32x4 half = f32x4_splat(0.5f);
  const f32x4 scale = f32x4_splat(0x1.988454p0f); // 2·√(2/π)
  const f32x4 cubic = f32x4_splat(0.044715f);
  for (size_t i = 0; i < count; i += 4) {
    const f32x4 v = f32x4_load(x + i);
    const f32x4 square = f32x4_mul(f32x4_mul(v, v), cubic);
    const f32x4 t = f32x4_mul(f32x4_mul(scale, v), f32x4_add(one, square));
    const f32x4 magnitude = f32x4_size(t);
    const f32x4 e = exponential_f32(f32x4_sub(f32x4_splat(0), magnitude));
    const f32x4 upper = f32x4_div(one, f32x4_add(one, e));
    const f32x4 sign = u32x4_and(t, 0x80000000);
    const f32x4 sigmoid = f32x4_add(half, bits_or(f32x4_sub(upper, half), sign));
    // (x·t′)·σ·(1 − σ), where σ·(1 − σ) is e·upper² on both sides of 0.
    const f32x4 sigmoid_slope = f32x4_mul(f32x4_mul(e, upper), upper);
    const f32x4 t_slope =
        f32x4_mul(f32x4_mul(scale, v), f32x4_add(one, f32x4_mul(f32x4_splat(3), square)));
    f32x4_store(out + i, f32x4_mul(v, sigmoid));
    f32x4_store(slope + i, f32x4_add(sigmoid, f32x4_mul(t_slope, sigmoid_slope)));
  }
}

void phasor_gelu_backward(float *dx, const float *slope, size_t count) {
  for (size_t i = 0; i < count; i += 4)
    f32x4_store(dx + i, f32x4_mul(f32x4_load(dx + i), f32x4_load(slope + i)));
}

double phasor_clip(float *gradient, size_t count, float limit) {
  double square = 0;
  for (size_t i = 0; i < count; i++) square += (double)gradient[i] * (double)gradient[i];
  const double norm = sqrt(square);
  const float factor = norm > (double)limit ? (float)((double)limit / norm) : 1;
  for (size_t i = 0; i < count && factor < 1; i++) gradient[i] *= factor;
  return norm;
}

double phasor_cross_entropy(float *gradient, const float *logits, const int32_t *targets,
                            size_t rows, size_t classes) {
  size_t count = 0;
  for (size_t r = 0; r < rows; r++) count += targets[r] >= 0;
  double loss = 0;
  for (size_t r = 0; r < rows; r++) {
    const float *x = logits + r * classes;
    float *to = gradient + r * classes;
    if (targets[r] < 0) {
      for (size_t i = 0; i < classes; i++) to[i] = 0;
      continue;
    }
    float max = x[0];
    for (size_t i = 1; i < classes; i++) max = x[i] > max ? x[i] : max;
    float sum = 0;
    for (size_t i = 0; i < classes; i += 4) {
      float e[4];
      const size_t remaining = classes - i < 4 ? classes - i : 4;
      f32x4_store(e,
                  exponential_f32(f32x4_sub(f32x4_load_part(x + i, remaining), f32x4_splat(max))));
      RARELY
      for (size_t j = 0; j < remaining; j++) {
        to[i + j] = e[j];
        sum += e[j];
      }
    }
    const float share = 1 / (sum * (float)count);
    for (size_t i = 0; i < classes; i++) to[i] *= share;
    to[targets[r]] -= 1 / (float)count;
    loss += logarithm((double)sum) + (double)(max - x[targets[r]]);
  }
  return count ? loss / (double)count : 0;
}

void phasor_adam(float *parameters, float *first, float *second, const float *gradient,
                 size_t count, float rate, float beta1, float beta2, float correction1,
                 float correction2, float epsilon) {
  for (size_t i = 0; i < count; i++) {
    const float g = gradient[i];
    first[i] = beta1 * first[i] + (1 - beta1) * g;
    second[i] = beta2 * second[i] + (1 - beta2) * g * g;
    const float divisor = sqrtf(second[i] / correction2) + epsilon;
    parameters[i] -= rate * (first[i] / correction1) / divisor;
  }
}
