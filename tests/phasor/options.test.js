// options.test.js: no option is ignored. Every function refuses a name that it does not have, names
// the nearest, and looks at each option that it has.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { subjects } from "./subjects/subjects.js";

/** A function of its options alone, called with good other arguments and with the options that it
 * requires.
 * @param {import("./subjects/rows.js").Subject} subject */
function ofOptions({ call, good, bad, needs = [] }) {
  const place = Object.keys(bad).find((key) => bad[key].some(([, , name]) => name === "options"));
  return (/** @type {any} */ options) => {
    const list = good();
    list[Number(place)] = needing(needs, list[Number(place)], options);
    return call(...list);
  };
}

/** @param {string[]} names @param {any} good @param {any} options */
function needing(names, good, options) {
  if (typeof options !== "object" || options === null || Symbol.iterator in options) return options;
  if (names.length === 0) return options;
  const all = {};
  for (const key of new Set([...Object.keys(options), ...names])) {
    const get = () => options[key] ?? (names.includes(key) ? good[key] : undefined);
    Object.defineProperty(all, key, { enumerable: true, get });
  }
  return all;
}

/** Each function once; a second subject with the same name has the same options. */
const functions = subjects
  .filter(({ bad }) =>
    Object.values(bad)
      .flat()
      .some(([, , name]) => name === "options"),
  )
  .map((subject) => ({ handsOn: [], ...subject, call: ofOptions(subject) }));

/** The sections of docs/api.md, by heading: `.apply(` stands below `new RotaryEmbedding(`. */
const sections = readFileSync(new URL("../../docs/api.md", import.meta.url), "utf8")
  .split(/^(?=#{3,4} )/m)
  .map((text) => ({ heading: text.slice(0, text.indexOf("\n")), text }));

/** What the reference says of a function, and the options that its headings list. A method without a heading of its
 * own stands in the section of its class. @param {string} name "apply", or "RotaryEmbedding.apply" for a method */
function documented(name) {
  const [owner, method] = name.split(".");
  const all = sections.filter(({ heading }) => heading.includes(`${owner}(`));
  const end = sections.findIndex(
    ({ heading }, at) => at > sections.indexOf(all[0]) && heading.startsWith("### "),
  );
  const ownSections = sections.slice(sections.indexOf(all[0]), end);
  const single = ownSections.filter(({ heading }) => heading.includes(`.${method}(`));
  const listed = (single.length > 0 ? single : method ? [] : all).flatMap(({ heading }) => {
    const [, list = ""] = /, \{ ([^}]*) \}\)/.exec(heading) ?? [];
    return list.split(", ").map((option) => option.split(" ")[0]);
  });
  return {
    text: (single.length > 0 ? single : all).map(({ text }) => text).join(""),
    listed: listed.filter((option) => /^\w+$/.test(option)),
  };
}

/** What a call says about a key.
 * @param {(options: object) => unknown} call @param {object} options */
function messageOf(call, options) {
  try {
    call(options);
    return undefined;
  } catch (error) {
    return /** @type {Error} */ (error);
  }
}

/** The names of a function's options, as its own error lists them.
 * @param {(options: object) => unknown} call */
function namesOf(call) {
  const message = messageOf(call, { "¤": 1 })?.message ?? "";
  return [...message.matchAll(/"([A-Za-z_]+)"/g)].map(([, name]) => name);
}

/** Misspellings of a name: a letter missing, doubled, swapped or in the other case.
 * @param {string} name */
