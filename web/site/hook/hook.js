// The first screen: a line of words under a pill, and the hands for the position of the word in it.
// It does not depend on the rest of the page, and starts before it.
import { requestFrame } from "../../elements/core/frames.js";
import { prefersReducedMotion } from "../../elements/core/motion.js";
import { COLOURS, readTheme, schemeAround, watchTheme } from "../../elements/core/theme.js";
import { KEYS } from "../keys.js";
import { drawHook, layoutFor } from "./draw.js";
import { interpolate, pillWidth } from "./line.js";
import { FADE, Strip } from "./strip.js";
import { paintCells, pairsFor, sampleTape } from "./tape.js";
import { START, sentence, words } from "./words.js";

/** @import { Theme } from "../../elements/core/theme.js" */
/** @import { Layout } from "./draw.js" */
/** @import { Samples } from "./tape.js" */

const LAST = words.length - 1;
/** Durations in milliseconds: a move to a whole position (EASE_MS), a long move, and the opening. */
const EASE_MS = 220;
const FAR_MS = 700;
const OPENING_MS = 2600;
/** How far the line runs on after a drag: the distance at its last speed, in milliseconds. */
const RUN_MS = 160;
/** The usual height of the sentence below, in pixels: one line. */
const SAID_HEIGHT = 22;
/** A press that moves by fewer pixels is a tap. */
const TAP_PIXELS = 5;

/** @param {number} position */
const clamp = (position) => Math.min(Math.max(position, 0), LAST);
/** Easing that slows down. @param {number} progress */
const easeOut = (progress) => 1 - (1 - progress) ** 3;
/** Easing that is slow at both ends. @param {number} progress */
const easeInOut = (progress) =>
  progress < 0.5 ? 2 * progress * progress : 1 - 2 * (1 - progress) ** 2;

/** @typedef {{ from: number, to: number, start: number, duration: number, ease: (progress: number) => number, offset: number }} Motion */
/** @typedef {{ pointer: number, x: number, position: number, onPill: boolean, moved: boolean, recent: { x: number, time: number }[] }} Drag */

export class Hook {
  #box;
  #canvas = document.createElement("canvas");
  #context = /** @type {CanvasRenderingContext2D} */ (this.#canvas.getContext("2d"));
  #line = document.createElement("div");
  #slider = document.createElement("div");
  #sentence;
  #probes = document.createElement("div");
  /** @type {Samples} */
  #samples = sampleTape(words.length);
  #fade = document.createElement("div");
  /** @type {Strip | undefined} */
  #strip;
  /** A key for the size and colours that the strip was made for. */
  #stripKey = "";
  /** @type {Theme | undefined} */
  #theme;
  /** @type {Layout | undefined} */
  #layout;
  /** @type {Motion | undefined} */
  #motion;
  /** @type {Drag | undefined} */
  #drag;
  #opening = false;
  #isHovered = false;
  #isVisible = true;
  #offset = 0;
  #announced = -1;
  #pillWidth = 0;
  #size = { width: 0, height: 0 };
  position = START;

