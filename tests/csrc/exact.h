// exact.h: what several native tests compute with MPFR: frequencies, and turns against increments.
#ifndef PHASOR_TESTS_EXACT_H
#define PHASOR_TESTS_EXACT_H

#include <gmp.h>
#include <mpfr.h>

#include "check.h"

static mpfr_t two_pi;

static inline void exact_start(mpfr_prec_t bits) {
  mpfr_init2(two_pi, bits);
  mpfr_const_pi(two_pi, MPFR_RNDN);
  mpfr_mul_2ui(two_pi, two_pi, 1, MPFR_RNDN);
}

// x := base^(-numerator/denominator)
static inline void exact_power(mpfr_t x, double base, uint64_t numerator, uint64_t denominator) {
  mpfr_set_d(x, base, MPFR_RNDN);
  mpfr_log(x, x, MPFR_RNDN);
  mpfr_mul_ui(x, x, numerator, MPFR_RNDN);
  mpfr_div_ui(x, x, denominator, MPFR_RNDN);
  mpfr_neg(x, x, MPFR_RNDN);
  mpfr_exp(x, x, MPFR_RNDN);
}

// By how many 2^-128 a pair's increment and whole cycles are off, with `scratch` of as many bits.
static inline double units_off_turns(const uint64_t *increment, int64_t cycles, mpfr_t turns,
                                     mpfr_t scratch) {
  mpz_t got;
  mpz_init_set_si(got, cycles);
  for (int word = 0; word < 2; word++) {
    mpz_mul_2exp(got, got, 64);
    mpz_add_ui(got, got, increment[word]);
  }
  mpfr_mul_2ui(scratch, turns, 128, MPFR_RNDN);
  mpfr_sub_z(scratch, scratch, got, MPFR_RNDN);
  mpz_clear(got);
  return fabs(mpfr_get_d(scratch, MPFR_RNDN));
}

static inline void check_padding(const char *what, const uint64_t *increments, size_t from,
                                 size_t to) {
  for (size_t i = from; i < to; i++)
    if (!check(increments[i] == 0)) check_fail("%s: padding %zu is not 0", what, i);
}

#endif
