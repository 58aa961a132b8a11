import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import "../../web/elements/phasor-waves.js";
import { sinusoidal, wavelengths } from "../../web/phasor/index.js";
import { pass } from "./clock.js";
import { asDrawn, drawingOf, meet } from "./drawing.js";
import { centreOf, drag, handleOf, press, rested, sentenceOf, tap, textsOf, turn } from "./grab.js";
import { buttonOf, press as click, mount, mountIn, onAnEmptyPage, plotOf } from "./support.js";

onAnEmptyPage();

test("the cursor can be dragged from anywhere in the big wave", async () => {
  const [figure] = await mount("<phasor-waves></phasor-waves>");
  const handle = handleOf(figure, "position");
  const { x, y } = centreOf(handle);
  await drag(figure, { x: x + 40, y: y - 90 }, { x: x + 160, y: y - 90 });
  expect(centreOf(handle).x).toBeCloseTo(x + 160, -1);
  expect(textsOf(figure)).toContain(`position ${figure.position}`);
});

test("turning the hand once around moves the position by one wavelength", async () => {
  const [figure] = await mount('<phasor-waves pair="6" position="10"></phasor-waves>');
  // The dial is the leftmost part of the drawing, and its middle is level with the wave's.
  const box = plotOf(figure).getBoundingClientRect();
  const rim = 82;
  const y = centreOf(handleOf(figure, "position")).y - 1.15 * rim;
  const angle = (10 / wavelengths(64)[6]) * 2 * Math.PI;
  await turn(figure, { x: box.left + rim + 8, y, radius: rim }, angle, 2 * Math.PI);
  expect(figure.position).toBe(Math.round(10 + wavelengths(64)[6]));
});

test("a tap on a small wave makes it the big one", async () => {
  const [figure] = await mount("<phasor-waves></phasor-waves>");
  const { x, y } = centreOf(handleOf(figure, "position"));
  const at = { x: x + 100, y: y + 80 };
  await tap(figure, at);
  expect([figure.pair, figure.pairs]).toEqual([0, "6 4 12 16"]);
  expect(textsOf(figure).join()).toContain("pair 0: one turn = 6.28 words");
  press(handleOf(figure, "position"), "ArrowUp");
  expect(figure.pair).toBe(0);
  press(handleOf(figure, "position"), "ArrowDown");
  expect(figure.pair).toBe(1);
});

test("screen readers get the pair's sine and cosine", async () => {
  const [figure] = await mount('<phasor-waves pair="5" position="10"></phasor-waves>');
  const [sine, cosine] = sinusoidal(11, 64).subarray(10 * 64 + 10);
  const values = `cosine ${cosine.toFixed(2)}, sine ${sine.toFixed(2)}`;
  expect(sentenceOf(figure)).toBe(
    `Position 10, pair 5, one turn in ${wavelengths(64)[5].toPrecision(3)} words: ${values}.`,
  );
  const words = handleOf(figure, "position").getAttribute("aria-valuetext");
  expect(words?.replaceAll("\u2212", "-")).toBe(`10: ${values}`);
});

test("a dashed line connects the hand's tip with the wave", async () => {
  const [figure] = await mount('<phasor-waves pair="6"></phasor-waves>');
  const values = sinusoidal(128, 64, { dtype: "float64" });
  /** @type {(position: number) => Promise<number[]>} */
  const lineAt = async (position) => {
    figure.position = position;
    await rested();
    const [, d] = /d="([^"]*)"[^>]*stroke-dasharray="4 4"/.exec(figure.toSVG()) ?? [];
    const ends = (d.match(/-?[\d.]+/g) ?? []).map(Number);
    const tips = [...figure.toSVG().matchAll(/L([\d.]+) ([\d.]+)"/g)].map(([, x, y]) => [+x, +y]);
    const tipsAtEnd = tips.filter(([x, y]) => Math.hypot(x - ends[0], y - ends[1]) < 0.5);
    expect(tipsAtEnd).not.toEqual([]);
    return ends;
  };
  const [a, b] = [await lineAt(9), await lineAt(26)];
  const [sineA, sineB] = [9, 26].map((position) => values[position * 64 + 12]);
  expect(a[1]).toBeCloseTo(a[3], 1);
  // By its sine to the right of the dial's middle, by as much as the other end by its cosine.
  const [cosineA, cosineB] = [9, 26].map((position) => values[position * 64 + 13]);
  const radius = (b[1] - a[1]) / (cosineA - cosineB);
  expect(radius).toBeGreaterThan(40);
  expect((a[0] - b[0]) / (sineA - sineB)).toBeCloseTo(radius, 0);
});

/** Points of the paths with a stroke of this width.
 * @param {string} svg @param {string} width @param {string} [dash] @returns {[x: number, y: number][][]} */
