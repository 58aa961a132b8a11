/* phasor.h: positional encodings for transformers, in C.
 *
 * This header is the manual of the C API. The same sources compile to WebAssembly with SIMD128
 * (where these functions are the module's exports, pointers being byte addresses in its memory)
 * and natively.
 *
 * Conventions
 *   - Outputs come first, then inputs, then shapes. Matrices are row-major; a stride is the
 *     distance between the starts of two rows, in elements.
 *   - Functions allocate nothing and keep no state: the caller owns all memory, and calls do not
 *     influence each other. Arrays need only the alignment of their elements.
 *   - Functions do not check their arguments; the JavaScript package does. Each function states
 *     what it requires.
 *   - Outputs must not overlap inputs unless the function says "in place".
 *   - Arithmetic is IEEE double and float with one rounding per operation (no contraction, no
 *     relaxed SIMD), so every engine and machine gives the same bits.
 *
 * Example: a table of 128 positions and 64 dimensions
 *
 *     uint64_t increments[PHASOR_INCREMENTS_LENGTH(32)];
 *     double   offsets[PHASOR_OFFSETS_LENGTH(32)];
 *     double   work[PHASOR_WORK_LENGTH(32)];
 *     float    table[128 * 64];
 *     phasor_increments(increments, 32, 10000, 2, 64);
 *     phasor_offsets(offsets, increments, 32);
 *     phasor_table_f32(table, 64, increments, offsets, work, 0, 128, 32);
 */
#ifndef PHASOR_H
#define PHASOR_H

#include <stddef.h>
#include <stdint.h>

/* Marks what the WebAssembly module exports: the Makefile reads the names from this file. */
#define PHASOR_EXPORT(name) name

/* ---- memory.c ------------------------------------------------------------------------------- */

#ifdef __wasm__
/* The first byte of the module's memory that is free to use, a multiple of 64. All memory from
 * here to the end belongs to the host. */
void *PHASOR_EXPORT(phasor_scratch)(void);
#endif

/* ---- frequencies.c --------------------------------------------------------------------------
 *
 * The frequency of pair i is
 *
 *     ω_i = base^(-i·numerator/denominator)     radians per position,  i = 0 … pairs − 1
 *
 * which for "Attention Is All You Need" (Vaswani et al. 2017, section 3.5) is numerator 2 and
 * denominator d_model. These functions and phasor_increments compute in log space with 160 fraction
 * bits, so their results are the nearest doubles, except where ω_i is almost halfway between two.
 *
 * Required: 1 < base ≤ 1e18; numerator and denominator at least 1 and
 * (pairs − 1)·numerator/denominator ≤ 1, so that no frequency is below 1/base, for which the
 * fraction bits would not suffice.
 */

/* out (pairs): ω_i. */
void PHASOR_EXPORT(phasor_frequencies)(double *out, size_t pairs, double base, uint32_t numerator,
                                       uint32_t denominator);

/* out (pairs): 2π/ω_i, the number of positions in which pair i turns once. */
void PHASOR_EXPORT(phasor_wavelengths)(double *out, size_t pairs, double base, uint32_t numerator,
                                       uint32_t denominator);

/* increments (PHASOR_INCREMENTS_LENGTH(pairs)): ω_i/2π as 128-bit fractions of a turn, for the functions
 * below; ω_i and the requirements as in frequencies.c. Error below 1.001·2^-128 turns.
 *
 *     hi_0 lo_0 hi_1 lo_1 …     ω_i/2π ≈ hi_i/2^64 + lo_i/2^128
 */
void PHASOR_EXPORT(phasor_increments)(uint64_t *increments, size_t pairs, double base,
                                      uint32_t numerator, uint32_t denominator);

/* The same for ω_i = base^(-i/(span − shift)), for the exact values of span and shift: with a span of
 * `pairs`, a shift of 0 or 1 gives the usual series. Frequencies too small for the fraction bits are 0. Error below
 * (1 + 0.001/min(span − shift, 1))·2^-128 turns.
 * Required: 1 ≤ span ≤ 2^31; shift finite and below span. */
void PHASOR_EXPORT(phasor_increments_shifted)(uint64_t *increments, size_t pairs, double base,
                                              double span, double shift);

/* ---- scaling.c ------------------------------------------------------------------------------
 *
 * Frequencies of rotary embeddings (Su et al. 2021), scaled for longer contexts: a function for each rule.
 * F: the factor; L: the context that the model was trained on (`original`); S: the length of the sequence
 * (`length`); r = 2·pairs: the features that are rotated; ω_i = base^(−2i/r).
 *
 * increments (PHASOR_INCREMENTS_LENGTH(pairs)): the scaled frequencies as from phasor_increments. Error of a
 * few 2^-128 turns, unless the bounds that a rule mixes between nearly coincide. A factor of 1 gives
 * the bits of phasor_increments(increments, pairs, base, 2, r). Returned is the rule's attention factor, which
 * multiplies sines and cosines.
 *
 * Required, besides what phasor_increments needs: 1 ≤ factor < 2^31; original and length at least 1.
 */

/* ω_i. Returns 1. */
double PHASOR_EXPORT(phasor_rope_default)(uint64_t *increments, size_t pairs, double base);

/* ω_i/F: position interpolation (Chen et al. 2023). Returns 1. */
double PHASOR_EXPORT(phasor_rope_linear)(uint64_t *increments, size_t pairs, double base,
                                         double factor);

/* ω_i/F for the first ⌊part·pairs⌋ pairs, 0 for the others. Returns 1. Required: 0 ≤ part ≤ 1. */
double PHASOR_EXPORT(phasor_rope_proportional)(uint64_t *increments, size_t pairs, double base,
                                               double factor, double part);

/* The series of base·F^(r/(r−2)), which keeps pair 0 and divides the last pair by F. Returns 1.
 * "NTK-aware scaling", u/bloc97 2023. Required: pairs ≥ 2. */
double PHASOR_EXPORT(phasor_rope_ntk)(uint64_t *increments, size_t pairs, double base,
                                      double factor);

/* The same with F·S/L − (F − 1) in place of F where S > L. Returns 1. "Dynamic NTK", u/emozilla 2023.
 * Required: pairs ≥ 2; F·S/L < 2^31. */
double PHASOR_EXPORT(phasor_rope_dynamic)(uint64_t *increments, size_t pairs, double base,
                                          double factor, uint32_t original, uint32_t length);

/* ω_i/long_divisors_i where S > L, else ω_i/short_divisors_i, and phasor_longrope_attention(F, L) (LongRoPE,
 * Ding et al. 2024). cycles (pairs): the whole turns of frequencies with small divisors, whose fractions are in
 * `increments`. The error grows with the frequency. Required: 2^-14 ≤ divisors_i < 2^31; original ≥ 2. */
double PHASOR_EXPORT(phasor_rope_longrope)(uint64_t *increments, size_t pairs, double base,
                                           double factor, uint32_t original, uint32_t length,
                                           const double *short_divisors,
                                           const double *long_divisors, int64_t *cycles);

