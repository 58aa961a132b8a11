import { describe, expect, test, vi } from "vitest";
import "../../web/elements/phasor-bugs.js";
import { sinusoidal } from "../../web/phasor/index.js";
import { until } from "../until.js";
import { drawingOf } from "./drawing.js";
import {
  centreOf,
  drag,
  handleOf,
  keys,
  nearest,
  point,
  rested,
  tap,
  textsOf,
  turn,
} from "./grab.js";
import {
  buttonOf,
  csvOf,
  layer,
  mount,
  mountIn,
  onAnEmptyPage,
  settled,
  themePixel,
} from "./support.js";

onAnEmptyPage();

const LINES = [
  "row 0 is",
  "all rows have the length",
  "equal distance, equal product",
  "a turn takes row",
];

/** The results of the four tests in the figure: ✓ or ✗. @param {any} figure */
function marksOf(figure) {
  const texts = textsOf(figure);
  return LINES.map((line) => texts.find((text) => text.slice(2).startsWith(line))?.[0]).join("");
}

const cardOf = (/** @type {any} */ figure, /** @type {string} */ name) => handleOf(figure, name);

/** The middle of the dial, which is halfway between the tips before and after half a turn.
 * @param {any} figure */
async function middleOf(figure) {
  const { bugs, position, pair } = figure;
  // The hand of one position a turn has its tip at the top at position 0.
  figure.bugs = "";
  figure.pair = 31;
  figure.position = 0;
  await rested();
  const top = centreOf(handleOf(figure, "position"));
  figure.pair = 0;
  figure.position = 22;
  await rested();
  const bottom = centreOf(handleOf(figure, "position"));
  Object.assign(figure, { bugs, position, pair });
  await rested();
  // 22 words are 3.501 turns.
  return { x: top.x, y: (top.y + bottom.y) / 2, radius: (bottom.y - top.y) / 2 };
}

/** The text of the verdict. @param {any} figure */
const verdictOf = (figure) => textsOf(figure).find((text) => text.includes("Verdict")) ?? "";

/** Waits for the verdict. @param {any} figure */
const diagnosed = (figure) => until(() => expect(verdictOf(figure)).not.toContain("checking"));

