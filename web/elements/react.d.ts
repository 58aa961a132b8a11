// Generated from the figures' declarations: `npx vitest run tests/elements/manifest.test.js --update`.
import type { ClassAttributes, HTMLAttributes } from "react";
import type * as Figures from "./elements.js";

interface Shared {
  "d-model"?: number;
  "length"?: number;
  "base"?: number;
  "position"?: number;
  "second"?: number;
  "pair"?: number;
  "wave"?: "sin" | "cos";
  "group"?: string;
  "span"?: string;
}
type Props<Element, Own> = HTMLAttributes<Element> & ClassAttributes<Element> & Shared & Own;

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "phasor-adding": Props<Figures.PhasorAdding, { "factor"?: number; }>;
      "phasor-bias": Props<Figures.PhasorBias, { "kind"?: "alibi" | "t5" | "swin"; "query"?: number; "bucket"?: number; "biases"?: string; "row"?: number; "column"?: number; }>;
      "phasor-bugs": Props<Figures.PhasorBugs, { "bugs"?: string; "maps"?: boolean; }>;
      "phasor-clocks": Props<Figures.PhasorClocks, { "compare"?: boolean; "highlight"?: string; }>;
      "phasor-comparison": Props<Figures.PhasorComparison, { "distance"?: number; "only"?: "all" | "none" | "learned" | "alibi" | "sinusoidal" | "t5" | "rope"; "heads"?: number; "head"?: number; }>;
      "phasor-grid": Props<Figures.PhasorGrid, { "kind"?: "mae" | "detr" | "axial" | "mrope"; "rows"?: number; "columns"?: number; "row"?: number; "column"?: number; "other-row"?: number; "other-column"?: number; }>;
      "phasor-heatmap": Props<Figures.PhasorHeatmap, { "layout"?: "interleaved" | "concatenated"; }>;
      "phasor-ladder": Props<Figures.PhasorLadder, { "step"?: "integer" | "fraction" | "binary" | "sine" | "many"; }>;
      "phasor-learned": Props<Figures.PhasorLearned, { "steps"?: number; "trained"?: number; "init"?: "normal" | "sinusoidal"; "seed"?: number; }>;
      "phasor-length-lab": Props<Figures.PhasorLengthLab, { "task"?: "recent" | "lookup" | "three-back"; "only"?: "all" | "none" | "sinusoidal" | "learned" | "rope" | "alibi" | "t5"; "seed"?: number; "sequence"?: number; "interpolate"?: boolean; "far"?: boolean; }>;
      "phasor-order": Props<Figures.PhasorOrder, { "sentence"?: string; "order"?: string; }>;
      "phasor-precision": Props<Figures.PhasorPrecision, { "at"?: number; "arithmetic"?: "bfloat16" | "float16" | "float32" | "ggml"; "width"?: number; }>;
      "phasor-rope": Props<Figures.PhasorRope, { "layout"?: "interleaved" | "half"; "show"?: "score" | "five" | "cache" | "forgotten"; }>;
      "phasor-scaling": Props<Figures.PhasorScaling, { "preset"?: string; "config"?: string; "rules"?: string; "factor"?: number; "at"?: number; }>;
      "phasor-shift": Props<Figures.PhasorShift, { "parts"?: "both" | "sine"; }>;
      "phasor-similarity": Props<Figures.PhasorSimilarity, { "measure"?: "dot" | "cosine"; }>;
      "phasor-wavelengths": Props<Figures.PhasorWavelengths, { }>;
      "phasor-waves": Props<Figures.PhasorWaves, { "pairs"?: string; }>;
    }
  }
}
