import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it, vi } from "vitest";
import { detached } from "./bad.js";

const MEMORY = 10 << 20;
const MODULES = readdirSync(new URL("../../web/phasor/kernels/", import.meta.url)).filter(
  (name) => name !== "constants.js",
);
/** The modules of the package itself; phasor/lab has a separate one. */
const OWN = MODULES.filter((file) => file !== "lab.js");
const file = fileURLToPath(new URL("../../web/phasor/phasor.wasm", import.meta.url));
const wasm = readFileSync(file);
const bytes = new Uint8Array(wasm); // in an ArrayBuffer of its own

/** The smallest possible module: a header. */
const empty = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);

/** A new copy of the package, in which nothing has been called yet. */
async function importPhasor() {
  vi.resetModules();
  const [phasor, { memoryOf: sharedMemory }] = await Promise.all([
    import("phasor"),
    import("../../web/phasor/memory.js"),
  ]);
  return { ...phasor, sharedMemory };
}

const { Module, Instance } = WebAssembly;

/** Counts compilations and instantiations from here on. */
function count() {
  const counts = { modules: 0, instances: 0 };
  WebAssembly.Module = class extends Module {
    /** @param {BufferSource} from */
    constructor(from) {
      super(from);
      counts.modules++;
    }
  };
  WebAssembly.Instance = class extends Instance {
    /** @param {WebAssembly.Module} module @param {WebAssembly.Imports} [imports] */
    constructor(module, imports) {
      super(module, imports);
      counts.instances++;
    }
  };
  return counts;
}

afterEach(() => {
  vi.restoreAllMocks();
  Object.assign(WebAssembly, { Module, Instance });
});

describe("the module", () => {
  const module = new WebAssembly.Module(bytes);

  it("imports nothing", () => {
    expect(WebAssembly.Module.imports(module)).toEqual([]);
  });

  it("exports one memory and the kernels", () => {
    const exports = WebAssembly.Module.exports(module);
    expect(exports.filter(({ kind }) => kind === "memory").map(({ name }) => name)).toEqual([
      "memory",
    ]);
    const otherExports = exports.filter(({ kind }) => kind !== "memory");
    expect(otherExports.length).toBeGreaterThan(10);
    for (const { kind, name } of otherExports) {
      expect([kind, name]).toEqual(["function", expect.stringMatching(/^phasor_[a-z0-9_]+$/)]);
    }
  });

  it("has a memory of 10 MiB that a host can enlarge", () => {
    const { memory } = /** @type {any} */ (new WebAssembly.Instance(module).exports);
    expect(memory.buffer.byteLength).toBe(MEMORY);
    expect(memory.grow(1)).toBe(MEMORY / 65536);
  });

  it("exports what phasor.h declares", () => {
    const header = readFileSync(new URL("../../csrc/phasor.h", import.meta.url), "utf8");
    const declared = [...header.matchAll(/PHASOR_EXPORT\((phasor_\w+)\)/g)].map(([, name]) => name);
    const exported = WebAssembly.Module.exports(module)
      .map(({ name }) => name)
      .filter((name) => name !== "memory");
    expect(exported.toSorted()).toEqual(declared.toSorted());
  });

  it("has the same memory before and after large calls", async () => {
    const { sinusoidal, dotProducts, sharedMemory } = await importPhasor();
    sinusoidal(1, 2);
    const { buffer, imports } = sharedMemory();
    expect(buffer.byteLength).toBe(MEMORY);
    const table = sinusoidal(20000, 1024);
    dotProducts(table.subarray(0, 2000 * 1024), [2000, 1024]);
    sinusoidal(3, 65536, { dtype: "float64", start: 0.5 });
    expect(sharedMemory().buffer).toBe(buffer);
    expect(imports.env.memory.buffer).toBe(buffer);
    expect(buffer.byteLength).toBe(MEMORY);
    expect(table).toHaveLength(20000 * 1024); // and has not been detached
  });
});

