// Values that are computed when first read, and again only when something that they read has changed.

/** @typedef {{ read: (name: string) => unknown, name: string, value: unknown }} Dependency */

/** What the running function has read so far. @type {Dependency[] | undefined} */
let recorded;

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
        recorded?.push({ read, name, value });
        return value;
      },
    });
  }
  return source;
}

/**
 * Runs a function and records what it reads.
 * @template T @param {() => T} work
 * @returns {{ value: T, reads: Dependency[] }}
 */
export function collect(work) {
  const outer = recorded;
  /** @type {Dependency[]} */
  const reads = [];
  recorded = reads;
  try {
    return { value: work(), reads: reads };
  } finally {
    recorded = outer;
  }
}

/** Whether everything that was read still has its value. @param {Dependency[]} dependencies */
export const unchanged = (dependencies) =>
  dependencies.every(({ read, name, value }) => Object.is(read(name), value));

/** @typedef {{ value: unknown, reads: Dependency[], job?: Iterator<unknown, unknown> }} Entry */

/**
 * A figure's data: each a function of the parameters `p` and of the other data `d`. A generator is
 * a long computation: it runs in slices, and its value is what it last yielded, until it returns.
 */
export class Data {
  /** @type {Map<string, Entry>} */
  #entries = new Map();
  #functions;
  #parameters;
  #onStart;
  /** The data, each computed when it is read. */
  values;

  /**
   * @param {Record<string, (p: any, d: any) => unknown>} functions
   * @param {any} parameters tracked
   * @param {() => void} onStart called when a long computation has started
   * @param {object} [parent] what the values inherit from
   */
  constructor(functions, parameters, onStart, parent) {
    this.#functions = functions;
    this.#parameters = parameters;
    this.#onStart = onStart;
    this.values = tracked(Object.keys(functions), (name) => this.#valueOf(name), parent);
  }

  /** @param {string} name */
  #valueOf(name) {
    const cached = this.#entries.get(name);
    if (cached && unchanged(cached.reads)) return cached.value;
    const computed = collect(() => this.#functions[name](this.#parameters, this.values));
    /** @type {Entry} */
    const entry = { value: computed.value, reads: computed.reads };
    if (isIterator(computed.value)) {
      entry.job = computed.value;
      entry.value = undefined;
      this.#advance(entry);
      if (entry.job) this.#onStart();
    }
    this.#entries.set(name, entry);
    return entry.value;
  }

  /** Runs one step of a long computation. @param {Entry} entry */
  #advance(entry) {
    const { value: step, reads } = collect(() => entry.job?.next());
    // A dependency is recorded once, however often a loop reads it.
    for (const dependency of reads) {
      if (
        !entry.reads.some(
          (earlier) => earlier.read === dependency.read && earlier.name === dependency.name,
        )
      ) {
        entry.reads.push(dependency);
      }
    }
    if (step?.value !== undefined) entry.value = step.value;
    if (step?.done) entry.job = undefined;
  }

  /** Runs long computations. @param {number} time in milliseconds @returns {boolean} whether there is more to do */
  work(time) {
    const end = performance.now() + time;
    for (const entry of this.#entries.values()) {
      // If its inputs have changed in the meantime, it starts over when it is next read.
      if (entry.job && !unchanged(entry.reads)) entry.job = undefined;
      while (entry.job) {
        if (performance.now() >= end) return true;
        this.#advance(entry);
      }
    }
    return false;
  }

  get busy() {
    return [...this.#entries.values()].some(({ job }) => job);
  }
}

/** @param {any} value @returns {value is Iterator<unknown, unknown>} */
const isIterator = (value) => typeof value?.next === "function";
