// reader.js: reads objects of unknown content.
import * as check from "../check.js";
import { member } from "../quote.js";
import { parseText } from "./parse.js";

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
  const value = typeof config === "string" ? parseText(where, config) : config;
  if (isObject(value)) return value;
  return check.fail(TypeError, where, "config", "an object, or its JSON", value);
}

/** Collected messages without duplicates. */
class Notes {
  /** @type {Set<string>} */
  warnings = new Set();
  /** @type {Set<string>} */
  ignored = new Set();
}

/** The own keys of an object; a key with the value null counts as absent. */
export class Keys {
  #object;
  /** @type {Notes} */
  #notes;

  /**
   * @param {string} where @param {string} path @param {Record<string, unknown>} object
   * @param {Keys} [parent] collects the warnings
   */
  constructor(where, path, object, parent) {
    this.where = where;
    this.path = path;
    this.#object = object;
    this.#notes = parent ? parent.#notes : new Notes();
  }

  get warnings() {
    return [...this.#notes.warnings];
  }

  get ignored() {
    return [...this.#notes.ignored];
  }

  /** @param {string} text */
  warn(text) {
    this.#notes.warnings.add(text);
  }

  /** @param {string} key */
  ignore(key) {
    this.#notes.ignored.add(this.at(key));
  }

  /** The path of a key, for messages. @param {string} key */
  at(key) {
    return this.path + member(key);
  }

  /** @param {string} key @returns {unknown} */
  get(key) {
    return (Object.hasOwn(this.#object, key) ? this.#object[key] : undefined) ?? undefined;
  }

  /** Whether the key exists and is null. @param {string} key */
  isNull(key) {
    return Object.hasOwn(this.#object, key) && this.#object[key] === null;
  }

  /** The first of several names that exists, with its value. @param {readonly string[]} names */
  first(names) {
    const key = names.find((each) => this.get(each) !== undefined);
    return key === undefined ? undefined : { key, value: this.get(key) };
  }

  /** All keys that are not null. */
  names() {
    return Object.keys(this.#object).filter(
      (key) => (this.#object[key] ?? undefined) !== undefined,
    );
  }

  /** @param {readonly string[]} names @param {number} min @param {number} max */
  integer(names, min, max) {
    const found = this.first(names);
    if (!found) return undefined;
    return check.integer(this.where, this.at(found.key), found.value, min, max);
  }

  /** @param {readonly string[]} names @param {number} min @param {number} max */
  number(names, min, max) {
    const found = this.first(names);
    if (!found) return undefined;
    return check.number(this.where, this.at(found.key), found.value, min, max);
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
    return value === undefined ? undefined : check.boolean(this.where, this.at(key), value);
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
    return new Keys(this.where, this.at(key), value, this);
  }

  /**
   * @param {typeof TypeError | typeof RangeError} Kind @param {string} key
   * @param {string} allowed @param {unknown} [got]
   * @returns {never}
   */
  fail(Kind, key, allowed, got) {
    return check.fail(Kind, this.where, this.at(key), allowed, got);
  }
}
