import { css } from "lit";

export const shiftStyles = css`
  .plot {
    min-block-size: 20rem;
  }
`;
