/** A share with its 95 % interval. */
export interface Share {
  readonly of: number;
  readonly count: number;
  /** From 0 to 1. */
  readonly low: number;
  readonly high: number;
}

/** The normal quantile of a two-sided 95 % interval. */
const z = 1.959_963_984_540_054;

/** Returns how many of some cases, with the interval of Wilson, which holds for small numbers too. Without a case, it is everything. */
export function shareOf(count: number, of: number): Share {
  if (of === 0) return { of, count, low: 0, high: 1 };
  const share = count / of;
  const center = (share + (z * z) / (2 * of)) / (1 + (z * z) / of);
  const half = (z / (1 + (z * z) / of)) * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  return { of, count, low: Math.max(0, center - half), high: Math.min(1, center + half) };
}
