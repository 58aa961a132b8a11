import { expect, test } from "vitest";
import "../../web/elements/phasor-bias.js";
import { asDrawn, drawingOf } from "./drawing.js";
import { centreOf, drag, handleOf, keys, pixelUnder, rested, textsOf } from "./grab.js";
import { recordingOf } from "./recorder.js";
import { buttonOf, csvOf, layer, mountIn, onAnEmptyPage, pixelsOf } from "./support.js";

onAnEmptyPage();

/** @param {string} attributes */
const wide = (attributes = "") => mountIn(1200, `<phasor-bias ${attributes}></phasor-bias>`);
/** Weights of a head of ALiBi, nearest first. @param {number} head from 1 @param {number} query */
function alibi(head, query) {
  const parts = Array.from({ length: query + 1 }, (_, back) => Math.exp(-back * 2 ** -head));
  const sum = parts.reduce((total, part) => total + part, 0);
  return parts.map((part) => part / sum);
}
/** How many of the nearest words have 90 % of the weight.
 * @param {number} head @param {number} query */
function expectedBias(head, query) {
  let [sum, count] = [0, 0];
  for (const weight of alibi(head, query)) {
    if (sum >= 0.9) break;
    sum += weight;
    count++;
  }
  return count;
}
const HEADS = [1, 2, 3, 4, 5, 6, 7, 8];

test("ALiBi: the query can be dragged, and heads with small slopes need more words than there are", async () => {
  const figure = await wide();
  for (const query of [84, 20]) {
    if (query === 20) {
      const handle = handleOf(figure, "query");
      const { x, y } = centreOf(handle);
      await keys(handle, "Home");
      const from = centreOf(handle);
      await drag(figure, from, { x: from.x + (16 / 80) * (x - from.x), y });
    }
    expect(figure.query).toBe(query);
    const texts = textsOf(figure);
    expect(texts).toContain(`query at ${query}`);
    expect(texts).toContain(`90 % within ${expectedBias(1, query)} words`);
    for (const head of HEADS.slice(1)) expect(texts).toContain(String(expectedBias(head, query)));
  }
});

test("the ridges of all heads have one scale", async () => {
  const figure = await wide();
  const handle = handleOf(figure, "query");
  const { x, y } = centreOf(handle);
  await keys(handle, "ArrowLeft");
  const cell = x - centreOf(handle).x;
  await keys(handle, "ArrowRight");
  // The bars of the key before the query, from the top, as runs of one colour.
  const canvas = layer(figure, "moving");
  const bottom = canvas.getBoundingClientRect().bottom;
  // Brackets below the bars are thinner than 1.5 pixels.
  /** @type {number[]} */
  const runs = [];
  const bar = pixelUnder(canvas, { x: x - cell, y: y + 120 });
  expect(bar >>> 24).toBe(255);
  for (let at = y + 20, inside = false; at < bottom; at += 0.5) {
    const is = pixelUnder(canvas, { x: x - cell, y: at }) === bar;
    if (is && !inside) runs.push(0);
    if (is) runs[runs.length - 1] += 0.5;
    inside = is;
  }
  expect(textsOf(figure).filter((text) => /^\d$/.test(text))).toEqual(
    expect.arrayContaining([..."12345678"]),
  );
  expect(textsOf(figure)).not.toContain("9");
  const heights = runs.filter((height) => height > 1.5);
  const scale = heights[2] / alibi(3, 84)[1];
  for (const head of [2, 4, 5, 6]) {
    expect(Math.abs(heights[head - 1] - scale * alibi(head, 84)[1])).toBeLessThanOrEqual(1.5);
  }
});

/** The bucket of a distance back, of 32: the published rule. @param {number} distance */
function bucketOf(distance) {
  if (distance < 16) return distance;
  const bucket = 16 + Math.floor((Math.log(distance / 16) / Math.log(8)) * 16 + 1e-12);
  return Math.min(bucket, 31);
}
/** The weight of a bucket. @param {number[]} biases @param {number} bucket */
function share(biases, bucket) {
  const countOf = (/** @type {(n: number) => boolean} */ counts) =>
    Array.from({ length: 128 }, (_, n) => (counts(n) ? Math.exp(biases[bucketOf(n)]) : 0)).reduce(
      (sum, part) => sum + part,
      0,
    );
  return countOf((n) => bucketOf(n) === bucket) / countOf(() => true);
}
/** @param {number} part */
const percent = (part) => `${(100 * part).toFixed(part < 0.095 ? 1 : 0)} %`;

test("T5: dragging a step changes the weights of its bucket", async () => {
  const figure = await wide();
  const biases = Array.from({ length: 32 }, (_, bucket) => -bucket / 8);
  const texts = () => textsOf(figure).join("\n");
  expect(texts()).toContain("bucket 20\ndistances 27 to 30");
  expect(texts()).toContain("bias −2.50");
  expect(texts()).toContain(`${percent(share(biases, 20))} on these`);
  const handle = handleOf(figure, "bias");
  const { x, y } = centreOf(handle);
  await drag(figure, { x, y }, { x: x + 3, y: y - 60 });
  expect(figure.kind).toBe("t5");
  const bias = Number(/^20:(-?[\d.]+)$/.exec(figure.biases)?.[1]);
  expect(bias).toBeGreaterThan(-2);
  expect(centreOf(handle).y).toBeCloseTo(y - 60, -0.5);
  expect(centreOf(handle).x).toBeCloseTo(x, 0);
  biases[20] = bias;
  expect(texts()).toContain(`${percent(share(biases, 20))} on these`);
  await keys(handle, "Escape");
  expect(figure.biases).toBe("");
  await keys(handle, "ArrowUp");
  expect(figure.biases).toBe("20:-2.4");
});