/* YaRN (Peng et al. 2023, sections 3.2 and 3.3): pairs that make more than beta_fast turns over L positions
 * do not change, those with fewer than beta_slow are divided by F, and between them
 *
 *     ω_i·(1 − s) + ω_i/F·s,    s = (i − low)/(high − low) within 0 … 1
 *     low  = max(c(beta_fast), 0),   high = min(c(beta_slow), r − 1),   at least 1/1000 apart
 *     c(β) = r·ln(L/(2πβ))/(2 ln base)
 *
 * where low is rounded down and high up if `truncate`. With a(m) = phasor_yarn_attention(F, m), returns a(1),
 * or a(mscale)/a(mscale_all_dim) if neither is 0.
 * Required: 1e-9 ≤ beta_slow ≤ beta_fast ≤ 1e9; mscale and mscale_all_dim at least 0. */
double PHASOR_EXPORT(phasor_rope_yarn)(uint64_t *increments, size_t pairs, double base,
                                       double factor, uint32_t original, double beta_fast,
                                       double beta_slow, int truncate, double mscale,
                                       double mscale_all_dim);

/* Llama 3.1 (Grattafiori et al. 2024 and its published code): with n, the turns that a
 * pair makes over L positions, pairs with n ≥ high do not change, those with n ≤ low are divided
 * by F, and between them s·ω_i + (1 − s)·ω_i/F, s = (n − low)/(high − low). Returns 1.
 * Required: 0 ≤ low ≤ high < 2^31. */
double PHASOR_EXPORT(phasor_rope_llama3)(uint64_t *increments, size_t pairs, double base,
                                         double factor, uint32_t original, double low_freq_factor,
                                         double high_freq_factor);

/* increments (PHASOR_INCREMENTS_LENGTH(pairs)) and cycles (pairs): any frequencies (pairs), in radians per
 * position, as cycles_i + increments_i turns; cycles_i is the largest integer not above this sum.
 * Error below 1.001·2^-128 turns. Required: |frequencies_i| ≤ 2^64. */
void PHASOR_EXPORT(phasor_rope_radians)(uint64_t *increments, int64_t *cycles,
                                        const double *frequencies, size_t pairs);

/* out (pairs): 2π·(cycles_i + increments_i), the nearest doubles for turns above 2^-70, except close to the
 * middle between two; null cycles are all 0. Required: 0 ≤ cycles_i < 2^26. */
void PHASOR_EXPORT(phasor_rope_frequencies)(double *out, const uint64_t *increments,
                                            const int64_t *cycles, size_t pairs);

/* The attention factors of the rules: 0.1·mscale·ln F + 1 (YaRN, section 3.3) and
 * √(1 + ln F/ln L) (LongRoPE); 1 if F ≤ 1. Required: original ≥ 2. */
double PHASOR_EXPORT(phasor_yarn_attention)(double factor, double mscale);
double PHASOR_EXPORT(phasor_longrope_attention)(double factor, double original);

/* rates (pairs): −ln ζ_i, the nearest doubles, with xPos' ζ_i = (2i + 0.4d)/(1.4d), d = 2·pairs
 * (Sun et al. 2022, "A Length-Extrapolatable Transformer"). */
void PHASOR_EXPORT(phasor_xpos_rates)(double *rates, size_t pairs);

/* ---- sinusoidal.c ---------------------------------------------------------------------------
 *
 * Rows of sines and cosines, interleaved:
 *
 *     sin pω_0  cos pω_0  sin pω_1  cos pω_1  …       2·pairs values for position p
 *
 * Accuracy, against exact arithmetic with exact ω_i (tests/csrc/accuracy.c, `make accuracy`):
 *     double   |error| ≤ 2^-51          for |p| ≤ 2^53
 *     float    |error| ≤ 0.5 ulp + 2^-50
 * The float table is the double table rounded once. An entry depends only on p and ω_i: tables,
 * single positions, any start and any split into calls give the same bits.
 */

enum { PHASOR_REACH = 32 };
#define PHASOR_PADDED(pairs) ((pairs) + (pairs) % 2)
#define PHASOR_INCREMENTS_LENGTH(pairs) (2 * PHASOR_PADDED(pairs))
#define PHASOR_OFFSETS_LENGTH(pairs) (2 * PHASOR_REACH * PHASOR_PADDED(pairs))
#define PHASOR_WORK_LENGTH(pairs) (2 * PHASOR_PADDED(pairs))

/* offsets (PHASOR_OFFSETS_LENGTH(pairs)): sines and cosines of 1 … 32 positions, from which
 * phasor_table makes the tables of these frequencies. */
void PHASOR_EXPORT(phasor_offsets)(double *offsets, const uint64_t *increments, size_t pairs);

/* out (rows, stride), its first 2·pairs columns: positions start, start + 1, …
 * work: PHASOR_WORK_LENGTH(pairs) doubles.
 * Required: start an integer; all positions within ±2^53; increments and offsets of the same pairs. */
void PHASOR_EXPORT(phasor_table_f32)(float *out, size_t stride, const uint64_t *increments,
                                     const double *offsets, double *work, double start, size_t rows,
                                     size_t pairs);
void PHASOR_EXPORT(phasor_table_f64)(double *out, size_t stride, const uint64_t *increments,
                                     const double *offsets, double *work, double start, size_t rows,
                                     size_t pairs);

/* out (rows, stride), its first 2·pairs columns: any positions, including fractions, for frequencies
 * of cycles_i + increments_i turns per position. cycles (pairs) is null if all are 0, the usual case; it
 * makes no difference at integer positions. Required: positions finite and within ±2^53. */
void PHASOR_EXPORT(phasor_at_f32)(float *out, size_t stride, const uint64_t *increments,
                                  const int64_t *cycles, const double *positions, size_t rows,
                                  size_t pairs);
void PHASOR_EXPORT(phasor_at_f64)(double *out, size_t stride, const uint64_t *increments,
                                  const int64_t *cycles, const double *positions, size_t rows,
                                  size_t pairs);

/* ---- conventions.c --------------------------------------------------------------------------
 *
 * The rows of sinusoidal.c as other implementations lay them out.
 */

/* rows (row_count, 2·pairs), sine and cosine next to each other, split into
 * sines (row_count, stride) and cosines (row_count, stride), their first `pairs` columns.
 *
 *     s0 c0 s1 c1 s2 c2  →  s0 s1 s2 …  and  c0 c1 c2 …
 */
void PHASOR_EXPORT(phasor_split_f32)(float *sines, float *cosines, size_t stride, const float *rows,
                                     size_t row_count, size_t pairs);
void PHASOR_EXPORT(phasor_split_f64)(double *sines, double *cosines, size_t stride,
                                     const double *rows, size_t row_count, size_t pairs);

/* The same rows with the cosine first: out (row_count, stride), its first 2·pairs columns. */
void PHASOR_EXPORT(phasor_swap_f32)(float *out, size_t stride, const float *rows, size_t row_count,
                                    size_t pairs);
void PHASOR_EXPORT(phasor_swap_f64)(double *out, size_t stride, const double *rows,
                                    size_t row_count, size_t pairs);

/* out (rows, width): column c is column columns[c] of x (rows, width). */
void PHASOR_EXPORT(phasor_columns_f32)(float *out, const float *x, const int32_t *columns,
                                       size_t rows, size_t width);
void PHASOR_EXPORT(phasor_columns_f64)(double *out, const double *x, const int32_t *columns,
                                       size_t rows, size_t width);

