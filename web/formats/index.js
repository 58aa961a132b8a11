// Reads and writes tables of numbers as .npy, CSV and JSON, and reads tensors of .npz, .safetensors and .gguf
// files, in browsers and Node.js.
export { openContainer } from "./container.js";
export { CsvReader, readCsv } from "./csv.js";
export { FormatError } from "./error.js";
export { readJson } from "./json.js";
export { readNpy } from "./npy.js";
export { printable } from "./printable.js";
export { readArray, readTable } from "./read.js";
export { blobSource, sourceOf } from "./source.js";
export { dtypeOf, formats, tableWriter, writeTable } from "./write.js";
