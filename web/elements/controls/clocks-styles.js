import { css } from "lit";

export const clocksStyles = css`
  .plot {
    min-block-size: 6rem;
  }
`;
