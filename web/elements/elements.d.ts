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
  reset(): void;
  play(): void;
  pause(): void;
}
export interface PhasorClocks extends PhasorFigure {
  compare: boolean;
  highlight: string;
}
export declare const PhasorClocks: { new (): PhasorClocks };
export interface PhasorHeatmap extends PhasorFigure {
  layout: "interleaved" | "concatenated";
}
export declare const PhasorHeatmap: { new (): PhasorHeatmap };
export interface PhasorLadder extends PhasorFigure {
  step: "integer" | "fraction" | "binary" | "sine" | "many";
}
export declare const PhasorLadder: { new (): PhasorLadder };
export interface PhasorOrder extends PhasorFigure {
  sentence: string;
  order: string;
}
export declare const PhasorOrder: { new (): PhasorOrder };
export interface PhasorShift extends PhasorFigure {
  parts: "both" | "sine";
}
export declare const PhasorShift: { new (): PhasorShift };
export interface PhasorSimilarity extends PhasorFigure {
  measure: "dot" | "cosine";
}
export declare const PhasorSimilarity: { new (): PhasorSimilarity };
export interface PhasorWaves extends PhasorFigure {
  pairs: string;
}
export declare const PhasorWaves: { new (): PhasorWaves };

declare global {
  interface HTMLElementTagNameMap {
    "phasor-clocks": PhasorClocks;
    "phasor-heatmap": PhasorHeatmap;
    "phasor-ladder": PhasorLadder;
    "phasor-order": PhasorOrder;
    "phasor-shift": PhasorShift;
    "phasor-similarity": PhasorSimilarity;
    "phasor-waves": PhasorWaves;
  }
  interface HTMLElementEventMap {
    "phasor-change": CustomEvent<Record<string, string | number | boolean>>;
    "phasor-hover": CustomEvent<{ position?: number; second?: number; pair?: number; wave?: "sin" | "cos" } | null>;
  }
}
