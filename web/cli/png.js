// png.js: encodes pictures with 256 colours as PNG files.
import { deflateSync } from "node:zlib";
import { crc32 } from "../formats/crc32.js";

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const PALETTE = 3;

/**
 * @param {Uint8Array} pixels (height, width), indices into the colours
 * @param {number} width
 * @param {Uint32Array} colours 256 of them, 0xAABBGGRR
 * @returns {Uint8Array}
 */
export function png(pixels, width, colours) {
  const height = pixels.length / width;
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  header.setUint8(8, 8); // bits per index
  header.setUint8(9, PALETTE);
  const palette = Uint8Array.from({ length: 3 * colours.length }, (_, i) => {
    return colours[Math.floor(i / 3)] >> (8 * (i % 3));
  });
  // Each row begins with its filter type, 0 for none.
  const rows = new Uint8Array(height * (width + 1));
  for (let y = 0; y < height; y++) {
    rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  }
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", new Uint8Array(header.buffer)),
    chunk("PLTE", palette),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", new Uint8Array(0)),
  ]);
}

/** @param {string} type @param {Uint8Array} data */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const result = Buffer.alloc(body.length + 8);
  result.writeUInt32BE(data.length, 0);
  result.set(body, 4);
  result.writeUInt32BE(crc32(body), body.length + 4);
  return result;
}
