// Where the arrays of a call lie, for every public function: results do not depend on it, nothing beside an array is
// written, and an output that shares memory with an input is refused, unless it is exactly that input.
import { describe, expect, it } from "vitest";
import { some } from "../long.js";
import { arenas, everywhere, same } from "./helpers.js";
import { subjects } from "./subjects/subjects.js";

const rooms = arenas(1 << 24);

/** A place among arguments for an array. @typedef {{ holder: any, key: string, array: any }} Slot */

/** Typed arrays among arguments, in options, and in lists in options. @param {any} holder @returns {Slot[]} */
const slotsIn = (holder) =>
  Object.keys(holder).flatMap((key) => {
    const { [key]: array } = holder;
    if ([Float32Array, Float64Array, Int32Array].some((Type) => array instanceof Type)) {
      return [{ holder, key, array }];
    }
    return array?.constructor === Object || Array.isArray(array) ? slotsIn(array) : [];
  });

/** Good arguments whose lists of numbers are typed, too, with doubles for floats if `wide`.
 * @param {import("./subjects/rows.js").Subject} subject @param {number[]} [sizes] @param {boolean} [wide] */
function typed({ name, good }, sizes = [], wide = false) {
  const list = good(...sizes);
  const options = list.at(-1)?.constructor === Object ? list.at(-1) : {};
  // Ids are read where they are only if they are 32-bit integers.
  const Type = /embed|lookup|backwardAt/.test(name) ? Int32Array : Float64Array;
  for (const [holder, key] of [
    [list, 0],
    ...["positions", "from", "to"].map((option) => [options, option]),
  ]) {
    const { [key]: numbers } = holder;
    if (Array.isArray(numbers) && numbers.every((number) => typeof number === "number"))
      holder[key] = Type.from(numbers);
  }
  if (!wide) return list;
  if (options.dtype) options.dtype = "float64";
  for (const { holder, key, array } of slotsIn(list)) {
    if (array instanceof Float32Array) holder[key] = Float64Array.from(array);
  }
  return list;
}

/** The arrays in a result. @param {any} result @returns {any[]} */
const tensors = (result) =>
  ArrayBuffer.isView(result)
    ? [result]
    : [
        new TextEncoder().encode(
          JSON.stringify(result, (_, value) =>
            ArrayBuffer.isView(value) ? Array.from(/** @type {any} */ (value)) : value,
          ),
        ),
      ];

const placed = subjects.filter((subject) => slotsIn(typed(subject)).length > 0);

/** The names of outputs: options, and the parts of `out`. */
const outputs = ["out", "weights", "q", "k"];

const calls = placed.flatMap((subject) => {
  const callsOfSizes = (/** @type {number[]} */ sizes) =>
    // The table that learned methods are called on is float32.
    (/^Learned/.test(subject.name) ? [false] : [false, true]).map((wide) => ({
      ...{ name: subject.name, sizes, dtype: wide ? "float64" : "float32" },
      make: () => typed(subject, sizes, wide),
      subject,
    }));
  return [...callsOfSizes([]), ...some((subject.large ?? []).flatMap(callsOfSizes), 1)];
});

it.each(calls)(
  "$name of sizes $sizes gives the same bits wherever its arrays lie, $dtype",
  ({ name, make, subject }) => {
    /** @param {any[]} arrays */
    const run = (...arrays) => {
      const list = make();
      slotsIn(list).forEach(({ holder, key }, i) => {
        holder[key] = arrays[i];
      });
      const { out } = list.at(-1) ?? {};
      const result = subject.call(...list);
      if (ArrayBuffer.isView(out)) expect(result).toBe(out);
      tensors(result).forEach((array, i) => {
        // Without out and dtype, tables are float32.
        if (array.constructor === unplaced[i].constructor)
          same(array.slice(), unplaced[i], "new array");
      });
      return tensors(result);
    };
    const bare = make();
    for (const output of outputs) delete bare.at(-1)?.[output];
    const unplaced = tensors(subject.call(...bare));
    const arrays = slotsIn(make()).map(({ array }) => array);
    everywhere(name, arrays, /** @type {any} */ (run), rooms);
  },
);

const writing = placed.filter((subject) =>
  slotsIn(typed(subject)).some(({ key }) => outputs.includes(key)),
);

