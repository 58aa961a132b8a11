// heatmap.c: the pixels of a table too large to compute, see phasor.h.
//
// The mean over n consecutive positions from p on is the value at their middle, times a factor:
//
//   mean of sin(qω) = sin((p + (n − 1)/2)·ω)·D,   D = sin(nω/2)/(n·sin(ω/2))
//
// and likewise for cos, so a pixel costs the same whether it covers one position or a million.
#include "phasor.h"

#include <string.h>

#include "bits.h"
#include "circle.h"

static turn turn_sum(turn a, turn b) {
  const uint64_t lo = a.lo + b.lo;
  return (turn){a.hi + b.hi + (lo < a.lo), lo};
}

// What pixels that cover the same number of positions have in common.
typedef struct {
  double count;
  double *factors; // D of each pair
  double *middles; // (count − 1)/2 positions, as the bytes of a turn for each pair
} cover;

static turn turn_at(const uint64_t *increments, size_t pair) {
  return (turn){increments[2 * pair], increments[2 * pair + 1]};
}

// Not inlined, because `prepare_cover` runs only twice per picture; `put_means` has circle.h inlined.
static __attribute__((noinline)) turn times_fraction(const uint64_t *increments, size_t pair,
                                                     double position) {
  return turn_times_wide(increments[2 * pair], increments[2 * pair + 1], 0, position);
}

static __attribute__((noinline)) f64x2 sines(const uint64_t *increments, size_t pair,
                                             double position) {
  return circle_at(times_fraction(increments, pair, position),
                   times_fraction(increments, pair + 1, position))
      .sin;
}

static void prepare_cover(cover *shared, const uint64_t *increments, double count, size_t pairs) {
  shared->count = count;
  for (size_t i = 0; i < pairs; i += 2) {
    double top[2];
    double bottom[2];
    f64x2_store(top, sines(increments, i, count / 2));
    f64x2_store(bottom, sines(increments, i, 0.5));
    for (size_t k = 0; k < 2; k++) {
      // A frequency of 0 is the padding after an odd number of pairs.
      shared->factors[i + k] = count == 1 || bottom[k] == 0 ? 1 : top[k] / (count * bottom[k]);
      const turn middle = times_fraction(increments, i + k, (count - 1) / 2);
      memcpy(shared->middles + 2 * (i + k), &middle, sizeof middle);
    }
  }
}

// The means over the positions from `first` on, with the sine and cosine of each pair side by side.
static void put_means(double *out, const cover *shared, const uint64_t *increments, double first,
                      size_t pairs) {
  const int64_t position = (int64_t)first;
  for (size_t i = 0; i < pairs; i += 2) {
    turn middles[2];
    memcpy(middles, shared->middles + 2 * i, sizeof middles);
    const rotor at =
        circle_at(turn_sum(turn_times(turn_at(increments, i), position), middles[0]),
                  turn_sum(turn_times(turn_at(increments, i + 1), position), middles[1]));
    const f64x2 factor = f64x2_load(shared->factors + i);
    const f64x2 sine = f64x2_mul(at.sin, factor);
    const f64x2 cosine = f64x2_mul(at.cos, factor);
    f64x2_store(out + 2 * i, f64x2_low(sine, cosine));
    f64x2_store(out + 2 * i + 2, f64x2_high(sine, cosine));
  }
}

// The index of a value from −1 to 1 (or slightly beyond, from rounding): 127.5·value + 127.5,
// rounded by adding it to a number so large that its last bit is worth 1.
static inline uint8_t shade(double value) {
  return (uint8_t)bits_of(value * 127.5 + 127.5 + 0x1p52);
}

void phasor_heatmap(uint8_t *out, size_t across, size_t down, const double *firsts,
                    const double *counts, size_t pixels, const int32_t *columns,
                    const int32_t *from, const int32_t *to, size_t rows, const uint64_t *increments,
                    double *work, size_t pairs) {
  const size_t padded = PHASOR_PADDED(pairs);
  double *const values = work;
  double *const middles = work + 4 * padded;
  cover covers[2] = {{0, work + 2 * padded, middles}, {0, work + 3 * padded, middles + 2 * padded}};
  for (size_t x = 0; x < pixels; x++) {
    uint8_t *const pixel = out + x * across;
    if (x > 0 && firsts[x] == firsts[x - 1] && counts[x] == counts[x - 1]) {
      for (size_t y = 0; y < rows; y++) pixel[y * down] = (pixel - across)[y * down];
      continue;
    }
    // Neighbouring pixels cover n or n + 1 positions, so two covers serve a whole picture.
    const size_t index = counts[x] == covers[0].count   ? 0
                         : counts[x] == covers[1].count ? 1
                                                        : x & 1;
    if (counts[x] != covers[index].count)
      prepare_cover(&covers[index], increments, counts[x], pairs);
    put_means(values, &covers[index], increments, firsts[x], pairs);
    for (size_t y = 0; y < rows; y++) {
      double value = values[columns[from[y]]];
      if (to[y] - from[y] > 1) {
        for (int32_t k = from[y] + 1; k < to[y]; k++) value += values[columns[k]];
        value /= (double)(to[y] - from[y]);
      }
      pixel[y * down] = shade(value);
    }
  }
}
