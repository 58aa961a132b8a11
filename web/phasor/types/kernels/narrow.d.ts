import { KernelModule } from "../memory.js";
/** @type {KernelModule<"phasor_to_float16" | "phasor_to_bfloat16">} */
export declare const narrowKernels: KernelModule<"phasor_to_float16" | "phasor_to_bfloat16">;
