// matmul.c: tests csrc/matmul.c against a plain loop in the same order, and in double.
#include "lab.h"

#include "phasor.h"

typedef enum { NN, TN, NT } Form;
static const char *const forms[] = {"phasor_matmul_nn", "phasor_matmul_tn", "phasor_matmul_nt"};

static void test_matmul(Form form, size_t rows, size_t columns, size_t depth, int accumulate) {
  const size_t a_rows = form == TN ? depth : rows;
  const size_t a_columns = form == TN ? rows : depth;
  const size_t b_rows = form == NT ? columns : depth;
  const size_t b_columns = form == NT ? depth : columns;
  const size_t a_stride = a_columns + random_below(3);
  const size_t b_stride = b_columns + random_below(3);
  const size_t stride = columns + random_below(3);
  SCOPED float *a = random_array(a_rows * a_stride);
  SCOPED float *b = random_array(b_rows * b_stride);
  SCOPED float *out = random_array(rows * stride + MARGIN);
  SCOPED float *wanted = copied(out, rows * stride + MARGIN);
  SCOPED float *work = guarded_f32(depth * columns);
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < columns; c++) {
      float *to = wanted + r * stride + c;
      double exact = accumulate ? (double)*to : 0;
      double sizes = fabs(exact);
      float total = accumulate ? *to : 0;
      for (size_t first = 0; first < depth; first += 128) {
        float sum = 0;
        for (size_t k = first; k < depth && k < first + 128; k++) {
          const float left = form == TN ? a[k * a_stride + r] : a[r * a_stride + k];
          const float right = form == NT ? b[c * b_stride + k] : b[k * b_stride + c];
          sum += left * right;
          exact += (double)left * (double)right;
          sizes += fabs((double)left * (double)right);
        }
        total = first || accumulate ? total + sum : sum;
      }
      *to = total;
      const double bound = (128 + (double)depth / 128) * 0x1p-24 * sizes + 1e-40;
      check_near(forms[form], r * columns + c, (double)total, exact, bound);
    }
  if (form == NN)
    phasor_matmul_nn(out, stride, a, a_stride, b, b_stride, rows, columns, depth, accumulate);
  else if (form == TN)
    phasor_matmul_tn(out, stride, a, a_stride, b, b_stride, rows, columns, depth, accumulate);
  else
    phasor_matmul_nt(out, stride, a, a_stride, b, b_stride, work, rows, columns, depth, accumulate);
  check_all_f32(forms[form], out, wanted, rows * stride + MARGIN);
}

int main(int argc, char **argv) {
  check_start(argc, argv);
  for (Form form = NN; form <= NT; form++) {
    for (size_t rows = 1; rows <= 9; rows++)
      for (size_t columns = 1; columns <= 17; columns++)
        for (size_t depth = 0; depth <= 9; depth++)
          test_matmul(form, rows, columns, depth, (rows + columns + depth) % 2 == 0);
    for (size_t depth = 126; depth <= 130; depth++) test_matmul(form, 5, 11, depth, depth % 2 == 0);
    test_matmul(form, 8, 16, 1024, 0);
    test_matmul(form, 1024, 32, 32, 1);
  }
  return check_finish("matmul");
}
