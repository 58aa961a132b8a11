import { KernelModule } from "../memory.js";
/** @type {KernelModule<"phasor_rope_rows_f32" | "phasor_rope_between_f32" | "phasor_rope_join_f32" | "phasor_rope_rotate_f32" | "phasor_rope_rows_f64" | "phasor_rope_between_f64" | "phasor_rope_join_f64" | "phasor_rope_rotate_f64">} */
export declare const ropeKernels: KernelModule<
  | "phasor_rope_rows_f32"
  | "phasor_rope_between_f32"
  | "phasor_rope_join_f32"
  | "phasor_rope_rotate_f32"
  | "phasor_rope_rows_f64"
  | "phasor_rope_between_f64"
  | "phasor_rope_join_f64"
  | "phasor_rope_rotate_f64"
>;
