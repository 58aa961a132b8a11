import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import "../../web/elements/phasor-order.js";
import { colourTable, entryOf } from "../../web/elements/colour/maps.js";
import { planOrder } from "../../web/elements/views/order-view.js";
import { LearnedPositionalEncoding, sinusoidal } from "../../web/phasor/index.js";
import {
  layer,
  mount,
  onAnEmptyPage,
  pixelAt,
  plotOf,
  pointer,
  press,
  readOutOf,
  settled,
  sizeOf,
} from "./support.js";

onAnEmptyPage();

/** Attention weights of words, in double and one number after the other. @param {string[]} words @param {boolean} placed @param {number} [d] */
function slowWeights(words, placed, d = 64) {
  const pe = sinusoidal(words.length, d, { dtype: "float64" });
  const rows = words.map((word, n) => {
    let hash = 2166136261n;
    for (const letter of word) {
      hash = ((hash ^ BigInt(letter.charCodeAt(0))) * 16777619n) % 2n ** 32n;
    }
    const { table } = new LearnedPositionalEncoding(1, d, { seed: Number(hash), std: 0.5 });
    return Array.from(table, (value, c) => value + (placed ? pe[n * d + c] : 0));
  });
  return rows.map((one) => {
    const powers = rows.map((other) =>
      Math.exp(one.reduce((sum, value, c) => sum + value * other[c], 0) / Math.sqrt(d)),
    );
    const sum = powers.reduce((a, b) => a + b);
    return powers.map((power) => power / sum);
  });
}

/** @param {any} figure @returns {string[]} */
const wordsIn = (figure) =>
  [...figure.shadowRoot.querySelectorAll("ol button")].map((button) => button.textContent);

/** @param {any} figure @returns {number[][]} */
const csvOf = (figure) =>
  figure
    .toCSV()
    .trim()
    .split("\r\n")
    .slice(1)
    .map((/** @type {string} */ line) => line.split(",").map(Number));

/** @param {any} figure */
const errorsOf = (figure) =>
  [...figure.shadowRoot.querySelectorAll(".error")].map((part) => Number(part.textContent));

describe("the matrices", () => {
  test("are the weights without and with position, in numbers and in colours", async () => {
    const [figure] = await mount("<phasor-order></phasor-order>");
    const words = ["dog", "bites", "man"];
    const both = [slowWeights(words, false), slowWeights(words, true)];
    const high = Math.max(...both.flat(2));
    const table = colourTable("sequential", "light");
    const { frames, cell } = planOrder(sizeOf(layer(figure, "data")), words);
    for (const [query, key, from, to, ...weights] of csvOf(figure)) {
      expect([from, to]).toEqual([query, key]);
      weights.forEach((/** @type {number} */ weight, /** @type {number} */ n) => {
        expect(weight).toBeCloseTo(both[n][query][key], 6);
        const x = frames[n].left + key * cell + 6;
        const y = frames[n].top + query * cell + 6;
        expect(pixelAt(layer(figure, "data"), x, y)).toBe(table[entryOf(weight, 0, high)]);
      });
    }
  });

  test("another order moves the weights without position and changes those with it", async () => {
    const [figure] = await mount('<phasor-order order="2 1 0"></phasor-order>');
    expect(wordsIn(figure)).toEqual(["man", "bites", "dog"]);
    const before = slowWeights(["dog", "bites", "man"], true);
    const after = slowWeights(["man", "bites", "dog"], true);
    const off = after.flatMap((row, i) =>
      row.map((weight, j) => Math.abs(weight - before[2 - i][2 - j])),
    );
    expect(errorsOf(figure)[0]).toBe(0);
    expect(errorsOf(figure)[1]).toBeCloseTo(Math.max(...off), 4);
    expect(Math.max(...off)).toBeGreaterThan(0.05);
  });

  test("a repeated word has the same row twice, but for position", async () => {
    const [figure] = await mount('<phasor-order sentence="Dog bites dog"></phasor-order>');
    const rows = csvOf(figure);
    const column = (/** @type {number} */ query, /** @type {number} */ at) =>
      rows.filter(([own]) => own === query).map((row) => row[at]);
    expect(column(0, 4)).toEqual(column(2, 4));
    const apart = Math.max(...column(0, 5).map((weight, n) => Math.abs(weight - column(2, 5)[n])));
    expect(readOutOf(figure)).toContain(
      `the two rows of “Dog” are identical without position, ${apart.toFixed(4)} apart with`,
    );
  });
});

