// diagnose.c: tests csrc/diagnose.c against plain loops, and the marks that tell rows apart.
#include "check.h"

#include "phasor.h"

enum { MARGIN = 3, TABLE = 40 };

static const size_t widths[] = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33};
enum { WIDTHS = sizeof widths / sizeof *widths };

// Sometimes NaN or infinity.
static double random_value(void) {
  const double special[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, -0., 0.};
  const uint64_t choice = random_below(60);
  return choice < sizeof special / sizeof *special ? special[choice] : random_between(-2, 2);
}

static double larger(double a, double b) { return b > a ? b : a; }

#define KERNELS "../tests/csrc/diagnose_real.h"
#include "each_real.h"

int main(int argc, char **argv) {
  check_start(argc, argv);
  test_all_f32();
  test_all_f64();
  return check_finish("diagnose");
}
