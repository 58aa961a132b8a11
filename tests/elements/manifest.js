// What the elements offer, in the form of a custom elements manifest: read from the classes.
import { readFileSync } from "node:fs";
import { elements } from "../../vite.config.js";
import { attributeName, defaultOf } from "../../web/elements/core/attributes.js";
import { COLOURS } from "../../web/elements/core/theme.js";
import { ATTRIBUTES, DEFAULTS } from "../../web/elements/state/parameters.js";

const guide = readFileSync(new URL("../../docs/embedding.md", import.meta.url), "utf8");

/** What the guide's table says that a figure shows. @param {string} name */
function summary(name) {
  const row = guide.split("\n").find((line) => line.startsWith(`| \`<phasor-${name}>\``));
  const said = row?.split(" | ")[2];
  if (!said) throw new Error(`docs/embedding.md has no row for phasor-${name}`);
  return `${said[0].toUpperCase()}${said.slice(1)}.`;
}

const METHODS = [
  ["toBlob", "A PNG of the figure as it is drawn.", "Promise<Blob>"],
  ["toCSV", "The numbers that are shown.", "string"],
  ["toURL", "An address with the figure's state in its fragment.", "string", "address?: string"],
  ["fromURL", "Takes up the state from an address.", "void", "address?: string"],
  [
    "toCode",
    "A program that prints the numbers that are shown.",
    "string",
    'language?: "javascript" | "python" | "c"',
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
const PARTS = ["figure", "title", "hint", "controls", "more", "slider", "plot", "handle", "share"];
const EVENTS = [
  {
    name: "phasor-change",
    type: { text: "CustomEvent" },
    description: "The reader changed a parameter, moved the cursor or zoomed; detail: the state.",
  },
  {
    name: "phasor-hover",
    type: { text: "CustomEvent" },
    description: "The reader's pointer is elsewhere; detail: what it is on, or null when it left.",
  },
];
const LETTERS = ["font", "font-size", "math-font", "mono-font"];

/** What a declared attribute may be, as TypeScript says it. @param {any} declared */
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

/** Of a figure of the core. @param {string} file @param {string} className @param {any} element @param {string} name */
function declarationOf(file, className, { spec, tag }, name) {
  const attributes = attributesOf(spec).map(({ type, value, ...rest }) => ({
    ...rest,
    type: { text: type },
    default: JSON.stringify(value),
  }));
  const methods = METHODS;
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

/** Types of the elements: tags, properties and events, and JSX of React. */
export async function types() {
  const found = [];
  for (const name of elements) {
    const [[className, element]] = /** @type {[string, any][]} */ (
      Object.entries(await import(`../../web/elements/phasor-${name}.js`))
    );
    found.push({
      className,
      tag: element.tag,
      own: attributesOf(element.spec).slice(Object.keys(ATTRIBUTES).length, -2),
    });
  }
  const shared = attributesOf({})
    .map(({ fieldName, type }) => `  ${fieldName}: ${type};`)
    .join("\n");
  const inJsx = attributesOf({})
    .map(({ name, type }) => `  "${name}"?: ${type};`)
    .join("\n");
  const head =
    "// Generated from the figures' declarations: `npx vitest run tests/elements/manifest.test.js --update`.";
  return {
    elements: `${head}
/** What all figures have. */
export interface PhasorFigure extends HTMLElement {
${shared}
${METHODS.map(([name, , text, given = ""]) => `  ${name}(${given}): ${text};`).join("\n")}
}
${found.map(({ className, own }) => `export interface ${className} extends PhasorFigure {\n${own.map(({ fieldName, type }) => `  ${fieldName}: ${type};\n`).join("")}}\nexport declare const ${className}: { new (): ${className} };`).join("\n")}

declare global {
  interface HTMLElementTagNameMap {
${found.map(({ className, tag }) => `    "${tag}": ${className};`).join("\n")}
  }
  interface HTMLElementEventMap {
    "phasor-change": CustomEvent<Record<string, string | number | boolean>>;
    "phasor-hover": CustomEvent<{ position?: number; second?: number; pair?: number; wave?: "sin" | "cos" } | null>;
  }
}
`,
    react: `${head}
import type { ClassAttributes, HTMLAttributes } from "react";
import type * as Figures from "./elements.js";

interface Shared {
${inJsx}
}
type Props<Element, Own> = HTMLAttributes<Element> & ClassAttributes<Element> & Shared & Own;

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
${found.map(({ className, tag, own }) => `      "${tag}": Props<Figures.${className}, {${own.map(({ name, type }) => ` "${name}"?: ${type};`).join("")} }>;`).join("\n")}
    }
  }
}
`,
  };
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