/* ---- narrow.c -------------------------------------------------------------------------------
 *
 * Elements of 16 bits, for other libraries: each the number of the format nearest to x, ties to
 * even, rounded once from the double. From the middle between the largest number and the next
 * power of two on (float16: 65520), results are infinite; NaN becomes a quiet NaN, zeros keep their
 * sign.
 */

/* out (count) = x as IEEE binary16: 11 bits of precision, exponents −14 … 15 and subnormals. */
void PHASOR_EXPORT(phasor_to_float16)(uint16_t *out, const double *x, size_t count);

/* out (count) = x as bfloat16: the leading half of a float, 8 bits of precision. */
void PHASOR_EXPORT(phasor_to_bfloat16)(uint16_t *out, const double *x, size_t count);

/* ---- encoding.c ----------------------------------------------------------------------------- */

/* out (count) = scale·x + table, each operation rounded. In place: out may be x or table. */
void PHASOR_EXPORT(phasor_add_f32)(float *out, const float *x, const float *table, float scale,
                                   size_t count);
void PHASOR_EXPORT(phasor_add_f64)(double *out, const double *x, const double *table, double scale,
                                   size_t count);

/* out (rows, width) = scale·embeddings[ids[row]] + table[row], in one pass.
 * Required: every id a row of embeddings (…, width). */
void PHASOR_EXPORT(phasor_embed_f32)(float *out, const float *embeddings, const int32_t *ids,
                                     const float *table, float scale, size_t rows, size_t width);
void PHASOR_EXPORT(phasor_embed_f64)(double *out, const double *embeddings, const int32_t *ids,
                                     const double *table, double scale, size_t rows, size_t width);

/* ---- rope.c ---------------------------------------------------------------------------------
 *
 * Rotary position embedding (Su et al. 2021): pair i of a row at position p is turned by the angle
 * pω_i.
 *
 *     (a, z)  →  (a·cos − z·sin,  a·sin + z·cos)
 *
 * Which features are a pair, for width 8 and three pairs (r: copied as they are):
 *
 *     interleaved   a0 z0 a1 z1 a2 z2 r r        the paper, LLaMA's original code, GPT-J
 *     half          a0 a1 a2 z0 z1 z2 r r        "rotate_half": GPT-NeoX, Hugging Face
 *
 * A rotation takes two steps: rows of sines and cosines (phasor_table or phasor_at; phasor_rope_rows
 * multiplies them by factors or reorders them), which rotate any number of blocks, such as the heads
 * (phasor_rope_rotate). Each operation is rounded once, so the error of a rotated feature is at
 * most 2^-22 (double: 2^-50) of the length of its pair, times the factor; with rates, at most twice that.
 */

/* out (rows, 2·pairs) = the sines of values (rows, 2·pairs) times sin_factor and the cosines times
 * cos_factor, each one rounding. A factor for both is an attention factor (YaRN, LongRoPE); a negative
 * sin_factor rotates backwards. Pair i of values becomes pair order[i] (pairs, a permutation), or
 * stays where it is if order is null. out may be values if order is null.
 * If rates is not null, sines and cosines are then multiplied by e^(rates_i·exponents_row), a factor
 * with a relative error below 3·2^-53 (float: slightly above 2^-24) if |rates_i·exponents_row| ≤ 1, and
 * 2^-53 more for each 1 that this is larger. Exponents of −t/512 give xPos' ζ^(t/512).
 * Required: |rates_i·exponents_row| ≤ 708. */
void PHASOR_EXPORT(phasor_rope_rows_f32)(float *out, const float *values, const int32_t *order,
                                         float sin_factor, float cos_factor, const double *rates,
                                         const double *exponents, size_t rows, size_t pairs);
void PHASOR_EXPORT(phasor_rope_rows_f64)(double *out, const double *values, const int32_t *order,
                                         double sin_factor, double cos_factor, const double *rates,
                                         const double *exponents, size_t rows, size_t pairs);

/* values (2·pairs): sines and cosines of the angles that lead from those of `from` to those of `to`
 * (2·pairs each). Error below 2^-50 before the rounding to the type. */
void PHASOR_EXPORT(phasor_rope_between_f32)(float *values, const double *from, const double *to,
                                            size_t pairs);
void PHASOR_EXPORT(phasor_rope_between_f64)(double *values, const double *from, const double *to,
                                            size_t pairs);

/* out (2·count): sines and cosines (count) next to each other, as phasor_rope_rotate reads them. */
void PHASOR_EXPORT(phasor_rope_join_f32)(float *out, const float *sin, const float *cos,
                                         size_t count);
void PHASOR_EXPORT(phasor_rope_join_f64)(double *out, const double *sin, const double *cos,
                                         size_t count);

/* out (blocks, rows, heads, width) = x rotated by angles (rows, 2·pairs), sines and cosines next to
 * each other, which all blocks share, and all heads of a row; the starts of two blocks are
 * block_stride elements apart, in out as in x. Features from `start` to start + 2·pairs are rotated,
 * the others copied. Pairs are (i, i + pairs) if half is not 0, else (2i, 2i + 1). If factors (rows)
 * is not null, all features of a row are then multiplied by its factor, rounded to the type first.
 * In place: out may be x. Tensors with their heads before their rows have heads 1 and more blocks.
 * Required: start + 2·pairs ≤ width. */
void PHASOR_EXPORT(phasor_rope_rotate_f32)(float *out, const float *x, const float *angles,
                                           const double *factors, size_t blocks,
                                           size_t block_stride, size_t rows, size_t heads,
                                           size_t width, size_t start, size_t pairs, int half);
void PHASOR_EXPORT(phasor_rope_rotate_f64)(double *out, const double *x, const double *angles,
                                           const double *factors, size_t blocks,
                                           size_t block_stride, size_t rows, size_t heads,
                                           size_t width, size_t start, size_t pairs, int half);

/* Factors of queries that keep attention sharp over long contexts, for phasor_rope_rotate.
 * factors (rows), in place: positions p become
 *
 *     PHASOR_LLAMA4   1 + beta·ln(1 + ⌊(p + offset)/length⌋)   Llama 4, Ministral 3
 *     PHASOR_LOG      1 + beta·ln((p + offset)/length)         Inkling
 *     PHASOR_LOGN     ln(p + offset)/ln(length)                Qwen, Grok 2
 *
 * or 1 where the logarithm is not positive (of PHASOR_LOGN, where p + offset is below length), and the reciprocals
 * if `inverse`. Relative error of the logarithms below 2^-51, in addition to one rounding of p + offset and of the
 * quotient. Required: length at least 1, above 1 for PHASOR_LOGN, which ignores beta; beta at least 0. */
enum { PHASOR_LLAMA4, PHASOR_LOG, PHASOR_LOGN };
void PHASOR_EXPORT(phasor_query_factors)(double *factors, size_t rows, int rule, double length,
                                         double offset, double beta, int inverse);

/* ---- analysis.c -----------------------------------------------------------------------------
 *
 * The shift by k positions is a rotation of every pair (Vaswani et al. 2017, section 3.5):
 *
 *     PE(p + k) = M_k·PE(p),   M_k block diagonal,   block i = [  cos kω_i   sin kω_i ]
 *                                                              [ −sin kω_i   cos kω_i ]
 *
 * `values` below is the row of position k from phasor_at_f64.
 */

