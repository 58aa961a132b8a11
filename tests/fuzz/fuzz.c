// fuzz.c: the fuzzer's entry, see fuzz.h. Built with clang -fsanitize=fuzzer by make.
#include "fuzz.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARRAYS = 64 };

typedef struct {
  unsigned char *bytes;
  size_t rows; // 0: nothing to compare
  size_t width;
  size_t stride;
} Array;

struct Fuzz {
  const uint8_t *at;
  size_t left;
  uint64_t state; // goes on when the bytes have been used up
  unsigned char pattern;
  Array arrays[ARRAYS];
  size_t count;
};

// ---- numbers ----

static uint8_t next_byte(Fuzz *fuzz) {
  if (fuzz->left == 0) return 0;
  fuzz->left--;
  return *fuzz->at++;
}

uint64_t fuzz_bits(Fuzz *fuzz) {
  uint64_t bits = 0;
  for (int i = 0; i < 8; i++) bits = bits << 8 | next_byte(fuzz);
  return bits;
}

size_t fuzz_below(Fuzz *fuzz, size_t n) {
  const size_t high = next_byte(fuzz);
  return n > 256 ? (high << 8 | next_byte(fuzz)) % n : high % n;
}

size_t fuzz_size(Fuzz *fuzz, size_t low, size_t high) {
  return low + fuzz_below(fuzz, high - low + 1);
}

double fuzz_any(Fuzz *fuzz) {
  const uint64_t bits = fuzz_bits(fuzz);
  double any;
  memcpy(&any, &bits, sizeof any);
  return any;
}

double fuzz_between(Fuzz *fuzz, double low, double high) {
  const size_t end = fuzz_below(fuzz, 8);
  if (end < 2) return end == 0 ? low : high;
  const double between = low + (high - low) * ((double)(fuzz_bits(fuzz) >> 11) * 0x1p-53);
  return between > high ? high : between;
}

double fuzz_position(Fuzz *fuzz, int whole) {
  static const double limits[] = {100, 0x1p17, 0x1p32, 0x1p53};
  const double limit = limits[fuzz_below(fuzz, 4)];
  const double position = fuzz_between(fuzz, -limit, limit);
  return whole ? nearbyint(position) : position;
}

static uint64_t draw(uint64_t *state) {
  uint64_t z = *state += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

// ---- arrays ----

static Array *new_array(Fuzz *fuzz, size_t bytes) {
  if (fuzz->count == ARRAYS) abort();
  Array *array = &fuzz->arrays[fuzz->count++];
  *array = (Array){.bytes = malloc(bytes)};
  if (bytes > 0 && !array->bytes) abort();
  if (bytes > 0) memset(array->bytes, fuzz->pattern, bytes);
  return array;
}

void *fuzz_work(Fuzz *fuzz, size_t bytes) { return new_array(fuzz, bytes)->bytes; }

void *fuzz_output(Fuzz *fuzz, size_t rows, size_t width, size_t stride, size_t element) {
  Array *array = new_array(fuzz, rows > 0 ? ((rows - 1) * stride + width) * element : 0);
  array->rows = rows;
  array->width = width * element;
  array->stride = stride * element;
  return array->bytes;
}

size_t fuzz_stride(Fuzz *fuzz, size_t width) { return width + fuzz_below(fuzz, 4); }

static double tame(uint64_t bits) { return (double)(bits >> 10) * 0x1p-53 - 1; }

float *fuzz_input_f32(Fuzz *fuzz, size_t count) {
  float *out = fuzz_work(fuzz, count * sizeof *out);
  const int any = next_byte(fuzz) % 4 == 0;
  for (size_t i = 0; i < count; i++) {
    const uint32_t bits = (uint32_t)(draw(&fuzz->state) >> 32);
    if (any)
      memcpy(&out[i], &bits, sizeof bits);
    else
      out[i] = (float)tame(draw(&fuzz->state));
  }
  return out;
}

double *fuzz_input_f64(Fuzz *fuzz, size_t count) {
  double *out = fuzz_work(fuzz, count * sizeof *out);
  const int any = next_byte(fuzz) % 4 == 0;
  for (size_t i = 0; i < count; i++) {
    const uint64_t bits = draw(&fuzz->state);
    if (any)
      memcpy(&out[i], &bits, sizeof bits);
    else
      out[i] = tame(bits);
  }
  return out;
}

int32_t *fuzz_indices(Fuzz *fuzz, size_t count, size_t n) {
  int32_t *out = fuzz_work(fuzz, count * sizeof *out);
  for (size_t i = 0; i < count; i++) out[i] = (int32_t)(draw(&fuzz->state) % n);
  return out;
}

static void compare_all(Fuzz *fuzz, size_t bytes) {
  Array *array = &fuzz->arrays[fuzz->count - 1];
  array->rows = 1;
  array->width = array->stride = bytes;
}

float *fuzz_changed_f32(Fuzz *fuzz, size_t count) {
  float *out = fuzz_input_f32(fuzz, count);
  compare_all(fuzz, count * sizeof *out);
  return out;
}

double *fuzz_changed_f64(Fuzz *fuzz, size_t count) {
  double *out = fuzz_input_f64(fuzz, count);
  compare_all(fuzz, count * sizeof *out);
  return out;
}

// ---- running ----

_Noreturn void fuzz_failed(const char *condition, const char *file, int line) {
  fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, condition);
  abort();
}

static void run(Fuzz *fuzz, void (*subject)(Fuzz *), const uint8_t *data, size_t size,
                unsigned char pattern) {
  fuzz->at = data;
  fuzz->left = size;
  fuzz->state = size;
  for (size_t i = 0; i < size && i < 8; i++) fuzz->state = fuzz->state << 8 ^ data[i];
  fuzz->pattern = pattern;
  fuzz->count = 0;
  subject(fuzz);
}

static void compare(const Array *one, const Array *other, unsigned char pattern,
                    unsigned char other_pattern) {
  for (size_t r = 0; r < one->rows; r++) {
    const size_t at = r * one->stride;
    // Nothing to compare, and no address to give to memcmp, in rows of no columns.
    if (one->width > 0 && memcmp(one->bytes + at, other->bytes + at, one->width) != 0)
      fuzz_failed("the output depends on its inputs alone", __FILE__, __LINE__);
    for (size_t i = one->width; r + 1 < one->rows && i < one->stride; i++)
      fuzz_require(one->bytes[at + i] == pattern && other->bytes[at + i] == other_pattern);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static void (*const subjects[])(Fuzz *) = {
      fuzz_frequencies, fuzz_scaling,  fuzz_sinusoidal, fuzz_arithmetic, fuzz_heatmap,
      fuzz_narrow,      fuzz_matrices, fuzz_rope,       fuzz_learned,    fuzz_attention,
      fuzz_bias,        fuzz_analysis, fuzz_diagnose,   fuzz_lab,
  };
  if (size == 0) return 0;
  void (*const subject)(Fuzz *) = subjects[data[0] % (sizeof subjects / sizeof subjects[0])];
  static Fuzz first;
  static Fuzz second;
  run(&first, subject, data + 1, size - 1, 0xa5);
  run(&second, subject, data + 1, size - 1, 0x5a);
  fuzz_require(first.count == second.count);
  for (size_t i = 0; i < first.count; i++) compare(&first.arrays[i], &second.arrays[i], 0xa5, 0x5a);
  for (size_t i = 0; i < first.count; i++) free(first.arrays[i].bytes);
  for (size_t i = 0; i < second.count; i++) free(second.arrays[i].bytes);
  return 0;
}
