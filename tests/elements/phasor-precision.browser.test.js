import { describe, expect, test } from "vitest";
import "../../web/elements/phasor-precision.js";
import { rounded } from "../phasor/exact_tables.js";
import { until } from "../until.js";
import { asDrawn } from "./drawing.js";
import { centreOf, drag, handleOf, keys, nearest, point, rested, textsOf, turn } from "./grab.js";
import { recordingOf } from "./recorder.js";
import {
  layer,
  mount,
  onAnEmptyPage,
  pixelDifference,
  pixelsOf,
  plotOf,
  settled,
  themePixel,
} from "./support.js";

onAnEmptyPage();

const { abs, atan2, cos, floor, log, max, PI, sin } = Math;

/** @type {Record<string, (x: number) => number>} */
const ROUND = {
  float32: Math.fround,
  bfloat16: (x) => rounded(x, "bfloat16"),
  float16(x) {
    const half = rounded(x, "float16");
    return abs(half) > 65504 ? Math.sign(x) * Infinity : half;
  },
};

/** The exact angle of a pair, and the angle in a format.
 * @param {number} p @param {number} pair @param {string} format */
function angles(p, pair, format) {
  const w = 10000 ** (-pair / 64);
  const round = ROUND[format];
  return { exact: p * w, computed: round(round(p) * round(w)) };
}

/** The largest error of a row of 128. @param {number} p @param {string} format */
function errorOf(p, format) {
  let most = 0;
  for (let pair = 0; pair < 64; pair++) {
    const { exact, computed } = angles(p, pair, format);
    for (const wave of [sin, cos])
      most = max(most, abs(wave(exact) - ROUND[format](wave(computed))));
  }
  return most;
}

const SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹";
/** With two digits. @param {number} error */
function brief(error) {
  if (error >= 0.001) return String(Number(error.toPrecision(2)));
  const [digits, power] = error.toExponential(1).split("e-");
  return `${Number(digits)}·10⁻${[...power].map((digit) => SUPERSCRIPT[+digit]).join("")}`;
}

/** The middle of the pixels of a colour in a part of the drawing.
 * @param {any} figure @param {string} name of a colour @param {[from: number, to: number]} part of the width @param {number} [run] pixels of the colour beside each other */
function blotsOf(figure, name, [from, end], run = 1) {
  const canvas = layer(figure, "moving");
  const box = canvas.getBoundingClientRect();
  const scale = canvas.width / box.width;
  const pixels = pixelsOf(canvas);
  const expected = themePixel(figure, name);
  const [xs, ys] = [
    [Infinity, -Infinity],
    [Infinity, -Infinity],
  ];
  for (let y = 0; y < canvas.height; y++) {
    let length = 0;
    for (let x = floor(from * canvas.width); x < end * canvas.width; x++) {
      const pixel = pixels[y * canvas.width + x];
      length = pixel >>> 24 === 255 && pixelDifference(pixel, expected) < 8 ? length + 1 : 0;
      if (length < run) continue;
      xs[0] = Math.min(xs[0], x - run + 1);
      xs[1] = max(xs[1], x);
      ys[0] = Math.min(ys[0], y);
      ys[1] = max(ys[1], y);
    }
  }
  return {
    x: box.left + (xs[0] + xs[1] + 1) / 2 / scale,
    y: box.top + (ys[0] + ys[1] + 1) / 2 / scale,
    width: (xs[1] - xs[0] + 1) / scale,
  };
}

/** The middle of the dial, and the angle of a hand's tip.
 * @param {any} figure @param {string} colour */
function handOf(figure, colour) {
  const dial = blotsOf(figure, "edge", [0, 0.34]);
  const tip = blotsOf(figure, colour, [0, 0.34], 9);
  return { dial, tip, angle: atan2(tip.x - dial.x, dial.y - tip.y) };
}

/** The shorter rotation from one angle to another. @param {number} from @param {number} end */
const turnOf = (from, end) => end - from - 2 * PI * Math.round((end - from) / (2 * PI));

