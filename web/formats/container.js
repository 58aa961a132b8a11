// container.js: opens a file of one or many arrays in any of the formats, and reads arrays on
// request.
import { elementsOf, MAX_ELEMENTS } from "./elements.js";
import { FormatError, quote } from "./error.js";
import { isGguf, readGguf } from "./gguf.js";
import { inflate, isGzip } from "./inflate.js";
import { printable } from "./printable.js";
import { readArray } from "./read.js";
import { isSafetensors, readSafetensors } from "./safetensors.js";
import { sizeOf } from "./shape.js";
import { sourceOf } from "./source.js";
import { isZip, readZip, unzip } from "./zip.js";

/** @import { Tensor } from "./elements.js" */
/** @import { ShapedArray } from "./shape.js" */
/** @import { Source } from "./source.js" */

/**
 * An open file.
 * @typedef {object} Container
 * @property {"array" | "npz" | "safetensors" | "gguf"} format array: a single array, as .npy, CSV
 *   or JSON
 * @property {{ name: string, shape: number[] | undefined, dtype: string | undefined }[]} tensors a single
 *   array has the name ""; shapes of .npz are unknown before their arrays are loaded
 * @property {Map<string, unknown>} metadata of .gguf and .safetensors
 * @property {(name: string) => Promise<ShapedArray>} load one of the tensors
 */

/** Maximum size in bytes of a file that is read as a whole: a single array, or a .gz file. */
const MAX_WHOLE = 2 ** 31 - 1;

/**
 * Opens .npy, .npz, .csv, .json, .safetensors and .gguf files, also compressed as .gz. The contents
 * determine the format before the name does. For .npz, .safetensors and .gguf, this reads only the
 * list of tensors. Nothing in a file is ever executed.
 * @param {Source} source
 * @param {string} name of the file, also for messages
 * @returns {Promise<Container>}
 * @throws {FormatError} naming the file
 */
export async function openContainer(source, name) {
  return prefixErrors(name, async () => {
    const start = await source.read(0, Math.min(16, source.size));
    if (isGzip(start)) {
      if (source.size > MAX_WHOLE) throw new FormatError("it is too large to be decompressed");
      const inflatedBytes = await inflate(await source.read(0, source.size), "gzip");
      return openSource(sourceOf(inflatedBytes), name.replace(/\.gz$/i, ""));
    }
    return openSource(source, name);
  });
}

/** @param {Source} source @param {string} name @returns {Promise<Container>} */
async function openSource(source, name) {
  const start = await source.read(0, Math.min(16, source.size));
  if (isGguf(start)) return tensorContainer("gguf", source, await readGguf(source), name);
  if (isSafetensors(start) || /\.safetensors$/i.test(name)) {
    return tensorContainer("safetensors", source, await readSafetensors(source), name);
  }
  if (isZip(start)) return npzContainer(source, name);
  if (source.size > MAX_WHOLE)
    throw new FormatError(`it has ${source.size} bytes; the limit is 2 GiB`);
  const bytes = await source.read(0, source.size);
  const array = readArray(bytes, name);
  const tensors = [{ name: "", shape: array.shape, dtype: undefined }];
  return { format: "array", tensors, metadata: new Map(), load: async () => array };
}

/**
 * @param {"gguf" | "safetensors"} format @param {Source} source
 * @param {{ tensors: Tensor[], metadata: Map<string, unknown> }} header @param {string} file
 * @returns {Container}
 */
function tensorContainer(format, source, { tensors, metadata }, file) {
  const byName = new Map(tensors.map((tensor) => [tensor.name, tensor]));
  return {
    format,
    tensors,
    metadata,
    load: (name) =>
      prefixErrors(file, async () => {
        const tensor = byName.get(name);
        if (!tensor) throw new FormatError(`there is no tensor ${quote(name)}`);
        const { shape, dtype, from, to } = tensor;
        try {
          if (sizeOf(shape) > MAX_ELEMENTS)
            throw new FormatError(`it has more than ${MAX_ELEMENTS} elements`);
          return elementsOf(await source.read(from, to), dtype, shape);
        } catch (error) {
          if (!(error instanceof FormatError)) throw error;
          throw new FormatError(`tensor ${quote(name)}: ${error.message}`, { cause: error });
        }
      }),
  };
}

/** @param {Source} source @param {string} file @returns {Promise<Container>} */
async function npzContainer(source, file) {
  const entries = await readZip(source);
  if (entries.some(({ name }) => /(^|\/)data\.pkl$/.test(name))) {
    throw new FormatError(
      "this is a PyTorch file: it contains a pickle, which can execute code, so it is not read; save its tensors as .safetensors",
    );
  }
  const arrays = new Map(
    entries
      .filter(({ name }) => name.endsWith(".npy"))
      .map((entry) => [entry.name.slice(0, -4), entry]),
  );
  if (arrays.size === 0) throw new FormatError("the ZIP archive has no .npy files");
  return {
    format: "npz",
    tensors: [...arrays.keys()].map((name) => ({ name, shape: undefined, dtype: undefined })),
    metadata: new Map(),
    load: (name) =>
      prefixErrors(file, async () => {
        const entry = arrays.get(name);
        if (!entry) throw new FormatError(`there is no array ${quote(name)}`);
        return readArray(await unzip(source, entry), `${name}.npy`);
      }),
  };
}

/** Adds the file's name to errors. @template T @param {string} name @param {() => Promise<T>} make
 * @returns {Promise<T>} */
async function prefixErrors(name, make) {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof FormatError || error instanceof RangeError)) throw error;
    const file = printable(name);
    const message = error.message.startsWith(`${file}: `)
      ? error.message
      : `${file}: ${error.message}`;
    throw new FormatError(message, { cause: error });
  }
}
