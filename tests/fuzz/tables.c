// tables.c: fuzzes frequencies.c, scaling.c, sinusoidal.c, arithmetic.c, toeplitz.c, heatmap.c,
// narrow.c.
#include <math.h>
#include <string.h>

#include "fuzz.h"
#include "phasor.h"

enum { PAIRS = 40, ROWS = 80 };

Series fuzz_series(Fuzz *fuzz, size_t most) {
  Series series = {.pairs = fuzz_size(fuzz, 1, most)};
  series.base = fuzz_below(fuzz, 2) ? exp(fuzz_between(fuzz, log(1.0001), log(1e18)))
                                    : fuzz_between(fuzz, 1.0001, 1e6);
  if (series.base > 1e18) series.base = 1e18;
  series.numerator = (uint32_t)fuzz_size(fuzz, 1, 4);
  // At least what keeps the last frequency from falling below 1/base.
  series.denominator = (uint32_t)((series.pairs - 1) * series.numerator + fuzz_below(fuzz, 300));
  if (series.denominator == 0) series.denominator = 1;
  series.increments = fuzz_output(fuzz, 1, PHASOR_INCREMENTS_LENGTH(series.pairs),
                                  PHASOR_INCREMENTS_LENGTH(series.pairs), sizeof(uint64_t));
  phasor_increments(series.increments, series.pairs, series.base, series.numerator,
                    series.denominator);
  return series;
}

void fuzz_frequencies(Fuzz *fuzz) {
  const Series series = fuzz_series(fuzz, PAIRS);
  const size_t pairs = series.pairs;
  double *frequencies = fuzz_output(fuzz, 1, pairs, pairs, sizeof(double));
  double *wavelengths = fuzz_output(fuzz, 1, pairs, pairs, sizeof(double));
  phasor_frequencies(frequencies, pairs, series.base, series.numerator, series.denominator);
  phasor_wavelengths(wavelengths, pairs, series.base, series.numerator, series.denominator);
  fuzz_require(frequencies[0] == 1);
  for (size_t i = 0; i < pairs; i++) {
    fuzz_require(frequencies[i] > 0 && frequencies[i] <= 1);
    fuzz_require(i == 0 || frequencies[i] <= frequencies[i - 1]);
    fuzz_require(fabs(frequencies[i] * wavelengths[i] / 6.283185307179586 - 1) < 0x1p-50);
  }
  // Any shift: frequencies fall, and none turns more than the first.
  uint64_t *shifted = fuzz_output(fuzz, 1, PHASOR_INCREMENTS_LENGTH(pairs),
                                  PHASOR_INCREMENTS_LENGTH(pairs), sizeof(uint64_t));
  const double span = (double)(pairs + fuzz_below(fuzz, 3));
  const double shift = span - exp(fuzz_between(fuzz, -30, 200));
  phasor_increments_shifted(shifted, pairs, series.base, span, shift < span ? shift : 0);
  for (size_t i = 1; i < pairs; i++) fuzz_require(shifted[2 * i] <= shifted[2 * i - 2]);
}

