// series.c: see series.h.
#include "series.h"

void series_ratio(fixed *out, double base, uint32_t numerator, uint32_t denominator) {
  fixed_log(out, base);
  fixed_scale(out, out, numerator, denominator);
  fixed_exp_negative(out, out);
}

void series_increments(uint64_t *increments, size_t pairs, const fixed *ratio) {
  fixed current = fixed_one_over_two_pi;
  for (size_t i = 0; i < pairs; i++) {
    turn_store(increments + 2 * i, &current);
    fixed_mul(&current, &current, ratio);
  }
  if (pairs % 2) increments[2 * pairs] = increments[2 * pairs + 1] = 0;
}

void turn_load(fixed *out, const uint64_t *turn) {
  fixed_from_integer(out, 0);
  out->limb[1] = (uint32_t)turn[1];
  out->limb[2] = (uint32_t)(turn[1] >> 32);
  out->limb[3] = (uint32_t)turn[0];
  out->limb[4] = (uint32_t)(turn[0] >> 32);
}

void turn_store(uint64_t *turn, const fixed *a) {
  turn[0] = (uint64_t)a->limb[4] << 32 | a->limb[3];
  turn[1] = (uint64_t)a->limb[2] << 32 | a->limb[1];
}
