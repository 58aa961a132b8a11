import { css } from "lit";
import { choiceStyles } from "./choice.js";

export const similarityStyles = css`
  ${choiceStyles}
  figure {
    max-inline-size: 38rem;
  }
  .plot {
    /* What the labels above and below need more than those at the sides. */
    block-size: calc(min(100cqi, 38rem) + 16px);
  }
`;
