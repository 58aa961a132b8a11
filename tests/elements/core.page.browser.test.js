// How figures fit into any page, and onto paper.
import { describe, expect, test, vi } from "vitest";
import { until } from "../until.js";
import { centreOf, drag, handleOf, rested } from "./grab.js";
import { buttonOf, onAnEmptyPage, plotOf, put } from "./support.js";
import { counts, one } from "./test-line.js";

onAnEmptyPage();

/** A <test-line> inside an element of the page.
 * @param {string} style of the place @param {string} [attributes] */
async function placed(style, attributes = "") {
  const line = put(`<test-line ${attributes}></test-line>`, style).firstElementChild;
  await until(() => expect(line.view?.drawn).toBe(true));
  await rested();
  return line;
}

describe("in any page, a figure", () => {
  test.each([
    ["display: flex; justify-content: center", ""],
    ["display: flex; flex-direction: column; align-items: center", ""],
    ["display: grid; place-items: center", ""],
    ["", ""],
    ["", "margin: 0 40px"],
  ])("has its parent's width: %s", async (place, style) => {
    const line = await placed(`width: 500px; ${place}`, `style="${style}"`);
    expect(line.getBoundingClientRect().width).toBeCloseTo(style ? 420 : 500, 0);
    expect(line.parentElement.scrollWidth).toBe(500);
  });

  test("keeps a height that is set", async () => {
    const line = await one('style="height: 420px"');
    expect(line.getBoundingClientRect().height).toBe(420);
    const root = line.shadowRoot.querySelector(".root");
    expect(root.scrollHeight).toBeLessThanOrEqual(420);
    expect(plotOf(line).clientHeight).toBeGreaterThan(230);
  });

  test("has the page's caption below the drawing, in the page's letters", async () => {
    const place = put(
      '<test-line><p slot="caption">Fig. 1. A line.</p><p>Instead.</p></test-line>',
      "font: italic 20px monospace; color: rgb(1, 2, 3); direction: rtl",
    );
    const line = /** @type {any} */ (place.firstElementChild);
    await until(() => expect(line.view?.drawn).toBe(true));
    const [caption, fallback] = line.children;
    const letters = (/** @type {Element} */ element) => {
      const { font, color, direction } = getComputedStyle(element);
      return { font, color, direction };
    };
    expect(letters(caption)).toEqual(letters(place));
    const { top, height } = caption.getBoundingClientRect();
    expect(height).toBeGreaterThan(0);
    expect(top).toBeGreaterThan(plotOf(line).getBoundingClientRect().bottom);
    expect(fallback.getClientRects()).toHaveLength(0);
  });

  test("has light text on a dark background without color-scheme, in the page's font size", async () => {
    const line = await placed("background: #222; color: #eee; --phasor-font-size: 24px");
    expect([line.theme.scheme, line.theme.size]).toEqual(["dark", 24]);
    expect(getComputedStyle(line.shadowRoot.querySelector(".title")).color).toBe(
      "rgb(236, 232, 223)",
    );
    expect(handleOf(line, "position").getBoundingClientRect().height).toBeGreaterThan(50);
  });

  test("keeps numbers and the drawing in a right-to-left page", async () => {
    const line = await one('dir="rtl" length="21" position="0"');
    expect(centreOf(handleOf(line, "position")).x).toBeLessThan(
      centreOf(handleOf(line, "factor")).x,
    );
  });
});

describe("whatever the page's text styles,", () => {
  test("the figure's text is unchanged", async () => {
    const look = (/** @type {any} */ line) =>
      [".title", ".hint", "summary", "button"].map((selector) => {
        const element = line.shadowRoot.querySelector(selector);
        const { fontStyle, fontWeight, textShadow, textAlignLast, webkitTextStroke } =
          getComputedStyle(element);
        const { width, height } = element.getBoundingClientRect();
        const box = { width, height };
        return {
          selector,
          fontStyle,
          fontWeight,
          textShadow,
          textAlignLast,
          webkitTextStroke,
          ...box,
        };
      });
    const plainLook = await placed("width: 500px");
    const expected = look(plainLook);
    const styled =
      await placed(`width: 500px; font: italic small-caps bold 16px serif; white-space: nowrap;
      word-spacing: 1em; letter-spacing: 0.2em; text-indent: 3em; text-shadow: 1px 1px red; text-align: right;
      text-transform: uppercase; word-break: break-all; text-align-last: justify; line-break: anywhere;
      text-emphasis: dot; -webkit-text-fill-color: transparent; -webkit-text-stroke: 2px red`);
    expect(look(styled)).toEqual(expected);
    const { webkitTextFillColor, color } = getComputedStyle(
      styled.shadowRoot.querySelector(".title"),
    );
    expect(webkitTextFillColor).toBe(color);
    const canvas = styled.shadowRoot.querySelector("canvas");
    expect(getComputedStyle(canvas).wordSpacing).toBe("0px");
  });

  test("the figure's lines are horizontal in a page with vertical lines", async () => {
    const line = await placed("width: 700px; height: 600px; writing-mode: vertical-rl");
    expect(line.getBoundingClientRect().width).toBeGreaterThan(500);
    const { width, height } = line.shadowRoot.querySelector(".title").getBoundingClientRect();
    expect(width).toBeGreaterThan(2 * height);
  });

  test.each([
    ["62.5%", "16px", 16],
    ["62.5%", "10px", 10],
    ["62.5%", "24px", 16],
    ["20px", "20px", 20],
    ["16px", "12px", 16],
  ])("the figure's text is readable: %s at the root, %s around", async (root, outerSize, size) => {
    document.documentElement.style.fontSize = root;
    try {
      expect((await placed(`font-size: ${outerSize}`)).theme.size).toBe(size);
    } finally {
      document.documentElement.style.fontSize = "";
    }
  });
});

