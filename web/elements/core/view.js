// The content of a figure's shadow tree, and how it is drawn: words, controls, canvases, handles,
// and a text of everything that is written on the canvases.
import { ControlList } from "./controls.js";
import { drawAcross, drawMoving, drawStill, layOutAxes } from "./draw.js";
import { listen } from "./grab.js";
import { HandleElements } from "./handles.js";
import { button, captionSlot, create, fallback } from "./html.js";
import { FONT_SIZE, measure, place } from "./layout.js";
import { clearImages } from "./marks/raster.js";
import { collect, unchanged } from "./memo.js";
import { checkFields, checkNames } from "./names.js";
import { SharePanel } from "./share.js";
import { addStyles } from "./styles.js";
import { clearWidths, nodes, widthOf } from "./text.js";
import { COLOURS, readTheme, schemeAround, watchTheme } from "./theme.js";

/** @import { FigureElement } from "./element.js" */
/** @import { Frame, Pen, Placed, Room, Tree } from "./types.js" */
/** @import { Target } from "./handles.js" */
/** @import { Measured } from "./layout.js" */
/** @import { Dependency } from "./memo.js" */
/** @import { Theme } from "./theme.js" */

/** Below this width, panels are stacked, unless the figure declares another width. */
const STACKED_WIDTH = 560;
/**
 * The maximum number of device pixels per CSS pixel: more take time and make no visible difference.
 */
const MAX_PIXEL_RATIO = 2;
/** The smallest letters, relative to the usual ones, that a figure draws in a box that is too low for it. */
const MIN_LETTER_SCALE = 0.7;
/** The maximum height of a canvas, in heights of the drawing. */
const MAX_CANVAS_HEIGHTS = 3;
/**
 * The maximum width of a printed drawing: about that of the paper, so that its text stays legible.
 */
const PRINT_WIDTH = 720;

