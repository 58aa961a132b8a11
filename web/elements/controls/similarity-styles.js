import { css } from "lit";
import { choiceStyles } from "./choice.js";

export const similarityStyles = css`
  ${choiceStyles}
  figure {
    max-inline-size: 38rem;
  }
  :host([show="distance"]) figure {
    max-inline-size: none;
  }
  :host([show="distance"]) .plot {
    block-size: clamp(16rem, 44cqi, 24rem);
  }
  :host(:not([show="distance"])) .plot {
    /* What the labels above and below need more than those at the sides. */
    block-size: calc(min(100cqi, 38rem) + 16px);
  }
`;
