// What the core does for every figure, on small figures of the tests' own.
import { describe, expect, test } from "vitest";
import { cells, dot, figure, label, linear, rule } from "../../web/elements/core/index.js";
import { centreOf, drag, handleOf, pixelUnder, point, press, rested, textsOf } from "./grab.js";
import {
  press as click,
  frame,
  layer,
  mount,
  onAnEmptyPage,
  plotOf,
  settled,
  themePixel,
} from "./support.js";

onAnEmptyPage();

let runs = 0;
let drawn = 0;

figure("test-line", {
  title: "A point on a line",
  hint: "**Drag** the *p*.",
  shared: ["position", "length"],
  attributes: { colour: ["ink", "offset"], factor: { value: 2, min: 1, max: 9 }, bold: false },
  state: { taps: 0 },
  glide: ["position"],
  data: {
    double({ position }) {
      runs++;
      return 2 * position;
    },
    *slow({ length }) {
      for (let n = 1; n <= length; n++) yield n;
      return length;
    },
  },
  panels: ({ position, length, factor, taps }, d) => [
    {
      height: 120,
      margin: { left: 10, right: 10 },
      x: cells(0, length, { axis: "ruler" }),
      y: linear(0, 10, { axis: "none" }),
      press: "position",
      still: (p) => {
        drawn++;
        return [rule({ y: 5 }, { colour: p.colour })];
      },
      marks: () => [
        dot(position, 5),
        label(`twice **${Math.round(d.double)}**, ${taps} taps`, 0, 8),
      ],
      handles: [
        {
          name: "factor",
          look: "disc",
          along: "y",
          x: length - 1,
          y: factor,
          value: factor,
          min: 1,
          max: 9,
          set: (value) => ({ factor: value }),
        },
        {
          name: "position",
          look: "pill",
          text: `p ${Math.round(position)}`,
          x: position,
          y: 0,
          value: position,
          min: 0,
          max: length - 1,
          words: `position ${Math.round(position)}`,
          set: (value) => ({ position: value }),
        },
      ],
    },
    {
      height: 40,
      name: "taps",
      heading: "what the **reader** did",
      margin: { top: 30 },
      tap: () => ({ taps: taps + 1 }),
      marks: () => [label("tap here", 4, 20)],
    },
  ],
  play: ({ position, length }, time) =>
    position >= length - 1 ? undefined : { position: position + 30 * time },
  say: ({ position }) => `Position ${Math.round(position)}.`,
  table: ({ length }) => ({ columns: ["n"], rows: Array.from({ length }, (_, n) => [n]) }),
});

const one = async (attributes = "") => (await mount(`<test-line ${attributes}></test-line>`))[0];

