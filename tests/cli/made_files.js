// made_files.js: writes files of tensors, by the formats' descriptions.

/** A .safetensors file. @param {Record<string, { shape: number[], data: Float32Array | BigInt64Array }>} tensors */
export function safetensors(tensors) {
  let at = 0;
  const header = Object.fromEntries(
    Object.entries(tensors).map(([name, { shape, data }]) => {
      const from = at;
      at += data.byteLength;
      const dtype = data instanceof Float32Array ? "F32" : "I64";
      return [name, { dtype, shape, data_offsets: [from, at] }];
    }),
  );
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  const elements = Object.values(tensors).map(({ data }) =>
    Buffer.from(data.buffer, data.byteOffset, data.byteLength),
  );
  return Buffer.concat([length, text, ...elements]);
}

/** An .npy file. @param {string} descr @param {number[]} shape @param {Float32Array} data */
export function npy(descr, shape, data) {
  const tuple = `${shape.join(", ")}${shape.length === 1 ? "," : ""}`;
  const header = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${tuple})}\n`;
  const mark = [0x93, ...Buffer.from("NUMPY"), 1, 0, header.length & 255, header.length >> 8];
  return Buffer.concat([Buffer.from([...mark, ...Buffer.from(header)]), Buffer.from(data.buffer)]);
}
