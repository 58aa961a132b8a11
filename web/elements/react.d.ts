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
      "phasor-clocks": Props<Figures.PhasorClocks, { "compare"?: boolean; "highlight"?: string; }>;
      "phasor-heatmap": Props<Figures.PhasorHeatmap, { "layout"?: "interleaved" | "concatenated"; }>;
      "phasor-ladder": Props<Figures.PhasorLadder, { "step"?: "integer" | "fraction" | "binary" | "sine" | "many"; }>;
      "phasor-order": Props<Figures.PhasorOrder, { "sentence"?: string; "order"?: string; }>;
      "phasor-shift": Props<Figures.PhasorShift, { "parts"?: "both" | "sine"; }>;
      "phasor-similarity": Props<Figures.PhasorSimilarity, { "measure"?: "dot" | "cosine"; }>;
      "phasor-waves": Props<Figures.PhasorWaves, { "pairs"?: string; }>;
    }
  }
}
