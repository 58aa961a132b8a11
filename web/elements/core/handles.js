// Handles: how they look, and the elements over the drawing that take presses, focus and keys.
import { colourOf } from "./axes.js";
import { create } from "./html.js";
import { NOTE_SIZE } from "./layout.js";
import { plainText, widthOf, write } from "./text.js";

/** @import { Handle, Placed, Plot } from "./types.js" */

const PILL_HEIGHT = 34;
const DISC_SIZE = 34;
const TIP_SIZE = 13;
const MIN_TARGET = 44;
const CHEVRON_SIZE = 16;
const RING_GROWTH = 8;

/** How large a handle is drawn, in CSS pixels. @param {Handle} handle @param {Plot} plot */
function sizeOf({ look = "disc", text = "", width, height }, plot) {
  const { unit } = plot;
  if (look === "pill") {
    const words = widthOf(plot.context, text, NOTE_SIZE * 1.07 * unit, 600, plot.theme);
    return { width: words + (2 * CHEVRON_SIZE + 18) * unit, height: PILL_HEIGHT * unit };
  }
  if (look === "none") return { width: (width ?? 28) * unit, height: (height ?? 28) * unit };
  const side = (look === "tip" ? TIP_SIZE : DISC_SIZE) * unit;
  return { width: side, height: side };
}

/** Where a handle is, in pixels; pills and draggable words stay within their panel. @param {Handle} handle @param {Plot} plot */
export function placeOf(handle, plot) {
  const { value = 0, other, along, dx = 0, dy = 0 } = handle;
  const yHandle = along === "y" ? handle : other;
  const x = plot.x.at(handle.x ?? value) + dx * plot.unit;
  const y = plot.y.at(handle.y ?? yHandle?.value ?? 0) + dy * plot.unit;
  if (handle.look !== "pill" && (!handle.width || handle.drag)) return { x, y };
  const { left, width } = plot.box;
  const half = sizeOf(handle, plot).width / 2;
  return { x: Math.max(Math.min(x, left + width - half), left + half), y };
}

/** @param {CanvasRenderingContext2D} context @param {Handle} handle @param {Plot} plot */
export function drawHandle(context, handle, plot) {
  const { look = "disc", text = "", colour = "position", along = "x" } = handle;
  if (look === "none") return;
  const { unit, theme } = plot;
  const { x, y } = placeOf(handle, plot);
  const { width, height } = sizeOf(handle, plot);
  const tone = colourOf(plot, look === "seam" ? "paper" : colour);
  const contentColour = look === "seam" ? theme.ink : theme.paper;
  context.save();
  if (look !== "tip") drawShadow(context, x, y, width, height, theme.scheme);
  context.beginPath();
  context.roundRect(x - width / 2, y - height / 2, width, height, height / 2);
  context.fillStyle = tone;
  if (look === "tip") {
    context.strokeStyle = theme.paper;
    context.lineWidth = 3 * unit;
    context.stroke();
  }
  context.fill();
  if (look === "tip") return context.restore();
  const fonts = theme;
  if (text) {
    plot.say?.(plainText(text));
    write(context, text, x, y + 0.5 * unit, {
      size: NOTE_SIZE * 1.07 * unit,
      weight: 600,
      colour: contentColour,
      align: "center",
      baseline: "middle",
      fonts,
    });
  }
  const reach = look === "pill" ? width / 2 - 12 * unit : text ? width / 2 + 5 * unit : 6 * unit;
  const chevronColour = text && look !== "pill" ? tone : contentColour;
  const isVertical = along === "y";
  for (const vertical of along === "both" && !text ? [false, true] : [isVertical]) {
    for (const direction of [-1, 1]) {
      const [dx, dy] = vertical ? [0, direction] : [direction, 0];
      drawChevron(context, x + dx * reach, y + dy * reach, dx, dy, chevronColour, unit);
    }
  }
  context.restore();
}

/** Draws a handle's soft shadow. @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} width @param {number} height @param {string} scheme */
function drawShadow(context, x, y, width, height, scheme) {
  context.fillStyle = "#000";
  for (let n = 3; n > 0; n--) {
    context.globalAlpha = scheme === "dark" ? 0.12 : 0.05;
    context.beginPath();
    context.roundRect(
      x - width / 2 - n,
      y - height / 2 - n + 2,
      width + 2 * n,
      height + 2 * n,
      height,
    );
    context.fill();
  }
  context.globalAlpha = 1;
}

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} dx @param {number} dy @param {string} colour @param {number} unit */
function drawChevron(context, x, y, dx, dy, colour, unit) {
  context.beginPath();
  const size = 4 * unit;
  const back = 0.55 * size;
  context.moveTo(x - dx * back + dy * size, y - dy * back + dx * size);
  context.lineTo(x + dx * back, y + dy * back);
  context.lineTo(x - dx * back - dy * size, y - dy * back - dx * size);
  context.strokeStyle = colour;
  context.lineWidth = 2 * unit;
  context.lineCap = "round";
  context.lineJoin = "round";
  context.stroke();
}

