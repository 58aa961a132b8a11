// rope.c: rotary position embedding, see phasor.h.
#include "phasor.h"

#include <string.h>

#include "simd.h"

// e^x for |x| ≤ 708, to 2 ulp: x = k·ln 2 + r with |r| ≤ ln 2/2, then Taylor's series for e^r.
static double exponential(double x) {
  const double log2_e = 0x1.71547652b82fep+0;  // 1/ln 2, rounded to nearest
  const double ln2_high = 0x1.62e42fefa38p-1;  // ln 2, its first 42 bits: k times it is exact
  const double ln2_low = 0x1.ef35793c7673p-45; // ln 2 − ln2_high, rounded to nearest
  const double k = __builtin_rint(x * log2_e);
  const double r = (x - k * ln2_high) - k * ln2_low;
  double sum = 0;
  for (int term = 13; term > 0; term--) sum = (sum + 1) * r / term; // r^14/14! is below 2^-57
  const uint64_t bits = (uint64_t)((int64_t)k + 1023) << 52;
  double power;
  memcpy(&power, &bits, sizeof power);
  return (1 + sum) * power;
}

#define INLINE static inline __attribute__((always_inline))

// The scalar end of a loop: a few iterations, not worth the code of another vector loop.
#define TAIL _Pragma("clang loop vectorize(disable) unroll(disable)")

typedef enum { HALF, INTERLEAVED } layout;

// How rows are best read from memory, as measured. The angles of few rows stay in the nearest cache.
// More do not, and fetching them from further off for every block costs as much as the blocks
// themselves; so several blocks are rotated side by side, a short stretch of each in turn.
enum {
  NEAREST = 16384,  // bytes of sines and cosines that stay in the nearest cache
  SIDE_BY_SIDE = 2, // blocks; more are more streams than some processors can follow
  STRETCH = 2048,   // bytes of a block
  FAR = 512,        // bytes between the halves of a row that are too many to read both at once
  LINE = 64         // bytes of a cache line
};

#define KERNELS "rope_kernels.h"
#include "each_real.h"
