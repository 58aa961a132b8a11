// check.h: shared by the native tests: failures, seeded random numbers, guarded arrays.
//
// Every test takes `--seed N` (default 1) and prints the seed it ran with.
#ifndef PHASOR_CHECK_H
#define PHASOR_CHECK_H

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- failures ----

enum { CHECK_SHOWN = 20 }; // failures printed; the rest are only counted

static uint64_t check_count;
static uint64_t check_failures;
static uint64_t check_seed = 1;
static uint64_t check_state = 1;

static inline void check_start(int argc, char **argv) {
  for (int i = 1; i + 1 < argc; i++)
    if (strcmp(argv[i], "--seed") == 0) check_seed = strtoull(argv[i + 1], 0, 10);
  check_state = check_seed;
}

// What main() returns.
static inline int check_finish(const char *name) {
  printf("%s: %llu checks, %llu failures, seed %llu\n", name, (unsigned long long)check_count,
         (unsigned long long)check_failures, (unsigned long long)check_seed);
  return check_failures != 0;
}

__attribute__((format(printf, 1, 2))) static inline void check_fail(const char *format, ...) {
  if (++check_failures > CHECK_SHOWN) return;
  va_list arguments;
  va_start(arguments, format);
  printf("FAILED ");
  vprintf(format, arguments);
  printf("\n");
  va_end(arguments);
}

// Counts, and is the condition: `if (!check(x == 1)) check_fail("x is %d", x);`
static inline int check(int condition) {
  check_count++;
  return condition;
}

// |got − wanted| ≤ bound; a NaN on either side fails.
static inline void check_near(const char *what, size_t index, double got, double wanted,
                              double bound) {
  if (!check(fabs(got - wanted) <= bound))
    check_fail("%s [%zu]: got %.17g, wanted %.17g, off by %g, allowed %g", what, index, got, wanted,
               fabs(got - wanted), bound);
}

// ---- bits ----

static inline uint64_t bits_f64(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

static inline uint32_t bits_f32(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

// FNV-1a, 64 bits, over bytes in little-endian order.
static inline uint64_t hash_bytes(const void *data, size_t size) {
  const unsigned char *bytes = (const unsigned char *)data;
  uint64_t hash = 0xcbf29ce484222325;
  for (size_t i = 0; i < size; i++) hash = (hash ^ bytes[i]) * 0x100000001b3;
  return hash;
}

// The distance between two neighbouring doubles (floats) in the binade of x.
static inline double ulp_f64(double x) {
  int exponent;
  (void)frexp(x, &exponent);
  return x != 0 && exponent > -1021 ? ldexp(1, exponent - 53) : 0x1p-1074;
}

static inline double ulp_f32(double x) {
  int exponent;
  (void)frexp(x, &exponent);
  return x != 0 && exponent > -125 ? ldexp(1, exponent - 24) : 0x1p-149;
}

// Equal bit for bit; all NaNs are equal.
static inline void check_same_f64(const char *what, size_t index, double got, double wanted) {
  if (!check(bits_f64(got) == bits_f64(wanted) || (isnan(got) && isnan(wanted))))
    check_fail("%s [%zu]: got %.17g (%a), wanted %.17g (%a), %.3g ulp", what, index, got, got,
               wanted, wanted, fabs(got - wanted) / ulp_f64(wanted));
}

static inline void check_same_f32(const char *what, size_t index, float got, float wanted) {
  const double g = (double)got;
  const double w = (double)wanted;
  if (!check(bits_f32(got) == bits_f32(wanted) || (isnan(g) && isnan(w))))
    check_fail("%s [%zu]: got %.9g (%a), wanted %.9g (%a), %.3g ulp", what, index, g, g, w, w,
               fabs(g - w) / ulp_f32(w));
}

static inline void check_all_f64(const char *what, const double *got, const double *wanted,
                                 size_t count) {
  for (size_t i = 0; i < count; i++) check_same_f64(what, i, got[i], wanted[i]);
}

static inline void check_all_f32(const char *what, const float *got, const float *wanted,
                                 size_t count) {
  for (size_t i = 0; i < count; i++) check_same_f32(what, i, got[i], wanted[i]);
}

// ---- random numbers: splitmix64 ----

static inline uint64_t random_bits(void) {
  uint64_t z = check_state += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

// 0 … n − 1
static inline uint64_t random_below(uint64_t n) { return random_bits() % n; }

// [low, high)
static inline double random_between(double low, double high) {
  return low + (high - low) * ((double)(random_bits() >> 11) * 0x1p-53);
}

// [low, high), the logarithm uniform
static inline double random_log(double low, double high) {
  return exp(random_between(log(low), log(high)));
}

static inline void random_fill_f64(double *x, size_t count) {
  for (size_t i = 0; i < count; i++) x[i] = random_between(-1, 1);
}

static inline void random_fill_f32(float *x, size_t count) {
  for (size_t i = 0; i < count; i++) x[i] = (float)random_between(-1, 1);
}

// In [−2, 2), or sometimes a value that arithmetic treats specially.
static inline double random_or_special(void) {
  const double special[] = {0.,          -0.,      (double)INFINITY, -(double)INFINITY,
                            (double)NAN, 0x1p-149, 0x1p-1074,        0x1p127};
  return random_below(16) ? random_between(-2, 2) : special[random_below(8)];
}

// ---- guarded arrays ----
//
// Allocated to the byte, so that the address sanitizer sees every overrun, and filled with a
// pattern. A test lets a kernel and its reference write into two of them and compares all, what
// neither may touch included.

// The array is freed when the block ends: `SCOPED double *x = guarded_f64(count);`
#define SCOPED __attribute__((cleanup(check_free)))
static inline void check_free(void *pointer_to_array) {
  void *array;
  memcpy(&array, pointer_to_array, sizeof array);
  free(array);
}

static inline void *guarded(size_t bytes) {
  void *array = malloc(bytes ? bytes : 1);
  if (!array) abort();
  memset(array, 0xa5, bytes);
  return array;
}

// What follows an array's end is as it was.
static inline void check_past(const char *what, const double *end, size_t count) {
  SCOPED double *pattern = (double *)guarded(count * sizeof *pattern);
  if (!check(memcmp(end, pattern, count * sizeof *pattern) == 0))
    check_fail("%s: written past its end", what);
}

static inline float *guarded_f32(size_t count) { return (float *)guarded(count * sizeof(float)); }
static inline double *guarded_f64(size_t count) {
  return (double *)guarded(count * sizeof(double));
}

#endif
