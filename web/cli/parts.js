// parts.js: reads files of any size in parts.
import { open } from "node:fs/promises";
import { FormatError } from "../formats/error.js";

/** @import { Source } from "../formats/source.js" */

/**
 * Opens a file, passes it to a function, and closes it afterwards.
 * @template T
 * @param {string} path @param {(source: Source) => Promise<T>} use
 * @returns {Promise<T>}
 * @throws {FormatError} if the file cannot be read
 */
export async function withSource(path, use) {
  const handle = await attempt(path, () => open(path));
  try {
    const { size } = await attempt(path, () => handle.stat());
    return await use({
      size,
      read: (from, to) =>
        attempt(path, async () => {
          const bytes = new Uint8Array(to - from);
          for (let at = 0; at < bytes.length; ) {
            const { bytesRead } = await handle.read(bytes, at, bytes.length - at, from + at);
            if (bytesRead === 0) throw new Error("it was truncated while being read");
            at += bytesRead;
          }
          return bytes;
        }),
    });
  } finally {
    await handle.close();
  }
}

/** @template T @param {string} path @param {() => Promise<T>} run @returns {Promise<T>} */
async function attempt(path, run) {
  try {
    return await run();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new FormatError(`${path} cannot be read: ${why}`, { cause: error });
  }
}
