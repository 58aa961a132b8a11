import { css } from "lit";
import { choiceStyles } from "./choice.js";
import { diagnosisStyles } from "./diagnosis.js";
import { matrixStyles } from "./matrix.js";
import { switchesStyles } from "./switches.js";

export const bugsStyles = css`
  ${choiceStyles}
  ${switchesStyles}
  ${matrixStyles}
  ${diagnosisStyles}
  :host([data-over]) {
    outline: 2px dashed var(--dimension);
    outline-offset: 6px;
  }
  .plot {
    min-block-size: 30rem;
  }
`;
