// The look of a figure and its controls. Everything a page may set is a custom property.
import { css } from "lit";

/** The colours, in a light and a dark scheme, and where the system forces its own. */
export const palette = css`
  :host {
    --ink: var(--phasor-ink, light-dark(#21201d, #e6e3dc));
    --muted: var(--phasor-muted, light-dark(#66625a, #a29e95));
    --hairline: var(--phasor-hairline, light-dark(#b9b4a9, #57544e));
    --paper: var(--phasor-paper, light-dark(#fffdf8, #16171a));
    --position: var(--phasor-position, light-dark(#b3125f, #ff86b9));
    --dimension: var(--phasor-dimension, light-dark(#00705a, #4fd3ae));
    --offset: var(--phasor-offset, light-dark(#6247c2, #b6a4ff));
    --sine: var(--phasor-sine, light-dark(#00705a, #4fd3ae));
    --cosine: var(--phasor-cosine, light-dark(#7a6600, #d8c257));
  }
  @media (forced-colors: active) {
    :host {
      --ink: CanvasText;
      --muted: CanvasText;
      --hairline: GrayText;
      --paper: Canvas;
      --position: Highlight;
      --dimension: LinkText;
      --offset: VisitedText;
      --sine: CanvasText;
      --cosine: LinkText;
    }
  }
  /* On paper, the colours for paper. */
  @media print {
    :host {
      color-scheme: light;
    }
  }
  .probes {
    display: none;
    forced-color-adjust: none;
  }
  .probes .ink {
    color: var(--ink);
  }
  .probes .muted {
    color: var(--muted);
  }
  .probes .hairline {
    color: var(--hairline);
  }
  .probes .paper {
    color: var(--paper);
  }
  .probes .position {
    color: var(--position);
  }
  .probes .dimension {
    color: var(--dimension);
  }
  .probes .offset {
    color: var(--offset);
  }
  .probes .sine {
    color: var(--sine);
  }
  .probes .cosine {
    color: var(--cosine);
  }
  .probes .dark {
    color: light-dark(#000, #fff);
  }
`;

export const figure = css`
  :host {
    display: block;
    container-type: inline-size;
    color: var(--ink);
    font-family: var(--phasor-font, inherit);
    font-size: var(--phasor-font-size, 0.875rem);
    line-height: 1.4;
    font-variant-numeric: tabular-nums lining-nums;
  }
  :host([hidden]) {
    display: none;
  }
  figure {
    margin: 0;
  }
  .waiting {
    block-size: 34rem;
  }
  .plot {
    position: relative;
    touch-action: pan-y;
    cursor: crosshair;
    user-select: none;
    -webkit-user-select: none;
  }
  .plot:focus-visible {
    outline: 2px solid var(--ink);
    outline-offset: 3px;
  }
  .layer {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
  }
  .quiet {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .below {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 1.5rem;
    justify-content: space-between;
    align-items: baseline;
    margin-block-start: 0.5rem;
  }
  .read-out {
    min-block-size: 1.4em;
  }
  .read-out .position {
    color: var(--position);
  }
  .read-out .dimension {
    color: var(--dimension);
  }
  .read-out .offset {
    color: var(--offset);
  }
  .read-out b {
    font-weight: 600;
  }
  .read-out span {
    white-space: nowrap;
  }
  @container (max-width: 28rem) {
    .read-out {
      min-block-size: 2.8em;
    }
  }
`;

export const controls = css`
  .controls {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(12rem, 100%), 1fr));
    gap: 0.25rem 2.25rem;
    margin-block-end: 1rem;
  }
  .slider {
    display: grid;
    grid-template-columns: 1fr auto;
    align-items: baseline;
    column-gap: 1rem;
    --accent: var(--ink);
  }
  .slider.position {
    --accent: var(--position);
  }
  .slider.dimension {
    --accent: var(--dimension);
  }
  .slider.offset {
    --accent: var(--offset);
  }
  .slider i {
    font-family: var(--phasor-math-font, serif);
    color: var(--accent);
  }
  .slider input {
    grid-column: 1 / -1;
    appearance: none;
    inline-size: 100%;
    block-size: 24px;
    margin: 0;
    background: none;
    cursor: pointer;
  }
  .slider input::-webkit-slider-runnable-track {
    block-size: 1px;
    background: var(--hairline);
  }
  .slider input::-moz-range-track {
    block-size: 1px;
    background: var(--hairline);
  }
  .slider input::-webkit-slider-thumb {
    appearance: none;
    inline-size: 14px;
    block-size: 14px;
    margin-block-start: -7px;
    border: 0;
    border-radius: 50%;
    background: var(--accent);
  }
  .slider input::-moz-range-thumb {
    inline-size: 14px;
    block-size: 14px;
    border: 0;
    border-radius: 50%;
    background: var(--accent);
  }
  .slider input:focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 1px;
  }
  button {
    min-block-size: 24px;
    min-inline-size: 24px;
    padding: 0 0.125rem;
    border: 0;
    border-radius: 0;
    background: none;
    color: inherit;
    font: inherit;
    text-decoration: underline;
    text-decoration-color: var(--hairline);
    text-underline-offset: 0.25em;
    cursor: pointer;
  }
  button:hover {
    text-decoration-color: currentColor;
  }
  button[aria-pressed="true"] {
    text-decoration-color: currentColor;
    text-decoration-thickness: 2px;
  }
  textarea {
    box-sizing: border-box;
    padding: 0.375rem 0;
    border: 0;
    border-block: 1px solid var(--hairline);
    border-radius: 0;
    background: none;
    color: inherit;
    font: 0.8125rem / 1.5 var(--phasor-mono-font, ui-monospace, Menlo, Consolas, monospace);
    resize: vertical;
  }
  button:focus-visible,
  input:focus-visible,
  textarea:focus-visible {
    outline: 2px solid var(--ink);
    outline-offset: 1px;
  }
  button[disabled] {
    color: var(--muted);
    text-decoration: none;
    cursor: default;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0 1rem;
    align-items: baseline;
  }
  .share {
    display: grid;
    gap: 0.5rem;
    justify-items: end;
    margin-block-start: 0.25rem;
  }
  .share textarea {
    inline-size: 100%;
    color: var(--muted);
  }
  @media (pointer: coarse) {
    .slider input {
      block-size: 44px;
    }
    .slider input::-webkit-slider-thumb {
      inline-size: 20px;
      block-size: 20px;
      margin-block-start: -10px;
    }
    button {
      min-block-size: 44px;
      min-inline-size: 44px;
    }
  }
  @media (forced-colors: active) {
    .slider input {
      forced-color-adjust: none;
    }
  }
  @media print {
    .controls,
    .buttons,
    .share {
      display: none;
    }
  }
`;
