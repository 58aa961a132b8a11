// crc32.js: computes the checksum of PNG, ZIP and gzip.

/** The crc of each byte. */
const remainders = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

/**
 * CRC-32.
 * @param {Uint8Array} bytes
 * @param {number} [before] the checksum of the bytes before these
 */
export function crc32(bytes, before = 0) {
  let crc = ~before;
  for (let i = 0; i < bytes.length; i++) {
    crc = remainders[(crc ^ bytes[i]) & 255] ^ (crc >>> 8);
  }
  return ~crc >>> 0;
}