/** Pixels of the axis for a factor of e, and the place of position 1. @param {any} figure */
async function axisOf(figure) {
  const { at } = figure;
  /** @type {number[]} */
  const places = [];
  for (const position of [1e3, 1e5]) {
    figure.at = position;
    await settled();
    places.push(centreOf(handleOf(figure, "position")).x);
  }
  figure.at = at;
  await settled();
  const scale = (places[1] - places[0]) / log(100);
  return (/** @type {number} */ position) => places[0] + scale * log(position / 1e3);
}

describe("the numbers of <phasor-precision>", () => {
  test.each([137, 4095, 60001, 8765432])("are right at the cursor for position %i", async (at) => {
    const [figure] = await mount(`<phasor-precision at="${at}"></phasor-precision>`);
    const words = textsOf(figure);
    for (const format of ["float32", "float16", "bfloat16"]) {
      const value = errorOf(at, format);
      if (Number.isNaN(value)) expect(words.join()).not.toContain(`${format} 1`);
      else expect(words, format).toContain(`${format} ${brief(value)}`);
    }
  });

  test("say that float32 is closer than ggml in a head of 128", async () => {
    const [figure] = await mount('<phasor-precision at="131071"></phasor-precision>');
    const words = textsOf(figure);
    expect(words).toContain("float32 0.0026");
    expect(words).toContain("ggml 0.012");
    expect(words).toContain("largest error of a sine or cosine in a row of 128");
    // Rows have even widths.
    figure.width = 33;
    await settled();
    expect(textsOf(figure)).toContain("largest error of a sine or cosine in a row of 32");
  });

  test("say that errors of the 16-bit formats saturate at 2, and that float16 ends", async () => {
    const [figure] = await mount(
      '<phasor-precision at="70000" arithmetic="float16"></phasor-precision>',
    );
    await until(() => expect(textsOf(figure)).toContain("float16 ends at 65,504"));
    const words = textsOf(figure);
    expect(words).toContain("2, the maximum: opposite hands");
    expect(words).toContain("256: bfloat16 skips");
    expect(words).toContain("float16: the angle is not a number");
    expect(words.some((text) => /^float16 \d/.test(text))).toBe(false);
  });
});

describe("the dial of <phasor-precision>", () => {
  test.each([
    { at: 4095, pair: 6, arithmetic: "bfloat16", colour: "key" },
    { at: 20000, pair: 11, arithmetic: "float16", colour: "offset" },
  ])(
    "has hands at the true and the computed angle: $at, pair $pair, $arithmetic",
    async ({ at, pair, arithmetic, colour }) => {
      const [figure] = await mount(
        `<phasor-precision at="${at}" pair="${pair}" arithmetic="${arithmetic}"></phasor-precision>`,
      );
      const { exact, computed } = angles(at, pair, arithmetic);
      const gap = turnOf(exact, computed);
      expect(abs(gap)).toBeGreaterThan(0.4);
      expect(abs(turnOf(handOf(figure, "position").angle, exact))).toBeLessThan(0.03);
      if (colour !== "offset")
        expect(abs(turnOf(handOf(figure, colour).angle, computed))).toBeLessThan(0.03);
      // Rounding the sine and cosine to the format turns the hand a little more.
      const sentence = textsOf(figure).find((text) => text.startsWith(`${arithmetic} is off by`));
      const degrees = Number(sentence?.match(/[\d.]+(?=°)/)?.[0]);
      expect(abs(degrees - abs((gap * 180) / PI))).toBeLessThan(0.4);
    },
  );

  test("changes the position when the true hand is turned", async () => {
    const [figure] = await mount('<phasor-precision pair="31" d-model="128"></phasor-precision>');
    const { dial, angle } = handOf(figure, "position");
    await turn(figure, { ...dial, radius: dial.width / 2 }, angle, 1.2);
    const moved = 1.2 / 10000 ** (-62 / 128);
    expect(abs(figure.at - 4095 - moved)).toBeLessThan(0.03 * moved);
    expect(abs(turnOf(handOf(figure, "position").angle, angle + 1.2))).toBeLessThan(0.05);
  });
});

