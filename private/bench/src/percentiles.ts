import { performance } from "node:perf_hooks";

/** Times of calls, in milliseconds. */
export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
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
 */
export async function measurePercentiles<Input>(
  inputs: readonly Input[],
  { precept, baseline }: PairedTasks<Input>,
  warmUp: readonly Input[],
): Promise<PairedPercentiles> {
  const times = { precept: [] as number[], baseline: [] as number[], ratio: [] as number[] };
  for (const [index, input] of [...warmUp, ...inputs].entries()) {
    const isFirst = index % 2 === 0;
    const before = isFirst ? undefined : await timeOf(() => baseline(input));
    const own = await timeOf(() => precept(input));
    const other = before ?? (await timeOf(() => baseline(input)));
    if (index < warmUp.length) continue;
    times.precept.push(own);
    times.baseline.push(other);
    times.ratio.push(own / other);
  }
  return {
    precept: percentilesOf(times.precept),
    baseline: percentilesOf(times.baseline),
    timeRatio: percentilesOf(times.ratio).p50,
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
  return { p50: at(0.5), p95: at(0.95) };
}
