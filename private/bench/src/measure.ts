import { performance } from "node:perf_hooks";

/** A function to time. It receives the number of the call, so that each call can use different input. */
export type Task = (call: number) => unknown;

/** One measurement of Precept and one of the baseline, in milliseconds. */
export interface Pair {
  readonly precept: number;
  readonly baseline: number;
}

export interface Measured {
  /** Milliseconds per call, the median of all rounds. */
  readonly precept: number;
  readonly baseline: number;
  /** The median of the ratios of each round, Precept to baseline: below 1, Precept is faster. */
  readonly timeRatio: number;
}

export interface MeasureOptions {
  /** Default 15. */
  readonly rounds?: number;
  /** Rounds that are run but not counted. Default 3. */
  readonly warmUp?: number;
  /** In each round a task is called as often as fits into this many milliseconds, at least once. Default 25. */
  readonly roundLength?: number;
}

/**
 * Times two implementations of the same task.
 *
 * @see comparePairs
 */
export async function compare(precept: Task, baseline: Task, options: MeasureOptions = {}): Promise<Measured> {
  const { rounds = 15, warmUp = 3, roundLength = 25 } = options;
  const preceptCalls = await callsThatFill(precept, roundLength);
  const baselineCalls = await callsThatFill(baseline, roundLength);
  return comparePairs(
    (round) => timeOf(precept, preceptCalls, round),
    (round) => timeOf(baseline, baselineCalls, round),
    rounds,
    warmUp,
  );
}

/**
 * Compares two measurements that are made in turn, so that other load on the machine affects both. The order alternates with each round. Each
 * ratio is of two consecutive measurements, and the median ignores rounds that were disturbed.
 *
 * @param precept measures once and returns milliseconds.
 */
export async function comparePairs(
  precept: (round: number) => Promise<number>,
  baseline: (round: number) => Promise<number>,
  rounds: number,
  warmUp = 1,
): Promise<Measured> {
  const pairs: Pair[] = [];
  for (let round = 0; round < warmUp + rounds; round += 1) {
    const preceptFirst = round % 2 === 0;
    let preceptTime = preceptFirst ? await precept(round) : 0;
    const baselineTime = await baseline(round);
    if (!preceptFirst) preceptTime = await precept(round);
    if (round >= warmUp) pairs.push({ precept: preceptTime, baseline: baselineTime });
  }
  return summarise(pairs);
}

/** Returns the medians of pairs of consecutive measurements. */
export function summarise(pairs: readonly Pair[]): Measured {
  return {
    precept: median(pairs.map(({ precept }) => precept)),
    baseline: median(pairs.map(({ baseline }) => baseline)),
    timeRatio: median(pairs.map(({ precept, baseline }) => precept / baseline)),
  };
}

/** Returns how many calls take about this long. Its own calls are the first warm-up. */
async function callsThatFill(task: Task, milliseconds: number): Promise<number> {
  let calls = 1;
  for (;;) {
    const time = await timeOf(task, calls, 0);
    if (time * calls >= milliseconds / 2 || calls >= 1 << 20) return Math.max(1, Math.round(milliseconds / time));
    calls *= 2;
  }
}

async function timeOf(task: Task, calls: number, round: number): Promise<number> {
  // Garbage of the other task must not be collected while this one is timed.
  globalThis.gc?.();
  const start = performance.now();
  for (let call = 0; call < calls; call += 1) {
    const result = task(round * calls + call);
    // Awaiting a value that is no promise adds a microtask to every call, which matters for calls of nanoseconds.
    if (result instanceof Promise) await result;
  }
  return (performance.now() - start) / calls;
}

/** Returns the middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
