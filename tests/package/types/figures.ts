// Figures in a program with the DOM.
import { PhasorHeatmap } from "phasor/heatmap";
import "phasor/clocks";
import { type DataOf, figure, linear, type Params, type Spec } from "phasor/figure";

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

type P = Params<{ part: "sine" | "cosine" }>;
type D = { value: number };
const data: DataOf<P, D> = { value: ({ position, part }) => (part === "sine" ? position : 0) };
export const typed = figure("my-typed-figure", {
  title: "A figure",
  hint: "",
  attributes: { part: ["sine", "cosine"] },
  data,
  panels: (p, d) => ({
    x: linear(0, p.length),
    // @ts-expect-error: no such parameter
    heading: p.postion,
    handles: [
      {
        name: "value",
        x: d.value,
        y: 0,
        // @ts-expect-error: no such part
        set: () => ({ part: "tangent" }),
      },
    ],
  }),
  say: (p, d) => `${p.part} ${d.value}`,
  table: (_, d) => ({ columns: ["value"], rows: [[d.value]] }),
});
