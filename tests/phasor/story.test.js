// phasor/story: stories and their words, the weights' file, and what the trained model writes and knows.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { RotaryEmbedding } from "../../web/phasor/index.js";
import { Random } from "../../web/phasor/lab/random.js";
import { END, storyFrom, tokensOfStories } from "../../web/phasor/story/stories.js";
import { encodings, fileOf, networkFrom, newNetwork } from "../../web/phasor/story/weights.js";
import { breaks, decode, encode, StoryModel, words } from "../../web/phasor/story.js";

import {
  loadRope,
  meanLoss,
  sampleTexts,
  tableOfBreaks,
  tableOfPrecisions,
} from "../../web/story/measure.js";
import losses from "../../web/story/weights/losses.json" with { type: "json" };
import { near } from "./helpers.js";
import { reference } from "./lab_reference.js";

const random = new Random(11);
const stories = Array.from({ length: 2000 }, () => storyFrom(random));

describe("stories", () => {
  it("use every word, and no other", () => {
    expect(new Set(stories.flat())).toEqual(new Set(words));
    expect(words[0]).toBe(END);
    expect(new Set(words).size).toBe(words.length);
  });

  it("have no slot left, one end, and some 70 words", () => {
    for (const story of stories) {
      expect(story.join(" ")).not.toMatch(/[{}|]| {2}/);
      expect(story.indexOf(END)).toBe(story.length - 1);
    }
    const mean = stories.reduce((sum, { length }) => sum + length, 0) / stories.length;
    expect(mean).toBeGreaterThan(60);
    expect(mean).toBeLessThan(80);
  });

  it("name a hero and a friend, and pronouns agree with their names", () => {
    const men = new Set("Ben Emil Hugo Ivan Jonas Karl Leo Max Otto Tom".split(" "));
    for (const story of stories) {
      const names = new Set(story.filter((word) => /^[A-Z]/.test(word)));
      expect(names.size).toBe(2);
      const hero = story.find((word) => /^[A-Z]/.test(word)) ?? "";
      const wrong = men.has(hero) ? ["she", "her"] : ["he", "his"];
      expect(story.filter((word) => wrong.includes(word))).toEqual([]);
    }
  });

  it("feel what was done to them", () => {
    let count = 0;
    for (const story of stories) {
      const text = story.join(" ");
      const [, who, whom] = /one day (\w+) chased (\w+) in the/.exec(text) ?? [];
      if (!who) continue;
      count++;
      expect(text).toContain(`so ${whom} was afraid of ${who} .`);
    }
    expect(count).toBeGreaterThan(50);
  });

  it("are the same for a seed, one after another", () => {
    const same = new Random(4);
    const expected = [...storyFrom(same), ...storyFrom(same)];
    const tokens = tokensOfStories(4);
    expect(expected.map(() => words[tokens.next().value])).toEqual(expected);
  });
});

describe("encode and decode", () => {
  it("turn a text into tokens and back", () => {
    const text = "once there was a tall goat named Max .";
    expect(decode(encode(text))).toBe(text);
    expect(decode(BigInt64Array.from(encode(text), BigInt))).toBe(text);
    expect(encode("named Max. and")).toEqual(encode("named Max . and"));
    expect(encode("Once there WAS otto")).toEqual(encode("once there was Otto"));
    expect(encode("  ")).toHaveLength(0);
  });

  it.each([
    [
      () => encode("a dragon"),
      'phasor/story encode: text must be words of stories, which `words` lists, got "dragon"',
    ],
    [() => encode(/** @type {any} */ (5)), "phasor/story encode: text must be a string, got 5"],
    [() => decode([words.length]), /tokens\[0\] must be an integer from 0 to/],
  ])("refuse what they cannot turn: %#", (call, message) => {
    expect(call).toThrow(message);
  });
});

