// matrices.c: fuzzes conventions.c, encoding.c, rope.c, learned.c, attention.c, bias.c, analysis.c,
// diagnose.c and fit.c, each in float and in double.
#include <math.h>
#include <string.h>

#include "fuzz.h"
#include "phasor.h"

#define KERNELS "matrices_real.h"
#include "each_real.h"

#define EITHER(subject)                                                                            \
  void fuzz_##subject(Fuzz *fuzz) {                                                                \
    if (fuzz_below(fuzz, 2))                                                                       \
      subject##_f32(fuzz);                                                                         \
    else                                                                                           \
      subject##_f64(fuzz);                                                                         \
  }

EITHER(matrices)
EITHER(rope)
EITHER(learned)
EITHER(attention)
EITHER(bias)
EITHER(analysis)
EITHER(diagnose)
