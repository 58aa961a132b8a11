// list.mjs: the ways in which the kernels are broken. Each `find` stands once in its file.

/** @typedef {{ file: string, find: string, replace: string }} Mutant */

/** @type {Record<string, [find: string, replace: string][]>} */
const ways = {
  "sinusoidal.c": [
    [
      "(rotor){f64x2_add(sc, cs), f64x2_sub(cc, ss)}",
      "(rotor){f64x2_sub(sc, cs), f64x2_sub(cc, ss)}",
    ],
    [
      "(rotor){f64x2_sub(sc, cs), f64x2_add(cc, ss)}",
      "(rotor){f64x2_sub(sc, cs), f64x2_sub(cc, ss)}",
    ],
    [
      "f32x4_narrow_interleaved(values.sin, values.cos)",
      "f32x4_narrow_interleaved(values.cos, values.sin)",
    ],
    ["f64x2_low(values.sin, values.cos)", "f64x2_low(values.cos, values.sin)"],
    ["1 - b - GROUP), around->tile", "-b - GROUP), around->tile"],
    ["at_integer(turns, i, -b), both, BEHIND", "at_integer(turns, i, b), both, BEHIND"],
    ["if ((double)whole != position) {", "if (0) {"],
    ["step = 1; step <= REACH", "step = 0; step < REACH"],
  ],
  "circle.h": [
    ["if (position < 0) {", "if (0) {"],
    [
      "frequency.hi * magnitude + multiply_high(frequency.lo, magnitude)",
      "frequency.hi * magnitude",
    ],
    ["const uint64_t half = (uint64_t)1 << 57;", "const uint64_t half = 0;"],
  ],
  "frequencies.c": [
    ["return guess + guess * residual;", "return guess;"],
    ["turns[2 * i + 1] = (uint64_t)limb[2] << 32 | limb[1];", "turns[2 * i + 1] = 0;"],
    ["shift /= 2, span /= 2", "shift /= 2"],
    ["for (; halvings > 0; halvings--)", "for (; halvings > 1; halvings--)"],
    ["shift < 0 ? fixed_add(all, size) : fixed_subtract(all, size)", "fixed_subtract(all, size)"],
  ],
  "scaling.c": [
    ["(uint32_t)pairs - 1)", "(uint32_t)pairs)"],
    ["excess = length > original ? length - original : 0", "excess = length"],
    ["if (divisors[i] != divisor)", "if (i == 0)"],
    ["fixed_add(fixed_log(beta * lift), fixed_log_two_pi)", "fixed_log(beta * lift)"],
    ["whole(2 * count - 1)", "whole(count - 1)"],
    [
      "share = fixed_mul(fixed_subtract(pair, low), slope)",
      "share = fixed_mul(fixed_subtract(high, pair), slope)",
    ],
    [
      "share = fixed_mul(fixed_subtract(high, over_context), slope)",
      "share = fixed_mul(fixed_subtract(over_context, low), slope)",
    ],
    ["return 0.1 * mscale *", "return 0.1 *"],
    ["return __builtin_sqrt(1 + ratio)", "return __builtin_sqrt(ratio)"],
    ["if (fixed_less(over_context, low))", "if (fixed_less(low, over_context))"],
  ],
  "rope.c": [
    ["(double)(5 * i + 2 * pairs)", "(double)(5 * i + pairs)"],
    ["return (1 + sum) * power;", "return sum * power;"],
  ],
  "rope_kernels.h": [
    ["values[2 * i + 1] * cos_factor", "values[2 * i] * cos_factor"],
    ["to[i] * from[i + 1] - to[i + 1] * from[i]", "to[i] * from[i + 1] + to[i + 1] * from[i]"],
    ["v128_t first = VECTOR(_sub)(", "v128_t first = VECTOR(_add)("],
    ["v128_t second = VECTOR(_add)(", "v128_t second = VECTOR(_sub)("],
    ["VECTOR(_store)(out + pairs + i, second)", "VECTOR(_store)(out + pairs + i, first)"],
    ["out[first] = a * c - z * s", "out[first] = a * s - z * c"],
    ["out[second] = a * s + z * c", "out[second] = a * s - z * c"],
    ["if (past < width)", "if (0)"],
    ["if (factors && factors[r] != 1)", "if (0)"],
    ["cosine *= scale;", ""],
  ],
  "heatmap.c": [
    ["top[k] / (count * bottom[k])", "top[k] / bottom[k]"],
    ["(count - 1) / 2", "count / 2"],
    ["value * 127.5 + 127.5", "value * 127.5 + 127"],
    ["value /= (double)(to[y] - from[y])", "value /= 1"],
    ["f64x2_low(sine, cosine)", "f64x2_low(cosine, sine)"],
    ["int32_t k = from[y] + 1", "int32_t k = from[y] + 2"],
  ],
  "narrow.c": [
    ["u32x4_splat(first + half)", "u32x4_splat(first)"],
    ["bits_or(last, u32x4_is_nonzero(f32x4_even(a, b)))", "last"],
    ["bits_or(last, u32x4_is_nonzero(f32x4_even(a, b)))", "u32x4_is_nonzero(f32x4_even(a, b))"],
    ["power(f.most + 1)", "power(f.most)"],
    ["f64x2_at_least(bounded, u64x2_splat(power(f.least)))", "bounded"],
    [
      "bits_select(nan, u64x2_splat(f.nans), u64x2_add(kept, exponent))",
      "u64x2_add(kept, exponent)",
    ],
    ["u32x4_max(low.above, high.above)", "low.above"],
    ["bits_or(second, high.sign)", "second"],
    ["rest(out + whole, x + whole, count - whole, f)", "rest(out + whole, x, count - whole, f)"],
  ],
  "encoding_kernels.h": [
    ["VECTOR(_mul)(factor, VECTOR(_load)(x + i))", "VECTOR(_load)(x + i)"],
    ["out[i] = scale * x[i] + table[i]", "out[i] = scale * x[i]"],
    ["table + row * width, scale", "table, scale"],
  ],
  "conventions_kernels.h": [
    ["sines[r * stride + i] = rows[2 * (r * pairs + i)]", "sines[r * stride + i] = rows[2 * i]"],
    ["out[r * stride + 2 * i + 1] = rows[2 * (r * pairs + i)]", "out[r * stride + 2 * i + 1] = 0"],
    ["x[r * width + (size_t)columns[c]]", "x[r * width + c]"],
  ],
  "analysis_kernels.h": [
    ["*to = accumulate ? *to + sum : sum;", "*to = sum;"],
    ["if (k < depth) {", "if (0) {"],
    ["out[c * out_stride + r] = in", "out[r] = in"],
    ["sum = NAME(sum_of_squares)(row, width, scale)", "sum = NAME(sum_of_squares)(row, width, 1)"],
    ["if (width % 2) {", "if (0) {"],
    ["cosine > 1 ? 1 :", ""],
    ["if (diagonal &&", "if (0 &&"],
    ["values[c + 1] * cosine - values[c] * sine", "values[c + 1] * cosine + values[c] * sine"],
    ["norm == 0 ? 0 :", ""],
    ["sums[first_column + c - row] +=", "sums[first_column + c - row] ="],
    ["difference * difference", "difference"],
    ["value > high || value != value", "value > high"],
  ],
  "arithmetic.c": [
    ["rounded > f.largest ? (double)INFINITY : rounded", "rounded"],
    ["product = round_to(f, product * ratio)", "product = product * ratio"],
    ["if (exponent < f.least) exponent = f.least;", ""],
    ["round_to(f, rounded * (double)frequencies[i + k])", "rounded * (double)frequencies[i + k]"],
    ["mend(values, a);", ""],
  ],
  "learned.c": [
    [
      "u = (double)((draw(seed, 2 * pair) >> 11) + 1)",
      "u = (double)((draw(seed, pair) >> 11) + 1)",
    ],
    [
      "f64x2_mul(f64x2_mul(radii, angles.sin), deviation)",
      "f64x2_mul(f64x2_mul(radii, angles.cos), deviation)",
    ],
    ["sum + 2.0 / odd", "sum + 1.0 / odd"],
  ],
  "learned_kernels.h": [
    ["VECTOR(_load)(x + b * stride + i + v * LANES)", "VECTOR(_load)(x + i + v * LANES)"],
    ["sums[i] += x[b * stride + i]", "sums[i] = x[b * stride + i]"],
    ["table + (size_t)indices[r] * width", "table + r * width"],
  ],
  "attention_kernels.h": [
    ["i < PANEL; i++) *out++ = r + i < rows ?", "i < PANEL; i++) *out++ = r + i + 1 < rows ?"],
    ["seen = last < 0 ? 0 : (size_t)last + 1", "seen = last < 0 ? 0 : (size_t)last"],
    ["weight != 0; i++)", "1; i++)"],
    ["accumulate ? to[i] + block[r * PANEL + i] :", ""],
    ["nan = bits_or(nan, VECTOR(_is_nan)(values));", ""],
    ["strips + c * PHASOR_STRIP", "strips + c * keys"],
    ["if (bias) NAME", "if (0) NAME"],
    ["(real)(1 / sums[0])", "1"],
    ["nan = bits_or(nan, VECTOR(_is_nan)(scores));", ""],
  ],
  "attention.c": [
    ["f64x2_splat(0x1.62e430c7e91afp-1)", "f64x2_splat(0x1.62e430c7e91afp-2)"],
    ["1 / ((sums[0] + sums[1]) + (sums[2] + sums[3]))", "1 / ((sums[0] + sums[1]) + sums[2])"],
  ],
  "bias_kernels.h": [
    ["line + (rows - 1 - r) * step", "line + r * step"],
    ["sums + (rows - 1 - r) * step, x", "sums + r * step, x"],
    ["distance > 0 ? after : before", "distance > 0 ? before : after"],
    ["seen + (ptrdiff_t)r;", "seen;"],
  ],
  "bias.c": [
    ["8 * (double)i", "4 * (double)i"],
    ["slope_of(max_bias, 1, 2 * power)", "slope_of(max_bias, 1, power)"],
    ["product.halvings++;", ""],
  ],
  "toeplitz.c": [["2 * (r * pairs + i) + 1", "2 * (r * pairs + i)"]],
  "diagnose_kernels.h": [
    ["missing[c] += 1;", ";"],
    ["odd = mark_with(odd, second);", ""],
    ["sum += other;", ""],
    ["scale * wanted[places[c]]", "wanted[places[c]]"],
    ["column_squares[c] += size * size;", ""],
  ],
};

/** @type {Mutant[]} */
export const mutants = Object.entries(ways).flatMap(([file, changes]) =>
  changes.map(([find, replace]) => ({ file, find, replace })),
);
