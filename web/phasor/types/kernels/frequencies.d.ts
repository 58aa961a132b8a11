import { KernelModule } from "../memory.js";
/** @type {KernelModule<"phasor_rounded_frequencies" | "phasor_rounded" | "phasor_frequencies" | "phasor_wavelengths" | "phasor_increments" | "phasor_increments_shifted">} */
export declare const frequenciesKernels: KernelModule<
  | "phasor_rounded_frequencies"
  | "phasor_rounded"
  | "phasor_frequencies"
  | "phasor_wavelengths"
  | "phasor_increments"
  | "phasor_increments_shifted"
>;
