// operators.mjs: finds the mutants of a JavaScript file in its syntax tree.
import { parseAst } from "vite";

/**
 * A file with one change.
 * @typedef {object} Mutant
 * @property {string} file from the project's root
 * @property {number} start of the text that is replaced
 * @property {number} end
 * @property {string} replacement
 * @property {string} change what it does, in a few words: "+ → -"
 * @property {number} nth of the same changes in its line, from 1
 * @property {number} line from 1
 * @property {string} text the line, trimmed
 */

/** @typedef {Record<string, any> & { type: string, start: number, end: number }} Node of ESTree */

/** @type {Record<string, string>} */
const SWAPPED = {
  ...{ "+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "**": "*", "<<": ">>", ">>": "<<" },
  ...{ ">>>": "<<", "&": "|", "|": "&", "^": "|" },
  ...{ "<": "<=", "<=": "<", ">": ">=", ">=": ">", "===": "!==", "!==": "===" },
  ...{ "&&": "||", "||": "&&", "??": "&&", "++": "--", "--": "++" },
  ...{ "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=", "|=": "&=", "&=": "|=" },
};

/** @type {Record<string, string>} */
const SWAPPED_NAMES = {
  ...{ min: "max", max: "min", sin: "cos", cos: "sin", floor: "ceil", ceil: "floor" },
  ...{ round: "floor", trunc: "ceil", some: "every", every: "some" },
};

/** @param {unknown} value @returns {value is Node} */
const isNode = (value) =>
  typeof value === "object" &&
  value !== null &&
  typeof (/** @type {any} */ (value).type) === "string";

/** @param {Node} node @param {(node: Node, parents: Node[]) => void} visit @param {Node[]} [parents] */
export function walk(node, visit, parents = []) {
  visit(node, parents);
  const inner = [...parents, node];
  for (const child of Object.values(node).flat()) if (isNode(child)) walk(child, visit, inner);
}

/** @param {string} text @returns {Node} */
export const parse = (text) => /** @type {any} */ (parseAst(text));

/** Text is joined with + and with nothing else. @param {Node} node @returns {boolean} */
function isText(node) {
  if (node.type === "TemplateLiteral") return true;
  if (node.type === "Literal") return typeof node.value === "string";
  return node.type === "BinaryExpression" && (isText(node.left) || isText(node.right));
}

const leaves = (/** @type {Node} */ node) =>
  ["ReturnStatement", "ThrowStatement", "ContinueStatement", "BreakStatement"].includes(
    node.type === "BlockStatement" ? (node.body.at(-1)?.type ?? "") : node.type,
  );

/** What drawn things are given that is a matter of looks: one pixel more is as right. */
const LOOKS =
  /^(dx|dy|size|tip|dash|radius|reach|opacity|gap|margin|width|height|top|right|bottom|left)$/;

/** Whether a number is a drawn thing's look: `{ dy: -20 }`, `{ tip: narrow ? 4 : 5 }`. @param {string} file @param {Node[]} parents */
function isALook(file, parents) {
  if (!file.startsWith("web/elements/")) return false;
  if (file.endsWith("/grid-picture.js")) return true; // the picture of a house
  const from = parents.findLast(({ type }) => !/^(Unary|Conditional|Array)Expression$/.test(type));
  return from?.type === "Property" && LOOKS.test(from.key.name);
}

/** Every mutant of a file. @param {string} file its name from the project's root
 * @param {string} text @returns {Mutant[]} */
export function mutantsOf(file, text) {
  /** @type {Mutant[]} */
  const mutants = [];
  const lineStarts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1))
    lineStarts.push(at + 1);
  /** @param {number} start @param {number} end @param {string} replacement @param {string} change */
  const add = (start, end, replacement, change) => {
    const line = lineStarts.findLastIndex((at) => at <= start) + 1;
    const nth =
      mutants.filter((mutant) => mutant.line === line && mutant.change === change).length + 1;
    const source = text.slice(lineStarts[line - 1], lineStarts[line] ?? text.length).trim();
    mutants.push({ file, start, end, replacement, change, nth, line, text: source });
  };
  /** An operator between two operands. @param {number} from @param {number} to @param {string} operator */
  const swap = (from, to, operator) => {
    const other = SWAPPED[operator];
    const at = text.slice(from, to).replace(/\/\*.*?\*\//gs, (note) => " ".repeat(note.length));
    const start = from + at.indexOf(operator);
    if (other) add(start, start + operator.length, other, `${operator} → ${other}`);
  };

  walk(parse(text), (node, parents) => {
    const parent = parents.at(-1);
    switch (node.type) {
      case "BinaryExpression":
      case "LogicalExpression":
      case "AssignmentExpression":
        if (!isText(node) && !isText(node.right))
          swap(node.left.end, node.right.start, node.operator);
        break;
      case "UpdateExpression":
        swap(node.start, node.end, node.operator);
        break;
      case "UnaryExpression":
        if (node.operator === "-" || node.operator === "!") {
          add(node.start, node.argument.start, " ", `${node.operator} removed`);
        }
        break;
      case "ConditionalExpression":
        add(
          node.test.start,
          node.test.end,
          `!(${text.slice(node.test.start, node.test.end)})`,
          "? negated",
        );
        break;
      case "Literal":
        if (typeof node.value === "boolean") {
          add(node.start, node.end, String(!node.value), `${node.value} → ${!node.value}`);
        } else if (typeof node.value === "number" && !isALook(file, parents)) {
          if (node.value + 1 === node.value) break; // 1e18 and one are 1e18
          add(node.start, node.end, `(${node.raw} + 1)`, `${node.raw} → ${node.raw} + 1`);
          if (node.value > 0)
            add(node.start, node.end, `(${node.raw} - 1)`, `${node.raw} → ${node.raw} - 1`);
        } else if (typeof node.value === "bigint") {
          add(node.start, node.end, `(${node.raw} + 1n)`, `${node.raw} → ${node.raw} + 1n`);
        }
        break;
      case "MemberExpression": {
        const { property, computed } = node;
        if (!computed) {
          const other = SWAPPED_NAMES[property.name];
          const called = parent?.type === "CallExpression" && parent.callee === node;
          if (other && called)
            add(property.start, property.end, other, `${property.name} → ${other}`);
          if (called && text.slice(node.start, node.end) === "Math.abs") {
            add(node.start, node.end, "Number", "Math.abs removed");
          }
        } else if (
          ["Identifier", "BinaryExpression"].includes(property.type) &&
          !isText(property)
        ) {
          if (
            property.type === "Identifier" &&
            !/^[a-z]$|^(at|from|row|column|index)$/.test(property.name)
          )
            break;
          add(
            property.start,
            property.end,
            `(${text.slice(property.start, property.end)}) + 1`,
            "index + 1",
          );
        }
        break;
      }
      case "IfStatement":
        if (!node.alternate && leaves(node.consequent))
          add(node.start, node.end, ";", "early exit removed");
        else
          add(
            node.test.start,
            node.test.end,
            `!(${text.slice(node.test.start, node.test.end)})`,
            "if negated",
          );
        break;
      case "ExpressionStatement":
        if (node.expression.type !== "Literal" && !text.slice(node.start).startsWith("super(")) {
          add(node.start, node.end, ";", "statement removed");
        }
        break;
    }
  });
  return mutants;
}
