import { css } from "lit";
import { linesStyles } from "../canvas/lines.js";
import { choiceStyles } from "./choice.js";

export const comparisonStyles = css`
  ${choiceStyles}
  ${linesStyles}
  .plot {
    block-size: clamp(17rem, 40cqi, 24rem);
  }
  .schemes {
    margin-block-end: 0.75rem;
  }
  .swatch {
    stroke-width: 2;
  }
  .sinusoidal {
    color: var(--sine);
    stroke: var(--sine);
  }
  .learned {
    color: var(--position);
    stroke: var(--position);
  }
  .rope {
    color: var(--offset);
    stroke: var(--offset);
  }
  .alibi {
    color: var(--cosine);
    stroke: var(--cosine);
  }
  .t5 {
    color: var(--ink);
    stroke: var(--ink);
  }
  .none {
    color: var(--muted);
    stroke: var(--muted);
  }
  .scroll {
    margin-block-start: 1rem;
    overflow-x: auto;
  }
  .scroll:focus-visible {
    outline: 2px solid var(--ink);
    outline-offset: 1px;
  }
  table {
    border-collapse: collapse;
    inline-size: 100%;
    min-inline-size: 44rem;
  }
  caption {
    padding-block-end: 0.5rem;
    color: var(--muted);
    text-align: start;
  }
  th,
  td {
    padding: 0.4rem 1rem 0.4rem 0;
    border-block-end: 1px solid var(--hairline);
    text-align: start;
    vertical-align: baseline;
  }
  thead th {
    color: var(--muted);
    font-weight: inherit;
  }
  tbody th {
    position: sticky;
    inset-inline-start: 0;
    background: var(--paper);
    font-weight: 600;
  }
  tr > td:nth-child(5) {
    inline-size: 34%;
  }
  table.some tbody tr:not(.marked) td {
    color: var(--muted);
  }
  caption i,
  td i {
    font-family: var(--phasor-math-font, serif);
  }
  tr.marked th button,
  button[aria-pressed="true"] {
    text-decoration-color: currentColor;
    text-decoration-thickness: 2px;
  }
  @container (max-width: 36rem) {
    table {
      min-inline-size: 0;
    }
    thead {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    table,
    caption,
    tbody,
    tr,
    tbody th,
    td {
      display: block;
    }
    tr {
      padding-block: 0.5rem;
      border-block-end: 1px solid var(--hairline);
    }
    tbody th,
    td,
    tr > td:nth-child(5) {
      position: static;
      inline-size: auto;
      padding: 0.125rem 0;
      border: 0;
    }
    td::before {
      content: attr(data-head) ": ";
      color: var(--muted);
    }
  }
`;