describe("loading the package", () => {
  it("does nothing at import, and compiles a module when one of its functions is first called", async () => {
    const counts = count();
    // Decoding ends with a slice of the bytes.
    const { mock } = vi.spyOn(Uint8Array.prototype, "slice");
    const decoded = () =>
      mock.contexts.filter((bytes) => /** @type {Uint8Array} */ (bytes).length > 1000).length;
    const { sinusoidal, frequencies, wavelengths, dotProducts } = await importPhasor();
    expect(counts).toEqual({ modules: 0, instances: 0 });
    expect(decoded()).toBe(0);
    frequencies(8);
    wavelengths(8);
    expect(counts).toEqual({ modules: 1, instances: 1 });
    const table = sinusoidal(2, 4);
    expect(counts).toEqual({ modules: 2, instances: 2 });
    dotProducts(table, [2, 4]);
    dotProducts(table, [2, 4]);
    expect(counts).toEqual({ modules: 3, instances: 3 });
    expect(decoded()).toBe(3);
  });

  it("compiles a module once, for arenas too", async () => {
    const counts = count();
    const { sinusoidal, Arena } = await importPhasor();
    const arenas = [new Arena(1 << 16), new Arena(1 << 16)];
    for (const arena of arenas) sinusoidal(2, 4, { out: arena.float32(8) });
    expect(counts).toEqual({ modules: 1, instances: 2 });
  });

  it("works without Node's globals", async () => {
    const expected = (await importPhasor()).sinusoidal(5, 8);
    vi.stubGlobal("Buffer", undefined);
    try {
      const { sinusoidal } = await importPhasor();
      expect(sinusoidal(5, 8)).toEqual(expected);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it("does not compile for a call with bad arguments", async () => {
    const counts = count();
    const { sinusoidal } = await importPhasor();
    expect(() => sinusoidal(2, 7)).toThrow(RangeError);
    expect(counts.modules).toBe(0);
    expect(sinusoidal(1, 2)).toEqual(Float32Array.of(0, 1));
  });

  it("lets calls return results, not promises", async () => {
    const { sinusoidal, initialize, Arena } = await importPhasor();
    expect(initialize(bytes)).toBeUndefined();
    expect(sinusoidal(1, 2)).toBeInstanceOf(Float32Array);
    expect(new Arena(1).float32(1)).toBeInstanceOf(Float32Array);
  });

  it("gives a clear error if WebAssembly is missing", async () => {
    const { sinusoidal } = await importPhasor();
    vi.stubGlobal("WebAssembly", undefined);
    expect(() => sinusoidal(1, 2)).toThrow("phasor: this engine has no WebAssembly");
    vi.unstubAllGlobals();
    expect(sinusoidal(1, 2)).toHaveLength(2);
  });

  it("works without TextEncoder, which Jest's jsdom lacks", async () => {
    const { sinusoidal } = await importPhasor();
    vi.stubGlobal("TextEncoder", undefined);
    expect(sinusoidal(1, 2)).toHaveLength(2);
    vi.unstubAllGlobals();
  });

  it("gives a clear error without SIMD, with a policy that forbids it, or in a host that cannot compile", async () => {
    const { sinusoidal } = await importPhasor();
    let reason = "disallowed by embedder because of 'unsafe-eval'";
    const refused = vi.spyOn(WebAssembly, "Module").mockImplementation(
      class {
        constructor() {
          throw new WebAssembly.CompileError(reason);
        }
      },
    );
    expect(() => sinusoidal(1, 2)).toThrow(/content security policy.*'wasm-unsafe-eval'/);
    // workerd's message.
    reason = "WebAssembly.Module(): Wasm code generation disallowed by embedder";
    expect(() => sinusoidal(1, 2)).toThrow(
      /host compiles no WebAssembly.*`initialize`.*phasor\/phasor\.wasm/,
    );
    const invalid = vi.spyOn(WebAssembly, "validate").mockReturnValue(false);
    expect(() => sinusoidal(1, 2)).toThrow(/no SIMD128/);
    refused.mockRestore();
    invalid.mockRestore();
    expect(sinusoidal(1, 2)).toHaveLength(2);
  });
});

describe("the modules of kernels", () => {
  it.each(MODULES)("%s has only functions of phasor.wasm", async (file) => {
    const exported = await import(`../../web/phasor/kernels/${file}`);
    const [kernels] = Object.values(exported);
    const names = WebAssembly.Module.exports(kernels.compiled())
      .map(({ name }) => name)
      .filter((name) => name !== "__stack_pointer");
    const whole = WebAssembly.Module.exports(new WebAssembly.Module(bytes)).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(0);
    expect(whole).toEqual(expect.arrayContaining(names));
  });

  it("together have every function of phasor.wasm", async () => {
    /** @type {string[]} */
    const names = [];
    for (const file of MODULES) {
      const [kernels] = Object.values(await import(`../../web/phasor/kernels/${file}`));
      for (const { name } of WebAssembly.Module.exports(kernels.compiled())) names.push(name);
    }
    const whole = WebAssembly.Module.exports(new WebAssembly.Module(bytes)).map(({ name }) => name);
    const host = ["memory", "phasor_scratch"]; // needed only by hosts without these modules
    const unique = names.filter((name) => name !== "__stack_pointer").toSorted();
    expect(unique).toEqual(whole.filter((name) => !host.includes(name)).toSorted());
  });
});

describe("initialize", () => {
  it.each([
    ["a compiled module", () => new WebAssembly.Module(bytes)],
    ["bytes", () => bytes],
    ["an ArrayBuffer", () => bytes.buffer],
    ["a DataView", () => new DataView(bytes.buffer)],
    [
      "a Node Buffer, somewhere in a pool",
      () => Buffer.concat([Buffer.of(1, 2, 3), wasm]).subarray(3),
    ],
  ])("accepts %s and uses it, for arenas too", async (_, make) => {
    const { initialize, sinusoidal, Arena, sharedMemory } = await importPhasor();
    const decode = vi.spyOn(globalThis, "atob");
    initialize(/** @type {any} */ (make()));
    const expected = sinusoidal(70, 64);
    const arena = new Arena(1 << 20);
    expect(arena.bytes).toBe(1 << 20);
    const out = sinusoidal(70, 64, { out: arena.float32(70 * 64) });
    expect(out.slice()).toEqual(expected);
    expect(out.byteOffset).toBeGreaterThanOrEqual(MEMORY);
    expect(sharedMemory().buffer.byteLength).toBe(MEMORY);
    expect(decode).not.toHaveBeenCalled();
  });

  it("keeps its own copy of the bytes", async () => {
    const { initialize, sinusoidal, Arena } = await importPhasor();
    const mine = bytes.slice();
    initialize(mine);
    mine.fill(0);
    const arena = new Arena(1 << 20);
    expect(sinusoidal(1, 2, { out: arena.float32(2) }).slice()).toEqual(Float32Array.of(0, 1));
  });

  it("may be called late and again; arenas keep the module they were made with", async () => {
    const { initialize, sinusoidal, dotProducts, Arena } = await importPhasor();
    const expected = sinusoidal(10, 64);
    const old = new Arena(1 << 20);
    const table = sinusoidal(10, 64, { out: old.float32(640) });
    initialize(bytes);
    initialize(new WebAssembly.Module(bytes));
    expect(sinusoidal(10, 64)).toEqual(expected);
    const young = new Arena(1 << 20);
    const products = dotProducts(expected, [10, 64]);
    expect(dotProducts(table, [10, 64], { out: old.float32(100) }).slice()).toEqual(products);
    expect(dotProducts(table, [10, 64], { out: young.float32(100) }).slice()).toEqual(products);
  });

  const kind = "must be a WebAssembly.Module or the bytes of phasor.wasm, got";
  const other = "is not phasor's module";
  it.each([
    ["nothing", undefined, `${kind} undefined`],
    ["null", null, `${kind} null`],
    ["a string", "phasor.wasm", `${kind} string`],
    ["a number", 5, `${kind} number`],
    ["an object", {}, `${kind} object`],
    ["a promise", Promise.resolve(bytes), `${kind} object`],
    ["a function", () => bytes, `${kind} function`],
    ["an array", [...empty], `${kind} object`],
    ["no bytes", new Uint8Array(0), other],
    ["a detached buffer", detached(new Uint8Array(8)), other],
    ["other bytes", new Uint8Array(1000).fill(7), other],
    ["half of the module", bytes.subarray(0, bytes.length >> 1), other],
    ["an empty module", empty, other],
    ["an empty compiled module", new WebAssembly.Module(empty), other],
  ])("refuses %s", async (_, value, message) => {
    const { initialize, sinusoidal } = await importPhasor();
    const call = () => initialize(/** @type {any} */ (value));
    expect(call).toThrow(TypeError);
    expect(call).toThrow(`phasor.initialize: moduleOrBytes ${message}`);
    expect(sinusoidal(1, 2)).toEqual(Float32Array.of(0, 1));
  });
});

describe("ready", () => {
  /** Forbids synchronous compilation on the main thread, like Chrome before 115. */
  function forbid() {
    const refuse = (/** @type {string} */ what) => {
      throw new RangeError(`WebAssembly.${what} is disallowed on the main thread, 4KB`);
    };
    WebAssembly.Module = /** @type {any} */ (
      class {
        constructor() {
          refuse("Compile");
        }
      }
    );
    WebAssembly.Instance = /** @type {any} */ (
      class {
        constructor() {
          refuse("Instance");
        }
      }
    );
  }

  it("makes synchronous calls possible where synchronous compilation is forbidden", async () => {
    const { ready, sinusoidal } = await importPhasor();
    forbid();
    expect(() => sinusoidal(1, 2)).toThrow("call `await ready()` first");
    await expect(ready()).resolves.toBeUndefined();
    expect(sinusoidal(1, 2)).toEqual(Float32Array.of(0, 1));
  });

  it("compiles once, however often it is called", async () => {
    const { ready, sinusoidal, sharedMemory } = await importPhasor();
    const compile = vi.spyOn(WebAssembly, "compile");
    await Promise.all([ready(), ready()]);
    const { size } = new Set(compile.mock.calls.map(([bytes]) => String(bytes)));
    const first = sharedMemory();
    await ready();
    expect(sinusoidal(1, 2)).toEqual(Float32Array.of(0, 1));
    expect(sharedMemory()).toBe(first);
    expect(compile).toHaveBeenCalledTimes(size);
    expect(size).toBe(OWN.length);
  });

  it("keeps what a call has compiled in the meantime", async () => {
    const { ready, sinusoidal, sharedMemory } = await importPhasor();
    const promise = ready();
    sinusoidal(1, 2);
    const first = sharedMemory();
    await promise;
    expect(sharedMemory()).toBe(first);
  });

  it("uses the module that initialize was given", async () => {
    const { initialize, ready, sharedMemory } = await importPhasor();
    initialize(bytes);
    const first = sharedMemory();
    await ready();
    expect(sharedMemory()).toBe(first);
  });

  it("is rejected with the reason, and can be called again", async () => {
    const { ready, sinusoidal } = await importPhasor();
    const failing = vi
      .spyOn(WebAssembly, "compile")
      .mockRejectedValueOnce(new Error("violates the content security policy: unsafe-eval"));
    await expect(ready()).rejects.toThrow("allow 'wasm-unsafe-eval' in script-src");
    await ready();
    expect(failing).toHaveBeenCalledTimes(OWN.length + 1);
    expect(sinusoidal(1, 2)).toEqual(Float32Array.of(0, 1));
  });
});
