import { css } from "lit";
import { choiceStyles } from "./choice.js";

export const learnedStyles = css`
  ${choiceStyles}
  .plot {
    min-block-size: 20rem;
  }
  .refusal {
    margin: 0.5rem 0 0;
    color: var(--muted);
    overflow-wrap: anywhere;
  }
  .refusal code {
    font: 0.8125rem / 1.5 var(--phasor-mono-font, ui-monospace, Menlo, Consolas, monospace);
    color: var(--ink);
  }
`;
