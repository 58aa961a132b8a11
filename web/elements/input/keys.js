// The keys of a focused figure.

/**
 * @typedef {{ kind: "move", x: number, y: number }
 *   | { kind: "edge", end: "first" | "last" }
 *   | { kind: "zoom", factor: number }
 *   | { kind: "whole" }
 *   | { kind: "pick" }} Action
 *   move: cells to the right and down; edge: along positions; whole: all in view again
 */

const STRIDE = 10;
const ZOOM = 1.5;

/** @param {KeyboardEvent} event @returns {Action | undefined} undefined: not one of the figure's */
export function actionOf(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const stride = event.shiftKey ? STRIDE : 1;
  switch (event.key) {
    case "ArrowLeft":
      return { kind: "move", x: -stride, y: 0 };
    case "ArrowRight":
      return { kind: "move", x: stride, y: 0 };
    case "ArrowUp":
      return { kind: "move", x: 0, y: -stride };
    case "ArrowDown":
      return { kind: "move", x: 0, y: stride };
    case "Home":
      return { kind: "edge", end: "first" };
    case "End":
      return { kind: "edge", end: "last" };
    case "+":
    case "=":
      return { kind: "zoom", factor: ZOOM };
    case "-":
    case "_":
      return { kind: "zoom", factor: 1 / ZOOM };
    case "0":
    case "Escape":
      return { kind: "whole" };
    case "Enter":
    case " ":
      return { kind: "pick" };
    default:
      return undefined;
  }
}
