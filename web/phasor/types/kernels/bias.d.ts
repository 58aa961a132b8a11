import { KernelModule } from "../memory.js";
/** @type {KernelModule<"phasor_alibi_slopes" | "phasor_log_coordinates" | "phasor_slide_f32" | "phasor_slide_sums_f32" | "phasor_alibi_f32" | "phasor_mask_f32" | "phasor_slide_f64" | "phasor_slide_sums_f64" | "phasor_alibi_f64" | "phasor_mask_f64">} */
export declare const biasKernels: KernelModule<
  | "phasor_alibi_slopes"
  | "phasor_log_coordinates"
  | "phasor_slide_f32"
  | "phasor_slide_sums_f32"
  | "phasor_alibi_f32"
  | "phasor_mask_f32"
  | "phasor_slide_f64"
  | "phasor_slide_sums_f64"
  | "phasor_alibi_f64"
  | "phasor_mask_f64"
>;
