// diagnoseRotary: rotary embeddings as projects compute them, and ports with one mistake.
import { diagnoseRotary } from "phasor";
import { describe, expect, it } from "vitest";
import { noise } from "./helpers.js";
import { images } from "./rotary_images.js";
import { libraries } from "./rotary_libraries.js";
import { projects } from "./rotary_projects.js";

/** @import { Project, Turn } from "./rotary_formulas.js" */

const all = [...projects, ...libraries, ...images];
const ROWS = 96;

/** Random vectors before and after the rotation, in the project's order of axes.
 * @param {Project} project @param {Turn} turn */
function vectors({ axes, dHead, positions, store = Math.fround }, turn) {
  const rows = positions ? positions[0].length : ROWS;
  /** @type {Record<string, number>} */
  const sizes = { B: 2, H: 3, T: rows, D: dHead };
  const shape = [...axes].map((axis) => sizes[axis]);
  const input = Float32Array.from(
    noise(
      "float32",
      shape.reduce((a, b) => a * b),
      5,
    ),
    store,
  );
  const output = input.slice();
  const inner = [...axes].slice(axes.indexOf("T") + 1, -1).reduce((n, axis) => n * sizes[axis], 1);
  for (let vector = 0; vector * dHead < input.length; vector++) {
    const row = Math.floor(vector / inner) % rows;
    const x = [...input.subarray(vector * dHead, (vector + 1) * dHead)];
    const rotated = turn(x, positions ? positions.map((list) => list[row]) : row);
    output.set(rotated.map(store), vector * dHead);
  }
  return { data: { input, output }, shape };
}

/** @param {Project} project @param {{ data: any, shape: number[] }} made */
const codesFor = ({ dHead, expect: options, positions }, { data, shape }) =>
  diagnoseRotary(data, shape, {
    expect: /** @type {any} */ ({ dHead, ...options }),
    positions: positions?.flat(),
  });
const cached = (/** @type {NonNullable<Project["cache"]>} */ cache) => {
  const { cos, sin, shape } = cache(ROWS);
  return { data: { cos: Float32Array.from(cos), sin: Float32Array.from(sin) }, shape };
};
const codesOf = (/** @type {ReturnType<typeof diagnoseRotary>} */ { findings }) =>
  findings
    .map(({ code }) => code)
    .filter((code) => code !== "undecided")
    .sort();
/** The findings about the axis of the sequence. @param {Project} project */
const placed = ({ axes, positions }) => (axes.at(-2) === "T" || positions ? [] : ["token-axis"]);

it("the list has more than twenty projects", () => {
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  expect(all.length).toBeGreaterThan(20);
  for (const { source } of all) expect(source).toMatch(/^https:/);
});

describe.each(all)("diagnoseRotary of $name", (project) => {
  it("describes its vectors right", () => {
    const diagnosis = codesFor(project, vectors(project, project.turn));
    expect(diagnosis.kind).toBe("rotary");
    expect(codesOf(diagnosis)).toEqual([...(project.codes ?? []), ...placed(project)].sort());
    const { layout, rotaryDim, rotaryStart } = /** @type {any} */ (project.expect);
    const [turns, first] = [rotaryDim ?? project.dHead, rotaryStart ?? 0];
    expect(diagnosis).toMatchObject({ layout, rotaryDim: turns, rotaryStart: first });
  });

  const { cache: projectCache } = project;
  if (projectCache) {
    it("describes its cache right", () => {
      const diagnosis = codesFor(project, cached(projectCache));
      expect(diagnosis.kind).toBe("rotary");
      expect(codesOf(diagnosis)).toEqual(project.cacheCodes ?? []);
    });
  }

  it.each(project.wrong)("finds the mistake: $what", ({ turn, cache, codes, says }) => {
    const rotations = cache ? cached(cache) : vectors(project, /** @type {Turn} */ (turn));
    const diagnosis = codesFor(project, rotations);
    const nothing = diagnosis.kind === "unknown" ? [] : placed(project);
    expect(codesOf(diagnosis)).toEqual([...codes, ...(cache ? [] : nothing)].sort());
    expect(diagnosis.findings.map(({ message }) => message).join(" ")).toMatch(says);
  });
});