describe("a handle", () => {
  test("follows the pointer where it was taken, and eases to a whole number", async () => {
    const line = await one('length="21" position="5"');
    const handle = handleOf(line, "position");
    const from = centreOf(handle);
    line.position = 6;
    await rested(line);
    const cell = centreOf(handle).x - from.x;
    line.position = 5;
    await rested(line);
    // Taken 9 pixels beside its middle.
    const grip = { x: from.x + 9, y: from.y };
    await drag(line, grip, { x: grip.x + 3.4 * cell, y: grip.y + 30 }, { release: false });
    expect(line.position).toBe(8);
    expect(centreOf(handle).x).toBeCloseTo(from.x + 3.4 * cell, 0);
    point(line, "pointerup", { x: grip.x + 3.4 * cell, y: grip.y });
    await rested(line);
    expect(centreOf(handle).x).toBeCloseTo(from.x + 3 * cell, 0);
    expect(line.position).toBe(8);
  });

  test("eases from where it is let go, however long it was held still", async () => {
    const line = await one('length="21" position="5"');
    const from = centreOf(handleOf(line, "position"));
    await drag(line, from, { x: from.x + 200, y: from.y }, { release: false });
    const held = line.p.position;
    expect(Math.abs(held - line.position)).toBeGreaterThan(0.01);
    await new Promise((resolve) => setTimeout(resolve, 300));
    point(line, "pointerup", { x: from.x + 200, y: from.y });
    expect(line.motion.at("position", line.position, performance.now())).toBeCloseTo(held, 1);
    await rested(line);
    expect(line.p.position).toBe(line.position);
  });

  test("stays within its limits, and Escape takes a drag back", async () => {
    const line = await one('length="21" position="5"');
    let told = 0;
    /** @type {number | undefined} what the page heard last */
    let heard;
    line.addEventListener("phasor-change", (/** @type {CustomEvent} */ { detail }) => {
      told++;
      heard = detail.position;
    });
    const handle = handleOf(line, "position");
    await drag(line, centreOf(handle), { x: 5000, y: 0 });
    expect(line.position).toBe(20);
    expect(told).toBeGreaterThan(0);
    await drag(line, centreOf(handle), { x: -5000, y: 0 }, { release: false });
    expect(line.position).toBe(0);
    expect(heard).toBe(0);
    press(handle, "Escape");
    expect([line.position, heard]).toEqual([20, 20]);
    point(line, "pointermove", { x: 100, y: 0 });
    point(line, "pointerup", { x: 100, y: 0 });
    expect(line.position).toBe(20);
  });

  test("is a slider for keys, and Escape takes back what they did", async () => {
    const line = await one('length="50" position="5"');
    const handle = handleOf(line, "position");
    handle.focus();
    for (const [key, more, wanted] of /** @type {[string, object, number][]} */ ([
      ["ArrowRight", {}, 6],
      ["ArrowUp", {}, 7],
      ["ArrowLeft", {}, 6],
      ["PageUp", {}, 16],
      ["ArrowRight", { shiftKey: true }, 26],
      ["End", {}, 49],
      ["ArrowRight", {}, 49],
      ["Home", {}, 0],
      ["ArrowRight", { ctrlKey: true }, 0],
    ])) {
      press(handle, key, more);
      expect(line.position, key).toBe(wanted);
    }
    await rested(line);
    expect(handle.getAttribute("role")).toBe("slider");
    expect(handle.getAttribute("aria-valuetext")).toBe("position 0");
    press(handle, "Escape");
    expect(line.position).toBe(5);
  });

  test("is drawn about its middle", async () => {
    const line = await one('length="21" position="10"');
    const canvas = layer(line, "moving");
    for (const name of ["position", "factor"]) {
      const { x, y } = centreOf(handleOf(line, name));
      const inkedAt = (/** @type {number} */ dx) =>
        pixelUnder(canvas, { x: x + dx, y }) >>> 24 > 128;
      const reach = (/** @type {1 | -1} */ side) => {
        let far = 0;
        while (inkedAt(side * far) && far < 100) far += 0.5;
        return far;
      };
      expect(reach(1), name).toBeGreaterThan(5);
      expect(reach(1), name).toBeLessThan(60);
      expect(Math.abs(reach(1) - reach(-1)), name).toBeLessThanOrEqual(1.5);
    }
  });

  test("moves up and down, too", async () => {
    const line = await one();
    const handle = handleOf(line, "factor");
    const at = centreOf(handle);
    await drag(line, at, { x: at.x, y: at.y - 24 });
    expect(line.factor).toBe(4);
    press(handle, "ArrowUp");
    expect(line.factor).toBe(5);
  });

  test("is taken by a press in its panel with a mouse; a finger that begins there may scroll", async () => {
    const line = await one('length="21" position="5"');
    const handle = handleOf(line, "position");
    const { x, y } = centreOf(handle);
    await drag(
      line,
      { x: x + 200, y: y - 60 },
      { x: x + 300, y: y - 60 },
      { pointerType: "touch" },
    );
    expect(line.position).toBe(5);
    await drag(line, { x: x + 200, y: y - 60 }, { x: x + 300, y: y - 60 });
    expect(centreOf(handle).x).toBeCloseTo(x + 300, -2);
    await drag(line, centreOf(handle), { x, y }, { pointerType: "touch" });
    expect(line.position).toBe(5);
  });
});

