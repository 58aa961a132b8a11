import { css } from "lit";
import { choiceStyles } from "./choice.js";

export const ladderStyles = css`
  ${choiceStyles}
  .plot {
    min-block-size: 16rem;
  }
  .read-out {
    display: grid;
    min-block-size: 2.8em;
  }
  .read-out > div span {
    white-space: normal;
  }
  @container (max-width: 40rem) {
    .read-out {
      min-block-size: 7em;
    }
  }
`;
