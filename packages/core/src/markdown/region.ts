/** A range of a text: the offset of its start, and the offset after its end. */
export type Region = readonly [start: number, end: number];
