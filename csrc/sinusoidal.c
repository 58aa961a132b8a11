// sinusoidal.c: tables of sines and cosines, see phasor.h.
//
// A position is split as p = a + b with the anchor a a multiple of 64 and b in [-32, 31]. The
// sines and cosines of a·ω and |b|·ω come from circle.h, right to half an ulp and a hair; one
// rotation in double puts them together:
//
//   sin((a ± b)ω) = sin aω·cos bω ± cos aω·sin bω
//   cos((a ± b)ω) = cos aω·cos bω ∓ sin aω·sin bω
//
// The steps b are made once for all rows, and the rows a + b and a − b share all four products, so
// a value costs two multiplications and an addition. As the split depends on p alone, an entry has
// the same bits whichever way it is asked for.
//
// Error: four inputs off by half an ulp and 2^-55 each, two products and a sum rounded: below
// 2^-51.
#include "phasor.h"

#include <string.h>

#include "circle.h"

enum {
  REACH = PHASOR_STEPS, // rows on each side of an anchor
  BLOCK = 2 * REACH,    // rows that it serves
  GROUP = PHASOR_GROUP, // steps whose rows are copied out together
  CACHED = 1 << 21      // bytes of table that may as well be written directly
};

#define INLINE static inline __attribute__((always_inline))

typedef enum { FLOAT32, FLOAT64 } dtype;
typedef enum { AHEAD = 1, BEHIND = 2, BOTH = 3 } side;

INLINE size_t size_of(dtype type) { return type == FLOAT32 ? sizeof(float) : sizeof(double); }

INLINE rotor rotor_load(const double *from) {
  return (rotor){f64x2_load(from), f64x2_load(from + 2)};
}

INLINE void rotor_store(double *to, rotor r) {
  f64x2_store(to, r.sin);
  f64x2_store(to + 2, r.cos);
}

// Not inlined: there are many places that need it, and the call is a small part of its cost.
static __attribute__((noinline)) rotor at_integer(const uint64_t *turns, size_t pair,
                                                  int64_t position) {
  const uint64_t *at = turns + 2 * pair;
  return circle_at(turn_times((turn){at[0], at[1]}, position),
                   turn_times((turn){at[2], at[3]}, position));
}

static __attribute__((noinline)) rotor at_fraction(const uint64_t *turns, const int64_t *wholes,
                                                   size_t pair, int both, double position) {
  const uint64_t *at = turns + 2 * pair;
  return circle_at(
      turn_times_wide((turn){at[0], at[1]}, wholes ? wholes[pair] : 0, position),
      turn_times_wide((turn){at[2], at[3]}, wholes && both ? wholes[pair + 1] : 0, position));
}

// Writes the values of two pairs, or of the first alone.
INLINE void put(void *to, rotor values, int both, dtype type) {
  if (type == FLOAT32) {
    const f32x4 narrow = f32x4_narrow_interleaved(values.sin, values.cos);
    if (both)
      f32x4_store(to, narrow);
    else
      f32x4_store_low(to, narrow);
  } else {
    double *wide = to;
    f64x2_store(wide, f64x2_low(values.sin, values.cos));
    if (both) f64x2_store(wide + 2, f64x2_high(values.sin, values.cos));
  }
}

// The anchor turned forward into `plus`, back into `minus`.
INLINE void rotate(void *plus, void *minus, rotor anchor, rotor step, int both, side sides,
                   dtype type) {
  const f64x2 sc = f64x2_mul(anchor.sin, step.cos);
  const f64x2 cs = f64x2_mul(anchor.cos, step.sin);
  const f64x2 cc = f64x2_mul(anchor.cos, step.cos);
  const f64x2 ss = f64x2_mul(anchor.sin, step.sin);
  if (sides & AHEAD) put(plus, (rotor){f64x2_add(sc, cs), f64x2_sub(cc, ss)}, both, type);
  if (sides & BEHIND) put(minus, (rotor){f64x2_sub(sc, cs), f64x2_add(cc, ss)}, both, type);
}

