// encoding.c: a table added to embeddings, see phasor.h.
#include "phasor.h"

#include "simd.h"

#define KERNELS "encoding_kernels.h"
#include "each_real.h"
