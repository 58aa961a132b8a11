import { KernelModule } from "../memory.js";
/** @type {KernelModule<"phasor_survey_f32" | "phasor_deviations_f32" | "phasor_survey_f64" | "phasor_deviations_f64">} */
export declare const diagnoseKernels: KernelModule<
  "phasor_survey_f32" | "phasor_deviations_f32" | "phasor_survey_f64" | "phasor_deviations_f64"
>;
