// The content of a figure's shadow tree, and how it is drawn: words, controls, canvases, handles,
// and a text of everything that is written on the canvases.
import { ControlList } from "./controls.js";
import { drawAcross, drawMoving, drawStill, settle } from "./draw.js";
import { listen } from "./grab.js";
import { HandleElements } from "./handles.js";
import { LETTERS, measure, place } from "./layout.js";
import { button, captionSlot, fallback, made } from "./made.js";
import { forgetImages } from "./marks/raster.js";
import { collect, unchanged } from "./memo.js";
import { checkFields, checkNames } from "./names.js";
import { SharePanel } from "./share.js";
import { dress } from "./styles.js";
import { forgetWidths, nodes, widthOf } from "./text.js";
import { COLOURS, readTheme, schemeAround, watchTheme } from "./theme.js";

/** @import { FigureElement } from "./element.js" */
/** @import { Frame, Pen, Placed, Room, Tree } from "./types.js" */
/** @import { Held } from "./handles.js" */
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
  #stage = made("div", { class: "plot", part: "plot", role: "group" });
  #still = /** @type {HTMLCanvasElement} */ (
    made("canvas", { class: "layer still", "aria-hidden": "true" })
  );
  #moving = /** @type {HTMLCanvasElement} */ (
    made("canvas", { class: "layer moving", "aria-hidden": "true" })
  );
  #hint = made("p", { class: "hint", part: "hint" });
  #hinted = "";
  #words = made("ul", { class: "quiet" });
  #status = made("p", { class: "quiet status", role: "status" });
  #probes = made(
    "div",
    { class: "probes" },
    [...COLOURS, "math", "title"].map((name) => made("i", { class: name })),
  );
  #root;
  #handles;
  #controls;
  #more;
  #extra = made("div", { class: "extra", part: "extra" });
  #play;
  #full;
  #share;
  /** @type {Room} */
  #room = { width: 0, height: Infinity, narrow: false, low: false, measure: () => 0 };
  #endings;
  /** @type {ResizeObserver | undefined} */
  #sizes;
  /** @type {Theme | undefined} */
  #theme;
  /** The panels as last drawn. @type {Placed[]} */
  placed = [];
  /** The handles as last drawn. @type {Held[]} */
  held = [];
  #key = "";
  /** @type {Dependency[]} */
  #stillRead = [];
  #stillSaid = /** @type {string[]} */ ([]);
  #stillTaken = /** @type {Frame[]} */ ([]);
  #said = "";
  #asked = 0;
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
    this.#stage.append(this.#still, this.#moving);
    this.#stage.setAttribute("aria-label", title);
    this.#handles = new HandleElements(this.#stage);
    this.#controls = new ControlList(figure, "controls");
    this.#more = new ControlList(figure, "more");
    this.#share = new SharePanel(figure);
    this.#play = button("play", () => figure.play(!figure.playing));
    const reset = button("reset", () => figure.reset());
    this.#full = button("full screen", () => {
      if (figure.matches(":fullscreen")) document.exitFullscreen();
      // Where the page or its frame forbids it, nothing happens.
      else figure.requestFullscreen().catch(() => {});
    });
    this.#full.classList.add("full");
    const more = made("details", { class: "more", part: "more" }, [
      made("summary", {}, ["more"]),
      this.#more.element,
    ]);
    more.classList.toggle("bare", !spec.more);
    this.#root = made("div", { class: "root", dir: "ltr", lang: "en" }, [
      made("figure", { part: "figure" }, [
        made("figcaption", { part: "caption" }, [
          made("p", { class: "title", part: "title" }, [title]),
          this.#hint,
        ]),
        this.#controls.element,
        this.#stage,
        this.#extra,
        made("div", { class: "below", part: "below" }, [
          ...(play ? [this.#play] : []),
          more,
          made("div", { class: "rest" }, [
            reset,
            this.#share.button,
            ...(document.fullscreenEnabled ? [this.#full] : []),
          ]),
        ]),
        this.#share.element,
        this.#words,
        this.#status,
      ]),
      this.#probes,
    ]);
    const shadow = /** @type {ShadowRoot} */ (figure.shadowRoot);
    dress(shadow);
    // Outside the root, so these have the colour and the font of the surrounding text.
    const around = made("span", { class: "around" });
    shadow.replaceChildren(this.#root, captionSlot(), around);
    this.#endings = [
      watchTheme(() => this.renew(), around),
      listen(this.#stage, this.#handles, figure, this),
    ];
    // A reset of the graphics processor empties all canvases.
    const restored = () => {
      this.#key = "";
      forgetImages();
      figure.redraw();
    };
    this.#stage.addEventListener("contextrestored", restored, true);
    if (typeof ResizeObserver !== "undefined") {
      this.#sizes = new ResizeObserver(() => {
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
    if (inView) this.#sizes?.observe(this.#stage);
    else this.#sizes?.disconnect();
  }

  /** Draws with the colours and fonts as they are now. */
  renew() {
    this.#theme = undefined;
    forgetWidths();
    this.#figure.redraw();
  }

  remove() {
    this.watch(false);
    for (const end of this.#endings) end();
    this.#figure.shadowRoot?.replaceChildren(...fallback());
  }

  /** Whether the reader is about to save or copy what it shows. */
  get isSharing() {
    return this.#share.isOpen;
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
    const context = contextOf(this.#moving);
    return { context, theme: this.theme, unit: this.theme.size / LETTERS, ratio, say, taken: [] };
  }

  /** The panels for a width. @param {number} width @param {Pen} pen @param {number} [height] that the page allows, if they need more @returns {Tree} */
  #tree(width, pen, height = Infinity) {
    const { spec, p, d } = this.#figure;
    const across = width / pen.unit;
    const narrow = across < (spec.narrow ?? STACKED_WIDTH);
    /** @type {Room} */
    const room = {
      width: across,
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

  /** @param {Measured} whole the panels as they are where there is height enough @param {number} width @param {Pen} pen */
  #place(whole, width, pen) {
    const { height } = this;
    let measured = whole;
    if (whole.height > height + 1) {
      const inBox = () => measure(this.#tree(width, pen, height), width, pen);
      measured = inBox();
      if (measured.least > height) {
        // In a box that is too low, everything is drawn smaller.
        pen.unit *= Math.max(height / measured.least, MIN_LETTER_SCALE);
        measured = inBox();
      }
    }
    return place(measured, { left: 0, top: 0, width, height }, pen);
  }

  /** Refuses misspelt names. */
  #check() {
    const tag = this.#figure.localName;
    for (const { panel, plot } of this.placed) {
      checkFields(tag, "panel", panel);
      for (const scale of [panel.x, panel.y]) if (scale) checkFields(tag, "scale", scale);
      const handles = this.held
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
    const enlarged = this.#stage.getBoundingClientRect().width / this.#stage.clientWidth;
    const ratio = Math.min(devicePixelRatio * (enlarged > 1.05 ? enlarged : 1), MAX_PIXEL_RATIO);
    const said = /** @type {string[]} */ ([]);
    const pen = this.#pen(ratio, (text) => said.push(text));
    const { taken } = pen;
    const { spec, p, d } = this.#figure;
    const measured = measure(this.#tree(this.width, pen), this.width, pen);
    if (Math.abs(measured.height - this.#asked) > 0.5) {
      this.#asked = measured.height;
      this.#stage.style.flexBasis = `${this.#asked}px`;
    }
    this.height = this.#stage.clientHeight;
    this.placed = this.#place(measured, this.width, pen);
    this.held = settle(this.placed);
    if (!this.drawn) this.#check();
    this.#stage.classList.toggle(
      "zooms",
      this.placed.some(({ panel }) => panel.zoom),
    );
    const resized = [this.#still, this.#moving]
      .map((canvas) => resize(canvas, this.width, this.height, ratio, this.printing))
      .some(Boolean);
    const key = JSON.stringify([
      this.theme,
      this.placed.map(({ panel, plot, axes }) => [
        plot.frame,
        panel.x,
        panel.y,
        axes?.map(({ words }) => words.map(({ text }) => text)),
        panel.heading,
        panel.text,
      ]),
    ]);
    if (resized || key !== this.#key || !unchanged(this.#stillRead)) {
      this.#key = key;
      const from = [said.length, taken.length];
      const { read } = collect(() =>
        this.#on(this.#still, ratio, (context) => {
          for (const panel of this.placed) drawStill(context, panel, p, d.values);
        }),
      );
      this.#stillRead = read;
      this.#stillSaid = said.slice(from[0]);
      this.#stillTaken = taken.slice(from[1]);
    } else {
      said.push(...this.#stillSaid);
      taken.push(...this.#stillTaken);
    }
    this.#on(this.#moving, ratio, (context) => this.#drawMoving(context, this.placed, pen));
    this.#said = said.join("\n");
    this.#handles.update(this.held);
    const hint = typeof spec.hint === "string" ? spec.hint : spec.hint(p);
    if (hint !== this.#hinted) this.#hint.replaceChildren(...nodes(hint));
    this.#hinted = hint;
    this.#controls.update(spec.controls?.(p, d.values, this.#room) ?? []);
    this.#more.update(spec.more?.(p, d.values, this.#room) ?? []);
    this.#share.update();
    this.#full.textContent = isFull ? "exit full screen" : "full screen";
    this.#play.textContent = this.#figure.playing ? "pause" : "play";
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
  #on(canvas, ratio, draw) {
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
    settle(panels);
    for (const panel of panels) drawStill(context, panel, p, d.values);
    this.#drawMoving(context, panels, pen);
  }

  /** Updates the text for screen readers. @param {boolean} aloud whether to announce it, as the focus is in this figure */
  tell(aloud) {
    if (!this.drawn) return;
    const lines = [...new Set(this.#said.split("\n").filter(Boolean))];
    if (this.#words.textContent !== lines.join("")) {
      this.#words.replaceChildren(...lines.map((text) => made("li", {}, [text])));
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
 * @param {boolean} anew whether to resize and so clear it in any case
 */
function resize(canvas, width, height, ratio, anew) {
  const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
  const isEnough = canvas.height >= down && canvas.height <= MAX_CANVAS_HEIGHTS * down;
  if (canvas.width === across && isEnough && !anew) return false;
  // Chromium prints what was drawn since the size changed, and does not count the same size again.
  canvas.width = 0;
  canvas.width = across;
  canvas.height = down;
  canvas.style.width = `${across / ratio}px`;
  canvas.style.height = `${down / ratio}px`;
  return true;
}