describe("the words", () => {
  test("move with Alt or Ctrl and an arrow, and keep the focus", async () => {
    const [figure] = await mount("<phasor-order></phasor-order>");
    figure.shadowRoot.querySelector("ol button").focus();
    await userEvent.keyboard("{Alt>}{ArrowRight}{/Alt}");
    await settled(figure);
    expect([figure.order, wordsIn(figure).join(" ")]).toEqual(["1 0 2", "bites dog man"]);
    expect(figure.shadowRoot.activeElement.textContent).toBe("dog");
    await userEvent.keyboard("{ArrowLeft}");
    await settled(figure);
    expect(figure.shadowRoot.activeElement.textContent).toBe("bites");
    await userEvent.keyboard("{Control>}{End}{/Control}");
    await settled(figure);
    expect(wordsIn(figure)).toEqual(["dog", "man", "bites"]);
    press(figure, "← move");
    await settled(figure);
    expect(figure.order).toBe("");
  });

  test("are dragged", async () => {
    const [figure] = await mount("<phasor-order></phasor-order>");
    const buttons = [...figure.shadowRoot.querySelectorAll("ol button")];
    const boxes = buttons.map((button) => button.getBoundingClientRect());
    const send = (/** @type {string} */ type, /** @type {number} */ clientX) =>
      buttons[0].dispatchEvent(
        new PointerEvent(type, {
          ...{ bubbles: true, composed: true, pointerId: 1, clientX, clientY: boxes[0].top + 9 },
        }),
      );
    send("pointerdown", boxes[0].left + 5);
    send("pointermove", boxes[1].left + 5);
    expect(figure.order).toBe("");
    send("pointermove", boxes[2].right);
    send("pointerup", boxes[2].right);
    await settled(figure);
    expect(wordsIn(figure)).toEqual(["bites", "man", "dog"]);
    expect(figure.position).toBe(2);
    send("pointermove", boxes[0].left);
    expect(figure.order).toBe("1 2 0");
  });

  test("are typed; the order starts anew when their number changes", async () => {
    const [figure] = await mount('<phasor-order order="2 1 0"></phasor-order>');
    const input = figure.shadowRoot.querySelector('input[type="text"]');
    const type = async (/** @type {string} */ text) => {
      input.value = text;
      input.dispatchEvent(new Event("input"));
      await settled(figure);
      return wordsIn(figure);
    };
    expect(await type("cat bites man")).toEqual(["man", "bites", "cat"]);
    expect(await type("a b c d e f g h i j k l m n")).toEqual([..."abcdefghijkl"]);
    expect(await type(" ")).toEqual(["dog", "bites", "man"]);
    press(figure, "read backwards");
    await settled(figure);
    expect(wordsIn(figure)).toEqual(["man", "bites", "dog"]);
    press(figure, "reset");
    await settled(figure);
    expect([figure.order, figure.sentence]).toEqual(["", "dog bites man"]);
  });
});

describe("reader", () => {
  test("a word, a cell and the group's other figures are marked together", async () => {
    const [figure, other] = await mount(
      '<phasor-order group="order"></phasor-order><phasor-order group="order"></phasor-order>',
    );
    const words = ["dog", "bites", "man"];
    const weights = slowWeights(words, false);
    const { frames, cell } = planOrder(sizeOf(layer(figure, "data")), words);
    pointer(figure, "pointermove", frames[1].left + 0.5 * cell, frames[1].top + 1.5 * cell);
    await settled(figure, other);
    for (const each of [figure, other]) {
      expect(readOutOf(each)).toContain(`bites → dog: ${weights[1][0].toFixed(4)}`);
    }
    const [, , man] = figure.shadowRoot.querySelectorAll("ol button");
    man.dispatchEvent(new PointerEvent("pointerenter"));
    await settled(figure, other);
    expect(readOutOf(other)).toContain(`man → man: ${weights[2][2].toFixed(4)}`);
  });

  test("keys move the marked cell", async () => {
    const [figure] = await mount("<phasor-order></phasor-order>");
    plotOf(figure).focus();
    await userEvent.keyboard("{ArrowDown}{Home}");
    await settled(figure);
    expect([figure.position, figure.second]).toEqual([1, 0]);
    expect(readOutOf(figure)).toContain("bites → dog");
  });

  test("a link holds sentence and order", async () => {
    const [one, other] = await mount(
      '<phasor-order sentence="we see them" order="2 0 1"></phasor-order><phasor-order></phasor-order>',
    );
    other.fromURL(one.toURL());
    await settled(other);
    expect(wordsIn(other)).toEqual(["them", "we", "see"]);
    expect(other.toCSV()).toBe(one.toCSV());
  });
});
