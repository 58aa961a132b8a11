// matmul.c: products of matrices, see phasor.h.
//
// Four rows by eight columns of a product stay in registers: every step along the depth takes two
// vectors of b and four elements of a for eight multiplications and eight additions.
#include "phasor.h"

#include "simd.h"

#define INLINE static inline __attribute__((always_inline))
#define NOINLINE __attribute__((noinline))
enum {
  ROWS = 4,
  COLUMNS = 8,
  DEPTH = 128 // what is added up at a time, so that it stays in the first-level cache
};

typedef struct {
  f32x4 left, right;
} strip;

// One step along the depth.
INLINE void step(strip sums[ROWS], const float *a, size_t a_row, const float *b) {
  const f32x4 left = f32x4_load(b);
  const f32x4 right = f32x4_load(b + 4);
  for (size_t r = 0; r < ROWS; r++) {
    const f32x4 factor = f32x4_load_splat(a + r * a_row);
    sums[r].left = f32x4_add(sums[r].left, f32x4_mul(factor, left));
    sums[r].right = f32x4_add(sums[r].right, f32x4_mul(factor, right));
  }
}

// One block of out. The element of `a` for row r at depth k is a[r·a_row + k·a_depth]; one of the two
// strides is the constant 1.
INLINE void block(float *out, size_t out_stride, const float *a, size_t a_row, size_t a_depth,
                  const float *b, size_t b_stride, size_t depth, int accumulate) {
  const f32x4 zero = f32x4_splat(0);
  strip sums[ROWS] = {{zero, zero}, {zero, zero}, {zero, zero}, {zero, zero}};
  size_t k = 0;
  for (; k + 4 <= depth; k += 4) { // written out, as loops of a few steps cost too much
    step(sums, a + k * a_depth, a_row, b + k * b_stride);
    step(sums, a + (k + 1) * a_depth, a_row, b + (k + 1) * b_stride);
    step(sums, a + (k + 2) * a_depth, a_row, b + (k + 2) * b_stride);
    step(sums, a + (k + 3) * a_depth, a_row, b + (k + 3) * b_stride);
  }
  RARELY
  for (; k < depth; k++) step(sums, a + k * a_depth, a_row, b + k * b_stride);
  for (size_t r = 0; r < ROWS; r++) {
    float *to = out + r * out_stride;
    if (accumulate) {
      sums[r].left = f32x4_add(f32x4_load(to), sums[r].left);
      sums[r].right = f32x4_add(f32x4_load(to + 4), sums[r].right);
    }
    f32x4_store(to, sums[r].left);
    f32x4_store(to + 4, sums[r].right);
  }
}

// The entries that do not fill a block, in the same order of additions.
NOINLINE static void edge(float *out, size_t out_stride, const float *a, size_t a_row,
                          size_t a_depth, const float *b, size_t b_stride, size_t rows,
                          size_t columns, size_t depth, int accumulate) {
  RARELY
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < columns; c++) {
      float sum = 0;
      for (size_t k = 0; k < depth; k++) sum += a[r * a_row + k * a_depth] * b[k * b_stride + c];
      float *to = out + r * out_stride + c;
      *to = accumulate ? *to + sum : sum;
    }
}

// A piece of at most DEPTH steps.
INLINE void piece(float *out, size_t out_stride, const float *a, size_t a_row, size_t a_depth,
                  const float *b, size_t b_stride, size_t rows, size_t columns, size_t depth,
                  int accumulate) {
  const size_t whole_rows = rows - rows % ROWS;
  const size_t whole_columns = columns - columns % COLUMNS;
  for (size_t r = 0; r < whole_rows; r += ROWS)
    for (size_t c = 0; c < whole_columns; c += COLUMNS)
      block(out + r * out_stride + c, out_stride, a + r * a_row, a_row, a_depth, b + c, b_stride,
            depth, accumulate);
  if (whole_columns < columns)
    edge(out + whole_columns, out_stride, a, a_row, a_depth, b + whole_columns, b_stride,
         whole_rows, columns - whole_columns, depth, accumulate);
  if (whole_rows < rows)
    edge(out + whole_rows * out_stride, out_stride, a + whole_rows * a_row, a_row, a_depth, b,
         b_stride, rows - whole_rows, columns, depth, accumulate);
}

void phasor_matmul_nn(float *out, size_t out_stride, const float *a, size_t a_stride,
                      const float *b, size_t b_stride, size_t rows, size_t columns, size_t depth,
                      int accumulate) {
  size_t k = 0;
  do {
    const size_t steps = depth - k < DEPTH ? depth - k : DEPTH;
    piece(out, out_stride, a + k, a_stride, 1, b + k * b_stride, b_stride, rows, columns, steps,
          accumulate || k > 0);
    k += steps;
  } while (k < depth);
}

void phasor_matmul_tn(float *out, size_t out_stride, const float *a, size_t a_stride,
                      const float *b, size_t b_stride, size_t rows, size_t columns, size_t depth,
                      int accumulate) {
  size_t k = 0;
  do {
    const size_t steps = depth - k < DEPTH ? depth - k : DEPTH;
    piece(out, out_stride, a + k * a_stride, 1, a_stride, b + k * b_stride, b_stride, rows, columns,
          steps, accumulate || k > 0);
    k += steps;
  } while (k < depth);
}

void phasor_matmul_nt(float *out, size_t out_stride, const float *a, size_t a_stride,
                      const float *b, size_t b_stride, float *work, size_t rows, size_t columns,
                      size_t depth, int accumulate) {
  RARELY
  for (size_t c = 0; c < columns; c++)
    for (size_t k = 0; k < depth; k++) work[k * columns + c] = b[c * b_stride + k];
  phasor_matmul_nn(out, out_stride, a, a_stride, work, columns, rows, columns, depth, accumulate);
}