/* out (rows, width): rows first … first + rows − 1 of M_k (width, width). */
void PHASOR_EXPORT(phasor_shift_matrix)(double *out, const double *values, size_t first,
                                        size_t rows, size_t width);

/* out (rows): ‖M_k·x_r − shifted_r‖₂ for x and shifted of (rows, width); M_k keeps the last column
 * of an odd width. Infinite only where the norm, or an entry of M_k·x_r, is too large. */
void PHASOR_EXPORT(phasor_shift_errors_f32)(double *out, const float *x, const float *shifted,
                                            const double *values, size_t rows, size_t width);
void PHASOR_EXPORT(phasor_shift_errors_f64)(double *out, const double *x, const double *shifted,
                                            const double *values, size_t rows, size_t width);

/* out (rows, columns) = a (rows, depth) times b (columns, depth) transposed, added to what is
 * there if `accumulate`. The order of additions depends only on depth: lanes k mod 4 (float) or
 * k mod 2 (double), then the lanes' sum. Error below (depth/4 + 3)·2^-24·Σ|a||b| in float. */
void PHASOR_EXPORT(phasor_dots_f32)(float *out, size_t stride, const float *a, size_t a_stride,
                                    const float *b, size_t b_stride, size_t rows, size_t columns,
                                    size_t depth, int accumulate);
void PHASOR_EXPORT(phasor_dots_f64)(double *out, size_t stride, const double *a, size_t a_stride,
                                    const double *b, size_t b_stride, size_t rows, size_t columns,
                                    size_t depth, int accumulate);

/* out (columns, rows) = in (rows, columns) transposed. */
void PHASOR_EXPORT(phasor_transpose_f32)(float *out, size_t out_stride, const float *in,
                                         size_t in_stride, size_t rows, size_t columns);
void PHASOR_EXPORT(phasor_transpose_f64)(double *out, size_t out_stride, const double *in,
                                         size_t in_stride, size_t rows, size_t columns);

/* out (rows): the Euclidean norm of each row of x (rows, width), summed in double, with a
 * relative error of at most (width/4 + 3)·2^-53, whatever the size of the entries. */
void PHASOR_EXPORT(phasor_norms_f32)(double *out, const float *x, size_t rows, size_t width);
void PHASOR_EXPORT(phasor_norms_f64)(double *out, const double *x, size_t rows, size_t width);

/* tile (rows, columns), in place: each entry divided by the product of its two norms, limited to
 * −1 … 1; 0 where that product is 0. If row_norms and column_norms are the same array, entry (i, i) is that of a
 * row with itself: 1, unless its norm's square is 0 or not finite. */
void PHASOR_EXPORT(phasor_normalise_f32)(float *tile, size_t stride, const double *row_norms,
                                         const double *column_norms, size_t rows, size_t columns);
void PHASOR_EXPORT(phasor_normalise_f64)(double *tile, size_t stride, const double *row_norms,
                                         const double *column_norms, size_t rows, size_t columns);

/* sums[j − i] += tile entry (i, j) for j ≥ i, where the tile's corner is (first_row,
 * first_column). */
void PHASOR_EXPORT(phasor_diagonal_sums_f32)(double *sums, const float *tile, size_t stride,
                                             size_t first_row, size_t first_column, size_t rows,
                                             size_t columns);
void PHASOR_EXPORT(phasor_diagonal_sums_f64)(double *sums, const double *tile, size_t stride,
                                             size_t first_row, size_t first_column, size_t rows,
                                             size_t columns);

/* sums (width) += the columns of x (rows, width). */
void PHASOR_EXPORT(phasor_column_sums_f32)(double *sums, const float *x, size_t rows, size_t width);
void PHASOR_EXPORT(phasor_column_sums_f64)(double *sums, const double *x, size_t rows,
                                           size_t width);

/* sums (width) += (x − mean)² down the columns of x (rows, width). */
void PHASOR_EXPORT(phasor_column_squares_f32)(double *sums, const double *mean, const float *x,
                                              size_t rows, size_t width);
void PHASOR_EXPORT(phasor_column_squares_f64)(double *sums, const double *mean, const double *x,
                                              size_t rows, size_t width);

/* range = { min, max } widened by x (count); NaN if x contains one. */
void PHASOR_EXPORT(phasor_range_f32)(double *range, const float *x, size_t count);
void PHASOR_EXPORT(phasor_range_f64)(double *range, const double *x, size_t count);

/* ---- arithmetic.c ---------------------------------------------------------------------------
 *
 * The tables of sinusoidal.c as other implementations compute them, including their rounding
 * errors, for comparison. With rd(x) the number of a format nearest to x, ties to even, and p a
 * position:
 *
 *     PHASOR_FLOAT32, PHASOR_BFLOAT16, PHASOR_FLOAT16     θ_i = rd(rd(p)·rd(ω_i))
 *     PHASOR_FLOAT32_POW, PHASOR_FLOAT32_EXP, in float32  the same with ω_i as rounded below
 *     PHASOR_GGML, in float32                             θ_0 = rd(p),  θ_i = rd(θ_(i−1)·rd(ω_1))
 *     out                                                 rd(sin θ_i), rd(cos θ_i)
 *
 *     ω_i of PHASOR_FLOAT32_POW     rd(1/rd(rd(base)^rd(i·numerator/denominator)))
 *     ω_i of PHASOR_FLOAT32_EXP     rd(exp(rd(i·numerator·rd(−ln base/denominator))))
 *
 * Sines, cosines, powers, exponentials and the other ω_i are exact before they are rounded.
 * A position above 65519 in magnitude is infinite in float16, so its whole row is NaN.
 */

enum {
  PHASOR_FLOAT32,
  PHASOR_BFLOAT16,
  PHASOR_FLOAT16,
  PHASOR_GGML,
  PHASOR_FLOAT32_POW,
  PHASOR_FLOAT32_EXP
};

/* out (pairs): rd(ω_i) in the format of one of these arithmetics; arguments as in frequencies.c. */
void PHASOR_EXPORT(phasor_rounded_frequencies)(float *out, size_t pairs, double base,
                                               uint32_t numerator, uint32_t denominator,
                                               int arithmetic);

/* out (count): rd(x), for frequencies that are not such a geometric series. */
void PHASOR_EXPORT(phasor_rounded)(float *out, const double *x, size_t count, int arithmetic);

/* out (rows, stride), its first 2·pairs columns; frequencies (pairs) of the same arithmetic. Both
 * types hold the same values.
 * Required: positions finite and within ±2^53. */
void PHASOR_EXPORT(phasor_rounded_at_f32)(float *out, size_t stride, const float *frequencies,
                                          const double *positions, size_t rows, size_t pairs,
                                          int arithmetic);
void PHASOR_EXPORT(phasor_rounded_at_f64)(double *out, size_t stride, const float *frequencies,
                                          const double *positions, size_t rows, size_t pairs,
                                          int arithmetic);

/* ---- toeplitz.c -----------------------------------------------------------------------------
 *
 * The dot product of two rows of a sinusoidal table is Σ cos ω_i(p − q), a function of the distance.
 */

