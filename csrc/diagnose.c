// diagnose.c: one look at every entry of a table, and one comparison, see phasor.h.
#include "phasor.h"

#include <math.h>
#include <string.h>

#include "simd.h"

// The next state of a row's mark, which any change of a value changes. −0 counts as 0.
static inline uint64_t mark_with(uint64_t mark, double value) {
  uint64_t bits;
  value += 0.0;
  memcpy(&bits, &value, sizeof bits);
  mark ^= bits;
  return (mark << 27 | mark >> 37) * 0x9e3779b97f4a7c15;
}

#define KERNELS "diagnose_kernels.h"
#include "each_real.h"
