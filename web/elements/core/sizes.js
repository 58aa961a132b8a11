// The sizes of text, for letters of 16 pixels around the figure.

export const TICK_SIZE = 14;
export const NOTE_SIZE = 15;
