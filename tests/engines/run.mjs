// run.mjs: the computation in the runtime that runs this file (Node, Bun, Deno).
import { compute } from "./computation.js";

const phasor = await import(new URL("../../dist/phasor.js", import.meta.url).href);
const lab = await import(new URL("../../web/phasor/lab.js", import.meta.url).href);
console.log(JSON.stringify(await compute(phasor, lab)));