describe("a file of weights", () => {
  it.each(encodings)("keeps the weights of %s to 8 bits", async (encoding) => {
    const network = newNetwork(encoding, 5);
    const model = await StoryModel.load(fileOf(network, { seed: "5" }));
    expect(model.encoding).toBe(encoding);
    expect(model.about).toMatchObject({ seed: "5", encoding });
    expect([model.layers, model.heads, model.maxLength]).toEqual([4, 2, 1024]);
    expect(model.rotary === null).toBe(encoding !== "rope");
    // Saved again, nothing changes.
    const bytes = fileOf(network, {});
    const reloaded = networkFrom("test", bytes).network;
    expect(Buffer.compare(fileOf(reloaded, {}), bytes)).toBe(0);
    for (const { name, shape } of network.tensors) {
      const [from, to] = [network, reloaded].map((net) => net.part(net.memory.parameters, name));
      for (let row = 0; row < shape[0]; row++) {
        const [exact, read] = [from, to].map((x) =>
          x.subarray(row * shape[1], (row + 1) * shape[1]),
        );
        near(read, exact, (0.501 / 127) * Math.max(...exact.map(Math.abs)), name);
      }
    }
  });

  const right = () => fileOf(newNetwork("none", 1), {});
  const header = (/** @type {object} */ object) => {
    const json = new TextEncoder().encode(JSON.stringify(object));
    return Uint8Array.of(json.length, ...new Uint8Array(7), ...json);
  };
  it.each([
    ["too short", Uint8Array.of(1, 2), "its 2 bytes end within the header"],
    ["cut within the header", right().subarray(0, 100), "its 100 bytes end within the header"],
    ["not JSON", Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0, 0x7b), "its header is not JSON"],
    ["another's", header({}), 'its format is undefined, not "phasor story 1"'],
    [
      "of an unknown encoding",
      header({ __metadata__: { format: "phasor story 1", encoding: "t5" } }),
      'its encoding is "t5"',
    ],
    [
      "without the last byte",
      right().subarray(0, -1),
      '"layer 3: down" is not a tensor of I8 (256, 64)',
    ],
  ])("that is %s is refused", async (_, bytes, message) => {
    await expect(StoryModel.load(bytes)).rejects.toThrow(
      `phasor/story StoryModel.load: source must have the weights of a story model, but ${message}`,
    );
  });

  it("is an address or bytes", async () => {
    await expect(StoryModel.load(/** @type {any} */ (7))).rejects.toThrow(
      "source must be an address, an ArrayBuffer or a Uint8Array, got 7",
    );
    const { buffer } = right();
    expect((await StoryModel.load(/** @type {ArrayBuffer} */ (buffer))).encoding).toBe("none");
    const base64 = Buffer.from(right()).toString("base64");
    const url = `data:application/octet-stream;base64,${base64}`;
    expect((await StoryModel.load(url)).encoding).toBe("none");
  });
});

