// encoding.c: tests csrc/encoding.c against scalar operations, bit for bit.
#include "check.h"

#include "phasor.h"

enum { MARGIN = 4, VOCABULARY = 7 };
typedef enum { APART, OVER_X, OVER_TABLE } placement; // of the output

static const size_t lengths[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10,  11,  12,  13,
                                 14, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 1000};
enum { LENGTHS = sizeof lengths / sizeof *lengths };

static const double scales[] = {1, 0, -1, 22.627416997969522, 0x1p-140, 1e30};
enum { SCALES = sizeof scales / sizeof *scales };

#define KERNELS "../tests/csrc/encoding_real.h"
#include "each_real.h"

int main(int argc, char **argv) {
  check_start(argc, argv);
  test_all_f32();
  test_all_f64();
  return check_finish("encoding");
}
