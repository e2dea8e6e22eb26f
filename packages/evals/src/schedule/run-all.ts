import { runKey, type PlannedRun } from "./plan-runs.ts";
import type { RunResult } from "./run-result.ts";

/** Why an eval stopped before its last run. */
export type StopReason = "cost" | "runs" | "time" | "interrupted" | "failures";

export interface Limits {
  /** How many runs at the same time. */
  readonly concurrency: number;
  /** What all runs may cost, in the currency of the prices. No run starts that could exceed it, by what the runs before it cost. */
  readonly maxCost?: number | undefined;
  /** How many runs may start. */
  readonly maxRuns?: number | undefined;
  /** What a run probably costs, until runs have shown it. Default: 0. */
  readonly estimatedCost?: number | undefined;
  /** What runs cost that were made before and do not count, because they were stopped. Default: 0. */
  readonly spentBefore?: number | undefined;
}

export interface RunAllOptions extends Limits {
  /** Results of runs that were made before. They are not repeated, and what they cost counts. */
  readonly known?: ReadonlyMap<string, RunResult>;
  /** Stops the eval: `time` or `interrupted` as its reason. Runs in flight are stopped, and do not count. */
  readonly signal?: AbortSignal;
  readonly onResult?: (result: RunResult, done: number) => void;
}

export interface AllRuns {
  /** In the order of the plan. */
  readonly results: readonly RunResult[];
  /** Undefined if all runs were made. */
  readonly stopped: StopReason | undefined;
  /** What the runs cost, with those that were made before. */
  readonly cost: number;
}

/** After so many failed runs in succession, the others would fail, too. */
const maxFailures = 3;

/**
 * Makes the runs of a plan, several at the same time, until a limit is reached.
 *
 * A run starts only if what was spent, what the runs in flight may still cost, and what it may cost itself fit into the limit. The dearest
 * run so far says what a run may cost. So the limit is exceeded by no more than the runs that were in flight.
 *
 * @param runOne makes one run. It rejects only if the signal is aborted, or because of a bug.
 */
export async function runAll(
  plan: readonly PlannedRun[],
  runOne: (run: PlannedRun, signal: AbortSignal) => Promise<RunResult>,
  options: RunAllOptions,
): Promise<AllRuns> {
  const { concurrency, maxCost = Infinity, maxRuns = Infinity, known = new Map<string, RunResult>(), signal } = options;
  const { spentBefore = 0, estimatedCost = 0 } = options;
  const results = new Map(known);
  const waiting = plan.filter((run) => !known.has(runKey(run)));
  const stop = new AbortController();
  const anySignal = signal === undefined ? stop.signal : AbortSignal.any([stop.signal, signal]);
  let cost = [...known.values()].reduce((sum, result) => sum + (result.cost ?? 0), spentBefore);
  let dearest = [...known.values()].reduce((max, result) => Math.max(max, result.cost ?? 0), estimatedCost);
  let [started, inFlight, failures] = [0, 0, 0];
  let stopped: StopReason | undefined;

  const whyNot = (): StopReason | undefined => {
    if (signal?.aborted === true) return signal.reason === "time" ? "time" : "interrupted";
    if (failures >= maxFailures) return "failures";
    if (started >= maxRuns) return "runs";
    return cost >= maxCost || cost + (inFlight + 1) * dearest > maxCost ? "cost" : undefined;
  };
  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      const reason = stopped ?? whyNot();
      // The runs in flight may turn out to be cheap. The last of them decides.
      if (reason === "cost" && inFlight > 0) return;
      stopped = reason;
      if (stopped !== undefined) return;
      const run = waiting.shift() as PlannedRun;
      started += 1;
      inFlight += 1;
      try {
        const result = await runOne(run, anySignal);
        if (anySignal.aborted) return;
        cost += result.cost ?? 0;
        dearest = Math.max(dearest, result.cost ?? 0);
        failures = result.status === "failed" ? failures + 1 : 0;
        if (result.status === "done") results.set(runKey(run), result);
        options.onResult?.(result, results.size);
      } catch (error) {
        if (!anySignal.aborted) throw error;
      } finally {
        inFlight -= 1;
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: concurrency }, work));
  } catch (error) {
    stop.abort();
    throw error;
  }
  if (signal?.aborted === true) stopped = signal.reason === "time" ? "time" : "interrupted";
  return {
    results: plan.flatMap((run) => results.get(runKey(run)) ?? []),
    stopped,
    cost,
  };
}
