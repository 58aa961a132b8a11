// diagnoseRotary with expect and positions: generated rotations in the arithmetic of frameworks, from
// one row on, right and with one mistake. A wrong one needs a problem, a right one must have none.
// `make doctor` runs thousands.
import { diagnoseRotary, RotaryEmbedding } from "phasor";
import { describe, expect, it } from "vitest";
import { verdictOn } from "../doctor/verdict.js";
import { some } from "../long.js";
import { codesOf } from "./findings.js";

const EACH = 24;

describe("diagnoseRotary with expect", () => {
  it.each(some([...Array(6).keys()], 2))(
    "misses nothing and reports nothing false: group %i",
    (group) => {
      const failures = [];
      for (let n = EACH * group; n < EACH * (group + 1); n++) {
        const { failure } = verdictOn(n, 1);
        if (failure !== undefined) failures.push(failure);
      }
      expect(failures).toEqual([]);
    },
  );

  it.each(/** @type {const} */ (["half", "interleaved"]))(
    "takes dHead from the data, and either layout if none is expected: %s",
    (layout) => {
      const rotary = new RotaryEmbedding(64, { base: 500000, layout, maxLength: 16 });
      const input = Float32Array.from({ length: 64 }, (_, i) => Math.sin(1 + i * i));
      const output = rotary.apply(input, [1, 64], { offset: 7 });
      const codesAt = (/** @type {number} */ position) =>
        diagnoseRotary({ input, output }, [1, 64], {
          ...{ expect: { base: 500000 }, positions: [position] },
        }).findings.map(({ code }) => code);
      expect(codesAt(7)).toEqual([]);
      expect(codesAt(8)).toEqual(["other-start"]);

      const { cos, sin } = rotary;
      const doubled = [cos, sin].map((halfTable) =>
        Float32Array.from({ length: 16 * 64 }, (_, at) => {
          const [row, i] = [Math.floor(at / 64), at % 64];
          return halfTable[32 * row + (layout === "half" ? i % 32 : i >> 1)];
        }),
      );
      for (const [caches, columns] of /** @type {const} */ ([
        [[cos, sin], 32],
        [doubled, 64],
      ])) {
        const codesForBase = (/** @type {number} */ base) =>
          diagnoseRotary({ cos: caches[0], sin: caches[1] }, [16, columns], {
            expect: { base },
          }).findings.map(({ code }) => code);
        expect(codesForBase(500000)).toEqual([]);
        expect(codesForBase(10000)).toEqual(["differs-base"]);
      }
    },
  );

  it("reads the caches of vLLM and of Llama", () => {
    const { cos, sin } = new RotaryEmbedding(64, { maxLength: 16 });
    const cosSin = new Float32Array(16 * 64);
    const freqsCis = new Float32Array(16 * 64);
    for (let p = 0; p < 16; p++) {
      for (let i = 0; i < 32; i++) {
        const at = p * 32 + i;
        cosSin[p * 64 + i] = cos[at];
        cosSin[p * 64 + 32 + i] = sin[at];
        freqsCis[2 * at] = cos[at];
        freqsCis[2 * at + 1] = sin[at];
      }
    }
    for (const [base, codes] of /** @type {[number, string[]][]} */ ([
      [10000, []],
      [500000, ["differs-base"]],
    ])) {
      const options = { expect: { dHead: 64, base } };
      for (const diagnosis of [
        diagnoseRotary({ cosSin }, [16, 64], options),
        diagnoseRotary({ freqsCis }, [16, 32, 2], options),
        diagnoseRotary({ freqsCis }, [16, 32], options),
      ]) {
        expect(codesOf(diagnosis)).toEqual(codes);
      }
    }
  });

  it("ends for any base", () => {
    const { cos, sin } = new RotaryEmbedding(64, { maxLength: 16 });
    const diagnosis = diagnoseRotary({ cos, sin }, [16, 32], { expect: { dHead: 64, base: 1e18 } });
    expect(codesOf(diagnosis)).toEqual(["differs-base"]);
  });
});