void fuzz_scaling(Fuzz *fuzz) {
  Series series = fuzz_series(fuzz, PAIRS);
  const size_t pairs = series.pairs;
  uint64_t *const increments = series.increments;
  const double base = series.base;
  const double factor = fuzz_between(fuzz, 1, 0x1p30);
  const uint32_t original = (uint32_t)fuzz_between(fuzz, 2, 0x1p31);
  const uint32_t length = (uint32_t)fuzz_between(fuzz, 1, 0x1p31);
  const double reach = length > original ? (double)length / original : 1;
  int64_t *cycles = fuzz_work(fuzz, pairs * sizeof *cycles);
  memset(cycles, 0, pairs * sizeof *cycles);
  double attention = phasor_rope_default(increments, pairs, base);
  switch (fuzz_below(fuzz, 6)) {
  case 0:
    if (pairs > 1) attention = phasor_rope_ntk(increments, pairs, base, factor);
    break;
  case 1:
    if (pairs > 1 && factor * reach < 0x1p31)
      attention = phasor_rope_dynamic(increments, pairs, base, factor, original, length);
    break;
  case 2: {
    double *lists = fuzz_work(fuzz, 2 * pairs * sizeof *lists);
    for (size_t i = 0; i < 2 * pairs; i++) lists[i] = fuzz_between(fuzz, 0x1p-14, 0x1p30);
    attention = phasor_rope_longrope(increments, pairs, base, factor, original, length, lists,
                                     lists + pairs, cycles);
    break;
  }
  case 3: {
    const double slow = fuzz_between(fuzz, 1e-9, 1e9);
    const double fast = fuzz_between(fuzz, slow, 1e9);
    attention = phasor_rope_yarn(increments, pairs, base, factor, original, fast, slow,
                                 (int)fuzz_below(fuzz, 2), 0, 0);
    break;
  }
  case 4:
    attention = phasor_rope_proportional(increments, pairs, base, factor, fuzz_between(fuzz, 0, 1));
    break;
  default: {
    const double low = fuzz_between(fuzz, 0, 0x1p30);
    attention = phasor_rope_llama3(increments, pairs, base, factor, original, low,
                                   fuzz_between(fuzz, low, 0x1p30));
    break;
  }
  }
  fuzz_require(attention >= 1);
  double *frequencies = fuzz_output(fuzz, 1, pairs, pairs, sizeof(double));
  phasor_rope_frequencies(frequencies, series.increments, cycles, pairs);
  for (size_t i = 0; i < pairs; i++) fuzz_require(frequencies[i] >= 0 && frequencies[i] <= 16384.);
  double *factors = fuzz_output(fuzz, 1, 2, 2, sizeof(double));
  factors[0] = phasor_yarn_attention(factor, fuzz_between(fuzz, 0, 10));
  factors[1] = phasor_longrope_attention(factor, original);
  fuzz_require(factors[0] >= 1 && factors[1] >= 1);
}

void fuzz_sinusoidal(Fuzz *fuzz) {
  const Series series = fuzz_series(fuzz, PAIRS);
  const size_t pairs = series.pairs;
  const size_t width = 2 * pairs;
  const size_t rows = fuzz_below(fuzz, ROWS);
  const size_t stride = fuzz_stride(fuzz, width);
  double *offsets = fuzz_output(fuzz, 1, PHASOR_OFFSETS_LENGTH(pairs), PHASOR_OFFSETS_LENGTH(pairs),
                                sizeof(double));
  double *work = fuzz_work(fuzz, PHASOR_WORK_LENGTH(pairs) * sizeof *work);
  phasor_offsets(offsets, series.increments, pairs);
  double start = fuzz_position(fuzz, 1);
  if (start > 0x1p53 - ROWS) start = 0x1p53 - ROWS;
  float *singles = fuzz_output(fuzz, rows, width, stride, sizeof(float));
  double *doubles = fuzz_output(fuzz, rows, width, stride, sizeof(double));
  phasor_table_f32(singles, stride, series.increments, offsets, work, start, rows, pairs);
  phasor_table_f64(doubles, stride, series.increments, offsets, work, start, rows, pairs);
  // The same positions one by one, and then any others.
  double *positions = fuzz_work(fuzz, rows * sizeof *positions);
  for (size_t r = 0; r < rows; r++) positions[r] = start + (double)r;
  double *again = fuzz_output(fuzz, rows, width, width, sizeof(double));
  phasor_at_f64(again, width, series.increments, NULL, positions, rows, pairs);
  for (size_t r = 0; r < rows; r++) {
    fuzz_require(memcmp(again + r * width, doubles + r * stride, width * sizeof(double)) == 0);
    for (size_t c = 0; c < width; c++) {
      fuzz_require(fabs(again[r * width + c]) <= 1);
      fuzz_require(singles[r * stride + c] == (float)again[r * width + c]);
    }
  }
  for (size_t r = 0; r < rows; r++) positions[r] = fuzz_position(fuzz, 0);
  phasor_at_f32(singles, stride, series.increments, NULL, positions, rows, pairs);
  phasor_at_f64(again, width, series.increments, NULL, positions, rows, pairs);
  double *sums = fuzz_output(fuzz, 1, rows, rows, sizeof(double));
  phasor_cosine_sums(sums, again, rows, pairs);
  for (size_t r = 0; r < rows; r++) fuzz_require(fabs(sums[r]) <= (double)pairs);
}