describe("the table tab of <phasor-bugs>", () => {
  test.each([
    ["", "✓✓✓✓", undefined],
    ["exponent", "✓✗✗✗", "mismatched-frequencies"],
    ["concatenated", "✗✓✓✗", "concatenated-layout"],
    ["multiplied", "✓✓✓✗", "multiplied-frequencies"],
    ["start", "✗✓✓✓", "starts-at-1"],
    ["floor", "✓✓✗✗", "unknown"],
    ["bfloat16", "✓✗✗✗", "low-precision-angles"],
    ["swapped", "✗✓✓✗", "swapped-sine-cosine"],
  ])("shows for %s: the tests %s, the verdict %s", async (bugs, marks, code) => {
    const [figure] = await mount(`<phasor-bugs bugs="${bugs}"></phasor-bugs>`);
    expect(marksOf(figure)).toBe(marks);
    await diagnosed(figure);
    expect(verdictOf(figure)).toContain(code ?? "nothing is wrong");
  });

  test("code has its asterisks, which mark nothing", async () => {
    const [figure] = await mount('<phasor-bugs bugs="exponent"></phasor-bugs>');
    await diagnosed(figure);
    expect(verdictOf(figure)).toContain("base ** (2 * (column // 2) / d)");
  });

  test("the wrong line stands beside the right one", async () => {
    const [figure] = await mount("<phasor-bugs></phasor-bugs>");
    const lines = () =>
      [...figure.shadowRoot.querySelectorAll(".lines code")].map((code) => code.textContent);
    expect(lines()).toEqual([]);
    figure.bugs = "exponent start";
    await rested();
    expect(lines()).toEqual([
      ...["w = base ** (-c / d)", "w = base ** (-2 * (c // 2) / d)"],
      ...["p = arange(1, L + 1)", "p = arange(L)"],
    ]);
    Object.assign(figure, { kind: "rotary", bugs: "base" });
    await until(() => expect(lines()).toEqual(["base = 10000", "base = 500000"]));
  });

  test("the lengths of rows, and of the hand, are those of the definition", async () => {
    const [figure] = await mount(
      '<phasor-bugs bugs="exponent" position="50" pair="4"></phasor-bugs>',
    );
    const norms = Array.from({ length: 128 }, (_, p) => {
      let square = 0;
      for (let c = 0; c < 64; c++) {
        const angle = p / 10000 ** (c / 64);
        square += (c % 2 === 0 ? Math.sin(angle) : Math.cos(angle)) ** 2;
      }
      return Math.sqrt(square);
    });
    expect(textsOf(figure)).toContain(
      `${Math.min(...norms).toFixed(2)} to ${Math.max(...norms).toFixed(2)}`,
    );
    const length = Math.hypot(Math.sin(50 / 10000 ** (8 / 64)), Math.cos(50 / 10000 ** (9 / 64)));
    expect(textsOf(figure)).toContain(`length ${length.toFixed(2)}`);
    expect(textsOf(figure)).toContain("pair 4: columns 8 and 9 at position 50");
  });

  test("has cards, dial, tests and verdict on one screen, at both widths", async () => {
    for (const width of [1200, 343]) {
      const figure = await mountIn(width, '<phasor-bugs bugs="exponent"></phasor-bugs>');
      const box = figure.shadowRoot.querySelector(".plot").getBoundingClientRect();
      const first = centreOf(cardOf(figure, "A frequency"));
      expect(first.y).toBeGreaterThan(box.top);
      // Screens of 1440 × 900 pixels and of a phone, 375 × 812.
      expect(box.height, `${width}`).toBeLessThan(width > 1000 ? 520 : 740);
      figure.parentElement.remove();
    }
  });
});

