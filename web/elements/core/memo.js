// Values that are computed when first read, and again only when something that they read has changed.

/** @typedef {{ read: (name: string) => unknown, name: string, value: unknown }} Dependency */

/** What the running function has read so far. @type {Dependency[] | undefined} */
let reading;

/**
 * An object that records which of its properties are read.
 * @param {string[]} names
 * @param {(name: string) => unknown} read
 * @param {object} [parent] what it inherits from, which answers to all other names
 * @returns {any}
 */
export function tracked(names, read, parent = Object.prototype) {
  const source = Object.create(parent);
  for (const name of names) {
    Object.defineProperty(source, name, {
      enumerable: true,
      get() {
        const value = read(name);
        reading?.push({ read, name, value });
        return value;
      },
    });
  }
  return source;
}

/**
 * Runs a function and records what it reads.
 * @template T @param {() => T} work
 * @returns {{ value: T, read: Dependency[] }}
 */
export function collect(work) {
  const outer = reading;
  /** @type {Dependency[]} */
  const reads = [];
  reading = reads;
  try {
    return { value: work(), read: reads };
  } finally {
    reading = outer;
  }
}

/** Whether everything that was read still has its value. @param {Dependency[]} dependencies */
export const unchanged = (dependencies) =>
  dependencies.every(({ read, name, value }) => Object.is(read(name), value));

/** @typedef {{ value: unknown, read: Dependency[], job?: Iterator<unknown, unknown> }} Entry */

/**
 * A figure's data: each a function of the parameters `p` and of the other data `d`. A generator is
 * a long computation: it runs in slices, and its value is what it last yielded, until it returns.
 */
export class Data {
  /** @type {Map<string, Entry>} */
  #kept = new Map();
  #functions;
  #parameters;
  #begun;
  /** The data, each computed when it is read. */
  values;

  /**
   * @param {Record<string, (p: any, d: any) => unknown>} functions
   * @param {any} parameters tracked
   * @param {() => void} begun called when a long computation has started
   * @param {object} [parent] what the values inherit from
   */
  constructor(functions, parameters, begun, parent) {
    this.#functions = functions;
    this.#parameters = parameters;
    this.#begun = begun;
    this.values = tracked(Object.keys(functions), (name) => this.#valueOf(name), parent);
  }

  /** @param {string} name */
  #valueOf(name) {
    const known = this.#kept.get(name);
    if (known && unchanged(known.read)) return known.value;
    const made = collect(() => this.#functions[name](this.#parameters, this.values));
    /** @type {Entry} */
    const entry = { value: made.value, read: made.read };
    if (isIterator(made.value)) {
      entry.job = made.value;
      entry.value = undefined;
      this.#advance(entry);
      if (entry.job) this.#begun();
    }
    this.#kept.set(name, entry);
    return entry.value;
  }

  /** Runs one step of a long computation. @param {Entry} entry */
  #advance(entry) {
    const { value: step, read } = collect(() => entry.job?.next());
    // A dependency is recorded once, however often a loop reads it.
    for (const reading of read) {
      if (
        !entry.read.some(
          (earlier) => earlier.read === reading.read && earlier.name === reading.name,
        )
      ) {
        entry.read.push(reading);
      }
    }
    if (step?.value !== undefined) entry.value = step.value;
    if (step?.done) entry.job = undefined;
  }

  /** Runs long computations. @param {number} time in milliseconds @returns {boolean} whether there is more to do */
  work(time) {
    const end = performance.now() + time;
    for (const entry of this.#kept.values()) {
      // If its inputs have changed in the meantime, it starts over when it is next read.
      if (entry.job && !unchanged(entry.read)) entry.job = undefined;
      while (entry.job) {
        if (performance.now() >= end) return true;
        this.#advance(entry);
      }
    }
    return false;
  }

  get busy() {
    return [...this.#kept.values()].some(({ job }) => job);
  }
}

/** @param {any} value @returns {value is Iterator<unknown, unknown>} */
const isIterator = (value) => typeof value?.next === "function";
