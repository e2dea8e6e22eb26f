import { formatNumber } from "@precept/core";
import {
  arms,
  armNames,
  verdicts,
  type Arm,
  type Count,
  type Difference,
  type EvalPlan,
  type EvalReport,
  type LoadedCase,
  type RuleReport,
  type StopReason,
} from "@precept/evals";
import { viewTable, wrapLines } from "../../terminal/layout.ts";
import { asLines, count, printable, type Style } from "../../terminal/text.ts";

/** What the report says about an eval that stopped early. */
const stopReasons: Readonly<Record<StopReason, string>> = {
  cost: "the next run could exceed --max-cost",
  runs: "--max-runs is reached",
  time: "--timeout is reached",
  interrupted: "it was interrupted",
  failures: "three runs failed in succession",
};

/** What an eval will start, and what it will probably cost. */
export function viewPlan({ record, estimate, effects }: EvalPlan, style: Style): string {
  const { runs, usage, cost, isRecorded } = estimate;
  const names = record.cases.map(({ name }) => printable(name)).join(", ");
  const tokens = `${formatNumber(usage.input + usage.output)} tokens`;
  const money = cost === undefined ? "the price is not known" : `about ${viewMoney(cost)}`;
  return asLines(
    wrapLines(
      [
        `${style.bold(count(runs, "run"))}: ${count(record.cases.length, "case")} (${names}), ${record.runs} each with ${record.arms.map((arm) => arms[arm].rules).join(", with ")}`,
        `${style.bold("Estimate")}: ${tokens}, ${money}, ${isRecorded ? "by the recorded runs" : "if a run needs what is usual"}`,
        ...effects.map((effect) => `${style.bold("It")} ${printable(effect)}`),
      ],
      style,
    ),
  );
}

export function viewReport(report: EvalReport, style: Style): string {
  const { id, rules, runs, usage, cost, stopped } = report;
  const shown = armNames.filter((arm) => rules.some(({ counts }) => counts[arm] !== undefined));
  const rows = rules.map((rule) => [
    printable(rule.name),
    ...shown.map((arm) => viewCount(rule.counts[arm])),
    viewEffect(rule.effect),
    viewVerdict(rule, style),
  ]);
  const used = [
    count(runs.done, "run"),
    ...(usage === undefined ? [] : [`${formatNumber(usage.input + usage.output)} tokens`]),
    ...(cost === undefined ? [] : [viewMoney(cost)]),
  ].join(", ");
  return asLines([
    ...viewTable(["rule", ...shown.map(nameArm), "effect", ""], rows, style),
    ...wrapLines(
      rules.flatMap((rule) => viewDetails(rule, style)),
      style,
    ),
    style.dim(`Eval ${printable(id)}: ${used}.`),
    ...(stopped === undefined
      ? []
      : [
          style.yellow(
            `Stopped after ${runs.done} of ${count(runs.planned, "run")}: ${stopReasons[stopped]}. Continue with --resume.`,
          ),
        ]),
  ]);
}

function viewDetails(rule: RuleReport, style: Style): readonly string[] {
  const { name, verdict, runsNeeded, counts, breaches, effectAmongOthers, cases } = rule;
  const least = Math.min(counts.with?.of ?? 0, counts.without?.of ?? 0);
  const hint =
    (verdict === "none" || verdict === "incomplete" || verdict === "itself") && least < runsNeeded
      ? [
          `${printable(name)}: an effect of 20 points needs about ${runsNeeded} runs with the rule, and as many without it; there are ${least}.`,
        ]
      : [];
  const broken = breaches.map((one) => `${printable(one.name)} (${one.count})`).join(", ");
  return [
    ...hint,
    ...(effectAmongOthers === undefined ? [] : [`${printable(name)}: beside all other rules, ${viewEffect(effectAmongOthers)}.`]),
    ...(broken === "" ? [] : [`${printable(name)}: with the rule, these failed: ${broken}.`]),
    ...cases.flatMap(({ name: caseName, corrected }) =>
      Object.entries(corrected ?? {}).map(
        ([arm, rate]) =>
          `${printable(caseName)}: ${nameArm(arm as Arm)}, really followed in ${Math.round(rate.value * 100)} % (${Math.round(rate.low * 100)} to ${Math.round(rate.high * 100)} %), after the errors of the judge.`,
      ),
    ),
  ].map((line) => style.dim(line));
}

/** What a heading calls an arm. */
function nameArm(arm: Arm): string {
  return { with: "with it", without: "no rules", others: "other rules", all: "all rules" }[arm];
}

function viewVerdict({ verdict }: RuleReport, style: Style): string {
  const text = verdicts[verdict];
  return {
    helps: style.green,
    harms: style.red,
    itself: style.yellow,
    redundant: style.yellow,
    none: style.yellow,
    incomplete: style.dim,
  }[verdict](text);
}

function viewCount(one: Count | undefined): string {
  return one === undefined ? "" : `${one.count} of ${one.of}`;
}

/** `+45 points (16 to 66)` */
function viewEffect(effect: Difference | undefined): string {
  if (effect === undefined) return "";
  const [value, low, high] = [effect.value, effect.low, effect.high].map((share) => Math.round(share * 100));
  return `${(value ?? 0) > 0 ? "+" : ""}${value} points (${low} to ${high})`;
}

/** An amount in the currency of the prices. */
function viewMoney(amount: number): string {
  return amount.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

export function viewCases(
  cases: readonly LoadedCase[],
  records: readonly { readonly id: string; readonly runs: number; readonly planned: number }[],
  style: Style,
): string {
  const rows = cases.map((one) => [
    printable(one.name),
    one.rules.map(printable).join(", "),
    one.case === undefined ? style.red("has errors") : printable(one.case.agent.command?.join(" ") ?? one.case.agent.model ?? ""),
  ]);
  const evals = records.map(({ id, runs, planned }) => [printable(id), `${runs} of ${planned} runs`]);
  const table =
    rows.length === 0
      ? ["There are no eval cases. `precept eval init RULE` writes the first one."]
      : viewTable(["case", "rules", "agent"], rows, style);
  return asLines([...table, ...(evals.length === 0 ? [] : ["", ...viewTable(["eval", "done"], evals, style)])]);
}
