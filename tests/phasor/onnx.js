// onnx.js: just enough of the ONNX format (protocol buffers) to write models of a few operators.

/** @param {number} value @returns {number[]} */
function varint(value) {
  const bytes = [];
  for (let remaining = value; ; remaining = Math.floor(remaining / 128)) {
    if (remaining < 128) return [...bytes, remaining];
    bytes.push((remaining % 128) | 128);
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
 * @property {string} [domain] "" for ONNX's own
 * @property {string[]} inputs one without a name is left out
 * @property {string[]} outputs
 * @property {Record<string, number>} [attributes] integers
 */
/** @typedef {{ name: string, type?: keyof typeof TYPES, axes: number }} Tensor float if it has no type */

/**
 * @typedef {object} Graph
 * @property {Operator[]} nodes
 * @property {Record<string, number[]>} [constants] lists of integers
 * @property {Tensor[]} inputs
 * @property {Tensor[]} outputs
 * @property {number} opset of ONNX's own operators
 * @property {Record<string, number>} [domains] versions of others'
 */

const node = (/** @type {Operator} */ { name, domain = "", inputs, outputs, attributes = {} }) => [
  ...inputs.flatMap((input) => text(1, input)),
  ...outputs.flatMap((output) => text(2, output)),
  ...text(4, name),
  ...Object.entries(attributes).flatMap(([key, value]) =>
    message(5, [...text(1, key), ...integer(3, value), ...integer(20, TYPE_INT)]),
  ),
  ...text(7, domain),
];

const initializer = (/** @type {[name: string, values: number[]]} */ [name, values]) => [
  ...integer(1, values.length),
  ...integer(2, TYPES.int64),
  ...text(8, name),
  ...message(9, [...new Uint8Array(BigInt64Array.from(values, BigInt).buffer)]),
];

/** The bytes of a model. @param {Graph} graph @returns {Uint8Array} */
export function graphOf({ nodes, constants = {}, inputs, outputs, opset, domains = {} }) {
  const placed = (/** @type {number} */ field, /** @type {Tensor[]} */ tensors) =>
    tensors.flatMap(({ name, type = "float", axes }) =>
      message(field, tensor(name, TYPES[type], axes)),
    );
  const graph = [
    ...nodes.flatMap((operator) => message(1, node(operator))),
    ...text(2, "graph"),
    ...Object.entries(constants).flatMap((constant) => message(5, initializer(constant))),
    ...placed(11, inputs),
    ...placed(12, outputs),
  ];
  return Uint8Array.from([
    ...integer(1, 10), // IR version
    ...message(7, graph),
    ...Object.entries({ "": opset, ...domains }).flatMap(([domain, version]) =>
      message(8, [...text(1, domain), ...integer(2, version)]),
    ),
  ]);
}

/** A model of one operator. @param {{ name: string, domain: string, opset: number, inputs: Tensor[], outputs: Tensor[], attributes: Record<string, number> }} operator */
export const modelOf = ({ name, domain, opset, inputs, outputs, attributes }) =>
  graphOf({
    nodes: [
      {
        ...{ name, domain, attributes },
        inputs: inputs.map(({ name }) => name),
        outputs: outputs.map(({ name }) => name),
      },
    ],
    inputs: inputs.filter(({ name }) => name !== ""),
    outputs,
    ...(domain === "" ? { opset } : { opset: 21, domains: { [domain]: opset } }),
  });
