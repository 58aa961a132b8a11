// Figures in a program with the DOM.
import { PhasorHeatmap } from "phasor/heatmap";
import "phasor/clocks";
import { figure, linear, type Spec } from "phasor/figure";

const heatmap = document.querySelector("phasor-heatmap");
if (heatmap) {
  heatmap.dModel = 64;
  heatmap.layout = "concatenated";
  // @ts-expect-error: no such layout
  heatmap.layout = "diagonal";
  // @ts-expect-error: a number
  heatmap.dModel = "64";
  heatmap.toBlob().then((blob) => blob.size);
  heatmap.addEventListener("phasor-change", ({ detail }) => Object.keys(detail));
}
document.createElement("phasor-clocks").challenge(5);
export const isHeatmap = document.body instanceof PhasorHeatmap;
export const scale = linear(0, 1);
export const declare = (spec: Spec) => figure("my-figure", spec);
