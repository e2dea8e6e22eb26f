import {
  compareText,
  defaultMinimum,
  describeDrop,
  describeReason,
  describeScores,
  describeSkip,
  formatNumber,
  formatTokens,
  type BudgetLimitName,
  type Diagnostic,
  type Relevance,
  type Resolution,
  type Rule,
  type SkippedRule,
} from "@precept/core";
import { countDiagnostics, isSerious, viewDiagnostics } from "../../terminal/diagnostics.ts";
import { columns, viewFields, wrapLine, wrapLines } from "../../terminal/layout.ts";
import { count, narrow, printable, viewTitle, type Style } from "../../terminal/text.ts";

interface Explanation {
  readonly resolution: Resolution;
  /** Diagnostics of the resolution and of rule files. Those about the budget are not shown: the dropped rules are. */
  readonly diagnostics: readonly Diagnostic[];
  readonly root: string;
  /** Display name of the tool whose view it is. Absent for the rules that Precept delivers. */
  readonly tool?: string;
  readonly all: boolean;
}

const maxSkipped = 20;
const maxNearMisses = 5;

export function viewExplanation(explanation: Explanation, style: Style): string {
  const sections = [
    viewRequest,
    viewApplied,
    viewBudget,
    viewDropped,
    viewRequestable,
    viewConflicts,
    viewNearMisses,
    viewSkipped,
    viewRemainingDiagnostics,
  ]
    .map((view) => view(explanation, style))
    .filter((lines) => lines.length > 0);
  return `${sections.map((lines) => wrapLines(lines, style).join("\n")).join("\n\n")}\n`;
}

/** Shows limits that are not the default ones, and the token counter if it is not the default one. */
function viewBudget({ resolution }: Explanation, style: Style): string[] {
  const { counter, limits } = resolution.budget;
  const chosen = limits.filter(({ source }) => source !== "default");
  if (chosen.length === 0 && counter.id === defaultCounterId) return [];
  const rows = chosen.map(({ name, appliesTo, max, source }) => [
    `  ${formatNumber(max)} ${nounOf[name]}${appliesTo === "eachRule" ? " for each rule" : ""}`,
    style.dim(printable(source)),
  ]);
  const counted = `tokens by ${counter.id}${counter.isExact ? "" : ", an estimate"}`;
  return [viewTitle("Budget", printable(counted), style), ...columns(rows, style)];
}

const defaultCounterId = "tokenx";

const nounOf: Readonly<Record<BudgetLimitName, string>> = {
  characters: "characters",
  bytes: "bytes",
  tokens: "tokens",
  rules: "rules",
  dialectRules: "rules from other tools' files",
};

function viewRequest({ resolution, root, tool }: Explanation, style: Style): string[] {
  const { files, requested } = resolution.request;
  const fields: [string, string][] = [["project", printable(root)]];
  if (tool !== undefined) fields.push(["seen by", tool]);
  if (files.length > 0) fields.push(["files", files.map(printable).join(", ")]);
  if (requested.length > 0) fields.push(["requested", requested.map(printable).join(", ")]);
  return viewFields(fields, style);
}

function viewApplied({ resolution }: Explanation, style: Style): string[] {
  const { applied, totals } = resolution;
  if (applied.length === 0) {
    const why = totals.evaluated === 0 ? "no rules here" : `none of ${count(totals.evaluated, "rule")}`;
    return [viewTitle("Applies", why, style)];
  }
  const size = `${formatNumber(totals.characters)} characters, ${formatTokens(totals.tokens, resolution.budget.counter)}`;
  const digits = String(applied.length).length;
  return [
    viewTitle("Applies", `${count(applied.length, "rule")} of ${formatNumber(totals.evaluated)}: ${size}`, style),
    ...applied.flatMap(({ rule, reason, matchedFiles, characters, tokens, cut }, position) => {
      const details = [
        locationOf(rule),
        rule.scope,
        `priority ${rule.priority}`,
        `${count(characters, "character")}, ${formatTokens(tokens, resolution.budget.counter)}`,
        ...(cut ? ["cut to fit"] : []),
      ];
      const lines = [
        `${style.green(printable(rule.name))}  ${printable(describeReason(reason, matchedFiles))}`,
        style.dim(details.map(printable).join(" · ")),
      ];
      const number = `  ${style.dim(String(position + 1).padStart(digits))}  `;
      const margin = " ".repeat(digits + 4);
      return lines
        .flatMap((line) => wrapLine(line, narrow(style, margin.length)))
        .map((line, at) => (at === 0 ? number : margin) + line);
    }),
  ];
}

function viewDropped({ resolution }: Explanation, style: Style): string[] {
  const { dropped } = resolution;
  if (dropped.length === 0) return [];
  const rows = dropped.map(({ rule, limit, characters, tokens }) => [
    `  ${style.red(printable(rule.name))}`,
    rule.authority === "absolute" ? style.red(`${describeDrop(limit)}, despite its absolute authority`) : describeDrop(limit),
    style.dim(
      `${formatNumber(characters)} characters, ${formatTokens(tokens, resolution.budget.counter)} · ${printable(locationOf(rule))}`,
    ),
  ]);
  return [viewTitle("Dropped by the budget", count(dropped.length, "rule"), style), ...columns(rows, style)];
}