/* out (row_count): the sum of the cosines of each row of (row_count, 2·pairs) from phasor_table_f64
 * or phasor_at_f64, in ascending order of pairs. */
void PHASOR_EXPORT(phasor_cosine_sums)(double *out, const double *rows, size_t row_count,
                                       size_t pairs);

/* ---- learned.c ------------------------------------------------------------------------------ */

/* out (count): the normal numbers first … first + count − 1 of a seed, times std. With r_n draw n of
 * splitmix64 (Steele, Lea and Flood 2014) started at the seed, 64 bits each, number 2j and 2j + 1
 * are (Box and Muller 1958)
 *
 *     std·√(−2 ln u)·cos 2πv,  std·√(−2 ln u)·sin 2πv
 *     u = (⌊r_2j/2^11⌋ + 1)/2^53,  v = r_2j+1/2^64
 *
 * Error below 2^-51 of std·√(−2 ln u) in double; the float is the double rounded.
 * Required: first an even integer; seed an integer, both from 0 to 2^53 − 1. */
void PHASOR_EXPORT(phasor_normal_f32)(float *out, double first, size_t count, double seed,
                                      double std);
void PHASOR_EXPORT(phasor_normal_f64)(double *out, double first, size_t count, double seed,
                                      double std);

/* sums (count) += x_0, then x_1 … x_(batch − 1), whose starts are `stride` elements apart. */
void PHASOR_EXPORT(phasor_batch_sum_f32)(float *sums, const float *x, size_t batch, size_t stride,
                                         size_t count);
void PHASOR_EXPORT(phasor_batch_sum_f64)(double *sums, const double *x, size_t batch, size_t stride,
                                         size_t count);

/* table[indices[i]] += rows[sources[i]], for i = 0 … count − 1 in order; both of rows of `width`.
 * sources (count), or null for the first `count` rows. */
void PHASOR_EXPORT(phasor_scatter_add_f32)(float *table, const int32_t *indices, const float *rows,
                                           const int32_t *sources, size_t count, size_t width);
void PHASOR_EXPORT(phasor_scatter_add_f64)(double *table, const int32_t *indices,
                                           const double *rows, const int32_t *sources, size_t count,
                                           size_t width);

/* ---- attention.c ----------------------------------------------------------------------------
 *
 * The weights of a row of scores x are w_i = e^(x_i − m)/Σ e^(x_j − m), m the largest score.
 *
 * Accuracy, against exact arithmetic on the scores as they are (tests/csrc/attention.c):
 *     float    |error| ≤ 0.6 ulp of w_i         double   |error| ≤ 0.65 ulp of w_i, or e^-700
 * so never more than one ulp of the largest weight. Rows of up to 4096 floats are summed without
 * rounding: there the order of the scores does not change a weight's bits.
 *
 * A score of −∞ has weight 0, and a row of only −∞ is all zeros; scores of +∞ share their row
 * equally; a NaN makes its whole row NaN. Large scores do not overflow.
 */

/* out (rows, columns) = the weights of x. In place. */
void PHASOR_EXPORT(phasor_softmax_f32)(float *out, const float *x, size_t rows, size_t columns);
void PHASOR_EXPORT(phasor_softmax_f64)(double *out, const double *x, size_t rows, size_t columns);

/* The same in three passes, for a row that comes in pieces: the largest score, starting from −∞;
 * then the sums (4), starting from zeros; then the weights. All pieces but the last must have a
 * multiple of four entries. phasor_softmax gives the same bits for rows of more than 4096. */
float PHASOR_EXPORT(phasor_greatest_f32)(const float *x, float max, size_t count);
double PHASOR_EXPORT(phasor_greatest_f64)(const double *x, double max, size_t count);
void PHASOR_EXPORT(phasor_exp_sums_f32)(double *sums, const float *x, float max, size_t count);
void PHASOR_EXPORT(phasor_exp_sums_f64)(double *sums, const double *x, double max, size_t count);
void PHASOR_EXPORT(phasor_exp_weights_f32)(float *out, const float *x, float max,
                                           const double *sums, size_t count);
void PHASOR_EXPORT(phasor_exp_weights_f64)(double *out, const double *x, double max,
                                           const double *sums, size_t count);

/* out: keys k (rows, depth), transposed in panels of 8 (double: 4) for phasor_scores; the last
 * panel is filled up with zeros.
 *
 *     k_0[0] k_1[0] … k_7[0]  k_0[1] k_1[1] … k_7[1]  …  k_8[0] k_9[0] …                          */
void PHASOR_EXPORT(phasor_panels_f32)(float *out, const float *k, size_t stride, size_t rows,
                                      size_t depth);
void PHASOR_EXPORT(phasor_panels_f64)(double *out, const double *k, size_t stride, size_t rows,
                                      size_t depth);

/* out (rows, columns) = scale·(q (rows, depth) times the keys transposed). If `accumulate`, the
 * products are added to what is there before the scale is applied. Each operation is rounded, the
 * features one after the other. */
void PHASOR_EXPORT(phasor_scores_f32)(float *out, size_t stride, const float *q, size_t q_stride,
                                      const float *panels, float scale, size_t rows, size_t columns,
                                      size_t depth, int accumulate);
void PHASOR_EXPORT(phasor_scores_f64)(double *out, size_t stride, const double *q, size_t q_stride,
                                      const double *panels, double scale, size_t rows,
                                      size_t columns, size_t depth, int accumulate);

/* scores (rows, columns), in place: the weights of scores + bias; bias (rows, columns) may be null.
 * If `causal`, row r sees columns 0 … first + r, none if that is negative, and has weight 0 beyond
 * them. Returns the number of rows whose scores may be too large for the type: rows with a NaN or
 * +∞, whose first weight is NaN and whose other weights are undefined; and rows that see only −∞,
 * whose weights are 0. */
size_t PHASOR_EXPORT(phasor_attend_f32)(float *scores, size_t stride, const float *bias,
                                        ptrdiff_t first, size_t rows, size_t columns, int causal);
size_t PHASOR_EXPORT(phasor_attend_f64)(double *scores, size_t stride, const double *bias,
                                        ptrdiff_t first, size_t rows, size_t columns, int causal);

/* The maximum number of keys of phasor_strips and phasor_weighted_sums: those summed at a time. */
#define PHASOR_STRIP 128

/* out: the values v (rows, columns) of up to PHASOR_STRIP keys, in strips of 8 (double: 4) columns for
 * phasor_weighted_sums, the last filled up with zeros. A strip has room for PHASOR_STRIP keys.
 *
 *     v_0[0] v_0[1] … v_0[7]  v_1[0] v_1[1] … v_1[7]  …
 *
 * Returns the largest magnitude, NaN if there is a NaN. */
float PHASOR_EXPORT(phasor_strips_f32)(float *out, const float *v, size_t stride, size_t rows,
                                       size_t columns);
double PHASOR_EXPORT(phasor_strips_f64)(double *out, const double *v, size_t stride, size_t rows,
                                        size_t columns);

/* out (rows, columns) = the weights (rows, keys) times the values in strips, keys one after the other,
 * each operation rounded; if `accumulate` that sum is added to what is there. Of n keys, in pieces of
 * PHASOR_STRIP, error below (128 + n/128)·2^-24·Σ|w||v| (double: 2^-53), underflow aside. If
 * `careful`, which takes longer, a key of weight 0 adds nothing even if its values are not finite;
 * everything else has the same bits. */
