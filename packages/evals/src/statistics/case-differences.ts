import { z95, type Difference } from "./count.ts";

/** The 0.975 quantiles of Student's t distribution, from 1 degree of freedom. */
const quantiles = [
  12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.306, 2.2622, 2.2281, 2.201, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199,
  2.1098, 2.1009, 2.093, 2.086, 2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423,
] as const;

/**
 * Returns the mean of the differences of several cases with its t interval. The runs of one case are alike, so that an interval over all
 * runs would be too narrow.
 *
 * @param differences one for each case, at least two.
 */
export function meanDifference(differences: readonly number[]): Difference {
  const of = differences.length;
  const value = differences.reduce((sum, one) => sum + one, 0) / of;
  const variance = differences.reduce((sum, one) => sum + (one - value) ** 2, 0) / (of - 1);
  const half = studentQuantile(of - 1) * Math.sqrt(variance / of);
  return { value, low: Math.max(-1, value - half), high: Math.min(1, value + half) };
}

/** The 0.975 quantile of Student's t distribution. Beyond the table, by the first terms of the expansion of Cornish and Fisher. */
export function studentQuantile(freedom: number): number {
  const exact = quantiles[freedom - 1];
  if (exact !== undefined) return exact;
  const z = z95;
  return z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2);
}
