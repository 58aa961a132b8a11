import { css } from "lit";
import { choiceStyles } from "./choice.js";

export const biasStyles = css`
  ${choiceStyles}
  .plot {
    min-block-size: 16rem;
  }
`;
