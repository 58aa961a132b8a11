import { describe, expect, test } from "vitest";
import "../../web/elements/phasor-clocks.js";
import { sinusoidal, wavelengths } from "../../web/phasor/index.js";
import { asDrawn, drawingOf, meet } from "./drawing.js";
import {
  centreOf,
  drag,
  handleOf,
  keys,
  nearest,
  pixelUnder,
  rested,
  sentenceOf,
  textsOf,
  turn,
} from "./grab.js";
import {
  buttonOf,
  press as click,
  layer,
  mount,
  mountIn,
  onAnEmptyPage,
  pixelDifference,
  plotOf,
  themePixel,
} from "./support.js";

onAnEmptyPage();

const VALUES = sinusoidal(128, 64, { dtype: "float64" });

/**
 * The positions of dials, read from the drawing at position 0, where all hands point straight up,
 * so the tips of a row are level. Returns the first dial's middle and the length of its hand.
 * @param {any} figure
 */
async function firstDial(figure) {
  const before = figure.position;
  figure.position = 0;
  await rested();
  const canvas = layer(figure, "moving");
  const box = canvas.getBoundingClientRect();
  const accent = themePixel(figure, "position");
  const isHand = (/** @type {number} */ x, /** @type {number} */ y) =>
    pixelDifference(pixelUnder(canvas, { x, y }), accent) < 40;
  let [x, top] = [box.left + 20, box.top];
  for (let y = box.top + 40; y < box.bottom; y++) {
    const xs = Array.from({ length: 60 }, (_, n) => box.left + 10 + n).filter((at) =>
      isHand(at, y),
    );
    if (xs.length === 0) continue;
    [x, top] = [xs[Math.floor(xs.length / 2)], y];
    break;
  }
  let bottom = top;
  while (isHand(x, bottom)) bottom++;
  figure.position = before;
  await rested();
  // The tip extends 5 pixels above the hand's end, the hub 2.5 pixels below its middle.
  return { x, y: bottom - 3, radius: bottom - 3 - (top + 5) };
}

describe("<phasor-clocks>", () => {
  test("has the first hand at the kernel's angle", async () => {
    const [figure] = await mount("<phasor-clocks></phasor-clocks>");
    const { x, y, radius } = await firstDial(figure);
    for (const position of [37, 1, 55]) {
      figure.position = position;
      await rested();
      const [sine, cosine] = [VALUES[position * 64], VALUES[position * 64 + 1]];
      const at = { x: x + 0.7 * radius * sine, y: y - 0.7 * radius * cosine };
      const distance = nearest(layer(figure, "moving"), at, themePixel(figure, "position"));
      expect(distance, `${position}`).toBeLessThan(60);
    }
  });

  test("moves all hands when a tip is dragged around, and Escape undoes the drag", async () => {
    const [figure] = await mount('<phasor-clocks position="20"></phasor-clocks>');
    const dial = await firstDial(figure);
    const angle = Math.atan2(VALUES[20 * 64], VALUES[20 * 64 + 1]);
    await turn(figure, dial, angle, 6 * Math.PI, { release: false });
    expect(figure.position).toBe(Math.round(20 + 3 * wavelengths(64)[0]));
    await keys(handleOf(figure, "position"), "Escape");
    expect(figure.position).toBe(20);
    await turn(figure, dial, angle, 4 * Math.PI);
    expect(figure.position).toBe(Math.round(20 + 2 * wavelengths(64)[0]));
    expect(textsOf(figure)).toContain(`position ${figure.position}`);
  });

  test("counts the hands that complete a turn", async () => {
    const [figure] = await mount('<phasor-clocks length="500" base="100"></phasor-clocks>');
    const count = wavelengths(64, { base: 100 }).filter((wavelength) => wavelength <= 500).length;
    expect(textsOf(figure).join("\n")).toContain(`${count} come round in 500 words`);
    figure.length = 40;
    await rested();
    const fewer = wavelengths(64, { base: 100 }).filter((wavelength) => wavelength <= 40).length;
    expect(textsOf(figure).join("\n")).toContain(
      `${fewer} come round in 40 words\n${32 - fewer} do not`,
    );
    expect(sentenceOf(figure)).toBe(
      `Position 37: ${fewer} of 32 hands come round in 40 words; ${32 - fewer} do not.`,
    );
  });

  test("shows a dial for every second pair of more than 64", async () => {
    const [figure] = await mount('<phasor-clocks d-model="130"></phasor-clocks>');
    const waves = wavelengths(130);
    const texts = new Set(textsOf(figure));
    const visible = Array.from(waves.keys()).filter((pair) =>
      texts.has(waves[pair].toPrecision(3)),
    );
    const short = Array.from(waves.keys()).filter((pair) => waves[pair] < 999);
    expect(visible).toEqual(short.filter((pair) => pair % 2 === 0));
  });

  test("hides a position, reports when it is found, and shows it", async () => {
    const [figure] = await mount("<phasor-clocks></phasor-clocks>");
    figure.challenge(90);
    await rested();
    expect(textsOf(figure).join()).toContain("grey: your guess");
    expect(figure.toCSV()).toContain(String(VALUES[90 * 64]));
    const handle = handleOf(figure, "position");
    await keys(handle, "Home", ...Array(9).fill("PageUp"));
    expect(textsOf(figure).join()).toContain("Found: all hands agree");
    await keys(handle, "Home");
    buttonOf(figure, "show it").focus();
    click(figure, "show it");
    await rested();
    // The button that stands in its place.
    expect(figure.shadowRoot.activeElement.textContent).toBe("hide a position");
    expect(figure.position).toBe(90);
    expect(textsOf(figure)).toContain("position 90");
  });

  test("allows dragging the position along the words", async () => {
    const [figure] = await mount("<phasor-clocks></phasor-clocks>");
    const handle = handleOf(figure, "position");
    const from = centreOf(handle);
    await drag(figure, from, { x: from.x + 200, y: from.y });
    expect(figure.position).toBeGreaterThan(50);
    expect(plotOf(figure).classList.contains("grabbing")).toBe(false);
  });
});

test.each([
  [700, true],
  [600, true],
  [560, true],
  [440, false],
])(
  "<phasor-clocks> %i pixels high has no dial that overlaps another or a number",
  async (height, isNumbered) => {
    const figure = await mountIn(
      720,
      `<phasor-clocks style="height: ${height}px"></phasor-clocks>`,
    );
    const { rings, words } = drawingOf(figure);
    // Without the parts of rims that hands have passed.
    const rims = rings.filter(({ colour }) => colour !== asDrawn(figure.view.theme.edge));
    expect(rims).toHaveLength(32);
    const numbers = words.filter(({ text }) => /^[\d.,]+$/.test(text));
    expect(numbers.some(({ text }) => text === "47,117")).toBe(isNumbered);
    for (const rim of rims) {
      expect(numbers.filter((number) => meet(rim, number, 0, 3))).toEqual([]);
      expect(rims.filter((other) => meet(rim, other))).toEqual([rim]);
    }
  },
);
