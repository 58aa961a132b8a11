// series.h: geometric series of frequencies in fixed point, and their form in `increments`, see phasor.h.
#ifndef PHASOR_SERIES_H
#define PHASOR_SERIES_H

#include <stddef.h>

#include "fixed.h"

// base^(-numerator/denominator): the factor from one pair to the next.
void series_ratio(fixed *out, double base, uint32_t numerator, uint32_t denominator);

// increments (PHASOR_INCREMENTS_LENGTH(pairs)): 1/2π, ratio/2π, ratio²/2π …
void series_increments(uint64_t *increments, size_t pairs, const fixed *ratio);

// Loads one frequency of such an array.
void turn_load(fixed *out, const uint64_t *turn);
void turn_store(uint64_t *turn, const fixed *a);

#endif
