import { css } from "lit";
import { choiceStyles } from "./choice.js";

export const ropeStyles = css`
  ${choiceStyles}
  .plot {
    min-block-size: 20rem;
  }
`;
