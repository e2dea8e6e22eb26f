import {
  decisionRows,
  policyActions,
  policyActionSpecs,
  type Decision,
  type DecisionRow,
  type FixedViolation,
} from "@precept/governance";
import type { LeftOutReason } from "../../files/read-text.ts";
import { countDiagnostics, viewDiagnostics } from "../../terminal/diagnostics.ts";
import { asLines, count, printable, type Style } from "../../terminal/text.ts";
import { wrapLines } from "../../terminal/layout.ts";
import type { WrittenFixes } from "../../files/write-fixes.ts";
import type { PolicyFix } from "./fix-files.ts";
import type { Checked } from "./run-checks.ts";

export interface CheckView extends Pick<Checked, "files" | "ignored" | "managed" | "leftOut"> {
  readonly decision: Decision;
  /** The decision with the violations and diagnostics that are shown. The summary counts all. */
  readonly reported: Decision;
  /** Says that violations are not shown. Undefined: all are. */
  readonly notice: string | undefined;
  readonly isText: boolean;
  readonly unchanged: number;
  readonly policies: number;
}

/** Shows a decision, line by line. */
export function* viewDecision(view: CheckView, style: Style): Iterable<string> {
  const { reported, notice } = view;
  for (const row of decisionRows(reported)) {
    for (const line of wrapLines(viewRow(row, style), style)) yield `${line}\n`;
  }
  const rest = [...(notice === undefined ? [] : [style.dim(notice)]), ...viewSummary(view, style)];
  for (const line of wrapLines(rest, style)) yield `${line}\n`;
}

function viewSummary(
  { decision, reported, files, ignored, managed, leftOut, isText, unchanged, policies }: CheckView,
  style: Style,
): readonly string[] {
  return [
    ...viewDiagnostics(reported.diagnostics, style),
    ...(policies === 0
      ? viewNothing(decision, style)
      : [`${viewSubject(isText, files, policies)}: ${summarise(decision, style)}`]),
    ...(unchanged === 0 ? [] : [style.dim(`left out: ${count(unchanged, "violation")} on unchanged lines`)]),
    ...viewIgnored(ignored, managed).map((line) => style.dim(line)),
    ...viewLeftOut(leftOut).map((line) => style.dim(line)),
  ];
}

function viewSubject(isText: boolean, files: readonly string[], policies: number): string {
  return `${isText ? "the text" : count(files.length, "file")} checked against ${count(policies, "policy", "policies")}`;
}

/** Says that nothing was checked: "no violations" would read like a result. */
function viewNothing({ diagnostics }: Decision, style: Style): readonly string[] {
  const problems = diagnostics.length === 0 ? [] : [countDiagnostics(diagnostics)];
  return [
    ["nothing checked: there are no policies", ...problems].join(", "),
    style.dim("Add starter policies with `precept init --policies all`."),
  ];
}

function viewRow(row: DecisionRow, style: Style): readonly string[] {
  const { location, action, isShadow, label, priority, policy, message, suggestion } = row;
  const colour = isShadow ? "cyan" : policyActionSpecs[action].colour;
  const head = [printable(location), style[colour](label), printable(message), style.dim(`${policy} ${priority}`)].join("  ");
  return suggestion === "" ? [head] : [head, `    ${style.dim(printable(suggestion))}`];
}

function summarise({ violations, accepted, shadowed, diagnostics }: Decision, style: Style): string {
  const counts = policyActions
    .map((action) => [violations.filter((violation) => violation.action === action).length, action] as const)
    .filter(([number]) => number > 0)
    .map(([number, action]) => `${number} ${action}`);
  const found =
    violations.length === 0 ? style.green("no violations") : `${count(violations.length, "violation")} (${counts.join(", ")})`;
  const others = [
    ...(accepted.length > 0 ? [`${accepted.length} accepted`] : []),
    ...(shadowed.length > 0 ? [`${shadowed.length} in shadow mode`] : []),
    ...(diagnostics.length > 0 ? [countDiagnostics(diagnostics)] : []),
  ];
  return [found, ...others].join(", ");
}

const reasons: Readonly<Record<LeftOutReason, string>> = {
  binary: "binary",
  "too large": "larger than 1 MiB",
  "no file": "not a regular file",
  gone: "deleted",
  unreadable: "unreadable",
  "not fetched": "not fetched into this partial clone",
};

function viewIgnored(ignored: number, managed: number): readonly string[] {
  if (ignored === 0) return [];
  const files = `${count(ignored, "file")} that the configuration excludes`;
  if (managed === 0) return [`left out: ${files}`];
  return [`left out: ${files}, except for ${count(managed, "managed policy", "managed policies")}`];
}

function viewLeftOut(leftOut: Checked["leftOut"]): readonly string[] {
  if (leftOut.length === 0) return [];
  const counts = Object.entries(reasons)
    .map(([reason, words]) => [leftOut.filter((one) => one.reason === reason), words] as const)
    .filter(([files]) => files.length > 0)
    .map(
      ([files, words]) => `${words}: ${files.length > 3 ? files.length : files.map(({ file }) => printable(file)).join(", ")}`,
    );
  return [`left out: ${counts.join("; ")}`];
}

export function viewFixes({ written, refused }: WrittenFixes<PolicyFix>, isDry: boolean, style: Style): string {
  const lines = written.flatMap(({ file, fixed }) =>
    fixed.map(({ violation, before, after }: FixedViolation) => {
      const location = printable(`${file}:${violation.line}`);
      const change = after.trim() === "" ? `${before.trim()} removed` : `${before.trim()} → ${after.trim()}`;
      return [location, style.green(isDry ? "would be fixed" : "fixed"), printable(change), style.dim(violation.policy)].join(
        "  ",
      );
    }),
  );
  const failures = refused.map(
    (file) => `${printable(file)}  ${style.red("not fixed")}  it changed in the meantime, or is not in UTF-8`,
  );
  return asLines([...lines, ...failures]);
}
