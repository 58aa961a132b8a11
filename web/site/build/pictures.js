// The gallery's pictures, drawn by the figures themselves whenever the page is built.
import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** @returns {Promise<Record<string, string>>} SVG by the names of files: pictures/clocks-light.svg */
export async function drawPictures() {
  const worker = new Worker(new URL("./pictures-worker.js", import.meta.url));
  const [pictures] = await once(worker, "message");
  await worker.terminate();
  return pictures;
}
