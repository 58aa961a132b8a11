/**
 * Copies the options that a function has into an object of its own, so that a getter cannot give one
 * value to the checks and another to the computation. Call it before anything is checked. An own
 * enumerable key that the function does not have is a TypeError that names the nearest one it has.
 * `undefined` counts as left out.
 *
 * @template {object} T
 * @param {string} where @param {T | undefined} value
 * @param {readonly string[]} names all options of the function
 * @param {string} [path] the option that holds these, when they lie within another
 * @returns {T}
 */
export declare function options<T extends object>(
  where: string,
  value: T | undefined,
  names: readonly string[],
  path?: string,
): T;
/**
 * The name that a misspelt one was probably meant to be.
 * @param {string} key @param {readonly string[]} names
 * @returns {string | undefined}
 */
export declare function nearest(key: string, names: readonly string[]): string | undefined;
