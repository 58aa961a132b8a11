// manifest.js: the custom elements manifest, made from the classes of the elements.
import { readFileSync } from "node:fs";
import { elements } from "../../vite.config.js";
import { attributeName, defaultOf } from "../../web/elements/core/attributes.js";
import { COLOURS } from "../../web/elements/core/theme.js";
import { ATTRIBUTES, DEFAULTS } from "../../web/elements/state/parameters.js";

const guide = readFileSync(new URL("../../docs/embedding.md", import.meta.url), "utf8");

/** The description of a figure in the guide's table. @param {string} name */
function summary(name) {
  const row = guide.split("\n").find((line) => line.startsWith(`| \`<phasor-${name}>\``));
  const said = row?.split(" | ")[2];
  if (!said) throw new Error(`docs/embedding.md has no row for phasor-${name}`);
  return `${said[0].toUpperCase()}${said.slice(1)}.`;
}

export const METHODS = [
  ["toBlob", "A PNG of the figure as it is drawn.", "Promise<Blob>"],
  ["toCSV", "The numbers that are shown.", "string"],
  ["toURL", "An address with the figure's state in its fragment.", "string", "address?: string"],
  ["fromURL", "Takes up the state from an address.", "void", "address?: string"],
  [
    "toCode",
    "A program that prints the numbers that are shown.",
    "string",
    'language?: "javascript" | "python"',
  ],
  ["toHTML", "The lines that put this figure into another page.", "string", "source?: string"],
  ["toSVG", "The same as SVG.", "string"],
  [
    "set",
    "Shows other values; numbers ease there.",
    "void",
    "patch: Partial<this>, options?: { ease?: boolean }",
  ],
  ["reset", "Restores what the page asked for.", "void"],
  ["play", "Starts the figure's motion, if it has one.", "void"],
  ["pause", "Stops it.", "void"],
];
/** Methods that single figures have. @type {Record<string, string[][]>} */
const OWN_METHODS = {
  "phasor-clocks": [
    ["challenge", "Hides a position for the reader to find.", "void", "position?: number"],
  ],
  "phasor-bugs": [
    [
      "read",
      "Shows what is in a file instead of what its cards make: bytes or a Blob, and the file's name.",
      "Promise<void>",
      "file: Uint8Array | Blob, name: string",
    ],
  ],
};
const PARTS = ["figure", "title", "hint", "controls", "more", "slider", "plot", "handle", "share"];
const EVENTS = [
  {
    name: "phasor-change",
    type: {
      text:
        "CustomEvent<{ dModel: number; length: number; base: number; position: number; second: number; pair: number; " +
        'wave: "sin" | "cos"; [name: string]: string | number | boolean }>',
    },
    description: "The reader changed a parameter, moved the cursor or zoomed; detail: the state.",
  },
  {
    name: "phasor-hover",
    type: {
      text: 'CustomEvent<{ position?: number; second?: number; pair?: number; wave?: "sin" | "cos" } | null>',
    },
    description: "The reader's pointer is elsewhere; detail: what it is on, or null when it left.",
  },
];
const LETTERS = ["font", "font-size", "math-font", "mono-font"];

/** The TypeScript type of a declared attribute. @param {any} declared */
function typeOf(declared) {
  if (Array.isArray(declared)) return declared.map((word) => JSON.stringify(word)).join(" | ");
  return typeof declared === "object" ? "number" : typeof declared;
}

/** A figure's attributes: those that figures share, its own, group and span. @param {any} spec */
const attributesOf = ({ attributes = {} }) => [
  ...Object.entries(ATTRIBUTES).map(([field, attribute]) => {
    const value = Reflect.get(DEFAULTS, field);
    return {
      name: attribute,
      fieldName: field,
      type: field === "wave" ? '"sin" | "cos"' : typeof value,
      value,
    };
  }),
  ...Object.entries(attributes).map(([field, declared]) => ({
    name: attributeName(field),
    fieldName: field,
    type: typeOf(declared),
    value: defaultOf(/** @type {any} */ (declared)),
  })),
  { name: "group", fieldName: "group", type: "string", value: "" },
  { name: "span", fieldName: "span", type: "string", value: "" },
];

/** The declaration of a figure of the core.
 * @param {string} file @param {string} className @param {any} element @param {string} name */
