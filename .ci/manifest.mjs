// manifest.mjs: what code editors and TypeScript need to know of the figures, from their declarations: the custom
// elements manifest, and the types of their tags, attributes, properties and events.
import { readFileSync } from "node:fs";
import { figures } from "../rolldown.config.js";
import { attributeName, defaultOf } from "../web/elements/core/attributes.js";
import { COLOURS } from "../web/elements/core/theme.js";
import { ATTRIBUTES, DEFAULTS } from "../web/elements/state/parameters.js";

const guide = readFileSync(new URL("../docs/embedding.md", import.meta.url), "utf8");

/** The description of a figure in the guide's table. @param {string} name */
function summary(name) {
  const row = guide.split("\n").find((line) => line.startsWith(`| \`<phasor-${name}>\``));
  const description = row?.split(" | ")[2];
  if (!description) throw new Error(`docs/embedding.md has no row for phasor-${name}`);
  return `${description[0].toUpperCase()}${description.slice(1)}.`;
}

/** Methods from their signatures and what they do. @param {string} text */
const methodsIn = (text) =>
  Array.from(
    text.matchAll(/(\w+)\((.*)\): (.+?)\s+\/\/ (.+)/g),
    ([, name, parameters, type, about]) => ({ name, parameters, type, about }),
  );

export const METHODS = methodsIn(`
  toBlob(): Promise<Blob> // A PNG of the figure as it is drawn.
  toCSV(): string // The numbers that are shown.
  toURL(address?: string): string // An address with the figure's state in its fragment.
  fromURL(address?: string): void // Takes up the state from an address.
  toCode(language?: "javascript" | "python"): string // A program that prints the numbers that are shown.
  toHTML(source?: string): string // The lines that put this figure into another page.
  toSVG(): string // The same as SVG.
  set(patch: Partial<this>, options?: { ease?: boolean }): void // Shows other values; numbers ease there.
  reset(): void // Restores what the page asked for.
  play(): void // Starts the figure's motion, if it has one.
  pause(): void // Stops it.`);
/** Methods that single figures have. @type {Record<string, typeof METHODS>} */
const OWN_METHODS = {
  "phasor-clocks": methodsIn(`
    challenge(position?: number): void // Hides a position for the reader to find.`),
  "phasor-bugs": methodsIn(`
    read(file: Uint8Array | Blob, name: string): Promise<void>
      // Shows what is in a file instead of what its cards make: bytes or a Blob, and the file's name.`),
};
const PARTS = ["figure", "title", "hint", "controls", "more", "slider", "plot", "handle", "share"];
const EVENTS = [
  {
    name: "phasor-change",
    text: `CustomEvent<{ dModel: number; length: number; base: number; position: number; second: number; pair: number; \
wave: "sin" | "cos"; [name: string]: string | number | boolean }>`,
    description: "The reader changed a parameter, moved the cursor or zoomed; detail: the state.",
  },
  {
    name: "phasor-hover",
    text: `CustomEvent<{ position?: number; second?: number; pair?: number; wave?: "sin" | "cos" } | null>`,
    description: "The reader's pointer is elsewhere; detail: what it is on, or null when it left.",
  },
].map(({ name, text, description }) => ({ name, type: { text }, description }));
const FONT_PROPERTIES = ["font", "font-size", "math-font", "mono-font", "title-font"];

/** The TypeScript type of a declared attribute. @param {any} declared */
function typeOf(declared) {
  if (Array.isArray(declared)) return declared.map((word) => JSON.stringify(word)).join(" | ");
  return typeof declared === "object" ? "number" : typeof declared;
}

/** @typedef {{ name: string, fieldName: string, type: string, value: unknown }} Attribute */
/** Attributes that all figures have, before and after their own. @type {Attribute[]} */
const SHARED = Object.entries(ATTRIBUTES).map(([fieldName, name]) => {
  const value = Reflect.get(DEFAULTS, fieldName);
  return { name, fieldName, type: fieldName === "wave" ? '"sin" | "cos"' : typeof value, value };
});
/** @type {Attribute[]} */
const GROUP = ["group", "span"].map((name) => ({
  name,
  fieldName: name,
  type: "string",
  value: "",
}));

