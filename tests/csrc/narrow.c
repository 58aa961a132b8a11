// narrow.c: tests the rounding of doubles to float16 and bfloat16 against the nearest number of the
// format, found by comparing distances as integers in units of the double's last bit.
#include "check.h"
#include "phasor.h"

typedef struct {
  const char *name;
  int fraction; // bits of it
  int least;    // exponent of the smallest normal number
  uint16_t infinity;
  uint16_t nan;
  void (*narrow)(uint16_t *out, const double *x, size_t count);
} format;

static const format formats[] = {
    {"float16", 10, -14, 0x7c00, 0x7e00, phasor_to_float16},
    {"bfloat16", 7, -126, 0x7f80, 0x7fc0, phasor_to_bfloat16},
};

// What the bits of a magnitude say; for infinity's, the number that would come there.
static double value_of(const format *f, uint32_t bits) {
  const int exponent = (int)(bits >> f->fraction);
  const double fraction = (double)(bits & (((uint32_t)1 << f->fraction) - 1));
  if (exponent == 0) return ldexp(fraction, f->least - f->fraction);
  return ldexp(ldexp(1, f->fraction) + fraction, f->least - f->fraction + exponent - 1);
}

static uint16_t nearest(const format *f, double x) {
  const uint16_t sign = signbit(x) ? 0x8000 : 0;
  if (isnan(x)) return (uint16_t)(sign | f->nan);
  const double size = fabs(x);
  if (size >= value_of(f, f->infinity)) return (uint16_t)(sign | f->infinity);
  uint32_t low = 0; // the largest number that is not above x
  uint32_t high = f->infinity;
  while (high - low > 1) {
    const uint32_t middle = (low + high) / 2;
    if (value_of(f, middle) <= size)
      low = middle;
    else
      high = middle;
  }
  // Both differences are exact: the numbers are neighbours, and x lies between them.
  const double below = size - value_of(f, low);
  const double above = value_of(f, high) - size;
  const int up = below > above || (below == above && low % 2 == 1);
  return (uint16_t)(sign | (up ? high : low));
}

static void compare(const format *f, const double *x, size_t count, size_t shift) {
  enum { GUARD = 0xa5a5 }; // the pattern of guarded()
  SCOPED uint16_t *out = (uint16_t *)guarded((count + 2 + shift) * sizeof *out);
  f->narrow(out + 1 + shift, x, count);
  for (size_t i = 0; i < count; i++)
    if (!check(out[1 + shift + i] == nearest(f, x[i])))
      check_fail("%s of %a: got %04x, wanted %04x", f->name, x[i], out[1 + shift + i],
                 nearest(f, x[i]));
  if (!check(out[shift] == GUARD && out[count + 1 + shift] == GUARD))
    check_fail("%s: writes past its %zu elements", f->name, count);
}

// Every number of the format, every middle between two, and the doubles next to each.
static void all_numbers(const format *f) {
  for (uint32_t bits = 0; bits <= f->infinity; bits++) {
    const double at = value_of(f, bits);
    const double middle = at + (value_of(f, bits + 1) - at) / 2;
    double x[12];
    for (int i = 0; i < 2; i++) {
      const double centre = i ? middle : at;
      const double near[3] = {nextafter(centre, 0), centre, nextafter(centre, (double)INFINITY)};
      for (int k = 0; k < 3; k++) {
        x[6 * i + k] = near[k];
        x[6 * i + 3 + k] = -near[k];
      }
    }
    compare(f, x, 12, 0);
  }
}

int main(int argc, char **argv) {
  check_start(argc, argv);
  for (size_t i = 0; i < 2; i++) {
    const format *f = &formats[i];
    all_numbers(f);
    const double special[] = {0,
                              -0.0,
                              0x1p-1074,
                              -0x1p-1074,
                              0x1p-1022,
                              0x1p1023,
                              -0x1p1023,
                              (double)INFINITY,
                              -(double)INFINITY,
                              (double)NAN,
                              65504,
                              65519.999,
                              65520,
                              65536,
                              0x1.fefp127,
                              0x1.fffp127};
    compare(f, special, sizeof special / sizeof *special, 0);
    // Every length and offset, with ordinary and extraordinary neighbours; any bits at all.
    for (size_t count = 0; count <= 40; count++) {
      double x[40];
      for (int kind = 0; kind < 60; kind++) {
        for (size_t k = 0; k < count; k++) {
          const uint64_t bits = random_bits();
          memcpy(&x[k], &bits, sizeof bits);
          if (kind % 3 == 0) x[k] = random_between(-1, 1);
          if (kind % 3 == 1 && bits % 4) x[k] = ldexp(random_between(-1, 1), (int)(bits % 40) - 30);
        }
        compare(f, x, count, (size_t)kind % 4);
      }
    }
  }
  return check_finish("narrow");
}