export class View {
  #figure;
  #stage = create("div", { class: "plot", part: "plot", role: "group" });
  #stillCanvas = /** @type {HTMLCanvasElement} */ (
    create("canvas", { class: "layer still", "aria-hidden": "true" })
  );
  #movingCanvas = /** @type {HTMLCanvasElement} */ (
    create("canvas", { class: "layer moving", "aria-hidden": "true" })
  );
  #hint = create("p", { class: "hint", part: "hint" });
  #shownHint = "";
  #textList = create("ul", { class: "quiet" });
  #status = create("p", { class: "quiet status", role: "status" });
  #probes = create(
    "div",
    { class: "probes" },
    [...COLOURS, "math", "title"].map((name) => create("i", { class: name })),
  );
  #root;
  #handles;
  #controls;
  #moreControls;
  #extra = create("div", { class: "extra", part: "extra" });
  #playButton;
  #fullScreenButton;
  #sharePanel;
  /** @type {Room} */
  #room = { width: 0, height: Infinity, narrow: false, low: false, measure: () => 0 };
  #cleanups;
  /** @type {ResizeObserver | undefined} */
  #resizeObserver;
  /** @type {Theme | undefined} */
  #theme;
  /** The panels as last drawn. @type {Placed[]} */
  panels = [];
  /** The handles as last drawn. @type {Target[]} */
  targets = [];
  #key = "";
  /** @type {Dependency[]} */
  #stillReads = [];
  #stillTexts = /** @type {string[]} */ ([]);
  #stillTaken = /** @type {Frame[]} */ ([]);
  #texts = "";
  #requestedHeight = 0;
  width = 0;
  height = 0;
  drawn = false;
  printing = false;
  #isFull = false;

  /** @param {FigureElement} figure */
  constructor(figure) {
    this.#figure = figure;
    const { spec } = figure;
    const { title, play } = spec;
    this.#stage.append(this.#stillCanvas, this.#movingCanvas);
    this.#stage.setAttribute("aria-label", title);
    this.#handles = new HandleElements(this.#stage);
    this.#controls = new ControlList(figure, "controls");
    this.#moreControls = new ControlList(figure, "more");
    this.#sharePanel = new SharePanel(figure);
    this.#playButton = button("play", () => figure.play(!figure.playing));
    const reset = button("reset", () => figure.reset());
    this.#fullScreenButton = button("full screen", () => {
      if (figure.matches(":fullscreen")) document.exitFullscreen();
      // Where the page or its frame forbids it, nothing happens.
      else figure.requestFullscreen().catch(() => {});
    });
    this.#fullScreenButton.classList.add("full");
    const details = create("details", { class: "more", part: "more" }, [
      create("summary", {}, ["more"]),
      this.#moreControls.element,
    ]);
    details.classList.toggle("bare", !spec.more);
    this.#root = create("div", { class: "root", dir: "ltr", lang: "en" }, [
      create("figure", { part: "figure" }, [
        create("figcaption", { part: "caption" }, [
          create("p", { class: "title", part: "title" }, [title]),
          this.#hint,
        ]),
        this.#controls.element,
        this.#stage,
        this.#extra,
        create("div", { class: "below", part: "below" }, [
          ...(play ? [this.#playButton] : []),
          details,
          create("div", { class: "rest" }, [
            reset,
            this.#sharePanel.button,
            ...(document.fullscreenEnabled ? [this.#fullScreenButton] : []),
          ]),
        ]),
        this.#sharePanel.element,
        this.#textList,
        this.#status,
      ]),
      this.#probes,
    ]);
    const shadow = /** @type {ShadowRoot} */ (figure.shadowRoot);
    addStyles(shadow);
    // Outside the root, so these have the colour and the font of the surrounding text.
    const surroundings = create("span", { class: "around" });
    shadow.replaceChildren(this.#root, captionSlot(), surroundings);
    this.#cleanups = [
      watchTheme(() => this.renew(), surroundings),
      listen(this.#stage, this.#handles, figure, this),
    ];
    // A reset of the graphics processor empties all canvases.
    const onRestored = () => {
      this.#key = "";
      clearImages();
      figure.redraw();
    };
    this.#stage.addEventListener("contextrestored", onRestored, true);
    if (typeof ResizeObserver !== "undefined") {
      this.#resizeObserver = new ResizeObserver(() => {
        const { clientWidth, clientHeight } = this.#stage;
        if (clientWidth !== this.width || clientHeight !== this.height) figure.redraw();
      });
    }
  }

  /**
   * Follows the size of the figure's place while it is in view. Not of others: where a page leaves chapters out of its
   * layout, Firefox reports an error when their sizes are known in a frame in which another one's changes.
   * @param {boolean} inView
   */
  watch(inView) {
    if (inView) this.#resizeObserver?.observe(this.#stage);
    else this.#resizeObserver?.disconnect();
  }

  /** Draws with the colours and fonts as they are now. */
  renew() {
    this.#theme = undefined;
    clearWidths();
    this.#figure.redraw();
  }

  remove() {
    this.watch(false);
    for (const end of this.#cleanups) end();
    this.#figure.shadowRoot?.replaceChildren(...fallback());
  }

  /** Whether the reader is about to save or copy what it shows. */
  get isSharing() {
    return this.#sharePanel.isOpen;
  }

  get theme() {
    this.#theme ??= this.#readTheme();
    return this.#theme;
  }

  #readTheme() {
    const scheme = this.printing ? "light" : schemeAround(this.#figure);
    this.#root.classList.toggle("dark", scheme === "dark");
    this.#root.classList.toggle("printing", this.printing);
    return readTheme(this.#probes, scheme);
  }

  /** @param {number} ratio @param {((text: string) => void)} [say] @returns {Pen & { taken: Frame[] }} */
  #pen(ratio, say) {
    const context = contextOf(this.#movingCanvas);
    return { context, theme: this.theme, unit: this.theme.size / FONT_SIZE, ratio, say, taken: [] };
  }

  /** The panels for a width. @param {number} width @param {Pen} pen @param {number} [height] that the page allows, if they need more @returns {Tree} */
  #tree(width, pen, height = Infinity) {
    const { spec, p, d } = this.#figure;
    const unitWidth = width / pen.unit;
    const narrow = unitWidth < (spec.narrow ?? STACKED_WIDTH);
    /** @type {Room} */
    const room = {
      width: unitWidth,
      height: height / pen.unit,
      narrow,
      low: narrow && height < Infinity,
      measure: (text, size = 15) =>
        widthOf(pen.context, text, size * pen.unit, 400, pen.theme) / pen.unit,
    };
    this.#room = room;
    const tree = spec.panels(p, d.values, room);
    return Array.isArray(tree) ? { column: tree } : tree;
  }

  /** @param {Measured} natural the panels as they are where there is height enough @param {number} width @param {Pen} pen */
  #place(natural, width, pen) {
    const { height } = this;
    let measured = natural;
    if (natural.height > height + 1) {
      const measureInBox = () => measure(this.#tree(width, pen, height), width, pen);
      measured = measureInBox();
      if (measured.minHeight > height) {
        // In a box that is too low, everything is drawn smaller.
        pen.unit *= Math.max(height / measured.minHeight, MIN_LETTER_SCALE);
        measured = measureInBox();
      }
    }
    return place(measured, { left: 0, top: 0, width, height }, pen);
  }

  /** Refuses misspelt names. */
  #check() {
    const tag = this.#figure.localName;
    for (const { panel, plot } of this.panels) {
      checkFields(tag, "panel", panel);
      for (const scale of [panel.x, panel.y]) if (scale) checkFields(tag, "scale", scale);
      const handles = this.targets
        .filter((handle) => handle.plot === plot)
        .map(({ handle }) => handle);
      for (const handle of handles) checkFields(tag, "handle", handle);
      const names = handles.map(({ name }) => name);
      if (panel.press && names.length > 0) checkNames(tag, "handle", [panel.press], names);
    }
  }

  draw() {
    const isFull = this.#figure.matches(":fullscreen");
    const isPrinting = this.#root.classList.contains("printing");
    if (this.printing !== isPrinting || this.#isFull !== isFull) this.#theme = undefined;
    this.#isFull = isFull;
    this.width = Math.min(this.#stage.clientWidth, this.printing ? PRINT_WIDTH : Infinity);
    if (this.width === 0) return;
    // Slides are enlarged by a transform, which CSS pixels do not show.
    const zoom = this.#stage.getBoundingClientRect().width / this.#stage.clientWidth;
    const ratio = Math.min(devicePixelRatio * (zoom > 1.05 ? zoom : 1), MAX_PIXEL_RATIO);
    const texts = /** @type {string[]} */ ([]);
    const pen = this.#pen(ratio, (text) => texts.push(text));
    const { taken } = pen;
    const { spec, p, d } = this.#figure;
    const measured = measure(this.#tree(this.width, pen), this.width, pen);
    if (Math.abs(measured.height - this.#requestedHeight) > 0.5) {
      this.#requestedHeight = measured.height;
      this.#stage.style.flexBasis = `${this.#requestedHeight}px`;
    }
    this.height = this.#stage.clientHeight;
    this.panels = this.#place(measured, this.width, pen);
    this.targets = layOutAxes(this.panels);
    if (!this.drawn) this.#check();
    this.#stage.classList.toggle(
      "zooms",
      this.panels.some(({ panel }) => panel.zoom),
    );
    const resized = [this.#stillCanvas, this.#movingCanvas]
      .map((canvas) => resize(canvas, this.width, this.height, ratio, this.printing))
      .some(Boolean);
    const key = JSON.stringify([
      this.theme,
      this.panels.map(({ panel, plot, axes }) => [
        plot.frame,
        panel.x,
        panel.y,
        axes?.map(({ words }) => words.map(({ text }) => text)),
        panel.heading,
        panel.text,
      ]),
    ]);
    if (resized || key !== this.#key || !unchanged(this.#stillReads)) {
      this.#key = key;
      const counts = [texts.length, taken.length];
      const { reads } = collect(() =>
        this.#drawLayer(this.#stillCanvas, ratio, (context) => {
          for (const panel of this.panels) drawStill(context, panel, p, d.values);
        }),
      );
      this.#stillReads = reads;
      this.#stillTexts = texts.slice(counts[0]);
      this.#stillTaken = taken.slice(counts[1]);
    } else {
      texts.push(...this.#stillTexts);
      taken.push(...this.#stillTaken);
    }
    this.#drawLayer(this.#movingCanvas, ratio, (context) =>
      this.#drawMoving(context, this.panels, pen),
    );
    this.#texts = texts.join("\n");
    this.#handles.update(this.targets);
    const hint = typeof spec.hint === "string" ? spec.hint : spec.hint(p);
    if (hint !== this.#shownHint) this.#hint.replaceChildren(...nodes(hint));
    this.#shownHint = hint;
    this.#controls.update(spec.controls?.(p, d.values, this.#room) ?? []);
    this.#moreControls.update(spec.more?.(p, d.values, this.#room) ?? []);
    this.#sharePanel.update();
    this.#fullScreenButton.textContent = isFull ? "exit full screen" : "full screen";
    this.#playButton.textContent = this.#figure.playing ? "pause" : "play";
    if (spec.extra) this.#putExtra(spec.extra(this.#figure, d.values));
    this.drawn = true;
  }

  /** Shows these nodes. If they are already there, they stay, and so does the focus in them. @param {Node[]} nodes */
  #putExtra(nodes) {
    const current = this.#extra.childNodes;
    if (nodes.length === current.length && nodes.every((node, n) => node === current[n])) return;
    this.#extra.replaceChildren(...nodes);
  }

  /** @param {CanvasRenderingContext2D} context @param {Placed[]} panels @param {Pen} pen */
  #drawMoving(context, panels, pen) {
    const { spec, p, d } = this.#figure;
    for (const panel of panels) drawMoving(context, panel);
    drawAcross(context, panels, (plots) => spec.across?.(plots, p, d.values), pen);
  }

  /** @param {HTMLCanvasElement} canvas @param {number} ratio @param {(context: CanvasRenderingContext2D) => void} draw */
  #drawLayer(canvas, ratio, draw) {
    const context = contextOf(canvas);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    // Chromium replays these calls for printing, and clearing would erase the layer below.
    if (!this.printing) context.clearRect(0, 0, this.width, canvas.height / ratio);
    context.direction = "ltr";
    draw(context);
  }

  /** Draws everything on another context, for a picture. @param {CanvasRenderingContext2D} context @param {number} width @param {number} ratio */
  drawOn(context, width, ratio) {
    const pen = this.#pen(ratio);
    const { p, d } = this.#figure;
    const panels = this.#place(measure(this.#tree(width, pen), width, pen), width, pen);
    layOutAxes(panels);
    for (const panel of panels) drawStill(context, panel, p, d.values);
    this.#drawMoving(context, panels, pen);
  }

  /** Updates the text for screen readers. @param {boolean} aloud whether to announce it, as the focus is in this figure */
  announce(aloud) {
    if (!this.drawn) return;
    const lines = [...new Set(this.#texts.split("\n").filter(Boolean))];
    if (this.#textList.textContent !== lines.join("")) {
      this.#textList.replaceChildren(...lines.map((text) => create("li", {}, [text])));
    }
    const { spec, p, d } = this.#figure;
    const sentence = spec.say(p, d.values);
    if (this.#status.textContent !== sentence) this.#status.textContent = aloud ? sentence : "";
  }
}

/** @type {WeakMap<HTMLCanvasElement, CanvasRenderingContext2D>} */
const contexts = new WeakMap();

/** @param {HTMLCanvasElement} canvas */
function contextOf(canvas) {
  const context =
    contexts.get(canvas) ?? /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  contexts.set(canvas, context);
  return context;
}

/**
 * Gives a canvas the size of the drawing. A canvas that is higher is kept and cut off by the stage,
 * because allocating another one takes longer than drawing.
 * @param {HTMLCanvasElement} canvas @param {number} width @param {number} height @param {number} ratio
 * @param {boolean} force whether to resize and so clear it in any case
 */
function resize(canvas, width, height, ratio, force) {
  const [pixelWidth, pixelHeight] = [Math.round(width * ratio), Math.round(height * ratio)];
  const hasRoom = canvas.height >= pixelHeight && canvas.height <= MAX_CANVAS_HEIGHTS * pixelHeight;
  if (canvas.width === pixelWidth && hasRoom && !force) return false;
  // Chromium prints what was drawn since the size changed, and does not count the same size again.
  canvas.width = 0;
  canvas.width = pixelWidth;
  canvas.height = pixelHeight;
  canvas.style.width = `${pixelWidth / ratio}px`;
  canvas.style.height = `${pixelHeight / ratio}px`;
  return true;
}