describe("two fingers", () => {
  figure("test-zoom", {
    title: "t",
    hint: "h",
    shared: ["position", "length"],
    panels: ({ position, start, end }) => [
      {
        height: 120,
        x: linear(start, end, { axis: "none" }),
        y: linear(0, 1, { axis: "none" }),
        zoom: "x",
        press: "position",
        marks: () => dot(position, 0.5),
        handles: [
          {
            name: "position",
            x: position,
            y: 0.5,
            value: position,
            min: 0,
            max: 100,
            set: (value) => ({ position: value }),
          },
        ],
      },
    ],
    say: () => "",
    table: () => ({ columns: [], rows: [] }),
  });
  const fingers = [1, 2].map((pointerId) => ({ pointerId, pointerType: "touch" }));

  test("twice as far apart show half as much, about their middle", async () => {
    const [zoom] = await mount('<test-zoom length="100"></test-zoom>');
    const { left, top, width } = plotOf(zoom).getBoundingClientRect();
    const at = (/** @type {number} */ part) => ({ x: left + part * width, y: top + 30 });
    point(zoom, "pointerdown", at(0.45), fingers[0]);
    point(zoom, "pointerdown", at(0.55), fingers[1]);
    point(zoom, "pointermove", at(0.65), fingers[1]);
    await settled(zoom);
    const [start, end] = zoom.span.split(" ").map(Number);
    expect(end - start).toBeCloseTo(50, 0);
    // What was between the fingers still is.
    expect((55 - start) / (end - start)).toBeCloseTo(0.55, 1);
    for (const finger of fingers) point(zoom, "pointerup", at(0.65), finger);
    expect(zoom.position).toBe(37);
  });

  test("the second ends what the first has begun to drag, and takes it back", async () => {
    const [zoom] = await mount('<test-zoom length="100" position="20"></test-zoom>');
    const from = centreOf(handleOf(zoom, "position"));
    const to = { x: from.x + 300, y: from.y };
    await drag(zoom, from, to, { ...fingers[0], release: false });
    expect(zoom.position).toBeGreaterThan(30);
    point(zoom, "pointerdown", { x: to.x + 150, y: to.y }, fingers[1]);
    expect(zoom.position).toBe(20);
    point(zoom, "pointerup", { x: to.x + 150, y: to.y }, fingers[1]);
    point(zoom, "pointerup", to, fingers[0]);
    await rested(zoom);
    expect(zoom.position).toBe(20);
  });
});

test("a tap changes the figure's own state, and reset brings everything back", async () => {
  const line = await one('colour="offset" position="9"');
  const box = plotOf(line).getBoundingClientRect();
  const at = { x: box.left + 30, y: box.bottom - 20 };
  for (const type of ["pointerdown", "pointerup"]) point(line, type, at);
  line.change({ position: 3, colour: "ink" });
  await rested(line);
  expect(textsOf(line)).toContain("twice 6, 1 taps");
  click(line, "reset");
  await rested(line);
  expect([line.position, line.colour]).toEqual([9, "offset"]);
  expect(textsOf(line)).toContain("twice 18, 0 taps");
});

test("a panel's heading is read out with what is written in it", async () => {
  const line = await one();
  expect(textsOf(line)).toEqual(expect.arrayContaining(["what the reader did", "tap here"]));
});

test("marks are opaque unless they say otherwise", async () => {
  const line = await one('colour="offset" length="21"');
  expect(line.toSVG()).not.toContain('opacity="0"');
  const canvas = layer(line, "still");
  const { left, width } = canvas.getBoundingClientRect();
  const { y } = centreOf(handleOf(line, "position"));
  // The rule is half way up.
  const pixels = Array.from({ length: 120 }, (_, dy) =>
    pixelUnder(canvas, { x: left + width / 2, y: y - dy }),
  );
  expect(pixels).toContain(themePixel(line, "offset"));
});

test("computes and draws again only what has changed", async () => {
  const line = await one();
  const [computed, kept] = [runs, drawn];
  line.change({ factor: 5 });
  await settled(line);
  expect([runs, drawn]).toEqual([computed, kept]);
  line.change({ colour: "offset" });
  await settled(line);
  expect([runs, drawn]).toEqual([computed, kept + 1]);
  line.change({ position: 4 });
  await settled(line);
  expect([runs, drawn]).toEqual([computed + 1, kept + 1]);
});

test("long work runs in slices, and a change begins it anew", async () => {
  const line = await one('length="128"');
  expect(line.d.values.slow).toBe(1);
  while (line.d.work(1));
  expect(line.d.values.slow).toBe(128);
  line.length = 40;
  expect(line.d.values.slow).toBe(1);
  expect(line.d.busy).toBe(true);
});

test("motion runs when it is asked for, and stops at the end", async () => {
  const line = await one('length="90" position="2"');
  click(line, "play");
  await rested(line);
  expect(line.position).toBeGreaterThan(3);
  click(line, "pause");
  const there = line.position;
  await rested(line);
  expect(line.position).toBe(there);
  line.length = 10;
  line.play();
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(line.playing).toBe(false);
  expect(line.position).toBe(9);
});

