import { KernelModule } from "../memory.js";
/** @type {KernelModule<"phasor_rope_ntk" | "phasor_rope_dynamic" | "phasor_rope_divide" | "phasor_rope_yarn" | "phasor_rope_llama3" | "phasor_rope_radians" | "phasor_rope_frequencies" | "phasor_yarn_attention" | "phasor_longrope_attention" | "phasor_xpos_rates">} */
export declare const scalingKernels: KernelModule<
  | "phasor_rope_ntk"
  | "phasor_rope_dynamic"
  | "phasor_rope_divide"
  | "phasor_rope_yarn"
  | "phasor_rope_llama3"
  | "phasor_rope_radians"
  | "phasor_rope_frequencies"
  | "phasor_yarn_attention"
  | "phasor_longrope_attention"
  | "phasor_xpos_rates"
>;
