// How the core draws figures: headings for screen readers, opaque marks, drawing only what changed,
// and motion.
import { expect, onTestFinished, test } from "vitest";
import { session } from "../site/support.js";
import { until } from "../until.js";
import { pass } from "./clock.js";
import { centreOf, handleOf, pixelUnder, rested, textsOf } from "./grab.js";
import { buttonOf, press as click, layer, onAnEmptyPage, settled, themePixel } from "./support.js";
import { counts, one } from "./test-line.js";

onAnEmptyPage();

test("a screen reader gets a panel's heading together with its text", async () => {
  const line = await one();
  expect(textsOf(line)).toEqual(expect.arrayContaining(["what the reader did", "tap here"]));
});

test("marks are opaque unless they have an opacity", async () => {
  const line = await one('colour="offset" length="21"');
  expect(line.toSVG()).not.toContain('opacity="0"');
  const canvas = layer(line, "still");
  const { left, width } = canvas.getBoundingClientRect();
  const { y } = centreOf(handleOf(line, "position"));
  // The rule is halfway up.
  const pixels = Array.from({ length: 120 }, (_, dy) =>
    pixelUnder(canvas, { x: left + width / 2, y: y - dy }),
  );
  expect(pixels).toContain(themePixel(line, "offset"));
});

test("a figure computes and draws only what has changed", async () => {
  const line = await one();
  const [computed, drawCount] = [counts.runs, counts.drawn];
  line.change({ factor: 5 });
  await settled();
  expect([counts.runs, counts.drawn]).toEqual([computed, drawCount]);
  line.change({ colour: "offset" });
  await settled();
  expect([counts.runs, counts.drawn]).toEqual([computed, drawCount + 1]);
  line.change({ position: 4 });
  await settled();
  expect([counts.runs, counts.drawn]).toEqual([computed + 1, drawCount + 1]);
});

test("long work runs in slices, and a change restarts it", async () => {
  const line = await one('length="128"');
  expect(line.d.values.slow).toBe(1);
  while (line.d.work(1));
  expect(line.d.values.slow).toBe(128);
  line.length = 40;
  expect(line.d.values.slow).toBe(1);
  expect(line.d.busy).toBe(true);
});

test("motion runs when it is started, and stops at the end", async () => {
  const line = await one('length="90" position="2"');
  click(line, "play");
  await rested();
  expect(line.position).toBeGreaterThan(3);
  click(line, "pause");
  const there = line.position;
  await rested();
  expect(line.position).toBe(there);
  line.length = 10;
  line.play();
  pass(700);
  expect(line.playing).toBe(false);
  expect(line.position).toBe(9);
});

test("motion is announced when it ends, also where it takes a step per second", async () => {
  await session().send("Emulation.setEmulatedMedia", {
    features: [{ name: "prefers-reduced-motion", value: "reduce" }],
  });
  onTestFinished(() => session().send("Emulation.setEmulatedMedia", { features: [] }));
  const line = await one('length="60" position="2"');
  buttonOf(line, "play").focus();
  click(line, "play");
  pass(2100);
  expect(line.position).toBe(59);
  await new Promise((resolve) => setTimeout(resolve, 400));
  const { textContent: during } = line.shadowRoot.querySelector(".status");
  pass(1500);
  expect([during, line.playing]).toEqual(["", false]);
  await until(() =>
    expect(line.shadowRoot.querySelector(".status").textContent).toBe("Position 59."),
  );
});

test("out of view, motion pauses, and changes wait to be drawn", async () => {
  const line = await one('length="1000" position="2"');
  const spacer = document.createElement("div");
  spacer.style.height = "5000px";
  document.body.append(spacer);
  line.play();
  await rested();
  window.scrollTo(0, 5000);
  await until(() => expect(line.getBoundingClientRect().bottom).toBeLessThan(0));
  await settled();
  const there = line.p.position;
  pass(800);
  expect(line.p.position).toBe(there);
  window.scrollTo(0, 0);
  await until(() => expect(line.p.position).not.toBe(there));
  // A second of motion would be thirty positions.
  expect(line.p.position - there).toBeLessThan(15);
  expect(line.playing).toBe(true);
  line.play(false);
  await rested();
  // What changes out of view is shown on return.
  window.scrollTo(0, 5000);
  await until(() => expect(line.isVisible).toBe(false));
  line.factor = 7;
  await settled();
  window.scrollTo(0, 0);
  const handle = handleOf(line, "factor");
  await until(() => expect(handle.getAttribute("aria-valuenow")).toBe("7"));
});