/** The figures, from their classes. */
const allFigures = await Promise.all(
  figures.map(async (name) => {
    const [[className, element]] = Object.entries(
      await import(`../web/elements/phasor-${name}.js`),
    );
    const { spec, tag } = /** @type {any} */ (element);
    /** @type {Attribute[]} */
    const own = Object.entries(spec.attributes ?? {}).map(([fieldName, declared]) => ({
      name: attributeName(fieldName),
      fieldName,
      type: typeOf(declared),
      value: defaultOf(/** @type {any} */ (declared)),
    }));
    return { name, className, tag, own, about: summary(name), methods: OWN_METHODS[tag] ?? [] };
  }),
);

/** The classes of the figures by their names. @type {Record<string, string>} */
export const classes = Object.fromEntries(
  allFigures.map(({ name, className }) => [name, className]),
);

/** The custom elements manifest. */
export const manifest = {
  schemaVersion: "1.0.0",
  modules: allFigures.map(({ name: figure, className: name, tag, own, about, methods }) => {
    const path = `dist/figures/${figure}.js`;
    const declaration = { name, module: path };
    const attributes = [...SHARED, ...own, ...GROUP].map(({ type, value, ...rest }) => ({
      ...rest,
      type: { text: type },
      default: JSON.stringify(value),
    }));
    const fields = attributes.map(({ fieldName, name: _, ...rest }) => ({
      ...{ kind: "field", name: fieldName },
      ...rest,
    }));
    const methodMembers = [...METHODS, ...methods].map((method) => ({
      ...{ kind: "method", name: method.name, description: method.about },
      return: { type: { text: method.type } },
    }));
    const properties = [...COLOURS, ...FONT_PROPERTIES];
    const figureClass = {
      ...{ kind: "class", customElement: true, name, tagName: tag, description: about },
      superclass: { name: "HTMLElement" },
      attributes,
      members: [...fields, ...methodMembers],
      events: EVENTS,
      slots: [
        { name: "", description: "Shown where nothing can be computed." },
        { name: "caption", description: "A caption of the page, below the figure." },
      ],
      cssParts: PARTS.map((part) => ({ name: part })),
      cssProperties: properties.map((property) => ({ name: `--phasor-${property}` })),
    };
    return {
      ...{ kind: "javascript-module", path, declarations: [figureClass] },
      exports: [
        { kind: "js", name, declaration },
        { kind: "custom-element-definition", name: tag, declaration },
      ],
    };
  }),
};

const lines = (/** @type {string[]} */ list) => list.map((line) => `  ${line}\n`).join("");
const properties = (/** @type {Attribute[]} */ list) =>
  lines(list.map(({ fieldName, type }) => `${fieldName}: ${type};`));
// The types in markup: a number may be text, and a boolean attribute is present or absent.
const IN_MARKUP = { number: "number | NumberText", boolean: 'boolean | ""' };
const attributes = (/** @type {Attribute[]} */ list) =>
  lines(
    list.map(
      ({ name, type }) => `"${name}"?: ${Reflect.get(IN_MARKUP, type) ?? type} | undefined;`,
    ),
  );
const methods = (/** @type {typeof METHODS} */ list) =>
  lines(
    list.map(({ name, parameters, type, about }) => {
      return `/** ${about} */\n  ${name}(${parameters}): ${type};`;
    }),
  );

/** The declarations of the figures: tags, attributes, properties and events. */
export const types = `/** The members that all figures have. */
export interface PhasorFigure extends HTMLElement {
${properties([...SHARED, ...GROUP])}${methods(METHODS)}}
/** A number as text. */
export type NumberText = \`\${number}\`;
/** The attributes that all figures have. */
export interface PhasorAttributes {
${attributes([...SHARED, ...GROUP])}}
/** The events of all figures. */
export interface PhasorEvents {
${lines(EVENTS.map(({ name, type, description }) => `/** ${description} */\n  "${name}": ${type.text};`))}}

${allFigures
  .map(
    ({ className, own, about, methods: ownMethods }) => `/** ${about} */
export interface ${className} extends PhasorFigure {
${properties(own)}${methods(ownMethods)}}
export declare const ${className}: { new (): ${className} };
export interface ${className}Attributes extends PhasorAttributes {
${attributes(own)}}
`,
  )
  .join("\n")}
/** All figures by their tags. */
export interface PhasorTags {
${lines(allFigures.map(({ className, tag }) => `"${tag}": { element: ${className}; attributes: ${className}Attributes };`))}}

declare global {
  interface HTMLElementTagNameMap {
${lines(allFigures.map(({ className, tag }) => `  "${tag}": ${className};`))}  }
  interface HTMLElementEventMap extends PhasorEvents {}
}
`;