INLINE void rotate_row(char *restrict plus, char *restrict minus, const double *restrict anchor,
                       const double *restrict step, size_t pairs, side sides, dtype type) {
  const size_t vector = 4 * size_of(type); // bytes that two pairs take
  size_t left = pairs;
  for (; left >= 4; left -= 4) { // two vectors a turn: the loop's own cost halves
    rotate(plus, minus, rotor_load(anchor), rotor_load(step), 1, sides, type);
    rotate(plus + vector, minus + vector, rotor_load(anchor + 4), rotor_load(step + 4), 1, sides,
           type);
    plus += 2 * vector;
    minus += 2 * vector;
    anchor += 8;
    step += 8;
  }
  while (left > 0) {
    const size_t taken = left > 1 ? 2 : 1;
    rotate(plus, minus, rotor_load(anchor), rotor_load(step), left > 1, sides, type);
    left -= taken;
    plus += vector;
    minus += vector;
    anchor += 4;
    step += 4;
  }
}

void phasor_steps(double *steps, const uint64_t *turns, size_t pairs) {
  for (int64_t step = 1; step <= REACH; step++)
    for (size_t i = 0; i < pairs; i += 2, steps += 4)
      rotor_store(steps, at_integer(turns, i, step));
}

// What the rows around one anchor are made from and where they go.
typedef struct {
  char *out; // the table's first row
  size_t row_size;
  int64_t before, after; // the table's rows are −before … after, seen from the anchor
  const double *anchor, *steps;
  char *tile;
  size_t pairs;
} block;

static inline char *row_of(const block *around, int64_t b) {
  return around->out + (size_t)(around->before + b) * around->row_size;
}

// Rows ±b, those of them that there are, straight into the table.
INLINE void rows_directly(const block *around, int64_t b, dtype type) {
  const double *step = around->steps + (size_t)(b - 1) * 2 * PHASOR_PADDED(around->pairs);
  const int ahead = b < REACH && b <= around->after && -b <= around->before;
  const int behind = b <= around->before && -b <= around->after;
  char *const plus = ahead ? row_of(around, b) : 0;
  char *const minus = behind ? row_of(around, -b) : 0;
  if (ahead && behind)
    rotate_row(plus, minus, around->anchor, step, around->pairs, BOTH, type);
  else if (ahead)
    rotate_row(plus, plus, around->anchor, step, around->pairs, AHEAD, type);
  else if (behind)
    rotate_row(minus, minus, around->anchor, step, around->pairs, BEHIND, type);
}

// Rows ±b … ±(b + GROUP − 1), all of which there are, through a tile in the cache: two long copies
// get a large table to memory faster than scattered stores, which read each line before they
// write it.
INLINE void rows_through_tile(const block *around, int64_t b, dtype type) {
  const size_t width = around->row_size;
  for (size_t k = 0; k < GROUP; k++) {
    const double *step = around->steps + ((size_t)b - 1 + k) * 2 * PHASOR_PADDED(around->pairs);
    rotate_row(around->tile + k * width, around->tile + (2 * GROUP - 1 - k) * width, around->anchor,
               step, around->pairs, BOTH, type);
  }
  const size_t ahead = b + GROUP > REACH ? GROUP - 1 : GROUP; // row REACH is the next anchor's
  memcpy(row_of(around, b), around->tile, ahead * width);
  memcpy(row_of(around, 1 - b - GROUP), around->tile + GROUP * width, GROUP * width);
}

