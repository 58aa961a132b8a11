// diagnoseRotary with expect and positions: generated rotations in the arithmetic of frameworks, from
// one row on, right and with one mistake. A wrong one needs a problem, a right one must have none.
// `make doctor` runs thousands.
import { diagnoseRotary, RotaryEmbedding } from "phasor";
import { describe, expect, it } from "vitest";
import { verdictOn } from "../doctor/verdict.js";

const EACH = 24;

describe("diagnoseRotary with expect", () => {
  it.each([...Array(6).keys()])("misses nothing and reports nothing false: group %i", (group) => {
    const failures = [];
    for (let n = EACH * group; n < EACH * (group + 1); n++) {
      const { failure } = verdictOn(n, 1);
      if (failure !== undefined) failures.push(failure);
    }
    expect(failures).toEqual([]);
  });

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
      for (const found of [
        diagnoseRotary({ cosSin }, [16, 64], options),
        diagnoseRotary({ freqsCis }, [16, 32, 2], options),
        diagnoseRotary({ freqsCis }, [16, 32], options),
      ]) {
        expect(found.findings.map(({ code }) => code)).toEqual(codes);
      }
    }
  });

  it("ends for any base", () => {
    const { cos, sin } = new RotaryEmbedding(64, { maxLength: 16 });
    const found = diagnoseRotary({ cos, sin }, [16, 32], { expect: { dHead: 64, base: 1e18 } });
    expect(found.findings.map(({ code }) => code)).toEqual(["differs-base"]);
  });
});
