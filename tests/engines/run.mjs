// run.mjs: the computation in whatever runs this file (Node, Bun, Deno), with the package as Node gets it.
import { compute } from "./computation.js";

const phasor = await import(new URL("../../web/phasor/phasor.node.js", import.meta.url).href);
const lab = await import(new URL("../../web/phasor/lab.js", import.meta.url).href);
console.log(JSON.stringify(await compute(phasor, lab)));
