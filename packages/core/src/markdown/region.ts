/** A part of a text: the offset at which it begins, and the one behind it. */
export type Region = readonly [start: number, end: number];
