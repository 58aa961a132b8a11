// moments.c: tests csrc/moments.c against a plain reference, group by group.
#include "check.h"

#include "phasor.h"

enum { MARGIN = 4, SUMS = 6 };

#define KERNELS "../tests/csrc/moments_real.h"
#include "each_real.h"

int main(int argc, char **argv) {
  check_start(argc, argv);
  for (int i = 0; i < 400; i++) {
    test_all_f32();
    test_all_f64();
  }
  return check_finish("moments");
}