test("T5: any step can be dragged, and the weights name their bucket", async () => {
  const figure = await wide();
  const handle = handleOf(figure, "bucket");
  const bias = handleOf(figure, "bias");
  await keys(handle, "Home");
  const first = centreOf(bias);
  await keys(handle, "End");
  const last = centreOf(bias);
  expect(figure.bucket).toBe(31);
  expect(textsOf(figure)).toContain("distances from 113 on");
  // There are 120 distances between the middles of the first and the last one.
  const at = (/** @type {number} */ distance) =>
    first.x + ((last.x - first.x) * distance) / ((113 + 127) / 2);
  await drag(figure, { x: first.x, y: first.y }, { x: first.x, y: first.y + 20 });
  expect(figure.bucket).toBe(0);
  expect(Number(figure.biases.split(":")[1])).toBeLessThan(-0.2);
  const low = { x: at(64), y: centreOf(handle).y };
  await drag(figure, low, low);
  expect(figure.bucket).toBe(bucketOf(64));
});

/** The violet pixels of the layer that moves: the outline of the cut-out. @param {any} figure */
function cutOutOf(figure) {
  const canvas = layer(figure, "moving");
  /** @type {Set<number>[]} */
  const [xs, ys] = [new Set(), new Set()];
  pixelsOf(canvas).forEach((pixel, n) => {
    if (pixel !== 0xffc24762) return;
    xs.add(n % canvas.width);
    ys.add(Math.floor(n / canvas.width));
  });
  const scale = canvas.getBoundingClientRect().width / canvas.width;
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  return { left: left * scale, top: Math.min(...ys) * scale, width: (right - left) * scale };
}

test("Swin: the cut-out moves against the patch", async () => {
  const figure = await wide();
  const handle = handleOf(figure, "patch");
  expect(textsOf(figure)).toContain("patch 1, 4");
  const begin = centreOf(handle);
  const before = cutOutOf(figure);
  await keys(handle, "ArrowRight", "ArrowDown");
  const after = cutOutOf(figure);
  const cell = before.width / 7;
  expect(after.width).toBeCloseTo(before.width, -0.5);
  expect(Math.abs(before.left - after.left - cell)).toBeLessThan(1.5);
  expect(Math.abs(before.top - after.top - cell)).toBeLessThan(1.5);
  expect([figure.row, figure.column, figure.kind]).toEqual([2, 5, "swin"]);
  const side = centreOf(handle).x - begin.x;
  expect(centreOf(handle).y - begin.y).toBeCloseTo(side, 0);
  await drag(figure, centreOf(handle), { x: begin.x - 3 * side, y: begin.y + 4 * side });
  expect([figure.row, figure.column]).toEqual([5, 1]);
  expect(textsOf(figure)).toContain("patch 5, 1");
});

test("the up and down keys of Swin's patch switch to Swin, like the other keys", async () => {
  const figure = await wide('kind="alibi"');
  await keys(handleOf(figure, "patch"), "ArrowDown");
  expect([figure.kind, figure.row]).toEqual(["swin", 2]);
});

test("biases that are not numbers are ignored", async () => {
  const figure = await wide('kind="t5" biases="3:. 4:-1.5.2 5:-.5"');
  const biases = [...new Map(csvOf(figure).rows.map((row) => [row[1], row[2]]))];
  expect(biases.filter(([bucket]) => bucket >= 3 && bucket <= 5)).toEqual([
    [3, -3 / 8],
    [4, -1.5],
    [5, -0.5],
  ]);
});

test("visible text says that the values of each of the two tables are made up", async () => {
  const figure = await wide();
  expect(textsOf(figure).filter((text) => text.includes("made up"))).toHaveLength(2);
});

test("tabs select the method if there is room for one of the three", async () => {
  const figure = await mountIn(360, "<phasor-bias></phasor-bias>");
  expect(() => handleOf(figure, "patch")).toThrow();
  buttonOf(figure, "Swin").click();
  await rested();
  expect(figure.kind).toBe("swin");
  expect(handleOf(figure, "patch")).toBeTruthy();
  expect(() => handleOf(figure, "query")).toThrow();
});

test.each([3, 20, 26, 31])(
  "T5: the text about bucket %i covers no step, and its weights are marked",
  async (bucket) => {
    const figure = await mountIn(640, `<phasor-bias kind="t5" bucket="${bucket}"></phasor-bias>`);
    const { words, lines } = drawingOf(figure);
    const steps = lines.filter(
      ([one, other, ...more]) =>
        other && more.length === 0 && one[1] === other[1] && Math.abs(one[0] - other[0]) < 100,
    );
    expect(steps.length).toBeGreaterThan(10);
    const labels = words.filter(({ text }) => /^(bucket|distance|bias)/.test(text));
    expect(labels.length).toBeGreaterThan(2);
    for (const { left, right, top, bottom, text } of labels)
      for (const [[x, y], [end]] of steps)
        expect(
          Math.max(x, end) > left && Math.min(x, end) < right && y > top + 2 && y < bottom - 2,
          text,
        ).toBe(false);
    // Only bars are filled without a path.
    const barsOf = (/** @type {string} */ name) =>
      recordingOf(figure)
        .filter(({ kind, steps }) => kind === "fill" && steps === "")
        .filter(({ colour }) => colour === asDrawn(figure.theme[name]))
        .map(({ box }) => JSON.stringify(box));
    const marked = barsOf("position");
    expect(barsOf("dimension")).toEqual(expect.arrayContaining(marked));
    const distances = [...Array(128).keys()].filter((distance) => bucketOf(distance) === bucket);
    expect(marked).toHaveLength(distances.length);
  },
);