void PHASOR_EXPORT(phasor_weighted_sums_f32)(float *out, size_t stride, const float *weights,
                                             size_t weight_stride, const float *strips, size_t rows,
                                             size_t columns, size_t keys, int accumulate,
                                             int careful);
void PHASOR_EXPORT(phasor_weighted_sums_f64)(double *out, size_t stride, const double *weights,
                                             size_t weight_stride, const double *strips,
                                             size_t rows, size_t columns, size_t keys,
                                             int accumulate, int careful);

/* ---- bias.c ---------------------------------------------------------------------------------
 *
 * If a bias depends only on key − query, its rows are pieces of one line: the biases of all
 * distances in order. Each row's piece starts one element before that of the row above:
 *
 *     line  a b c d e f        rows  c d e f        (3, 4), step 1
 *                                    b c d e
 *                                    a b c d
 */

/* out (heads): the slopes of ALiBi, the nearest doubles. With p the largest power of two up to
 * heads: 2^(−max_bias·(j + 1)/p) for j < p, then 2^(−max_bias·(2j + 1)/2p) for the other heads, j
 * from 0 again. Required: 0 < max_bias ≤ 1000; 1 ≤ heads ≤ 65536. */
void PHASOR_EXPORT(phasor_alibi_slopes)(double *out, uint32_t heads, double max_bias);

/* out (rows, stride), its first `columns` columns: the pieces of line ((rows − 1)·step + columns). */
void PHASOR_EXPORT(phasor_slide_f32)(float *out, size_t stride, const float *line, size_t step,
                                     size_t rows, size_t columns);
void PHASOR_EXPORT(phasor_slide_f64)(double *out, size_t stride, const double *line, size_t step,
                                     size_t rows, size_t columns);

/* sums ((rows − 1)·step + columns) += the entries of x (rows, columns) to which phasor_slide copies
 * each element of a line: the gradient of the line. */
void PHASOR_EXPORT(phasor_slide_sums_f32)(double *sums, const float *x, size_t stride, size_t step,
                                          size_t rows, size_t columns);
void PHASOR_EXPORT(phasor_slide_sums_f64)(double *sums, const double *x, size_t stride, size_t step,
                                          size_t rows, size_t columns);

/* line (count): d·before for distances d ≤ 0, d·after for d > 0; d = first, first + 1, … The product
 * in double, then rounded. ALiBi (Press et al. 2022) has before = slope and after = −∞ under a causal
 * mask, after = −slope without. */
void PHASOR_EXPORT(phasor_alibi_f32)(float *line, double first, size_t count, double before,
                                     double after);
void PHASOR_EXPORT(phasor_alibi_f64)(double *line, double first, size_t count, double before,
                                     double after);

/* out (rows, columns), in place: −∞ from column `seen` on in the first row, seen + 1 in the second,
 * and so on; `seen` may be negative. */
void PHASOR_EXPORT(phasor_mask_f32)(float *out, size_t stride, ptrdiff_t seen, size_t rows,
                                    size_t columns);
void PHASOR_EXPORT(phasor_mask_f64)(double *out, size_t stride, ptrdiff_t seen, size_t rows,
                                    size_t columns);

/* out (count): the buckets of T5 (Raffel et al. 2020) for the relative positions key − query r = first, first + 1, …
 * With s buckets a side (`buckets`, or half of them if bidirectional) and e = ⌊s/2⌋, distance n has
 *
 *     n                                                        n < e
 *     min(s − 1, e + ⌊(s − e)·ln(n/e)/ln(max_distance/e)⌋)     n ≥ e
 *
 * with n = |r|, plus s for r > 0, if bidirectional, else n = max(−r, 0). The logarithms are exact: where one is a whole
 * number, integers decide. Required: first an integer within ±2^53; 2 ≤ buckets ≤ 4096, at least 4 and even if
 * bidirectional; e < max_distance < 2^31. */
void PHASOR_EXPORT(phasor_t5_buckets)(int32_t *out, double first, size_t count, uint32_t buckets,
                                      int bidirectional, uint32_t max_distance);

/* out ((2·height − 1)·width): a line of rows of the table of Swin Transformer (Liu et al. 2021), whose row
 * (Δh + height − 1)·(2·width − 1) + Δw + width − 1 is for Δ = query − key. The query at (y, column) of the window has,
 * for the keys counted row by row, the piece (height·width) that starts (height − 1 − y)·width elements from the
 * line's start; so phasor_slide with a step of `width` lays out all queries of a column.
 * Required: column < width; (2·height − 1)·(2·width − 1) < 2^31. */
void PHASOR_EXPORT(phasor_swin_line)(int32_t *out, uint32_t height, uint32_t width,
                                     uint32_t column);

/* out (count): log2(1 + 8i/span)/log2 8, i = 0 … count − 1, the nearest doubles; 0 for i = 0 even if
 * span is 0. Swin Transformer V2's coordinates (Liu et al. 2022). Required: span > 0 if count > 1;
 * span and count below 2^31. */
void PHASOR_EXPORT(phasor_log_coordinates)(double *out, size_t count, uint32_t span);

/* ---- heatmap.c ------------------------------------------------------------------------------
 *
 * A view of a table that is never computed: from a handful of cells to 2^53 positions across.
 */

#define PHASOR_HEATMAP_WORK(pairs) (8 * PHASOR_PADDED(pairs))

/* out: a picture of indices into a colour table, 0 … 255 for values −1 … 1 (128 is 0), pixel (x, y)
 * at out[x·across + y·down].
 *
 *   positions   pixel x covers the counts[x] ≥ 1 integer positions from firsts[x] on
 *   columns     the view's order of the table's columns, column 2i being sin, 2i + 1 cos of pair i;
 *               pixel y covers columns[from[y]] … columns[to[y] − 1], at least one
 *
 * The value of a pixel is the exact mean of all that it covers, so there is no aliasing:
 *
 *   mean of sin(qω), q = p … p + n − 1   =   sin((p + (n − 1)/2)·ω)·sin(nω/2)/(n·sin(ω/2))
 *
 * Error of the mean below 2^-48, then rounded to an index. The cost of a pixel does not depend on what it covers.
 * work: PHASOR_HEATMAP_WORK(pairs) doubles. Required: all positions within ±2^53. */
void PHASOR_EXPORT(phasor_heatmap)(uint8_t *out, size_t across, size_t down, const double *firsts,
                                   const double *counts, size_t pixels, const int32_t *columns,
                                   const int32_t *from, const int32_t *to, size_t rows,
                                   const uint64_t *increments, double *work, size_t pairs);

/* ---- diagnose.c -----------------------------------------------------------------------------
 *
 * The passes of a diagnosis over every entry of a table.
 */

/* Statistics of the columns and rows of x (rows, width), which may come in pieces.
 * min, max (width): widened by the finite values; nonfinite (width) += how many are not finite;
 * squares (rows): the sum of the row's squares, not finite if one of its values is not;
 * hashes (rows): 64 bits that are equal for equal rows and, except by chance, only for those. */
void PHASOR_EXPORT(phasor_survey_f32)(double *min, double *max, double *nonfinite, double *squares,
                                      uint64_t *hashes, const float *x, size_t rows, size_t width);
