import { describe, expect, test } from "vitest";
import { npz, safetensors } from "../formats/writers.js";
import { until } from "../until.js";
import { centreOf, drag, handleOf, keys, nearest, rested, textsOf } from "./grab.js";
import {
  buttonOf,
  faultsOf,
  layer,
  mount,
  mountIn,
  onAnEmptyPage,
  settled,
  themePixel,
} from "./support.js";

onAnEmptyPage();

/** Workers that the page has opened. @type {Worker[]} */
const workers = [];
const { Worker: Original } = globalThis;
globalThis.Worker = class extends Original {
  /** @param {ConstructorParameters<typeof Worker>} parameters */
  constructor(...parameters) {
    super(...parameters);
    workers.push(this);
  }
};
await import("../../web/elements/phasor-bugs.js");

const ROTARY = '<phasor-bugs kind="rotary"></phasor-bugs>';

/** @param {any} figure */
const verdictOf = (figure) => textsOf(figure).find((text) => text.includes("Verdict")) ?? "";

/** Waits for the verdict and returns it. @param {any} figure */
async function summaryOf(figure) {
  await until(() => expect(verdictOf(figure)).not.toContain("checking"));
  return verdictOf(figure);
}

/** @param {any} figure @param {Uint8Array | string} content @param {string} name */
async function dropOn(figure, content, name) {
  const carried = new DataTransfer();
  carried.items.add(new File([/** @type {any} */ (content)], name));
  figure.dispatchEvent(
    new DragEvent("drop", { dataTransfer: carried, bubbles: true, cancelable: true }),
  );
  await until(() => expect(figure.p.complaint).not.toMatch(/^reading/));
  await rested();
}

describe("the tabs of <phasor-bugs>", () => {
  test("are two buttons, one of them pressed, and each keeps its bugs", async () => {
    const [figure] = await mount('<phasor-bugs bugs="start exponent"></phasor-bugs>');
    const [table, rotary] = ["an added table", "a rotary embedding"].map((words) =>
      buttonOf(figure, words),
    );
    expect(table.parentElement.getAttribute("role")).toBe("group");
    const pressed = () => [table, rotary].map((tab) => tab.getAttribute("aria-pressed"));
    expect(pressed()).toEqual(["true", "false"]);
    rotary.click();
    await rested();
    expect(figure.kind).toBe("rotary");
    expect(pressed()).toEqual(["false", "true"]);
    expect(handleOf(figure, "Counted from 1").getAttribute("aria-valuetext")).toBe("on the dial");
    await until(() => expect(verdictOf(figure)).toContain("starts-at-1"));
    await keys(handleOf(figure, "Base 10,000"), "ArrowRight");
    expect(figure.bugs).toBe("exponent base start");
    table.click();
    await rested();
    expect(figure.bugs).toBe("exponent base start");
    expect(handleOf(figure, "A frequency").getAttribute("aria-valuetext")).toBe("on the dial");
  });

  test("are in links, with the configuration, and reset restores them", async () => {
    const [figure] = await mount("<phasor-bugs></phasor-bugs>");
    const config = '{"model_type": "llama", "head_dim": 64, "rope_theta": 250000}';
    figure.set({ kind: "rotary", bugs: "base", config });
    await summaryOf(figure);
    const address = figure.toURL();
    const [other] = await mount("<phasor-bugs></phasor-bugs>");
    other.fromURL(address);
    await rested();
    expect([other.kind, other.bugs, other.config]).toEqual(["rotary", "base", config]);
    expect(await summaryOf(other)).toContain("the configuration says 250000");
    buttonOf(other, "reset").click();
    await rested();
    expect([other.kind, other.bugs, other.config]).toEqual(["table", "", ""]);
    expect(await summaryOf(other)).toContain("nothing is wrong");
  });
});

