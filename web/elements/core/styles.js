// The styles of everything outside the canvas: words, controls, focus rings. What a page may change
// is a custom property.
import { COLOURS, PALETTE } from "./theme.js";

/** @param {"light" | "dark"} scheme */
const colours = (scheme) =>
  COLOURS.map((name) => `--${name}: var(--phasor-${name}, ${PALETTE[scheme][name]});`).join("");
/** Printed figures are always light, whatever the page is. */
const printColours = COLOURS.map((name) => `--${name}: ${PALETTE.light[name]};`).join("");
const probes = COLOURS.map((name) => `.probes .${name} { color: var(--${name}); }`).join("");

const text = `
:host {
  display: flex; flex-direction: column; box-sizing: border-box; min-inline-size: 0;
  inline-size: 100%; inline-size: -moz-available; inline-size: -webkit-fill-available; inline-size: stretch;
  place-self: stretch; contain: inline-size; contain-intrinsic-inline-size: min(40rem, 90vw);
  writing-mode: horizontal-tb; break-inside: avoid;
}
:host([hidden]) { display: none; }
:host(:fullscreen) { overflow: auto; contain: none; }
:host(:fullscreen) .root {
  flex: 1 0 auto; box-sizing: border-box; padding: 3vmin 4vmin 2vmin; background: var(--paper);
  font-size: max(1rem, min(2.2vh, 1.4vw));
}
::slotted([slot="caption"]) { margin-block: 0.5rem 0; }
:host(:fullscreen) ::slotted(*) { display: none; }
.root {
  all: initial; visibility: inherit; pointer-events: inherit;
  ${colours("light")}
  color-scheme: light; display: flex; flex: 1 1 auto; block-size: 100%; min-block-size: 0; color: var(--ink);
  font: 1em/1.4 sans-serif; font-family: var(--phasor-font, "Source Sans 3 Variable", "Source Sans 3", system-ui, sans-serif);
  font-size: var(--phasor-font-size, max(1rem, min(1em, 16px)));
  font-variant-numeric: tabular-nums lining-nums; -webkit-text-size-adjust: 100%; text-size-adjust: 100%;
}
.root.dark { ${colours("dark")} color-scheme: dark; }
.root.printing { ${printColours} color-scheme: light; }
@media print { .root, .root.dark { ${printColours} color-scheme: light; } }
@media (forced-colors: active) {
  .root, .root.dark {
    --ink: CanvasText; --muted: CanvasText; --edge: GrayText; --line: GrayText; --paper: Canvas; --raised: Canvas;
    --position: Highlight; --dimension: LinkText; --offset: VisitedText; --key: CanvasText; --fifth: LinkText;
  }
}
figure { display: flex; flex-direction: column; flex: 1; margin: 0; min-inline-size: 0; min-block-size: 0; }
figcaption { margin-block-end: 0.5rem; }
p { margin: 0; }
.title, .probes .title {
  font-family: var(--phasor-title-font, "STIX Two Text Variable", "STIX Two Text", Georgia, "Times New Roman", serif);
}
.title { font-size: clamp(1.5em, 1.2em + 1.2vi, 1.875em); line-height: 1.15; text-wrap: balance; }
.hint { margin-block-start: 0.4em; color: var(--muted); font-size: 1.0625em; }
.hint b { color: var(--ink); font-weight: 600; }
i { font-family: var(--phasor-math-font, "STIX Two Text Variable", "STIX Two Text", "STIX Two Math", "Cambria Math", serif); }
.probes .math { font-family: var(--phasor-math-font, "STIX Two Text Variable", "STIX Two Text", "STIX Two Math", "Cambria Math", serif); }
.plot {
  position: relative; flex: 1 1 0; min-block-size: 4rem; min-inline-size: 0; overflow: clip; touch-action: manipulation;
  user-select: none; -webkit-user-select: none; -webkit-touch-callout: none;
}
.plot.zooms { touch-action: pan-y; }
.plot.over { cursor: grab; }
.plot.grabbing, .plot.grabbing .handle { cursor: grabbing; }
.layer { position: absolute; inset-block-start: 0; left: 0; pointer-events: none; }
.handle {
  position: absolute; left: 0; top: 0; display: grid; place-items: center; cursor: grab;
  -webkit-tap-highlight-color: transparent; outline: none;
}
.handle[data-along="x"] { cursor: ew-resize; }
.handle[data-along="y"] { cursor: ns-resize; }
.handle i { pointer-events: none; box-sizing: border-box; }
.handle:hover i { box-shadow: 0 0 0 1.4px var(--position); }
.handle:focus-visible i { outline: 2px solid var(--ink); outline-offset: -2px; box-shadow: none; }
.quiet { position: absolute; inline-size: 1px; block-size: 1px; margin: 0; padding: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.below, .rest, .list.controls, .share .buttons { display: flex; flex-wrap: wrap; gap: 0 1.25rem; align-items: baseline; font-size: 0.9375em; }
.below { margin-block-start: 0.5rem; color: var(--muted); }
.list.controls { margin-block: 0.25rem 0.5rem; }
.list[hidden] { display: none; }
.more { flex: 1 1 auto; }
.more[open] { flex-basis: 100%; order: -1; }
.more:not([open]) { flex: 0 0 auto; }
.rest { font-size: inherit; }
@media (width >= 40rem) { .bare { display: none; } }
@media (width < 40rem) {
  .full, .more:not([open]) + .rest { display: none; }
  .more > summary { font-size: 0; text-decoration: none; }
  .more > summary::before { content: "⋯"; content: "⋯" / ""; font-size: 1.5rem; line-height: 1; text-align: center; }
}
button, summary { min-block-size: 28px; min-inline-size: 28px; text-decoration: underline; text-decoration-color: var(--edge); text-underline-offset: 0.25em; cursor: pointer; }
summary { display: inline-grid; align-items: center; }
summary::-webkit-details-marker { display: none; }
.list.more { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(13rem, 100%), 1fr)); align-items: start; gap: 0.25rem 2.25rem; padding-block: 0.25rem 0.5rem; }
.list.more > :is(.choice, .row) { grid-column: 1 / -1; }
.extra button + button { margin-inline-start: 1rem; }
.lines { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: 0 1.5rem; min-block-size: 3em; margin-block-start: 0.5rem; color: var(--muted); font-size: 0.875em; line-height: 1.5; }
@media (width < 40rem) { .lines { min-block-size: 6em; } }
.lines code { margin-inline-start: 0.5em; font: 0.9375em / 1.5 var(--phasor-mono-font, ui-monospace, Menlo, Consolas, monospace); color: var(--ink); overflow-wrap: anywhere; }
.wrong { color: var(--position); }
.right { color: var(--dimension); }
.slider { display: grid; grid-template-columns: 1fr auto; align-items: baseline; column-gap: 1rem; color: var(--ink); }
.slider input { grid-column: 1 / -1; appearance: none; inline-size: 100%; block-size: 28px; margin: 0; background: none; cursor: pointer; }
.slider input::-webkit-slider-runnable-track { block-size: 1px; background: var(--edge); }
.slider input::-moz-range-track { block-size: 1px; background: var(--edge); }
.slider input::-webkit-slider-thumb { appearance: none; inline-size: 16px; block-size: 16px; margin-block-start: -8px; border: 0; border-radius: 50%; background: var(--ink); }
.slider input::-moz-range-thumb { inline-size: 16px; block-size: 16px; border: 0; border-radius: 50%; background: var(--ink); }
button { padding: 0 0.125rem; border: 0; border-radius: 0; background: none; color: inherit; font: inherit; }
button:hover, summary:hover { text-decoration-color: currentColor; color: var(--ink); }
button[aria-pressed="true"] { color: var(--ink); -webkit-text-stroke: 0.03em; text-decoration-color: var(--position); text-decoration-thickness: 2px; }
button[disabled] { color: var(--muted); text-decoration: none; cursor: default; }
.row { display: contents; }
.more > .row, .choice { display: flex; flex-wrap: wrap; gap: 0 1rem; color: var(--muted); }
.list.controls > .choice + .choice { flex-basis: 100%; }
.text { display: grid; color: var(--muted); }
.text input { box-sizing: border-box; inline-size: 100%; min-block-size: 28px; padding: 0; border: 0; border-block-end: 1px solid var(--edge); border-radius: 0; background: none; color: var(--ink); font: inherit; font-size: 1.125em; }
textarea {
  box-sizing: border-box; inline-size: 100%; padding: 0.375rem 0; border: 0; border-block: 1px solid var(--line); border-radius: 0; background: none;
  color: var(--muted); font: 0.8125em / 1.5 var(--phasor-mono-font, ui-monospace, Menlo, Consolas, monospace); resize: vertical;
}
button:focus-visible, input:focus-visible, textarea:focus-visible, summary:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
.share { display: grid; gap: 0.5rem; padding-block-start: 0.25rem; }
.share[hidden] { display: none; }
.probes { position: absolute; visibility: hidden; pointer-events: none; inline-size: 0; block-size: 0; overflow: hidden; forced-color-adjust: none; font: inherit; }
${probes}
.around { position: absolute; visibility: hidden; transition: color 1ms; }
@media (pointer: coarse) {
  button, summary { min-block-size: 44px; min-inline-size: 44px; }
  .slider input { block-size: 44px; }
}
@media (forced-colors: active) { .slider input { forced-color-adjust: none; } }
@media print {
  .list.controls, details, .below, .share, .handle { display: none; }
  .layer { max-inline-size: 100%; block-size: auto !important; }
}
`;

/** One style sheet per document (frames and other windows too), as a document accepts only its own. @type {WeakMap<Document, CSSStyleSheet>} */
const sheets = new WeakMap();

/** @param {ShadowRoot} root */
export function addStyles(root) {
  const { ownerDocument } = root;
  const { CSSStyleSheet } = ownerDocument.defaultView ?? window;
  if ("adoptedStyleSheets" in root && typeof CSSStyleSheet.prototype.replaceSync === "function") {
    let sheet = sheets.get(ownerDocument);
    if (!sheet) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      sheets.set(ownerDocument, sheet);
    }
    root.adoptedStyleSheets = [sheet];
  }
}