void PHASOR_EXPORT(phasor_survey_f64)(double *min, double *max, double *nonfinite, double *squares,
                                      uint64_t *hashes, const double *x, size_t rows, size_t width);

/* Compares x (rows, columns) with columns of a table (rows, …): the deviation of entry (r, c) is
 * |x − scale·table[r, places[c]]|, and entries that are not finite are skipped.
 * column_max (columns), row_max (rows): raised to the largest; column_squares (columns) += the
 * squares. */
void PHASOR_EXPORT(phasor_deviations_f32)(double *column_max, double *column_squares,
                                          double *row_max, const float *x, size_t stride,
                                          const double *table, size_t table_stride,
                                          const int32_t *places, double scale, size_t rows,
                                          size_t columns);
void PHASOR_EXPORT(phasor_deviations_f64)(double *column_max, double *column_squares,
                                          double *row_max, const double *x, size_t stride,
                                          const double *table, size_t table_stride,
                                          const int32_t *places, double scale, size_t rows,
                                          size_t columns);

/* Vectors of `width` features, before and after a rotation, in double. `pairing` (5, features): feature
 * target[f] of the output should be a·cosine + b·sine of pair[f], with a the input's source[f] and b its partner[f]
 * times sign[f]. The rows of pairing are source, partner, sign, pair, target.
 *
 * sums (rows, pairs, 6) += Σ a², Σ a·b, Σ b², Σ a·u, Σ b·u, Σ u² of the two features u of each pair, over the `count`
 * vectors of each row; vector v is of row rows[v]. These are the normal equations of cosine and sine. */
void PHASOR_EXPORT(phasor_pair_sums)(double *sums, const double *input, const double *output,
                                     const int32_t *rows, const int32_t *pairing, size_t pairs,
                                     size_t features, size_t width, size_t count);

/* Solves these equations, row by row and pair by pair. arrows (4, pairs, rows): the cosine c and the sine s that leave
 * least; their weight w, the smaller eigenvalue of the equations' matrix, which says how certain c and s are; Σ u².
 * moments (pairs, 4) += Σ w, Σ w·l, Σ w·l² with l = √(c² + s²), and Σ of what c and s leave, max(0, Σ(u − a·c − b·s)²).
 * Where the matrix is singular, c, s and w are 0. */
void PHASOR_EXPORT(phasor_pair_arrows)(double *arrows, double *moments, const double *sums,
                                       size_t rows, size_t pairs);

/* What remains of such vectors after subtracting a rotation, whose cosines, sines and possible errors of angles are
 * cells (rows, 3, pairs), and the `copies` features copied[…], which should be as in the input. Of a rotated feature,
 * limits[0 … 3] = products, sum, floor, uncertain explain
 *
 *     1.01·(products·(|a·c| + |b·s|) + sum·|a·c + b·s| + e·(|±b·c − a·s| + e·(|a·c| + |b·s|))) + floor·(2 + |a| + |b|)
 *
 * with e = min(error, uncertain) and ±b the partner without its sign; of a copied one limits[4]·|x| + floor.
 * columns (width) and above (count) += the number of entries above their limits. worst (4) holds the largest ratio
 * of a difference to its limit, the difference, the limit, and the sum of squares: −1, 0, 0, 0 at first. Returns how
 * many vectors were compared: with `stop`, none after the first that has an entry above its limit. */
size_t PHASOR_EXPORT(phasor_pair_residuals)(double *worst, uint32_t *columns, uint32_t *above,
                                            const double *input, const double *output,
                                            const double *cells, const int32_t *rows,
                                            const int32_t *pairing, const int32_t *copied,
                                            const double *limits, size_t pairs, size_t features,
                                            size_t copies, size_t width, size_t count, int stop);

/* ---- fit.c ----------------------------------------------------------------------------------
 *
 * Fits of sinusoids by least squares, and the invariants of sinusoidal tables. Sums are added in double, one
 * after the other.
 */

/* A Gauss–Newton step for the parameters t, start, rate and amplitude A of
 *
 *     model(r, c) = A·wave(angle),   angle = positions[r]·w,   w = rate·e^(−t·n)
 *
 * whose wave in column c is a sine or a cosine: waves (rows, stride) has both next to each other, sines in even
 * columns, as from phasor_at_f64, and places (count) says which entry is this column's. columns (3, count): n, w and
 * the weight of each column's residuals. values (rows, count): what is fitted, NaN where it is missing. cells (rows,
 * count), or null: how far a value may be off; only what a residual exceeds it by counts. positions (rows): r + start.
 *
 * step (11): Σ of the squared residuals; how many they are; the scalar product of the change and the gradient, twice
 * what the change should gain; the change of the four parameters; their variances if that of the residuals is 1. The
 * change solves the normal equations of the parameters whose bits are set in `vary`, t's the lowest. Others, and
 * those that the ones before determine, do not change and have variance 0. Relative error of the sums below
 * (rows·count + 8)·2^-53 of the sum of their terms' magnitudes; a solution loses the digits that its equations do. */
void PHASOR_EXPORT(phasor_fit_step)(double *step, const double *values, const double *cells,
                                    const double *positions, const double *waves, size_t stride,
                                    const int32_t *places, const double *columns, double rate,
                                    double amplitude, uint32_t vary, size_t rows, size_t count);

/* How pairs (a, b) = (x[stride·i], x[stride·i + apart]) move from the rows of x (rows, 2·pairs) to those of later
 * (moved, 2·pairs), moved ≤ rows. most (2): raised to the largest |a² + b² − 1|, and to the largest difference of a later
 * pair's member from the best rotation, that by the angle of Σ(a·u + b·v) and Σ(b·u − a·v) over the pair's rows, both
 * divided by Σ(a² + b²). Rows whose product is not finite are left out of these sums. */
void PHASOR_EXPORT(phasor_pair_motion)(double *most, const double *x, const double *later,
                                       size_t rows, size_t moved, size_t pairs, size_t stride,
                                       size_t apart);

/* dots (rows): the scalar products of the rows of x and y (rows, width). y may be x. */
void PHASOR_EXPORT(phasor_row_dots)(double *dots, const double *x, const double *y, size_t rows,
                                    size_t width);

/* ---- moments.c ------------------------------------------------------------------------------
 *
 * The passes of a diagnosis over every entry of a bias, whose masked entries lie at or below a limit.
 */

/* The smallest number in x (count) above the limit; infinite if there is none. */
double PHASOR_EXPORT(phasor_least_above_f32)(const float *x, size_t count, double limit);
double PHASOR_EXPORT(phasor_least_above_f64)(const double *x, size_t count, double limit);

/* Adds x (rows, columns) to moments (groups, 6), zeros at first; entry (r, c) is in group
 * row_groups[r] + column_groups[c]. Entries up to the limit are left out, and those that are NaN or +∞, whose number
 * is returned. Of each group
 *
 *     count,   first,   Σ(x − first),   Σ(x − first)²,   min,   max
 *
 * where `first` is its first entry, so that the sums are exact, 0, where all entries are equal. With a group for each
 * difference of c and r, this says whether a bias is a function of it, and which one. */
