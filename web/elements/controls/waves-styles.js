import { css } from "lit";
import { linesStyles } from "../canvas/lines.js";

export const wavesStyles = css`
  ${linesStyles}
  .plot {
    min-block-size: 12rem;
  }
`;
