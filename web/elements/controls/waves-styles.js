import { css } from "lit";
import { lines } from "./lines.js";

export const wavesStyles = css`
  ${lines}
  .plot {
    min-block-size: 12rem;
  }
`;