const strokes = (svg, width, dash) =>
  [...svg.matchAll(/<path[^>]*>/g)]
    .map(([path]) => path)
    .filter((path) => path.includes(`stroke-width="${width}"`))
    .filter((path) =>
      dash ? path.includes(`stroke-dasharray="${dash}"`) : !path.includes("dasharray"),
    )
    .map((path) =>
      [...(/ d="([^"]*)"/.exec(path)?.[1] ?? "").matchAll(/([\d.-]+)[ ,]([\d.-]+)/g)].map(
        ([, x, y]) => /** @type {[number, number]} */ ([+x, +y]),
      ),
    )
    .filter((points) => points.length > 300);

test.each([
  [64, 128, 10000],
  [200, 130, 10000],
  [512, 77, 777.7],
])("each wave matches its pair: d = %d, %d positions, base %d", async (d, length, base) => {
  const [figure] = await mount(
    `<phasor-waves d-model="${d}" length="${length}" base="${base}" pair="6" pairs="0 3 25"></phasor-waves>`,
  );
  await rested();
  const svg = figure.toSVG();
  const waves = [
    [...strokes(svg, "2.25"), 6, Math.cos],
    [...strokes(svg, "1.5", "5 4"), 6, Math.sin],
    ...strokes(svg, "1").map((points, n) => [points, [0, 3, 25][n], Math.cos]),
  ];
  expect(waves).toHaveLength(5);
  for (const [
    points,
    pair,
    wave,
  ] of /** @type {[[number, number][], number, (x: number) => number][]} */ (waves)) {
    const every = length > 80 ? 4 : 8;
    const values = points.map((_, n) => wave(n / every / base ** ((2 * pair) / d)));
    // Heights are a straight line's of the values.
    const [low, high] = [Math.min, Math.max].map((pick) => values.indexOf(pick(...values)));
    const scale = (points[high][1] - points[low][1]) / (values[high] - values[low]);
    expect(scale).toBeLessThan(0);
    for (const [n, [x, y]] of points.entries()) {
      expect(Math.abs(y - points[low][1] - scale * (values[n] - values[low]))).toBeLessThan(0.06);
      const step = (points[points.length - 1][0] - points[0][0]) / (points.length - 1);
      expect(Math.abs(x - points[0][0] - n * step)).toBeLessThan(0.06);
    }
  }
});

test.each([
  ["a line, if it is slow", 90, 98],
  ["the area between its extremes", 50, 57],
  ["a band, if it is fast", 0, 40],
])("with many positions, a wave is drawn as %s", async (_, pair, other) => {
  const [d, length, samples] = [200, 2 ** 16, 640];
  const [figure] = await mount(
    `<phasor-waves d-model="${d}" length="${length}" pair="${pair}" pairs="${other}"></phasor-waves>`,
  );
  await rested();
  const paths = [...figure.toSVG().matchAll(/<path[^>]*>/g)]
    .map(([path]) => [...path.matchAll(/[ML]([\d.-]+)[ ,]([\d.-]+)/g)])
    .map((points) => points.map(([, x, y]) => /** @type {[number, number]} */ ([+x, +y])))
    .filter((points) => points.length > samples);
  expect(paths).toHaveLength(3);
  const isLine = pair === 90;
  for (const [n, wave] of [Math.sin, Math.cos, Math.cos].entries()) {
    const points = paths[n];
    expect(points).toHaveLength(isLine ? samples + 1 : 2 * samples);
    const frequency = 10000 ** ((-2 * (n < 2 ? pair : other)) / d);
    // Heights from the middle, relative to a crest's.
    const [top, bottom] = [Math.min, Math.max].map((pick) => pick(...points.map(([, y]) => y)));
    const heightOf = (/** @type {number} */ at) =>
      (2 * ((top + bottom) / 2 - points[at][1])) / (bottom - top);
    for (let bin = 0; bin < samples; bin++) {
      // There are far more values than samples; a crest between samples is at most 2e-4 higher.
      const looks = isLine ? 1 : 400;
      const values = Array.from({ length: looks }, (_, look) =>
        wave(((bin + look / looks) / samples) * length * frequency),
      );
      if (isLine) expect(Math.abs(heightOf(bin) - values[0])).toBeLessThan(0.02);
      else if (other === 40)
        expect([heightOf(bin), heightOf(2 * samples - 1 - bin)]).toEqual([1, -1]);
      else {
        expect(Math.abs(heightOf(bin) - Math.max(...values))).toBeLessThan(0.02);
        expect(Math.abs(heightOf(2 * samples - 1 - bin) - Math.min(...values))).toBeLessThan(0.02);
      }
    }
  }
});

test.each([0, 120])("the line of one turn is within the frame, position %d", async (position) => {
  const [figure] = await mount(
    `<phasor-waves pair="6" pairs="0" position="${position}"></phasor-waves>`,
  );
  await rested();
  const svg = figure.toSVG();
  const xs = strokes(svg, "2.25")[0].map(([x]) => x);
  const one = (xs[xs.length - 1] - xs[0]) / (128 + 7 / 8);
  const ends = [...svg.matchAll(/<path d="M([\d.]+) [\d.]+L([\d.]+) [\d.]+"[^>]*>/g)]
    .filter(([path]) => path.includes('stroke-width="1.25"') && !path.includes("dasharray"))
    .map(([, from, to]) => [+from, +to])
    // Tags have shorter lines.
    .filter(([from, to]) => to - from > 20);
  expect(ends).toHaveLength(1);
  const [from, to] = ends[0];
  expect(to - from).toBeCloseTo(wavelengths(64)[6] * one, 0);
  expect(from).toBeGreaterThan(xs[0] - one);
  expect(to).toBeLessThan(xs[0] + 128.5 * one);
});

