// Makes a custom element of a figure's declaration.
import { ATTRIBUTES, PARAMETER_NAMES } from "../state/parameters.js";
import { attributeName } from "./attributes.js";
import { FigureElement } from "./element.js";
import { fromAddress, toAddress, toMarkup } from "./links.js";
import { checkFields, checkNames } from "./names.js";
import { toPng, toSvg } from "./picture.js";
import { toCSV } from "./share.js";

/** @import { Programs, Spec } from "./types.js" */

/**
 * Registers <phasor-…>, unless the page already has an element of that name, for example from
 * another version. docs/figures.md describes the declaration.
 * @template [P=any], [D=any]
 * @param {string} tag @param {Spec<P, D>} spec
 * @returns {(new () => FigureElement) & { tag: string, spec: Spec }}
 */
export function figure(tag, spec) {
  checkFields(tag, "declaration", spec);
  const names = Object.keys(spec.attributes ?? {});
  const readable = [...PARAMETER_NAMES, ...names, ...Object.keys(spec.state ?? {})];
  checkNames(tag, "shared parameter", spec.shared ?? [], PARAMETER_NAMES);
  checkNames(tag, "parameter", spec.glide ?? [], readable);
  const namesByAttribute = Object.fromEntries([
    ...PARAMETER_NAMES.map((name) => [ATTRIBUTES[name], name]),
    ...names.map((name) => [attributeName(name), name]),
  ]);
  class Figure extends FigureElement {
    static tag = tag;
    static spec = spec;
    static namesByAttribute = namesByAttribute;
    static observedAttributes = [...Object.keys(namesByAttribute), "group", "span"];

    /** The figure with title, caption and credit, two pixels to a CSS pixel. @returns {Promise<Blob>} PNG */
    toBlob() {
      return toPng(this);
    }

    /** The same as a vector drawing. @returns {string} */
    toSVG() {
      return toSvg(this);
    }

    /** The numbers shown, with a header line of names. @returns {string} */
    toCSV() {
      return toCSV(spec.table(this.p, this.d.values));
    }

    /** An address with the figure's state, for `fromURL`. @param {string} [address] of a page; by default this page's */
    toURL(address = location.href) {
      return toAddress(this, address);
    }

    /** Restores the state from an address; one without parameters changes nothing. @param {string} [address] by default this page's */
    fromURL(address = location.href) {
      fromAddress(this, address);
    }

    /** The HTML that embeds this figure in its current state. @param {string} [source] the address of the figure's file */
    toHTML(source = `figures/${tag.replace("phasor-", "")}.js`) {
      return toMarkup(this, source);
    }

    /** A program that prints the numbers shown, as in `toCSV`. @param {keyof Programs} [language] */
    toCode(language = "javascript") {
      const { code } = this;
      if (!code) throw new Error(`phasor: <${tag}> has no program for what it shows`);
      if (!Object.hasOwn(code, language)) {
        throw new RangeError(
          `phasor: language must be ${Object.keys(code).join(", ")}, not ${language}`,
        );
      }
      return code[language];
    }

    /** Programs that print those numbers. @returns {Programs | undefined} */
    get code() {
      return spec.programs?.(this.p, this.d.values);
    }
  }
  Object.assign(Figure.prototype, spec.methods);
  for (const name of [...PARAMETER_NAMES, ...names]) {
    Object.defineProperty(Figure.prototype, name, {
      configurable: true,
      enumerable: true,
      /** @this {Figure} */
      get() {
        return names.includes(name) ? this.attributeValues[name] : Reflect.get(this.state, name);
      },
      /** @this {Figure} @param {unknown} value */
      set(value) {
        this.setParameter(name, value);
      },
    });
  }
  if (typeof customElements !== "undefined" && !customElements.get(tag))
    customElements.define(tag, Figure);
  return Figure;
}
