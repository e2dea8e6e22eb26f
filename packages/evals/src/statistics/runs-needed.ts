import { z95 } from "./count.ts";

/** The normal quantile of a power of 80 %. */
const zPower = 0.841_621_233_572_914;

/** The effect that a report asks for: 20 points. */
export const askedEffect = 0.2;

/**
 * Returns how many runs an arm needs, so that a true effect is seen in 80 % of the evals: the interval of 95 % does not contain 0.
 *
 * @param without the share without the rule. The effect goes up from it, or down if there is no room above.
 * @param effect from 0 to 1, such as 0.2 for 20 points.
 */
export function runsNeeded(without: number, effect: number = askedEffect): number {
  const other = without + effect <= 1 ? without + effect : without - effect;
  const mean = (without + other) / 2;
  const same = z95 * Math.sqrt(2 * mean * (1 - mean));
  const different = zPower * Math.sqrt(without * (1 - without) + other * (1 - other));
  return Math.ceil(((same + different) / effect) ** 2);
}
