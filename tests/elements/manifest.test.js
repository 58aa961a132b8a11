// What code editors are told of the figures (.ci/manifest.mjs) matches the guide and the classes.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { METHODS, manifest } from "../../.ci/manifest.mjs";

const guide = readFileSync(new URL("../../docs/embedding.md", import.meta.url), "utf8");

test("the guide names everything in the manifest", () => {
  for (const { declarations } of manifest.modules) {
    const [{ tagName, attributes, members, cssParts, cssProperties, events }] = declarations;
    expect(guide).toContain(`\`<${tagName}>\``);
    // A property has the name of its attribute, in camel case.
    const methods = members.filter(({ kind }) => kind === "method");
    const names = [attributes, methods, cssParts, cssProperties, events].flatMap((list) =>
      list.map(({ name }) => name),
    );
    for (const name of names)
      expect(guide, `${tagName} ${name}`).toMatch(new RegExp(`\`${name}\\b`));
  }
});

test("the methods of single figures match their classes", async () => {
  for (const { path, declarations } of manifest.modules) {
    const file = path.replace("dist/figures/", "phasor-");
    const [[, element]] = Object.entries(await import(`../../web/elements/${file}`));
    const { methods = {} } = /** @type {any} */ (element).spec;
    const named = declarations[0].members.filter(({ kind }) => kind === "method");
    const names = named.slice(METHODS.length).map(({ name }) => name);
    expect(names, path).toEqual(Object.keys(methods));
  }
});
