/** A piece of a text to be replaced. Offsets count UTF-16 code units from 0, in the whole file. */
export interface TextEdit {
  readonly start: number;
  /** Behind the last code unit that goes. The same as `start` where nothing does. */
  readonly end: number;
  /** What comes in its place. */
  readonly text: string;
}

/** How a finding can be put right. Its edits belong together: all of them or none. */
export interface Fix {
  /** What it does, as an order: `Remove the characters`. */
  readonly title: string;
  /** In any order; none of them overlaps another. */
  readonly edits: readonly TextEdit[];
  /** Whether the file reads as before to people, and its rule says what it was surely meant to say. Others are for somebody to look at. */
  readonly safe: boolean;
}
