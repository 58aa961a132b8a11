// Where the command reads from: pipes and standard input in every format, arrays by name, folders.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { sinusoidal } from "phasor";
import { describe, expect, it } from "vitest";
import { npy, npz, safetensors } from "../formats/writers.js";
import { some } from "../long.js";
import { phasor, scratch, shell } from "./run.js";

const folder = scratch();
const table = sinusoidal(16, 8);
const shape = [16, 8];
const tensors = { pe: { shape, data: table }, other: { shape: [2], data: Float32Array.of(3, 4) } };
/** @type {Record<string, Uint8Array>} */
const files = {
  "t.npy": npy("<f4", shape, table),
  "t.npy.gz": gzipSync(npy("<f4", shape, table)),
  "t.npz": npz(tensors),
  "t.safetensors": safetensors(tensors),
};
for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
const several = ["t.npz", "t.safetensors"];

describe("every format is read", () => {
  it.each(Object.keys(files))("from standard input: %s", (name) => {
    const { code, out } = phasor(["diagnose", "-"], { input: files[name] });
    expect([code, out]).toEqual([0, expect.stringContaining("16 × 8, sinusoidal, as vaswani\n")]);
  });

  it.each(some(Object.keys(files), 1))("from a process and from a named pipe: %s", (name) => {
    const output = shell(
      `phasor diagnose <(cat ${name}) | head -n 1; mkfifo pipe; cat ${name} > pipe & phasor diagnose pipe | head -n 1; rm pipe;
       cat ${name} | phasor diagnose /dev/stdin | head -n 1`,
      {},
      folder,
    );
    expect(output.match(/16 × 8, sinusoidal, as vaswani$/gm)).toHaveLength(3);
  });
});

it.each(
  several.flatMap((name) =>
    ["statistics", "plot", "dot", "similarity"].map((word) => [word, name]),
  ),
)("--tensor selects an array for %s of %s", (word, name) => {
  const path = join(folder, name);
  const { code, out, error } = phasor([word, path, "--tensor", "pe"]);
  expect([code, error]).toEqual([0, ""]);
  const direct = phasor([word, join(folder, "t.npy")]).out;
  expect(out.replace("pe", "T")).toBe(direct.replace(join(folder, "t.npy"), "T"));
  expect(phasor([word, path]).error).toMatch(
    /: select an array with --tensor; it has pe, other\n$/,
  );
  expect(phasor([word, path, "--tensor", "x"]).error).toContain('it has no "x"');
  expect(phasor([word, "8", "8", "--tensor", "pe"]).error).toContain("--tensor needs FILE");
});

describe("a model's folder", () => {
  mkdirSync(join(folder, "model"));
  const llama = { model_type: "llama", head_dim: 4, rope_theta: 500000 };
  writeFileSync(join(folder, "model/config.json"), JSON.stringify(llama));

  it("stands for its config.json", () => {
    const output = phasor(["rope", "."], { cwd: join(folder, "model") });
    expect(output.out).toContain("base 500000");
    expect(phasor(["rope", "model", "model"], { cwd: folder }).out).toContain("no differences");
    expect(phasor(["cache", "model", "8"], { cwd: folder }).out).toContain(
      "cos: 8 × 2, float32, 64 bytes",
    );
    expect(phasor(["rope", "."], { cwd: folder }).error).toBe(
      "phasor: config.json cannot be read: no such file\n",
    );
  });

  it("is no table, and a file of tensors is no configuration", () => {
    expect(phasor(["statistics", "model"], { cwd: folder }).error).toBe(
      "phasor: model is a folder: name a file in it\n",
    );
    expect(phasor(["rope", "t.safetensors"], { cwd: folder }).error).toBe(
      "phasor: t.safetensors: this file holds tensors; name the model's config.json\n",
    );
  });
});

it("an archive that claims too much is refused without being unpacked", () => {
  const bytes = Uint8Array.from(readFileSync(join(folder, "t.npz")));
  const at = Buffer.from(bytes).indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  new DataView(bytes.buffer).setUint32(at + 24, 0xfffffff0, true);
  writeFileSync(join(folder, "lie.npz"), bytes);
  expect(phasor(["statistics", "lie.npz", "--tensor", "pe"], { cwd: folder }).error).toContain(
    "the limit is 2 GiB",
  );
});
