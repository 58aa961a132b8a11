// <drag-number name="position">37</drag-number>: a number in the text that the reader can change. It belongs to the
// group of its chapter.
import { whole } from "../elements/core/numbers.js";
import { groupNamed } from "../elements/state/group.js";
import { KEYS } from "./keys.js";
import { quantities } from "./quantities.js";

const PIXELS_PER_STEP = 5;

class DragNumber extends HTMLElement {
  #group = groupNamed("");
  /** @type {(() => void) | undefined} */
  #unsubscribe;
  /** The pointer's position and the value at the start of a drag. @type {{ x: number, value: number } | undefined} */
  #drag;

  get #quantity() {
    return quantities[this.getAttribute("name") ?? ""];
  }

  connectedCallback() {
    this.#group = groupNamed(this.closest("section")?.id ?? "");
    this.#unsubscribe = this.#group.subscribe(() => this.#show());
    this.role = "slider";
    this.tabIndex = 0;
    this.ariaLabel = this.#quantity.label;
    if (this.#quantity.accent) this.classList.add(this.#quantity.accent);
    this.addEventListener("keydown", this);
    this.addEventListener("pointerdown", this);
    this.addEventListener("pointermove", this);
    this.addEventListener("pointerup", this);
    this.addEventListener("pointercancel", this);
    this.#show();
  }

  disconnectedCallback() {
    this.#unsubscribe?.();
  }

  #show() {
    const value = this.#quantity.value(this.#group.state);
    const [low, high] = this.#quantity.range(this.#group.state);
    const text = whole(value);
    this.replaceChildren(text);
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
    const target = Number.isFinite(steps) ? step(from, steps) : steps;
    this.#group.set(patch(Math.min(Math.max(target, low), high), state), this);
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
      this.#move(this.#drag.value, Math.round((event.clientX - this.#drag.x) / PIXELS_PER_STEP));
    }
  }
}

export const defineDragNumber = () => customElements.define("drag-number", DragNumber);
