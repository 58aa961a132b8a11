import { describe, expect, test, vi } from "vitest";
import { sinusoidal } from "../../web/phasor/index.js";
import { until } from "../until.js";
import {
  csvOf,
  layer,
  mount,
  onAnEmptyPage,
  plotOf,
  press,
  put,
  settled,
  tags,
} from "./support.js";

import.meta.glob("../../web/elements/phasor-*.js", { eager: true });

/** Languages as on the buttons, and their names. */
const LANGUAGES = [
  ["JavaScript", "javascript"],
  ["Python", "python"],
];

onAnEmptyPage();

describe("the CSV of figures", () => {
  test("has the heatmap's cells in view, to the last bit", async () => {
    const [figure] = await mount('<phasor-heatmap d-model="8" length="32"></phasor-heatmap>');
    const { head, rows } = csvOf(figure);
    expect(head.slice(0, 3)).toEqual(["position", "dim 0 (pair 0 sin)", "dim 1 (pair 0 cos)"]);
    const values = sinusoidal(32, 8, { dtype: "float64" });
    expect(rows).toHaveLength(32);
    rows.forEach(([position, ...row], n) => {
      expect(position).toBe(n);
      expect(row).toEqual([...values.subarray(n * 8, n * 8 + 8)]);
    });
    figure.shared.view({ start: 10, end: 20 });
    expect(csvOf(figure).rows.map(([position]) => position)).toEqual([
      10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
    ]);
  });

  test("has evenly spaced positions if there are very many", async () => {
    const [figure] = await mount(
      `<phasor-heatmap d-model="8" length="${2 ** 53}"></phasor-heatmap>`,
    );
    const { rows } = csvOf(figure);
    expect(rows).toHaveLength(4096);
    expect(rows[1][0] - rows[0][0]).toBe(2 ** 41);
  });
});

describe("the PNG", () => {
  test.each(tags)("of <%s> is the drawing in the colours for paper", async (tag) => {
    const [figure] = await mount(`<${tag}></${tag}>`);
    const blob = await figure.toBlob();
    expect(blob.type).toBe("image/png");
    const picture = await createImageBitmap(blob);
    if (figure.toSVG) {
      // Two pixels for each CSS pixel, with margins, title and caption; the corner has the paper's
      // colour.
      const { width, height } = plotOf(figure).getBoundingClientRect();
      expect(picture.width).toBeGreaterThan(2 * width + 50);
      expect(picture.height).toBeGreaterThan(2 * height + 150);
      const svg = new DOMParser().parseFromString(figure.toSVG(), "image/svg+xml");
      expect(svg.querySelector("parsererror")).toBeNull();
      const words = [...svg.querySelectorAll("text")].map((label) => label.textContent).join("");
      expect(words).toContain(figure.shadowRoot.querySelector(".title").textContent.split(" ")[0]);
      expect(svg.querySelectorAll("path, rect, image").length).toBeGreaterThan(10);
      return;
    }
    const data = layer(figure, "data");
    expect([picture.width, picture.height]).toEqual([data.width, data.height]);
    const read = (/** @type {CanvasImageSource[]} */ ...sources) => {
      const context = /** @type {OffscreenCanvasRenderingContext2D} */ (
        new OffscreenCanvas(data.width, data.height).getContext("2d", { willReadFrequently: true })
      );
      context.fillStyle = figure.theme.paper;
      context.fillRect(0, 0, data.width, data.height);
      for (const source of sources) context.drawImage(source, 0, 0);
      return context.getImageData(0, 0, data.width, data.height).data;
    };
    const [one, other] = [
      read(picture),
      read(...figure.shadowRoot.querySelectorAll(".plot canvas")),
    ];
    expect(one.every((part, n) => Math.abs(part - other[n]) <= 2)).toBe(true);
  });

  test("of a figure far from the view is drawn", async () => {
    const html = '<div style="height: 9000px"></div><phasor-clocks></phasor-clocks>';
    const figure = put(html).lastElementChild;
    const picture = await createImageBitmap(await figure.toBlob());
    expect(picture.height).toBeGreaterThan(100);
  });

  test("of a figure outside the document is an error that says so", async () => {
    const figure = /** @type {any} */ (document.createElement("phasor-heatmap"));
    await expect(figure.toBlob()).rejects.toThrow("has no size");
  });
});

describe("snippets", () => {
  test("a snippet creates the same figure", async () => {
    const [figure] = await mount(
      '<phasor-heatmap length="512" pair="3" layout="concatenated"></phasor-heatmap>',
    );
    const html = figure.toHTML("https://example.org/phasor-heatmap.js");
    const height = Math.ceil(figure.offsetHeight / 16);
    expect(height).toBeGreaterThan(30);
    expect(html).toBe(
      '<script type="module" src="https://example.org/phasor-heatmap.js"></script>\n' +
        `<phasor-heatmap length="512" pair="3" layout="concatenated" style="display: flex; min-height: ${height}rem"></phasor-heatmap>`,
    );
    press(figure, "share");
    await settled();
    expect(figure.toHTML("https://example.org/phasor-heatmap.js")).toBe(html);
    press(figure, "share");
    await settled();
    const [copy] = await mount(html.split("\n")[1]);
    expect(copy.state).toEqual(figure.state);
    expect(copy.toHTML()).toBe(figure.toHTML());
  });

  test.each(tags)("<%s> offers them in the menu of one button", async (tag) => {
    const [figure] = await mount(`<${tag}></${tag}>`);
    const saved = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
    press(figure, "share");
    await settled();
    press(figure, "CSV");
    await until(() => expect(saved).toHaveBeenCalledTimes(1));
    press(figure, "PNG");
    // Waits for computations first.
    await until(() => expect(saved).toHaveBeenCalledTimes(2));
    press(figure, "HTML");
    await settled();
    const text = () => figure.shadowRoot.querySelector(".share textarea").value;
    expect(text()).toMatch(
      new RegExp(`<${tag} style="display: flex; min-height: \\d+rem"></${tag}>$`),
    );
    press(figure, "link");
    await settled();
    expect(text()).toMatch(/^http/);
    for (const [words, language] of figure.code ? LANGUAGES : []) {
      press(figure, words);
      await settled();
      expect(text()).toBe(figure.toCode(language));
    }
    press(figure, "share");
    await settled();
    expect(figure.shadowRoot.querySelector(".share:not([hidden])")).toBeNull();
  });

  test("the visible program matches what the figure shows", async () => {
    const [figure] = await mount("<phasor-heatmap></phasor-heatmap>");
    press(figure, "share");
    await settled();
    press(figure, "Python");
    figure.dModel = 20;
    await settled();
    expect(figure.shadowRoot.querySelector(".share textarea").value).toContain("range(20)");
    expect(() => figure.toCode("fortran")).toThrow("javascript, python, not fortran");
  });
});
