import { css } from "lit";
import { choiceStyles } from "./choice.js";

export const addingStyles = css`
  ${choiceStyles}
  .plot {
    min-block-size: 28rem;
  }
  .read-out {
    min-block-size: 2.8em;
  }
  @container (max-width: 40rem) {
    .read-out {
      min-block-size: 5.6em;
    }
  }
`;
