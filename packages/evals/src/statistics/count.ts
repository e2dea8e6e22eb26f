/** How many of some runs did something. */
export interface Count {
  readonly of: number;
  readonly count: number;
}

/** A difference of two shares, from -1 to 1, with its 95 % interval. */
export interface Difference {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** The normal quantile of a two-sided 95 % interval. */
export const z95: number = 1.959_963_984_540_054;