INLINE void table(void *out, size_t stride, const uint64_t *turns, const double *steps,
                  double *work, double start, size_t rows, size_t pairs, dtype type) {
  const int64_t first = (int64_t)start;
  const int64_t last = first + (int64_t)rows - 1;
  const size_t row_size = stride * size_of(type);
  const int large = stride == 2 * pairs && rows * row_size > CACHED;
  double *const anchor = work;
  block around = {.out = out,
                  .row_size = row_size,
                  .anchor = anchor,
                  .steps = steps,
                  .tile = (char *)(work + 2 * PHASOR_PADDED(pairs)),
                  .pairs = pairs};
  for (int64_t at = (first + REACH) & -(int64_t)BLOCK; at - REACH <= last; at += BLOCK) {
    around.before = at - first;
    around.after = last - at;
    for (size_t i = 0; i < pairs; i += 2) rotor_store(anchor + 2 * i, at_integer(turns, i, at));
    if (around.before >= 0 && around.after >= 0)
      for (size_t i = 0; i < pairs; i += 2)
        put(row_of(&around, 0) + 2 * i * size_of(type), rotor_load(anchor + 2 * i), i + 1 < pairs,
            type);
    for (int64_t b = 1; b <= REACH; b += GROUP) {
      if (large && around.before >= b + GROUP - 1 && around.after >= b + GROUP - 1) {
        rows_through_tile(&around, b, type);
      } else {
        for (int64_t k = 0; k < GROUP; k++) rows_directly(&around, b + k, type);
      }
    }
  }
}

void phasor_table_f32(float *out, size_t stride, const uint64_t *turns, const double *steps,
                      double *work, double start, size_t rows, size_t pairs) {
  table(out, stride, turns, steps, work, start, rows, pairs, FLOAT32);
}

void phasor_table_f64(double *out, size_t stride, const uint64_t *turns, const double *steps,
                      double *work, double start, size_t rows, size_t pairs) {
  table(out, stride, turns, steps, work, start, rows, pairs, FLOAT64);
}

// Pairs i and i + 1 at one position, by the same split as the tables.
INLINE void put_at(void *to, const uint64_t *turns, const int64_t *wholes, double position,
                   size_t i, int both, dtype type) {
  const int64_t whole = (int64_t)position;
  if ((double)whole != position) {
    put(to, at_fraction(turns, wholes, i, both, position), both, type);
    return;
  }
  const int64_t at = (whole + REACH) & -(int64_t)BLOCK;
  const int64_t b = whole - at;
  const rotor anchor = at_integer(turns, i, at);
  if (b == 0)
    put(to, anchor, both, type);
  else if (b > 0)
    rotate(to, to, anchor, at_integer(turns, i, b), both, AHEAD, type);
  else
    rotate(to, to, anchor, at_integer(turns, i, -b), both, BEHIND, type);
}

INLINE void at_positions(void *out, size_t stride, const uint64_t *turns, const int64_t *wholes,
                         const double *positions, size_t rows, size_t pairs, dtype type) {
  for (size_t r = 0; r < rows; r++) {
    char *const row = (char *)out + r * stride * size_of(type);
    for (size_t i = 0; i < pairs; i += 2)
      put_at(row + 2 * i * size_of(type), turns, wholes, positions[r], i, i + 1 < pairs, type);
  }
}

void phasor_at_wide_f32(float *out, size_t stride, const uint64_t *turns, const int64_t *wholes,
                        const double *positions, size_t rows, size_t pairs) {
  at_positions(out, stride, turns, wholes, positions, rows, pairs, FLOAT32);
}

void phasor_at_wide_f64(double *out, size_t stride, const uint64_t *turns, const int64_t *wholes,
                        const double *positions, size_t rows, size_t pairs) {
  at_positions(out, stride, turns, wholes, positions, rows, pairs, FLOAT64);
}

void phasor_at_f32(float *out, size_t stride, const uint64_t *turns, const double *positions,
                   size_t rows, size_t pairs) {
  phasor_at_wide_f32(out, stride, turns, 0, positions, rows, pairs);
}

void phasor_at_f64(double *out, size_t stride, const uint64_t *turns, const double *positions,
                   size_t rows, size_t pairs) {
  phasor_at_wide_f64(out, stride, turns, 0, positions, rows, pairs);
}