describe("a figure follows a page that becomes dark", () => {
  const dark = "background: #222; color: #eee";

  test("on any element around the figure", async () => {
    const line = await placed("");
    expect(line.theme.scheme).toBe("light");
    line.parentElement.style.cssText = dark;
    await until(() => expect(line.theme.scheme).toBe("dark"));
    line.parentElement.style.cssText = "";
    await until(() => expect(line.theme.scheme).toBe("light"));
  });

  test("gradually", async () => {
    const line = await placed("");
    document.body.style.cssText = "transition: color 200ms, background 200ms";
    await rested();
    document.body.style.cssText += dark;
    try {
      await until(() => expect(line.theme.scheme).toBe("dark"));
    } finally {
      document.body.style.cssText = "";
    }
  });
});

test.each(["transform: scale(0.5)", "transform: scale(1.5)", "zoom: 0.5", "zoom: 1.5"])(
  "a handle stays under the pointer where the page shows figures in another size: %s",
  async (style) => {
    const line = await placed(`width: 500px; transform-origin: 0 0; ${style}`, 'position="64"');
    const handle = handleOf(line, "position");
    const from = centreOf(handle);
    const { width } = line.getBoundingClientRect();
    const to = { x: from.x + width / 4, y: from.y };
    await drag(line, from, to, { release: false });
    expect(Math.abs(centreOf(handle).x - to.x)).toBeLessThan(2);
  },
);

test("a figure in a frame's document has its styles", async () => {
  const [started, stopped] = /** @type {const} */ (["observe", "disconnect"]).map((name) =>
    vi.spyOn(IntersectionObserver.prototype, name),
  );
  const line = await placed("");
  const frame = document.createElement("iframe");
  frame.className = "mounted";
  document.body.append(frame);
  const frameDocument = /** @type {Document} */ (frame.contentDocument);
  frameDocument.body.append(line);
  await until(() => expect(line.view?.drawn).toBe(true));
  expect(
    frameDocument.defaultView?.getComputedStyle(line.shadowRoot.querySelector(".plot")).position,
  ).toBe("relative");
  document.body.append(line);
  await rested();
  expect(getComputedStyle(line.shadowRoot.querySelector(".plot")).position).toBe("relative");
  line.remove();
  expect(stopped).toHaveBeenCalledTimes(started.mock.calls.length);
});

test.each([
  ["append", null],
  ["moveBefore", "share"],
])(
  "a figure that a page moves by %s keeps its menus, and its focus if it can",
  async (move, focus) => {
    const line = await placed("");
    const share = buttonOf(line, "share");
    share.focus();
    share.click();
    const box = document.createElement("div");
    box.style.cssText = "background: #222; --phasor-ink: #eee";
    document.body.append(box);
    /** @type {any} */ (box)[move](line, null);
    await rested();
    const { activeElement } = line.shadowRoot;
    expect([activeElement?.textContent ?? null, line.view.isSharing]).toEqual([focus, true]);
    expect(line.theme.ink).toBe("rgb(238, 238, 238)");
    box.remove();
  },
);

test("printing shows a figure that was never scrolled into view, in the colours for paper", async () => {
  const line = put(
    '<div style="height: 9000px"></div><test-line></test-line>',
    "background: black; color: white",
  ).lastElementChild;
  expect(line.view).toBeUndefined();
  dispatchEvent(new Event("beforeprint"));
  expect(line.view.drawn).toBe(true);
  expect(line.theme.scheme).toBe("light");
  expect(getComputedStyle(line.shadowRoot.querySelector(".title")).color).toBe("rgb(29, 28, 26)");
  dispatchEvent(new Event("afterprint"));
  await rested();
  line.drawNow();
  expect(line.theme.scheme).toBe("dark");
});

describe("printing a wide window", () => {
  const printed = (/** @type {any} */ line) => {
    const [still, moving] = line.shadowRoot.querySelectorAll("canvas");
    return [still.style.width, moving.style.width, line.view.width];
  };

  test("draws a figure as wide as the paper, and afterwards as before", async () => {
    const line = await placed("width: 1100px");
    const { height } = line.getBoundingClientRect();
    dispatchEvent(new Event("beforeprint"));
    expect(printed(line)).toEqual(["720px", "720px", 720]);
    dispatchEvent(new Event("afterprint"));
    expect(printed(line)).toEqual(["1100px", "1100px", 1100]);
    expect(line.getBoundingClientRect().height).toBe(height);
  });

  test("does not clear parts of a layer, which in print would erase the layer below", async () => {
    await placed("width: 500px");
    const cleared = vi.spyOn(CanvasRenderingContext2D.prototype, "clearRect");
    const before = counts.drawn;
    dispatchEvent(new Event("beforeprint"));
    expect(cleared).not.toHaveBeenCalled();
    expect(counts.drawn).toBe(before + 1);
    dispatchEvent(new Event("afterprint"));
    expect(cleared).toHaveBeenCalled();
  });
});
