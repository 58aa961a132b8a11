// sinusoidal.c: tables of sines and cosines, see phasor.h.
//
// A position is split as p = a + b, where the base row a is a multiple of 64 and b is in [-32, 31].
// The sines and cosines of a·ω and |b|·ω come from circle.h, with an error of at most 0.5 ulp +
// 2^-55, and are combined by one rotation in double:
//
//   sin((a ± b)ω) = sin aω·cos bω ± cos aω·sin bω
//   cos((a ± b)ω) = cos aω·cos bω ∓ sin aω·sin bω
//
// The offset table (`offsets`: b = 1 … 32) serves all base rows, and the rows a + b and a − b share all
// four products, so a value costs two multiplications and an addition. The split depends on p alone,
// so an entry has the same bits in every table, at every start, and as a single position.
//
// Error below 2^-51: four inputs of 0.5 ulp + 2^-55 each, two rounded products and a rounded sum.
#include "phasor.h"

#include "circle.h"

enum {
  REACH = PHASOR_REACH, // rows on each side of a base row
  BLOCK = 2 * REACH     // rows that it serves
};

#define INLINE static inline __attribute__((always_inline))
#define NOT_INLINE static __attribute__((noinline))

typedef enum { FLOAT32, FLOAT64 } dtype;

INLINE size_t size_of(dtype type) { return type == FLOAT32 ? sizeof(float) : sizeof(double); }

INLINE rotor rotor_load(const double *from) {
  return (rotor){f64x2_load(from), f64x2_load(from + 2)};
}

INLINE void rotor_store(double *to, rotor r) {
  f64x2_store(to, r.sin);
  f64x2_store(to + 2, r.cos);
}

// Pairs `pair` and `pair + 1` at an integer position.
INLINE void at_integer(double *to, const uint64_t *increments, size_t pair, int64_t position) {
  circle_pair(to, increments + 2 * pair, position);
}

// Writes the values of two pairs, or of the first alone.
INLINE void put_pairs(char *to, rotor values, int both, dtype type) {
  if (type == FLOAT32) {
    const f32x4 floats = f32x4_narrow_interleaved(values.sin, values.cos);
    if (both)
      f32x4_store((float *)(void *)to, floats);
    else
      f32x4_store_low((float *)(void *)to, floats);
  } else {
    double *doubles = (double *)(void *)to;
    f64x2_store(doubles, f64x2_low(values.sin, values.cos));
    if (both) f64x2_store(doubles + 2, f64x2_high(values.sin, values.cos));
  }
}

// The base row itself.
NOT_INLINE void put_row(char *row, const double *values, size_t pairs, dtype type) {
  RARELY
  for (size_t i = 0; i < pairs; i += 2)
    put_pairs(row + 2 * i * size_of(type), rotor_load(values + 2 * i), i + 1 < pairs, type);
}

// An offset, forward (1) or back (−1).
INLINE rotor offset_load(const double *from, double direction) {
  return (rotor){f64x2_mul(f64x2_load(from), f64x2_splat(direction)), f64x2_load(from + 2)};
}

// The base row rotated by an offset: forwards into `plus`, and, unless `minus` is null, backwards
// into that.
INLINE void rotate(char *plus, char *minus, rotor base, rotor offset, int both, dtype type) {
  const f64x2 sc = f64x2_mul(base.sin, offset.cos);
  const f64x2 cs = f64x2_mul(base.cos, offset.sin);
  const f64x2 cc = f64x2_mul(base.cos, offset.cos);
  const f64x2 ss = f64x2_mul(base.sin, offset.sin);
  put_pairs(plus, (rotor){f64x2_add(sc, cs), f64x2_sub(cc, ss)}, both, type);
  if (minus) put_pairs(minus, (rotor){f64x2_sub(sc, cs), f64x2_add(cc, ss)}, both, type);
}