describe("cards and hand of <phasor-bugs>", () => {
  test("a card can be dropped on the dial and taken off again", async () => {
    const [figure] = await mount("<phasor-bugs></phasor-bugs>");
    const middle = await middleOf(figure);
    const from = centreOf(cardOf(figure, "Integer division"));
    await drag(figure, from, middle);
    expect(figure.bugs).toBe("floor");
    expect(marksOf(figure)).toBe("✓✓✗✗");
    await settled();
    const back = centreOf(cardOf(figure, "Integer division"));
    expect(Math.hypot(back.x - from.x, back.y - from.y)).toBeLessThan(2);
    await drag(figure, from, middle, { release: false });
    await keys(cardOf(figure, "Integer division"), "Escape");
    expect(figure.bugs).toBe("floor");
    await drag(figure, from, { x: from.x + 40, y: from.y + 120 });
    expect(figure.bugs).toBe("");
    expect(marksOf(figure)).toBe("✓✓✓✓");
  });

  test("a card that is carried follows the pointer; the bug is on only over the dial", async () => {
    const [figure] = await mount("<phasor-bugs></phasor-bugs>");
    const middle = await middleOf(figure);
    const from = centreOf(cardOf(figure, "Halves"));
    const half = { x: from.x + 60, y: from.y + 100 };
    await drag(figure, from, half, { release: false });
    const centre = centreOf(cardOf(figure, "Halves"));
    expect(Math.hypot(centre.x - half.x, centre.y - half.y)).toBeLessThan(3);
    expect(figure.bugs).toBe("");
    point(figure, "pointermove", middle);
    await rested();
    expect(figure.bugs).toBe("concatenated");
    await keys(cardOf(figure, "Halves"), "Escape");
    expect(figure.bugs).toBe("");
  });

  test("the verdict describes the findings that have room, and names the others", async () => {
    const [wide, narrow] = await mount(`
      <phasor-bugs bugs="start swapped"></phasor-bugs>
      <phasor-bugs bugs="start swapped" style="width: 420px"></phasor-bugs>`);
    for (const figure of [wide, narrow]) await diagnosed(figure);
    expect(verdictOf(wide)).toMatch(/starts-at-1(?!.*Also)/s);
    expect(verdictOf(narrow)).toMatch(/Also: [a-z0-9-]+\.$/);
  });

  test("each card has a border around its words", async () => {
    const [figure] = await mount("<phasor-bugs></phasor-bugs>");
    const { words, lines } = drawingOf(figure);
    const cards = [...figure.shadowRoot.querySelectorAll(".handle")]
      .filter((handle) => handle.getAttribute("aria-valuetext")?.includes("on the "))
      .map((handle) => handle.getAttribute("aria-label"));
    expect(cards).toHaveLength(6);
    for (const card of cards) {
      const word = words.find(({ text }) => text === card);
      // Rounded boxes have a single point from which straight lines begin.
      const edges = lines.filter(
        ([[x, y], ...more]) =>
          word && more.length === 0 && x < word.left && y < word.top && y > word.top - 30,
      );
      expect(edges.length, String(card)).toBe(1);
    }
  });

  test("a line connects each active card with the dial", async () => {
    const [figure] = await mount('<phasor-bugs bugs=""></phasor-bugs>');
    const [exponent, floor] = ["A frequency for each column", "Integer division"];
    const cables = () => {
      const { words, lines } = drawingOf(figure);
      // From the card's right edge, at the height of its words.
      return [exponent, "Halves, not pairs", floor].filter((card) => {
        const word = words.find(({ text }) => text === card);
        return lines.some(
          (points) =>
            points.length > 20 &&
            word &&
            points[0][0] > word.right &&
            points[0][1] > word.top &&
            points[0][1] < word.bottom + 20 &&
            (points.at(-1)?.[0] ?? 0) > points[0][0] + 30,
        );
      });
    };
    expect(cables()).toEqual([]);
    figure.bugs = "exponent floor";
    await rested();
    expect(cables()).toEqual([exponent, floor]);
  });

  test("taps and keys switch cards, and several bugs can be active", async () => {
    const [figure] = await mount("<phasor-bugs></phasor-bugs>");
    const place = centreOf(cardOf(figure, "Counted from 1"));
    await tap(figure, place);
    expect(figure.bugs).toBe("start");
    const card = cardOf(figure, "Halves");
    await keys(card, "ArrowRight");
    expect(figure.bugs).toBe("start concatenated");
    expect(card.getAttribute("aria-valuetext")).toBe("on the dial");
    await tap(figure, place);
    expect(figure.bugs).toBe("concatenated");
  });

  test("the hand can be turned by its tip", async () => {
    const [figure] = await mount('<phasor-bugs pair="6" position="0"></phasor-bugs>');
    const middle = await middleOf(figure);
    const tip = centreOf(handleOf(figure, "position"));
    expect(Math.abs(tip.y - (middle.y - middle.radius))).toBeLessThan(2);
    // A quarter of a turn of 2π·10000^(12/64) = 35.33 positions.
    await turn(figure, middle, 0, Math.PI / 2);
    expect(figure.position).toBe(9);
    await keys(handleOf(figure, "position"), "PageUp");
    expect(figure.position).toBe(19);
  });
});

