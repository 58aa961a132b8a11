// The first screen: a line of words under a pill, and the hands for the position of the word in it.
// It does not depend on the rest of the page, and starts before it.
import { requestFrame } from "../../elements/core/frames.js";
import { prefersReducedMotion } from "../../elements/core/motion.js";
import { COLOURS, readTheme, schemeAround, watchTheme } from "../../elements/core/theme.js";
import { KEYS } from "../keys.js";
import { drawHook, placesFor } from "./draw.js";
import { between, pillWidth } from "./line.js";
import { FADE, Strip } from "./strip.js";
import { paint, pairsFor, sample } from "./tape.js";
import { START, sentence, words } from "./words.js";

/** @import { Theme } from "../../elements/core/theme.js" */
/** @import { Places } from "./draw.js" */
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
const within = (position) => Math.min(Math.max(position, 0), LAST);
/** Easing that slows down. @param {number} part */
const out = (part) => 1 - (1 - part) ** 3;
/** Easing that is slow at both ends. @param {number} part */
const inOut = (part) => (part < 0.5 ? 2 * part * part : 1 - 2 * (1 - part) ** 2);

/** @typedef {{ from: number, to: number, begun: number, time: number, curve: (part: number) => number, away: number }} Way */
/** @typedef {{ pointer: number, x: number, position: number, pill: boolean, moved: boolean, last: { x: number, time: number }[] }} Drag */

export class Hook {
  #box;
  #canvas = document.createElement("canvas");
  #context = /** @type {CanvasRenderingContext2D} */ (this.#canvas.getContext("2d"));
  #line = document.createElement("div");
  #slider = document.createElement("div");
  #said;
  #probes = document.createElement("div");
  /** @type {Samples} */
  #samples = sample(words.length);
  #fade = document.createElement("div");
  /** @type {Strip | undefined} */
  #strip;
  /** A key for the size and colours that the strip was made for. */
  #look = "";
  /** @type {Theme | undefined} */
  #theme;
  /** @type {Places | undefined} */
  #places;
  /** @type {Way | undefined} */
  #way;
  /** @type {Drag | undefined} */
  #drag;
  #opening = false;
  #over = false;
  #seen = true;
  #away = 0;
  #told = -1;
  #wide = 0;
  #size = { width: 0, height: 0 };
  position = START;

  /** @param {HTMLElement} box */
  constructor(box) {
    this.#box = box;
    this.#said = /** @type {HTMLElement} */ (box.querySelector(".hook-said"));
    this.#canvas.setAttribute("aria-hidden", "true");
    // A reset of the graphics processor empties all canvases.
    this.#canvas.addEventListener("contextrestored", () => {
      this.#look = "";
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
        this.#point(/** @type {PointerEvent} */ (event)),
      );
    this.#slider.addEventListener("keydown", (event) => this.#press(event));
    this.#line.addEventListener("wheel", (event) => this.#roll(event), { passive: false });
    for (const type of ["pointerdown", "keydown", "wheel", "touchstart"])
      addEventListener(type, this.#end, { passive: true, capture: true });
    watchTheme(() => {
      this.#theme = undefined;
      this.#places = undefined;
      this.#redraw();
    });
    // The observer also calls before the first frame, so there is no extra layout.
    new ResizeObserver(() => {
      const first = this.#size.width === 0;
      this.#size = { width: this.#box.clientWidth, height: this.#box.clientHeight };
      this.#places = undefined;
      if (first && !prefersReducedMotion() && scrollY < 10 && !location.hash) this.#open();
      if (first) this.frame(performance.now());
      else this.#redraw();
    }).observe(this.#box);
    new IntersectionObserver((entries) => {
      this.#seen = entries[entries.length - 1].isIntersecting;
      if (this.#seen) this.#redraw();
    }).observe(this.#box);
  }

  /** Plays the opening once, from the first word to START. */
  #open() {
    this.#opening = true;
    this.position = 0;
    this.#way = { from: 0, to: START, begun: Number.NaN, time: OPENING_MS, curve: inOut, away: 0 };
  }

  /** Any input ends the opening. */
  #end = () => {
    if (!this.#opening) return;
    this.#opening = false;
    this.#go(START);
  };

  /** @param {number} to @param {number} [time] */
  #go(to, time = EASE_MS) {
    const whole = within(Math.round(to));
    this.#way = {
      from: this.position,
      to: whole,
      begun: Number.NaN,
      time: prefersReducedMotion() ? 0 : time,
      curve: out,
      away: this.#away,
    };
    this.#tell(whole);
    this.#redraw();
  }

