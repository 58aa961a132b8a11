// Margins of the figures that have positions along: one column, so that they line up when stacked.

/** From this width on, labels stand to the right of the data. */
const ROOM_AT_RIGHT = 560;

/** @param {number} width of the figure @returns {{ left: number, right: number }} */
export const positionMargins = (width) => ({
  left: width < 480 ? 34 : 44,
  right: width < ROOM_AT_RIGHT ? 10 : 92,
});

/** @param {number} width */
export const labelsAtRight = (width) => width >= ROOM_AT_RIGHT;