size_t PHASOR_EXPORT(phasor_moments_f32)(double *moments, const float *x, size_t stride,
                                         const int32_t *row_groups, const int32_t *column_groups,
                                         double limit, size_t rows, size_t columns);
size_t PHASOR_EXPORT(phasor_moments_f64)(double *moments, const double *x, size_t stride,
                                         const int32_t *row_groups, const int32_t *column_groups,
                                         double limit, size_t rows, size_t columns);

/* ---- matmul.c -------------------------------------------------------------------------------
 *
 * Products of matrices of floats, for the small transformer of lab.c. Each operation is rounded. An entry is
 * the sum of its products along the depth, in order, in pieces of 128; the pieces are added one after
 * the other. Of `depth` products, error below (128 + depth/128)·2^-24·Σ|a||b|, underflow aside.
 */

/* out (rows, columns) = a (rows, depth) · b (depth, columns), added to what is there if `accumulate`. */
void PHASOR_EXPORT(phasor_matmul_nn)(float *out, size_t out_stride, const float *a, size_t a_stride,
                                     const float *b, size_t b_stride, size_t rows, size_t columns,
                                     size_t depth, int accumulate);

/* The same with a given as its transpose (depth, rows): aᵀ·b, the gradient of a weight. */
void PHASOR_EXPORT(phasor_matmul_tn)(float *out, size_t out_stride, const float *a, size_t a_stride,
                                     const float *b, size_t b_stride, size_t rows, size_t columns,
                                     size_t depth, int accumulate);

/* The same with b given as its transpose (columns, depth): a·bᵀ, the gradient of an input.
 * work: depth·columns floats. */
void PHASOR_EXPORT(phasor_matmul_nt)(float *out, size_t out_stride, const float *a, size_t a_stride,
                                     const float *b, size_t b_stride, float *work, size_t rows,
                                     size_t columns, size_t depth, int accumulate);

/* ---- causal.c -------------------------------------------------------------------------------
 *
 * Causal attention of short sequences, for training. With i a query, j ≤ i a key, h a head:
 *
 *     s_ij = scale·q_i·k_j + bias[i − j][h],   p_i = softmax(s_i),   out_i = Σ_j p_ij·v_j
 *
 * Rows of q and k are (heads, width), their starts qk_stride elements apart; those of v and out are
 * v_stride apart; row t of sequence b is b·length + t. So q and k may be halves of one matrix.
 */

/* out, weights (batch, heads, length, length), which are 0 for j > i; bias (length, heads) or null.
 * Relative error of a weight below 2^-20, in addition to that of its scores; a weight below e^-87
 * times the largest of its row may become that value.
 * work: (width + 5)·P + 16 floats, P the length rounded up to a multiple of 8. Required: |s_ij| < 2^99. */
void PHASOR_EXPORT(phasor_causal)(float *out, float *weights, const float *q, const float *k,
                                  const float *v, const float *bias, float *work, size_t batch,
                                  size_t length, size_t heads, size_t width, size_t qk_stride,
                                  size_t v_stride, float scale);

/* out (heads, width): the row of the last query, whose q is (heads, width); k and v (length, heads, width), as
 * a cache keeps them. The same bits as the last row of `phasor_causal`.
 * work: (width + 7)·P + 16 floats. */
void PHASOR_EXPORT(phasor_causal_last)(float *out, const float *q, const float *k, const float *v,
                                       const float *bias, float *work, size_t length, size_t heads,
                                       size_t width, float scale);

/* Gradients: dq, dk laid out as q and k, dv as v; and dbias (length, heads) += the sums over all queries
 * at each distance, or null. weights: from the forward pass.
 * work: (width + length)·P floats. */
void PHASOR_EXPORT(phasor_causal_backward)(float *dq, float *dk, float *dv, double *dbias,
                                           const float *dout, const float *weights, const float *q,
                                           const float *k, const float *v, float *work,
                                           size_t batch, size_t length, size_t heads, size_t width,
                                           size_t qk_stride, size_t v_stride, float scale);

/* ---- lab.c ----------------------------------------------------------------------------------
 *
 * The other parts of a small transformer and its training.
 */

/* out (count): numbers ⌊r_n/2^11⌋/2^53, n = first … first + count − 1, with r_n draw n of splitmix64
 * started at the seed, see learned.c: uniform in [0, 1). Required: seed and first integers from 0 to 2^53 − 1. */
void PHASOR_EXPORT(phasor_uniform)(double *out, double first, size_t count, double seed);

/* out (rows, width) += table[ids[row]]; rows with a negative id do not change. */
void PHASOR_EXPORT(phasor_gather_add)(float *out, const float *table, const int32_t *ids,
                                      size_t rows, size_t width);

/* dtable[ids[row]] += dout[row], row by row: the gradient, the transpose of the above. */
void PHASOR_EXPORT(phasor_gather_backward)(float *dtable, const int32_t *ids, const float *dout,
                                           size_t rows, size_t width);

/* out (rows, width) = x·inverse_row, inverse (rows): 1/√(mean of squares + epsilon). "RMSNorm"
 * (Zhang and Sennrich 2019) without a gain. */
void PHASOR_EXPORT(phasor_rms_norm)(float *out, float *inverse, const float *x, size_t rows,
                                    size_t width, float epsilon);

/* dx (rows, width) += inverse_row·(dout − out·mean(out·dout)): the gradient of the above. */
void PHASOR_EXPORT(phasor_rms_norm_backward)(float *dx, const float *dout, const float *out,
                                             const float *inverse, size_t rows, size_t width);

/* out (count) = x·σ(2u), u = √(2/π)·(x + 0.044715·x³): GELU (Hendrycks and Gimpel 2016) in its form with the
 * hyperbolic tangent; slope (count): its derivative; slope may be x. Absolute errors below 2^-21·(1 + |x|).
 * Required: count a multiple of 4, |x| < 2^40. */
void PHASOR_EXPORT(phasor_gelu)(float *out, float *slope, const float *x, size_t count);

/* dx (count) = dx·slope: the gradient of the above. Required: count a multiple of 4. */
void PHASOR_EXPORT(phasor_gelu_backward)(float *dx, const float *slope, size_t count);

/* Returns ‖gradient‖, summed in double, and multiplies the gradient by limit/‖gradient‖ if that is below 1
 * (Pascanu et al. 2013). */
double PHASOR_EXPORT(phasor_clip)(float *gradient, size_t count, float limit);

/* Returns the mean of −ln softmax(logits)[target] over the rows whose target is not negative, 0 if there
 * are none; gradient (rows, classes): its gradient, zeros in all other rows. */
double PHASOR_EXPORT(phasor_cross_entropy)(float *gradient, const float *logits,
                                           const int32_t *targets, size_t rows, size_t classes);

/* One step of Adam (Kingma and Ba 2015); all arrays (count):
 *
 *     first  = beta1·first + (1 − beta1)·gradient,   second = beta2·second + (1 − beta2)·gradient²
 *     parameters −= rate·(first/correction1)/(√(second/correction2) + epsilon)
 *
 * with corrections 1 − beta1^t and 1 − beta2^t at step t. */
void PHASOR_EXPORT(phasor_adam)(float *parameters, float *first, float *second,
                                const float *gradient, size_t count, float rate, float beta1,
                                float beta2, float correction1, float correction2, float epsilon);

#endif
