import { css } from "lit";

export const heatmapStyles = css`
  .plot {
    block-size: clamp(20rem, 46cqi, 30rem);
    cursor: crosshair;
  }
`;
