// tensors.mjs: installs transformers.js and TensorFlow.js in a temporary folder, and checks that their
// tensors take phasor's arrays as docs/interop.md says. Takes minutes: some 500 MB.
//
//   node tests/interop/tensors.mjs [FOLDER]     FOLDER: where they are installed already, or shall be
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { RotaryEmbedding, ropeFromConfig } from "phasor";

const packages = [
  "@tensorflow/tfjs-core",
  "@tensorflow/tfjs-backend-cpu",
  "@huggingface/transformers",
];
const given = process.argv[2];
const folder = given ? resolve(given) : mkdtempSync(join(tmpdir(), "phasor-tensors-"));
if (!existsSync(join(folder, "node_modules"))) {
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const words = ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...packages];
  execFileSync("npm", words, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
}
const require = createRequire(join(folder, "package.json"));
/** @param {string} name */
const load = async (name) => await import(pathToFileURL(require.resolve(name)).href);

const [LENGTH, D] = [16, 8];
const PAIRS = D / 2;
const config = { model_type: "llama", head_dim: D, rope_theta: 500000 };
const rope = ropeFromConfig(config, { length: LENGTH });
const rotary = new RotaryEmbedding(rope.dHead, { ...rope, maxLength: LENGTH });
const { cos, sin } = rotary;

try {
  const tf = await load("@tensorflow/tfjs-core");
  await load("@tensorflow/tfjs-backend-cpu");
  const x = Float32Array.from({ length: LENGTH * D }, (_, i) => Math.sin(i * 1.3));
  const size = [LENGTH, PAIRS];
  const [c, s] = [tf.tensor2d(cos, size), tf.tensor2d(sin, size)];
  const [a, b] = [0, PAIRS].map((from) => tf.slice(tf.tensor2d(x, [LENGTH, D]), [0, from], size));
  const turned = tf.concat(
    [tf.sub(tf.mul(a, c), tf.mul(b, s)), tf.add(tf.mul(b, c), tf.mul(a, s))],
    1,
  );
  const wanted = rotary.apply(x, [LENGTH, D]);
  const result = turned.dataSync();
  const error = Math.max(...wanted.map((value, i) => Math.abs(value - result[i])));
  assert.ok(error < 1e-6, `TensorFlow.js turns otherwise, by ${error}`);
  console.log(
    `TensorFlow.js ${tf.version_core}: tensors of caches turn as phasor does, within ${error}`,
  );

  const { Tensor, env } = await load("@huggingface/transformers");
  for (const dtype of /** @type {const} */ (["float32", "float16"])) {
    const caches = new RotaryEmbedding(rope.dHead, { ...rope, maxLength: LENGTH, dtype });
    const tensor = new Tensor(dtype, caches.cos, [LENGTH, PAIRS]);
    assert.deepEqual([tensor.type, tensor.dims], [dtype, [LENGTH, PAIRS]]);
    assert.deepEqual([...tensor.data], [...caches.cos]);
    const rows = tensor.slice([3, 5]);
    assert.deepEqual([...rows.data], [...caches.cos.subarray(3 * PAIRS, 5 * PAIRS)]);
  }
  console.log(
    `transformers.js ${env.version}: tensors of caches in float32 and float16 hold their rows`,
  );
} finally {
  if (!given) rmSync(folder, { recursive: true });
}
