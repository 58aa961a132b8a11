/** Bases that are met; the first is the paper's. */
export declare const knownBases: number[];
/** d and d − 2, by which exponents are divided. @param {number} pairs */
export declare function denominators(pairs: number): number[];
/** Whole positions with a phase, those near 0 first. @param {number} phase for ω = 1 */
export declare function startsNear(phase: number): number[];
