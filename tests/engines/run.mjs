// run.mjs: the computation in the runtime that runs this file (Node, Bun, Deno).
import { readFile } from "node:fs/promises";
import { compute } from "./computation.js";

const phasor = await import(new URL("../../dist/phasor.js", import.meta.url).href);
const lab = await import(new URL("../../web/phasor/lab.js", import.meta.url).href);
const story = await import(new URL("../../web/phasor/story.js", import.meta.url).href);
const weights = await readFile(
  new URL("../../web/story/weights/rope.safetensors", import.meta.url),
);
console.log(JSON.stringify(await compute(phasor, lab, story, weights)));
