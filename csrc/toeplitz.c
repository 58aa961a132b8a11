// toeplitz.c: dot products of sinusoidal rows by their distance alone, see phasor.h.
#include "phasor.h"

void phasor_cosine_sums(double *out, const double *rows, size_t row_count, size_t pairs) {
  for (size_t r = 0; r < row_count; r++) {
    double sum = 0;
    for (size_t i = 0; i < pairs; i++) sum += rows[2 * (r * pairs + i) + 1];
    out[r] = sum;
  }
}
