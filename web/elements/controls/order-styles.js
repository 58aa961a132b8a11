import { css } from "lit";

export const orderStyles = css`
  .plot {
    min-block-size: 12rem;
  }
  .sentence small {
    color: var(--muted);
    font-size: 0.8125rem;
  }
  .sentence input {
    box-sizing: border-box;
    inline-size: 100%;
    min-block-size: 28px;
    padding: 0;
    border: 0;
    border-block-end: 1px solid var(--hairline);
    border-radius: 0;
    background: none;
    color: inherit;
    font: inherit;
  }
  .order {
    display: grid;
    align-content: start;
  }
  .order .line {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 1rem;
    align-items: baseline;
    justify-content: space-between;
  }
  ol {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 0.5rem;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  ol button {
    min-block-size: 28px;
    max-inline-size: 100%;
    padding: 0 0.5rem;
    overflow: hidden;
    border-block-end: 2px solid var(--hairline);
    text-decoration: none;
    text-overflow: ellipsis;
    cursor: grab;
    touch-action: pan-y;
    user-select: none;
    -webkit-user-select: none;
  }
  ol [aria-current] {
    border-block-end-color: var(--position);
    color: var(--position);
    font-weight: 600;
  }
  ol.held,
  ol.held button {
    cursor: grabbing;
  }
  .read-out {
    display: grid;
    min-block-size: 2.8em;
  }
  .read-out > div span {
    white-space: normal;
  }
  @container (max-width: 40rem) {
    .read-out {
      min-block-size: 5.6em;
    }
  }
`;