  /** @param {HTMLElement} box */
  constructor(box) {
    this.#box = box;
    this.#sentence = /** @type {HTMLElement} */ (box.querySelector(".hook-said"));
    this.#canvas.setAttribute("aria-hidden", "true");
    // A reset of the graphics processor empties all canvases.
    this.#canvas.addEventListener("contextrestored", () => {
      this.#stripKey = "";
      this.#redraw();
    });
    this.#line.className = "hook-line";
    this.#slider.className = "hook-slider";
    this.#slider.tabIndex = 0;
    this.#slider.role = "slider";
    this.#slider.ariaLabel = "position in the line of words";
    this.#slider.ariaValueMin = "0";
    this.#slider.ariaValueMax = String(LAST);
    this.#line.append(this.#slider);
    this.#probes.className = "hook-probes";
    for (const name of [...COLOURS, "math", "title"]) {
      const probe = document.createElement("i");
      probe.className = name;
      if (name === "math" || name === "title")
        probe.style.fontFamily = `var(--phasor-${name}-font)`;
      else probe.style.color = `var(--phasor-${name})`;
      this.#probes.append(probe);
    }
    this.#fade.className = "hook-fade";
    box.append(this.#canvas, this.#fade, this.#line, this.#probes);
    this.#listen();
  }

  #listen() {
    for (const type of ["pointerdown", "pointermove", "pointerup", "pointercancel", "pointerleave"])
      this.#line.addEventListener(type, (event) =>
        this.#onPointer(/** @type {PointerEvent} */ (event)),
      );
    this.#slider.addEventListener("keydown", (event) => this.#onKey(event));
    this.#line.addEventListener("wheel", (event) => this.#onWheel(event), { passive: false });
    for (const type of ["pointerdown", "keydown", "wheel", "touchstart"])
      addEventListener(type, this.#endOpening, { passive: true, capture: true });
    watchTheme(() => {
      this.#theme = undefined;
      this.#layout = undefined;
      this.#redraw();
    });
    // The observer also calls before the first frame, so there is no extra layout.
    new ResizeObserver(() => {
      const first = this.#size.width === 0;
      this.#size = { width: this.#box.clientWidth, height: this.#box.clientHeight };
      this.#layout = undefined;
      if (first && !prefersReducedMotion() && scrollY < 10 && !location.hash) this.#playOpening();
      if (first) this.frame(performance.now());
      else this.#redraw();
    }).observe(this.#box);
    new IntersectionObserver((entries) => {
      this.#isVisible = entries[entries.length - 1].isIntersecting;
      if (this.#isVisible) this.#redraw();
    }).observe(this.#box);
  }

  /** Plays the opening once, from the first word to START. */
  #playOpening() {
    this.#opening = true;
    this.position = 0;
    this.#motion = {
      from: 0,
      to: START,
      start: Number.NaN,
      duration: OPENING_MS,
      ease: easeInOut,
      offset: 0,
    };
  }

  /** Any input ends the opening. */
  #endOpening = () => {
    if (!this.#opening) return;
    this.#opening = false;
    this.#moveTo(START);
  };

  /** @param {number} to @param {number} [time] */
  #moveTo(to, time = EASE_MS) {
    const target = clamp(Math.round(to));
    this.#motion = {
      from: this.position,
      to: target,
      start: Number.NaN,
      duration: prefersReducedMotion() ? 0 : time,
      ease: easeOut,
      offset: this.#offset,
    };
    this.#announce(target);
    this.#redraw();
  }

  #redraw() {
    requestFrame(this);
  }

  /** @param {number} time */
  frame(time) {
    if (!this.#isVisible) return;
    this.#advance(time);
    this.#draw();
    if (this.#motion) this.#redraw();
  }

  /** @param {number} time */
  #advance(time) {
    const motion = this.#motion;
    if (!motion) return;
    if (Number.isNaN(motion.start)) motion.start = time;
    const progress =
      motion.duration > 0 ? Math.min(Math.max((time - motion.start) / motion.duration, 0), 1) : 1;
    const eased = motion.ease(progress);
    this.position = motion.from + (motion.to - motion.from) * eased;
    this.#offset = motion.offset * (1 - eased);
    if (progress < 1) return;
    this.#motion = undefined;
    this.#opening = false;
  }

  /** The theme and the layout, computed on demand: a press may come before the first frame. */
  #layOut() {
    this.#theme ??= readTheme(this.#probes, schemeAround(this.#box));
    const ratio = Math.min(devicePixelRatio || 1, 2);
    if (this.#layout?.ratio !== ratio) {
      const { width, height } = this.#size;
      const pairs = pairsFor(width < 700);
      const heading = /** @type {HTMLElement} */ (this.#box.querySelector(".hook-words"));
      const top = heading.offsetTop + heading.offsetHeight + (width < 700 ? 10 : 20);
      const edge = Number.parseFloat(getComputedStyle(heading).paddingInlineStart);
      // A sentence below that is higher than usual, in large letters or two lines, needs more room.
      this.#announced = -1;
      this.#announce(this.#motion?.to ?? Math.round(this.position));
      const drawnHeight = height - Math.max(this.#sentence.offsetHeight - SAID_HEIGHT, 0);
      const context = this.#context;
      this.#layout = layoutFor(width, drawnHeight, top, pairs, edge, ratio, this.#theme, context);
      const { line } = this.#layout;
      // Transforms, because moving by insets counts as a layout shift, and loading fonts moves all
      // of this.
      this.#line.style.transform = `translateY(${top}px)`;
      this.#slider.style.insetBlockStart = `${line - top - 24}px`;
    }
    return { theme: this.#theme, layout: this.#layout };
  }

  #draw() {
    const { width, height } = this.#size;
    if (width === 0) return;
    const { theme, layout } = this.#layOut();
    const { ratio } = layout;
    const top = Math.floor(layout.top * ratio);
    const [pixelWidth, pixelHeight] = [Math.round(width * ratio), Math.round(height * ratio) - top];
    const canvas = this.#canvas;
    if (canvas.width !== pixelWidth || canvas.height !== pixelHeight) {
      canvas.width = pixelWidth;
      canvas.height = pixelHeight;
      canvas.style.blockSize = `${pixelHeight / ratio}px`;
    }
    canvas.style.transform = `translateY(${top / ratio}px)`;
    const strip = this.#stripFor(layout, theme);
    const context = this.#context;
    context.setTransform(ratio, 0, 0, ratio, 0, -top);
    context.clearRect(0, layout.top - 1, width, height);
    const isDragged = Boolean(this.#drag?.onPill || this.#motion?.offset);
    const state = {
      position: this.position,
      offset: this.#offset,
      isHovered: this.#isHovered,
      isDragged,
    };
    drawHook(context, layout, this.#samples, state, theme, (position) =>
      strip.draw(context, position),
    );
    // Changing the width causes a layout, so the slider keeps the width of the pill at rest.
    const pill = pillWidth(layout, Math.round(this.position));
    if (pill !== this.#pillWidth) {
      this.#pillWidth = pill;
      this.#slider.style.inlineSize = `${pill.toFixed(1)}px`;
    }
    this.#slider.style.transform = `translateX(${width / 2 + this.#offset - pill / 2}px)`;
    this.#announce(this.#motion && !this.#opening ? this.#motion.to : Math.round(this.position));
  }

  /** The tape's picture, made again only if its layout or colours change. @param {Layout} layout @param {Theme} theme */
  #stripFor(layout, theme) {
    const { width, left, top, box, row, pairs, ratio } = layout;
    const key = [width, left, top, box, row, pairs.length, ratio, theme.paper, theme.ink].join();
    if (!this.#strip || this.#stripKey !== key) {
      this.#stripKey = key;
      const cells = paintCells(this.#samples, pairs, theme.scheme);
      this.#strip = new Strip({ layout, samples: this.#samples, cells, theme });
      this.#fade.style.transform = `translateY(${top}px)`;
      this.#fade.style.blockSize = `${FADE * (box - top)}px`;
    }
    return this.#strip;
  }

  /** @param {number} position whole */
  #announce(position) {
    if (position === this.#announced) return;
    this.#announced = position;
    this.#slider.ariaValueNow = String(position);
    this.#slider.ariaValueText = `Position ${position}${sentence(position)}`;
    const number = document.createElement("b");
    number.className = "position";
    number.textContent = String(position);
    this.#sentence.classList.add("told");
    const brief = this.#size.width < 700;
    this.#sentence.replaceChildren(
      brief ? "position " : "Position ",
      number,
      sentence(position, brief),
    );
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const steps = KEYS[event.key];
    if (steps === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const from = this.#motion ? this.#motion.to : this.position;
    const to = clamp(Math.round(from + (event.shiftKey ? 10 * steps : steps)));
    this.#moveTo(to, Math.abs(to - this.position) > 3 ? FAR_MS : EASE_MS);
  }

  /** @param {WheelEvent} event */
  #onWheel(event) {
    if (Math.abs(event.deltaX) <= Math.abs(event.deltaY) || event.ctrlKey) return;
    event.preventDefault();
    this.#motion = undefined;
    this.position = this.#shifted(this.position, event.deltaX);
    this.#redraw();
    clearTimeout(this.#wheelTimer);
    this.#wheelTimer = setTimeout(() => this.#moveTo(this.position), 120);
  }
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #wheelTimer;

  /** The position that is a number of pixels along the line from another one. @param {number} position @param {number} pixels */
  #shifted(position, pixels) {
    const { centres } = this.#layOut().layout;
    const target = interpolate(centres, position) + pixels;
    let n = 0;
    while (n < LAST - 1 && centres[n + 1] <= target) n++;
    return clamp(n + (target - centres[n]) / (centres[n + 1] - centres[n]));
  }

  /** @param {PointerEvent} event */
  #onPointer(event) {
    const { type, clientX, timeStamp } = event;
    if (type === "pointerleave") {
      this.#isHovered = false;
      this.#redraw();
    } else if (type === "pointerdown") {
      if (event.button > 0) return;
      this.#motion = undefined;
      this.#opening = false;
      const { left } = this.#box.getBoundingClientRect();
      const { layout } = this.#layOut();
      const top = event.clientY - this.#box.getBoundingClientRect().top;
      const distance = Math.abs(clientX - left - layout.width / 2 - this.#offset);
      const onPill =
        Math.abs(top - layout.line) < 30 && distance < pillWidth(layout, this.position) / 2;
      this.#drag = {
        pointer: event.pointerId,
        x: clientX - this.#offset,
        position: this.position,
        onPill,
        moved: false,
        recent: [],
      };
      this.#line.setPointerCapture(event.pointerId);
      this.#line.classList.add("grabbing");
    } else if (type === "pointermove") {
      const isHovered = event.target === this.#slider;
      if (isHovered !== this.#isHovered) {
        this.#isHovered = isHovered;
        this.#redraw();
      }
      if (event.pointerId === this.#drag?.pointer) this.#onDrag(this.#drag, clientX, timeStamp);
    } else if (event.pointerId === this.#drag?.pointer) {
      const drag = this.#drag;
      this.#drag = undefined;
      this.#line.classList.remove("grabbing");
      if (type === "pointerup") this.#onDrop(drag, clientX, timeStamp);
      else this.#moveTo(this.position);
    }
  }

  /** @param {Drag} drag @param {number} x @param {number} time */
  #onDrag(drag, x, time) {
    const dx = x - drag.x;
    if (Math.abs(dx) > TAP_PIXELS) drag.moved = true;
    if (!drag.moved) return;
    drag.recent = [...drag.recent.filter((sample) => time - sample.time < 90), { x, time }];
    if (drag.onPill) {
      // The pill moves along the words; near the edges of the window the words move towards it.
      const { width } = this.#layOut().layout;
      const limit = 0.34 * width;
      this.#offset = Math.min(Math.max(dx, -limit), limit);
      this.position = this.#shifted(drag.position, dx + 3 * (dx - this.#offset));
    } else this.position = this.#shifted(drag.position, -dx);
    this.#redraw();
  }

  /** @param {Drag} drag @param {number} x @param {number} time */
  #onDrop(drag, x, time) {
    if (!drag.moved) {
      const { left } = this.#box.getBoundingClientRect();
      const { width } = this.#layOut().layout;
      const to = drag.onPill ? this.position : this.#shifted(this.position, x - left - width / 2);
      this.#slider.focus({ preventScroll: true });
      this.#moveTo(to, Math.abs(to - this.position) > 3 ? FAR_MS : EASE_MS);
      return;
    }
    const [first] = drag.recent;
    const speed = first && time > first.time ? (x - first.x) / (time - first.time) : 0;
    const glide = drag.onPill || prefersReducedMotion() ? 0 : -RUN_MS * speed;
    const to = this.#shifted(this.position, glide);
    this.#moveTo(to, Math.abs(to - this.position) > 1.5 ? FAR_MS : EASE_MS);
  }
}
