import { Arena, sinusoidal } from "phasor";
import { describe, expect, it } from "vitest";
import { memoryOf } from "../../web/phasor/memory.js";
import { Workspace } from "../../web/phasor/workspace.js";
import { same } from "./helpers.js";

const PAGE = 65536;
const kinds = /** @type {const} */ ([
  ["float32", Float32Array],
  ["float64", Float64Array],
  ["int32", Int32Array],
]);

describe("Arena", () => {
  it.each([0, 1, 1000, PAGE, PAGE + 1, 10 * PAGE, 50 << 20])("has at least %i bytes", (bytes) => {
    const arena = new Arena(bytes);
    expect(arena.bytes).toBe(Math.ceil(bytes / PAGE) * PAGE);
    expect(arena.free).toBe(arena.bytes);
  });

  it.each(kinds)("%s(n) returns a zeroed array in the arena's memory", (kind, Type) => {
    const arena = new Arena(1 << 20);
    for (const length of [0, 1, 2, 15, 16, 17, 1000]) {
      const array = arena[kind](length);
      expect(array).toBeInstanceOf(Type);
      expect(array).toHaveLength(length);
      expect(array.every((x) => Object.is(x, 0))).toBe(true);
      expect(array.byteOffset % 64).toBe(0);
      expect(memoryOf([array]).isArena).toBe(true);
    }
  });

  it("lets kernels work on its own arrays in place and on copies of all other arrays", () => {
    const [arena, other] = [new Arena(1 << 10), new Arena(1 << 10)];
    const [x, out] = [arena.float32(8), arena.float32(8)];
    expect(new Workspace(x, undefined, out).inPlace).toBe(true);
    expect(new Workspace(x, new Float32Array(8)).inPlace).toBe(false);
    expect(new Workspace(other.float32(8), x).inPlace).toBe(false);
  });

  it("returns arrays that do not overlap", () => {
    const arena = new Arena(1 << 20);
    const arrays = [
      arena.float32(3),
      arena.float64(17),
      arena.int32(1),
      arena.float32(100),
      arena.int32(16),
      arena.float64(1),
    ];
    arrays.forEach((array, i) => {
      array.fill(i + 1);
    });
    arrays.forEach((array, i) => {
      expect(array.every((x) => x === i + 1)).toBe(true);
      expect(array.buffer).toBe(arrays[0].buffer);
    });
  });

  it("rounds the bytes of each array up to a multiple of 64", () => {
    const arena = new Arena(PAGE);
    arena.float32(1);
    expect(arena.free).toBe(PAGE - 64);
    arena.float64(8);
    expect(arena.free).toBe(PAGE - 128);
    arena.float64(9);
    expect(arena.free).toBe(PAGE - 256);
    arena.int32(0);
    expect(arena.free).toBe(PAGE - 256);
  });

  it("allocates up to its last byte and then refuses; reset frees everything", () => {
    const arena = new Arena(PAGE);
    const all = arena.float64(PAGE / 8);
    all.fill(7);
    expect(arena.free).toBe(0);
    for (const [kind] of kinds) {
      expect(() => arena[kind](1)).toThrow(
        new RegExp(`^phasor\\.Arena\\.${kind}: length 1 needs [48] bytes, 0 of ${PAGE} are free$`),
      );
      expect(() => arena[kind](1)).toThrow(RangeError);
      expect(arena[kind](0)).toHaveLength(0);
    }
    arena.reset();
    expect(arena.free).toBe(PAGE);
    for (const [kind, { BYTES_PER_ELEMENT }] of kinds) {
      const full = arena[kind](PAGE / BYTES_PER_ELEMENT);
      expect(full.byteOffset).toBe(all.byteOffset);
      expect(full.every((x) => x === 0)).toBe(true);
      full.fill(7);
      arena.reset();
    }
  });

  it("uses no memory when it refuses an allocation", () => {
    const arena = new Arena(PAGE);
    arena.float32(100);
    const { free } = arena;
    for (const length of [1e9, Number.MAX_SAFE_INTEGER, PAGE / 4]) {
      expect(() => arena.float32(length)).toThrow(RangeError);
    }
    expect(arena.free).toBe(free);
    arena.float32(free / 4).fill(1);
    expect(arena.free).toBe(0);
  });

  it("lets a call fill the whole arena", () => {
    const arena = new Arena(PAGE);
    const out = arena.float32(PAGE / 4);
    sinusoidal(PAGE / 4 / 64, 64, { out });
    same(out.slice(), sinusoidal(PAGE / 4 / 64, 64));
    expect(arena.bytes - arena.free).toBe(PAGE);
  });

  it.each([
    { start: 0, length: 5000 },
    { start: -1234567, length: 4999 },
    { start: 2 ** 53 - 5100, length: 5001 },
  ])("tables larger than a cache are those of ordinary arrays: $length from $start", (sizes) => {
    const arena = new Arena(16 << 20);
    for (const kind of /** @type {const} */ (["float32", "float64"])) {
      arena.reset();
      const out = arena[kind](sizes.length * 126);
      sinusoidal(sizes.length, 126, { out, start: sizes.start });
      same(out.slice(), sinusoidal(sizes.length, 126, { dtype: kind, start: sizes.start }));
    }
  });

  it("keeps the same buffer and size after large calls and reset", () => {
    const arena = new Arena(32 << 20);
    const out = arena.float32(4096 * 1024);
    const { buffer } = out;
    const { byteLength } = buffer;
    sinusoidal(4096, 1024, { out });
    sinusoidal(4096, 1024, { out, start: 0.5 });
    arena.reset();
    expect(arena.float32(1).buffer).toBe(buffer);
    expect(buffer.byteLength).toBe(byteLength);
    expect(out).toHaveLength(4096 * 1024);
  });

  it("does not hold results that are made without out", () => {
    const arena = new Arena(PAGE);
    const table = sinusoidal(4, 8, { out: arena.float32(32) });
    expect(table.buffer).toBe(arena.float32(0).buffer);
    expect(memoryOf([sinusoidal(4, 8)])).toBe(memoryOf());
  });

  it("shares no memory with other arenas or with the package's own memory", () => {
    const [a, b] = [new Arena(PAGE), new Arena(PAGE)];
    const [x, y] = [a.float32(64), b.float32(64)];
    sinusoidal(1, 64, { out: x });
    expect(y.every((value) => value === 0)).toBe(true);
    const buffers = new Set([x.buffer, y.buffer, memoryOf().buffer]);
    expect(buffers.size).toBe(3);
    sinusoidal(1, 64, { out: y, start: 3 });
    same(x.slice(), sinusoidal(1, 64));
    same(y.slice(), sinusoidal(1, 64, { start: 3 }));
  });

  it("can be created many times, and with more than 2 GiB", () => {
    const many = Array.from({ length: 20 }, () => new Arena(PAGE));
    expect(new Set(many.map((arena) => arena.float32(1).buffer)).size).toBe(20);
    const large = new Arena(2 ** 31 + 2 ** 20);
    const { buffer } = large.float32(1);
    const high = new Float32Array(buffer, 2 ** 31 + PAGE, 64 * 100);
    expect(sinusoidal(100, 64, { out: high })).toBe(high);
    same(high.slice(), sinusoidal(100, 64));
    const end = new Float32Array(buffer, buffer.byteLength - 4 * 64 * 100);
    same(sinusoidal(100, 64, { out: end, start: 9 }).slice(), sinusoidal(100, 64, { start: 9 }));
  });
});