function* misspelt(name) {
  for (let i = 0; i < name.length; i++) {
    yield name.slice(0, i) + name.slice(i + 1);
    yield name.slice(0, i + 1) + name.slice(i);
    if (i > 0) yield name.slice(0, i - 1) + name[i] + name[i - 1] + name.slice(i + 1);
  }
  yield name.toUpperCase();
  yield name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Keys that only describe the result of `ropeFromConfig`. */
const describing = new Set([
  ...["model", "layer", "layerTypes", "rotates", "contextLength", "softmaxFactor"],
  ...["warnings", "ignored", "differences", "part", "parts", "axes", "firstPosition"],
  ...["lengthDependent", "explicit"],
]);
const all = [...new Set(functions.flatMap(({ call }) => namesOf(call)))];

describe.each(functions)("$name", ({ name, call, handsOn }) => {
  const names = namesOf(call);

  it("has options, and accepts an empty object", () => {
    expect(names.length).toBeGreaterThan(0);
    expect(messageOf(call, {})).toBeUndefined();
    for (const option of names) expect(messageOf(call, { [option]: undefined })).toBeUndefined();
  });

  it("has its options in docs/api.md, and no others", () => {
    const { text, listed } = documented(name);
    for (const option of listed) expect(names, option).toContain(option);
    for (const option of names) {
      if (describing.has(option) || handsOn.includes(option)) continue;
      expect(text, option).toMatch(new RegExp(`[\`{ .]${option}[\`, }:]`));
    }
  });

  it("suggests the nearest option for a misspelt one", () => {
    for (const option of names) {
      for (const wrong of misspelt(option)) {
        if (names.includes(wrong) || wrong.length < 2) continue;
        const error = messageOf(call, { [wrong]: undefined });
        expect(error, wrong).toBeInstanceOf(TypeError);
        const start = `phasor.${name}: unknown option ${JSON.stringify(wrong)} (did you mean "`;
        expect(error?.message.startsWith(start), error?.message).toBe(true);
      }
      const longest = `${option}${option.at(-1)}`;
      if (names.includes(longest) || option.length < 4) continue;
      expect(messageOf(call, { [longest]: 1 })?.message).toBe(
        `phasor.${name}: unknown option "${longest}" (did you mean "${option}"?)`,
      );
    }
  });

  it("refuses the options of other functions", () => {
    for (const option of all) {
      if (names.includes(option)) continue;
      const error = messageOf(call, { [option]: 1 });
      expect(error, option).toBeInstanceOf(TypeError);
      expect(error?.message).toContain(`phasor.${name}: unknown option "${option}" (`);
    }
  });

  it("checks every option", () => {
    for (const option of names) {
      if (describing.has(option) || handsOn.includes(option)) continue;
      const error = messageOf(call, { [option]: Symbol("x") });
      expect(error, option).toBeInstanceOf(TypeError);
      expect(error?.message.startsWith(`phasor.${name}: ${option} must be `), error?.message).toBe(
        true,
      );
    }
  });

  it("reads every option exactly once, before anything else", () => {
    /** @type {Record<string, number>} */
    const reads = {};
    const options = {};
    for (const option of names) {
      Object.defineProperty(options, option, {
        enumerable: true,
        get() {
          reads[option] = (reads[option] ?? 0) + 1;
          return undefined;
        },
      });
    }
    call(options);
    for (const option of names) expect(reads[option], option).toBe(1);
  });

  it.each([
    ["an array", []],
    ["a map", new Map([["out", 1]])],
    ["a typed array", new Float32Array(2)],
    ["a string", "float64"],
    ["null", null],
  ])("refuses %s instead of options", (_, value) => {
    const error = messageOf(call, /** @type {any} */ (value));
    expect(error).toBeInstanceOf(TypeError);
    expect(error?.message).toContain(" must be an object, got ");
  });
});

it("options ignore keys of the prototype and symbols", () => {
  const [{ call }] = functions;
  expect(messageOf(call, Object.create({ bas: 1 }))).toBeUndefined();
  expect(messageOf(call, { [Symbol("bas")]: 1 })).toBeUndefined();
  expect(messageOf(call, Object.defineProperty({}, "bas", { value: 1 }))).toBeUndefined();
  expect(messageOf(call, JSON.parse('{ "__proto__": 1 }'))).toBeInstanceOf(TypeError);
});