describe("bad input", () => {
  /** @type {StoryModel} */
  let model;
  beforeAll(async () => {
    model = await StoryModel.load(fileOf(newNetwork("rope", 1), {}));
  });
  /** @type {[() => unknown, string][]} */
  const cases = [
    [
      () => model.next([]),
      "StoryModel.next: tokens.length must be an integer from 1 to 1024, got 0",
    ],
    [() => model.next([1.5]), "tokens[0] must be an integer from 0 to"],
    [() => model.loss([1, -1]), "StoryModel.loss: tokens[1] must be an integer from 0"],
    [
      () => model.write({ prompt: " " }),
      'StoryModel.write: prompt must be from 1 to 1024 words, got " "',
    ],
    [
      () => model.write({ prompt: /** @type {any} */ (5) }),
      "StoryModel.write: prompt must be a string, got 5",
    ],
    [() => model.write({ prompt: "once ".repeat(1025) }), "prompt must be from 1 to 1024 words"],
    [() => model.write({ words: -1 }), "words must be an integer from 0 to 1021, got -1"],
    [() => model.write({ temperature: Number.NaN }), "temperature must be a number from 0"],
    [() => model.write({ seed: 0.5 }), "seed must be"],
    [() => model.write(/** @type {any} */ ({ steps: 1 })), 'unknown option "steps"'],
    [() => model.next([1], { rotation: /** @type {any} */ (5) }), "rotation must be"],
    [
      () => model.next([1], { rotation: /** @type {any} */ ({ queries: 5 }) }),
      "rotation.queries must be a RotaryEmbedding or null, got 5",
    ],
    [
      () => model.next([1], { rotation: new RotaryEmbedding(64) }),
      "rotation.dHead must be 32, got 64",
    ],
    [
      () => model.next([1, 2], { rotation: { keyPositions: [0] } }),
      "rotation.keyPositions.length must be at least 2, got 1",
    ],
    [
      () => model.next([1, 2], { rotation: { queryPositions: () => Number.NaN } }),
      "rotation.queryPositions[0] must be a number within ±2^53, got NaN",
    ],
  ];
  it.each(cases)("%#", (call, message) => {
    expect(call).toThrow(message);
  });

  it("an address that cannot be fetched is named, with what to do instead", async () => {
    const hint = "for a file on disk, pass its contents";
    await expect(StoryModel.load("story.safetensors")).rejects.toThrow(
      new RegExp(`StoryModel.load: source story.safetensors cannot be fetched .*${hint}`),
    );
  });

  it("tokens and positions may be 64-bit integers", () => {
    const [tokens, keyPositions] = [BigInt64Array.of(3n, 5n), BigInt64Array.of(7n, 9n)];
    const numbers = model.next([3, 5], { rotation: { keyPositions: [7, 9] } });
    expect(model.next(tokens, { rotation: { keyPositions } })).toEqual(numbers);
  });

  it("a prompt may fill the model, and leave room for few words", () => {
    expect(model.write({ prompt: "once ".repeat(1024) }).split(" ")).toHaveLength(1024);
    expect(model.write({ prompt: "once ".repeat(1000) }).split(" ").length).toBeLessThanOrEqual(
      1024,
    );
  });

  it("a model without rotations has none to replace", async () => {
    const alibi = await StoryModel.load(fileOf(newNetwork("alibi", 1), {}));
    expect(alibi.next([1], { rotation: null })).toEqual(alibi.next([1]));
    expect(() => alibi.next([1], { rotation: new RotaryEmbedding(32) })).toThrow(
      'rotation must be left out: a model with the encoding "alibi" rotates nothing',
    );
  });
});

