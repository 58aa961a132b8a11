import { KernelModule } from "../memory.js";
/** @type {KernelModule<"phasor_batch_sum_f32" | "phasor_batch_sum_f64" | "phasor_normal_f32" | "phasor_scatter_add_f32" | "phasor_normal_f64" | "phasor_scatter_add_f64">} */
export declare const learnedKernels: KernelModule<
  | "phasor_batch_sum_f32"
  | "phasor_batch_sum_f64"
  | "phasor_normal_f32"
  | "phasor_scatter_add_f32"
  | "phasor_normal_f64"
  | "phasor_scatter_add_f64"
>;
