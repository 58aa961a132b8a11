// web/elements/custom-elements.json matches the classes; `npx vitest run -u` rewrites it.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { METHODS, manifest, types } from "./manifest.js";

const file = new URL("../../web/elements/custom-elements.json", import.meta.url);
const guide = readFileSync(new URL("../../docs/embedding.md", import.meta.url), "utf8");

test("custom-elements.json matches the elements", async () => {
  const text = `${JSON.stringify(await manifest(), null, 2)}\n`;
  await expect(text).toMatchFileSnapshot(file.pathname);
});

test("elements.d.ts matches the figures", async () => {
  const folder = new URL("../../web/elements/", import.meta.url).pathname;
  await expect(await types()).toMatchFileSnapshot(`${folder}elements.d.ts`);
});

test("the guide names everything in the manifest", async () => {
  for (const { declarations } of (await manifest()).modules) {
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
  for (const { path, declarations } of (await manifest()).modules) {
    const [[, element]] = Object.entries(await import(`../../${path}`));
    const { methods = {} } = /** @type {any} */ (element).spec;
    const named = declarations[0].members.filter(({ kind }) => kind === "method");
    const own = named.slice(METHODS.length).map(({ name }) => name);
    expect(own, path).toEqual(Object.keys(methods));
  }
});
