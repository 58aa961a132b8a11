// crc32.js: computes the checksum of PNG, ZIP and gzip.

/** The remainder of each byte. */
const remainders = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

/**
 * CRC-32.
 * @param {Uint8Array} bytes
 * @param {number} [before] the checksum of the bytes before these
 */
export function crc32(bytes, before = 0) {
  let rest = ~before;
  for (let i = 0; i < bytes.length; i++) {
    rest = remainders[(rest ^ bytes[i]) & 255] ^ (rest >>> 8);
  }
  return ~rest >>> 0;
}