describe("the trained model", () => {
  /** @type {StoryModel} */
  let model;
  /** @type {string[]} */
  let table;
  const list = sampleTexts(8, 128);
  beforeAll(async () => {
    model = await loadRope();
    table = tableOfBreaks(model);
  });

  it("is the one whose losses are committed, and 8 bits cost less than 0.002", async () => {
    const bytes = readFileSync(
      new URL("../../web/story/weights/rope.safetensors", import.meta.url),
    );
    const { rope: result } = losses;
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(result.sha256);
    expect(Math.abs(result.rounded - result.loss)).toBeLessThan(0.002);
    const loss = meanLoss(model, sampleTexts(64, 129), undefined);
    expect(Math.abs(loss - result.rounded)).toBeLessThan(0.02);
  });

  it("compares vectors of two heads in four layers, in the first turned by their positions", () => {
    const tokens = list[0].slice(0, 40);
    const [unrotated, rotated] = [{ rotation: null }, {}].map((options) =>
      model.vectors(tokens, options),
    );
    const rotary = new RotaryEmbedding(32, { layout: "half" });
    for (const side of /** @type {const} */ (["queries", "keys"])) {
      expect(rotated[side]).toHaveLength(4 * 2 * 40 * 32);
      const first = unrotated[side].subarray(0, 2 * 40 * 32);
      near(rotated[side].subarray(0, first.length), rotary.apply(first, [2, 40, 32]), 1e-5);
      expect(rotated[side].every(Number.isFinite)).toBe(true);
    }
  });

  it("has the loss of the reference in double", () => {
    const network = networkFrom(
      "test",
      readFileSync(new URL("../../web/story/weights/rope.safetensors", import.meta.url)),
    ).network;
    const at = Object.fromEntries(network.tensors.map((tensor) => [tensor.name, tensor.at]));
    const tokens = list[0].slice(0, 60);
    const targets = new Int32Array(60).fill(-1);
    targets.set(tokens.subarray(1));
    const sizes = {
      dModel: 64,
      heads: 2,
      layers: 4,
      hidden: 256,
      tied: true,
      answers: words.length,
    };
    const parameters = Float64Array.from(network.memory.parameters);
    const added = new Int32Array(60).fill(-1);
    const batch = { sequences: 1, length: 60, tokens, added, targets };
    const { loss } = reference({ ...sizes, encoding: "rope", at }, parameters, batch);
    expect(Math.abs(meanLoss(model, [tokens]) - loss)).toBeLessThan(1e-4);
  });

  /** The loss, and how often the model knows who did it, in a row of the table. @param {string} start */
  const numbersOf = (start) => {
    const row = table.find((line) => line.startsWith(`| ${start}`)) ?? "";
    return row.split("|").slice(-3, -1).map(Number);
  };

  /** Bands around what other trainings have shown, too. @type {[keyof typeof breaks, number, number][]} */
  const bands = [
    ["base", 0.8, 1.6],
    ["none", 2.5, 4.5],
    ["ahead", 0.53, 1.2],
    ["scale", 1.4, 2.6],
    ["forgotten", 3, 5],
    ["backwards", 1.8, 3.5],
    ["keysBackwards", 2.8, 4.5],
    ["reversed", 2, 4],
    ["neighbours", 1.8, 4],
    ["still", 0.52, 0.8],
    ["bfloat16", 1.3, 2.6],
  ];
  it.each(bands)("%s: the loss is from %f to %f", (name, from, to) => {
    const [loss] = numbersOf(`\`${name}\`: `);
    expect(loss).toBeGreaterThan(from);
    expect(loss).toBeLessThan(to);
  });

  it.each([1, 7, 100000])("writes the same story when positions begin at %i", (start) => {
    for (const seed of [1, 2, 3]) {
      const moved = breaks.start.rotation(start);
      expect(model.write({ seed, rotation: moved })).toBe(model.write({ seed }));
    }
  });

  it("never needed the slow half of its pairs", () => {
    const { frequencies } = new RotaryEmbedding(32);
    const slowZero = frequencies.map((w, i) => (i < 8 ? w : 0));
    const rotation = new RotaryEmbedding(32, { layout: "half", frequencies: slowZero });
    expect(Math.abs(meanLoss(model, list, rotation) - meanLoss(model, list))).toBeLessThan(0.02);
  });

  it("knows who did it, and without rotation by chance", () => {
    expect(numbersOf("nothing")[1]).toBeGreaterThan(0.95);
    expect(numbersOf("`none`: ")[1]).toBe(0.5);
  });

  it("writes word by word what it writes at once, to the end of a story", () => {
    const text = model.write({ seed: 5 });
    expect([...model.writing({ seed: 5 })].join(" ")).toBe(text);
    expect(text).toMatch(/^once there was .* \.$/);
    expect(model.write({ seed: 5, words: 4 })).toBe(text.split(" ").slice(0, 7).join(" "));
    expect(model.write({ seed: 5, temperature: 0 })).toBe(model.write({ seed: 6, temperature: 0 }));
    expect(model.write({ seed: 5 })).not.toBe(model.write({ seed: 6 }));
  });

  it("has attention weights that sum to 1 over the words before", () => {
    const weights = model.attention(list[0].subarray(0, 20));
    expect(weights).toHaveLength(4 * 2 * 20 * 20);
    for (let row = 0; row < 8 * 20; row++) {
      const entries = weights.subarray(20 * row, 20 * (row + 1));
      expect(entries.reduce((sum, w) => sum + w, 0)).toBeCloseTo(1, 5);
      expect(entries.subarray((row % 20) + 1).every((w) => w === 0)).toBe(true);
    }
  });

  it("has the tables of docs/story.md", () => {
    const document = readFileSync(new URL("../../docs/story.md", import.meta.url), "utf8");
    for (const line of [...table, ...tableOfPrecisions(model)]) {
      expect(document).toContain(line);
    }
  });
});
