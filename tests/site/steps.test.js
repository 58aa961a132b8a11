// The settings of steps and buttons: a figure of the chapter has each name and value.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { chapters } from "../../web/site/build/chapters.js";

const root = new URL("../../web/", import.meta.url);
const place = new URL("../dist/custom-elements.json", root);
const manifest = JSON.parse(readFileSync(place, "utf8"));

/** The attributes of each element, by property. @type {Map<string, Map<string, string>>} */
const elements = new Map();
for (const { declarations = [] } of manifest.modules) {
  for (const { tagName, attributes = [] } of declarations) {
    if (!tagName) continue;
    const types = attributes.map((/** @type {any} */ { fieldName, type }) => [
      fieldName,
      type.text,
    ]);
    elements.set(tagName, new Map(types));
  }
}

/** State of figures without an attribute. */
const STATES = new Map([["secret", "number"]]);

/** Whether a value is of a type as the manifest writes it. @param {string} type @param {string} value */
function fits(type, value) {
  if (type === "number") return value !== "" && Number.isFinite(Number(value));
  if (type === "boolean") return ["true", "false", ""].includes(value);
  return !type.includes('" | "') || type.includes(`"${value}"`);
}

const setting = chapters
  .map(({ name }) => ({
    name,
    source: readFileSync(new URL(`site/chapters/${name}.html`, root), "utf8"),
  }))
  .map(({ name, source }) => ({
    name,
    tags: [...source.matchAll(/<(phasor-[\w-]+)/g)].map(([, tag]) => tag),
    sets: [...source.matchAll(/data-set="([^"]*)"/g)].map(([, set]) => set),
  }))
  .filter(({ sets }) => sets.length > 0);

test("more than five chapters set figures", () => expect(setting.length).toBeGreaterThan(5));

describe.each(setting)("the chapter $name", ({ tags, sets }) => {
  const known = tags.flatMap((tag) => elements.get(tag) ?? []);

  test.each(sets.map((set) => ({ set })))(
    "sets names and values that its figures have: $set",
    ({ set }) => {
      const pairs = set.split(/\s+/).map((part) => {
        const at = part.indexOf("=");
        return at < 0 ? [part] : [part.slice(0, at), part.slice(at + 1)];
      });
      const accepts = (/** @type {Map<string, string>} */ types) =>
        pairs.every(([name, value]) => {
          const type = types.get(name) ?? STATES.get(name);
          return type !== undefined && (value === undefined || fits(type, value));
        });
      expect(known.some(accepts), `no figure of the chapter takes ${set}`).toBe(true);
    },
  );
});
