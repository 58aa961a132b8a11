import { KernelModule } from "../memory.js";
/** @type {KernelModule<"phasor_greatest_f32" | "phasor_exp_sums_f32" | "phasor_exp_weights_f32" | "phasor_softmax_f32" | "phasor_panels_f32" | "phasor_scores_f32" | "phasor_strips_f32" | "phasor_weighted_sums_f32" | "phasor_attend_f32" | "phasor_greatest_f64" | "phasor_exp_sums_f64" | "phasor_exp_weights_f64" | "phasor_softmax_f64" | "phasor_panels_f64" | "phasor_scores_f64" | "phasor_strips_f64" | "phasor_weighted_sums_f64" | "phasor_attend_f64">} */
export declare const attentionKernels: KernelModule<
  | "phasor_greatest_f32"
  | "phasor_exp_sums_f32"
  | "phasor_exp_weights_f32"
  | "phasor_softmax_f32"
  | "phasor_panels_f32"
  | "phasor_scores_f32"
  | "phasor_strips_f32"
  | "phasor_weighted_sums_f32"
  | "phasor_attend_f32"
  | "phasor_greatest_f64"
  | "phasor_exp_sums_f64"
  | "phasor_exp_weights_f64"
  | "phasor_softmax_f64"
  | "phasor_panels_f64"
  | "phasor_scores_f64"
  | "phasor_strips_f64"
  | "phasor_weighted_sums_f64"
  | "phasor_attend_f64"
>;
