import { performance } from "node:perf_hooks";

/** Times of calls, in milliseconds. */
export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** Times of two functions with the same input, in turn. */
export interface PairedPercentiles {
  readonly precept: Percentiles;
  readonly baseline: Percentiles;
  /** The median of the ratios of each pair. */
  readonly timeRatio: number;
}

interface PairedTasks<Input> {
  readonly precept: (input: Input) => Promise<unknown>;
  readonly baseline: (input: Input) => unknown;
}

/**
 * Times each input once with both functions.
 *
 * @param warmUp inputs that are not counted.
 * @param inTurn whether to time both functions for an input before the next one, so that other load on the machine affects both. False: one after the other,
 *   for a baseline that leaves so much garbage that its collection would be timed with Precept.
 */
export async function measurePercentiles<Input>(
  inputs: readonly Input[],
  { precept, baseline }: PairedTasks<Input>,
  { warmUp, inTurn }: { readonly warmUp: readonly Input[]; readonly inTurn: boolean },
): Promise<PairedPercentiles> {
  const own: number[] = [];
  const other: number[] = [];
  for (const [index, input] of [...warmUp, ...inputs].entries()) {
    // The order alternates.
    if (inTurn && index % 2 === 0) other[index] = await timeOf(() => baseline(input));
    own[index] = await timeOf(() => precept(input));
    if (inTurn) other[index] ??= await timeOf(() => baseline(input));
  }
  if (!inTurn) for (const input of [...warmUp, ...inputs]) other.push(await timeOf(() => baseline(input)));
  const times = { own: own.slice(warmUp.length), other: other.slice(warmUp.length) };
  return {
    precept: percentilesOf(times.own),
    baseline: percentilesOf(times.other),
    timeRatio: percentilesOf(times.own.map((time, index) => time / (times.other[index] ?? Number.NaN))).p50,
  };
}

async function timeOf(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function percentilesOf(values: readonly number[]): Percentiles {
  const sorted = values.toSorted((left, right) => left - right);
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
