// Lines by uPlot, laid over a figure's drawing.
import { css } from "lit";

/**
 * What uPlot needs of its own style sheet for lines without axes, legend or cursor.
 * Source: uPlot 1.6 by Leon Sorokin, MIT licence.
 */
export const lines = css`
  .lines,
  .uplot,
  .u-wrap {
    position: absolute;
    inset: 0;
  }
  .lines {
    pointer-events: none;
  }
  .uplot,
  .uplot *,
  .uplot *::before,
  .uplot *::after {
    box-sizing: border-box;
  }
  .u-over,
  .u-under {
    position: absolute;
  }
  .uplot canvas {
    display: block;
    position: relative;
    inline-size: 100%;
    block-size: 100%;
  }
  .u-legend,
  .u-select,
  .u-off {
    display: none;
  }
`;
