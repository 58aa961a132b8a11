// limits.c: the best that this machine can do, with the same compiler and engine as phasor. A
// separate module (build/bench/limits.wasm) that imports its memory, so that it can be measured on
// the same bytes as phasor.
#include <stdint.h>
#include <string.h>

#include "simd.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

void EXPORT(limit_store)(float *out, size_t count);
void EXPORT(limit_fill)(float *out, size_t count);
void EXPORT(limit_copy)(float *out, const float *in, size_t count);
float EXPORT(limit_read)(const float *in, size_t count);
float EXPORT(limit_multiply_f32)(size_t count, float factor);
double EXPORT(limit_multiply_f64)(size_t count, double factor);

// A loop of vector stores; count a multiple of 32.
void limit_store(float *out, size_t count) {
  const f32x4 value = f32x4_splat(1);
  for (size_t i = 0; i < count; i += 32)
    for (size_t k = 0; k < 32; k += 4) f32x4_store(out + i + k, value);
}

void limit_fill(float *out, size_t count) { memset(out, 0, count * sizeof *out); }

void limit_copy(float *out, const float *in, size_t count) { memcpy(out, in, count * sizeof *out); }

// A loop of vector loads, with a sum so that they are not removed; count a multiple of 32.
float limit_read(const float *in, size_t count) {
  f32x4 sums[8];
  for (size_t k = 0; k < 8; k++) sums[k] = f32x4_splat(0);
  for (size_t i = 0; i < count; i += 32)
    for (size_t k = 0; k < 8; k++) sums[k] = f32x4_add(sums[k], f32x4_load(in + i + 4 * k));
  float sum = 0;
  for (size_t k = 0; k < 8; k++) sum += f32x4_sum(sums[k]);
  return sum;
}

// `count` multiplications and additions of single lanes, from registers to registers, on as many
// accumulators as hide the latency of both.
enum { ACCUMULATORS = 10 };

float limit_multiply_f32(size_t count, float factor) {
  const f32x4 factors = f32x4_splat(factor);
  f32x4 sums[ACCUMULATORS];
  for (int k = 0; k < ACCUMULATORS; k++) sums[k] = f32x4_splat((float)k);
  for (size_t i = 0; i < count; i += 4 * (size_t)ACCUMULATORS)
    for (int k = 0; k < ACCUMULATORS; k++)
      sums[k] = f32x4_add(f32x4_mul(sums[k], factors), factors);
  float sum = 0;
  for (int k = 0; k < ACCUMULATORS; k++) sum += f32x4_sum(sums[k]);
  return sum;
}

double limit_multiply_f64(size_t count, double factor) {
  const f64x2 factors = f64x2_splat(factor);
  f64x2 sums[ACCUMULATORS];
  for (int k = 0; k < ACCUMULATORS; k++) sums[k] = f64x2_splat((double)k);
  for (size_t i = 0; i < count; i += 2 * (size_t)ACCUMULATORS)
    for (int k = 0; k < ACCUMULATORS; k++)
      sums[k] = f64x2_add(f64x2_mul(sums[k], factors), factors);
  double sum = 0;
  for (int k = 0; k < ACCUMULATORS; k++) sum += f64x2_sum(sums[k]);
  return sum;
}
