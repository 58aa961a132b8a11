// Generated from the figures' declarations: `npx vitest run tests/elements/manifest.test.js --update`.
/** What all figures have. */
export interface PhasorFigure extends HTMLElement {
  dModel: number;
  length: number;
  base: number;
  position: number;
  second: number;
  pair: number;
  wave: "sin" | "cos";
  group: string;
  span: string;
  toBlob(): Promise<Blob>;
  toCSV(): string;
  toURL(address?: string): string;
  fromURL(address?: string): void;
  toCode(language?: "javascript" | "python" | "c"): string;
  toHTML(source?: string): string;
  toSVG(): string;
  set(patch: Partial<this>, options?: { ease?: boolean }): void;
  reset(): void;
  play(): void;
  pause(): void;
}
export interface PhasorAdding extends PhasorFigure {
  factor: number;
}
export declare const PhasorAdding: { new (): PhasorAdding };
export interface PhasorBias extends PhasorFigure {
  kind: "alibi" | "t5" | "swin";
  query: number;
  bucket: number;
  biases: string;
  row: number;
  column: number;
}
export declare const PhasorBias: { new (): PhasorBias };
export interface PhasorBugs extends PhasorFigure {
  bugs: string;
  maps: boolean;
}
export declare const PhasorBugs: { new (): PhasorBugs };
export interface PhasorClocks extends PhasorFigure {
  compare: boolean;
  highlight: string;
}
export declare const PhasorClocks: { new (): PhasorClocks };
export interface PhasorComparison extends PhasorFigure {
  distance: number;
  only: "all" | "none" | "learned" | "alibi" | "sinusoidal" | "t5" | "rope";
  heads: number;
  head: number;
}
export declare const PhasorComparison: { new (): PhasorComparison };
export interface PhasorGrid extends PhasorFigure {
  kind: "mae" | "detr" | "axial" | "mrope";
  rows: number;
  columns: number;
  row: number;
  column: number;
  otherRow: number;
  otherColumn: number;
}
export declare const PhasorGrid: { new (): PhasorGrid };
export interface PhasorHeatmap extends PhasorFigure {
  layout: "interleaved" | "concatenated";
}
export declare const PhasorHeatmap: { new (): PhasorHeatmap };
export interface PhasorLadder extends PhasorFigure {
  step: "integer" | "fraction" | "binary" | "sine" | "many";
}
export declare const PhasorLadder: { new (): PhasorLadder };
export interface PhasorLearned extends PhasorFigure {
  steps: number;
  trained: number;
  init: "normal" | "sinusoidal";
  seed: number;
}
export declare const PhasorLearned: { new (): PhasorLearned };
export interface PhasorLengthLab extends PhasorFigure {
  task: "recent" | "lookup" | "three-back";
  only: "all" | "none" | "sinusoidal" | "learned" | "rope" | "alibi" | "t5";
  seed: number;
  sequence: number;
  interpolate: boolean;
  far: boolean;
}
export declare const PhasorLengthLab: { new (): PhasorLengthLab };
export interface PhasorOrder extends PhasorFigure {
  sentence: string;
  order: string;
}
export declare const PhasorOrder: { new (): PhasorOrder };
export interface PhasorPrecision extends PhasorFigure {
  at: number;
  arithmetic: "bfloat16" | "float16" | "float32" | "ggml";
  width: number;
}
export declare const PhasorPrecision: { new (): PhasorPrecision };
export interface PhasorRope extends PhasorFigure {
  layout: "interleaved" | "half";
  show: "score" | "five" | "cache" | "forgotten";
}
export declare const PhasorRope: { new (): PhasorRope };
export interface PhasorScaling extends PhasorFigure {
  preset: string;
  config: string;
  rules: string;
  factor: number;
  at: number;
}
export declare const PhasorScaling: { new (): PhasorScaling };
export interface PhasorShift extends PhasorFigure {
  parts: "both" | "sine";
}
export declare const PhasorShift: { new (): PhasorShift };
export interface PhasorSimilarity extends PhasorFigure {
  measure: "dot" | "cosine";
}
export declare const PhasorSimilarity: { new (): PhasorSimilarity };
export interface PhasorWavelengths extends PhasorFigure {
}
export declare const PhasorWavelengths: { new (): PhasorWavelengths };
export interface PhasorWaves extends PhasorFigure {
  pairs: string;
}
export declare const PhasorWaves: { new (): PhasorWaves };

declare global {
  interface HTMLElementTagNameMap {
    "phasor-adding": PhasorAdding;
    "phasor-bias": PhasorBias;
    "phasor-bugs": PhasorBugs;
    "phasor-clocks": PhasorClocks;
    "phasor-comparison": PhasorComparison;
    "phasor-grid": PhasorGrid;
    "phasor-heatmap": PhasorHeatmap;
    "phasor-ladder": PhasorLadder;
    "phasor-learned": PhasorLearned;
    "phasor-length-lab": PhasorLengthLab;
    "phasor-order": PhasorOrder;
    "phasor-precision": PhasorPrecision;
    "phasor-rope": PhasorRope;
    "phasor-scaling": PhasorScaling;
    "phasor-shift": PhasorShift;
    "phasor-similarity": PhasorSimilarity;
    "phasor-wavelengths": PhasorWavelengths;
    "phasor-waves": PhasorWaves;
  }
  interface HTMLElementEventMap {
    "phasor-change": CustomEvent<Record<string, string | number | boolean>>;
    "phasor-hover": CustomEvent<{ position?: number; second?: number; pair?: number; wave?: "sin" | "cos" } | null>;
  }
}
