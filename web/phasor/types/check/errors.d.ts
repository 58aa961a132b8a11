/**
 * @param {typeof TypeError | typeof RangeError} Kind
 * @param {string} where @param {string} name @param {string} allowed @param {unknown} got
 * @returns {never}
 */
export declare function fail(
  Kind: typeof TypeError | typeof RangeError,
  where: string,
  name: string,
  allowed: string,
  got: unknown,
): never;
/**
 * The wrong kind of value is a TypeError, a wrong one of the right kind a RangeError.
 * @param {string} where @param {string} name @param {string} allowed @param {unknown} got
 * @param {"number" | "string"} kind
 * @returns {never}
 */
export declare function reject(
  where: string,
  name: string,
  allowed: string,
  got: unknown,
  kind?: "number" | "string",
): never;
/**
 * A method that was taken off its object and called alone.
 * @param {string} where @param {string} kind of the object, e.g. "an Arena" @param {unknown} got
 * @returns {never}
 */
export declare function detached(where: string, kind: string, got: unknown): never;