  #redraw() {
    requestFrame(this);
  }

  /** @param {number} time */
  frame(time) {
    if (!this.#seen) return;
    this.#step(time);
    this.#draw();
    if (this.#way) this.#redraw();
  }

  /** @param {number} time */
  #step(time) {
    const way = this.#way;
    if (!way) return;
    if (Number.isNaN(way.begun)) way.begun = time;
    const part = way.time > 0 ? Math.min(Math.max((time - way.begun) / way.time, 0), 1) : 1;
    const done = way.curve(part);
    this.position = way.from + (way.to - way.from) * done;
    this.#away = way.away * (1 - done);
    if (part < 1) return;
    this.#way = undefined;
    this.#opening = false;
  }

  /** The theme and the layout, computed on demand: a press may come before the first frame. */
  #place() {
    this.#theme ??= readTheme(this.#probes, schemeAround(this.#box));
    const ratio = Math.min(devicePixelRatio || 1, 2);
    if (this.#places?.ratio !== ratio) {
      const { width, height } = this.#size;
      const pairs = pairsFor(width < 700);
      const above = /** @type {HTMLElement} */ (this.#box.querySelector(".hook-words"));
      const top = above.offsetTop + above.offsetHeight + (width < 700 ? 10 : 20);
      const edge = Number.parseFloat(getComputedStyle(above).paddingInlineStart);
      // A sentence below that is higher than usual, in large letters or two lines, needs more room.
      this.#told = -1;
      this.#tell(this.#way?.to ?? Math.round(this.position));
      const drawn = height - Math.max(this.#said.offsetHeight - SAID_HEIGHT, 0);
      const context = this.#context;
      this.#places = placesFor(width, drawn, top, pairs, edge, ratio, this.#theme, context);
      const { line } = this.#places;
      // Transforms, because moving by insets counts as a layout shift, and loading fonts moves all
      // of this.
      this.#line.style.transform = `translateY(${top}px)`;
      this.#slider.style.insetBlockStart = `${line - top - 24}px`;
    }
    return { theme: this.#theme, places: this.#places };
  }

  #draw() {
    const { width, height } = this.#size;
    if (width === 0) return;
    const { theme, places } = this.#place();
    const { ratio } = places;
    const top = Math.floor(places.top * ratio);
    const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio) - top];
    const canvas = this.#canvas;
    if (canvas.width !== wide || canvas.height !== high) {
      canvas.width = wide;
      canvas.height = high;
      canvas.style.blockSize = `${high / ratio}px`;
    }
    canvas.style.transform = `translateY(${top / ratio}px)`;
    const strip = this.#stripFor(places, theme);
    const context = this.#context;
    context.setTransform(ratio, 0, 0, ratio, 0, -top);
    context.clearRect(0, places.top - 1, width, height);
    const follows = Boolean(this.#drag?.pill || this.#way?.away);
    const state = { position: this.position, away: this.#away, over: this.#over, follows };
    drawHook(context, places, this.#samples, state, theme, (position) =>
      strip.draw(context, position),
    );
    // Changing the width causes a layout, so the slider keeps the width of the pill at rest.
    const pill = pillWidth(places, Math.round(this.position));
    if (pill !== this.#wide) {
      this.#wide = pill;
      this.#slider.style.inlineSize = `${pill.toFixed(1)}px`;
    }
    this.#slider.style.transform = `translateX(${width / 2 + this.#away - pill / 2}px)`;
    this.#tell(this.#way && !this.#opening ? this.#way.to : Math.round(this.position));
  }

  /** The tape's picture, made again only if its layout or colours change. @param {Places} places @param {Theme} theme */
  #stripFor(places, theme) {
    const { width, left, top, box, row, pairs, ratio } = places;
    const look = [width, left, top, box, row, pairs.length, ratio, theme.paper, theme.ink].join();
    if (!this.#strip || this.#look !== look) {
      this.#look = look;
      const cells = paint(this.#samples, pairs, theme.scheme);
      this.#strip = new Strip({ places, samples: this.#samples, cells, theme });
      this.#fade.style.transform = `translateY(${top}px)`;
      this.#fade.style.blockSize = `${FADE * (box - top)}px`;
    }
    return this.#strip;
  }

  /** @param {number} position whole */
  #tell(position) {
    if (position === this.#told) return;
    this.#told = position;
    this.#slider.ariaValueNow = String(position);
    this.#slider.ariaValueText = `Position ${position}${sentence(position)}`;
    const number = document.createElement("b");
    number.className = "position";
    number.textContent = String(position);
    this.#said.classList.add("told");
    const brief = this.#size.width < 700;
    this.#said.replaceChildren(
      brief ? "position " : "Position ",
      number,
      sentence(position, brief),
    );
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const steps = KEYS[event.key];
    if (steps === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const from = this.#way ? this.#way.to : this.position;
    const to = within(Math.round(from + (event.shiftKey ? 10 * steps : steps)));
    this.#go(to, Math.abs(to - this.position) > 3 ? FAR_MS : EASE_MS);
  }

  /** @param {WheelEvent} event */
  #roll(event) {
    if (Math.abs(event.deltaX) <= Math.abs(event.deltaY) || event.ctrlKey) return;
    event.preventDefault();
    this.#way = undefined;
    this.position = this.#shifted(this.position, event.deltaX);
    this.#redraw();
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#go(this.position), 120);
  }
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #rest;

  /** The position that is a number of pixels along the line from another one. @param {number} position @param {number} pixels */
  #shifted(position, pixels) {
    const { centres } = this.#place().places;
    const wanted = between(centres, position) + pixels;
    let n = 0;
    while (n < LAST - 1 && centres[n + 1] <= wanted) n++;
    return within(n + (wanted - centres[n]) / (centres[n + 1] - centres[n]));
  }

  /** @param {PointerEvent} event */
  #point(event) {
    const { type, clientX, timeStamp } = event;
    if (type === "pointerleave") {
      this.#over = false;
      this.#redraw();
    } else if (type === "pointerdown") {
      if (event.button > 0) return;
      this.#way = undefined;
      this.#opening = false;
      const { left } = this.#box.getBoundingClientRect();
      const { places } = this.#place();
      const top = event.clientY - this.#box.getBoundingClientRect().top;
      const aside = Math.abs(clientX - left - places.width / 2 - this.#away);
      const pill = Math.abs(top - places.line) < 30 && aside < pillWidth(places, this.position) / 2;
      this.#drag = {
        pointer: event.pointerId,
        x: clientX - this.#away,
        position: this.position,
        pill,
        moved: false,
        last: [],
      };
      this.#line.setPointerCapture(event.pointerId);
      this.#line.classList.add("grabbing");
    } else if (type === "pointermove") {
      const over = event.target === this.#slider;
      if (over !== this.#over) {
        this.#over = over;
        this.#redraw();
      }
      if (event.pointerId === this.#drag?.pointer) this.#follow(this.#drag, clientX, timeStamp);
    } else if (event.pointerId === this.#drag?.pointer) {
      const drag = this.#drag;
      this.#drag = undefined;
      this.#line.classList.remove("grabbing");
      if (type === "pointerup") this.#drop(drag, clientX, timeStamp);
      else this.#go(this.position);
    }
  }

  /** @param {Drag} drag @param {number} x @param {number} time */
  #follow(drag, x, time) {
    const across = x - drag.x;
    if (Math.abs(across) > TAP_PIXELS) drag.moved = true;
    if (!drag.moved) return;
    drag.last = [...drag.last.filter((sample) => time - sample.time < 90), { x, time }];
    if (drag.pill) {
      // The pill moves along the words; near the edges of the window the words move towards it.
      const { width } = this.#place().places;
      const most = 0.34 * width;
      this.#away = Math.min(Math.max(across, -most), most);
      this.position = this.#shifted(drag.position, across + 3 * (across - this.#away));
    } else this.position = this.#shifted(drag.position, -across);
    this.#redraw();
  }

  /** @param {Drag} drag @param {number} x @param {number} time */
  #drop(drag, x, time) {
    if (!drag.moved) {
      const { left } = this.#box.getBoundingClientRect();
      const { width } = this.#place().places;
      const to = drag.pill ? this.position : this.#shifted(this.position, x - left - width / 2);
      this.#slider.focus({ preventScroll: true });
      this.#go(to, Math.abs(to - this.position) > 3 ? FAR_MS : EASE_MS);
      return;
    }
    const [first] = drag.last;
    const speed = first && time > first.time ? (x - first.x) / (time - first.time) : 0;
    const on = drag.pill || prefersReducedMotion() ? 0 : -RUN_MS * speed;
    const to = this.#shifted(this.position, on);
    this.#go(to, Math.abs(to - this.position) > 1.5 ? FAR_MS : EASE_MS);
  }
}