/** A handle with its panel and its place in pixels. @typedef {{ handle: Handle, plot: Plot, x: number, y: number, width: number, height: number, key: string }} Target */

/** All handles of a drawing. @param {Placed[]} panels @returns {Target[]} */
export const targetsIn = (panels) =>
  panels.flatMap(({ panel, plot }, n) =>
    (panel.handles ?? []).map((handle) => ({
      handle,
      plot,
      ...placeOf(handle, plot),
      ...sizeOf(handle, plot),
      key: `${panel.name ?? n}/${handle.name}`,
    })),
  );

/** How far a press is from a handle; Infinity if out of its reach. @param {Target} target @param {number} atX @param {number} atY */
export function distanceTo({ handle, x, y, width, height, plot }, atX, atY) {
  const reach = handle.reach ?? MIN_TARGET / 2;
  const dx = Math.max(Math.abs(atX - x) - Math.max(width / 2 - reach * plot.unit, 0), 0);
  const dy = Math.max(Math.abs(atY - y) - Math.max(height / 2 - reach * plot.unit, 0), 0);
  const distance = Math.hypot(dx, dy);
  return distance <= reach * plot.unit ? distance : Number.POSITIVE_INFINITY;
}

/** The elements of handles: sliders for the keyboard and assistive technology. */
export class HandleElements {
  /** written: the values that attributes were set to, as reading them back is slower. @type {Map<string, { element: HTMLElement, written: Record<string, string>, target: Target }>} */
  #byKey = new Map();
  #stage;

  /** @param {HTMLElement} stage */
  constructor(stage) {
    this.#stage = stage;
  }

  /** @param {Target[]} handles */
  update(handles) {
    const keys = new Set();
    for (const target of handles) {
      if (target.handle.keys === false) continue;
      keys.add(target.key);
      const { element, written } = this.#byKey.get(target.key) ?? {
        element: this.#create(),
        written: {},
      };
      this.#byKey.set(target.key, { element, written, target });
      this.#update(element, written, target);
    }
    for (const [key, { element }] of this.#byKey) {
      if (keys.has(key)) continue;
      element.remove();
      this.#byKey.delete(key);
    }
  }

  #create() {
    const attributes = { class: "handle", part: "handle", role: "slider", tabindex: "0" };
    const element = create("div", attributes, [create("i")]);
    this.#stage.append(element);
    return element;
  }

  /** @param {HTMLElement} element @param {Record<string, string>} written @param {Target} target */
  #update(element, written, { handle, plot, x, y, width, height }) {
    const { name, along = "x", value = 0, min = 0, max = 0, words = String(value) } = handle;
    // The target includes the ring, so the ring is centred in it.
    const hitSize = {
      width: Math.max(width + RING_GROWTH, MIN_TARGET),
      height: Math.max(height + RING_GROWTH, MIN_TARGET),
    };
    const { style } = element;
    const size = `${width} ${height}`;
    if (written.size !== size) {
      written.size = size;
      style.width = `${hitSize.width}px`;
      style.height = `${hitSize.height}px`;
      const ring = /** @type {HTMLElement} */ (element.firstChild);
      // Words and cards, which may be at the edge of the drawing, get a rectangular ring; other
      // handles a round one.
      const hasCorners = handle.look === "none" && handle.width !== handle.height;
      const growth = hasCorners ? 0 : RING_GROWTH;
      ring.style.width = `${width + growth}px`;
      ring.style.height = `${height + growth}px`;
      ring.style.borderRadius = `${hasCorners ? 10 * plot.unit : height}px`;
    }
    style.transform = `translate(${(x - hitSize.width / 2).toFixed(1)}px, ${(y - hitSize.height / 2).toFixed(1)}px)`;
    const set = (/** @type {string} */ attribute, /** @type {string} */ text) => {
      if (written[attribute] === text) return;
      written[attribute] = text;
      element.setAttribute(attribute, text);
    };
    set("data-along", along);
    set("aria-label", plainText(name));
    set("aria-valuemin", String(min));
    set("aria-valuemax", String(max));
    set("aria-valuenow", String(+value.toPrecision(12)));
    set("aria-valuetext", plainText(words));
    set("aria-orientation", along === "y" ? "vertical" : "horizontal");
  }

  /** @param {EventTarget | null} target @returns {Target | undefined} */
  targetOf(target) {
    return [...this.#byKey.values()].find(({ element }) => element === target)?.target;
  }

  /** @param {string} key */
  elementOf(key) {
    return this.#byKey.get(key)?.element;
  }
}