/** Shows the rules that the agent can ask for: those that the prompt lists, and those that the list has no room for. */
function viewRequestable({ resolution, all }: Explanation, style: Style): string[] {
  const { listed, leftOut, characters, tokens } = resolution.requestable;
  if (listed.length + leftOut.length === 0) return [];
  const shown = all ? listed : listed.slice(0, maxSkipped);
  const rows = shown.map(({ name, description }) => [`  ${printable(name)}`, style.dim(printable(description))]);
  const size = `${formatNumber(characters)} characters, ${formatTokens(tokens, resolution.budget.counter)}`;
  const missing = leftOut.length === 0 ? [] : [`  not listed, no room: ${leftOut.map(({ name }) => printable(name)).join(", ")}`];
  return [
    viewTitle("Can be asked for", listed.length === 0 ? "no list" : `${count(listed.length, "rule")} listed: ${size}`, style),
    ...columns(rows, style),
    ...viewRest(listed.length - shown.length, style),
    ...missing.map((line) => style.yellow(line)),
  ];
}

function viewConflicts({ resolution }: Explanation, style: Style): string[] {
  const { conflicts } = resolution;
  if (conflicts.length === 0) return [];
  return [
    viewTitle("Conflicts", String(conflicts.length), style),
    ...conflicts.map(({ kind, detail }) => `  ${style.yellow(kind)}  ${printable(detail)}`),
  ];
}

/** Prints the `relevant` rules that came closest to the minimum scores. */
function viewNearMisses({ resolution, all }: Explanation, style: Style): string[] {
  const missed = findNearMisses(resolution.skipped);
  if (missed.length === 0) return [];
  const shown = all ? missed : missed.slice(0, maxNearMisses);
  const rows = shown.map(({ rule, scores, words, missing, isOutranked }) => [
    `  ${printable(rule.name)}`,
    printable(describeScores(scores, words)),
    style.dim(isOutranked ? "less relevant than other rules" : printable(describeMissing(missing))),
  ]);
  return [
    viewTitle("Nearest misses", `${count(missed.length, "rule")}, best first`, style),
    ...columns(rows, style),
    ...viewRest(missed.length - shown.length, style),
  ];
}

function viewSkipped({ resolution, all }: Explanation, style: Style): string[] {
  const missed = new Set(findNearMisses(resolution.skipped).map(({ rule }) => rule));
  const skipped = resolution.skipped.filter(({ rule }) => !missed.has(rule));
  if (skipped.length === 0) return [];
  const shown = all || skipped.length <= maxSkipped + 1 ? skipped : skipped.slice(0, maxSkipped);
  const rows = shown.map(({ rule, reason }) => [`  ${printable(rule.name)}`, style.dim(printable(describeSkip(reason)))]);
  return [
    viewTitle("Does not apply", count(skipped.length, "rule"), style),
    ...columns(rows, style),
    ...viewRest(skipped.length - shown.length, style),
  ];
}

function viewRest(rest: number, style: Style): readonly string[] {
  return rest > 0 ? [style.dim(`  … and ${formatNumber(rest)} more; --all shows them`)] : [];
}

function viewRemainingDiagnostics({ diagnostics: found, all }: Explanation, style: Style): string[] {
  const diagnostics = found.filter(({ code }) => !code.startsWith("budget/") || code === "budget/longer-than-tool-reads");
  const shown = all ? diagnostics : diagnostics.filter(isSerious);
  const hidden = diagnostics.length - shown.length;
  const notes = hidden === 0 ? [] : [`${count(hidden, "note")}; --all shows ${hidden === 1 ? "it" : "them"}`];
  if (shown.length === 0) return notes.map((note) => style.dim(note));
  return [viewTitle("Problems", [countDiagnostics(shown), ...notes].join(", "), style), ...viewDiagnostics(shown, style, 2)];
}

function locationOf(rule: Rule): string {
  return rule.origin.path ?? rule.id;
}

function describeMissing(missing: readonly string[] = []): string {
  return missing.length === 0 ? "below the minimum score" : `below the minimum score; lacks words such as ${missing.join(", ")}`;
}

interface NearMiss extends Pick<Relevance, "scores" | "words" | "missing"> {
  readonly rule: Rule;
  /** Whether it reaches the minimum score, but other rules are more relevant. */
  readonly isOutranked: boolean;
}

/** Returns the skipped rules with scores. Rules that reach the minimum come first, then the nearest to it. */
function findNearMisses(skipped: readonly SkippedRule[]): readonly NearMiss[] {
  return skipped
    .flatMap(({ rule, reason }): readonly NearMiss[] =>
      reason.kind === "notRelevant" && reason.scores !== undefined
        ? [{ ...reason, rule, scores: reason.scores, isOutranked: reason.limit === "count" }]
        : [],
    )
    .toSorted(
      (left, right) =>
        Number(right.isOutranked) - Number(left.isOutranked) ||
        nearness(right) - nearness(left) ||
        compareText(left.rule.name, right.rule.name),
    );
}

/** The better of words and meaning, relative to the default minimum. */
function nearness({ scores: { sparse = 0 }, confidence = 0 }: Pick<Relevance, "scores" | "confidence">): number {
  return Math.max(sparse / defaultMinimum.sparse, confidence / defaultMinimum.confidence);
}
