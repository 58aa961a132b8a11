// node .ci/embed.mjs IN.wasm OUT.js PAGES MAXIMUM_PAGES: writes an ES module that contains the
// WebAssembly module. First checks that it has no imports, a memory with the given minimum and
// maximum, and no exports except that memory and phasor_ functions.
import { readFileSync, writeFileSync } from "node:fs";
import { carrier } from "./carry.mjs";

const [input, output, pages, maximumPages] = process.argv.slice(2);
const bytes = readFileSync(input);
const module = new WebAssembly.Module(bytes);
const faults = [];

for (const { module: from, name } of WebAssembly.Module.imports(module)) {
  faults.push(`it imports ${from}.${name}; the module must have no imports`);
}
for (const { name, kind } of WebAssembly.Module.exports(module)) {
  const expected = kind === "memory" ? name === "memory" : kind === "function";
  if (!expected || (kind === "function" && !name.startsWith("phasor_"))) {
    faults.push(`it exports the ${kind} ${name}`);
  }
}

const limits = memoryLimits(bytes);
if (limits.minimum !== Number(pages) || limits.maximum !== Number(maximumPages)) {
  faults.push(
    `its memory is ${limits.minimum} to ${limits.maximum} pages, not ${pages} to ${maximumPages}`,
  );
}

if (faults.length > 0) {
  for (const fault of faults) console.error(`${input}: ${fault}`);
  process.exit(1);
}

writeFileSync(output, carrier(bytes));

/**
 * The limits of the first memory that a module defines.
 * @param {Uint8Array} bytes
 */
function memoryLimits(bytes) {
  let at = 8;
  const number = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++];
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const section = bytes[at++];
    const size = number();
    if (section !== 5) {
      at += size;
      continue;
    }
    number(); // the number of memories
    const flags = bytes[at++];
    return { minimum: number(), maximum: flags & 1 ? number() : Number.NaN };
  }
  return { minimum: Number.NaN, maximum: Number.NaN };
}
