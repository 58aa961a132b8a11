import { css } from "lit";

export const scalingStyles = css`
  .plot {
    min-block-size: 12rem;
  }
  select {
    inline-size: 100%;
    min-block-size: 24px;
    border: 0;
    border-block-end: 1px solid var(--hairline);
    border-radius: 0;
    background: var(--paper);
    color: inherit;
    font: inherit;
  }
  .scroll {
    overflow-x: auto;
  }
  table {
    inline-size: 100%;
    max-inline-size: 56rem;
    border-collapse: collapse;
  }
  .about {
    margin: 0.75rem 0 0.25rem;
    color: var(--muted);
  }
  th,
  td {
    padding: 0 0.75rem 0 0;
    font-weight: inherit;
    text-align: end;
    white-space: nowrap;
  }
  thead th {
    border-block-end: 1px solid var(--hairline);
    color: var(--muted);
    white-space: normal;
    vertical-align: bottom;
  }
  thead th:last-child {
    min-inline-size: 7rem;
  }
  th:first-child,
  td.missing {
    text-align: start;
  }
  td.missing {
    color: var(--muted);
    white-space: normal;
  }
  .own {
    font-weight: 600;
  }
  th label {
    display: inline-flex;
    gap: 0.4rem;
    align-items: center;
    min-block-size: 24px;
  }
  th input {
    inline-size: 14px;
    block-size: 14px;
    margin: 0;
    accent-color: var(--dimension);
  }
  .paste {
    display: grid;
    gap: 0.25rem;
    margin-block-start: 0.75rem;
  }
  .paste textarea {
    inline-size: 100%;
  }
  .paste ul {
    margin: 0;
    padding-inline-start: 1.25rem;
    overflow-wrap: anywhere;
  }
  select:focus-visible {
    outline: 2px solid var(--ink);
    outline-offset: 1px;
  }
`;
