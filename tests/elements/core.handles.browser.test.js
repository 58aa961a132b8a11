// Input to any figure: dragging handles, moving them by keys, and zooming with two fingers or the wheel.
import { describe, expect, test, vi } from "vitest";
import { dot, linear } from "../../web/elements/core/index.js";
import "../../web/elements/phasor-bugs.js";
import "../../web/elements/phasor-heatmap.js";
import "../../web/elements/phasor-order.js";
import "../../web/elements/phasor-waves.js";
import { pass } from "./clock.js";
import { centreOf, drag, handleOf, pixelUnder, point, press, rested } from "./grab.js";
import { layer, mount, mountIn, onAnEmptyPage, plotOf, settled } from "./support.js";
import { declare, one } from "./test-line.js";

onAnEmptyPage();

describe("a handle", () => {
  test("keeps its distance from the pointer while it is dragged, and eases to a whole number", async () => {
    const line = await one('length="21" position="5"');
    const handle = handleOf(line, "position");
    const from = centreOf(handle);
    line.position = 6;
    await rested();
    const cell = centreOf(handle).x - from.x;
    line.position = 5;
    await rested();
    // The pointer is 9 pixels from its middle.
    const grip = { x: from.x + 9, y: from.y };
    await drag(line, grip, { x: grip.x + 3.4 * cell, y: grip.y + 30 }, { release: false });
    expect(line.position).toBe(8);
    expect(centreOf(handle).x).toBeCloseTo(from.x + 3.4 * cell, 0);
    point(line, "pointerup", { x: grip.x + 3.4 * cell, y: grip.y });
    await rested();
    expect(centreOf(handle).x).toBeCloseTo(from.x + 3 * cell, 0);
    expect(line.position).toBe(8);
  });

  test("eases from where it is released, however long it was held still", async () => {
    const line = await one('length="21" position="5"');
    const from = centreOf(handleOf(line, "position"));
    await drag(line, from, { x: from.x + 200, y: from.y }, { release: false });
    const position = line.p.position;
    expect(Math.abs(position - line.position)).toBeGreaterThan(0.01);
    pass(300);
    point(line, "pointerup", { x: from.x + 200, y: from.y });
    expect(line.motion.at("position", line.position, performance.now())).toBeCloseTo(position, 1);
    await rested();
    expect(line.p.position).toBe(line.position);
  });

  test("stays within its limits, and Escape undoes a drag", async () => {
    const line = await one('length="21" position="5"');
    let calls = 0;
    /** @type {number | undefined} the value of the last event */
    let heard;
    line.addEventListener("phasor-change", (/** @type {CustomEvent} */ { detail }) => {
      calls++;
      heard = detail.position;
    });
    const handle = handleOf(line, "position");
    await drag(line, centreOf(handle), { x: 5000, y: 0 });
    expect(line.position).toBe(20);
    expect(calls).toBeGreaterThan(0);
    await drag(line, centreOf(handle), { x: -5000, y: 0 }, { release: false });
    expect(line.position).toBe(0);
    expect(heard).toBe(0);
    press(handle, "Escape");
    expect([line.position, heard]).toEqual([20, 20]);
    point(line, "pointermove", { x: 100, y: 0 });
    point(line, "pointerup", { x: 100, y: 0 });
    expect(line.position).toBe(20);
  });

  test("is a slider for keys, and Escape undoes them", async () => {
    const line = await one('length="50" position="5"');
    const handle = handleOf(line, "position");
    handle.focus();
    for (const [key, modifiers, expected] of /** @type {[string, object, number][]} */ ([
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
      press(handle, key, modifiers);
      expect(line.position, key).toBe(expected);
    }
    await rested();
    expect(handle.getAttribute("role")).toBe("slider");
    expect(handle.getAttribute("aria-valuetext")).toBe("position 0");
    press(handle, "Escape");
    expect(line.position).toBe(5);
  });

  test("undoes a drag at Escape wherever the focus is", async () => {
    const line = await one('length="21" position="5"');
    const from = centreOf(handleOf(line, "position"));
    await drag(line, from, { x: from.x + 200, y: from.y }, { release: false });
    expect(line.position).toBeGreaterThan(5);
    expect(press(document.body, "Escape")).toBe(false);
    expect(line.position).toBe(5);
    expect(press(document.body, "Escape")).toBe(true);
  });

  test("keeps its events from slides around it, which are neither swiped nor changed by keys", async () => {
    const line = await one('length="21" position="5"');
    const listener = vi.fn();
    const types = ["keydown", "pointerdown", "pointermove", "pointerup", "touchstart"];
    for (const type of types) document.body.addEventListener(type, listener);
    try {
      const handle = handleOf(line, "position");
      const from = centreOf(handle);
      press(handle, "ArrowRight");
      point(line, "pointerdown", from, { pointerType: "touch" });
      point(line, "pointermove", { x: from.x + 90, y: from.y }, { pointerType: "touch" });
      point(line, "pointerup", { x: from.x + 90, y: from.y }, { pointerType: "touch" });
      expect(listener).not.toHaveBeenCalled();
      press(handle, "a");
      point(line, "pointerdown", { x: from.x + 300, y: from.y - 60 }, { pointerType: "touch" });
      expect(listener).toHaveBeenCalledTimes(2);
    } finally {
      for (const type of types) document.body.removeEventListener(type, listener);
    }
  });

  test("can be dragged by a finger after a mouse was released outside the figure", async () => {
    const line = await one('length="21" position="5"');
    const from = centreOf(handleOf(line, "position"));
    point(line, "pointerdown", { x: from.x, y: from.y + 70 });
    const finger = { pointerId: 2, pointerType: "touch" };
    await drag(line, from, { x: from.x + 200, y: from.y }, finger);
    expect(line.position).toBeGreaterThan(5);
  });

  test("stays where a pen drags it when a palm beside the pen is cancelled", async () => {
    const line = await one('length="21" position="5"');
    const from = centreOf(handleOf(line, "position"));
    const pen = { pointerId: 2, pointerType: "pen" };
    await drag(line, from, { x: from.x + 200, y: from.y }, { ...pen, release: false });
    const { position } = line;
    point(line, "pointercancel", from, { pointerId: 3, pointerType: "touch" });
    expect([position > 5, line.position]).toEqual([true, position]);
    point(line, "pointercancel", from, pen);
    expect(line.position).toBe(5);
  });

  test("is no longer dragged when the page has moved the figure", async () => {
    const line = await one('length="21" position="5"');
    const from = centreOf(handleOf(line, "position"));
    const finger = { pointerId: 2, pointerType: "touch" };
    await drag(line, from, { x: from.x + 200, y: from.y }, { ...finger, release: false });
    line.parentNode.append(line);
    document.dispatchEvent(new PointerEvent("lostpointercapture", finger));
    await rested();
    const { position } = line;
    point(line, "pointermove", from, finger);
    expect([position > 5, line.position]).toEqual([true, position]);
    await drag(line, centreOf(handleOf(line, "position")), from, { ...finger, pointerId: 3 });
    expect(line.position).toBe(5);
  });

  test("leaves Escape to the page, for example to a dialog, if there is nothing to undo", async () => {
    const line = await one('length="21" position="5"');
    const handle = handleOf(line, "position");
    const listener = vi.fn();
    line.addEventListener("phasor-change", listener);
    handle.focus();
    expect(press(handle, "Escape")).toBe(true);
    press(handle, "ArrowRight");
    expect(press(handle, "Escape")).toBe(false);
    expect(line.position).toBe(5);
    expect(listener).toHaveBeenCalledTimes(2);
    expect(press(handle, "Escape")).toBe(true);
    expect(listener).toHaveBeenCalledTimes(2);
  });

  test("is drawn around its middle", async () => {
    const line = await one('length="21" position="10"');
    const canvas = layer(line, "moving");
    for (const name of ["position", "factor"]) {
      const { x, y } = centreOf(handleOf(line, name));
      const inkedAt = (/** @type {number} */ dx) =>
        pixelUnder(canvas, { x: x + dx, y }) >>> 24 > 128;
      const reach = (/** @type {1 | -1} */ side) => {
        let distance = 0;
        while (inkedAt(side * distance) && distance < 100) distance += 0.5;
        return distance;
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

  test("is moved by a mouse press in its panel, where a finger may scroll instead", async () => {
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

test.each(["heatmap", "waves"])(
  "the wheel with Ctrl zooms %s around the pointer, and scrolls without",
  async (name) => {
    const [figure] = await mount(`<phasor-${name} length="512" position="100"></phasor-${name}>`);
    const { x, y } = centreOf(handleOf(figure, "position"));
    const turn = (/** @type {WheelEventInit} */ how) => {
      const place = { clientX: x, clientY: y - 90, bubbles: true, cancelable: true };
      return plotOf(figure).dispatchEvent(new WheelEvent("wheel", { ...place, ...how }));
    };
    expect(turn({ deltaY: -60 })).toBe(true);
    expect(figure.span).toBe("");
    expect(turn({ deltaY: -60, ctrlKey: true })).toBe(false);
    await rested();
    const [start, end] = figure.span.split(" ").map(Number);
    expect((end - start) / 512).toBeCloseTo(Math.exp(-0.6), 1);
    expect(Math.abs(centreOf(handleOf(figure, "position")).x - x)).toBeLessThan(2);
  },
);

describe("a gesture with two fingers", () => {
  declare("test-zoom", {
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
  });
  const fingers = [1, 2].map((pointerId) => ({ pointerId, pointerType: "touch" }));

  test("that doubles their distance shows half as many positions, around their middle", async () => {
    const [zoom] = await mount('<test-zoom length="100"></test-zoom>');
    const { left, top, width } = plotOf(zoom).getBoundingClientRect();
    const at = (/** @type {number} */ part) => ({ x: left + part * width, y: top + 30 });
    point(zoom, "pointerdown", at(0.45), fingers[0]);
    point(zoom, "pointerdown", at(0.55), fingers[1]);
    point(zoom, "pointermove", at(0.65), fingers[1]);
    await settled();
    const [start, end] = zoom.span.split(" ").map(Number);
    expect(end - start).toBeCloseTo(50, 0);
    // The positions between the fingers stay there.
    expect((55 - start) / (end - start)).toBeCloseTo(0.55, 1);
    for (const finger of fingers) point(zoom, "pointerup", at(0.65), finger);
    expect(zoom.position).toBe(37);
  });

  test("zooms the page if the figure does not zoom", async () => {
    const [zoom] = await mount('<test-zoom length="100"></test-zoom>');
    const line = await one();
    expect(getComputedStyle(plotOf(zoom)).touchAction).toBe("pan-y");
    expect(getComputedStyle(plotOf(line)).touchAction).toBe("manipulation");
  });

  test("ends a drag by the first finger, and undoes it", async () => {
    const [zoom] = await mount('<test-zoom length="100" position="20"></test-zoom>');
    const from = centreOf(handleOf(zoom, "position"));
    const to = { x: from.x + 300, y: from.y };
    await drag(zoom, from, to, { ...fingers[0], release: false });
    expect(zoom.position).toBeGreaterThan(30);
    point(zoom, "pointerdown", { x: to.x + 150, y: to.y }, fingers[1]);
    expect(zoom.position).toBe(20);
    point(zoom, "pointerup", { x: to.x + 150, y: to.y }, fingers[1]);
    point(zoom, "pointerup", to, fingers[0]);
    await rested();
    expect(zoom.position).toBe(20);
  });
});

test.each(
  ["phasor-bugs", "phasor-order"].flatMap((tag) =>
    [300, 600, 1000].map((width) => /** @type {const} */ ([tag, width])),
  ),
)("<%s>, %i pixels wide: focus rings are within the drawing", async (tag, width) => {
  const figure = await mountIn(width, `<${tag}></${tag}>`);
  const plot = plotOf(figure);
  const box = plot.getBoundingClientRect();
  const rings = [...plot.querySelectorAll(".handle i")];
  expect(rings.length).toBeGreaterThan(1);
  for (const ring of rings) {
    const { left, right, top, bottom } = ring.getBoundingClientRect();
    const out = Math.max(box.left - left, right - box.right, box.top - top, bottom - box.bottom);
    expect(out, ring.parentElement?.ariaLabel ?? "").toBeLessThanOrEqual(0);
  }
});
