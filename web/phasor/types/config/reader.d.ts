/** @param {unknown} value @returns {value is Record<string, unknown>} */
export declare function isObject(value: unknown): value is Record<string, unknown>;
/** @param {string} where @param {unknown} config @returns {Record<string, unknown>} */
export declare function parse(where: string, config: unknown): Record<string, unknown>;
/** The keys of one object: only its own, and null is as good as absent. */
export declare class Keys {
  #private;
  where: string;
  path: string;
  /**
   * @param {string} where @param {string} path @param {Record<string, unknown>} object
   * @param {Keys} [parent] whose warnings these are
   */
  constructor(where: string, path: string, object: Record<string, unknown>, parent?: Keys);
  get warnings(): string[];
  get ignored(): string[];
  /** @param {string} text */
  warn(text: string): void;
  /** @param {string} key */
  ignore(key: string): void;
  /** What messages call one of the keys. @param {string} key */
  at(key: string): string;
  /** @param {string} key @returns {unknown} */
  get(key: string): unknown;
  /** Whether the key is there and null. @param {string} key */
  isNull(key: string): boolean;
  /** The first of several names that is there. @param {readonly string[]} names */
  first(names: readonly string[]):
    | {
        key: string;
        value: unknown;
      }
    | undefined;
  /** All that are there. */
  names(): string[];
  /** @param {readonly string[]} names @param {number} min @param {number} max */
  integer(names: readonly string[], min: number, max: number): number | undefined;
  /** @param {readonly string[]} names @param {number} min @param {number} max */
  number(names: readonly string[], min: number, max: number): number | undefined;
  /** @param {string} key @returns {string | undefined} */
  text(key: string): string | undefined;
  /** @param {string} key @returns {boolean | undefined} */
  flag(key: string): boolean | undefined;
  /** @param {string} key @returns {unknown[] | undefined} */
  list(key: string): unknown[] | undefined;
  /** @param {string} key @returns {Keys | undefined} */
  object(key: string): Keys | undefined;
  /**
   * @param {typeof TypeError | typeof RangeError} Kind @param {string} key
   * @param {string} allowed @param {unknown} [got]
   * @returns {never}
   */
  fail(
    Kind: typeof TypeError | typeof RangeError,
    key: string,
    allowed: string,
    got?: unknown,
  ): never;
}