// A row of the table, and, unless `minus` is null, the row at the same distance on the other side
// of the base row. `direction` is −1 if `plus` is before the base row, else 1.
INLINE void rotate_row(char *restrict plus, char *restrict minus, const double *restrict base,
                       const double *restrict offset, double direction, size_t pairs, dtype type) {
  const size_t vector_bytes = 4 * size_of(type); // bytes of two pairs
  size_t remaining = pairs;
  for (; remaining >= 4;
       remaining -= 4) { // two vectors an iteration halve the cost of the loop itself
    rotate(plus, minus, rotor_load(base), offset_load(offset, direction), 1, type);
    rotate(plus + vector_bytes, minus ? minus + vector_bytes : 0, rotor_load(base + 4),
           offset_load(offset + 4, direction), 1, type);
    plus += 2 * vector_bytes;
    if (minus) minus += 2 * vector_bytes;
    base += 8;
    offset += 8;
  }
  if (remaining >= 2) {
    rotate(plus, minus, rotor_load(base), offset_load(offset, direction), 1, type);
    plus += vector_bytes;
    if (minus) minus += vector_bytes;
    base += 4;
    offset += 4;
  }
  if (remaining % 2) rotate(plus, minus, rotor_load(base), offset_load(offset, direction), 0, type);
}

void phasor_offsets(double *offsets, const uint64_t *increments, size_t pairs) {
  for (int64_t step = 1; step <= REACH; step++)
    for (size_t i = 0; i < pairs; i += 2, offsets += 4) at_integer(offsets, increments, i, step);
}

// The rows around one base row: what they are computed from, and where they go.
typedef struct {
  char *out; // the table's first row
  size_t row_size;
  int64_t before, after; // the table's rows are −before … after, seen from the base row
  const double *base, *offsets;
  size_t pairs;
  dtype type;
} block;

INLINE char *row_of(const block *target, int64_t b) {
  return target->out + (size_t)(target->before + b) * target->row_size;
}

// Rows ±b … ±last, or those of one side, as `direction` says: 1 forward, −1 back, 0 both.
INLINE void put_rows_of(dtype type, const block *target, int64_t b, int64_t last, int direction) {
  const double *offset = target->offsets + (size_t)(b - 1) * 2 * PHASOR_PADDED(target->pairs);
  for (; b <= last; b++, offset += 2 * PHASOR_PADDED(target->pairs)) {
    char *const plus = row_of(target, direction < 0 ? -b : b);
    char *const minus = row_of(target, direction > 0 ? b : -b);
    if (direction)
      rotate_row(plus, 0, target->base, offset, direction, target->pairs, type);
    else
      rotate_row(plus, minus, target->base, offset, 1, target->pairs, type);
  }
}

// One function for each type: engines take twice as long to optimize one with the loops of both,
// and start to after half as many rows.
NOT_INLINE void put_rows_f32(const block *target, int64_t b, int64_t last, int direction) {
  put_rows_of(FLOAT32, target, b, last, direction);
}
NOT_INLINE void put_rows_f64(const block *target, int64_t b, int64_t last, int direction) {
  put_rows_of(FLOAT64, target, b, last, direction);
}

INLINE void put_rows(const block *target, int64_t b, int64_t last, int direction) {
  if (target->type == FLOAT32)
    put_rows_f32(target, b, last, direction);
  else
    put_rows_f64(target, b, last, direction);
}

INLINE int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
INLINE int64_t max(int64_t a, int64_t b) { return a > b ? a : b; }