void fuzz_arithmetic(Fuzz *fuzz) {
  const Series series = fuzz_series(fuzz, PAIRS);
  const size_t pairs = series.pairs;
  const size_t rows = fuzz_below(fuzz, 9);
  const size_t stride = fuzz_stride(fuzz, 2 * pairs);
  const int arithmetic = (int)fuzz_below(fuzz, 4);
  float *frequencies = fuzz_output(fuzz, 1, pairs, pairs, sizeof(float));
  phasor_rounded_frequencies(frequencies, pairs, series.base, series.numerator, series.denominator,
                             arithmetic);
  double *positions = fuzz_work(fuzz, rows * sizeof *positions);
  for (size_t r = 0; r < rows; r++) positions[r] = fuzz_position(fuzz, 0);
  float *singles = fuzz_output(fuzz, rows, 2 * pairs, stride, sizeof(float));
  double *doubles = fuzz_output(fuzz, rows, 2 * pairs, stride, sizeof(double));
  phasor_rounded_at_f32(singles, stride, frequencies, positions, rows, pairs, arithmetic);
  phasor_rounded_at_f64(doubles, stride, frequencies, positions, rows, pairs, arithmetic);
  for (size_t r = 0; r < rows; r++) {
    for (size_t c = 0; c < 2 * pairs; c++) {
      const double value = doubles[r * stride + c];
      const double single = (double)singles[r * stride + c];
      fuzz_require(isnan(value) ? isnan(single) : value == single && fabs(value) <= 1);
    }
  }
}

void fuzz_heatmap(Fuzz *fuzz) {
  const Series series = fuzz_series(fuzz, 16);
  const size_t pairs = series.pairs;
  const size_t width = 2 * pairs;
  const size_t pixels = fuzz_below(fuzz, 40);
  const size_t lanes = fuzz_below(fuzz, 20);
  double *firsts = fuzz_work(fuzz, pixels * sizeof *firsts);
  double *counts = fuzz_work(fuzz, pixels * sizeof *counts);
  for (size_t x = 0; x < pixels; x++) {
    firsts[x] = fuzz_position(fuzz, 1);
    counts[x] = 1 + nearbyint(fuzz_between(fuzz, 0, 0x1p53 - firsts[x]));
    while (firsts[x] + (counts[x] - 1) > 0x1p53) counts[x] = 1;
  }
  const int32_t *columns = fuzz_indices(fuzz, width, width);
  int32_t *from = fuzz_work(fuzz, lanes * sizeof *from);
  int32_t *to = fuzz_work(fuzz, lanes * sizeof *to);
  for (size_t y = 0; y < lanes; y++) {
    from[y] = (int32_t)fuzz_below(fuzz, width);
    to[y] = (int32_t)fuzz_size(fuzz, (size_t)from[y] + 1, width);
  }
  double *work = fuzz_work(fuzz, PHASOR_HEATMAP_WORK(pairs) * sizeof *work);
  const int along = (int)fuzz_below(fuzz, 2);
  const size_t stride = fuzz_stride(fuzz, along ? pixels : lanes);
  uint8_t *out = along ? fuzz_output(fuzz, lanes, pixels, stride, 1)
                       : fuzz_output(fuzz, pixels, lanes, stride, 1);
  phasor_heatmap(out, along ? 1 : stride, along ? stride : 1, firsts, counts, pixels, columns, from,
                 to, lanes, series.increments, work, pairs);
}

void fuzz_narrow(Fuzz *fuzz) {
  const size_t count = fuzz_below(fuzz, 40);
  double *x = fuzz_work(fuzz, count * sizeof *x);
  for (size_t i = 0; i < count; i++) {
    const uint64_t bits = fuzz_bits(fuzz);
    memcpy(&x[i], &bits, sizeof bits);
    if (bits % 2) x[i] = fuzz_between(fuzz, -2, 2);
  }
  uint16_t *halves = fuzz_output(fuzz, 1, count, count, sizeof *halves);
  uint16_t *brains = fuzz_output(fuzz, 1, count, count, sizeof *brains);
  phasor_to_float16(halves, x, count);
  phasor_to_bfloat16(brains, x, count);
  for (size_t i = 0; i < count; i++) {
    fuzz_require(halves[i] >> 15 == (signbit(x[i]) != 0) && brains[i] >> 15 == halves[i] >> 15);
    fuzz_require(((halves[i] & 0x7fff) > 0x7c00) == (isnan(x[i]) != 0));
    fuzz_require(((brains[i] & 0x7fff) > 0x7f80) == (isnan(x[i]) != 0));
    // Each depends on its own element alone.
    uint16_t alone;
    phasor_to_float16(&alone, x + i, 1);
    fuzz_require(alone == halves[i]);
  }
}
