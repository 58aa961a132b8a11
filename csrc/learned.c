// learned.c: learned positional embeddings, see phasor.h.
#include "phasor.h"

#include <math.h>
#include <string.h>

#include "circle.h"

// Draw `index` of the stream that starts at `seed` (splitmix64, Steele, Lea and Flood 2014).
static uint64_t draw(uint64_t seed, uint64_t index) {
  uint64_t z = seed + (index + 1) * 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

// ln x for 2^-53 ≤ x ≤ 1, off by less than 2^-51 of itself.
//
// x = 2^e·m with m in [2/3, 4/3); ln m = 2·atanh s with s = (m − 1)/(m + 1), |s| ≤ 1/5; the first
// term left out is 2·s^25/25.
static double logarithm(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  const uint64_t third = 0x3fe5555555555555; // of 2/3
  const int64_t exponent = (int64_t)(bits - third) >> 52;
  bits -= (uint64_t)exponent << 52;
  double m;
  memcpy(&m, &bits, sizeof m);
  const double s = (m - 1) / (m + 1);
  const double square = s * s;
  double sum = 0;
  for (int odd = 23; odd > 1; odd -= 2) sum = (sum + 2.0 / odd) * square;
  const double of_m = 2 * s + s * sum;
  return (double)exponent * 0x1.62e42fefa39efp-1 + of_m; // ln 2, rounded to nearest
}

// The normal numbers 2·pair and 2·pair + 1, and the next two, as radii and angles.
typedef struct {
  f64x2 even, odd;
} normals;

static double radius(uint64_t seed, uint64_t pair) {
  const double u = (double)((draw(seed, 2 * pair) >> 11) + 1) * 0x1p-53;
  return sqrt(-2 * logarithm(u));
}

static normals draw_normals(uint64_t seed, uint64_t pair, double std) {
  const rotor angles =
      circle_at((turn){draw(seed, 2 * pair + 1), 0}, (turn){draw(seed, 2 * pair + 3), 0});
  const f64x2 radii = f64x2_set(radius(seed, pair), radius(seed, pair + 1));
  const f64x2 deviation = f64x2_splat(std);
  return (normals){f64x2_mul(f64x2_mul(radii, angles.cos), deviation),
                   f64x2_mul(f64x2_mul(radii, angles.sin), deviation)};
}

#define KERNELS "learned_kernels.h"
#include "each_real.h"