describe("the position of <phasor-precision>", () => {
  test("can be dragged along the axis, stays there, and can be restored", async () => {
    const [figure] = await mount("<phasor-precision></phasor-precision>");
    const axis = await axisOf(figure);
    const handle = handleOf(figure, "position");
    const { y } = centreOf(handle);
    await drag(figure, centreOf(handle), { x: axis(2e4), y });
    expect(figure.at / 2e4).toBeGreaterThan(0.98);
    expect(figure.at / 2e4).toBeLessThan(1.02);
    const { at } = figure;
    // It used to snap back when the pointer left.
    point(figure, "pointerleave", { x: 0, y: 0 });
    await rested();
    expect(figure.at).toBe(at);
    expect(textsOf(figure)).toContain(`float32 ${brief(errorOf(at, "float32"))}`);
    await keys(handle, "Escape");
    expect(figure.at).toBe(4095);
  });

  test("can be moved by keys, and so can the pair", async () => {
    const [figure, other] = await mount(
      '<phasor-precision group="far"></phasor-precision><phasor-precision group="far"></phasor-precision>',
    );
    const handle = handleOf(figure, "position");
    await keys(handle, "ArrowRight", "PageUp", "ArrowDown");
    expect([figure.at, figure.pair, other.pair]).toEqual([5096, 7, 7]);
    await keys(handle, "End");
    expect(figure.at).toBe(1e7);
    figure.reset();
    expect([figure.at, figure.pair]).toEqual([4095, 6]);
  });

  test("has dots at its errors on the axis, lines at the worst of each eighth of a decade, and a cross at the end", async () => {
    const [figure] = await mount("<phasor-precision></phasor-precision>");
    const axis = await axisOf(figure);
    const heights = [];
    for (const at of [2000, 300000]) {
      figure.at = at;
      await settled();
      const box = layer(figure, "moving").getBoundingClientRect();
      const edges = [-4, 4].map((dx) => (axis(at) + dx - box.left) / box.width);
      const { y } = blotsOf(figure, "fifth", /** @type {[number, number]} */ (edges), 5);
      const floor = centreOf(handleOf(figure, "position")).y;
      heights.push((floor - y) / log(errorOf(at, "float32") / 1e-6));
    }
    expect(heights[0] / heights[1]).toBeGreaterThan(0.97);
    expect(heights[0] / heights[1]).toBeLessThan(1.03);
    await until(() => expect(textsOf(figure).join("\n")).toMatch(/^float16 ends/m));
    const [curve, cross] = recordingOf(figure).filter(
      ({ kind, colour }) => kind === "stroke" && colour === asDrawn(figure.theme.offset),
    );
    const { left, right, top, bottom } = cross.box;
    const origin = plotOf(figure).getBoundingClientRect().left;
    expect(origin + (left + right) / 2).toBeCloseTo(axis(65504), 0);
    expect((top + bottom) / 2).toBeCloseTo(curve.corners[curve.corners.length - 1][1], 1);
    for (const eighth of [9, 31]) {
      const positions = Array.from({ length: 64 }, (_, n) =>
        Math.round(10 ** (2 + (64 * eighth + n) / 512)),
      );
      const errors = positions.map((at) => errorOf(at, "float32"));
      const worst = max(...errors);
      const x = axis(positions[errors.indexOf(worst)]);
      const floor = centreOf(handleOf(figure, "position")).y;
      const y = floor - heights[1] * log(worst / 1e-6);
      const fifth = themePixel(figure, "fifth");
      const distance = nearest(layer(figure, "still"), { x, y }, fifth, [0], [-2, -1, 0, 1, 2]);
      expect(distance, `eighth ${eighth}`).toBeLessThan(60);
    }
  });
});
