import { KernelModule } from "../memory.js";
/** @type {KernelModule<"phasor_heatmap">} */
export declare const heatmapKernels: KernelModule<"phasor_heatmap">;