test("the curve of <phasor-bugs> leaves the circle if frequencies differ", async () => {
  const [figure] = await mount('<phasor-bugs pair="4"></phasor-bugs>');
  const middle = await middleOf(figure);
  const canvas = layer(figure, "still");
  const ink = themePixel(figure, "ink");
  /** Whether the curve passes a point of the dial. @param {number} sine @param {number} cosine */
  const passes = (sine, cosine) => {
    const at = { x: middle.x + middle.radius * sine, y: middle.y - middle.radius * cosine };
    return nearest(canvas, at, ink) < 110;
  };
  const places = Array.from({ length: 24 }, (_, n) => 3 * n + 0.5);
  const right = places.map((p) => [
    Math.sin(p * 10000 ** (-8 / 64)),
    Math.cos(p * 10000 ** (-8 / 64)),
  ]);
  const wrong = places.map((p) => [
    Math.sin(p * 10000 ** (-8 / 64)),
    Math.cos(p * 10000 ** (-9 / 64)),
  ]);
  const count = (/** @type {number[][]} */ all) => all.filter(([s, c]) => passes(s, c)).length;
  expect(count(right)).toBe(24);
  const before = count(wrong);
  expect(before).toBeLessThan(12);
  figure.bugs = "exponent";
  await rested();
  expect(count(wrong)).toBe(24);
});

describe("a reader's own table in <phasor-bugs>", () => {
  const csv = () => {
    const values = sinusoidal(40, 8, { start: 1 });
    return Array.from({ length: 40 }, (_, n) => values.subarray(8 * n, 8 * n + 8).join()).join(
      "\n",
    );
  };

  test("is diagnosed, whether it is dropped or passed by the page, and can be removed", async () => {
    const [figure] = await mount("<phasor-bugs></phasor-bugs>");
    const carried = new DataTransfer();
    carried.items.add(new File([csv()], "mine.csv"));
    const drop = () =>
      figure.dispatchEvent(
        new DragEvent("drop", { dataTransfer: carried, bubbles: true, cancelable: true }),
      );
    drop();
    await until(() => expect(figure.p.complaint).not.toMatch(/^reading/));
    await rested();
    await diagnosed(figure);
    expect(figure.shadowRoot.querySelector(".extra").textContent).toContain(
      "mine.csv: 40 positions by 8 numbers",
    );
    expect(marksOf(figure)).toBe("✗✓✓✓");
    expect(verdictOf(figure)).toContain("starts-at-1");
    expect(csvOf(figure).rows).toHaveLength(40);
    expect(() => figure.toCode()).toThrow(/no program/);
    buttonOf(figure, /back/).click();
    await rested();
    expect(marksOf(figure)).toBe("✓✓✓✓");
    const { buffer } = new TextEncoder().encode(csv());
    for (const [file, name] of [
      [buffer, "file"],
      [new File([csv()], "named.csv"), "named.csv"],
    ]) {
      await figure.read(file);
      await rested();
      expect(marksOf(figure)).toBe("✗✓✓✓");
      expect(figure.shadowRoot.querySelector(".extra").textContent).toContain(`${name}: 40`);
    }
    await figure.read(new TextEncoder().encode("a table"), "words.csv");
    await rested();
    expect(figure.shadowRoot.querySelector(".extra [role=alert]").textContent).toContain(
      "words.csv",
    );
    // Reading can block the page: there is time to paint the message before.
    const reads = vi.spyOn(Blob.prototype, "arrayBuffer");
    drop();
    expect(figure.p.complaint).toBe("reading mine.csv …");
    for (let n = 0; n < 99; n++) await undefined;
    expect(reads).not.toHaveBeenCalled();
    await until(() => expect(figure.p.complaint).toBe(""));
    expect(reads).toHaveBeenCalled();
  });

  test("can be pasted as numbers", async () => {
    const [figure] = await mount("<phasor-bugs></phasor-bugs>");
    figure.shadowRoot.querySelector(".extra summary").click();
    await until(() => expect(buttonOf(figure, "paste numbers")).toBeDefined());
    buttonOf(figure, "paste numbers").click();
    const text = figure.shadowRoot.querySelector(".extra textarea");
    text.focus();
    text.value = csv();
    text.dispatchEvent(new Event("input", { bubbles: true }));
    await rested();
    expect(marksOf(figure)).toBe("✗✓✓✓");
    expect(figure.shadowRoot.activeElement).toBe(text);
    expect(verdictOf(figure)).toContain("Verdict");
  });
});
