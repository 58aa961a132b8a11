import { KernelModule } from "../memory.js";
/** @type {KernelModule<"phasor_rounded_at_f32" | "phasor_rounded_at_f64" | "phasor_split_f32" | "phasor_swap_f32" | "phasor_columns_f32" | "phasor_split_f64" | "phasor_swap_f64" | "phasor_columns_f64" | "phasor_offsets" | "phasor_table_f32" | "phasor_table_f64" | "phasor_at_f32" | "phasor_at_f64">} */
export declare const sinusoidalKernels: KernelModule<
  | "phasor_rounded_at_f32"
  | "phasor_rounded_at_f64"
  | "phasor_split_f32"
  | "phasor_swap_f32"
  | "phasor_columns_f32"
  | "phasor_split_f64"
  | "phasor_swap_f64"
  | "phasor_columns_f64"
  | "phasor_offsets"
  | "phasor_table_f32"
  | "phasor_table_f64"
  | "phasor_at_f32"
  | "phasor_at_f64"
>;
