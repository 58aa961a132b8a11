// conventions.c: the columns of a table in another order, see phasor.h.
#include "phasor.h"

#define KERNELS "conventions_kernels.h"
#include "each_real.h"
