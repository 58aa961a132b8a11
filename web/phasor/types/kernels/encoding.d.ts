import { KernelModule } from "../memory.js";
/** @type {KernelModule<"phasor_add_f32" | "phasor_embed_f32" | "phasor_add_f64" | "phasor_embed_f64">} */
export declare const encodingKernels: KernelModule<
  "phasor_add_f32" | "phasor_embed_f32" | "phasor_add_f64" | "phasor_embed_f64"
>;
