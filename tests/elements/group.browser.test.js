import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import "../../web/elements/phasor-clocks.js";
import "../../web/elements/phasor-heatmap.js";
import "../../web/elements/phasor-shift.js";
import "../../web/elements/phasor-similarity.js";
import "../../web/elements/phasor-wavelengths.js";
import "../../web/elements/phasor-waves.js";
import { centreOf, handleOf, point, rested, textsOf } from "./grab.js";
import { mount, onAnEmptyPage, plotOf, settled } from "./support.js";

// Tall enough for all figures, because figures out of view are not drawn.
beforeAll(() => page.viewport(1000, 3200));
afterAll(() => page.viewport(1280, 800));

let number = 0;
onAnEmptyPage();
beforeEach(() => {
  number++;
});

/** Three figures of one group, and one of another. */
const mountAll = () =>
  mount(`
    <phasor-heatmap group="g${number}" length="64"></phasor-heatmap>
    <phasor-waves group="g${number}"></phasor-waves>
    <phasor-similarity group="g${number}"></phasor-similarity>
    <phasor-heatmap></phasor-heatmap>
  `);

describe("a group", () => {
  test("shares the shared parameters and no others", async () => {
    const [heatmap, waves, similarity, stranger] = await mountAll();
    expect([waves.length, similarity.length, stranger.length]).toEqual([64, 64, 128]);
    heatmap.change({ dModel: 32 });
    await settled();
    expect([waves.dModel, similarity.dModel, stranger.dModel]).toEqual([32, 32, 64]);
    waves.change({ position: 9 });
    await rested();
    expect([heatmap.position, similarity.position, stranger.position]).toEqual([9, 9, 37]);
    for (const figure of [heatmap, waves]) expect(textsOf(figure)).toContain("position 9");
  });

  test("keeps the first value that a page gives, and says which has no effect", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    const [first, second, third] = await mount(
      `<phasor-clocks group="g${number}" position="12"></phasor-clocks>
       <phasor-heatmap group="g${number}" position="20" length="64"></phasor-heatmap>
       <phasor-waves group="g${number}" position="12" length="64"></phasor-waves>`,
    );
    expect([first, second, third].map(({ position, length }) => [position, length])).toEqual(
      Array(3).fill([12, 64]),
    );
    expect(warn.mock.calls).toEqual([
      [`phasor: position 20 of <phasor-heatmap> has no effect: group "g${number}" has 12`],
    ]);
    warn.mockRestore();
  });

  test("has one crosshair: the other figures show what the pointer is on", async () => {
    const [heatmap, waves, , stranger] = await mountAll();
    const [clocks] = await mount(`<phasor-clocks group="g${number}"></phasor-clocks>`);
    const { x, y } = centreOf(handleOf(heatmap, "position"));
    point(heatmap, "pointermove", { x: x + 100, y: y - 200 });
    await settled();
    const { position, pair } = heatmap.p.hover;
    expect(position).toBeGreaterThan(37);
    expect(waves.p.hover).toEqual({ position, pair });
    expect(stranger.p.hover).toBeUndefined();
    expect(clocks.p.hover).toEqual({ position, pair });
    point(heatmap, "pointerleave", { x: 0, y: 0 });
    await settled();
    expect(waves.p.hover).toBeUndefined();
    expect(clocks.p.hover).toBeUndefined();
    const box = plotOf(clocks).getBoundingClientRect();
    point(clocks, "pointermove", { x: box.left + 30, y: box.top + 80 });
    await settled();
    expect(heatmap.p.hover?.pair).toBe(0);
  });

  test("can be changed, left and joined again by a figure", async () => {
    const [heatmap, waves, , stranger] = await mountAll();
    stranger.group = `g${number}`;
    await settled();
    expect(stranger.length).toBe(64);
    const place = waves.parentElement;
    waves.remove();
    heatmap.position = 5;
    place.append(waves);
    await settled();
    expect(waves.position).toBe(5);
    expect(waves.shadowRoot.querySelectorAll("canvas")).toHaveLength(2);
  });

  test("is given what the page has set on a figure that changes to it", async () => {
    const [heatmap] = await mount('<phasor-heatmap position="5" span="8 24"></phasor-heatmap>');
    heatmap.pair = 3;
    heatmap.group = "changed";
    expect([heatmap.position, heatmap.pair, heatmap.span]).toEqual([5, 3, "8 24"]);
    heatmap.change({ position: 9 });
    heatmap.reset();
    expect(heatmap.position).toBe(5);
  });

  test("moves with its figures to another place in the page", async () => {
    const [heatmap, waves, , stranger] = await mountAll();
    const place = heatmap.parentElement;
    heatmap.change({ position: 5, pair: 3 });
    stranger.change({ position: 9 });
    place.remove();
    stranger.pair = 2;
    document.body.prepend(place);
    await settled();
    expect([heatmap.position, waves.position, waves.length]).toEqual([5, 5, 64]);
    expect([stranger.position, stranger.pair]).toEqual([9, 2]);
    heatmap.reset();
    expect([heatmap.position, heatmap.length]).toEqual([37, 64]);
  });

  test("starts with new state on another page of a single-page site", async () => {
    const [waves] = await mount(`<phasor-waves group="g${number}" position="5"></phasor-waves>`);
    waves.change({ pair: 9 });
    const { parentElement } = waves;
    parentElement.innerHTML = `<phasor-heatmap group="g${number}" position="90"></phasor-heatmap>`;
    const heatmap = parentElement.firstElementChild;
    await settled();
    expect([heatmap.position, heatmap.pair]).toEqual([90, 6]);
    // A figure that comes back joins those that are there.
    parentElement.append(waves);
    expect([waves.position, waves.pair]).toEqual([90, 6]);
  });
});
