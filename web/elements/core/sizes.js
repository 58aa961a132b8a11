// Font sizes in the drawing, for a font size of 16 pixels.

export const TICK_SIZE = 14;
export const NOTE_SIZE = 15;
