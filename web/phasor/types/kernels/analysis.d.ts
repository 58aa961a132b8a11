import { KernelModule } from "../memory.js";
/** @type {KernelModule<"phasor_shift_matrix" | "phasor_dots_f32" | "phasor_transpose_f32" | "phasor_norms_f32" | "phasor_shift_errors_f32" | "phasor_normalise_f32" | "phasor_diagonal_sums_f32" | "phasor_column_sums_f32" | "phasor_column_squares_f32" | "phasor_range_f32" | "phasor_dots_f64" | "phasor_transpose_f64" | "phasor_norms_f64" | "phasor_shift_errors_f64" | "phasor_normalise_f64" | "phasor_diagonal_sums_f64" | "phasor_column_sums_f64" | "phasor_column_squares_f64" | "phasor_range_f64" | "phasor_cosine_sums">} */
export declare const analysisKernels: KernelModule<
  | "phasor_shift_matrix"
  | "phasor_dots_f32"
  | "phasor_transpose_f32"
  | "phasor_norms_f32"
  | "phasor_shift_errors_f32"
  | "phasor_normalise_f32"
  | "phasor_diagonal_sums_f32"
  | "phasor_column_sums_f32"
  | "phasor_column_squares_f32"
  | "phasor_range_f32"
  | "phasor_dots_f64"
  | "phasor_transpose_f64"
  | "phasor_norms_f64"
  | "phasor_shift_errors_f64"
  | "phasor_normalise_f64"
  | "phasor_diagonal_sums_f64"
  | "phasor_column_sums_f64"
  | "phasor_column_squares_f64"
  | "phasor_range_f64"
  | "phasor_cosine_sums"
>;