/** All pairs of an output and another array. */
const pairs = writing.flatMap((subject) => {
  const slots = slotsIn(typed(subject));
  return slots.flatMap(({ key }, output) =>
    slots.flatMap((other, input) =>
      outputs.includes(key) && input !== output
        ? [{ name: subject.name, key, input, output, other: other.key, subject }]
        : [],
    ),
  );
});

describe.each([
  ["an ordinary buffer", () => new ArrayBuffer(4096)],
  ["an arena", () => rooms.arena.float32(0).buffer],
])("in %s", (_, make) => {
  it.each(pairs)(
    "$name refuses an output $key that shares memory with array $other, or works in place",
    ({ subject, input, output, key }) => {
      const buffer = make();
      const end = buffer.byteLength - 2048;
      const guarded = new Uint8Array(buffer, Math.max(0, end - 2 ** 16));
      const args = typed(subject);
      const expected = tensors(subject.call(...args));
      /** @param {(from: any, to: any) => number} place of the output, in bytes from the input */
      const attempt = (place) => {
        const list = typed(subject);
        const slots = slotsIn(list);
        const [from, to] = [slots[input].array, slots[output].array];
        const move = (/** @type {Slot} */ { holder, key, array }, /** @type {number} */ at) => {
          const there = new array.constructor(buffer, end + 512 + at, array.length);
          there.set(array);
          holder[key] = there;
        };
        move(slots[output], place(from, to));
        move(slots[input], 0);
        const before = guarded.slice();
        return { before, call: () => tensors(subject.call(...list)) };
      };
      const refused = /: [\w.]+ must (not overlap|be \w+ itself or not overlap)/;
      /** @type {((from: any, to: any) => number)[]} */
      const overlaps = [(_, to) => to.BYTES_PER_ELEMENT, (_, to) => -to.BYTES_PER_ELEMENT];
      for (const place of overlaps) {
        const { before, call } = attempt(place);
        expect(call).toThrow(RangeError);
        expect(call).toThrow(refused);
        expect(Buffer.compare(guarded, before), key).toBe(0);
      }
      for (const place of /** @type {typeof overlaps} */ ([
        (from) => 8 * Math.ceil(from.byteLength / 8),
        (_, to) => -8 * Math.ceil(to.byteLength / 8),
      ])) {
        attempt(place)
          .call()
          .forEach((array, i) => {
            same(array.slice(), expected[i], "apart");
          });
      }
      const { call } = attempt(() => 0);
      try {
        call().forEach((array, i) => {
          same(array.slice(), expected[i], "in place");
        });
      } catch (error) {
        expect(String(error)).toMatch(refused);
      }
    },
  );
});

/** Kinds of lists. @type {[string, (numbers: number[]) => any][]} */
const kinds = [
  ...[Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array].map(
    (Type) => /** @type {any} */ ([Type.name, (/** @type {number[]} */ list) => Type.from(list)]),
  ),
  ...[Int32Array, Uint32Array, Float32Array, Float64Array].map(
    (Type) => /** @type {any} */ ([Type.name, (/** @type {number[]} */ list) => Type.from(list)]),
  ),
  ["BigInt64Array", (list) => BigInt64Array.from(list, BigInt)],
  ["BigUint64Array", (list) => BigUint64Array.from(list, BigInt)],
];

/** Arguments that are lists of numbers. */
const lists = subjects.flatMap((subject) => {
  const list = subject.good();
  const options = Object.entries(list.at(-1) ?? {}).filter(([key]) =>
    /^(positions|from|to)$/.test(key),
  );
  return [["0", list[0]], ...options].flatMap(([key, numbers]) =>
    Array.isArray(numbers) && numbers.flat().every((number) => typeof number === "number")
      ? [{ name: subject.name, key, subject }]
      : [],
  );
});

it.each(lists)("$name reads whole numbers from any kind of list: $key", ({ subject, key }) => {
  const result = (/** @type {(numbers: number[]) => any} */ kind) => {
    const list = subject.good();
    const holder = key === "0" ? list : list.at(-1);
    const integer = (/** @type {number} */ number) => Math.trunc(Math.abs(number));
    holder[key] = Array.isArray(holder[key][0])
      ? holder[key].map((/** @type {number[]} */ numbers) => kind(numbers.map(integer)))
      : kind(holder[key].map(integer));
    return tensors(subject.call(...list)).map((array) => array.slice());
  };
  const expected = result((list) => list);
  for (const [kind, make] of kinds) expect(result(make), kind).toEqual(expected);
});