function declarationOf(file, className, { spec, tag }, name) {
  const attributes = attributesOf(spec).map(({ type, value, ...rest }) => ({
    ...rest,
    type: { text: type },
    default: JSON.stringify(value),
  }));
  const methods = [...METHODS, ...(OWN_METHODS[tag] ?? [])];
  return {
    kind: "javascript-module",
    path: file,
    declarations: [
      {
        kind: "class",
        customElement: true,
        name: className,
        tagName: tag,
        description: summary(name),
        superclass: { name: "HTMLElement" },
        attributes,
        members: [
          ...attributes.map(({ fieldName, type, default: value }) => ({
            kind: "field",
            name: fieldName,
            type,
            default: value,
          })),
          ...methods.map(([method, description, text]) => ({
            kind: "method",
            name: method,
            description,
            return: { type: { text } },
          })),
        ],
        events: EVENTS,
        slots: [{ name: "", description: "Shown where nothing can be computed." }],
        cssParts: PARTS.map((part) => ({ name: part })),
        cssProperties: [...COLOURS, ...LETTERS, "title-font"].map((property) => ({
          name: `--phasor-${property}`,
        })),
      },
    ],
    exports: [
      { kind: "js", name: className, declaration: { name: className, module: file } },
      {
        kind: "custom-element-definition",
        name: tag,
        declaration: { name: className, module: file },
      },
    ],
  };
}

/** The declarations of the elements: tags, attributes, properties and events. */
export async function types() {
  /** @typedef {ReturnType<typeof attributesOf>} Attributes */
  /** @type {{ className: string, tag: string, own: Attributes, says: string }[]} */
  const found = [];
  for (const name of elements) {
    const [[className, element]] = /** @type {[string, any][]} */ (
      Object.entries(await import(`../../web/elements/phasor-${name}.js`))
    );
    const own = attributesOf(element.spec).slice(Object.keys(ATTRIBUTES).length, -2);
    found.push({ className, tag: element.tag, own, says: summary(name) });
  }
  const lines = (/** @type {string[]} */ each) => each.map((line) => `  ${line}\n`).join("");
  const properties = (/** @type {Attributes} */ list) =>
    lines(list.map(({ fieldName, type }) => `${fieldName}: ${type};`));
  // The types in markup: a number may be text, and a boolean attribute is present or absent.
  const written = (/** @type {string} */ type) => {
    if (type === "number") return "number | NumberText";
    return type === "boolean" ? 'boolean | ""' : type;
  };
  const attributes = (/** @type {Attributes} */ list) =>
    lines(list.map(({ name, type }) => `"${name}"?: ${written(type)} | undefined;`));
  const methods = (/** @type {string[][]} */ list) =>
    lines(
      list.map(([name, says, text, given = ""]) => `/** ${says} */\n  ${name}(${given}): ${text};`),
    );
  const one = found.map(
    ({ className, tag, own, says }) => `/** ${says} */
export interface ${className} extends PhasorFigure {
${properties(own)}${methods(OWN_METHODS[tag] ?? [])}}
export declare const ${className}: { new (): ${className} };
export interface ${className}Attributes extends PhasorAttributes {
${attributes(own)}}
`,
  );
  const tags = found.map(
    ({ className, tag }) =>
      `"${tag}": { element: ${className}; attributes: ${className}Attributes };`,
  );
  return `// Generated from the figures' declarations: \`npx vitest run tests/elements/manifest.test.js --update\`.
/** The members that all figures have. */
export interface PhasorFigure extends HTMLElement {
${properties(attributesOf({}))}${methods(METHODS)}}
/** A number as text. */
export type NumberText = \`\${number}\`;
/** The attributes that all figures have. */
export interface PhasorAttributes {
${attributes(attributesOf({}))}}
/** The events of all figures. */
export interface PhasorEvents {
${lines(EVENTS.map(({ name, type, description }) => `/** ${description} */\n  "${name}": ${type.text};`))}}

${one.join("\n")}
/** All figures by their tags. */
export interface PhasorTags {
${lines(tags)}}

declare global {
  interface HTMLElementTagNameMap {
${lines(found.map(({ className, tag }) => `  "${tag}": ${className};`))}  }
  interface HTMLElementEventMap extends PhasorEvents {}
}
`;
}

/** @param {string} name */
async function declaration(name) {
  const file = `web/elements/phasor-${name}.js`;
  const module = await import(`../../${file}`);
  const [[className, element]] = /** @type {[string, any][]} */ (Object.entries(module));
  return declarationOf(file, className, element, name);
}

export const manifest = async () => ({
  schemaVersion: "1.0.0",
  readme: "docs/embedding.md",
  modules: await Promise.all(elements.map(declaration)),
});
