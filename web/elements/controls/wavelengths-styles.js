import { css } from "lit";

export const wavelengthsStyles = css`
  .plot {
    block-size: clamp(19rem, 42cqi, 27rem);
  }
`;
