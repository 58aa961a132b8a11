// Controls: sliders, choices, switches and buttons, kept while their names stay the same.

import { button, create } from "./html.js";
import { nodes } from "./text.js";

/** @import { FigureElement } from "./element.js" */
/** @import { Button, Choice, Control, Slider, Switch } from "./types.js" */

/** Sets an attribute if its value differs. @param {HTMLElement} element @param {string} attribute @param {string} value */
const set = (element, attribute, value) => {
  if (element.getAttribute(attribute) !== value) element.setAttribute(attribute, value);
};

export class ControlList {
  #figure;
  /** @type {Map<string, { element: HTMLElement, update: (control: any) => void }>} */
  #entries = new Map();
  #keys = "";
  element;

  /** @param {FigureElement} figure @param {string} name */
  constructor(figure, name) {
    this.#figure = figure;
    this.element = create("div", {
      class: `list ${name}`,
      part: name === "more" ? "controls sheet" : "controls",
    });
  }

  /** @param {Control[]} controls */
  update(controls) {
    const keyOf = (/** @type {Control} */ control) =>
      `${control.kind} ${control.name} ${control.kind === "choice" ? control.options.join() : ""}`;
    const keys = controls.map(keyOf).join("\n");
    const focusable = () => /** @type {any[]} */ ([...this.element.querySelectorAll(":enabled")]);
    const { activeElement } = /** @type {ShadowRoot} */ (this.element.getRootNode());
    const focusIndex = focusable().indexOf(activeElement);
    if (keys !== this.#keys) {
      this.#keys = keys;
      const previous = this.#entries;
      this.#entries = new Map(
        controls.map((control) => [
          keyOf(control),
          previous.get(keyOf(control)) ?? this.#make(control),
        ]),
      );
      // Buttons one after the other share a row, also in the grid of a sheet.
      /** @type {HTMLElement[]} */
      const rows = [];
      for (const { element } of this.#entries.values()) {
        if (element.localName !== "button") rows.push(element);
        else if (rows.at(-1)?.className === "row") rows.at(-1)?.append(element);
        else rows.push(create("div", { class: "row" }, [element]));
      }
      this.element.replaceChildren(...rows);
    }
    this.element.hidden = controls.length === 0;
    for (const control of controls) this.#entries.get(keyOf(control))?.update(control);
    // What has the focus may have moved, or another control may stand in its place.
    if (focusIndex < 0) return;
    const enabled = focusable();
    const next = enabled.includes(activeElement)
      ? activeElement
      : enabled[Math.min(focusIndex, enabled.length - 1)];
    next?.focus({ preventScroll: true });
  }

  /** @param {Control} control */
  #make(control) {
    if (control.kind === "slider") return this.#slider();
    if (control.kind === "choice") return this.#choice(control);
    if (control.kind === "text") return this.#text();
    return this.#button();
  }

  #text() {
    /** @type {import("./types.js").Text} */
    let spec;
    const label = create("span", { class: "name" });
    const input = /** @type {HTMLInputElement} */ (
      create("input", { type: "text", maxlength: "200", autocomplete: "off", spellcheck: "false" })
    );
    const element = create("label", { class: "text" }, [label, input]);
    input.addEventListener("input", () => this.#figure.change(spec.set(input.value)));
    const update = (/** @type {import("./types.js").Text} */ next) => {
      spec = next;
      if (label.textContent !== next.name) label.textContent = next.name;
      if (input.value !== next.value) input.value = next.value;
    };
    return { element, update };
  }

  #slider() {
    /** @type {Slider} */
    let spec;
    const label = create("span", { class: "name" });
    // Not an output element, which the label would name instead of the input.
    const output = create("span", { "aria-hidden": "true" });
    const input = /** @type {HTMLInputElement} */ (create("input", { type: "range" }));
    const element = create("label", { class: "slider", part: "slider" }, [label, output, input]);
    input.addEventListener("input", () => this.#figure.change(spec.set(Number(input.value)), true));
    input.addEventListener("change", () => this.#figure.change(spec.set(Number(input.value))));
    const update = (/** @type {Slider} */ next) => {
      spec = next;
      const { name, symbol, value, min, max, step = 1, text } = next;
      if (label.dataset.name !== name) {
        label.dataset.name = name;
        label.replaceChildren(...nodes(symbol ? `${name} *${symbol}*` : name));
        input.name = name;
      }
      set(input, "min", String(min));
      set(input, "max", String(max));
      set(input, "step", String(step));
      if (Number(input.value) !== value) input.value = String(value);
      set(input, "aria-valuetext", text);
      if (output.textContent !== text) output.textContent = text;
    };
    return { element, update };
  }

  /** @param {Choice} control */
  #choice(control) {
    /** @type {Choice} */
    let spec = control;
    const buttons = control.options.map(([value, words]) => {
      const element = create("button", { type: "button", class: "option" }, nodes(words));
      element.addEventListener("click", () => this.#figure.change(spec.set(value)));
      return { element, value };
    });
    const element = create(
      "div",
      { class: "choice", role: "group", "aria-label": control.name },
      buttons.map(({ element }) => element),
    );
    const update = (/** @type {Choice} */ next) => {
      spec = next;
      for (const { element, value } of buttons)
        set(element, "aria-pressed", String(value === next.value));
    };
    return { element, update };
  }

  #button() {
    /** @type {Switch | Button} */
    let spec;
    const element = button("", () => {
      if (spec.kind === "switch") this.#figure.change(spec.set(!spec.value));
      else this.#figure.change(spec.press?.(this.#figure) ?? undefined);
    });
    this.#hold(element, () => spec);
    const update = (/** @type {Switch | Button} */ next) => {
      spec = next;
      if (element.textContent !== next.name) element.textContent = next.name;
      if (next.kind === "switch") set(element, "aria-pressed", String(next.value));
      else element.disabled = Boolean(next.disabled);
    };
    return { element, update };
  }

  /** A button that acts for as long as it is pressed. @param {HTMLElement} element @param {() => Switch | Button} control */
  #hold(element, control) {
    let pressed = false;
    const step = () => {
      const spec = control();
      if (!pressed || spec.kind !== "button" || !spec.hold || !element.isConnected) return;
      this.#figure.change(spec.hold(this.#figure) ?? undefined, true);
      requestAnimationFrame(step);
    };
    const end = () => {
      if (pressed) this.#figure.change(undefined);
      pressed = false;
    };
    const begin = () => {
      if (pressed) return;
      pressed = true;
      step();
    };
    element.addEventListener("pointerdown", begin);
    element.addEventListener("keydown", (event) => {
      if (event.key === " " || event.key === "Enter") begin();
    });
    for (const type of ["pointerup", "pointercancel", "pointerleave", "keyup", "blur"])
      element.addEventListener(type, end);
  }
}
