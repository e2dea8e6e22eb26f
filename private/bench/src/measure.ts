import { performance } from "node:perf_hooks";

/** One side of a comparison. It gets the number of the call, so that it can take other input each time. */
export type Side = (call: number) => unknown;

/** One measurement of each side, in milliseconds. */
export interface Pair {
  readonly ours: number;
  readonly opponent: number;
}

export interface Measured {
  /** Milliseconds a call, the median of all rounds. */
  readonly ours: number;
  readonly opponent: number;
  /** The median of the rounds' own ratios, ours to the opponent: below 1 we are faster. */
  readonly timeRatio: number;
}

export interface MeasureOptions {
  /** Default 15. */
  readonly rounds?: number;
  /** Rounds that are run and not counted. Default 3. */
  readonly warmUp?: number;
  /** Each side is called as often in a round as fills this many milliseconds, at least once. Default 25. */
  readonly roundLength?: number;
}

/**
 * Times two ways of doing the same thing, each as often as fills a round.
 *
 * @see comparePairs
 */
export async function compare(ours: Side, opponent: Side, options: MeasureOptions = {}): Promise<Measured> {
  const { rounds = 15, warmUp = 3, roundLength = 25 } = options;
  const ourCalls = await callsThatFill(ours, roundLength);
  const opponentCalls = await callsThatFill(opponent, roundLength);
  return comparePairs(
    (round) => timeOf(ours, ourCalls, round),
    (round) => timeOf(opponent, opponentCalls, round),
    rounds,
    warmUp,
  );
}

/**
 * Compares what two measurements say when they are made in turn, so that whatever else the machine does meets both. Which side goes first
 * changes with every round; a ratio is of two neighbours, and the median leaves out the rounds that were disturbed.
 *
 * @param ours measures once, in milliseconds.
 */
export async function comparePairs(
  ours: (round: number) => Promise<number>,
  opponent: (round: number) => Promise<number>,
  rounds: number,
  warmUp = 1,
): Promise<Measured> {
  const pairs: Pair[] = [];
  for (let round = 0; round < warmUp + rounds; round += 1) {
    const oursFirst = round % 2 === 0;
    let ourTime = oursFirst ? await ours(round) : 0;
    const opponentTime = await opponent(round);
    if (!oursFirst) ourTime = await ours(round);
    if (round >= warmUp) pairs.push({ ours: ourTime, opponent: opponentTime });
  }
  return summarise(pairs);
}

/** The medians of neighbouring measurements. */
export function summarise(pairs: readonly Pair[]): Measured {
  return {
    ours: median(pairs.map(({ ours }) => ours)),
    opponent: median(pairs.map(({ opponent }) => opponent)),
    timeRatio: median(pairs.map(({ ours, opponent }) => ours / opponent)),
  };
}

/** How many calls take about this long. Calling for it is the first warm-up. */
async function callsThatFill(side: Side, milliseconds: number): Promise<number> {
  let calls = 1;
  for (;;) {
    const time = await timeOf(side, calls, 0);
    if (time * calls >= milliseconds / 2 || calls >= 1 << 20) return Math.max(1, Math.round(milliseconds / time));
    calls *= 2;
  }
}

async function timeOf(side: Side, calls: number, round: number): Promise<number> {
  // The garbage of one side must not be collected in the other one's time.
  globalThis.gc?.();
  const start = performance.now();
  for (let call = 0; call < calls; call += 1) {
    const result = side(round * calls + call);
    // Awaiting what is no promise would put a microtask into every call of a nanosecond's work.
    if (result instanceof Promise) await result;
  }
  return (performance.now() - start) / calls;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
