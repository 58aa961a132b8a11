/**
 * JSON that may also have NaN, Infinity and -Infinity for numbers, which Python's json writes.
 * @param {string} where @param {string} text
 * @returns {unknown}
 */
export declare function parseText(where: string, text: string): unknown;
