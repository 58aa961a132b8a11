// source.js: sources of bytes that can be read in parts, so that large files need not be read as a
// whole.
import { FormatError } from "./error.js";

/**
 * Bytes that can be read in parts.
 * @typedef {object} Source
 * @property {number} size
 * @property {(from: number, to: number) => Promise<Uint8Array>} read reads exactly to − from bytes,
 *   or rejects
 */

/** @param {Uint8Array} bytes @returns {Source} */
export function sourceOf(bytes) {
  return { size: bytes.length, read: async (from, to) => bytes.subarray(from, to) };
}

/** The source for a browser's File or Blob. @param {Blob} blob @returns {Source} */
export function blobSource(blob) {
  return {
    size: blob.size,
    read: async (from, to) => new Uint8Array(await blob.slice(from, to).arrayBuffer()),
  };
}

const PIECE_BYTES = 1 << 18;

/** Reads a source sequentially, piece by piece. */
export class Reader {
  #source;
  /** @type {Uint8Array} */
  #piece = new Uint8Array(0);
  /** @type {DataView} */
  #view = new DataView(new ArrayBuffer(0));
  #start = 0;
  #at;

  /** @param {Source} source @param {number} [at] */
  constructor(source, at = 0) {
    this.#source = source;
    this.#at = at;
    this.#start = at;
  }

  get at() {
    return this.#at;
  }

  /** Loads at least `count` more bytes. @param {number} count @param {string} what */
  async need(count, what) {
    if (this.#at + count <= this.#start + this.#piece.length) return;
    const { size } = this.#source;
    if (!(this.#at + count <= size)) {
      throw new FormatError(`byte ${this.#at}: the file ends within ${what}`);
    }
    const end = Math.min(size, this.#at + Math.max(count, PIECE_BYTES));
    this.#piece = await this.#source.read(this.#at, end);
    this.#view = new DataView(this.#piece.buffer, this.#piece.byteOffset, this.#piece.byteLength);
    this.#start = this.#at;
  }

  /** Whether the next `count` bytes are already loaded. @param {number} count */
  has(count) {
    return this.#at + count <= this.#start + this.#piece.length;
  }

  /** @param {number} count */
  advance(count) {
    this.#at += count;
  }

  /** Advances over loaded bytes; returns the view and their offset in it. @param {number} count */
  take(count) {
    const at = this.#at - this.#start;
    this.#at += count;
    return { view: this.#view, at };
  }

  /** @param {number} count */
  bytes(count) {
    const at = this.#at - this.#start;
    this.#at += count;
    return this.#piece.subarray(at, at + count);
  }
}