describe("the rotary tab of <phasor-bugs>", () => {
  test.each([
    ["", "nothing is wrong"],
    ["layout base", "differs-layout. Pairs are (2i, 2i + 1); the configuration says (i, i + 32)"],
    ["restart", "restarting-positions. Positions restart after 64: p is used as p mod 64"],
    ["sign", "turned-backwards. Vectors are turned backwards"],
    ["part", "differs-rotaryDim"],
  ])("has the verdict for %s: %s", async (bugs, words) => {
    const [figure] = await mount(`<phasor-bugs kind="rotary" bugs="${bugs}"></phasor-bugs>`);
    await until(() => expect(verdictOf(figure)).toContain(words));
  });

  test("describes right rotations, and the errors of the hands and the score", async () => {
    const [figure] = await mount(
      '<phasor-bugs kind="rotary" bugs="start" pair="4" second="40"></phasor-bugs>',
    );
    await summaryOf(figure);
    const texts = textsOf(figure);
    expect(texts.join("\n")).toContain(
      "Expected: pairs of halves, base 500,000 with YaRN by 4 from 8,192.",
    );
    // One position too far: a radian of pair 0; of pair 4, 500000^(−4/32) of it.
    expect(texts).toContain("pair 0: 57° off");
    const fourth = ((500000 ** (-4 / 32) * 180) / Math.PI).toFixed(0);
    expect(texts).toContain(`pair 4: ${fourth}° off`);
    // Both are one too far, so the score does not change.
    const [score] = texts.filter((text) => text.startsWith("score "));
    expect(score).toMatch(/^score (the|of|\d+\.\d\d)/);
    expect(texts.join()).not.toContain("should be");
    figure.bugs = "base";
    await rested();
    expect(textsOf(figure).join()).toMatch(/score \d+\.\d\d, should be \d+\.\d\d/);
  });

  test("diagnoses in a worker", async () => {
    const [figure] = await mount('<phasor-bugs kind="rotary" bugs="swapped"></phasor-bugs>');
    await until(() => expect(verdictOf(figure)).toContain("swapped-sine-cosine"));
    expect(workers).toHaveLength(1);
  });

  test("has no finding of axe, with a file of many tensors and with an error message", async () => {
    const [figure] = await mount('<phasor-bugs kind="rotary" bugs="base"></phasor-bugs>');
    await summaryOf(figure);
    expect(await faultsOf(figure)).toEqual([]);
    const two = { shape: [32], data: new Float32Array(32).fill(1) };
    await dropOn(figure, safetensors({ "a.inv_freq": two, "b.inv_freq": two }), "m.safetensors");
    await dropOn(figure, "no numbers", "words.csv");
    expect(figure.shadowRoot.querySelector(".extra [role=alert]").textContent).toMatch(/^words/);
    expect(await faultsOf(figure)).toEqual([]);
  });

  test("is printed with its verdict, even if it was never in view", async () => {
    const [figure] = await mount('<phasor-bugs kind="rotary" bugs="sign"></phasor-bugs>');
    dispatchEvent(new Event("beforeprint"));
    expect(verdictOf(figure)).toContain("turned-backwards");
    dispatchEvent(new Event("afterprint"));
  });

  test.each([
    [1200, 480],
    [343, 740],
  ])("fits on one screen, %i pixels wide", async (width, maxHeight) => {
    const figure = await mountIn(width, ROTARY);
    const box = figure.shadowRoot.querySelector(".plot").getBoundingClientRect();
    expect(box.height).toBeLessThan(maxHeight);
    const names = ["Pairs of neighbours", "Angles in bfloat16", "position", "key"];
    for (const name of names) {
      const { x, y } = centreOf(handleOf(figure, name));
      expect(x > box.left && x < box.right && y > box.top && y < box.bottom, name).toBe(true);
    }
  });
});

describe("a reader of the rotary tab", () => {
  test("can drop a card on a dial, and tap one", async () => {
    const figure = await mountIn(1200, ROTARY);
    const from = centreOf(handleOf(figure, "Cosine and sine"));
    const onto = centreOf(handleOf(figure, "position"));
    await drag(figure, from, { x: from.x + 30, y: from.y + 60 });
    expect(figure.bugs).toBe("");
    await drag(figure, from, onto);
    expect(figure.bugs).toBe("swapped");
    const card = handleOf(figure, "Sine with");
    await keys(card, "ArrowRight");
    expect(figure.bugs).toBe("swapped sign");
  });

  test("can move the key along the scores, and the query by a hand", async () => {
    const [figure] = await mount('<phasor-bugs kind="rotary" second="60"></phasor-bugs>');
    await keys(handleOf(figure, "key"), "ArrowLeft");
    expect(figure.second).toBe(59);
    expect(handleOf(figure, "key").getAttribute("aria-valuetext")).toMatch(/^offset 22: score/);
    await keys(handleOf(figure, "position"), "PageUp");
    expect(figure.position).toBe(47);
    expect(handleOf(figure, "key").getAttribute("aria-valuetext")).toMatch(/^offset 12: score/);
  });

  test("sees the wrong curve next to the right one", async () => {
    const [figure] = await mount('<phasor-bugs kind="rotary" second="120"></phasor-bugs>');
    const canvas = layer(figure, "still");
    const [wrong, right] = ["position", "dimension"].map((name) => themePixel(figure, name));
    const key = centreOf(handleOf(figure, "key"));
    const offsets = Array.from({ length: 120 }, (_, n) => n - 60);
    /** Whether a colour is drawn somewhere above or below a place. @param {number} colour @param {number} x */
    const isDrawn = (colour, x) => nearest(canvas, { x, y: key.y }, colour, [0], offsets) < 60;
    const columns = Array.from({ length: 24 }, (_, n) => key.x - 8 * (n + 2));
    const count = (/** @type {number} */ colour) =>
      columns.filter((x) => isDrawn(colour, x)).length;
    // The right one is below the other.
    expect(count(wrong)).toBe(24);
    const before = count(right);
    figure.bugs = "scaling factor base";
    await rested();
    await settled();
    expect(count(right)).toBeGreaterThan(before + 6);
  });
});

