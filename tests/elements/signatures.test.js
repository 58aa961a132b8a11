// docs/figures.md has the signature of every mark, as it is in the code.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { signatures } from "./signatures.js";

const guide = readFileSync(new URL("../../docs/figures.md", import.meta.url), "utf8");

test("the guide has the signatures of all marks", () => {
  const [, written] = /```ts\n([\s\S]*?)\n```/.exec(guide) ?? [];
  expect(written).toBe(signatures());
});

test("every mark has a sentence above its signature", () => {
  const marks = signatures().split("\n\n")[0];
  const bare = marks.split("\n").filter((line, n, all) => {
    return /^\w+\(/.test(line) && !all[n - 1]?.startsWith("//");
  });
  expect(bare).toEqual([]);
  expect(marks.match(/^\w+\(/gm)?.length).toBeGreaterThan(19);
});
