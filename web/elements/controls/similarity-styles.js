import { css } from "lit";

export const similarityStyles = css`
  figure {
    max-inline-size: 38rem;
  }
  .plot {
    /* What the labels above and below need more than those at the sides. */
    block-size: calc(min(100cqi, 38rem) + 16px);
  }
  fieldset {
    display: flex;
    flex-wrap: wrap;
    gap: 0 1.25rem;
    align-items: center;
    margin: 0;
    padding: 0;
    border: 0;
  }
  legend {
    float: inline-start;
    padding: 0;
  }
  .choice {
    display: inline-flex;
    gap: 0.4rem;
    align-items: center;
    min-block-size: 24px;
    cursor: pointer;
  }
  .choice input {
    inline-size: 14px;
    block-size: 14px;
    margin: 0;
    accent-color: var(--ink);
  }
  @media (pointer: coarse) {
    .choice {
      min-block-size: 44px;
    }
  }
`;
