export declare const PAGE_BYTES = 65536;
export declare const MEMORY_PAGES = 64;
export declare const STACK_BYTES = 65536;
/** The first byte after the stack and the constants of all kernels. */
export declare const SCRATCH = 172032;
export declare const REACH = 32;
export declare const FLOAT32 = 0;
export declare const BFLOAT16 = 1;
export declare const FLOAT16 = 2;
export declare const GGML = 3;
export declare const FLOAT32_POW = 4;
export declare const FLOAT32_EXP = 5;
/** @param {number} pairs */
export declare const PADDED: (pairs: number) => number;
/** @param {number} pairs */
export declare const INCREMENTS_LENGTH: (pairs: number) => number;
/** @param {number} pairs */
export declare const OFFSETS_LENGTH: (pairs: number) => number;
/** @param {number} pairs */
export declare const WORK_LENGTH: (pairs: number) => number;
/** @param {number} pairs */
export declare const HEATMAP_WORK: (pairs: number) => number;
