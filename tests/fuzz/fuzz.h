// fuzz.h: how the fuzzer's bytes become arguments that a kernel allows.
//
// Arrays are allocated to the byte, so that the address sanitizer sees every overrun. Each subject
// runs twice on the same bytes, with outputs that are filled with different patterns. The results
// must be equal; otherwise an entry was not written, or was read first. Gaps between rows must keep
// their pattern.
#ifndef PHASOR_FUZZ_H
#define PHASOR_FUZZ_H

#include <stddef.h>
#include <stdint.h>

typedef struct Fuzz Fuzz;

// ---- numbers ----

uint64_t fuzz_bits(Fuzz *fuzz);
// 0 … n − 1
size_t fuzz_below(Fuzz *fuzz, size_t n);
// low … high, both included
size_t fuzz_size(Fuzz *fuzz, size_t low, size_t high);
// [low, high], often one of the two
double fuzz_between(Fuzz *fuzz, double low, double high);
// Any double: infinities, NaN, denormal numbers.
double fuzz_any(Fuzz *fuzz);
// A position within ±2^53; an integer if `whole`.
double fuzz_position(Fuzz *fuzz, int whole);

// ---- arrays; they are freed when the subject returns ----

// To read: all tame, in [−1, 1], or all of any kind, as the bytes will have it.
float *fuzz_input_f32(Fuzz *fuzz, size_t count);
double *fuzz_input_f64(Fuzz *fuzz, size_t count);
// Indices below n.
int32_t *fuzz_indices(Fuzz *fuzz, size_t count, size_t n);
// To be written in full: `rows` rows of `width` elements, `stride` apart.
void *fuzz_output(Fuzz *fuzz, size_t rows, size_t width, size_t stride, size_t element);
// An input that a kernel changes in place.
float *fuzz_changed_f32(Fuzz *fuzz, size_t count);
double *fuzz_changed_f64(Fuzz *fuzz, size_t count);
// To work in: holds anything before and after.
void *fuzz_work(Fuzz *fuzz, size_t bytes);
// The same number more than `width` or equal to it.
size_t fuzz_stride(Fuzz *fuzz, size_t width);

// Stops the run and says so when a condition does not hold.
#define fuzz_require(condition)                                                                    \
  ((condition) ? (void)0 : fuzz_failed(#condition, __FILE__, __LINE__))
_Noreturn void fuzz_failed(const char *condition, const char *file, int line);

// ---- subjects, each one a few kernels of the file of its name ----

typedef struct {
  double base;
  size_t pairs;
  uint32_t numerator;
  uint32_t denominator;
  uint64_t *increments;
} Series;

// Frequencies of up to `most` pairs, as frequencies.c requires them.
Series fuzz_series(Fuzz *fuzz, size_t most);

void fuzz_frequencies(Fuzz *fuzz);
void fuzz_scaling(Fuzz *fuzz);
void fuzz_sinusoidal(Fuzz *fuzz);
void fuzz_arithmetic(Fuzz *fuzz);
void fuzz_heatmap(Fuzz *fuzz);
void fuzz_narrow(Fuzz *fuzz);
void fuzz_matrices(Fuzz *fuzz);
void fuzz_rope(Fuzz *fuzz);
void fuzz_learned(Fuzz *fuzz);
void fuzz_attention(Fuzz *fuzz);
void fuzz_bias(Fuzz *fuzz);
void fuzz_analysis(Fuzz *fuzz);
void fuzz_diagnose(Fuzz *fuzz);
void fuzz_lab(Fuzz *fuzz);

#endif
