// diagnoseRotary: generated rotations, right ones and ones with one or two mistakes. It must miss
// nothing and report nothing false. `make doctor` runs thousands.
import { describe, expect, it } from "vitest";
import { some } from "../long.js";
import { caseAt, failuresOf } from "./rotary_verdicts.js";

const EACH = 8;
const groups = Array.from({ length: 24 }, (_, group) => group);

describe("diagnoseRotary of generated rotations, with expect, misses nothing and reports nothing false:", () => {
  it.each(some(groups, 4))("group %i", (group) => {
    const failures = [];
    for (let n = EACH * group; n < EACH * (group + 1); n++) {
      const { sample, wrong, kind } = caseAt(n, 1);
      failures.push(...failuresOf(sample, wrong, kind));
    }
    expect(failures).toEqual([]);
  });

  it.each([
    ["another part of a head turns in bfloat16, the rest stays in double", 373, 1],
    ["a small jump among angles in 16 bits", 682, 1],
    ["part of a head turns in bfloat16, from position 0 anew", 3825, 1],
    ["float16 angles of few rows, seen through vectors that were rounded once", 2655, 1],
    ["noise that bends short vectors in 16 bits", 881, 1],
    ["noise in 16 bits and rows three positions apart", 1301, 1],
    ["a jump by 1 among many rows of angles in float16", 3751, 2],
    ["a cache of half the pairs, with a jump", 26, 11],
    ["a cache of half the pairs, in another layout", 34, 11],
    ["noise in a cache in bfloat16, whose layout is as expected", 112, 41],
  ])("%s", (_, n, seed) => {
    const { sample, wrong, kind } = caseAt(n, seed);
    expect(failuresOf(sample, wrong, kind)).toEqual([]);
  });
});