NOT_INLINE void table(void *out, size_t stride, const uint64_t *increments, const double *offsets,
                      double *base, double start, size_t rows, size_t pairs, dtype type) {
  const int64_t first = (int64_t)start;
  const int64_t last = first + (int64_t)rows - 1;
  block target = {.out = out,
                  .row_size = stride * size_of(type),
                  .base = base,
                  .offsets = offsets,
                  .pairs = pairs,
                  .type = type};
  for (int64_t base_row = (first + REACH) & -(int64_t)BLOCK; base_row - REACH <= last;
       base_row += BLOCK) {
    target.before = base_row - first;
    target.after = last - base_row;
    for (size_t i = 0; i < pairs; i += 2) at_integer(base + 2 * i, increments, i, base_row);
    if (target.before >= 0 && target.after >= 0) put_row(row_of(&target, 0), base, pairs, type);
    const int64_t ahead = min(target.after, REACH - 1); // row REACH is the next block's
    const int64_t behind = min(target.before, REACH);
    const int64_t paired = max(min(ahead, behind), 0);
    put_rows(&target, 1, paired, 0);
    put_rows(&target, max(paired + 1, -target.before), ahead, 1);
    put_rows(&target, max(paired + 1, -target.after), behind, -1);
  }
}

void phasor_table_f32(float *out, size_t stride, const uint64_t *increments, const double *offsets,
                      double *work, double start, size_t rows, size_t pairs) {
  table(out, stride, increments, offsets, work, start, rows, pairs, FLOAT32);
}

void phasor_table_f64(double *out, size_t stride, const uint64_t *increments, const double *offsets,
                      double *work, double start, size_t rows, size_t pairs) {
  table(out, stride, increments, offsets, work, start, rows, pairs, FLOAT64);
}

// Pairs `pair` and `pair + 1` at any position, by the same split as the tables.
INLINE void at_any(double *to, const uint64_t *increments, const int64_t *cycles, size_t pair,
                   int both, double position) {
  const int64_t integer = (int64_t)position;
  if ((double)integer != position) {
    const uint64_t *at = increments + 2 * pair;
    const turn a = turn_times_wide(at[0], at[1], cycles ? cycles[pair] : 0, position);
    const turn b = turn_times_wide(at[2], at[3], cycles && both ? cycles[pair + 1] : 0, position);
    circle_pair(to, (uint64_t[]){a.hi, a.lo, b.hi, b.lo}, 1);
    return;
  }
  const int64_t base_row = (integer + REACH) & -(int64_t)BLOCK;
  const int64_t b = integer - base_row;
  at_integer(to, increments, pair, base_row);
  if (b == 0) return;
  double offset[4];
  at_integer(offset, increments, pair, b < 0 ? -b : b);
  const f64x2 sin = f64x2_mul(f64x2_load(offset), f64x2_splat(b < 0 ? -1 : 1));
  const f64x2 cos = f64x2_load(offset + 2);
  const rotor base = rotor_load(to);
  rotor_store(to, (rotor){f64x2_add(f64x2_mul(base.sin, cos), f64x2_mul(base.cos, sin)),
                          f64x2_sub(f64x2_mul(base.cos, cos), f64x2_mul(base.sin, sin))});
}

NOT_INLINE void at_positions(char *out, size_t row_size, const uint64_t *increments,
                             const int64_t *cycles, const double *positions, size_t rows,
                             size_t pairs, dtype type) {
  for (size_t r = 0; r < rows; r++)
    for (size_t i = 0; i < pairs; i += 2) {
      double values[4];
      at_any(values, increments, cycles, i, i + 1 < pairs, positions[r]);
      put_pairs(out + r * row_size + 2 * i * size_of(type), rotor_load(values), i + 1 < pairs,
                type);
    }
}

void phasor_at_f32(float *out, size_t stride, const uint64_t *increments, const int64_t *cycles,
                   const double *positions, size_t rows, size_t pairs) {
  at_positions((char *)out, stride * sizeof *out, increments, cycles, positions, rows, pairs,
               FLOAT32);
}

void phasor_at_f64(double *out, size_t stride, const uint64_t *increments, const int64_t *cycles,
                   const double *positions, size_t rows, size_t pairs) {
  at_positions((char *)out, stride * sizeof *out, increments, cycles, positions, rows, pairs,
               FLOAT64);
}
