// Runs the example of docs/figures.md.
import { expect, test } from "vitest";
import guide from "../../docs/figures.md?raw";
import { centreOf, drag, handleOf, keys, textsOf } from "./grab.js";
import { mount, onAnEmptyPage } from "./support.js";

onAnEmptyPage();

const [example] = [...guide.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code);

test("the figure of the example can be dragged, and describes what it shows", async () => {
  expect(example.trimEnd().split("\n").length).toBeLessThanOrEqual(40);
  const origin = location.origin;
  const code = example
    .replace('"phasor"', `"${origin}/web/phasor/index.js"`)
    .replace('"phasor/figure"', `"${origin}/web/elements/core/index.js"`);
  const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  await import(/* @vite-ignore */ url);
  const [figure] = await mount('<my-wave pair="3"></my-wave>');
  const handle = handleOf(figure, "position");
  const from = centreOf(handle);
  await drag(figure, from, { x: from.x + 200, y: from.y });
  const { position } = figure;
  expect(position).toBeGreaterThan(45);
  expect(textsOf(figure)).toContain(`position ${position}`);
  const value = Number(figure.toCSV().split("\r\n")[position + 1].split(",")[1]);
  expect(value).toBeCloseTo(Math.sin(position / 10000 ** (6 / 64)), 6);
  expect(textsOf(figure)).toContain(value.toFixed(2).replace("-", "\u2212"));
  await keys(handle, "Escape");
  expect(figure.position).toBe(37);
  expect(figure.toSVG()).toContain("One hand draws one wave");
  figure.setAttribute("part", "cosine");
  expect(Number(figure.toCSV().split("\r\n")[1].split(",")[1])).toBe(1);
});
