// reader.js: reading JSON that may hold anything.
import * as check from "../check.js";

/** @param {unknown} value @returns {value is Record<string, unknown>} */
export function isObject(value) {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !ArrayBuffer.isView(value)
  );
}

/** @param {string} where @param {unknown} config @returns {Record<string, unknown>} */
export function parse(where, config) {
  let value = config;
  if (typeof config === "string") {
    try {
      value = JSON.parse(config);
    } catch (cause) {
      throw new TypeError(`${where}: config must be the text of a config.json: ${cause}`, {
        cause,
      });
    }
  }
  if (isObject(value)) return value;
  return check.fail(TypeError, where, "config", "an object, or its JSON", value);
}

/** The keys of one object: only its own, and null is as good as absent. */
export class Keys {
  #object;
  /** @type {string[]} */
  warnings;
  /** @type {string[]} */
  ignored;

  /**
   * @param {string} where @param {string} path @param {Record<string, unknown>} object
   * @param {Keys} [parent] whose warnings these are
   */
  constructor(where, path, object, parent) {
    this.where = where;
    this.path = path;
    this.#object = object;
    this.warnings = parent?.warnings ?? [];
    this.ignored = parent?.ignored ?? [];
  }

  /** @param {string} text */
  warn(text) {
    if (!this.warnings.includes(text)) this.warnings.push(text);
  }

  /** @param {string} key */
  ignore(key) {
    const name = `${this.path}.${key}`;
    if (!this.ignored.includes(name)) this.ignored.push(name);
  }

  /** @param {string} key @returns {unknown} */
  get(key) {
    return (Object.hasOwn(this.#object, key) ? this.#object[key] : undefined) ?? undefined;
  }

  /** The first of several names that is there. @param {readonly string[]} names */
  first(names) {
    const key = names.find((each) => this.get(each) !== undefined);
    return key === undefined ? undefined : { key, value: this.get(key) };
  }

  /** All that are there. */
  names() {
    return Object.keys(this.#object).filter(
      (key) => (this.#object[key] ?? undefined) !== undefined,
    );
  }

  /** @param {readonly string[]} names @param {number} least @param {number} most */
  integer(names, least, most) {
    const found = this.first(names);
    if (!found) return undefined;
    return check.integer(this.where, `${this.path}.${found.key}`, found.value, least, most);
  }

  /** @param {readonly string[]} names @param {number} least @param {number} most */
  number(names, least, most) {
    const found = this.first(names);
    if (!found) return undefined;
    return check.number(this.where, `${this.path}.${found.key}`, found.value, least, most);
  }

  /** @param {string} key @returns {string | undefined} */
  text(key) {
    const value = this.get(key);
    if (value === undefined || typeof value === "string") return value;
    return this.fail(TypeError, key, "a string", value);
  }

  /** @param {string} key @returns {boolean | undefined} */
  flag(key) {
    const value = this.get(key);
    return value === undefined
      ? undefined
      : check.boolean(this.where, `${this.path}.${key}`, value);
  }

  /** @param {string} key @returns {unknown[] | undefined} */
  list(key) {
    const value = this.get(key);
    if (value === undefined || Array.isArray(value)) return value;
    return this.fail(TypeError, key, "an array", value);
  }

  /** @param {string} key @returns {Keys | undefined} */
  object(key) {
    const value = this.get(key);
    if (value === undefined) return undefined;
    if (!isObject(value)) return this.fail(TypeError, key, "an object", value);
    return new Keys(this.where, `${this.path}.${key}`, value, this);
  }

  /**
   * @param {typeof TypeError | typeof RangeError} Kind @param {string} key
   * @param {string} allowed @param {unknown} [got]
   * @returns {never}
   */
  fail(Kind, key, allowed, got) {
    return check.fail(Kind, this.where, `${this.path}.${key}`, allowed, got);
  }
}
