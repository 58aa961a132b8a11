// <drag-number name="position">37</drag-number>: a number in the text that the reader can change.
import { whole } from "../elements/canvas/numbers.js";
import { groupNamed } from "../elements/state/group.js";

/** @import { State } from "../elements/state/parameters.js" */

/** @typedef {Readonly<State>} S */

/**
 * @typedef {object} Quantity
 * @property {string} label
 * @property {"position" | "dimension" | "offset" | "plain"} accent
 * @property {(state: S) => number} value
 * @property {(state: S) => [number, number]} range
 * @property {(value: number, steps: number) => number} step
 * @property {(value: number, state: S) => Partial<State>} patch
 */

const plus = (/** @type {number} */ value, /** @type {number} */ steps) => value + steps;

/** 1, 2, 5, 10, 20, … @param {number} value @param {number} steps */
export function oneTwoFive(value, steps) {
  const place = Math.round(3 * Math.log10(value)) + steps;
  return [1, 2, 5][((place % 3) + 3) % 3] * 10 ** Math.floor(place / 3);
}

/** @type {Record<string, Quantity>} */
export const quantities = {
  position: {
    label: "position p",
    accent: "position",
    value: ({ position }) => position,
    range: ({ length }) => [0, length - 1],
    step: plus,
    patch: (position) => ({ position }),
  },
  offset: {
    label: "offset k",
    accent: "offset",
    value: ({ position, second }) => second - position,
    range: ({ length, position }) => [-position, length - 1 - position],
    step: plus,
    patch: (offset, { position }) => ({ second: position + offset }),
  },
  pair: {
    label: "pair i",
    accent: "dimension",
    value: ({ pair }) => pair,
    range: ({ dModel }) => [0, dModel / 2 - 1],
    step: plus,
    patch: (pair) => ({ pair }),
  },
  dModel: {
    label: "width d",
    accent: "dimension",
    value: ({ dModel }) => dModel,
    range: () => [2, 512],
    step: (value, steps) => value + 2 * steps,
    patch: (dModel) => ({ dModel }),
  },
  length: {
    label: "length L",
    accent: "position",
    value: ({ length }) => length,
    range: () => [8, 2 ** 20],
    step: (value, steps) => 2 ** Math.round(Math.log2(value) + steps),
    patch: (length) => ({ length }),
  },
  base: {
    label: "base b",
    accent: "plain",
    value: ({ base }) => base,
    range: () => [10, 1e6],
    step: oneTwoFive,
    patch: (base) => ({ base }),
  },
};

/** Pixels of a drag that make a step. */
const PIXELS = 5;

/** Steps that a key makes. @type {Record<string, number>} */
const KEYS = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
  Home: -Infinity,
  End: Infinity,
};

class DragNumber extends HTMLElement {
  #group = groupNamed("page");
  /** @type {(() => void) | undefined} */
  #end;
  /** Where a drag began, and the value then. @type {{ x: number, value: number } | undefined} */
  #drag;

  get #quantity() {
    return quantities[this.getAttribute("name") ?? ""];
  }

  connectedCallback() {
    this.#group = groupNamed(this.getAttribute("group") ?? "page");
    this.#end = this.#group.subscribe(() => this.#show());
    this.role = "slider";
    this.tabIndex = 0;
    this.ariaLabel = this.#quantity.label;
    this.classList.add(this.#quantity.accent);
    this.addEventListener("keydown", this);
    this.addEventListener("pointerdown", this);
    this.addEventListener("pointermove", this);
    this.addEventListener("pointerup", this);
    this.addEventListener("pointercancel", this);
    this.#show();
  }

  disconnectedCallback() {
    this.#end?.();
  }

  #show() {
    const value = this.#quantity.value(this.#group.state);
    const [low, high] = this.#quantity.range(this.#group.state);
    const text = whole(value);
    if (this.textContent !== text) this.textContent = text;
    this.ariaValueNow = String(value);
    this.ariaValueMin = String(low);
    this.ariaValueMax = String(high);
    this.ariaValueText = text;
  }

  /** @param {number} from @param {number} steps */
  #move(from, steps) {
    const { range, step, patch } = this.#quantity;
    const { state } = this.#group;
    const [low, high] = range(state);
    const wanted = Number.isFinite(steps) ? step(from, steps) : steps;
    this.#group.set(patch(Math.min(Math.max(wanted, low), high), state), this);
    if (this.#group.state !== state) {
      const detail = { ...this.#group.state };
      this.dispatchEvent(new CustomEvent("phasor-change", { detail, bubbles: true }));
    }
  }

  /** @param {KeyboardEvent | PointerEvent} event */
  handleEvent(event) {
    const value = this.#quantity.value(this.#group.state);
    if (event instanceof KeyboardEvent) {
      const steps = KEYS[event.key];
      if (steps === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      this.#move(value, event.shiftKey ? 10 * steps : steps);
    } else if (event.type === "pointerdown") {
      this.#drag = { x: event.clientX, value };
      this.setPointerCapture(event.pointerId);
    } else if (event.type !== "pointermove") {
      this.#drag = undefined;
    } else if (this.#drag) {
      this.#move(this.#drag.value, Math.round((event.clientX - this.#drag.x) / PIXELS));
    }
  }
}

customElements.define("drag-number", DragNumber);
