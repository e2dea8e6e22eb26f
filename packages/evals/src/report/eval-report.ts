import type { EvalCase } from "../model/eval-case.ts";
import type { EvalRecord } from "../records/eval-record.ts";
import { armNames, type Arm } from "../schedule/arms.ts";
import type { StopReason } from "../schedule/run-all.ts";
import type { RunResult, Usage } from "../schedule/run-result.ts";
import { addUsage } from "../models/usage.ts";
import { adjusted, differenceOf } from "../statistics/agresti-caffo.ts";
import { meanDifference } from "../statistics/case-differences.ts";
import type { Count, Difference } from "../statistics/count.ts";
import { correctedDifference, correctedRate, type JudgeAccuracy, type Rate } from "../statistics/judge.ts";
import { runsNeeded } from "../statistics/runs-needed.ts";
import { verdictOf, type Verdict } from "./verdict.ts";

export type ArmCounts = Readonly<Partial<Record<Arm, Count>>>;

/** The runs of one case. */
export interface CaseReport {
  readonly name: string;
  readonly counts: ArmCounts;
  /** How often the rule was really followed, for a case that only a judge decides. */
  readonly corrected?: Readonly<Partial<Record<Arm, Rate>>>;
}

/** What an eval shows about one rule. */
export interface RuleReport {
  readonly name: string;
  readonly cases: readonly CaseReport[];
  /** The sums over its cases. */
  readonly counts: ArmCounts;
  /** With the rule alone, compared with no rules. Undefined if an arm has no runs. */
  readonly effect?: Difference;
  /** With all rules, compared with all others. Only with the arm `all`. */
  readonly effectAmongOthers?: Difference;
  readonly verdict: Verdict;
  /** How many runs an arm needs, so that an effect of 20 points is probably seen. */
  readonly runsNeeded: number;
  /** What the runs with the rule broke most often. */
  readonly breaches: readonly { readonly name: string; readonly count: number }[];
}

export interface EvalReport {
  readonly id: string;
  readonly started: string;
  readonly rules: readonly RuleReport[];
  readonly runs: { readonly done: number; readonly planned: number; readonly calls: number };
  readonly usage: Usage | undefined;
  /** Undefined without a price. */
  readonly cost: number | undefined;
  readonly stopped: StopReason | undefined;
}

/** How many reasons a report names. */
const maxBreaches = 3;

/** Creates the report of an eval from its records alone, so that the same records always give the same report. */
export function createReport(
  record: EvalRecord,
  results: readonly RunResult[],
  { stopped, lostCost = 0 }: { readonly stopped: StopReason | undefined; readonly lostCost?: number },
): EvalReport {
  const names = [...new Set(record.cases.flatMap(({ rules }) => rules))].toSorted();
  const costs = results.flatMap(({ cost }) => cost ?? []);
  const usages = results.flatMap(({ usage }) => usage ?? []);
  return {
    id: record.id,
    started: record.started,
    rules: names.map((name) => reportRule(name, record, results)),
    runs: {
      done: results.length,
      planned: record.cases.length * record.arms.length * record.runs,
      calls: results.reduce((sum, { calls }) => sum + calls, 0),
    },
    usage: usages.length === 0 ? undefined : usages.reduce(addUsage),
    cost: costs.length === 0 ? undefined : costs.reduce((sum, cost) => sum + cost, lostCost),
    stopped,
  };
}

function reportRule(name: string, record: EvalRecord, results: readonly RunResult[]): RuleReport {
  const own = record.cases.filter(({ rules }) => rules.includes(name));
  const cases = own.map((one): CaseReport => {
    const counts = countRuns(results.filter(({ run }) => run.case === one.name));
    const judge = judgeOf(one, record);
    if (judge === undefined) return { name: one.name, counts };
    const rates = Object.entries(counts).map(([arm, count]) => [arm, correctedRate(count, judge)]);
    return { name: one.name, counts, corrected: Object.fromEntries(rates) as CaseReport["corrected"] & object };
  });
  const counts = sumCounts(cases.map((one) => one.counts));
  const judges = own.map((one) => judgeOf(one, record));
  const effect = effectOf(cases, judges, ["with", "without"]);
  const effectAmongOthers = effectOf(cases, judges, ["all", "others"]);
  return {
    name,
    cases,
    counts,
    ...(effect !== undefined && { effect }),
    ...(effectAmongOthers !== undefined && { effectAmongOthers }),
    verdict: verdictOf(counts, effect),
    runsNeeded: runsNeeded(adjusted(counts.without ?? { count: 0, of: 0 })),
    breaches: countBreaches(results.filter(({ run }) => run.arm === "with" && own.some((one) => one.name === run.case))),
  };
}

function countRuns(results: readonly RunResult[]): ArmCounts {
  const counts = armNames.map((arm) => {
    const runs = results.filter(({ run }) => run.arm === arm);
    return [arm, { count: runs.filter(({ followed }) => followed === true).length, of: runs.length }] as const;
  });
  return Object.fromEntries(counts.filter(([, { of }]) => of > 0));
}

function sumCounts(all: readonly ArmCounts[]): ArmCounts {
  const sums = armNames.map((arm) => {
    const counts = all.flatMap((one) => one[arm] ?? []);
    const sum = (key: "count" | "of"): number => counts.reduce((total, one) => total + one[key], 0);
    return [arm, { count: sum("count"), of: sum("of") }] as const;
  });
  return Object.fromEntries(sums.filter(([, { of }]) => of > 0));
}

/** The accuracy of the judge of a case that nothing else decides. */
function judgeOf({ name, expect }: EvalCase, { judges }: EvalRecord): JudgeAccuracy | undefined {
  const { policies, matches, command } = expect;
  return policies.length === 0 && matches.length === 0 && command === undefined ? judges[name] : undefined;
}

/** The difference of two arms. Several cases count as much as each other, however many runs they have. */
function effectOf(
  cases: readonly CaseReport[],
  judges: readonly (JudgeAccuracy | undefined)[],
  [left, right]: readonly [Arm, Arm],
): Difference | undefined {
  const differences = cases.flatMap(({ counts }, at) => {
    const [one, other, judge] = [counts[left], counts[right], judges[at]];
    if (one === undefined || other === undefined) return [];
    return judge === undefined ? differenceOf(one, other) : correctedDifference(one, other, judge);
  });
  const [first, ...rest] = differences;
  if (first === undefined || rest.length === 0) return first;
  // Equal differences would give an interval without a width, as if cases never differed.
  if (rest.every(({ value }) => value === first.value)) {
    const { [left]: one, [right]: other } = sumCounts(cases.map(({ counts }) => counts));
    return one && other && { ...differenceOf(one, other), value: first.value };
  }
  return meanDifference(differences.map(({ value }) => value));
}

function countBreaches(results: readonly RunResult[]): RuleReport["breaches"] {
  const names = results.flatMap(({ breaches }) => [...new Set(breaches.map(({ name }) => name))]);
  const counts = [...Map.groupBy(names, (name) => name)].map(([name, all]) => ({ name, count: all.length }));
  return counts.toSorted((left, right) => right.count - left.count || (left.name < right.name ? -1 : 1)).slice(0, maxBreaches);
}