test("while it plays, the hand draws the wave, and the rim that it has passed is drawn on top", async () => {
  const [figure] = await mount('<phasor-waves pair="6" position="56" length="128"></phasor-waves>');
  figure.play();
  pass(900);
  const { position, playing } = figure.p;
  const { words, lines } = drawingOf(figure);
  expect(playing).toBe(true);
  expect(position).toBeGreaterThan(58);
  expect(position).toBeLessThan(70);
  const tick = (/** @type {string} */ text) => words.find((word) => word.text === text)?.x ?? 0;
  const at = (/** @type {number} */ place) =>
    tick("20") + ((tick("120") - tick("20")) * (place - 20)) / 100;
  const turn = wavelengths(64)[6];
  const level = lines.filter(
    ([one, other], n) =>
      lines[n].length === 2 && one[1] === other[1] && Math.abs(other[0] - at(position)) < 1.5,
  );
  expect(level.some(([[x]]) => Math.abs(x - at(turn)) < 1.5)).toBe(true);
  // The line as far as the hand, over the pale one.
  const ends = lines.filter((line) => line.length > 100).map((line) => line[line.length - 1][0]);
  expect(ends.some((x) => x <= at(position) + 0.5 && x > at(position - 2))).toBe(true);
  figure.play(false);
  await rested();
  expect(drawingOf(figure).lines.filter((line) => line.length > 100).length).toBe(ends.length - 1);
});

test("buttons zoom around the position, for readers without a wheel", async () => {
  const [figure] = await mount('<phasor-waves length="512" position="100"></phasor-waves>');
  for (const [words, expected] of [
    ["zoom in", 256],
    ["zoom in", 128],
    ["zoom out", 256],
  ]) {
    click(figure, String(words));
    const [start, end] = figure.span.split(" ").map(Number);
    expect(end - start).toBe(expected);
    expect(start).toBeLessThanOrEqual(100);
    expect(end).toBeGreaterThan(100);
  }
  click(figure, "zoom out");
  expect(figure.span).toBe("");
});

test("a wave with a turn inside a pixel says so, and does not after zooming in", async () => {
  const [figure] = await mount('<phasor-waves length="1048576"></phasor-waves>');
  expect(textsOf(figure)).toContain("turns within a pixel: zoom in");
  figure.set({ span: { start: 0, end: 100 } }, { ease: false });
  await rested();
  expect(textsOf(figure).join()).not.toContain("turns within a pixel");
});

test.each([
  [340, 600],
  [340, 540],
  [720, 560],
  [720, 480],
])(
  "%i pixels wide and %i high, small dials do not overlap and their tips are level with dots on the curves",
  async (width, height) => {
    const figure = await mountIn(
      width,
      `<phasor-waves position="11" style="height: ${height}px"></phasor-waves>`,
    );
    const { rings: all, discs, lines, height: room } = drawingOf(figure);
    const rings = all.filter(({ colour }) => colour === asDrawn(figure.view.theme.dimension));
    expect(rings).toHaveLength(5);
    for (const one of rings) {
      expect(one.bottom).toBeLessThan(room);
      expect(rings.filter((other) => meet(one, other))).toEqual([one]);
      const radius = (one.right - one.left) / 2;
      // From the tip to the curve.
      const level = lines.filter(
        ([[x, y] = [0, 0], [, end] = [0, 0]]) =>
          y === end && Math.abs(Math.hypot(x - one.x, y - one.y) - radius) < 2,
      );
      expect(level).toHaveLength(1);
      const [, [x, y]] = level[0];
      expect(discs.some((disc) => Math.hypot(disc.x - x, disc.y - y) < 0.1)).toBe(true);
    }
  },
);

test("positions beyond the end of the text have no dot", async () => {
  const figure = await mountIn(640, '<phasor-waves length="4" position="1"></phasor-waves>');
  const { discs } = drawingOf(figure);
  const right = Math.max(...discs.map(({ x }) => x));
  expect(right).toBeLessThan(640 - 150);
});

test.each([375, 768])("buttons stand side by side when more is open, at %i px", async (width) => {
  await page.viewport(width, 1200);
  onTestFinished(() => page.viewport(1280, 800));
  const [figure] = await mount("<phasor-waves></phasor-waves>");
  figure.shadowRoot.querySelector("details.more").open = true;
  const top = (/** @type {string} */ name) => buttonOf(figure, name).getBoundingClientRect().top;
  expect(top("zoom in")).toBe(top("zoom out"));
  expect(top("play")).toBe(top("reset"));
});
