// What the elements offer, in the form of a custom elements manifest: read from the classes.
import { readFileSync } from "node:fs";
import { elements } from "../../vite.config.js";
import { COLOURS } from "../../web/elements/canvas/theme.js";
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
  ["toURL", "An address with the figure's state in its fragment.", "string"],
  ["fromURL", "Takes up the state from an address.", "void"],
  ["toCode", "A program that prints the numbers that are shown.", "string"],
  ["toHTML", "The lines that put this figure into another page.", "string"],
];
const LETTERS = ["font", "font-size", "math-font", "mono-font"];
const PARTS = ["figure", "controls", "slider", "plot", "read-out", "share", "failure"];

/** @param {string} name */
async function declaration(name) {
  const file = `web/elements/phasor-${name}.js`;
  const module = await import(`../../${file}`);
  const [[className, element]] = /** @type {[string, any][]} */ (Object.entries(module));
  // Makes Lit collect the properties.
  const { observedAttributes } = element;
  const own = /** @type {Record<string, string>} */ (element.own);
  const fields = [...element.elementProperties].filter(([, options]) => !options.state);
  const attributes = fields.map(([field, options]) => {
    const attribute = options.attribute || field.toLowerCase();
    const shared = Object.entries(ATTRIBUTES).find(([, known]) => known === attribute)?.[0];
    const value = shared ? Reflect.get(DEFAULTS, shared) : (own[field] ?? "");
    return {
      name: attribute,
      fieldName: String(field),
      type: { text: typeof value },
      default: JSON.stringify(value),
    };
  });
  if (attributes.some(({ name: attribute }) => !observedAttributes.includes(attribute))) {
    throw new Error(`${className} does not observe an attribute that it has`);
  }
  const methods = METHODS.filter(([method]) => method in element.prototype);
  if (methods.length < METHODS.length) throw new Error(`${className} lacks a method`);
  return {
    kind: "javascript-module",
    path: file,
    declarations: [
      {
        kind: "class",
        customElement: true,
        name: className,
        tagName: `phasor-${name}`,
        description: summary(name),
        superclass: { name: "LitElement", package: "lit" },
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
        events: [
          {
            name: "phasor-change",
            type: { text: "CustomEvent" },
            description:
              "The reader changed a parameter, moved the cursor or zoomed; detail: the state.",
          },
          {
            name: "phasor-hover",
            type: { text: "CustomEvent" },
            description:
              "The reader's pointer is elsewhere; detail: what it is on, or null when it left.",
          },
        ],
        slots: [{ name: "", description: "Shown where nothing can be computed." }],
        cssParts: PARTS.map((part) => ({ name: part })),
        cssProperties: [...COLOURS.filter((colour) => colour !== "dark"), ...LETTERS].map(
          (property) => ({ name: `--phasor-${property}` }),
        ),
      },
    ],
    exports: [
      { kind: "js", name: className, declaration: { name: className, module: file } },
      {
        kind: "custom-element-definition",
        name: `phasor-${name}`,
        declaration: { name: className, module: file },
      },
    ],
  };
}

export const manifest = async () => ({
  schemaVersion: "1.0.0",
  readme: "docs/embedding.md",
  modules: await Promise.all(elements.map(declaration)),
});