describe("attributes", () => {
  test("become valid values, and properties of the same", async () => {
    const line = await one('factor="99" colour="red" bold length="zwei"');
    expect([line.factor, line.colour, line.bold, line.length]).toEqual([9, "ink", true, 128]);
    line.factor = "nonsense";
    expect(line.factor).toBe(2);
    line.setAttribute("bold", "false");
    expect(line.bold).toBe(false);
  });

  test("properties that were set before the element was known are kept", async () => {
    const early = /** @type {any} */ (document.createElement("test-early"));
    early.position = 11;
    early.factor = 7;
    figure("test-early", {
      title: "t",
      hint: "h",
      shared: ["position"],
      attributes: { factor: { value: 1, min: 0, max: 9 } },
      panels: () => [{ height: 10 }],
      say: () => "",
      table: () => ({ columns: [], rows: [] }),
    });
    document.body.append(early);
    expect([early.position, early.factor]).toEqual([11, 7]);
    early.remove();
  });
});

describe("in a stranger's page", () => {
  test.each([
    ["display: flex; justify-content: center", ""],
    ["display: flex; flex-direction: column; align-items: center", ""],
    ["display: grid; place-items: center", ""],
    ["", ""],
    ["", "margin: 0 40px"],
  ])("it has its parent's width: %s", async (style, own) => {
    const place = document.createElement("div");
    place.className = "mounted";
    place.style.cssText = `width: 500px; ${style}`;
    place.innerHTML = `<test-line style="${own}"></test-line>`;
    document.body.prepend(place);
    const line = /** @type {any} */ (place.firstElementChild);
    await rested(line);
    expect(line.getBoundingClientRect().width).toBeCloseTo(own ? 420 : 500, 0);
    expect(place.scrollWidth).toBe(500);
  });

  test("a height that is set is kept to", async () => {
    const line = await one('style="height: 420px"');
    expect(line.getBoundingClientRect().height).toBe(420);
    const root = line.shadowRoot.querySelector(".root");
    expect(root.scrollHeight).toBeLessThanOrEqual(420);
    expect(plotOf(line).clientHeight).toBeGreaterThan(230);
  });

  test("its letters are light on a dark ground without color-scheme, and follow the page's size", async () => {
    const place = document.createElement("div");
    place.className = "mounted";
    place.style.cssText = "background: #222; color: #eee; --phasor-font-size: 24px";
    place.innerHTML = "<test-line></test-line>";
    document.body.prepend(place);
    const line = /** @type {any} */ (place.firstElementChild);
    await rested(line);
    expect([line.theme.scheme, line.theme.size]).toEqual(["dark", 24]);
    expect(getComputedStyle(line.shadowRoot.querySelector(".title")).color).toBe(
      "rgb(236, 232, 223)",
    );
    expect(handleOf(line, "position").getBoundingClientRect().height).toBeGreaterThan(50);
  });

  test("from right to left, numbers and the drawing stay", async () => {
    const place = document.createElement("div");
    place.className = "mounted";
    place.dir = "rtl";
    place.innerHTML = '<test-line length="21" position="0"></test-line>';
    document.body.prepend(place);
    const line = /** @type {any} */ (place.firstElementChild);
    await rested(line);
    expect(centreOf(handleOf(line, "position")).x).toBeLessThan(
      centreOf(handleOf(line, "factor")).x,
    );
  });
});

test("printing shows it without having been scrolled to, in the colours for paper", async () => {
  const place = document.createElement("div");
  place.className = "mounted";
  place.style.cssText = "background: black; color: white";
  place.innerHTML = '<div style="height: 9000px"></div><test-line></test-line>';
  document.body.prepend(place);
  const line = /** @type {any} */ (place.querySelector("test-line"));
  expect(line.view).toBeUndefined();
  dispatchEvent(new Event("beforeprint"));
  expect(line.view.drawn).toBe(true);
  expect(line.theme.scheme).toBe("light");
  expect(getComputedStyle(line.shadowRoot.querySelector(".title")).color).toBe("rgb(29, 28, 26)");
  dispatchEvent(new Event("afterprint"));
  await rested(line);
  line.drawNow();
  expect(line.theme.scheme).toBe("dark");
});

