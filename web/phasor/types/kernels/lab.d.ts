import { KernelModule } from "../memory.js";
/** @type {KernelModule<"phasor_causal" | "phasor_matmul_nn" | "phasor_causal_backward" | "phasor_matmul_tn" | "phasor_uniform" | "phasor_gather_add" | "phasor_gather_backward" | "phasor_rms_norm" | "phasor_rms_norm_backward" | "phasor_cross_entropy" | "phasor_adam" | "phasor_matmul_nt">} */
export declare const labKernels: KernelModule<
  | "phasor_causal"
  | "phasor_matmul_nn"
  | "phasor_causal_backward"
  | "phasor_matmul_tn"
  | "phasor_uniform"
  | "phasor_gather_add"
  | "phasor_gather_backward"
  | "phasor_rms_norm"
  | "phasor_rms_norm_backward"
  | "phasor_cross_entropy"
  | "phasor_adam"
  | "phasor_matmul_nt"
>;