describe("a file in <phasor-bugs>", () => {
  const rows = 32;
  const wave = (/** @type {(x: number) => number} */ of) =>
    Float32Array.from({ length: rows * 32 }, (_, at) =>
      of((Math.floor(at / 32) + 1) * 10000 ** (-(at % 32) / 32)),
    );
  const [cos, sin] = [wave(Math.cos), wave(Math.sin)].map((data) => ({ shape: [rows, 32], data }));
  const inverse = Float32Array.from({ length: 32 }, (_, i) => 10000 ** (-i / 32));
  const config = '{"model_type": "llama", "head_dim": 64, "rope_theta": 500000}';

  test("of cosines and sines opens in its tab, is compared with a config.json, and can be removed", async () => {
    const [figure] = await mount("<phasor-bugs></phasor-bugs>");
    await dropOn(figure, npz({ cos, sin }), "cache.npz");
    expect(figure.kind).toBe("rotary");
    await until(() => expect(verdictOf(figure)).toContain("starts-at-1"));
    const words = () => figure.shadowRoot.querySelector(".extra").textContent;
    expect(words()).toContain("cos and sin: cosines and sines, 32 positions by 32 numbers");
    expect(figure.toCSV().split("\r\n")[0]).toBe("offset,port");
    expect(() => figure.toCode()).toThrow(/no program/);
    expect(figure.toURL()).not.toContain("cos");
    await dropOn(figure, config, "config.json");
    expect(figure.config).toBe(config);
    await until(() => expect(verdictOf(figure)).toContain("differs-base. The base is 10000"));
    expect(figure.toCSV().split("\r\n")[0]).toBe("offset,right,port");
    buttonOf(figure, "back to the cards").click();
    await rested();
    await until(() => expect(verdictOf(figure)).toContain("nothing is wrong"));
    buttonOf(figure, "remove the configuration").click();
    await rested();
    expect(figure.config).toBe("");
    expect(textsOf(figure).join()).toContain("YaRN");
  });

  test("of many tensors lets the reader choose", async () => {
    const [figure] = await mount("<phasor-bugs></phasor-bugs>");
    const table = Float32Array.from({ length: 64 * 8 }, (_, at) => {
      const angle = (Math.floor(at / 8) + 1) * 10000 ** (-2 * Math.floor((at % 8) / 2) * 0.125);
      return at % 2 ? Math.cos(angle) : Math.sin(angle);
    });
    const file = safetensors({
      "wpe.weight": { shape: [64, 8], data: table },
      "rotary_emb.inv_freq": { shape: [32], data: inverse },
      "h.0.weight": { shape: [2], data: new Float32Array(2) },
    });
    await dropOn(figure, file, "model.safetensors");
    expect(figure.kind).toBe("table");
    await until(() => expect(verdictOf(figure)).toContain("starts-at-1"));
    const choices = figure.shadowRoot.querySelectorAll(".extra [role=group] button");
    expect([...choices].map((choice) => choice.textContent)).toEqual([
      "wpe.weight",
      "rotary_emb.inv_freq",
    ]);
    choices[1].click();
    await until(() => expect(figure.kind).toBe("rotary"));
    await rested();
    expect(choices[1].getAttribute("aria-pressed")).toBe("true");
    await until(() => expect(verdictOf(figure)).toContain("nothing is wrong"));
    expect(textsOf(figure).join()).toContain("rotary_emb.inv_freq: 64 features turn, base 10,000");
  });

  test("that cannot be read gives the reason in a sentence and changes nothing", async () => {
    const [figure] = await mount(ROTARY);
    await dropOn(figure, '{"model_type": "bert"}', "config.json");
    const alert = figure.shadowRoot.querySelector(".extra [role=alert]").textContent;
    expect(alert).toBe("config.json: no rotary embedding; positions: learned");
    expect([figure.config, figure.kind]).toEqual(["", "rotary"]);
    await until(() => expect(verdictOf(figure)).toContain("nothing is wrong"));
  });
});

test.each([
  [300, "31: right"],
  [340, "pair 31: right"],
  [640, "pair 31: right"],
])("at %i pixels wide, a dial is named %s", async (width, name) => {
  const [figure] = await mount(
    `<div style="width: ${width}px"><phasor-bugs kind="rotary"></phasor-bugs>`,
  );
  expect(textsOf(figure)).toContain(name);
});
