import { css } from "lit";
import { linesStyles } from "../canvas/lines.js";

export const precisionStyles = css`
  ${linesStyles}
  :host {
    --float32: light-dark(#2365b4, #6aaeff);
    --ggml: light-dark(#132c55, #c4dcff);
    --float16: light-dark(#b54700, #ff9a4d);
    --bfloat16: light-dark(#741c10, #ffd0b0);
  }
  @media (forced-colors: active) {
    :host {
      --float32: CanvasText;
      --ggml: CanvasText;
      --float16: LinkText;
      --bfloat16: LinkText;
    }
  }
  .plot {
    min-block-size: 20rem;
  }
  .values {
    border-collapse: collapse;
    margin-block-start: 0.75rem;
    inline-size: 100%;
    max-inline-size: 40rem;
  }
  .values th,
  .values td {
    padding: 0 0 0 1rem;
    text-align: end;
    font-weight: 400;
    white-space: nowrap;
  }
  .values th:first-child {
    padding: 0;
    text-align: start;
  }
  .values thead th {
    padding-block-end: 0.25rem;
    border-block-end: 1px solid var(--hairline);
    color: var(--muted);
    white-space: normal;
    vertical-align: bottom;
  }
  .values thead .dimension {
    color: var(--dimension);
  }
  .values tbody tr:first-child > * {
    padding-block-start: 0.25rem;
  }
  .values .exact {
    color: var(--position);
  }
  .values .float32 {
    --accent: var(--float32);
  }
  .values .ggml {
    --accent: var(--ggml);
  }
  .values .float16 {
    --accent: var(--float16);
  }
  .values .bfloat16 {
    --accent: var(--bfloat16);
  }
  .values label,
  .values .exact th {
    display: inline-flex;
    gap: 0.4rem;
    align-items: center;
    min-block-size: 24px;
    cursor: pointer;
  }
  .values .exact th {
    padding-inline-start: calc(14px + 0.4rem);
    cursor: auto;
  }
  .values input {
    inline-size: 14px;
    block-size: 14px;
    margin: 0;
    accent-color: var(--ink);
  }
  .values .name {
    color: var(--accent);
  }
  .values svg {
    inline-size: 22px;
    block-size: 4px;
    stroke: var(--accent);
    stroke-width: 2;
  }
  .note {
    max-inline-size: 40rem;
    margin-block: 0.5rem 0;
    color: var(--muted);
  }
  .values .off > td {
    color: var(--muted);
  }
  @container (max-width: 28rem) {
    .values th,
    .values td {
      padding-inline-start: 0.375rem;
    }
    .values {
      font-size: 0.8125rem;
    }
    .values label {
      gap: 0.25rem;
    }
    .values svg {
      display: none;
    }
    .read-out {
      min-block-size: 4.2em;
    }
  }
  @media (pointer: coarse) {
    .values label {
      min-block-size: 44px;
    }
  }
`;
