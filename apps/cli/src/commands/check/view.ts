import {
  decisionRows,
  failsCheck,
  policyActions,
  policyActionSpecs,
  type Decision,
  type DecisionRow,
  type FixedViolation,
} from "@precept/governance";
import type { LeftOutReason } from "../../files/read-text.ts";
import { countDiagnostics, viewDiagnostics } from "../../terminal/diagnostics.ts";
import type { Style } from "../../terminal/style.ts";
import { count, printable } from "../../terminal/text.ts";
import { wrapLines } from "../../terminal/wrap.ts";
import type { FixOutcome } from "./fix-files.ts";
import type { Checked } from "./run-checks.ts";

export interface CheckView extends Pick<Checked, "files" | "leftOut"> {
  readonly decision: Decision;
  /** What was checked, where it was no file. */
  readonly isText: boolean;
  readonly policies: number;
  /** Whether only what makes the check fail is shown; the rest is counted. */
  readonly isQuiet: boolean;
}

/** What is wrong, by place, and how much was looked at. */
export function viewDecision({ decision, files, leftOut, isText, policies, isQuiet }: CheckView, style: Style): string {
  const subject = isText ? "the text" : count(files.length, "file");
  const rows = decisionRows(decision).filter(({ action, isShadow }) => !isQuiet || (!isShadow && failsCheck(action)));
  const problems = decision.diagnostics.filter(({ severity }) => !isQuiet || severity === "error");
  const lines = [
    ...rows.flatMap((row) => viewRow(row, style)),
    ...viewDiagnostics(problems, style),
    `${subject} checked against ${policies} ${policies === 1 ? "policy" : "policies"}: ${summarise(decision, style)}`,
    ...viewLeftOut(leftOut).map((line) => style.dim(line)),
  ];
  return `${wrapLines(lines, style).join("\n")}\n`;
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
  "no file": "links and the like",
  gone: "deleted",
  unreadable: "unreadable",
  "not fetched": "not fetched into this partial clone",
};

function viewLeftOut(leftOut: Checked["leftOut"]): readonly string[] {
  if (leftOut.length === 0) return [];
  const counts = Object.entries(reasons)
    .map(([reason, words]) => [leftOut.filter((one) => one.reason === reason), words] as const)
    .filter(([files]) => files.length > 0)
    // A file that nobody can read is one that somebody has to look at.
    .map(
      ([files, words]) => `${words}: ${files.length > 3 ? files.length : files.map(({ file }) => printable(file)).join(", ")}`,
    );
  return [`left out: ${counts.join("; ")}`];
}

/** What was put right, or would be, file by file. */
export function viewFixes({ written, refused }: FixOutcome, isDry: boolean, style: Style): string {
  const lines = written.flatMap(({ file, fixed }) =>
    fixed.map(({ violation, before, after }: FixedViolation) => {
      const place = printable(`${file}:${violation.line}`);
      const change = after.trim() === "" ? `${before.trim()} removed` : `${before.trim()} → ${after.trim()}`;
      return [place, style.green(isDry ? "would be fixed" : "fixed"), printable(change), style.dim(violation.policy)].join("  ");
    }),
  );
  const kept = refused.map(
    (file) => `${printable(file)}  ${style.red("not fixed")}  it was changed in the meantime, or is not in UTF-8`,
  );
  return [...lines, ...kept].map((line) => `${line}\n`).join("");
}
