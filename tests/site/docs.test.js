// The pages of the documentation's site: every link leads to a place, and anchors are short and stay.
import { describe, expect, test } from "vitest";
import { groups } from "../../web/docs/config.js";
import { idOf, pages } from "../../web/docs/pages.js";
import { bar, footer } from "../../web/site/build/frame.js";

const all = pages();

/** The anchors of a page. @param {string} text */
const idsOf = (text) => Array.from(text.matchAll(/ \{#([^}]+)\}$/gm), ([, id]) => id);

describe("the documentation's site", () => {
  test("has a page for each subject of the reference", () => {
    const reference = all.filter(({ path }) => path.startsWith("api/"));
    expect(reference.length).toBeGreaterThan(10);
    for (const { text, path } of reference) expect(text.length, path).toBeLessThan(40_000);
  });

  test("names every page in the sidebar, once", () => {
    const listed = groups.flatMap(([, paths]) => paths);
    const guides = all.map(({ path }) => path).filter((path) => !path.startsWith("api/"));
    expect(listed.toSorted()).toEqual(guides.toSorted());
  });

  test.each(all)("$path has short anchors, each once", ({ text }) => {
    const ids = idsOf(text);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[^()[\],\s]{1,90}$/);
  });

  test.each([
    ["`sinusoidal(length, dModel, { base, start })`", "sinusoidal"],
    ["`new RotaryEmbedding(dHead, { base })`", "RotaryEmbedding"],
    ["`.apply(x, [..., T, dHead])`", "apply"],
    ["Several axes", "several-axes"],
  ])("the anchor of %s is %s", (heading, id) => expect(idOf(heading)).toBe(id));

  test.each(all)("$path has links to places that are there", ({ path, text }) => {
    const prose = text.replace(/^```[\s\S]*?^```/gm, "");
    for (const [, target, id] of prose.matchAll(/\]\((\.\.?\/[^)#]*)(?:#([^)]*))?\)/g)) {
      const file = new URL(target, `http://docs/${path}`).pathname.slice(1).replace(/\.md$/, "");
      const page = all.find((page) => page.path === file);
      expect(page, target).toBeDefined();
      if (id) expect(idsOf(page?.text ?? ""), target).toContain(id);
    }
  });

  test("has the pages that the page's bar and footer link to", () => {
    const html = ["index.html", "gallery.html"].map(bar).join("") + footer("");
    const linked = Array.from(
      html.matchAll(/href="\.\/docs\/([\w/-]*)(?:\.html)?"/g),
      ([, path]) => path,
    );
    expect(linked.length).toBeGreaterThan(2);
    // The first page has no file in docs/.
    const paths = ["", ...all.map(({ path }) => path)];
    expect(linked.filter((path) => !paths.includes(path))).toEqual([]);
  });
});
