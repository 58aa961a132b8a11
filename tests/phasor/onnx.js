// onnx.js: just enough of the ONNX format (protocol buffers) to write a model of one operator.

/** @param {number} value @returns {number[]} */
function varint(value) {
  const bytes = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) | 128);
  }
}

/** @param {number} field @param {number} value */
const integer = (field, value) => [...varint(8 * field), ...varint(value)];

/** @param {number} field @param {number[]} content */
const message = (field, content) => [
  ...varint(8 * field + 2),
  ...varint(content.length),
  ...content,
];

/** @param {number} field @param {string} value */
const text = (field, value) => message(field, [...new TextEncoder().encode(value)]);

/** Types of elements. */
const TYPES = { float: 1, int32: 6, int64: 7, float16: 10 };
const TYPE_INT = 2;

/** A tensor with `axes` axes of any size.
 * @param {string} name @param {number} type @param {number} axes */
function tensor(name, type, axes) {
  const dimensions = Array.from({ length: axes }, (_, i) => message(1, text(2, `${name}_${i}`)));
  const shape = message(2, dimensions.flat());
  return [...text(1, name), ...message(2, message(1, [...integer(1, type), ...shape]))];
}

/**
 * @typedef {object} Operator
 * @property {string} name
 * @property {string} domain "" for ONNX's own
 * @property {number} opset
 * @property {{ name: string, type: keyof typeof TYPES, axes: number }[]} inputs one without a name is left out
 * @property {{ name: string, type?: keyof typeof TYPES, axes: number }[]} outputs float if it has no type
 * @property {Record<string, number>} attributes integers
 */

/** A model of one operator. @param {Operator} operator @returns {Uint8Array} */
export function modelOf({ name, domain, opset, inputs, outputs, attributes }) {
  const node = [
    ...inputs.flatMap((input) => text(1, input.name)),
    ...outputs.flatMap((output) => text(2, output.name)),
    ...text(4, name),
    ...Object.entries(attributes).flatMap(([key, value]) =>
      message(5, [...text(1, key), ...integer(3, value), ...integer(20, TYPE_INT)]),
    ),
    ...text(7, domain),
  ];
  const graph = [
    ...message(1, node),
    ...text(2, "one"),
    ...inputs
      .filter(({ name }) => name !== "")
      .flatMap(({ name, type, axes }) => message(11, tensor(name, TYPES[type], axes))),
    ...outputs.flatMap(({ name, type = "float", axes }) =>
      message(12, tensor(name, TYPES[type], axes)),
    ),
  ];
  return Uint8Array.from([
    ...integer(1, 10), // IR version
    ...message(7, graph),
    ...message(8, [...text(1, ""), ...integer(2, domain === "" ? opset : 21)]),
    ...(domain === "" ? [] : message(8, [...text(1, domain), ...integer(2, opset)])),
  ]);
}