test("a link says which figure it shows, and others pass it over", async () => {
  const line = await one('position="4" factor="5" length="64"');
  const address = line.toURL("https://example.org/a?b=1#c");
  expect(address).toBe("https://example.org/a?b=1#show=test-line&position=4&length=64&factor=5");
  const other = await one();
  other.fromURL(address.replace("test-line", "other"));
  expect(other.factor).toBe(2);
  other.fromURL(address);
  expect([other.position, other.length, other.factor]).toEqual([4, 64, 5]);
  other.fromURL("https://example.org/#test-line.factor=3&colour=offset");
  expect([other.factor, other.colour]).toEqual([3, "offset"]);
});

describe("set", () => {
  const shownAt = (/** @type {any} */ line) =>
    Number(handleOf(line, "position").getAttribute("aria-valuenow"));

  test("eases numbers to where the page wants them, in all figures of the group, and tells nobody", async () => {
    const [one, other] = await mount(
      '<test-line group="led" length="101" position="10"></test-line><test-line group="led"></test-line>',
    );
    let told = 0;
    one.addEventListener("phasor-change", () => told++);
    const begun = performance.now();
    one.set({ position: 90, factor: 5, taps: 3 });
    expect([one.position, other.position, one.factor, one.p.taps]).toEqual([90, 90, 5, 3]);
    // The state is there at once; what is shown is on its way, in both.
    expect(one.p.position).toBeCloseTo(10, 5);
    expect(other.p.position).toBeCloseTo(10, 5);
    const seen = /** @type {number[]} */ ([]);
    while (performance.now() - begun < 700) {
      await frame();
      seen.push(one.p.position);
      expect(other.p.position).toBeCloseTo(one.p.position, 0);
    }
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.filter((at) => at > 10 && at < 90).length).toBeGreaterThan(0);
    expect(seen.at(-1)).toBe(90);
    expect(shownAt(other)).toBe(90);
    expect(told).toBe(0);
  });

  test("eases what can be shown in fractions, and begins no way anew that is under way", async () => {
    figure("test-fraction", {
      title: "t",
      hint: "h",
      shared: ["position", "base"],
      attributes: {
        part: { value: 1, min: 0.5, max: 9, step: 0.5 },
        count: { value: 1, min: 0, max: 9 },
      },
      panels: ({ part }) => [{ height: 40, marks: () => dot(20 * part, 20) }],
      say: () => "",
      table: () => ({ columns: [], rows: [] }),
    });
    const [figured] = await mount('<test-fraction base="10000"></test-fraction>');
    figured.set({ part: 9, base: 100, count: 9 });
    const begun = performance.now();
    expect(figured.p.part).toBeCloseTo(1, 5);
    expect(figured.p.base).toBeCloseTo(10000, 0);
    expect(figured.p.count).toBe(9);
    await new Promise((resolve) => setTimeout(resolve, 200));
    figured.set({ count: 3 });
    expect(figured.motion.at("part", 9, begun + 501)).toBe(9);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await settled(figured);
    expect([figured.p.part, figured.p.base, figured.p.count]).toEqual([9, 100, 3]);
  });

  test("a drag on the way takes over, and a jump is one", async () => {
    const line = await one('length="101" position="10"');
    line.set({ position: 90 });
    await settled(line);
    press(handleOf(line, "position"), "Home");
    await settled(line);
    expect([line.position, line.p.position]).toEqual([0, 0]);
    line.set({ position: 50 });
    expect(line.p.position).toBeCloseTo(0, 5);
    line.set({ position: 60, span: "40 80" }, { ease: false });
    expect([line.p.position, line.span]).toEqual([60, "40 80"]);
    line.set({ span: "" });
    expect(line.span).toBe("");
  });

  test("knows only what the figure has, and does half of nothing", async () => {
    const line = await one('position="10"');
    expect(() => line.set({ position: 20, positon: 30 })).toThrow(
      new TypeError('phasor: <test-line> has no parameter "positon"'),
    );
    expect(line.position).toBe(10);
    const early = /** @type {any} */ (document.createElement("test-line"));
    early.set({ position: 7, factor: 3 });
    expect(early.factor).toBe(3);
    document.body.append(early);
    expect(early.position).toBe(7);
    early.remove();
  });
});
