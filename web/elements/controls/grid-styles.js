import { css } from "lit";
import { choiceStyles } from "./choice.js";

export const gridStyles = css`
  ${choiceStyles}
  .plot {
    min-block-size: 20rem;
  }
`;
