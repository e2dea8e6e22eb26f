import { z95, type Count, type Difference } from "./count.ts";

/** How often a judge gives the correct answer to labelled examples. */
export interface JudgeAccuracy {
  /** Answered with yes, of the examples whose correct answer is yes. */
  readonly sensitivity: Count;
  /** Answered with no, of the examples whose correct answer is no. */
  readonly specificity: Count;
}

/** A share with its 95 % interval, from 0 to 1. */
export interface Rate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Below it, the answers of a judge say almost nothing. */
const minYouden = 0.1;

/** How much more often a judge says yes where yes is correct: 1 for a perfect judge, 0 for one that guesses. */
export function youdenIndex({ sensitivity, specificity }: JudgeAccuracy): number {
  return addOne(sensitivity) + addOne(specificity) - 1;
}

/** Whether the answers of a judge can be corrected. */
export function isUsableJudge(accuracy: JudgeAccuracy): boolean {
  return youdenIndex(accuracy) > minYouden;
}

/**
 * Corrects how often a judge says yes for its errors: the estimate of Rogan and Gladen with the interval of Lang and Reiczigel, which counts that
 * the accuracy of the judge is itself only estimated.
 *
 * Source: Z. Lang, J. Reiczigel, "Confidence limits for prevalence of disease adjusted for estimated sensitivity and specificity", 2014.
 */
export function correctedRate({ count, of }: Count, accuracy: JudgeAccuracy): Rate {
  const { sensitivity, specificity } = accuracy;
  const [yes, no] = [sensitivity.of + 2, specificity.of + 2];
  const [se, sp] = [addOne(sensitivity), addOne(specificity)];
  const index = se + sp - 1;
  const n = of + 4;
  const observed = (count + 2) / n;
  const share = (observed + sp - 1) / index;
  const [seError, spError] = [(se * (1 - se)) / yes, (sp * (1 - sp)) / no];
  const variance = ((observed * (1 - observed)) / n + share ** 2 * seError + (1 - share) ** 2 * spError) / index ** 2;
  const shift = 2 * z95 * z95 * (share * seError - (1 - share) * spError);
  const half = z95 * Math.sqrt(variance);
  const value = clamp(((of === 0 ? 0 : count / of) + sp - 1) / index);
  return { value, low: clamp(share + shift - half), high: clamp(share + shift + half) };
}

/**
 * Corrects the difference of how often a judge says yes to two sets of runs. Without it, a judge with errors makes each effect smaller. The interval
 * adds the uncertainty of the accuracy to the one of Agresti and Caffo.
 */
export function correctedDifference(left: Count, right: Count, accuracy: JudgeAccuracy): Difference {
  const { sensitivity, specificity } = accuracy;
  const index = youdenIndex(accuracy);
  const observed = addOne(left) - addOne(right);
  const center = observed / index;
  const variance = errorOf(left) + errorOf(right) + center ** 2 * (errorOf(sensitivity) + errorOf(specificity));
  const half = (z95 * Math.sqrt(variance)) / index;
  const raw = shareOf(left) - shareOf(right);
  return { value: clampDifference(raw / index), low: clampDifference(center - half), high: clampDifference(center + half) };
}

/** The variance of a share with one more of each outcome. */
function errorOf(count: Count): number {
  const share = addOne(count);
  return (share * (1 - share)) / (count.of + 2);
}

function shareOf({ count, of }: Count): number {
  return of === 0 ? 0 : count / of;
}

function clampDifference(value: number): number {
  return Math.min(1, Math.max(-1, value));
}

function addOne({ count, of }: Count): number {
  return (count + 1) / (of + 2);
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}
