/** The characters in order, each the digit of its place: printable ASCII without " $ ' < \ and `. */
export declare const ALPHABET: string;
/** Places below this are bytes; from here on they begin a pair. */
export declare const DIRECT: number;
/** Added to each byte: then most bytes of the modules are single characters. */
export declare const SHIFT = 8;
/**
 * @param {string} text each byte, plus SHIFT and modulo 256, as its place in the alphabet or, from
 *   DIRECT on, as DIRECT + 89·(first place − DIRECT) + second place
 * @returns {Uint8Array<ArrayBuffer>}
 */
export declare function unpack(text: string): Uint8Array<ArrayBuffer>;
